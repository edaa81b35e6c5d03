// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/messages/areas.h"

namespace manju::messages {

std::span<const std::span<const Entry>> catalogue() {
    static const std::array kAreas{
        kBaseEntries,  kBenchEntries, kCliEntries,   kDeviceCheckEntries, kDiffusionEntries, kEngineEntries,
        kGpuEntries,   kLinkEntries,  kLoraEntries,  kPngEntries,         kPromptEntries,    kSimEntries, kStoreEntries,
        kStoryEntries, kSubsEntries,  kVideoEntries, kVoiceEntries,       kVramEntries,      kWeightsEntries};
    return kAreas;
}

}  // namespace manju::messages
