// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/timeline.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace manju {
namespace {

constexpr std::int64_t kMinShotFrames = kFramesPerSecond;  // a shorter still reads as a flicker
constexpr std::size_t kMaxCuePoints = 24;                  // two lines of 12 full-width characters

struct Move {
    CameraWindow from;
    CameraWindow to;
};

// Slow moves that keep the centre third in view.
constexpr std::array<Move, 6> kMoves{{
    {{0.50, 0.50, 1.00}, {0.50, 0.47, 1.12}},  // push in
    {{0.47, 0.50, 1.10}, {0.53, 0.50, 1.10}},  // pan right
    {{0.50, 0.47, 1.12}, {0.50, 0.50, 1.00}},  // pull out
    {{0.53, 0.50, 1.10}, {0.47, 0.50, 1.10}},  // pan left
    {{0.50, 0.53, 1.10}, {0.50, 0.47, 1.10}},  // tilt up
    {{0.50, 0.47, 1.10}, {0.50, 0.53, 1.10}},  // tilt down
}};

std::uint64_t mix(std::uint64_t x) {  // SplitMix64's finaliser
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

bool isBreak(char32_t c) {
    static constexpr std::u32string_view kBreaks = U"，。！？；：、,.!?;:…—";
    return kBreaks.find(c) != std::u32string_view::npos;
}

/// Pieces of at most kMaxCuePoints, cut after punctuation where possible, else at a space, else anywhere.
std::vector<std::u32string> cuePieces(const std::u32string& text) {
    std::vector<std::u32string> pieces;
    std::size_t at = 0;
    // Latin letters are about half as wide as Han characters.
    const bool latin = std::count_if(text.begin(), text.end(), [](char32_t c) { return c < 0x250; }) * 2 >
                       static_cast<std::ptrdiff_t>(text.size());
    const std::size_t limit = latin ? kMaxCuePoints * 2 : kMaxCuePoints;
    while (text.size() - at > limit) {
        std::size_t cut = 0;
        for (std::size_t i = at + limit; i > at + limit / 3; --i)
            if (isBreak(text[i - 1]) && !(i < text.size() && isBreak(text[i]))) {
                cut = i;
                break;
            }
        if (cut == 0)
            for (std::size_t i = at + limit; i > at + limit / 3; --i)
                if (text[i - 1] == U' ') {
                    cut = i;
                    break;
                }
        if (cut == 0) cut = at + limit;
        pieces.push_back(text.substr(at, cut - at));
        at = cut;
    }
    if (at < text.size()) pieces.push_back(text.substr(at));
    return pieces;
}

void addCues(Timeline& timeline, const TimelineShotLine& line, std::int64_t start, std::int64_t frames) {
    auto pieces = cuePieces(decodeUtf8(line.text));
    // Each cue needs a frame of its own.
    if (static_cast<std::int64_t>(pieces.size()) > frames) pieces = {decodeUtf8(line.text)};
    std::int64_t total = 0;
    for (const auto& piece : pieces) total += static_cast<std::int64_t>(piece.size());
    std::int64_t before = 0;
    for (const auto& piece : pieces) {
        const std::int64_t after = before + static_cast<std::int64_t>(piece.size());
        timeline.cues.push_back({start + frames * before / total, start + frames * after / total,
                                 encodeUtf8(piece), line.speaker});
        before = after;
    }
}

}  // namespace

Timeline layOut(const std::vector<TimelineShot>& shots, int pauseMillis, std::uint32_t seed) {
    Timeline timeline;
    const std::int64_t pauseFrames = (std::int64_t{pauseMillis} * kFramesPerSecond + 999) / 1000;
    std::size_t lastMove = kMoves.size();
    std::int64_t frame = 0;
    for (std::size_t index = 0; index < shots.size(); ++index) {
        const std::int64_t start = frame;
        for (const TimelineShotLine& line : shots[index].lines) {
            const std::int64_t frames =
                std::max<std::int64_t>(1, (line.samples + kSamplesPerFrame - 1) / kSamplesPerFrame);
            if (!line.audio.empty())
                timeline.voices.push_back({line.audio, frame * kSamplesPerFrame, line.samples});
            addCues(timeline, line, frame, frames);
            frame += frames + pauseFrames;
        }
        frame = std::max(frame, start + kMinShotFrames);
        std::size_t move = mix(seed + index * 0x10001ULL) % kMoves.size();
        if (move == lastMove) move = (move + 1) % kMoves.size();
        lastMove = move;
        timeline.clips.push_back(
            {shots[index].image, start, frame - start, kMoves[move].from, kMoves[move].to});
    }
    timeline.frames = frame;
    return timeline;
}

}  // namespace manju
