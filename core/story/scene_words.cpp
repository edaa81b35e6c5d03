// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/scene_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

using enum SceneAspect;

struct SceneWord {
    Text word;  // English in lower case
    SceneAspect aspect;
    std::string_view tag;
};

constexpr std::array kWords = std::to_array<SceneWord>({
    // Places
    {U"客厅", Place, "living room, indoors"},
    {U"卧室", Place, "bedroom, indoors"},
    {U"厨房", Place, "kitchen, indoors"},
    {U"浴室", Place, "bathroom, indoors"},
    {U"走廊", Place, "corridor, indoors"},
    {U"楼梯", Place, "stairs, indoors"},
    {U"电梯", Place, "elevator, indoors"},
    {U"阳台", Place, "balcony"},
    {U"天台", Place, "rooftop, cityscape"},
    {U"屋顶", Place, "rooftop, cityscape"},
    {U"窗前", Place, "window, indoors"},
    {U"窗边", Place, "window, indoors"},
    {U"门口", Place, "doorway"},
    {U"院子", Place, "courtyard, outdoors"},
    {U"花园", Place, "garden, outdoors"},
    {U"公园", Place, "park, outdoors"},
    {U"医院", Place, "hospital, indoors"},
    {U"病房", Place, "hospital room, indoors"},
    {U"学校", Place, "school"},
    {U"教室", Place, "classroom, indoors"},
    {U"图书馆", Place, "library, bookshelves, indoors"},
    {U"书店", Place, "bookstore, indoors"},
    {U"办公室", Place, "office, indoors"},
    {U"会议室", Place, "meeting room, indoors"},
    {U"公司", Place, "office, indoors"},
    {U"咖啡厅", Place, "cafe, indoors"},
    {U"咖啡馆", Place, "cafe, indoors"},
    {U"餐厅", Place, "restaurant, indoors"},
    {U"茶馆", Place, "teahouse, indoors"},
    {U"酒吧", Place, "bar, dim light, indoors"},
    {U"酒店", Place, "hotel, indoors"},
    {U"商场", Place, "shopping mall, indoors"},
    {U"超市", Place, "supermarket, indoors"},
    {U"店里", Place, "shop, indoors"},
    {U"仓库", Place, "warehouse, indoors"},
    {U"工厂", Place, "factory, indoors"},
    {U"地下室", Place, "basement, indoors"},
    {U"监狱", Place, "prison cell, indoors"},
    {U"警局", Place, "police station, indoors"},
    {U"法庭", Place, "courtroom, indoors"},
    {U"教堂", Place, "church, indoors"},
    {U"寺庙", Place, "temple"},
    {U"街上", Place, "street, city, outdoors"},
    {U"街道", Place, "street, city, outdoors"},
    {U"街头", Place, "street, city, outdoors"},
    {U"小巷", Place, "alley, outdoors"},
    {U"巷子", Place, "alley, outdoors"},
    {U"路口", Place, "crossroads, street, outdoors"},
    {U"桥上", Place, "bridge, outdoors"},
    {U"车站", Place, "train station"},
    {U"站台", Place, "railway platform"},
    {U"地铁", Place, "subway"},
    {U"机场", Place, "airport, indoors"},
    {U"火车", Place, "train interior"},
    {U"车里", Place, "car interior"},
    {U"车内", Place, "car interior"},
    {U"码头", Place, "harbor, pier, outdoors"},
    {U"港口", Place, "harbor, outdoors"},
    {U"灯塔", Place, "lighthouse, seaside"},
    {U"海边", Place, "seaside, ocean, outdoors"},
    {U"沙滩", Place, "beach, ocean, outdoors"},
    {U"大海", Place, "ocean, outdoors"},
    {U"海上", Place, "ocean, outdoors"},
    {U"船上", Place, "ship deck, ocean"},
    {U"河边", Place, "riverside, outdoors"},
    {U"湖边", Place, "lakeside, outdoors"},
    {U"森林", Place, "forest, outdoors"},
    {U"树林", Place, "forest, outdoors"},
    {U"山顶", Place, "mountain top, outdoors"},
    {U"山上", Place, "mountain, outdoors"},
    {U"山洞", Place, "cave"},
    {U"悬崖", Place, "cliff, outdoors"},
    {U"沙漠", Place, "desert, outdoors"},
    {U"草原", Place, "grassland, outdoors"},
    {U"田野", Place, "field, outdoors"},
    {U"村子", Place, "village, outdoors"},
    {U"皇宫", Place, "chinese palace"},
    {U"宫殿", Place, "palace hall, indoors"},
    {U"城墙", Place, "city wall, outdoors"},
    {U"战场", Place, "battlefield, outdoors"},
    {U"墓地", Place, "graveyard, outdoors"},
    {U"飞船", Place, "spaceship interior"},
    {U"太空", Place, "outer space, stars"},
    {U"living room", Place, "living room, indoors"},
    {U"bedroom", Place, "bedroom, indoors"},
    {U"kitchen", Place, "kitchen, indoors"},
    {U"corridor", Place, "corridor, indoors"},
    {U"hallway", Place, "corridor, indoors"},
    {U"stairs", Place, "stairs, indoors"},
    {U"elevator", Place, "elevator, indoors"},
    {U"balcony", Place, "balcony"},
    {U"rooftop", Place, "rooftop, cityscape"},
    {U"roof", Place, "rooftop, cityscape"},
    {U"garden", Place, "garden, outdoors"},
    {U"park", Place, "park, outdoors"},
    {U"hospital", Place, "hospital, indoors"},
    {U"school", Place, "school"},
    {U"classroom", Place, "classroom, indoors"},
    {U"library", Place, "library, bookshelves, indoors"},
    {U"bookshop", Place, "bookstore, indoors"},
    {U"office", Place, "office, indoors"},
    {U"cafe", Place, "cafe, indoors"},
    {U"restaurant", Place, "restaurant, indoors"},
    {U"bar", Place, "bar, dim light, indoors"},
    {U"hotel", Place, "hotel, indoors"},
    {U"shop", Place, "shop, indoors"},
    {U"workshop", Place, "workshop, indoors"},
    {U"warehouse", Place, "warehouse, indoors"},
    {U"cellar", Place, "basement, indoors"},
    {U"basement", Place, "basement, indoors"},
    {U"prison", Place, "prison cell, indoors"},
    {U"church", Place, "church, indoors"},
    {U"temple", Place, "temple"},
    {U"street", Place, "street, city, outdoors"},
    {U"alley", Place, "alley, outdoors"},
    {U"bridge", Place, "bridge, outdoors"},
    {U"station", Place, "train station"},
    {U"platform", Place, "railway platform"},
    {U"train", Place, "train interior"},
    {U"subway", Place, "subway"},
    {U"airport", Place, "airport, indoors"},
    {U"car", Place, "car interior"},
    {U"harbor", Place, "harbor, outdoors"},
    {U"harbour", Place, "harbor, outdoors"},
    {U"pier", Place, "harbor, pier, outdoors"},
    {U"lighthouse", Place, "lighthouse, seaside"},
    {U"lamp room", Place, "lighthouse, lantern room, indoors"},
    {U"beach", Place, "beach, ocean, outdoors"},
    {U"shore", Place, "seaside, ocean, outdoors"},
    {U"sea", Place, "ocean, outdoors"},
    {U"boat", Place, "boat, ocean"},
    {U"ship", Place, "ship deck, ocean"},
    {U"river", Place, "riverside, outdoors"},
    {U"lake", Place, "lakeside, outdoors"},
    {U"forest", Place, "forest, outdoors"},
    {U"woods", Place, "forest, outdoors"},
    {U"mountain", Place, "mountain, outdoors"},
    {U"cave", Place, "cave"},
    {U"cliff", Place, "cliff, outdoors"},
    {U"desert", Place, "desert, outdoors"},
    {U"field", Place, "field, outdoors"},
    {U"village", Place, "village, outdoors"},
    {U"castle", Place, "castle"},
    {U"palace", Place, "palace hall, indoors"},
    {U"battlefield", Place, "battlefield, outdoors"},
    {U"graveyard", Place, "graveyard, outdoors"},
    {U"spaceship", Place, "spaceship interior"},
    // Time of day
    {U"清晨", Time, "early morning"},
    {U"黎明", Time, "dawn"},
    {U"天亮", Time, "dawn"},
    {U"日出", Time, "sunrise"},
    {U"早上", Time, "morning"},
    {U"早晨", Time, "morning"},
    {U"上午", Time, "morning, daylight"},
    {U"中午", Time, "noon, bright daylight"},
    {U"正午", Time, "noon, bright daylight"},
    {U"下午", Time, "afternoon, daylight"},
    {U"午后", Time, "afternoon, warm light"},
    {U"傍晚", Time, "evening, sunset"},
    {U"黄昏", Time, "dusk, sunset"},
    {U"夕阳", Time, "sunset, orange sky"},
    {U"晚上", Time, "night"},
    {U"夜晚", Time, "night"},
    {U"夜里", Time, "night"},
    {U"深夜", Time, "late night, dark"},
    {U"半夜", Time, "midnight, dark"},
    {U"午夜", Time, "midnight, dark"},
    {U"凌晨", Time, "before dawn, dark"},
    {U"月光", Time, "night, moonlight"},
    {U"星空", Time, "night, starry sky"},
    {U"白天", Time, "daylight"},
    {U"dawn", Time, "dawn"},
    {U"sunrise", Time, "sunrise"},
    {U"morning", Time, "morning"},
    {U"noon", Time, "noon, bright daylight"},
    {U"afternoon", Time, "afternoon, daylight"},
    {U"sunset", Time, "sunset, orange sky"},
    {U"dusk", Time, "dusk, sunset"},
    {U"evening", Time, "evening"},
    {U"night", Time, "night"},
    {U"tonight", Time, "night"},
    {U"midnight", Time, "midnight, dark"},
    {U"moonlight", Time, "night, moonlight"},
    {U"day", Time, "daylight"},
    // Weather
    {U"下雨", Weather, "rain"},
    {U"大雨", Weather, "heavy rain"},
    {U"暴雨", Weather, "heavy rain, storm"},
    {U"暴风雨", Weather, "storm, heavy rain, lightning"},
    {U"雨夜", Weather, "rain, wet ground"},
    {U"雨中", Weather, "rain, wet ground"},
    {U"雨停", Weather, "after rain, wet ground"},
    {U"下雪", Weather, "snowing"},
    {U"大雪", Weather, "heavy snow"},
    {U"雪地", Weather, "snow"},
    {U"大雾", Weather, "fog"},
    {U"浓雾", Weather, "thick fog"},
    {U"狂风", Weather, "strong wind"},
    {U"大风", Weather, "strong wind"},
    {U"闪电", Weather, "lightning, storm"},
    {U"雷声", Weather, "lightning, storm"},
    {U"阳光", Weather, "sunlight"},
    {U"晴天", Weather, "clear sky, sunlight"},
    {U"乌云", Weather, "dark clouds"},
    {U"rain", Weather, "rain"},
    {U"storm", Weather, "storm, heavy rain"},
    {U"snow", Weather, "snow"},
    {U"fog", Weather, "fog"},
    {U"mist", Weather, "mist"},
    {U"wind", Weather, "strong wind"},
    {U"lightning", Weather, "lightning, storm"},
    {U"thunder", Weather, "lightning, storm"},
    {U"sunlight", Weather, "sunlight"},
    {U"clouds", Weather, "cloudy sky"},
    // Mood
    {U"哭", Mood, "crying, tears"},
    {U"眼泪", Mood, "crying, tears"},
    {U"泪水", Mood, "crying, tears"},
    {U"哽咽", Mood, "sad, tears"},
    {U"难过", Mood, "sad"},
    {U"悲伤", Mood, "sad"},
    {U"绝望", Mood, "despair"},
    {U"微笑", Mood, "gentle smile"},
    {U"笑", Mood, "smile"},
    {U"开心", Mood, "happy, smile"},
    {U"高兴", Mood, "happy, smile"},
    {U"冷笑", Mood, "smirk"},
    {U"愤怒", Mood, "angry"},
    {U"怒", Mood, "angry"},
    {U"生气", Mood, "angry"},
    {U"惊", Mood, "surprised, wide eyes"},
    {U"震惊", Mood, "shocked, wide eyes"},
    {U"害怕", Mood, "scared"},
    {U"恐惧", Mood, "scared, tense"},
    {U"颤抖", Mood, "scared, trembling"},
    {U"紧张", Mood, "nervous"},
    {U"害羞", Mood, "blush, shy"},
    {U"脸红", Mood, "blush, shy"},
    {U"温柔", Mood, "gentle expression"},
    {U"沉默", Mood, "serious expression"},
    {U"cry", Mood, "crying, tears"},
    {U"crying", Mood, "crying, tears"},
    {U"cried", Mood, "crying, tears"},
    {U"tears", Mood, "crying, tears"},
    {U"sad", Mood, "sad"},
    {U"smile", Mood, "smile"},
    {U"smiled", Mood, "smile"},
    {U"laughed", Mood, "laughing, happy"},
    {U"laugh", Mood, "laughing, happy"},
    {U"happy", Mood, "happy, smile"},
    {U"angry", Mood, "angry"},
    {U"shouted", Mood, "shouting, open mouth"},
    {U"afraid", Mood, "scared"},
    {U"scared", Mood, "scared"},
    {U"fear", Mood, "scared, tense"},
    {U"trembling", Mood, "scared, trembling"},
    {U"whispered", Mood, "tense, quiet"},
    {U"surprised", Mood, "surprised, wide eyes"},
    {U"gently", Mood, "gentle expression"},
    // Shot size
    {U"特写", ShotSize, "close-up, face"},
    {U"近景", ShotSize, "upper body"},
    {U"中景", ShotSize, "cowboy shot"},
    {U"全景", ShotSize, "full body, wide shot"},
    {U"远景", ShotSize, "wide shot, landscape"},
    {U"眼睛", ShotSize, "close-up, eyes"},
    {U"脸上", ShotSize, "close-up, face"},
    {U"手里", ShotSize, "upper body, hands"},
    {U"远处", ShotSize, "wide shot"},
    {U"背影", ShotSize, "from behind"},
    {U"close-up", ShotSize, "close-up, face"},
    {U"close up", ShotSize, "close-up, face"},
    {U"wide shot", ShotSize, "wide shot"},
    {U"eyes", ShotSize, "close-up, eyes"},
    {U"face", ShotSize, "close-up, face"},
    {U"hands", ShotSize, "upper body, hands"},
    {U"far away", ShotSize, "wide shot"},
    {U"in the distance", ShotSize, "wide shot"},
});

// Alone between separators in a scene heading.
constexpr std::array kHeadingWords = std::to_array<SceneWord>({
    {U"日", Time, "daylight"},
    {U"夜", Time, "night"},
    {U"晨", Time, "early morning"},
    {U"昏", Time, "dusk, sunset"},
    {U"早", Time, "morning"},
    {U"晚", Time, "night"},
    {U"日内", Time, "daylight"},
    {U"日外", Time, "daylight"},
    {U"夜内", Time, "night"},
    {U"夜外", Time, "night"},
    {U"内", Place, "indoors"},
    {U"外", Place, "outdoors"},
    {U"内景", Place, "indoors"},
    {U"外景", Place, "outdoors"},
    {U"int", Place, "indoors"},
    {U"ext", Place, "outdoors"},
});

/// Words by their first character, the longest first.
const std::unordered_map<char32_t, std::vector<const SceneWord*>>& index() {
    static const auto kIndex = [] {
        std::unordered_map<char32_t, std::vector<const SceneWord*>> words;
        for (const SceneWord& word : kWords) words[word.word[0]].push_back(&word);
        for (auto& [first, list] : words)
            std::stable_sort(list.begin(), list.end(),
                             [](const auto* a, const auto* b) { return a->word.size() > b->word.size(); });
        return words;
    }();
    return kIndex;
}

bool matches(Text text, std::size_t at, Text word) {
    if (text.compare(at, word.size(), word) != 0) return false;
    if (isHan(word[0])) return true;
    const bool inside = (at > 0 && isLatinLetter(text[at - 1])) ||
                        (at + word.size() < text.size() && isLatinLetter(text[at + word.size()]));
    return !inside;
}

}  // namespace

SceneTags sceneTagsOf(Text text) {
    std::u32string low;
    for (const char32_t c : text) low += lower(c);
    SceneTags found;
    for (std::size_t at = 0; at < low.size(); ++at) {
        const auto words = index().find(low[at]);
        if (words == index().end()) continue;
        for (const SceneWord* word : words->second) {
            if (!matches(low, at, word->word)) continue;
            std::string& tag = found.tags[static_cast<std::size_t>(word->aspect)];
            if (tag.empty()) tag = word->tag;
            at += word->word.size() - 1;
            break;
        }
    }
    return found;
}

SceneTags headingTagsOf(Text heading) {
    SceneTags found = sceneTagsOf(heading);
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= heading.size(); ++i) {
        if (i < heading.size() && isLetterOrDigit(heading[i])) continue;
        std::u32string word;
        for (const char32_t c : heading.substr(begin, i - begin)) word += lower(c);
        for (const SceneWord& entry : kHeadingWords) {
            std::string& tag = found.tags[static_cast<std::size_t>(entry.aspect)];
            if (entry.word == word && tag.empty()) tag = entry.tag;
        }
        begin = i + 1;
    }
    return found;
}

}  // namespace manju::story
