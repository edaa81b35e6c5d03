// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/names.h"

#include <algorithm>
#include <array>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

constexpr std::size_t kMostNames = 500;
constexpr Text kFamilyNames =
    U"赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏章云苏潘葛范彭郎鲁韦马苗凤花"
    U"方俞任"
    U"袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝安常傅康伍余元顾孟黄穆萧尹姚邵汪祁毛狄米贝戴宋庞熊纪舒屈项祝董梁杜"
    U"阮蓝闵"
    U"季贾江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯管卢莫房裘丁邓洪包左石崔吉龚程邢裴陆荣翁段侯宁仇祖武刘景"
    U"叶司黎"
    U"白怀蒲鄂索赖卓屠池乔闻党翟谭劳姬申冉桂牛燕尚温庄晏柴阎慕连习向古易廖耿匡文寇东欧沃利越师聂敖冷辛简饶曾"
    U"沙关"
    U"游权楚苍南宫北洛墨夜老小阿";
constexpr std::array kDoubleFamilyNames =
    std::to_array<Text>({U"欧阳", U"司马", U"上官", U"诸葛", U"东方", U"慕容", U"皇甫", U"令狐", U"南宫",
                         U"独孤", U"夏侯", U"公孙", U"端木"});
// What follows a name in a clause rather than belonging to it.
constexpr Text kAfterName =
    U"冷笑轻低大高怒急淡微哭点摇抬皱看转站走连忙立一在对也又就才却便再把被不没和跟向从的了着是说问道喊叫心想"
    U"缓望瞪盯拿接推打坐起"
    U"回去进出抱拉扯握攥按敲挥伸闭睁咬沉愣呆怔停顿跑追指端吃穿脱换放收抢躲骂恨怕听等让给带送找终突忽正已还都"
    U"只";
// Begin like names, but are adverbs.
constexpr std::array kNoNames = std::to_array<Text>(
    {U"小声", U"高声", U"冷声", U"温声", U"老实", U"连忙", U"连声", U"连连", U"向他", U"向她",
     U"向我", U"冷笑", U"冷冷", U"方才", U"关切", U"关心", U"温柔", U"严肃", U"严厉", U"冷静",
     U"安静", U"安慰", U"冷漠", U"高兴", U"小心", U"常常", U"白天", U"夏天", U"时而", U"古怪",
     U"欧式", U"任何", U"终于", U"元旦", U"成天", U"东西", U"南方", U"北方", U"马上", U"万一",
     U"章节", U"张口", U"古人", U"曾经", U"曾道", U"经常", U"夜里", U"夜晚", U"楚楚", U"向着",
     U"广播", U"文中", U"公司", U"包括", U"左右", U"石头", U"房间", U"应该", U"毛病", U"江湖",
     U"水中", U"花园", U"何必", U"何况", U"和气", U"平静", U"黄昏", U"雷声", U"云中", U"金色"});

bool isBorder(Text text, std::size_t at) {
    return at == 0 || at >= text.size() || !isLatinLetter(text[at]) || !isLatinLetter(text[at - 1]);
}

/// MARA in a label is Mara in the text.
std::u32string titleCase(const std::u32string& name) {
    std::u32string result = name;
    for (std::size_t i = 1; i < result.size(); ++i)
        if (isLatinLetter(result[i - 1])) result[i] = lower(result[i]);
    return result;
}

bool matches(Text text, std::size_t at, const std::u32string& name) {
    if (text.compare(at, name.size(), name) != 0) {
        if (name.size() < 3 || text.compare(at, name.size(), titleCase(name)) != 0) return false;
    }
    return isBorder(text, at) && isBorder(text, at + name.size());
}

}  // namespace

std::size_t familyNameLength(Text text) {
    for (const Text name : kDoubleFamilyNames)
        if (text.starts_with(name)) return name.size();
    return !text.empty() && oneOf(text[0], kFamilyNames) ? 1 : 0;
}

void NameBook::addLabel(Text name, bool certain) {
    LabelUse& use = labels_[std::u32string(name)];
    ++use.count;
    use.certain = use.certain || certain;
}

void NameBook::addCastList(Text list) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        if (i < list.size() && !oneOf(list[i], U"、，,；;/ 　（(：:。.")) continue;
        const Text name = stripped(list.substr(begin, i - begin));
        if (name.size() >= 2 && name.size() <= 12 && !name.ends_with(U"若干") && isLetterOrDigit(name[0]))
            ++listed_[std::u32string(name)];
        // A bracket or a colon is followed by a description: skip to the next entry.
        if (i < list.size() && oneOf(list[i], U"（(：:"))
            while (i < list.size() && !oneOf(list[i], U"、，,；;")) ++i;
        begin = i + 1;
    }
}

void NameBook::addSubject(Text clause) {
    clause = stripped(clause);
    if (clause.empty() || clause.size() > 20) return;
    if (!isHan(clause[0])) {
        if (isUpper(clause[0])) ++whole_[std::u32string(clause)];
        return;
    }
    const std::size_t family = familyNameLength(clause);
    if (family == 0 || clause.size() < family + 1 || !isHan(clause[family])) return;
    const bool address = oneOf(clause[0], U"老小阿");
    const std::u32string two(clause.substr(0, family + 1));
    const bool adverb = clause.size() > two.size() && clause[two.size()] == U'地';
    if (adverb || std::find(kNoNames.begin(), kNoNames.end(), two) != kNoNames.end()) return;
    if (oneOf(two.back(), kAfterName) && clause.size() > two.size()) return;
    if (clause.size() == two.size() ||
        (clause.size() == family + 2 && !oneOf(clause.back(), kAfterName) && !address)) {
        ++whole_[std::u32string(clause)];
        return;
    }
    const bool third = !address && clause.size() > family + 2 && isHan(clause[family + 1]) &&
                       !oneOf(clause[family + 1], kAfterName) && clause[family + 1] != clause[family + 2];
    ++guessed_[two][third ? std::u32string(clause.substr(0, family + 2)) : two];
}

void NameBook::addSentenceStart(Text sentence) {
    const std::size_t family = familyNameLength(sentence);
    if (family == 0 || oneOf(sentence[0], U"老小阿") || sentence.size() < family + 2 ||
        !isHan(sentence[family]))
        return;
    const std::u32string two(sentence.substr(0, family + 1));
    if (oneOf(two.back(), kAfterName) || std::find(kNoNames.begin(), kNoNames.end(), two) != kNoNames.end())
        return;
    Start& start = starts_[two];
    ++start.count;
    if (oneOf(sentence[family + 1], kAfterName)) ++start.beforeVerb;
    if (sentence.size() > family + 2 && oneOf(sentence[family + 2], kAfterName)) ++start.longerBeforeVerb;
    if (isHan(sentence[family + 1])) ++start.longer[std::u32string(sentence.substr(0, family + 2))];
}

void NameBook::addCapitalised(Text word, bool beginsSentence) {
    static constexpr std::array kNeverNames = std::to_array<Text>(
        {U"Monday",  U"Tuesday",   U"Wednesday", U"Thursday", U"Friday",   U"Saturday", U"Sunday",
         U"January", U"February",  U"March",     U"April",    U"May",      U"June",     U"July",
         U"August",  U"September", U"October",   U"November", U"December", U"Mr",       U"Mrs",
         U"Ms",      U"Dr",        U"Miss",      U"God",      U"Chapter",  U"The",      U"He",
         U"She",     U"It",        U"They",      U"We",       U"You",      U"And",      U"But"});
    if (word.size() < 3 || std::find(kNeverNames.begin(), kNeverNames.end(), word) != kNeverNames.end())
        return;
    Capitalised& use = capitalised_[std::u32string(word)];
    ++(beginsSentence ? use.beginning : use.inside);
}

void NameBook::settle() {
    std::map<std::u32string, int> counts;
    for (const auto& [name, use] : labels_)
        if (use.certain || use.count > 1) counts[name] += use.count;
    for (const auto* source : {&listed_, &whole_})
        for (const auto& [name, count] : *source) counts[name] += count;
    for (const auto& [two, longer] : guessed_) {
        if (counts.contains(two)) continue;
        int sum = 0;
        const std::pair<const std::u32string, int>* best = nullptr;
        for (const auto& entry : longer) {
            sum += entry.second;
            if (!best || entry.second > best->second) best = &entry;
        }
        // A given name of two characters always comes with its second one.
        counts[best->second * 3 > sum * 2 ? best->first : two] += sum;
    }
    for (const auto& [word, use] : capitalised_)
        if (use.beginning > 0 && use.inside > 0) counts.try_emplace(word, use.beginning + use.inside);
    constexpr int kSeveral = 3;
    for (const auto& [two, start] : starts_) {
        if (counts.contains(two) || start.count < 2) continue;
        const auto same = std::find_if(start.longer.begin(), start.longer.end(),
                                       [&](const auto& entry) { return entry.second == start.count; });
        if (same != start.longer.end() && start.longerBeforeVerb > 0)
            counts.try_emplace(same->first, start.count);  // 林小晚: never without its third character
        else if (same == start.longer.end() && start.beforeVerb > 0 && start.count >= kSeveral)
            counts[two] = start.count;
    }
    std::vector<std::pair<int, std::u32string>> ranked;
    for (const auto& [name, count] : counts)
        if (name.size() >= 2) ranked.emplace_back(-count, name);
    std::sort(ranked.begin(), ranked.end());
    if (ranked.size() > kMostNames) ranked.resize(kMostNames);
    for (auto& [count, name] : ranked) names_.push_back(std::move(name));
    for (std::size_t i = 0; i < names_.size(); ++i) byFirst_[names_[i][0]].push_back(i);
    for (auto& [first, list] : byFirst_)
        std::stable_sort(list.begin(), list.end(),
                         [&](std::size_t a, std::size_t b) { return names_[a].size() > names_[b].size(); });
}

int NameBook::labelCount(Text name) const {
    const auto found = labels_.find(std::u32string(name));
    return found == labels_.end() ? 0 : found->second.count;
}

bool NameBook::knows(Text name) const {
    const auto found = at(name, 0);
    return found && found->length == name.size();
}

std::optional<NameBook::Found> NameBook::at(Text text, std::size_t at) const {
    if (at >= text.size()) return std::nullopt;
    const auto list = byFirst_.find(text[at]);
    if (list == byFirst_.end()) return std::nullopt;
    for (const std::size_t index : list->second)
        if (matches(text, at, names_[index])) return Found{at, names_[index].size(), &names_[index]};
    return std::nullopt;
}

std::optional<NameBook::Found> NameBook::firstIn(Text text, std::size_t limit) const {
    for (std::size_t i = 0; i < text.size() && i < limit; ++i)
        if (const auto found = at(text, i)) return found;
    return std::nullopt;
}

}  // namespace manju::story
