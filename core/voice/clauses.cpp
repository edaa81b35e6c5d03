// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/clauses.h"

#include <unicode/uchar.h>

#include <algorithm>

namespace manju::voice {
namespace {

double pauseOf(char32_t mark) {
    switch (mark) {
        case U'、':
            return 0.10;
        case U'，':
            return 0.18;
        case U'：':
        case U'；':
        case U'—':
            return 0.25;
        case U'…':
            return 0.35;
        default:  // 。！？
            return 0.38;
    }
}

bool speaks(const Segment& segment) {
    return std::any_of(segment.text.begin(), segment.text.end(),
                       [](char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; });
}

}  // namespace

std::vector<Clause> clausesOf(const std::vector<SpokenPiece>& pieces) {
    std::vector<Clause> clauses;
    Clause clause;
    const auto finish = [&](double pause) {
        std::erase_if(clause.segments, [](const Segment& s) { return !speaks(s); });
        if (clause.segments.empty()) return;
        clause.pauseSeconds = pause;
        clauses.push_back(std::move(clause));
        clause = {};
    };
    for (const SpokenPiece& piece : pieces) {
        if (piece.kind == PieceKind::Mark) {
            finish(pauseOf(piece.text[0]));
            continue;
        }
        const bool foreign = piece.kind == PieceKind::Foreign;
        if (clause.segments.empty() || clause.segments.back().foreign != foreign)
            clause.segments.push_back({foreign, {}, {}});
        Segment& segment = clause.segments.back();
        segment.text += piece.text;
        segment.sources.insert(segment.sources.end(), piece.text.size(), {piece.begin, piece.end});
    }
    finish(0);
    if (!clauses.empty()) clauses.back().pauseSeconds = 0;
    return clauses;
}

}  // namespace manju::voice
