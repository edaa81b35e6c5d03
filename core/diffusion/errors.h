// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::diffusion {

inline constexpr ErrorCode kSizeInvalid{"MJ-IMAGE-12", ErrorKind::Usage};            // {width} {height}
inline constexpr ErrorCode kStepsInvalid{"MJ-IMAGE-13", ErrorKind::Usage};           // {steps}
inline constexpr ErrorCode kGuidanceInvalid{"MJ-IMAGE-14", ErrorKind::Usage};        // {cfg}
inline constexpr ErrorCode kSamplerUnknown{"MJ-IMAGE-15", ErrorKind::Usage};         // {sampler} {known}
inline constexpr ErrorCode kBundleUnknown{"MJ-IMAGE-16", ErrorKind::Usage};          // {bundle} {known}
inline constexpr ErrorCode kNeedsMask{"MJ-IMAGE-19", ErrorKind::Usage};              // {file}
inline constexpr ErrorCode kTooManyLcmSteps{"MJ-IMAGE-20", ErrorKind::Usage};        // {steps}
inline constexpr ErrorCode kPictureNotFinite{"MJ-IMAGE-21", ErrorKind::Attention};   // {seed} {stage}
inline constexpr ErrorCode kPictureFlat{"MJ-IMAGE-22", ErrorKind::Attention};        // {seed}
inline constexpr ErrorCode kPictureBlack{"MJ-IMAGE-23", ErrorKind::Attention};       // {seed}
inline constexpr ErrorCode kNoiseUnknown{"MJ-IMAGE-24", ErrorKind::Usage};           // {noise} {known}
inline constexpr ErrorCode kPredictionUnknown{"MJ-IMAGE-25", ErrorKind::Usage};      // {prediction} {known}
inline constexpr ErrorCode kClipSkipInvalid{"MJ-IMAGE-26", ErrorKind::Usage};        // {skip} {most}
inline constexpr ErrorCode kStrengthInvalid{"MJ-IMAGE-27", ErrorKind::Usage};        // {strength} {steps}
inline constexpr ErrorCode kMaskWithHires{"MJ-IMAGE-28", ErrorKind::Usage};          //
inline constexpr ErrorCode kMaskEmpty{"MJ-IMAGE-29", ErrorKind::Usage};              // {file}
inline constexpr ErrorCode kInputMissing{"MJ-IMAGE-30", ErrorKind::Failed};          // {sha}
inline constexpr ErrorCode kPromptTooLong{"MJ-IMAGE-34", ErrorKind::Usage};          // {size} {limit}
inline constexpr ErrorCode kStartUnreadable{"MJ-IMAGE-33", ErrorKind::Usage};        // {file}
inline constexpr ErrorCode kVaeTileInvalid{"MJ-IMAGE-35", ErrorKind::Usage};         // {tile}

// Enlargement.
inline constexpr ErrorCode kUpscalerIsLora{"MJ-IMAGE-40", ErrorKind::Environment};         // {file}
inline constexpr ErrorCode kUpscalerIsCheckpoint{"MJ-IMAGE-41", ErrorKind::Environment};   // {file}
inline constexpr ErrorCode kUpscalerIsOther{"MJ-IMAGE-42", ErrorKind::Environment};        // {file} {kind}
inline constexpr ErrorCode kUpscalerUnknown{"MJ-IMAGE-43", ErrorKind::Environment};        // {file} {tensor}
inline constexpr ErrorCode kUpscalerTensorMissing{"MJ-IMAGE-44", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kUpscalerTensorShape{
    "MJ-IMAGE-45", ErrorKind::Environment};  // {file} {tensor} {shape} {expected}
inline constexpr ErrorCode kUpscalerChannels{"MJ-IMAGE-46", ErrorKind::Environment};  // {file} {channels}
inline constexpr ErrorCode kEnlargedNotFinite{"MJ-IMAGE-47", ErrorKind::Attention};   // {file}
inline constexpr ErrorCode kEnlargedTooLarge{"MJ-IMAGE-48", ErrorKind::Usage};  // {width} {height} {most}

}  // namespace manju::diffusion
