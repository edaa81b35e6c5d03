// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/speech_tags.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

struct Verb {
    Text word;
    bool plain = false;  // carries nothing that the voice itself does not show
    bool inner = false;
};

// Longest first.
constexpr std::array kVerbs = std::to_array<Verb>({
    {U"继续说道"},
    {U"解释道"},
    {U"补充道"},
    {U"回答道", true},
    {U"笑着说"},
    {U"哭着说"},
    {U"开口道", true},
    {U"自言自语"},
    {U"说道", true},
    {U"问道", true},
    {U"答道", true},
    {U"回道", true},
    {U"喊道", true},
    {U"叫道", true},
    {U"笑道"},
    {U"怒道"},
    {U"骂道"},
    {U"吼道"},
    {U"叹道"},
    {U"心道", false, true},
    {U"心想", false, true},
    {U"暗想", false, true},
    {U"暗道", false, true},
    {U"想道", false, true},
    {U"反问"},
    {U"追问"},
    {U"质问"},
    {U"询问"},
    {U"回答", true},
    {U"开口", true},
    {U"低语"},
    {U"喃喃"},
    {U"嘟囔"},
    {U"嘀咕"},
    {U"吩咐"},
    {U"命令"},
    {U"提醒"},
    {U"安慰"},
    {U"怒吼"},
    {U"大吼"},
    {U"大喊"},
    {U"大叫"},
    {U"尖叫"},
    {U"惊呼"},
    {U"哭喊"},
    {U"呢喃"},
    {U"呵斥"},
    {U"怒斥"},
    {U"说", true},
    {U"问", true},
    {U"答", true},
    {U"道", true},
    {U"喊", true},
    {U"叫", true},
    {U"吼"},
    {U"骂"},
    {U"嚷"},
    {U"叹"},
    {U"喝"},
    {U"笑"},
    {U"想", false, true},
});
// End in a speech verb's character, but mean something else.
constexpr std::array kNoVerbs =
    std::to_array<Text>({U"知道", U"街道", U"味道", U"轨道", U"频道", U"通道", U"隧道", U"难道",
                         U"霸道", U"地道", U"小说", U"传说", U"据说", U"听说", U"疑问", U"学问",
                         U"访问", U"微笑", U"大笑", U"理想", U"梦想", U"思想", U"不想", U"微微一笑"});
constexpr std::array kParticles =
    std::to_array<Text>({U"了一句", U"了一声", U"一句", U"一声", U"起来", U"着", U"了"});
// 微微一笑 and the like follow a quote as a tag although they are no verbs of speech.
constexpr std::array kRoles = std::to_array<Text>(
    {U"我婆婆", U"我老公", U"我老婆", U"我妈妈", U"我爸爸", U"我妈",   U"我爸",   U"我哥",   U"我姐", U"我弟",
     U"我妹",   U"老太太", U"老板娘", U"小女孩", U"小男孩", U"黑衣人", U"蒙面人", U"服务员", U"老人", U"女孩",
     U"男孩",   U"女人",   U"男人",   U"少女",   U"少年",   U"老板",   U"医生",   U"护士",   U"警察", U"司机",
     U"保安",   U"店员",   U"经理",   U"总裁",   U"秘书",   U"管家",   U"侍卫",   U"皇上",   U"皇后", U"太后",
     U"公主",   U"王爷",   U"丫鬟",   U"师父",   U"师傅",   U"师兄",   U"师姐",   U"师弟",   U"师妹", U"妈妈",
     U"爸爸",   U"母亲",   U"父亲",   U"爷爷",   U"奶奶",   U"外婆",   U"外公",   U"姐姐",   U"哥哥", U"弟弟",
     U"妹妹",   U"婆婆",   U"老公",   U"老婆",   U"丈夫",   U"妻子",   U"老师",   U"校长",   U"同学", U"同桌",
     U"老头",   U"众人",   U"掌柜",   U"小二",   U"将军",   U"士兵",   U"太子",   U"世子",   U"殿下", U"陛下",
     U"王妃",   U"娘娘",   U"嬷嬷",   U"掌门",   U"长老",   U"公子",   U"小姐",   U"少爷",   U"夫人", U"老爷",
     U"姑娘",   U"大夫",   U"大人",   U"侯爷",   U"国师",   U"道士",   U"和尚",   U"队长",   U"局长", U"主任",
     U"教授",   U"博士",   U"记者",   U"律师",   U"法官",   U"邻居",   U"房东",   U"主播",   U"国王", U"女王",
     U"王子",   U"骑士"});

constexpr std::array kEnglishVerbs = std::to_array<Verb>({
    {U"said", true},
    {U"says", true},
    {U"asked", true},
    {U"asks", true},
    {U"replied", true},
    {U"answered", true},
    {U"whispered"},
    {U"whispers"},
    {U"shouted"},
    {U"shouts"},
    {U"cried"},
    {U"called"},
    {U"muttered"},
    {U"murmured"},
    {U"yelled"},
    {U"added", true},
    {U"continued", true},
    {U"snapped"},
    {U"laughed"},
    {U"breathed"},
    {U"hissed"},
    {U"screamed"},
    {U"begged"},
    {U"warned"},
    {U"promised"},
    {U"agreed"},
    {U"insisted"},
    {U"announced"},
    {U"explained"},
    {U"demanded"},
    {U"sighed"},
    {U"sobbed"},
    {U"told"},
    {U"growled"},
    {U"thought", false, true},
    {U"wondered", false, true},
});
constexpr std::array kCapitalised = std::to_array<Text>(
    {U"The",    U"Then",    U"But",    U"And", U"So",   U"When", U"While", U"After", U"Before",  U"At",
     U"In",     U"On",      U"A",      U"An",  U"His",  U"Her",  U"Their", U"My",    U"That",    U"This",
     U"There",  U"It",      U"Its",    U"As",  U"With", U"Now",  U"Once",  U"For",   U"Finally", U"Suddenly",
     U"Slowly", U"Quietly", U"Softly", U"You", U"They", U"We",   U"No",    U"Yes",   U"Not",     U"What"});

template <std::size_t N>
bool contains(const std::array<Text, N>& words, Text word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

struct VerbAt {
    const Verb* verb = nullptr;
    std::size_t at = 0;  // where it begins in the clause
};

/// The speech verb, with its particle, that ends a Chinese clause.
std::optional<VerbAt> verbAtEnd(Text clause) {
    for (const Text particle : kParticles)
        if (clause.size() > particle.size() && clause.ends_with(particle)) {
            clause.remove_suffix(particle.size());
            break;
        }
    for (const Text word : kNoVerbs)
        if (clause.ends_with(word)) return std::nullopt;
    for (const Verb& verb : kVerbs)
        if (clause.ends_with(verb.word)) return VerbAt{&verb, clause.size() - verb.word.size()};
    return std::nullopt;
}

struct Word {
    std::size_t at;
    Text text;
};

std::vector<Word> wordsOf(Text text, std::size_t most) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < text.size() && words.size() < most;) {
        std::size_t end = i;
        while (end < text.size() && (isLetterOrDigit(text[end]) || oneOf(text[end], U"'’-"))) ++end;
        if (end > i) words.push_back({i, text.substr(i, end - i)});
        i = end + (end == i ? 1 : 0);
    }
    return words;
}

const Verb* englishVerb(Text word) {
    static const auto kByWord = [] {
        std::unordered_map<Text, const Verb*> verbs;
        for (const Verb& verb : kEnglishVerbs) verbs[verb.word] = &verb;
        return verbs;
    }();
    const auto found = kByWord.find(word);
    return found == kByWord.end() ? nullptr : found->second;
}

/// A pronoun, "the old man", or capitalised words at `index`.
std::optional<Subject> englishSubjectAt(const std::vector<Word>& words, std::size_t index, Text text) {
    const Word& word = words[index];
    if (word.text == U"I") return Subject{SubjectKind::FirstPerson, U"I", word.at, 1};
    for (const Text pronoun : {Text(U"he"), Text(U"she"), Text(U"He"), Text(U"She")})
        if (word.text == pronoun) return Subject{SubjectKind::ThirdPerson, {}, word.at, word.text.size()};
    if (contains(kCapitalised, word.text) || word.text.empty() || !isUpper(word.text[0])) return std::nullopt;
    std::size_t end = word.at + word.text.size();
    for (std::size_t i = index + 1; i < words.size() && i < index + 3; ++i) {
        const bool next = words[i].at == end + 1 && isSpace(text[end]) && isUpper(words[i].text[0]) &&
                          !contains(kCapitalised, words[i].text) && words[i].text != U"I";
        if (!next) break;
        end = words[i].at + words[i].text.size();
    }
    return Subject{SubjectKind::Named, std::u32string(text.substr(word.at, end - word.at)), word.at,
                   end - word.at};
}

/// "the old man", "a voice" before or after a verb: the noun with its adjective.
std::optional<Subject> englishRole(const std::vector<Word>& words, std::size_t the, std::size_t end,
                                   Text text) {
    static constexpr std::array kArticles = std::to_array<Text>({U"the", U"The", U"a", U"A", U"an", U"An"});
    if (the >= words.size() || !contains(kArticles, words[the].text)) return std::nullopt;
    if (end <= the + 1 || end > the + 4 || end > words.size()) return std::nullopt;
    const std::size_t from = words[the + 1].at;
    const std::size_t to = words[end - 1].at + words[end - 1].text.size();
    return Subject{SubjectKind::Named, std::u32string(text.substr(from, to - from)), from, to - from};
}

std::optional<SpeechTag> englishTag(Text clause) {
    const auto words = wordsOf(clause, 24);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Verb* verb = englishVerb(words[i].text);
        if (!verb) continue;
        std::optional<Subject> subject;
        for (std::size_t k = 0; k < i && !subject; ++k) subject = englishSubjectAt(words, k, clause);
        if (!subject && i >= 2)
            for (std::size_t k = 0; k < i && !subject; ++k) subject = englishRole(words, k, i, clause);
        if (!subject && i == 0 && words.size() > 1) {
            subject = englishSubjectAt(words, 1, clause);
            if (!subject) subject = englishRole(words, 1, words.size(), clause);
        }
        if (!subject) return std::nullopt;
        const std::size_t name = wordsOf(subject->name, 8).size();
        const std::size_t extent = subject->kind == SubjectKind::ThirdPerson ? 1 : name;
        return SpeechTag{*subject, verb->inner, verb->plain && words.size() == extent + 1};
    }
    return std::nullopt;
}

bool isEnglish(Text text) {
    return std::none_of(text.begin(), text.end(), isHan);
}

std::optional<SpeechTag> chineseTag(Text clause, Text sentence, const NameBook& names) {
    const auto verb = verbAtEnd(clause);
    if (!verb) return std::nullopt;
    auto subject = subjectOf(clause.substr(0, verb->at), names);
    const bool own = subject.has_value();
    if (!subject) subject = subjectOf(sentence, names);
    if (!subject) return std::nullopt;
    const bool bare = own && verb->verb->plain && subject->at == 0 && subject->length == verb->at;
    return SpeechTag{*subject, verb->verb->inner, bare};
}

constexpr Text kClauseEnds = U"。，！？；：、,.!?;:…—\n";

}  // namespace

bool endsInSpeechVerb(Text phrase) {
    const auto verb = verbAtEnd(phrase);
    // A lone 道 or 笑 may end a name.
    return verb && verb->at > 0 &&
           !(verb->verb->word.size() == 1 && oneOf(verb->verb->word[0], U"道笑叹喝答"));
}

Text firstClause(Text after) {
    after = stripped(after.substr(0, std::min<std::size_t>(after.size(), 120)));
    while (!after.empty() && oneOf(after.front(), U"，,")) after = stripped(after.substr(1));
    return stripped(after.substr(0, after.find_first_of(kClauseEnds)));
}

Text lastSentence(Text before) {
    constexpr std::size_t kReach = 120;
    if (before.size() > kReach) before.remove_prefix(before.size() - kReach);
    const Text body = before.substr(0, before.find_last_not_of(U"。！？!?.…：:，, \n") + 1);
    const auto end = body.find_last_of(U"。！？!?…\n");
    std::size_t from = end == Text::npos ? 0 : end + 1;
    // An ASCII full stop ends a sentence only before white space.
    for (std::size_t i = from; i + 1 < body.size(); ++i)
        if (body[i] == U'.' && isSpace(body[i + 1])) from = i + 1;
    return stripped(before.substr(from));
}

Text lastClause(Text before) {
    Text text = lastSentence(before);
    while (!text.empty() && oneOf(text.back(), U"：:，,")) text = stripped(text.substr(0, text.size() - 1));
    const auto end = text.find_last_of(kClauseEnds);
    return stripped(end == Text::npos ? text : text.substr(end + 1));
}

std::optional<Subject> subjectOf(Text text, const NameBook& names) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        // 看着我, 对林晚: whom it is done to.
        if (i > 0 && oneOf(text[i - 1], U"对向跟和给把被着问让叫替为朝")) continue;
        if (const auto found = names.at(text, i))
            return Subject{SubjectKind::Named, *found->name, i, found->length};
        for (const Text role : kRoles)
            if (text.substr(i).starts_with(role))
                return Subject{SubjectKind::Named, std::u32string(role), i, role.size()};
        if (text[i] == U'我') return Subject{SubjectKind::FirstPerson, U"我", i, 1};
        if (oneOf(text[i], U"他她")) return Subject{SubjectKind::ThirdPerson, {}, i, 1};
    }
    if (!isEnglish(text)) return std::nullopt;
    const auto words = wordsOf(text, 24);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (const auto subject = englishSubjectAt(words, i, text);
            subject && (subject->kind != SubjectKind::Named || names.knows(subject->name)))
            return subject;
    return std::nullopt;
}

bool mixesPronouns(Text text) {
    if (!isEnglish(text)) return text.find(U'他') != Text::npos && text.find(U'她') != Text::npos;
    bool male = false;
    bool female = false;
    for (const Word& word : wordsOf(text, 40)) {
        male = male || word.text == U"he" || word.text == U"He" || word.text == U"him";
        female = female || word.text == U"she" || word.text == U"She" || word.text == U"her";
    }
    return male && female;
}

bool beginsWithUnknownName(Text text, const NameBook& names) {
    const auto words = wordsOf(text, 4);
    if (words.empty() || !isEnglish(text)) return false;
    const auto subject = englishSubjectAt(words, 0, text);
    return subject && subject->kind == SubjectKind::Named && !names.knows(subject->name);
}

std::optional<SpeechTag> tagAfter(Text after, const NameBook& names) {
    const Text clause = firstClause(after);
    if (clause.empty()) return std::nullopt;
    const auto end = static_cast<std::size_t>(clause.data() - after.data()) + clause.size();
    // "林晚说：" after a quote leads to the next one.
    const bool leads = end < after.size() && isColon(after[end]);
    if (isEnglish(clause)) return leads ? std::nullopt : englishTag(clause);
    return leads ? std::nullopt : chineseTag(clause, {}, names);
}

std::optional<SpeechTag> tagBefore(Text before, const NameBook& names) {
    const Text sentence = lastSentence(before);
    if (sentence.empty()) return std::nullopt;
    if (isEnglish(sentence)) return oneOf(sentence.back(), U",:：，") ? englishTag(sentence) : std::nullopt;
    const bool colon = isColon(sentence.back());
    if (!colon && !oneOf(sentence.back(), U"，,") && !isHan(sentence.back())) return std::nullopt;
    const Text clause = lastClause(before);
    if (auto tag = chineseTag(clause, sentence, names)) {
        tag->bare = tag->bare && clause.size() + 1 >= sentence.size();
        return tag;
    }
    if (!colon) return std::nullopt;
    const auto subject = subjectOf(sentence, names);  // 我妈把门一摔：“滚！”
    return subject ? std::optional(SpeechTag{*subject, false, false}) : std::nullopt;
}

Text phraseBeforeVerb(Text clause) {
    if (!isEnglish(clause)) {
        const auto verb = verbAtEnd(clause);
        return verb ? clause.substr(0, verb->at) : Text();
    }
    const auto tag = englishTag(clause);
    if (!tag || tag->subject.kind != SubjectKind::Named || !isUpper(tag->subject.name[0])) return {};
    return clause.substr(tag->subject.at, tag->subject.length);
}

}  // namespace manju::story
