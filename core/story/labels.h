// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/story/lines.h"

// "name: line" and the other labels before a colon. Private.
namespace manju::story {

enum class LabelKind {
    None,
    Speaker,      ///< a character speaks
    Narrator,     ///< 旁白, Narrator: the rest of the line is narration
    InnerVoice,   ///< inner voice, of `name` if there is one
    OnScreen,     ///< 字幕, Title card: shown, not spoken
    SceneInfo,    ///< 时间, 地点, 场景: belongs to the scene heading
    CastList,     ///< 人物：林晚、陈默
    Note,         ///< 音效, 备注, Cut to: for the crew
    FrontMatter,  ///< 大纲, 人物小传: what follows up to the first episode is not the story
};

struct Label {
    LabelKind kind = LabelKind::None;
    std::u32string name;        ///< speaker
    std::size_t textBegin = 0;  ///< in the line; what lies before is the label
    std::size_t textEnd = 0;    ///< in the line; what lies after is the closing bracket
    /// False: it has the shape of a label, but a sentence may have it too ("He knew: ..."). It counts as one
    /// only where the same label occurs again.
    bool certain = true;
};

/// The label at the start of a stripped line.
Label labelOf(Text line);

}  // namespace manju::story
