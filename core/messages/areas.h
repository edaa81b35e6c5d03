// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/messages/messages.h"

// One file per area of the catalogue; catalogue.cpp lists them.
namespace manju::messages {

extern const std::span<const Entry> kBaseEntries;
extern const std::span<const Entry> kBenchEntries;
extern const std::span<const Entry> kCliEntries;
extern const std::span<const Entry> kDeviceCheckEntries;
extern const std::span<const Entry> kDiffusionEntries;
extern const std::span<const Entry> kEngineEntries;
extern const std::span<const Entry> kGpuEntries;
extern const std::span<const Entry> kLinkEntries;
extern const std::span<const Entry> kLoraEntries;
extern const std::span<const Entry> kPngEntries;
extern const std::span<const Entry> kPromptEntries;
extern const std::span<const Entry> kSimEntries;
extern const std::span<const Entry> kStoreEntries;
extern const std::span<const Entry> kStoryEntries;
extern const std::span<const Entry> kSubsEntries;
extern const std::span<const Entry> kVideoEntries;
extern const std::span<const Entry> kVoiceEntries;
extern const std::span<const Entry> kVramEntries;
extern const std::span<const Entry> kWeightsEntries;

}  // namespace manju::messages
