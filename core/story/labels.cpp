// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/labels.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/story/headings.h"
#include "core/story/speech_tags.h"
#include "core/story/text_class.h"

namespace manju::story {
namespace {

constexpr std::size_t kLongestName = 30;  // with its bracket, in code points

struct KnownLabel {
    Text word;  // lower case
    LabelKind kind;
};

constexpr std::array kKnownLabels = std::to_array<KnownLabel>({
    {U"旁白", LabelKind::Narrator},
    {U"画外音", LabelKind::Narrator},
    {U"解说", LabelKind::Narrator},
    {U"解说词", LabelKind::Narrator},
    {U"vo", LabelKind::Narrator},
    {U"v.o.", LabelKind::Narrator},
    {U"narrator", LabelKind::Narrator},
    {U"narration", LabelKind::Narrator},
    {U"voiceover", LabelKind::Narrator},
    {U"voice-over", LabelKind::Narrator},
    {U"os", LabelKind::InnerVoice},
    {U"o.s.", LabelKind::InnerVoice},
    {U"内心", LabelKind::InnerVoice},
    {U"内心os", LabelKind::InnerVoice},
    {U"内心独白", LabelKind::InnerVoice},
    {U"独白", LabelKind::InnerVoice},
    {U"心声", LabelKind::InnerVoice},
    {U"字幕", LabelKind::OnScreen},
    {U"弹幕", LabelKind::OnScreen},
    {U"花字", LabelKind::OnScreen},
    {U"画面文字", LabelKind::OnScreen},
    {U"屏幕文字", LabelKind::OnScreen},
    {U"caption", LabelKind::OnScreen},
    {U"super", LabelKind::OnScreen},
    {U"title card", LabelKind::OnScreen},
    {U"on screen", LabelKind::OnScreen},
    {U"on-screen", LabelKind::OnScreen},
    {U"title", LabelKind::OnScreen},
    {U"时间", LabelKind::SceneInfo},
    {U"地点", LabelKind::SceneInfo},
    {U"场景", LabelKind::SceneInfo},
    {U"场次", LabelKind::SceneInfo},
    {U"time", LabelKind::SceneInfo},
    {U"place", LabelKind::SceneInfo},
    {U"location", LabelKind::SceneInfo},
    {U"scene", LabelKind::SceneInfo},
    {U"setting", LabelKind::SceneInfo},
    {U"人物", LabelKind::CastList},
    {U"角色", LabelKind::CastList},
    {U"出场人物", LabelKind::CastList},
    {U"登场人物", LabelKind::CastList},
    {U"出场角色", LabelKind::CastList},
    {U"cast", LabelKind::CastList},
    {U"characters", LabelKind::CastList},
    {U"备注", LabelKind::Note},
    {U"注", LabelKind::Note},
    {U"注释", LabelKind::Note},
    {U"道具", LabelKind::Note},
    {U"服装", LabelKind::Note},
    {U"音效", LabelKind::Note},
    {U"音乐", LabelKind::Note},
    {U"bgm", LabelKind::Note},
    {U"配乐", LabelKind::Note},
    {U"镜头", LabelKind::Note},
    {U"景别", LabelKind::Note},
    {U"运镜", LabelKind::Note},
    {U"镜号", LabelKind::Note},
    {U"画面", LabelKind::Note},
    {U"时长", LabelKind::Note},
    {U"转场", LabelKind::Note},
    {U"切至", LabelKind::Note},
    {U"切", LabelKind::Note},
    {U"note", LabelKind::Note},
    {U"notes", LabelKind::Note},
    {U"music", LabelKind::Note},
    {U"sfx", LabelKind::Note},
    {U"sound", LabelKind::Note},
    {U"camera", LabelKind::Note},
    {U"shot", LabelKind::Note},
    {U"cut to", LabelKind::Note},
    {U"fade in", LabelKind::Note},
    {U"fade out", LabelKind::Note},
    {U"作者", LabelKind::FrontMatter},
    {U"编剧", LabelKind::FrontMatter},
    {U"导演", LabelKind::FrontMatter},
    {U"大纲", LabelKind::FrontMatter},
    {U"故事大纲", LabelKind::FrontMatter},
    {U"简介", LabelKind::FrontMatter},
    {U"内容简介", LabelKind::FrontMatter},
    {U"故事梗概", LabelKind::FrontMatter},
    {U"梗概", LabelKind::FrontMatter},
    {U"人物小传", LabelKind::FrontMatter},
    {U"人物介绍", LabelKind::FrontMatter},
    {U"题材", LabelKind::FrontMatter},
    {U"类型", LabelKind::FrontMatter},
    {U"集数", LabelKind::FrontMatter},
    {U"标题", LabelKind::FrontMatter},
    {U"片名", LabelKind::FrontMatter},
    {U"剧名", LabelKind::FrontMatter},
    {U"字数", LabelKind::FrontMatter},
    {U"author", LabelKind::FrontMatter},
    {U"written by", LabelKind::FrontMatter},
    {U"logline", LabelKind::FrontMatter},
    {U"synopsis", LabelKind::FrontMatter},
    {U"outline", LabelKind::FrontMatter},
});

// Words that introduce a sentence, not a speaker.
constexpr std::array kNoSpeakers = std::to_array<Text>(
    {U"结果",    U"原因",    U"注意",     U"提示",     U"例如",   U"比如", U"总之", U"另外", U"首先",
     U"其次",    U"最后",    U"于是",     U"但是",     U"不过",   U"如下", U"附",   U"题记", U"result",
     U"warning", U"example", U"remember", U"question", U"answer", U"ps",   U"p.s.", U"http", U"https"});

// "陈默OS：" and "林晚内心：".
constexpr std::array kVoiceSuffixes = std::to_array<Text>(
    {U"内心独白", U"内心os", U"画外音", U"内心", U"心声", U"独白", U"旁白", U"o.s.", U"v.o.", U"os", U"vo"});

std::u32string lowered(Text text) {
    std::u32string result;
    for (const char32_t c : text) result += lower(narrow(c));
    return result;
}

LabelKind knownKind(Text name) {
    const std::u32string low = lowered(name);
    for (const KnownLabel& label : kKnownLabels)
        if (label.word == low) return label.kind;
    return LabelKind::None;
}

/// "OS", "内心OS", "V.O., tired"; not "closes the door".
bool isVoiceNote(Text bracket) {
    const std::u32string low = lowered(bracket);
    return std::any_of(kVoiceSuffixes.begin(), kVoiceSuffixes.end(), [&](Text word) {
        const auto at = low.find(word);
        if (at == std::u32string::npos) return false;
        const auto end = at + word.size();
        return isHan(word[0]) ||
               ((at == 0 || !isLatinLetter(low[at - 1])) && (end == low.size() || !isLatinLetter(low[end])));
    });
}

/// The characters a name consists of; separators inside it are single.
bool hasNameShape(Text name) {
    if (name.empty() || name.size() > kLongestName || !isLetterOrDigit(name.front())) return false;
    if (std::all_of(name.begin(), name.end(), isDigit)) return false;
    return std::all_of(name.begin(), name.end(), [](char32_t c) {
        return isLetterOrDigit(c) || c == U' ' || oneOf(c, U"·•・-.'’/&＆#") || (c >= 0x300 && c < 0x370);
    });
}

enum class Plausibility { No, Perhaps, Yes };

Plausibility chineseName(Text name) {
    if (endsInSpeechVerb(name)) return Plausibility::No;
    constexpr Text kFamily = U"妈爸哥姐弟妹爷奶叔姨婆公娘爹舅嫂";
    const bool pronoun = oneOf(name[0], U"我他她它你您咱");
    if (pronoun && name.size() > 1 && !(name.size() <= 3 && oneOf(name.back(), kFamily))) {
        return name.back() == U'们' && name.size() == 2 ? Plausibility::Yes : Plausibility::Perhaps;
    }
    if (numeralLength(name) > 0 && numeralLength(name) + 1 >= name.size()) return Plausibility::No;
    const bool clause =
        std::any_of(name.begin(), name.end(), [](char32_t c) { return oneOf(c, U"的了着是把被这那"); });
    if (clause) return Plausibility::Perhaps;
    if (name.size() <= 4) return Plausibility::Yes;
    const bool foreign = std::any_of(name.begin(), name.end(), [](char32_t c) { return oneOf(c, U"·•・"); });
    const bool numbered = isDigit(name.back()) || (isLatinLetter(name.back()) && isUpper(name.back()));
    return foreign || numbered || oneOf(name.back(), U"甲乙丙丁") ? Plausibility::Yes : Plausibility::Perhaps;
}

/// Every word begins with a capital or a digit: "Old Man 2", "Dr. Reed".
Plausibility latinName(Text name) {
    std::size_t words = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (isSpace(name[i]) || (i > 0 && !isSpace(name[i - 1]))) continue;
        ++words;
        if (isLower(name[i])) return Plausibility::No;
    }
    if (words > 4) return Plausibility::No;
    return words <= 3 ? Plausibility::Yes : Plausibility::Perhaps;
}

Plausibility plausibility(Text name) {
    const std::u32string low = lowered(name);
    if (std::find(kNoSpeakers.begin(), kNoSpeakers.end(), low) != kNoSpeakers.end()) return Plausibility::No;
    const bool han = std::any_of(name.begin(), name.end(), isHan);
    return han ? chineseName(name) : latinName(name);
}

struct Split {
    Text name;
    Text bracket;  // inside （…）
    std::size_t textBegin = 0;
};

std::optional<Split> splitAtColon(Text line) {
    std::size_t at = 0;
    Split split;
    while (at < line.size() && at <= kLongestName && !isColon(line[at]) && !oneOf(line[at], U"（([【")) ++at;
    if (at == 0 || at >= line.size() || at > kLongestName) return std::nullopt;
    split.name = stripped(line.substr(0, at));
    if (!isColon(line[at])) {
        const auto close = closingBracket(line, at, 24);
        if (close == Text::npos) return std::nullopt;
        split.bracket = line.substr(at + 1, close - at - 1);
        at = close + 1;
        while (at < line.size() && (isSpace(line[at]) || isInvisible(line[at]))) ++at;
        if (at >= line.size() || !isColon(line[at])) return std::nullopt;
    }
    split.textBegin = at + 1;
    const bool clockTime = isDigit(line[at - 1]) && at + 1 < line.size() && isDigit(line[at + 1]);
    const bool link = line.substr(at + 1).starts_with(U"//");
    if (clockTime || link) return std::nullopt;
    // After an ASCII colon and a Latin name stands a space, a quote or a bracket; "a:b" is no label.
    if (line[at] == U':' && !isHan(line[at - 1]) && at + 1 < line.size() && isLatinLetter(line[at + 1]))
        return std::nullopt;
    return split;
}

Label labelOfPlain(Text line) {
    Label label;
    label.textEnd = line.size();
    const auto split = splitAtColon(line);
    if (!split) return label;
    Text name = split->name;
    while (!name.empty() && oneOf(name.front(), U"*@_")) name.remove_prefix(1);
    while (!name.empty() && oneOf(name.back(), U"*_")) name.remove_suffix(1);
    if (!hasNameShape(name)) return label;
    label.textBegin = split->textBegin;
    label.kind = knownKind(name);
    if (label.kind == LabelKind::InnerVoice && !split->bracket.empty() && hasNameShape(split->bracket))
        label.name = split->bracket;
    if (label.kind != LabelKind::None) return label;

    bool inner = isVoiceNote(split->bracket);
    const std::u32string low = lowered(name);
    for (const Text suffix : kVoiceSuffixes)
        if (low.size() > suffix.size() && Text(low).ends_with(suffix) &&
            (isHan(suffix[0]) || !isLatinLetter(name[name.size() - suffix.size() - 1]))) {
            name = stripped(name.substr(0, name.size() - suffix.size()));
            inner = true;
            break;
        }
    if (name.empty()) return label;
    const Plausibility likely = plausibility(name);
    if (likely == Plausibility::No) return label;
    label.kind = inner ? LabelKind::InnerVoice : LabelKind::Speaker;
    label.certain = inner || likely == Plausibility::Yes;
    label.name = name;
    return label;
}

}  // namespace

Label labelOf(Text line) {
    if (line.size() > 2 && oneOf(line[0], U"【[［")) {
        const auto close = line[0] == U'［' ? line.find(U'］') : closingBracket(line, 0, 200);
        if (close != Text::npos && stripped(line.substr(close + 1)).empty()) {
            Label label = labelOfPlain(line.substr(1, close - 1));
            if (label.kind == LabelKind::None || !label.certain) return {};
            ++label.textBegin;
            label.textEnd = close;
            return label;
        }
        return {};
    }
    return labelOfPlain(line);
}

}  // namespace manju::story
