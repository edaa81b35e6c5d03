// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

namespace manju::sched {

struct PictureSize {
    int width = 0, height = 0;
    friend constexpr auto operator<=>(const PictureSize&, const PictureSize&) = default;
};

/// The sizes that are drawn: the model was trained on them, and few sizes make tasks alike.
inline constexpr std::array<PictureSize, 5> kStandardSizes{
    {{768, 1344}, {832, 1216}, {1024, 1024}, {1216, 832}, {1344, 768}}};

/// How a requested picture comes from a standard one (requirement S11): drawn, scaled to cover the request,
/// and cut to it around the middle.
struct Normalised {
    PictureSize drawn;      ///< one of kStandardSizes
    PictureSize scaled;     ///< drawn, enlarged or reduced with its sides' ratio kept; covers the request
    int left = 0, top = 0;  ///< of the request inside `scaled`
    double kept = 1;        ///< share of `scaled` that the request shows, 0..1
    bool oversize = false;  ///< for the slow lane
};

/// The standard size whose sides' ratio is nearest to the requested one's. Oversize is what has more than
/// twice the pixels of a 1080x1920 frame: a frame enlarged by a camera's zoom is not, 4K is. None for sides
/// outside 1..32768.
std::optional<Normalised> normalised(PictureSize requested);

}  // namespace manju::sched
