// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/purpose.h"

namespace manju::tensor {
namespace {

struct Purpose {
    bool set = false;
    vram::Region region = vram::Region::Transient;
    vram::OwnerId owner{};
};
thread_local Purpose purpose;

}  // namespace

TensorsFor::TensorsFor(vram::VramPool& pool, vram::Region region, std::string_view owner)
    : region_(purpose.region), owner_(purpose.owner), set_(purpose.set) {
    purpose = {true, region, pool.owner(owner)};
}

TensorsFor::~TensorsFor() {
    purpose = {set_, region_, owner_};
}

vram::Request requestHere(std::uint64_t bytes, gpu::StreamId stream, vram::OwnerId nobody) {
    return {bytes, purpose.region, stream, purpose.set ? purpose.owner : nobody};
}

}  // namespace manju::tensor
