// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/voice/speaker.h"

namespace manju::voice {

/// Speaks with espeak-ng, clause by clause. Voices are espeak's language codes with an optional variant
/// ("en-us+f3"); empty: cmn-latn-pinyin for Chinese (Debian's plain cmn reads tones as English numbers),
/// en-us for English. Latin words in Chinese text, and Han characters in English text, are spoken by the
/// other language's default voice with the same variant. Without a speed, Chinese is spoken at 210 and
/// English at 175 words a minute. Thread: any; one speaks at a time.
class EspeakSpeaker final : public Speaker {
public:
    Result<Speech> synthesize(const VoiceSpec& spec, const std::stop_token& stop) override;
};

}  // namespace manju::voice
