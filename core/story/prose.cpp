// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/prose.h"

#include <algorithm>

namespace manju::story {
namespace {

bool hasWords(Text text) {
    return std::any_of(text.begin(), text.end(), isLetterOrDigit);
}

/// The narration before a quote, back to the end of the quote before it.
Text before(Text paragraph, std::size_t quoteBegin, std::size_t previousEnd) {
    return paragraph.substr(previousEnd, quoteBegin - previousEnd);
}

std::size_t words(Text text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isLetterOrDigit));
}

}  // namespace

void ProseReader::forget() {
    last_.clear();
    other_.clear();
    mentioned_.clear();
    open_.clear();
    isOpen_ = false;
    talking_ = false;
}

void ProseReader::spoke(const std::u32string& speaker) {
    if (!speaker.empty() && speaker != last_) {
        other_ = last_;
        last_ = speaker;
    }
    talking_ = true;
}

/// Quoted words are not always speech: he was called “Ghost”. Speech is a sentence of its own, follows a
/// colon, or has a speech verb beside it.
bool ProseReader::isSpeech(Text paragraph, const Quote& quote) const {
    const Text inside = stripped(paragraph.substr(quote.innerBegin, quote.innerEnd - quote.innerBegin));
    if (inside.empty()) return false;
    if (!quote.closed) return inside.size() >= 2;
    if (isSentenceEnd(inside.back()) || oneOf(inside.back(), U"，,—–~～-")) return true;
    const Text lead = stripped(paragraph.substr(0, quote.begin));
    if (!lead.empty() && isColon(lead.back())) return true;
    if (lead.empty() && stripped(paragraph.substr(quote.end)).empty()) return true;
    if (!lead.empty() && oneOf(lead.back(), U"，,") && tagBefore(lead, names_)) return true;
    const Text after = paragraph.substr(quote.end);
    const bool pause = !after.empty() && (oneOf(after[0], U"，,") || (lead.empty() && !isHan(inside.back())));
    return (pause || lead.empty()) && tagAfter(after, names_).has_value();
}

std::u32string ProseReader::resolve(const Subject& subject, Text narration, Text sentence) const {
    if (subject.kind != SubjectKind::ThirdPerson) return subject.name;
    // "he": the subject of the narration before, unless the same sentence names that person beside "he".
    if (const auto named = subjectOf(narration, names_); named && named->kind == SubjectKind::Named)
        return named->name;
    if (mixesPronouns(sentence) || beginsWithUnknownName(lastSentence(narration), names_)) return {};
    // In a conversation a new paragraph is the other one's turn.
    return talking_ && mentioned_ == last_ && !other_.empty() ? other_ : mentioned_;
}

/// Finds the speaker of one passage from the words around it.
void ProseReader::attribute(Text paragraph, std::vector<Passage>& passages, std::size_t index) {
    Passage& passage = passages[index];
    const std::size_t previousEnd = index == 0 ? 0 : passages[index - 1].quote.end;
    const std::size_t nextBegin =
        index + 1 < passages.size() ? passages[index + 1].quote.begin : paragraph.size();
    const Text lead = before(paragraph, passage.quote.begin, previousEnd);
    const Text after = paragraph.substr(passage.quote.end, nextBegin - passage.quote.end);
    steps_ += static_cast<std::int64_t>(std::min<std::size_t>(lead.size(), 120) +
                                        std::min<std::size_t>(after.size(), 120));
    const auto accept = [&](const Subject& subject, Text narration, Text sentence) {
        passage.speaker = resolve(subject, narration, sentence);
        passage.resolved = !passage.speaker.empty();
    };
    // A colon leads to this quote more strongly than a verb that follows it.
    if (const auto tag = tagBefore(lead, names_); tag && isColon(stripped(lead).back())) {
        accept(tag->subject, {}, lastSentence(lead));
        passage.inner = tag->inner;
        passage.tagBeforeBare = tag->bare && passage.resolved && words(lead) == words(lastClause(lead));
    } else if (const auto follow = tagAfter(after, names_)) {
        accept(follow->subject, lead, firstClause(after));
        passage.inner = follow->inner;
        passage.tagAfterBare = follow->bare && passage.resolved && words(after) == words(firstClause(after));
    } else if (tag) {
        accept(tag->subject, {}, lastSentence(lead));
        passage.inner = tag->inner;
        passage.tagBeforeBare = tag->bare && passage.resolved && words(lead) == words(lastClause(lead));
    }
    if (passage.resolved) return;
    if (index == 0 || hasWords(lead)) {
        const Text sentence = lastSentence(lead);
        const auto subject = subjectOf(sentence, names_);
        // Between two quotes of a paragraph "he" is the one who speaks already.
        if (subject && (index == 0 || subject->kind != SubjectKind::ThirdPerson))
            accept(*subject, {}, sentence);
    }
    const Text follow = firstClause(after);
    if (!passage.resolved && !hasWords(lead) && index == 0)
        if (const auto subject = subjectOf(follow, names_);
            subject && subject->at == 0 && subject->kind == SubjectKind::Named)
            accept(*subject, {}, follow);
}

/// Passages without a sign of their own: one paragraph has one speaker; paragraphs of speech alone alternate.
void ProseReader::spread(Text paragraph, std::vector<Passage>& passages) const {
    std::u32string known;
    for (const Passage& passage : passages)
        if (passage.resolved && known.empty()) known = passage.speaker;
    if (known.empty()) {
        const bool speechOnly = !hasWords(before(paragraph, passages.front().quote.begin, 0));
        if (isOpen_)
            known = open_;
        else if (speechOnly && talking_ && !other_.empty())
            known = other_;
    }
    for (Passage& passage : passages) {
        if (passage.resolved)
            known = passage.speaker;
        else
            passage.speaker = known;
    }
}

std::vector<ProseReader::Passage> ProseReader::passagesOf(Text paragraph) {
    std::vector<Passage> passages;
    for (const Quote& quote : quotesIn(paragraph, isOpen_))
        if (quote.begin == quote.innerBegin || isSpeech(paragraph, quote))
            passages.push_back({quote, {}, false, false, false, false});
    for (std::size_t i = 0; i < passages.size(); ++i) attribute(paragraph, passages, i);
    if (!passages.empty()) spread(paragraph, passages);
    return passages;
}

void ProseReader::remember(Text narration) {
    const Text sentence = lastSentence(narration);
    auto subject = subjectOf(sentence, names_);
    if (!subject || subject->kind != SubjectKind::Named)
        subject = subjectOf(narration.substr(0, 200), names_);
    if (subject && subject->kind == SubjectKind::Named) mentioned_ = subject->name;
}

void ProseReader::narrate(std::size_t begin, std::size_t end, bool afterQuote) {
    const Text source = map_.source();
    if (afterQuote) {
        std::size_t from = begin;
        while (from < end && (isSpace(source[from]) || oneOf(source[from], U"，。,.；;、…!！?？"))) ++from;
        map_.set(begin, from, Part::Mark);
        begin = from;
    }
    const Text narration = source.substr(begin, end - begin);
    if (hasWords(narration)) remember(narration);
    map_.utter(LineKind::Narration, {}, begin, end);
}

void ProseReader::read(std::size_t begin, std::size_t end) {
    const Text paragraph = map_.source().substr(begin, end - begin);
    steps_ += static_cast<std::int64_t>(3 * paragraph.size());
    const auto passages = passagesOf(paragraph);
    std::size_t at = 0;
    bool tagFollows = false;
    const auto narration = [&](std::size_t to, bool bareBefore) {
        const Text text = paragraph.substr(at, to - at);
        if ((tagFollows || bareBefore) && hasWords(text))
            map_.set(begin + at, begin + to, Part::Label);
        else
            narrate(begin + at, begin + to, at > 0);
    };
    for (const Passage& passage : passages) {
        const Quote& quote = passage.quote;
        if (quote.begin > at) narration(quote.begin, passage.tagBeforeBare);
        map_.set(begin + quote.begin, begin + quote.innerBegin, Part::Mark);
        map_.utter(passage.inner ? LineKind::InnerVoice : LineKind::Dialogue, passage.speaker,
                   begin + quote.innerBegin, begin + quote.innerEnd);
        map_.set(begin + quote.innerEnd, begin + quote.end, Part::Mark);
        spoke(passage.speaker);
        at = quote.end;
        tagFollows = passage.tagAfterBare;
    }
    if (at < paragraph.size()) narration(paragraph.size(), false);
    talking_ = !passages.empty();
    isOpen_ = !passages.empty() && !passages.back().quote.closed;
    open_ = isOpen_ ? passages.back().speaker : std::u32string();
}

}  // namespace manju::story
