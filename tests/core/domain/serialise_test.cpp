// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/domain/command.h"
#include "core/domain/snapshot.h"

namespace manju {
namespace {

template <class T>
void roundTrips(const T& value) {
    EXPECT_EQ(Json::from_cbor(Json::to_cbor(Json(value))).template get<T>(), value);
}

ImageSpec image() {
    ImageSpec spec;
    spec.checkpoint = "ab";
    spec.prompt = "a girl, 雨";
    spec.seed = 4294967295U;
    spec.width = 768;
    spec.height = 1344;
    spec.steps = 28;
    spec.cfg = 7.1;
    spec.loras = {{"cd", 0.8, 0.5, "style", 4}};
    spec.negative = "low quality";
    spec.start = StartSpec{"ef", 0.5, "01"};
    spec.hires = HiresSpec{96, 64, 0.4, "23", 9};
    spec.vaeTile = 512;
    return spec;
}

EngineSnapshot fullSnapshot() {
    ShotSnapshot shot;
    shot.id = ShotId(3);
    shot.number = 1;
    shot.state = ShotState::Generating;
    shot.lines = {{LineKind::Dialogue, "林晚", "走吧", {3, 5}}};
    shot.characters = {"林晚"};
    shot.image = "/p/a'b.png";
    shot.fraction = 0.25;
    shot.stage = {"stage.sample", {{"index", "3"}, {"count", "28"}}};
    shot.seconds = 1.5;
    EpisodeSnapshot episode;
    episode.id = EpisodeId(2);
    episode.title = "第一集";
    episode.state = EpisodeState::NeedsAttention;
    episode.queued = true;
    episode.priority = Priority::High;
    episode.remaining = {true, 10, 20};
    episode.error = {"MJ-FILE-04", {{"file", "x"}}};
    episode.errorKind = ErrorKind::Environment;
    episode.shots = {shot};
    EngineSnapshot snapshot;
    snapshot.sequence = 7;
    snapshot.project = "/p";
    snapshot.episodes = {episode};
    snapshot.workers = {{"image 1", "busy", 42, "step.image"}};
    snapshot.events = {{1, 99, {"engine.event.done", {}}, EpisodeId(2)}};
    return snapshot;
}

TEST(Serialise, EveryValueSurvivesCbor) {
    roundTrips(image());
    roundTrips(VoiceSpec{1, "你好", "zh", {"espeak", "cmn-latn-pinyin+f3", 180, 60}});
    SubtitleSpec subtitles;
    subtitles.cues = {{0, 30, "字", "林晚"}};
    roundTrips(subtitles);
    VideoSpec video;
    video.timeline.frames = 60;
    video.timeline.clips = {{"aa", 0, 60, {0.5, 0.5, 1.0}, {0.5, 0.47, 1.12}}};
    video.timeline.voices = {{"bb", 1600, 48000}};
    roundTrips(video);
    StepJob job;
    job.step = StepId(9);
    job.spec = image();
    job.inputs = {{"checkpoint", "/m"}};
    job.epoch = 5;
    roundTrips(job);
    roundTrips(StepResult{{{"image", "x.png", 10, "ff"}}, Json{{"samples", 5}}});
    EXPECT_EQ(snapshotFromCbor(toCbor(fullSnapshot())).value(), fullSnapshot());
}

TEST(Serialise, EveryCommandSurvivesCbor) {
    const std::vector<Command> commands{ImportScripts{{"/a b/剧本.txt"}},
                                        Configure{"demo", "/c.json", "/p.json", "/out"},
                                        Produce{{EpisodeId(1)}, Priority::High, true, "2026-01-01T00:00:00Z"},
                                        CancelEpisodes{{EpisodeId(1)}},
                                        PauseEpisodes{{EpisodeId(2)}, false},
                                        RetryEpisodes{{EpisodeId(3), EpisodeId(4)}}};
    ASSERT_EQ(commands.size(), std::variant_size_v<Command>);
    for (const Command& command : commands) EXPECT_EQ(commandFromCbor(toCbor(command)).value(), command);
}

TEST(Serialise, ForeignBytesAreAnError) {
    EXPECT_FALSE(commandFromCbor({0xFF, 0x00}).ok());
    EXPECT_FALSE(commandFromCbor(Json::to_cbor(Json{{"command", "dance"}, {"body", Json::object()}})).ok());
    EXPECT_FALSE(snapshotFromCbor(Json::to_cbor(Json{{"sequence", "x"}})).ok());
}

TEST(Serialise, UnknownWordsAreRefusedNotReplaced) {
    EXPECT_THROW((void)Json("dancing").get<StepState>(), nlohmann::json::exception);
    EXPECT_EQ(Json(StepState::Stale).get<StepState>(), StepState::Stale);
}

TEST(Serialise, ErrorsKeepTheirCause) {
    const Error error = Error(ErrorCode{"MJ-X-01", ErrorKind::Attention}, {{"a", "1"}})
                            .because(Error(ErrorCode{"MJ-X-02", ErrorKind::Environment}));
    const Error back = errorFromJson(Json::from_cbor(Json::to_cbor(Json(error))));
    EXPECT_EQ(back.debugText(), error.debugText());
    EXPECT_EQ(back.kind(), ErrorKind::Attention);
    ASSERT_NE(back.cause(), nullptr);
    EXPECT_EQ(back.cause()->kind(), ErrorKind::Environment);
}

TEST(StepKey, FollowsEveryFieldAndTheKind) {
    const std::string key = stepKey(StepKind::Image, image());
    EXPECT_EQ(key.size(), 64U);
    EXPECT_EQ(key, stepKey(StepKind::Image, image()));
    EXPECT_NE(key, stepKey(StepKind::Voice, image()));
    ImageSpec other = image();
    other.seed -= 1;
    EXPECT_NE(key, stepKey(StepKind::Image, other));
    other = image();
    other.cfg = 7.2;
    EXPECT_NE(key, stepKey(StepKind::Image, other));
    other = image();
    other.loras[0].unet = 0.7;
    EXPECT_NE(key, stepKey(StepKind::Image, other));
    other = image();
    other.vaeTile = 0;
    EXPECT_NE(key, stepKey(StepKind::Image, other));
}

TEST(StepKey, IsStableAcrossVersions) {
    // A change here makes every stored project draw everything again: raise a revision instead.
    EXPECT_EQ(
        canonicalJson(Json(VoiceSpec{1, "hi", "en", {"espeak", "en-us", 0, 50}})),
        R"({"language":"en","revision":1,"text":"hi","voice":{"engine":"espeak","pitch":50,"voice":"en-us",)"
        R"("wordsPerMinute":0}})");
    const std::string drawn =
        R"({"bundle":"","cfg":0.0,"checkpoint":"ab","clipSkip":0,"height":0,"hires":null,"loras":[],)"
        R"("negative":null,"noise":"","prediction":"","prompt":"","revision":3,"sampler":"","seed":0,)"
        R"("start":null,"steps":0,"width":0})";
    ImageSpec spec;
    spec.checkpoint = "ab";
    EXPECT_EQ(canonicalJson(Json(spec)), drawn);
    EXPECT_EQ(Json::parse(drawn).get<ImageSpec>(), spec);
}

}  // namespace
}  // namespace manju
