// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-SIM-01", "{file}: there is no number “{name}”. Remove it, or correct its name.",
     "{file}：没有名为“{name}”的参数。请删除或更正名称。"},
    {"MJ-SIM-02", "{file}: {name} is {value}, which is impossible. Write a number in its range: {range}.",
     "{file}：{name} 的值 {value} 无效。请填写范围内的数字：{range}。"},
};

}  // namespace

const std::span<const Entry> kSimEntries{kEntries};

}  // namespace manju::messages
