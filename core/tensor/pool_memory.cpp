// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/pool_memory.h"

#include <ATen/ops/from_blob.h>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "core/tensor/errors.h"
#include "core/tensor/guard.h"

namespace manju::tensor {
namespace {

void giveBack(void* start);

/// In front of libtorch's own allocator from the first use on: the process has only one, and it may never
/// go. Passes through whatever no pool is there for. libtorch declares `allocate` const up to some 2.x
/// version and not const later, hence both without `override`; the other is one more overload.
class Front final : public c10::Allocator {
public:
    static Front& instance() {
        static auto* const front = new Front;  // outlives every tensor
        return *front;
    }

    c10::DataPtr allocate(std::size_t bytes) const { return serve(bytes); }  // NOLINT(modernize-use-override)
    c10::DataPtr allocate(std::size_t bytes) { return serve(bytes); }        // NOLINT(modernize-use-override)
    void copy_data(void* to, const void* from, std::size_t bytes) const {    // NOLINT(modernize-use-override)
        std::memcpy(to, from, bytes);
    }
    c10::DeleterFnPtr raw_deleter() const override { return &giveBack; }

    void setPool(vram::VramPool* pool) {
        if (pool != nullptr) nobody_ = pool->owner(kNobodysTensors);
        pool_ = pool;
    }
    void free(void* start) {
        std::unique_lock lock(mutex_);
        const auto found = blocks_.find(start);
        if (found == blocks_.end()) {
            lock.unlock();
            return own_->raw_deallocate(start);
        }
        const auto [pool, block] = found->second;
        blocks_.erase(found);
        lock.unlock();
        pool->free(block);
    }

private:
    Front() : own_(c10::GetDefaultCPUAllocator()) { c10::SetCPUAllocator(this, UINT8_MAX); }

    [[nodiscard]] c10::DataPtr serve(std::size_t bytes) const {
        vram::VramPool* const pool = pool_;
        void* start;
        if (pool == nullptr || bytes < CpuTensorsInPool::kLeast) {
            start = own_->raw_allocate(bytes);
        } else {
            const auto block = pool->allocate(requestHere(bytes, gpu::kDefaultStream, nobody_));
            if (!block) throw Refused(block.error());
            start = reinterpret_cast<void*>(block->address);  // NOLINT(performance-no-int-to-ptr)
            const std::lock_guard lock(mutex_);
            blocks_.emplace(start, std::pair(pool, block->id));
        }
        return {start, start, &giveBack, c10::Device(c10::DeviceType::CPU)};
    }

    c10::Allocator* own_;
    std::atomic<vram::VramPool*> pool_ = nullptr;
    vram::OwnerId nobody_{};
    mutable std::mutex mutex_;
    mutable std::unordered_map<void*, std::pair<vram::VramPool*, vram::BlockId>> blocks_;
};

void giveBack(void* start) {
    if (start != nullptr) Front::instance().free(start);
}

}  // namespace

CpuTensorsInPool::CpuTensorsInPool(vram::VramPool& pool) {
    Front::instance().setPool(&pool);
}

CpuTensorsInPool::~CpuTensorsInPool() {
    Front::instance().setPool(nullptr);
}

Result<at::Tensor> tensorInPool(vram::VramPool& pool, at::IntArrayRef shape, at::TensorOptions options,
                                vram::Request request) {
    std::uint64_t bytes = options.dtype().itemsize();
    for (const std::int64_t side : shape)
        if (side < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(side), &bytes))
            return Error(kComputationFailed, {{"detail", "a tensor of an impossible shape"}});
    request.bytes = std::max<std::uint64_t>(1, bytes);
    MANJU_TRY(const vram::Block block, pool.allocate(request));
    // The block goes with the last copy of `held`, be it the tensor's or, should that not come to be, ours.
    std::shared_ptr<void> held(nullptr, [&pool, id = block.id](void*) { pool.free(id); });
    return guarded([&]() -> Result<at::Tensor> {
        void* const start = reinterpret_cast<void*>(block.address);  // NOLINT(performance-no-int-to-ptr)
        return at::from_blob(
            start, shape, [held](void*) mutable { held.reset(); }, options);
    });
}

}  // namespace manju::tensor
