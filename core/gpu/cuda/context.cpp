// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/context.h"

#include <utility>

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {

Result<std::unique_ptr<CudaContext>> CudaContext::retain(const CudaDriver& driver, int ordinal) {
    if (ordinal < 0 || std::cmp_greater_equal(ordinal, driver.cards().size()))
        return Error(kNoSuchDevice, {{"device", std::to_string(ordinal)}});
    std::unique_ptr<CudaContext> context(
        new CudaContext(driver, driver.cards()[static_cast<std::size_t>(ordinal)]));
    const cu::DriverCalls& calls = driver.calls();
    if (const cu::Code code = calls.deviceGet(&context->device_, ordinal); code != cu::Code::Success)
        return context->refused(calls.deviceGet.name, code);
    if (const cu::Code code = calls.primaryCtxRetain(&context->context_, context->device_);
        code != cu::Code::Success) {
        context->context_ = nullptr;
        return context->refused(calls.primaryCtxRetain.name, code);
    }
    return context;
}

CudaContext::~CudaContext() {
    if (!context_) return;
    if (const cu::Code code = calls().primaryCtxRelease(device_); code != cu::Code::Success)
        log::error("gpu", refused(calls().primaryCtxRelease.name, code));
}

Status CudaContext::makeCurrent() const {
    if (const cu::Code code = calls().ctxSetCurrent(context_); code != cu::Code::Success)
        return refused(calls().ctxSetCurrent.name, code);
    return Done{};
}

Error CudaContext::refused(const char* call, cu::Code code) const {
    return Error(kDriverRefused,
                 {{"device", card_.name}, {"call", call}, {"detail", driver_.describe(code)}});
}

}  // namespace manju::gpu
