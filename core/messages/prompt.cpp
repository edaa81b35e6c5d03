// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-PROMPT-01", "The vocabulary file “{file}” is damaged at line {line}. Install the program again.",
     "词表文件“{file}”第 {line} 行已损坏。请重新安装程序。"},
};

}  // namespace

const std::span<const Entry> kPromptEntries{kEntries};

}  // namespace manju::messages
