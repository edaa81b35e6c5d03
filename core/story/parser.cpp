// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/parser.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/story/coverage.h"
#include "core/story/errors.h"
#include "core/story/headings.h"
#include "core/story/labels.h"
#include "core/story/markup.h"
#include "core/story/numbering.h"
#include "core/story/prose.h"
#include "core/story/shots.h"

namespace manju::story {
namespace {

bool hasHan(Text text) {
    return std::any_of(text.begin(), text.end(), isHan);
}

/// "MARA" or "DR. REED" on a line of its own.
bool isUpperName(Text line) {
    std::size_t letters = 0;
    for (const char32_t c : line) {
        if (isLower(c) || isHan(c) || isSentenceEnd(c)) return false;
        if (isLatinLetter(c)) ++letters;
    }
    return letters >= 2 && line.size() <= 24 && std::count(line.begin(), line.end(), U' ') <= 2;
}

class ScriptReader {
public:
    ScriptReader(Text source, std::int64_t& steps)
        : source_(source),
          steps_(steps),
          map_(source),
          segments_(segmentsOf(source, steps)),
          numbers_(numberRoles(source, segments_)),
          prose_(map_, names_, steps) {}

    ParsedScript read() {
        survey();
        for (std::size_t i = 0; i < segments_.size();) i = readAt(i);
        closeEpisode();
        finish();
        return std::move(script_);
    }

private:
    [[nodiscard]] LineShape shapeAt(std::size_t index) const {
        if (numbers_[index] == NumberRole::Episode) return LineShape::Episode;
        if (numbers_[index] == NumberRole::Page) return LineShape::Page;
        return segments_[index].action ? LineShape::Plain : shapeOf(segments_[index].in(source_));
    }
    [[nodiscard]] Label labelAt(std::size_t index) const {
        if (segments_[index].action) return {};
        Label label = labelOf(segments_[index].in(source_));
        if (!label.certain && names_.labelCount(label.name) < 2) label.kind = LabelKind::None;
        return label;
    }

    void survey();
    void surveyProse(Text line);
    void surveyCapitals(Text line);
    std::size_t readAt(std::size_t index);
    void heading(const Segment& segment, LineShape shape);
    void labelled(std::size_t index, const Label& label);
    void speech(LineKind kind, const std::u32string& speaker, std::size_t begin, std::size_t end);
    std::size_t prose(std::size_t index);
    std::size_t paragraphEnd(std::size_t index) const;
    [[nodiscard]] bool isCue(std::size_t index) const;
    [[nodiscard]] std::size_t cueEnd(std::size_t index) const;
    void closeEpisode();
    void finish();

    Text source_;
    std::int64_t& steps_;
    ScriptMap map_;
    std::vector<Segment> segments_;
    std::vector<NumberRole> numbers_;
    NameBook names_;
    ProseReader prose_;
    ParsedScript script_;
    std::u32string title_;
    std::size_t firstHeading_ = Text::npos;
    bool frontMatter_ = false;
    bool afterSceneInfo_ = false;
    std::int64_t labelledLines_ = 0;
    std::int64_t proseLines_ = 0;
};

/// First pass: names, and where the story proper begins.
void ScriptReader::survey() {
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        const Text line = segments_[i].in(source_);
        steps_ += static_cast<std::int64_t>(line.size());
        const LineShape shape = shapeAt(i);
        if (shape == LineShape::Episode || shape == LineShape::Scene) {
            firstHeading_ = std::min(firstHeading_, i);
            for (const Text word : {Text(U"人物："), Text(U"人物:"), Text(U"角色：")})
                if (const auto at = line.find(word); at != Text::npos)
                    names_.addCastList(line.substr(at + word.size()));
            continue;
        }
        if (shape != LineShape::Plain) continue;
        if (isCue(i)) names_.addLabel(line.front() == U'@' ? stripped(line.substr(1)) : line, true);
        const Label label = segments_[i].action ? Label{} : labelOf(line);
        if (label.kind == LabelKind::CastList || label.kind == LabelKind::FrontMatter)
            names_.addCastList(line.substr(label.textBegin));
        if (!label.name.empty()) names_.addLabel(label.name, label.certain);
        surveyProse(line);
    }
    names_.settle();
}

void ScriptReader::surveyProse(Text line) {
    for (std::size_t i = 0; i < line.size(); ++i)
        if (i == 0 || oneOf(line[i - 1], U"。！？“”「」")) names_.addSentenceStart(line.substr(i, 6));
    surveyCapitals(line);
    for (const Quote& quote : quotesIn(line, false)) {
        const Text after = line.substr(quote.end, std::min<std::size_t>(120, line.size() - quote.end));
        const std::size_t reach = std::min<std::size_t>(120, quote.begin);
        const Text lead = line.substr(quote.begin - reach, reach);
        for (const Text clause : {firstClause(after), lastClause(lead)})
            if (const Text subject = phraseBeforeVerb(clause); !subject.empty()) names_.addSubject(subject);
        // 林晚抬起头，轻声问：“…”: the subject stands at the start of the sentence.
        const Text clause = lastClause(lead);
        const Text start = firstClause(lastSentence(lead));
        if (!phraseBeforeVerb(clause).empty() && start.data() != clause.data() && hasHan(start))
            names_.addSubject(start);
        steps_ += static_cast<std::int64_t>(after.size() + lead.size());
    }
}

/// Capitalised words and whether they begin a sentence.
void ScriptReader::surveyCapitals(Text line) {
    bool begins = true;
    for (std::size_t i = 0; i < line.size();) {
        if (!isLatinLetter(line[i])) {
            if (isSentenceEnd(line[i]) || isColon(line[i]) || isQuoteOpening(line[i]) || isClosing(line[i]))
                begins = true;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && isLatinLetter(line[end])) ++end;
        const bool capital = isUpper(line[i]) && end > i + 1 && isLower(line[i + 1]);
        if (capital) names_.addCapitalised(line.substr(i, std::min<std::size_t>(end - i, 30)), begins);
        begins = false;
        i = end;
    }
}

/// A character's name on a line of its own, above what it says.
bool ScriptReader::isCue(std::size_t index) const {
    const Segment& segment = segments_[index];
    if (index + 1 >= segments_.size() || !segment.ownLine || segment.action ||
        segments_[index + 1].blankBefore)
        return false;
    const Text line = segment.in(source_);
    if (line.front() == U'@') return line.size() > 1 && line.size() <= 24 && line.find(U' ') > 1;
    if (!segments_[index + 1].ownLine || shapeAt(index + 1) != LineShape::Plain) return false;
    if (isUpperName(line)) return segment.blankBefore && !isUpperName(segments_[index + 1].in(source_));
    return line.size() <= 8 && hasHan(line) && names_.labelCount(line) > 0;
}

/// What a cue speaks: in a screenplay with upper-case names or @names everything up to an empty line, else
/// one paragraph, with a direction in brackets before it.
std::size_t ScriptReader::cueEnd(std::size_t index) const {
    const Text cue = segments_[index].in(source_);
    const bool block = cue.front() == U'@' || isUpperName(cue);
    const bool direction = oneOf(source_[segments_[index + 1].begin], U"（(");
    if (!block) return paragraphEnd(direction && index + 2 < segments_.size() ? index + 2 : index + 1);
    std::size_t end = index + 2;
    while (end < segments_.size() && !segments_[end].blankBefore && !segments_[end].action &&
           shapeAt(end) == LineShape::Plain && labelAt(end).kind == LabelKind::None && !isCue(end))
        ++end;
    return end;
}

std::size_t ScriptReader::readAt(std::size_t index) {
    const Segment& segment = segments_[index];
    const LineShape shape = shapeAt(index);
    const Text line = segment.in(source_);
    if (shape == LineShape::Rule || shape == LineShape::Page || isAuthorsRemark(line)) {
        map_.set(segment.begin, segment.end, Part::Mark);
        return index + 1;
    }
    if (shape != LineShape::Plain) {
        heading(segment, shape);
        return index + 1;
    }
    const Label label = labelAt(index);
    // A plot summary before the first heading may have several lines; an empty line ends it.
    if (segment.blankBefore) frontMatter_ = false;
    if (frontMatter_ || label.kind == LabelKind::FrontMatter) {
        frontMatter_ = firstHeading_ != Text::npos && index < firstHeading_;
        map_.set(segment.begin, segment.end, Part::Mark);
        return index + 1;
    }
    if (label.kind != LabelKind::None) {
        labelled(index, label);
        return index + 1;
    }
    afterSceneInfo_ = false;
    if (isCue(index)) {
        const std::size_t end = cueEnd(index);
        map_.set(segment.begin, segment.end, Part::Label);
        const Text name = line.front() == U'@' ? stripped(line.substr(1)) : line;
        speech(LineKind::Dialogue, std::u32string(name), segments_[index + 1].begin, segments_[end - 1].end);
        ++labelledLines_;
        return end;
    }
    return prose(index);
}

void ScriptReader::heading(const Segment& segment, LineShape shape) {
    frontMatter_ = false;
    const std::u32string text = headingText(segment.in(source_));
    map_.set(segment.begin, segment.end, Part::Heading);
    if (shape == LineShape::Title) {
        if (title_.empty() && !map_.hasLines()) title_ = text;
        return;
    }
    prose_.forget();
    if (shape == LineShape::Episode) {
        closeEpisode();
        title_ = text;
    }
    map_.enterScene(shape == LineShape::Scene ? Text(text) : Text());
    afterSceneInfo_ = shape == LineShape::Scene;
}

void ScriptReader::labelled(std::size_t index, const Label& label) {
    const Segment& segment = segments_[index];
    const std::size_t begin = segment.begin + label.textBegin;
    const std::size_t end = segment.begin + label.textEnd;
    const bool workTitle = label.kind == LabelKind::OnScreen && script_.episodes.empty() &&
                           !map_.hasLines() && segment.in(source_).starts_with(U"Title:");
    if (label.kind == LabelKind::SceneInfo || workTitle) {
        const Text text = stripped(source_.substr(begin, end - begin));
        map_.set(segment.begin, segment.end, Part::Heading);
        if (workTitle) {
            title_ = text;
        } else if (afterSceneInfo_) {
            map_.currentScene().append(U" ").append(text);
        } else {
            map_.enterScene(text);
            prose_.forget();
        }
        afterSceneInfo_ = !workTitle;
        return;
    }
    if (label.kind == LabelKind::CastList || label.kind == LabelKind::Note) {
        map_.set(segment.begin, segment.end, Part::Mark);
        return;
    }
    afterSceneInfo_ = false;
    ++labelledLines_;
    map_.set(segment.begin, begin, Part::Label);
    map_.set(end, segment.end, Part::Mark);
    switch (label.kind) {
        case LabelKind::Narrator:
            return speech(LineKind::Narration, {}, begin, end);
        case LabelKind::OnScreen:
            return speech(LineKind::OnScreenText, {}, begin, end);
        case LabelKind::InnerVoice:
            return speech(LineKind::InnerVoice, label.name, begin, end);
        default:
            return speech(LineKind::Dialogue, label.name, begin, end);
    }
}

/// The text after a label: directions in brackets and the quotes around it are not spoken; what follows a
/// closed quote is narration again.
void ScriptReader::speech(LineKind kind, const std::u32string& speaker, std::size_t begin, std::size_t end) {
    const bool character = kind == LineKind::Dialogue || kind == LineKind::InnerVoice;
    markMarkup(map_, begin, end);
    markDirections(map_, begin, end, character);
    while (begin < end && (map_.at(begin) != Part::Free || !isVisible(source_[begin]))) ++begin;
    const Text text = stripped(source_.substr(begin, end - begin));
    std::size_t rest = end;
    if (const auto quote = leadingQuote(text); quote && quote->closed) {
        rest = begin + quote->end;
        map_.set(begin, begin + quote->innerBegin, Part::Mark);
        map_.set(begin + quote->innerEnd, rest, Part::Mark);
    }
    map_.utter(kind, speaker, begin, rest);
    if (character) prose_.spoke(speaker);
    if (rest < end) prose_.read(rest, end);
}

/// One paragraph, which may be wrapped over several lines. Returns the segment after it.
std::size_t ScriptReader::prose(std::size_t index) {
    const std::size_t next = paragraphEnd(index);
    const Segment& segment = segments_[index];
    std::size_t begin = segment.begin;
    if (segment.action) {
        while (begin < segment.end && (oneOf(source_[begin], U"△▲▷") || !isVisible(source_[begin]))) ++begin;
        map_.set(segment.begin, begin, Part::Mark);
    } else {
        ++proseLines_;
    }
    const std::size_t end = segments_[next - 1].end;
    markMarkup(map_, begin, end);
    prose_.read(begin, end);
    return next;
}

/// A line that is full and stops in the middle of a sentence goes on in the next one.
std::size_t ScriptReader::paragraphEnd(std::size_t index) const {
    std::size_t next = index + 1;
    for (; next < segments_.size(); ++next) {
        const Segment& here = segments_[next - 1];
        const Segment& there = segments_[next];
        if (there.blankBefore || !there.ownLine || there.indented || there.action) break;
        const char32_t last = source_[here.end - 1];
        const char32_t first = source_[there.begin];
        const bool latin = here.size() >= 40 &&
                           (isLatinLetter(last) || isDigit(last) || oneOf(last, U",;-'’")) &&
                           (isLatinLetter(first) || isDigit(first) || isQuoteOpening(first));
        const bool han = here.size() >= 30 && isHan(last) && isHan(first) &&
                         here.in(source_).find_first_of(U"，。！？") != Text::npos;
        if (!(latin || han) || shapeAt(next) != LineShape::Plain || labelAt(next).kind != LabelKind::None)
            break;
    }
    return next;
}

void ScriptReader::closeEpisode() {
    auto lines = map_.takeLines();
    if (lines.empty()) return;
    EpisodeDraft episode;
    episode.title = encodeUtf8(title_);
    episode.shots = splitIntoShots(lines, map_, names_, steps_);
    episode.utterances.reserve(lines.size());
    for (MappedLine& line : lines) episode.utterances.push_back(std::move(line.utterance));
    script_.episodes.push_back(std::move(episode));
    title_.clear();
}

void ScriptReader::finish() {
    countCoverage(map_, script_);
    if (labelledLines_ == 0 || labelledLines_ * 4 <= proseLines_)
        script_.format = "prose";
    else
        script_.format = proseLines_ * 4 <= labelledLines_ ? "dialogue" : "mixed";
    const auto han = std::count_if(source_.begin(), source_.end(), isHan);
    const auto latin = std::count_if(source_.begin(), source_.end(), isLatinLetter);
    script_.language = han > latin ? "zh" : "en";
}

}  // namespace

ParsedScript parseText(std::u32string_view text, std::int64_t* steps) {
    std::int64_t count = 0;
    ParsedScript script = ScriptReader(text, count).read();
    if (steps) *steps = count;
    return script;
}

Result<ParsedScript> parseScript(std::string_view bytes, const std::string& file) {
    MANJU_TRY(const DecodedScript decoded, decodeScript(bytes, file));
    ParsedScript script = parseText(decoded.text);
    if (script.episodes.empty()) return Error(kScriptSilent, {{"file", file}});
    script.file = file;
    script.encoding = decoded.encoding;
    script.confidence = decoded.confidence;
    return script;
}

Result<ParsedScript> parseScriptFile(const std::filesystem::path& path) {
    MANJU_TRY(const std::string bytes, os::readFile(path, kMaxScript));
    return parseScript(bytes, displayPath(path));
}

}  // namespace manju::story
