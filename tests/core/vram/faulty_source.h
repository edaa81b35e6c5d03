// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/gpu/errors.h"
#include "core/gpu/memory_source.h"

namespace manju::vram::testing {

/// Passes calls on, but for some, which fail and change nothing.
class FaultySource final : public gpu::MemorySource {
public:
    explicit FaultySource(gpu::MemorySource& source) : source_(source) {}

    /// The call after so many more fails, and those after it, `count` in all.
    void failAfter(std::uint64_t calls, ErrorCode code = gpu::kDriverRefused, std::uint64_t count = 1) {
        left_ = calls + 1;
        code_ = code;
        count_ = count;
    }
    void failNever() { left_ = 0; }
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    [[nodiscard]] std::uint64_t faults() const { return faults_; }

    [[nodiscard]] const gpu::SourceTraits& traits() const override { return source_.traits(); }
    Result<gpu::MemoryInfo> info() override {
        return pass("info", [&] { return source_.info(); });
    }
    Result<gpu::Address> reserve(std::uint64_t bytes, std::uint64_t alignment) override {
        return pass("reserve", [&] { return source_.reserve(bytes, alignment); });
    }
    Status freeAddresses(gpu::Address start, std::uint64_t bytes) override {
        return pass("freeAddresses", [&] { return source_.freeAddresses(start, bytes); });
    }
    Result<gpu::Physical> create(std::uint64_t bytes) override {
        return pass("create", [&] { return source_.create(bytes); });
    }
    Status map(gpu::Address start, std::uint64_t bytes, gpu::Physical memory) override {
        return pass("map", [&] { return source_.map(start, bytes, memory); });
    }
    Status allowAccess(gpu::Address start, std::uint64_t bytes) override {
        return pass("allowAccess", [&] { return source_.allowAccess(start, bytes); });
    }
    Status unmap(gpu::Address start, std::uint64_t bytes) override {
        return pass("unmap", [&] { return source_.unmap(start, bytes); });
    }
    Status release(gpu::Physical memory) override {
        return pass("release", [&] { return source_.release(memory); });
    }
    Result<gpu::Address> allocate(std::uint64_t bytes) override {
        return pass("allocate", [&] { return source_.allocate(bytes); });
    }
    Status deallocate(gpu::Address start) override {
        return pass("deallocate", [&] { return source_.deallocate(start); });
    }

private:
    template <class Call>
    auto pass(const char* name, Call&& call) -> decltype(call()) {
        ++calls_;
        if (left_ > 0 && --left_ == 0) {
            ++faults_;
            if (--count_ > 0) left_ = 1;
            return Error(
                code_, {{"device", traits().device}, {"call", name}, {"detail", "injected"}, {"bytes", "0"}});
        }
        return std::forward<Call>(call)();
    }

    gpu::MemorySource& source_;
    std::uint64_t left_ = 0;
    std::uint64_t count_ = 1;
    ErrorCode code_ = gpu::kDriverRefused;
    std::uint64_t calls_ = 0;
    std::uint64_t faults_ = 0;
};

}  // namespace manju::vram::testing
