// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/domain/step_spec.h"

namespace manju::subs {

struct SubtitleFiles {
    std::string ass;  ///< for Renderer, at the frame size of the spec
    std::string srt;  ///< the cues' full texts
    /// Emoji that no font on this machine can draw, each once: not in `ass`, kept in `srt`.
    std::u32string leftOut;
};

/// Sets the captions and the label of an episode. `fonts` are the bundled fonts; the first is the
/// default. The text of the label is at least 5 % of the frame's shorter side high, as GB 45438-2025 asks.
/// Equal specs give equal files on machines with the same fonts. Fails with the codes of core/subs/errors.h.
Result<SubtitleFiles> writeSubtitles(const SubtitleSpec& spec,
                                     const std::vector<std::filesystem::path>& fonts);

}  // namespace manju::subs
