// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sample_board.h"

#include <QDir>
#include <QImage>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <QRandomGenerator>
#include <array>

namespace manju::testing {
namespace {

using namespace Qt::StringLiterals;

/// A small landscape, different for each number.
std::string picture(const QString& folder, int number) {
    QRandomGenerator random(static_cast<quint32>(number) * 7919U + 3U);
    QImage image(432, 768, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const double hue = random.generateDouble();
    QLinearGradient sky(0, 0, 0, 768);
    sky.setColorAt(0, QColor::fromHsvF(float(hue), 0.55F, 0.45F));
    sky.setColorAt(1, QColor::fromHsvF(float(std::fmod(hue + 0.12, 1.0)), 0.35F, 0.95F));
    painter.fillRect(image.rect(), sky);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 244, 214, 230));
    painter.drawEllipse(QPointF(90 + random.bounded(250), 120 + random.bounded(140)), 52, 52);
    for (int ridge = 0; ridge < 3; ++ridge) {
        QPainterPath hills(QPointF(0, 768));
        double y = 400 + ridge * 110;
        for (int x = 0; x <= 432; x += 48) hills.lineTo(x, y + random.bounded(90));
        hills.lineTo(432, 768);
        painter.setBrush(
            QColor::fromHsvF(float(std::fmod(hue + 0.05, 1.0)), 0.5F, float(0.42 - ridge * 0.12)));
        painter.drawPath(hills);
    }
    painter.setBrush(QColor(20, 20, 32));
    const int x = 120 + random.bounded(190);
    painter.drawEllipse(QPointF(x, 560), 26, 30);
    painter.drawRoundedRect(x - 38, 586, 76, 190, 30, 30);
    painter.end();
    const QString path = QDir(folder).filePath(u"shot-%1.png"_s.arg(number));
    image.save(path);
    return path.toStdString();
}

struct Words {
    const char* speaker;
    const char* text;
};

constexpr std::array kEnglish{
    Words{"", "The rain had not stopped for three days when the letter came."},
    Words{"Lin Wan", "Where are you going at this hour?"},
    Words{"Chen Mo", "To the old warehouse. Someone left the light on."},
    Words{"", "She took the umbrella from the hook and followed him without another word."},
    Words{"Lin Wan", "I am not letting you go alone."},
    Words{"", "At the end of the lane the lamp went out."},
};
constexpr std::array kChinese{
    Words{"", "雨连下了三天，那封信才送到。"}, Words{"林晚", "这么晚了，你要去哪儿？"},
    Words{"陈默", "去旧仓库。有人没关灯。"},   Words{"", "她取下挂钩上的伞，一言不发地跟了上去。"},
    Words{"林晚", "我不会让你一个人去。"},     Words{"", "巷子尽头，路灯忽然灭了。"},
};

ShotSnapshot shot(std::int64_t id, int number, ShotState state, bool chinese) {
    const auto& words =
        (chinese ? kChinese : kEnglish)[static_cast<std::size_t>(number - 1) % kEnglish.size()];
    ShotSnapshot made;
    made.id = ShotId(id);
    made.number = number;
    made.state = state;
    made.lines = {
        {words.speaker[0] ? LineKind::Dialogue : LineKind::Narration, words.speaker, words.text, {}}};
    if (words.speaker[0]) made.characters = {words.speaker};
    if (state != ShotState::Draft && state != ShotState::Queued) made.seconds = 2.4 + number % 5 * 0.7;
    return made;
}

EpisodeSnapshot episode(std::int64_t id, const char* title, EpisodeState state, int shots, bool chinese) {
    EpisodeSnapshot made;
    made.id = EpisodeId(id);
    made.title = title;
    made.script = "moon-palace.txt";
    made.state = state;
    made.queued = true;
    for (int number = 1; number <= shots; ++number) {
        const ShotState each = state == EpisodeState::Done ? ShotState::Approved : ShotState::Queued;
        made.shots.push_back(shot(id * 1000 + number, number, each, chinese));
    }
    return made;
}

void fillRunning(EpisodeSnapshot& running, const QString& pictures, bool chinese) {
    constexpr std::array kStates{ShotState::Approved, ShotState::Approved,   ShotState::Review,
                                 ShotState::Stale,    ShotState::Generating, ShotState::Failed,
                                 ShotState::Queued,   ShotState::Queued,     ShotState::Rejected,
                                 ShotState::Draft};
    running.shots.clear();
    for (int number = 1; number <= 14; ++number) {
        const ShotState state =
            number <= 10 ? kStates[static_cast<std::size_t>(number - 1)] : ShotState::Queued;
        ShotSnapshot made = shot(1000 + number, number, state, chinese);
        const bool seen = state == ShotState::Approved || state == ShotState::Review ||
                          state == ShotState::Stale || state == ShotState::Rejected;
        if (seen && !pictures.isEmpty()) made.image = picture(pictures, number);
        if (state == ShotState::Generating) {
            made.fraction = 0.62;
            made.stage = {"stage.sample", {{"index", "18"}, {"count", "28"}}};
        }
        if (state == ShotState::Failed)
            made.error = {"MJ-FILE-02", {{"file", "lin-wan.safetensors"}, {"detail", "Permission denied"}}};
        running.shots.push_back(std::move(made));
    }
}

}  // namespace

EngineSnapshot busyProject(const QString& pictures, bool chinese) {
    const auto pick = [chinese](const char* english, const char* words) { return chinese ? words : english; };
    EngineSnapshot snapshot;
    snapshot.project = pick("/home/mei/Manju Studio/Moon Palace", "/home/mei/Manju Studio/月宫");
    snapshot.checkpoint = "/models/animagine-xl-4.0.safetensors";
    snapshot.castFile = "/home/mei/cast.json";
    snapshot.savedWallMillis = 1'790'000'000'000;
    snapshot.revision = 812;
    snapshot.diskFreeBytes = 412'000'000'000;
    snapshot.workers = {
        {"image 1", "busy", 101, ""}, {"media 1", "busy", 102, ""}, {"media 2", "idle", 103, ""}};

    EpisodeSnapshot running =
        episode(1, pick("EP-01 The Letter", "第一集 来信"), EpisodeState::Running, 0, chinese);
    fillRunning(running, pictures, chinese);
    running.fraction = 0.41;
    running.remaining = {true, 720, 960};
    EpisodeSnapshot waiting =
        episode(2, pick("EP-02 The Warehouse", "第二集 旧仓库"), EpisodeState::Waiting, 12, chinese);
    waiting.remaining = {true, 1500, 2100};
    EpisodeSnapshot paused =
        episode(3, pick("EP-03 Three Lanterns", "第三集 三盏灯"), EpisodeState::Paused, 18, chinese);
    paused.fraction = 0.25;
    EpisodeSnapshot stuck =
        episode(4, pick("EP-04 The Ferryman", "第四集 摆渡人"), EpisodeState::NeedsAttention, 9, chinese);
    stuck.error = {"MJ-FILE-04", {{"file", "shot-06.png"}}};
    stuck.fraction = 0.6;
    EpisodeSnapshot done = episode(5, pick("EP-05 Frost", "第五集 霜降"), EpisodeState::Done, 11, chinese);
    done.fraction = 1;
    done.video = "/home/mei/Manju Studio/Moon Palace/out/ep-05.mp4";
    EpisodeSnapshot ending =
        episode(6, pick("EP-06 The Bridge", "第六集 断桥"), EpisodeState::Running, 10, chinese);
    ending.requestedCancel = true;
    EpisodeSnapshot cancelled =
        episode(7, pick("EP-07 Ashes", "第七集 灰烬"), EpisodeState::Cancelled, 8, chinese);
    EpisodeSnapshot draft =
        episode(8, pick("EP-08 Homecoming", "第八集 归来"), EpisodeState::Waiting, 16, chinese);
    draft.queued = false;
    for (ShotSnapshot& each : draft.shots) each.state = ShotState::Draft;
    snapshot.episodes = {running, waiting, paused, stuck, done, ending, cancelled, draft};
    return snapshot;
}

EngineSnapshot draftProject(int shots) {
    EngineSnapshot snapshot;
    snapshot.project = "/projects/draft";
    snapshot.checkpoint = "demo";
    EpisodeSnapshot draft = episode(1, "Draft", EpisodeState::Waiting, shots, false);
    draft.queued = false;
    for (ShotSnapshot& each : draft.shots) each.state = ShotState::Draft;
    snapshot.episodes = {draft};
    return snapshot;
}

}  // namespace manju::testing
