// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::weights {

// Files that are not sound safetensors files. Each also carries {rule}, the number of the format rule.
inline constexpr ErrorCode kFileTooShort{"MJ-WEIGHTS-01", ErrorKind::Environment};    // {file} {bytes}
inline constexpr ErrorCode kNotSafetensors{"MJ-WEIGHTS-02", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kRenamedPickle{"MJ-WEIGHTS-03", ErrorKind::Environment};   // {file}
inline constexpr ErrorCode kIsWebPage{"MJ-WEIGHTS-04", ErrorKind::Environment};       // {file}
inline constexpr ErrorCode kHeaderCut{"MJ-WEIGHTS-05", ErrorKind::Environment};  // {file} {bytes} {expected}
inline constexpr ErrorCode kHeaderNotJson{"MJ-WEIGHTS-06", ErrorKind::Environment};    // {file}
inline constexpr ErrorCode kMetadataInvalid{"MJ-WEIGHTS-07", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kEntryInvalid{"MJ-WEIGHTS-08", ErrorKind::Environment};  // {file} {tensor} {field}
inline constexpr ErrorCode kDtypeUnknown{"MJ-WEIGHTS-09", ErrorKind::Environment};  // {file} {tensor} {dtype}
inline constexpr ErrorCode kOffsetsInvalid{"MJ-WEIGHTS-10", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kSizeOverflow{"MJ-WEIGHTS-11", ErrorKind::Environment};    // {file} {tensor}
inline constexpr ErrorCode kNotWholeBytes{"MJ-WEIGHTS-12", ErrorKind::Environment};   // {file} {tensor}
inline constexpr ErrorCode kSizeMismatch{"MJ-WEIGHTS-13",
                                         ErrorKind::Environment};  // {file} {tensor} {bytes} {expected}
inline constexpr ErrorCode kFileIncomplete{"MJ-WEIGHTS-14",
                                           ErrorKind::Environment};  // {file} {bytes} {expected}
inline constexpr ErrorCode kTrailingBytes{"MJ-WEIGHTS-15",
                                          ErrorKind::Environment};  // {file} {bytes} {expected}
inline constexpr ErrorCode kNameRepeated{"MJ-WEIGHTS-16", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kLimitExceeded{"MJ-WEIGHTS-17",
                                          ErrorKind::Environment};  // {file} {tensor} {limit} {most}

// Sound files that are no SDXL checkpoint, or not a whole one.
inline constexpr ErrorCode kTensorMissing{"MJ-WEIGHTS-20", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kTensorsMissing{"MJ-WEIGHTS-21",
                                           ErrorKind::Environment};  // {file} {component} {count} {tensor}
inline constexpr ErrorCode kTensorShape{"MJ-WEIGHTS-22",
                                        ErrorKind::Environment};  // {file} {tensor} {shape} {expected}
inline constexpr ErrorCode kDtypeUnsupported{"MJ-WEIGHTS-23",
                                             ErrorKind::Environment};             // {file} {tensor} {dtype}
inline constexpr ErrorCode kScaledFp8{"MJ-WEIGHTS-24", ErrorKind::Environment};   // {file} {tensor}
inline constexpr ErrorCode kVaeMissing{"MJ-WEIGHTS-25", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kTextEncoderMissing{"MJ-WEIGHTS-26",
                                               ErrorKind::Environment};            // {file} {component}
inline constexpr ErrorCode kUnetMissing{"MJ-WEIGHTS-27", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kOnlyUnet{"MJ-WEIGHTS-28", ErrorKind::Environment};     // {file}
inline constexpr ErrorCode kComponentMissing{"MJ-WEIGHTS-29",
                                             ErrorKind::Environment};  // {file} {component} {kind}
inline constexpr ErrorCode kOtherFamily{"MJ-WEIGHTS-30", ErrorKind::Environment};     // {file} {family}
inline constexpr ErrorCode kIsRefiner{"MJ-WEIGHTS-31", ErrorKind::Environment};       // {file}
inline constexpr ErrorCode kIsEditModel{"MJ-WEIGHTS-33", ErrorKind::Environment};     // {file} {channels}
inline constexpr ErrorCode kIsLora{"MJ-WEIGHTS-34", ErrorKind::Environment};          // {file}
inline constexpr ErrorCode kIsAdapter{"MJ-WEIGHTS-35", ErrorKind::Environment};       // {file} {family}
inline constexpr ErrorCode kIsVae{"MJ-WEIGHTS-36", ErrorKind::Environment};           // {file}
inline constexpr ErrorCode kIsTextEncoder{"MJ-WEIGHTS-37", ErrorKind::Environment};   // {file}
inline constexpr ErrorCode kContentUnknown{"MJ-WEIGHTS-38", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kPredictionKind{"MJ-WEIGHTS-40", ErrorKind::Environment};  // {file} {prediction}
inline constexpr ErrorCode kEpsilonZeroSnr{"MJ-WEIGHTS-41", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kNotFinite{"MJ-WEIGHTS-42", ErrorKind::Environment};  // {file} {tensor} {count}

// Folders.
inline constexpr ErrorCode kFolderNotDiffusers{"MJ-WEIGHTS-50", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kFolderPickled{"MJ-WEIGHTS-51", ErrorKind::Environment};       // {file}
inline constexpr ErrorCode kShardMissing{"MJ-WEIGHTS-52", ErrorKind::Environment};        // {file} {shard}
inline constexpr ErrorCode kShardNameInvalid{"MJ-WEIGHTS-53", ErrorKind::Environment};    // {file} {shard}

// LoRA files.
inline constexpr ErrorCode kNotLora{"MJ-LORA-01", ErrorKind::Environment};  // {file} {kind}
inline constexpr ErrorCode kLoraOtherBase{"MJ-LORA-02",
                                          ErrorKind::Environment};  // {file} {family} {checkpoint}
inline constexpr ErrorCode kLoraShortened{"MJ-LORA-03",
                                          ErrorKind::Environment};  // {file} {family} {checkpoint}
inline constexpr ErrorCode kLoraNothingMatches{
    "MJ-LORA-04", ErrorKind::Environment};  // {file} {checkpoint} {tensor} {count}
inline constexpr ErrorCode kLoraNothingFits{
    "MJ-LORA-05", ErrorKind::Environment};  // {file} {checkpoint} {tensor} {shape} {expected}
inline constexpr ErrorCode kLoraNotFinite{"MJ-LORA-06", ErrorKind::Environment};  // {file} {tensor} {count}
inline constexpr ErrorCode kLoraUnsupported{"MJ-LORA-15",
                                            ErrorKind::Environment};  // {file} {format} {tensor}
inline constexpr ErrorCode kLoraFullSize{"MJ-LORA-16",
                                         ErrorKind::Environment};  // {file} {model} {checkpoint} {count}
// Warnings about a LoRA that is applied.
inline constexpr ErrorCode kLoraPartly{"MJ-LORA-07", ErrorKind::Attention};      // {file} {matched} {total}
inline constexpr ErrorCode kLoraTwoNamings{"MJ-LORA-08", ErrorKind::Attention};  // {file} {count}
inline constexpr ErrorCode kLoraStatedBase{"MJ-LORA-09", ErrorKind::Attention};  // {file} {stated} {family}
inline constexpr ErrorCode kLoraDistilled{"MJ-LORA-10", ErrorKind::Attention};   // {file} {kind} {sampler}
inline constexpr ErrorCode kLoraWords{"MJ-LORA-17", ErrorKind::Attention};       // {file} {words}
inline constexpr ErrorCode kLoraNoAlpha{"MJ-LORA-18", ErrorKind::Attention};     // {file}

}  // namespace manju::weights
