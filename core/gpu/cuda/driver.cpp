// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/driver.h"

#include <array>

#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

Error noDriver(std::string detail) {
    return Error(kNoDriver, {{"detail", std::move(detail)}});
}

}  // namespace

Result<std::unique_ptr<CudaDriver>> CudaDriver::open(const std::string& library) {
    auto loaded = os::SharedLibrary::open(library);
    if (!loaded) return noDriver(loaded.error().args().at("detail")).because(loaded.error());
    std::unique_ptr<CudaDriver> driver(new CudaDriver(std::move(*loaded)));
    MANJU_CHECK(driver->start(library));
    return driver;
}

Status CudaDriver::start(const std::string& library) {
    if (const char* missing = loadEntryPoints(library_, calls_))
        return noDriver(library + " is too old, it lacks " + missing);
    MANJU_CHECK(started(calls_.init.name, calls_.init(0)));
    MANJU_CHECK(started(calls_.driverGetVersion.name, calls_.driverGetVersion(&version_)));
    int count = 0;
    MANJU_CHECK(started(calls_.deviceGetCount.name, calls_.deviceGetCount(&count)));
    if (count == 0) return noDriver(library + " finds no card");
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        MANJU_TRY(auto card, readCard(ordinal));
        cards_.push_back(std::move(card));
    }
    return Done{};
}

Result<CudaCard> CudaDriver::readCard(int ordinal) const {
    cu::Device device = 0;
    MANJU_CHECK(started(calls_.deviceGet.name, calls_.deviceGet(&device, ordinal)));
    CudaCard card;
    card.ordinal = ordinal;
    std::array<char, 256> text{};
    constexpr int kRoom = static_cast<int>(text.size()) - 1;
    MANJU_CHECK(started(calls_.deviceGetName.name, calls_.deviceGetName(text.data(), kRoom, device)));
    card.name = text.data();
    text = {};
    MANJU_CHECK(started(calls_.deviceGetPciBusId.name, calls_.deviceGetPciBusId(text.data(), kRoom, device)));
    card.pciBusId = text.data();
    std::size_t bytes = 0;
    MANJU_CHECK(started(calls_.deviceTotalMem.name, calls_.deviceTotalMem(&bytes, device)));
    card.totalBytes = bytes;
    const auto attribute = [&](cu::Attribute which, int& value) {
        return started(calls_.deviceGetAttribute.name, calls_.deviceGetAttribute(&value, which, device));
    };
    MANJU_CHECK(attribute(cu::Attribute::ComputeCapabilityMajor, card.computeMajor));
    MANJU_CHECK(attribute(cu::Attribute::ComputeCapabilityMinor, card.computeMinor));
    return card;
}

Status CudaDriver::started(const char* call, cu::Code code) const {
    if (code == cu::Code::Success) return Done{};
    return noDriver(std::string(call) + ": " + describe(code));
}

std::string CudaDriver::describe(cu::Code code) const {
    const char* name = nullptr;
    const char* text = nullptr;
    if (calls_.getErrorName(code, &name) != cu::Code::Success || !name)
        return "error " + std::to_string(static_cast<int>(code));
    if (calls_.getErrorString(code, &text) != cu::Code::Success || !text) return name;
    return std::string(name) + ", " + text;
}

}  // namespace manju::gpu
