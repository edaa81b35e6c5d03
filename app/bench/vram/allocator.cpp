// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/allocator.h"

#include <array>

#include "app/bench/vram/pool_allocator.h"
#include "app/bench/vram/tlsf.h"
#include "app/bench/vram/torch_expandable.h"
#include "app/bench/vram/torch_plain.h"

namespace manju::bench {

std::string_view idOf(Kind kind) {
    constexpr std::array<std::string_view, 4> kIds{"pool", "torch_plain", "torch_expandable", "tlsf"};
    return kIds[static_cast<std::size_t>(kind)];
}

std::unique_ptr<Allocator> makeAllocator(Kind kind, Card& card, const std::vector<std::string>& owners) {
    switch (kind) {
        case Kind::Pool:
            return std::make_unique<PoolAllocator>(card, owners);
        case Kind::TorchPlain:
            return std::make_unique<TorchPlain>(card);
        case Kind::TorchExpandable:
            return std::make_unique<TorchExpandable>(card);
        case Kind::Tlsf:
            return std::make_unique<Tlsf>(card);
    }
    return nullptr;
}

}  // namespace manju::bench
