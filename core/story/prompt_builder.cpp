// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/prompt_builder.h"

#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/story/scene_words.h"
#include "core/story/text_class.h"

namespace manju::story {
namespace {

/// A comma-separated list of tags without repetitions.
class TagList {
public:
    void add(std::string_view tags) {
        const std::u32string points = decodeUtf8(tags);
        std::u32string tag;
        for (const char32_t c : points) {
            if (oneOf(c, U",，、\n")) {
                addOne(tag);
                tag.clear();
            } else {
                tag += c;
            }
        }
        addOne(tag);
    }
    [[nodiscard]] std::string text() const {
        std::string joined;
        for (const std::string& tag : tags_) joined.append(joined.empty() ? "" : ", ").append(tag);
        return joined;
    }

private:
    void addOne(const std::u32string& raw) {
        if (std::any_of(raw.begin(), raw.end(), isCjk)) return;
        const std::string bytes = encodeUtf8(raw);
        std::string tag(trimmed(bytes));
        if (!tag.empty() && std::find(tags_.begin(), tags_.end(), tag) == tags_.end())
            tags_.push_back(std::move(tag));
    }
    std::vector<std::string> tags_;
};

bool speaksIn(const ShotDraft& shot, const CastMember& member, const Cast& cast) {
    return std::any_of(shot.lines.begin(), shot.lines.end(), [&](const ShotLine& line) {
        return !line.speaker.empty() && cast.find(line.speaker) == &member;
    });
}

const CastMember* framedMember(const ShotDraft& shot, const Cast& cast, int number) {
    std::vector<const CastMember*> speakers;
    std::vector<const CastMember*> mentioned;
    for (const std::string& name : shot.characters) {
        const CastMember* member = cast.find(name);
        if (!member) continue;
        auto& list = speaksIn(shot, *member, cast) ? speakers : mentioned;
        if (std::find(list.begin(), list.end(), member) == list.end()) list.push_back(member);
    }
    const auto& candidates = speakers.empty() ? mentioned : speakers;
    if (candidates.empty()) return nullptr;
    // By name, so that A-B and B-A conversations alternate alike.
    std::vector<const CastMember*> sorted = candidates;
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    return sorted[static_cast<std::size_t>(std::max(number - 1, 0)) % sorted.size()];
}

}  // namespace

ImagePrompt buildPrompt(const ShotDraft& shot, const Cast& cast, const ImagePreset& preset, int number) {
    std::u32string text;
    for (const ShotLine& line : shot.lines) text.append(decodeUtf8(line.text)).append(U"\n");
    const SceneTags said = sceneTagsOf(text);
    const SceneTags scene = headingTagsOf(decodeUtf8(shot.scene));
    // The heading says where and when; the lines say what happens.
    const auto where = [&](SceneAspect aspect) {
        return scene.of(aspect).empty() ? said.of(aspect) : scene.of(aspect);
    };
    const auto what = [&](SceneAspect aspect) {
        return said.of(aspect).empty() ? scene.of(aspect) : said.of(aspect);
    };
    const auto orNeutral = [](const std::string& tags, const char* neutral) {
        return tags.empty() ? neutral : tags;
    };

    TagList tags;
    tags.add(preset.style);
    const CastMember* framed = framedMember(shot, cast, number);
    if (framed) {
        tags.add(framed->trigger);
        tags.add(framed->prompt);
        tags.add("solo");
    }
    tags.add(orNeutral(what(SceneAspect::ShotSize), framed ? "upper body" : "wide shot"));
    if (framed) tags.add(orNeutral(what(SceneAspect::Mood), "calm expression"));
    tags.add(orNeutral(where(SceneAspect::Place), "simple background"));
    tags.add(where(SceneAspect::Time));
    tags.add(what(SceneAspect::Weather));

    TagList negative;
    negative.add(preset.negative);
    return {tags.text(), negative.text(), framed ? framed->name : std::string()};
}

}  // namespace manju::story
