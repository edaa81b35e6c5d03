// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::voice {

inline constexpr ErrorCode kVoiceUnknown{"MJ-VOICE-01", ErrorKind::Usage};        // {voice} {near}
inline constexpr ErrorCode kEngineUnknown{"MJ-VOICE-02", ErrorKind::Usage};       // {engine} {known}
inline constexpr ErrorCode kEngineFailed{"MJ-VOICE-03", ErrorKind::Environment};  // {detail}
inline constexpr ErrorCode kSpeechLength{"MJ-VOICE-04",
                                         ErrorKind::Attention};             // {text} {characters} {seconds}
inline constexpr ErrorCode kWavInvalid{"MJ-VOICE-05", ErrorKind::Failed};   // {file}
inline constexpr ErrorCode kSettingWrong{"MJ-VOICE-06", ErrorKind::Usage};  // {name} {value} {range}
inline constexpr ErrorCode kSpeechSilent{"MJ-VOICE-07", ErrorKind::Attention};     // {text}
inline constexpr ErrorCode kSpeechGap{"MJ-VOICE-08", ErrorKind::Attention};        // {text} {seconds}
inline constexpr ErrorCode kSpeechDamaged{"MJ-VOICE-09", ErrorKind::Attention};    // {text}
inline constexpr ErrorCode kTextUnspeakable{"MJ-VOICE-10", ErrorKind::Attention};  // {text} {voice}

}  // namespace manju::voice
