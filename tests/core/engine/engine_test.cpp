// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/engine/errors.h"
#include "core/weights/safetensors.h"
#include "tests/core/engine/engine_fixture.h"
#include "tests/support/project_files/project_files.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;
using testing::leftovers;
using testing::products;

constexpr ErrorCode kFlaky{"MJ-TEST-02", ErrorKind::Failed};

class EngineTest : public EngineFixture {};

const EpisodeSnapshot& only(const EngineSnapshot& snapshot) {
    return snapshot.episodes.at(0);
}

TEST_F(EngineTest, AScriptBecomesAVideo) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const auto snapshot = waitOver(*engine);
    ASSERT_EQ(only(*snapshot).state, EpisodeState::Done);
    EXPECT_EQ(only(*snapshot).fraction, 1);
    EXPECT_EQ(only(*snapshot).title, "small 剧本");  // the script has no heading
    EXPECT_TRUE(fs::exists(only(*snapshot).video));
    EXPECT_EQ(fs::path(only(*snapshot).video).filename(), "small 剧本.mp4");
    EXPECT_TRUE(fs::exists(project_ / "videos" / "small 剧本.srt"));
    for (const ShotSnapshot& shot : only(*snapshot).shots) {
        EXPECT_EQ(shot.state, ShotState::Approved);
        EXPECT_TRUE(fs::exists(shot.image));
        EXPECT_GT(shot.seconds, 0);
    }
    EXPECT_EQ(work_.order().back(), StepKind::Video);
    engine.reset();
    EXPECT_EQ(leftovers(project_), std::vector<std::string>());
}

TEST_F(EngineTest, ProducingAgainRunsNothingAgain) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    waitOver(*engine);
    const auto runs = work_.finished();
    const auto files = products(project_);
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_EQ(work_.finished(), runs);
    EXPECT_EQ(products(project_), files);
}

TEST_F(EngineTest, ALostPictureAloneIsDrawnAgain) {
    std::string picture;
    {
        auto engine = open().value();
        produce(*engine, {smallScript()});
        picture = only(*waitOver(*engine)).shots.at(0).image;
    }
    const auto before = work_.finished();
    const std::string content = os::readFile(picture).value();
    fs::remove(picture);
    auto engine = open().value();
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_EQ(os::readFile(picture).value(), content);
    int again = 0;
    for (const auto& [key, runs] : work_.finished()) again += runs - before.at(key);
    EXPECT_EQ(again, 1);  // same picture, hence the same video: nothing else follows
}

TEST_F(EngineTest, TheDeliveredFileIsTheOperatorsOwn) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const fs::path video = only(*waitOver(*engine)).video;
    const std::string content = os::readFile(video).value();
    std::ofstream(video) << "tagged in place";
    fs::remove(video);
    produce(*engine, {smallScript()});
    EXPECT_EQ(os::readFile(only(*waitOver(*engine)).video).value(), content);
    for (const auto& entry : fs::directory_iterator(video.parent_path()))
        EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(EngineTest, ADamagedVideoIsNotDelivered) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const fs::path video = only(*waitOver(*engine)).video;
    const std::string content = os::readFile(video).value();
    for (const auto& entry : fs::recursive_directory_iterator(project_ / "results" / "video"))
        if (entry.is_regular_file()) std::ofstream(entry.path()) << std::string(content.size(), 'x');
    fs::remove(video);
    produce(*engine, {smallScript()});
    EXPECT_EQ(os::readFile(only(*waitOver(*engine)).video).value(), content);
}

TEST_F(EngineTest, AResumeMakesWhatADoneEpisodeHasLostAndNamesNoVideoThatIsNotThere) {
    {
        auto engine = open().value();
        produce(*engine, {smallScript()});
        const EpisodeSnapshot episode = only(*waitOver(*engine));
        fs::remove(episode.video);
        fs::remove(episode.shots.at(0).image);
    }
    EXPECT_EQ(only(readProject(project_).value()).video, "");
    auto engine = open(true).value();
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(only(*snapshot).state, EpisodeState::Done);
    EXPECT_TRUE(fs::exists(only(*snapshot).video));
    EXPECT_TRUE(fs::exists(only(*snapshot).shots.at(0).image));
}

TEST_F(EngineTest, FailuresAreRetriedThreeTimesThenAPersonIsAsked) {
    std::atomic<int> tries = 0;
    work_.before = [&](const StepJob& job, const std::stop_token&) -> std::optional<Error> {
        if (job.kind == StepKind::Voice &&
            job.spec.at("text").get<std::string>().find("雨夜") != std::string::npos) {
            ++tries;
            return Error(kFileUnreadable, {{"file", "voice"}, {"detail", "broken"}});
        }
        return std::nullopt;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(only(*snapshot).state, EpisodeState::NeedsAttention);
    EXPECT_EQ(only(*snapshot).error.id, kFileUnreadable.id);
    EXPECT_EQ(tries, 1);  // an input error does not go away by itself
    EXPECT_EQ(only(*snapshot).shots.at(0).state, ShotState::Failed);
    EXPECT_EQ(only(*snapshot).shots.at(1).state, ShotState::Approved);  // the rest went on

    work_.before = {};
    ASSERT_TRUE(ask(*engine, RetryEpisodes{{only(*snapshot).id}}).ok());
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    for (const auto& [key, runs] : work_.finished()) EXPECT_EQ(runs, 1) << key;
}

TEST_F(EngineTest, APassingFailureBacksOffAndSucceeds) {
    std::atomic<int> tries = 0;
    work_.before = [&](const StepJob& job, const std::stop_token&) -> std::optional<Error> {
        if (job.kind == StepKind::Subtitles && ++tries == 1) return Error(kFlaky);
        return std::nullopt;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_EQ(tries, 2);
    const auto attempts = readAttempts(project_).value();
    EXPECT_EQ(
        std::count_if(attempts.begin(), attempts.end(), [](const auto& a) { return a.outcome == "failed"; }),
        1);
}

TEST_F(EngineTest, CaptionsDoNotWaitForThePictures) {
    std::atomic<bool> captionsSet = false;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        if (job.kind == StepKind::Subtitles) captionsSet = true;
        const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (job.kind == StepKind::Image && !captionsSet) {
            if (stop.stop_requested() || std::chrono::steady_clock::now() > giveUp) return Error(kCancelled);
            std::this_thread::sleep_for(Millis(1));
        }
        return std::nullopt;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
}

TEST_F(EngineTest, TwoCrashesQuarantineTheStepAndTheRestGoesOn) {
    std::atomic<int> crashes = 0;
    std::string victim;
    std::mutex mutex;
    work_.crashes = [&](const StepJob& job) {
        const std::lock_guard lock(mutex);
        if (job.kind != StepKind::Image) return false;
        if (victim.empty()) victim = job.key;
        if (job.key != victim) return false;
        ++crashes;
        return true;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(only(*snapshot).state, EpisodeState::NeedsAttention);
    EXPECT_EQ(only(*snapshot).error.id, kQuarantined.id);
    EXPECT_EQ(crashes, 2);
    EXPECT_EQ(only(*snapshot).shots.at(1).state, ShotState::Approved);
}

TEST_F(EngineTest, AWorkerThatDoesNotStartIsNoCrashOfTheStep) {
    std::atomic<int> failures = 0;
    work_.failsToStart = [&](const StepJob& job) { return job.kind == StepKind::Image && ++failures <= 2; };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_EQ(failures, 5);  // three pictures in the end
}

TEST_F(EngineTest, CancelStopsWhatRunsAndKeepsWhatIsDone) {
    std::atomic<bool> reached = false;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        reached = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(Millis(1));
        return Error(kCancelled);
    };
    auto engine = open().value();
    const auto ids = produce(*engine, {smallScript()});
    wait(*engine, [&](const EngineSnapshot&) {  // voices and captions are done, a picture is being drawn
        const auto attempts = readAttempts(project_).value();
        return reached && std::ranges::count(attempts, "done", &AttemptSnapshot::outcome) == 4;
    });
    ASSERT_TRUE(ask(*engine, CancelEpisodes{ids}).ok());
    wait(*engine, [](const EngineSnapshot& s) { return only(s).state == EpisodeState::Cancelled; });
    work_.before = {};
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    for (const auto& [key, runs] : work_.finished()) EXPECT_EQ(runs, 1) << key;
}

TEST_F(EngineTest, PauseStartsNothingNewUntilItIsLifted) {
    std::atomic<int> started = 0;
    std::atomic<bool> open_ = false;
    work_.before = [&](const StepJob&, const std::stop_token& stop) -> std::optional<Error> {
        ++started;
        while (!open_ && !stop.stop_requested()) std::this_thread::sleep_for(Millis(1));
        return std::nullopt;
    };
    auto engine = open().value();
    const auto ids = produce(*engine, {smallScript()});
    wait(*engine, [&](const EngineSnapshot&) { return started == 3; });  // one image and two voices
    ASSERT_TRUE(ask(*engine, PauseEpisodes{ids, true}).ok());
    open_ = true;
    wait(*engine, [](const EngineSnapshot& s) {
        return std::none_of(s.workers.begin(), s.workers.end(),
                            [](const auto& w) { return w.state == "busy"; });
    });
    EXPECT_EQ(started, 3);
    ASSERT_TRUE(ask(*engine, PauseEpisodes{ids, false}).ok());
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
}

TEST_F(EngineTest, AMovedProjectGoesOn) {
    std::atomic<bool> blocked = true;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        while (blocked && job.kind == StepKind::Subtitles && !stop.stop_requested())
            std::this_thread::sleep_for(Millis(1));
        return stop.stop_requested() ? std::optional<Error>(Error(kCancelled)) : std::nullopt;
    };
    {
        auto engine = open().value();
        produce(*engine, {smallScript()});
        wait(*engine, [](const EngineSnapshot& s) {
            return std::all_of(only(s).shots.begin(), only(s).shots.end(),
                               [](const auto& shot) { return shot.state == ShotState::Approved; });
        });
    }
    const auto before = work_.finished();
    blocked = false;
    const fs::path moved = folder_ / "moved 到这里";
    fs::rename(project_, moved);
    project_ = moved;
    auto engine = open(true).value();
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(only(*snapshot).state, EpisodeState::Done);
    EXPECT_TRUE(only(*snapshot).video.starts_with(moved.string()));
    for (const auto& [key, runs] : before) EXPECT_EQ(work_.finished().at(key), runs);
}

TEST_F(EngineTest, ASecondEngineIsRefusedAndReadersAreNot) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    const auto second = open();
    ASSERT_FALSE(second.ok());
    EXPECT_TRUE(second.error().is(kProjectInUse));
    EXPECT_NE(second.error().args().at("pid"), "0");
    EXPECT_EQ(readProject(project_).value().episodes.size(), 1U);
    waitOver(*engine);
}

TEST_F(EngineTest, BadInputStoresNothingAndKeepsWhatWasThere) {
    auto engine = open().value();
    produce(*engine, {smallScript()});
    waitOver(*engine);
    const auto before = readProject(project_).value();
    const std::string good = script("good.txt", "Anna: This one would be fine, were it alone.\n");
    const std::string empty = script("empty.txt", "");
    EXPECT_FALSE(ask(*engine, ImportScripts{{good, empty}}).ok());
    Configure configure;
    configure.checkpoint = good;  // not a checkpoint
    EXPECT_FALSE(ask(*engine, configure).ok());
    EXPECT_TRUE(
        ask(*engine, Produce{{EpisodeId(999)}, Priority::Low, false, ""}).error().is(kUnknownEpisode));
    const auto after = readProject(project_).value();
    EXPECT_EQ(after.episodes, before.episodes);
    EXPECT_EQ(after.checkpoint, before.checkpoint);
}

TEST_F(EngineTest, CommandsGivenBehindAnImportTakeEffectAfterIt) {
    auto engine = open().value();
    std::string novel = "第一章 开始\n";
    for (int i = 0; i < 20'000; ++i) novel += "她推开门，看见了窗外的雨，什么也没有说。\n";
    std::promise<Result<CommandReply>> imported, paused, importedAgain;
    engine->submit(ImportScripts{{script("novel.txt", novel)}},
                   [&](const Result<CommandReply>& reply) { imported.set_value(reply); });
    // Without ids these mean every episode, so they show what was there when they were carried out.
    engine->submit(PauseEpisodes{{}, true},
                   [&](const Result<CommandReply>& reply) { paused.set_value(reply); });
    engine->submit(ImportScripts{{smallScript()}},
                   [&](const Result<CommandReply>& reply) { importedAgain.set_value(reply); });
    const auto first = imported.get_future().get();
    ASSERT_TRUE(first.ok());
    const auto second = paused.get_future().get();
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(second->episodes, first->episodes);
    EXPECT_TRUE(importedAgain.get_future().get().ok());
}

TEST_F(EngineTest, ClosingDuringAnImportAnswersEveryCommand) {
    auto engine = open().value();
    int answers = 0;
    const auto count = [&](const Result<CommandReply>&) { ++answers; };
    engine->submit(ImportScripts{{smallScript(), script("b.txt", "林晚：你好。\n")}}, count);
    engine->submit(PauseEpisodes{{}, true}, count);
    engine->submit(ImportScripts{{smallScript()}}, count);
    engine.reset();
    EXPECT_EQ(answers, 3);
}

TEST_F(EngineTest, WithoutACheckpointNothingStarts) {
    auto engine = open().value();
    const auto imported = ask(*engine, ImportScripts{{smallScript()}});
    ASSERT_TRUE(imported.ok());
    EXPECT_TRUE(ask(*engine, Produce{}).error().is(kNoCheckpoint));
}

TEST_F(EngineTest, ACharactersLoraIsInTheSpecsOfTheShotsThatShowHim) {
    const std::string lora = (folder_ / "lin wan.safetensors").string();
    fs::copy_file(MANJU_SOURCE_DIR "/tests/fixtures/lora/kohya.safetensors", lora);
    const auto cast = [&](const std::string& file) {
        return script("cast.json",
                      R"({"members": [{"name": "林晚", "trigger": "linwan", "loras": [{"file": ")" + file +
                          R"(", "weight": 0.7}]}]})");
    };
    std::mutex mutex;
    std::map<std::string, std::string> lorasByPrompt;
    work_.before = [&](const StepJob& job, const std::stop_token&) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        const auto spec = job.spec.get<ImageSpec>();
        const std::lock_guard lock(mutex);
        std::string& text = lorasByPrompt[spec.prompt];
        for (const LoraSpec& one : spec.loras)
            text += job.inputs.at(one.sha256) + " " + Json(one.unet).dump();
        return std::nullopt;
    };
    auto engine = open().value();
    Configure configure;
    configure.castFile = cast(lora);
    ASSERT_TRUE(ask(*engine, configure).ok());
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    int with = 0;
    for (const auto& [prompt, loras] : lorasByPrompt) {
        const bool shown = prompt.find("linwan") != std::string::npos;
        EXPECT_EQ(loras, shown ? lora + " 0.7" : "") << prompt;
        with += shown ? 1 : 0;
    }
    EXPECT_EQ(with, 1);

    // A file that is no LoRA is refused at once and changes nothing; one for another base before drawing.
    configure.castFile = cast((shared_ / "tiny.safetensors").string());
    EXPECT_FALSE(ask(*engine, configure).ok());
    const std::string other = (folder_ / "flux.safetensors").string();
    ASSERT_TRUE(weights::writeSafetensors(
                    other,
                    {{"transformer.double_blocks.0.img_attn.qkv.lora_A.weight", weights::Dtype::F32, {4, 8}},
                     {"transformer.double_blocks.0.img_attn.qkv.lora_B.weight", weights::Dtype::F32, {8, 4}}},
                    {},
                    [](const weights::TensorSpec&, const weights::ByteSink& sink) {
                        return sink(std::vector<std::byte>(4 * 8 * 4));
                    })
                    .ok());
    lorasByPrompt.clear();
    configure.castFile = cast(other);
    ASSERT_TRUE(ask(*engine, configure).ok());
    produce(*engine, {script("another.txt", "林晚：今天的雨下得真大，我们改天再见吧。\n")});
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(snapshot->episodes.back().state, EpisodeState::NeedsAttention);
    EXPECT_EQ(snapshot->episodes.back().error.args.at("family"), "Flux");
    EXPECT_TRUE(lorasByPrompt.empty());
}

/// Settings may change while shots wait: no picture is drawn with one model under the key of another.
TEST_F(EngineTest, AnotherVaeInTheMiddleOfARunIsPlannedAnew) {
    std::mutex mutex;
    std::set<std::pair<bool, std::string>> drawn;  // with the VAE of the preset, identity in the spec
    std::atomic<bool> drawing = false;
    std::atomic<bool> configured = false;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        {
            const std::lock_guard lock(mutex);
            drawn.emplace(job.inputs.contains("vae"), job.spec.at("checkpoint").get<std::string>());
        }
        drawing = true;
        while (!configured && !stop.stop_requested()) std::this_thread::sleep_for(Millis(1));
        return std::nullopt;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    wait(*engine, [&](const EngineSnapshot&) { return drawing.load(); });
    Configure configure;
    configure.presetFile =
        script("preset.json", R"({"image": {"vae": ")" + (shared_ / "tiny.safetensors").string() + R"("}})");
    ASSERT_TRUE(ask(*engine, configure).ok());
    configured = true;
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    ASSERT_EQ(drawn.size(), 2U);  // one identity without, another one with the VAE
    EXPECT_NE(drawn.begin()->second, drawn.rbegin()->second);
    EXPECT_NE(drawn.begin()->first, drawn.rbegin()->first);

    // A VAE that is gone is named as what it is.
    configure.presetFile = script("gone.json", R"({"image": {"vae": "gone.safetensors"}})");
    EXPECT_FALSE(ask(*engine, configure).ok());
}

TEST_F(EngineTest, TheSecondPassOfAPresetGetsItsUpscaler) {
    const fs::path stored = MANJU_SOURCE_DIR "/tests/fixtures/upscale/span_x2.safetensors";
    const auto preset = [&](const std::string& file) {
        return script("preset.json", R"({"image": {"hires": {"width": 1536, "height": 2688, "upscaler": ")" +
                                         file + R"("}}})");
    };
    std::atomic<int> enlarged = 0;
    std::atomic<int> pictures = 0;
    work_.before = [&](const StepJob& job, const std::stop_token&) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        ++pictures;
        const auto spec = job.spec.get<ImageSpec>();
        const auto file = spec.hires ? job.inputs.find(spec.hires->upscaler) : job.inputs.end();
        enlarged += file != job.inputs.end() && file->second == stored ? 1 : 0;
        return std::nullopt;
    };
    auto engine = open().value();
    Configure configure;
    configure.presetFile = preset(stored.string());
    ASSERT_TRUE(ask(*engine, configure).ok());
    produce(*engine, {smallScript()});
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_GT(pictures, 0);
    EXPECT_EQ(enlarged, pictures);

    configure.presetFile = preset(MANJU_SOURCE_DIR "/tests/fixtures/lora/kohya.safetensors");
    EXPECT_TRUE(ask(*engine, configure).error().is(kNotAnUpscaler));
    configure.presetFile = preset("gone.safetensors");
    EXPECT_TRUE(ask(*engine, configure).error().is(kFileNotFound));
}

TEST_F(EngineTest, ASecondPassThatIsSwitchedOnInTheMiddleOfARunIsForEveryShot) {
    std::atomic<bool> drawing = false;
    std::atomic<bool> configured = false;
    std::atomic<int> enlarged = 0;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        enlarged += job.spec.get<ImageSpec>().hires ? 1 : 0;
        drawing = true;
        while (!configured && !stop.stop_requested()) std::this_thread::sleep_for(Millis(1));
        return std::nullopt;
    };
    auto engine = open().value();
    produce(*engine, {smallScript()});
    wait(*engine, [&](const EngineSnapshot&) { return drawing.load(); });
    Configure configure;
    configure.presetFile =
        script("preset.json", R"({"image": {"hires": {"width": 1536, "height": 2688, "strength": 0}}})");
    ASSERT_TRUE(ask(*engine, configure).ok());
    configured = true;
    const auto snapshot = waitOver(*engine);
    EXPECT_EQ(only(*snapshot).state, EpisodeState::Done);
    EXPECT_EQ(enlarged, static_cast<int>(only(*snapshot).shots.size()));
}

TEST_F(EngineTest, AResumeStillFindsTheLoras) {
    const std::string lora = (folder_ / "lin wan.safetensors").string();
    fs::copy_file(MANJU_SOURCE_DIR "/tests/fixtures/lora/kohya.safetensors", lora);
    Configure configure;
    configure.castFile =
        script("cast.json", R"({"members": [{"name": "林晚", "trigger": "linwan", "loras": [{"file": ")" +
                                lora + R"("}]}]})");
    std::atomic<bool> drawing = false;
    std::atomic<int> withLora = 0;
    work_.before = [&](const StepJob& job, const std::stop_token& stop) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        drawing = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(Millis(1));
        return Error(kCancelled);
    };
    {
        auto engine = open().value();
        ASSERT_TRUE(ask(*engine, configure).ok());
        produce(*engine, {smallScript()});
        wait(*engine, [&](const EngineSnapshot&) { return drawing.load(); });
    }
    // Its content is another one now, and no LoRA.
    fs::rename(lora, lora + ".kept");
    std::ofstream(lora) << "something else";
    work_.before = {};
    {
        auto engine = open(true).value();
        const auto snapshot = waitOver(*engine);
        EXPECT_EQ(only(*snapshot).state, EpisodeState::NeedsAttention);
        EXPECT_EQ(only(*snapshot).error.args.at("file"), lora);
    }
    fs::rename(lora + ".kept", lora);
    work_.before = [&](const StepJob& job, const std::stop_token&) -> std::optional<Error> {
        if (job.kind != StepKind::Image) return std::nullopt;
        for (const LoraSpec& one : job.spec.get<ImageSpec>().loras)
            withLora += job.inputs.at(one.sha256) == lora ? 1 : 0;
        return std::nullopt;
    };
    auto engine = open(true).value();
    EXPECT_EQ(only(*waitOver(*engine)).state, EpisodeState::Done);
    EXPECT_EQ(withLora, 1);
}

TEST_F(EngineTest, EqualShotsAreDrawnOnceAndServeBoth) {
    auto engine = open().value();
    produce(*engine, {smallScript(), script("copy.txt", os::readFile(smallScript()).value() + "\n")});
    const auto snapshot = waitOver(*engine);
    ASSERT_EQ(snapshot->episodes.size(), 2U);
    EXPECT_EQ(snapshot->episodes[1].state, EpisodeState::Done);
    for (const auto& [key, runs] : work_.finished()) EXPECT_EQ(runs, 1) << key;
    EXPECT_EQ(snapshot->episodes[0].shots[0].image, snapshot->episodes[1].shots[0].image);
}

TEST_F(EngineTest, AFileOfTheUserIsNeverOverwritten) {
    fs::create_directories(project_ / "videos");
    std::ofstream(project_ / "videos" / "small 剧本.mp4") << "holiday";
    auto engine = open().value();
    produce(*engine, {smallScript()});
    EXPECT_EQ(fs::path(only(*waitOver(*engine)).video).filename(), "small 剧本 (2).mp4");
    EXPECT_EQ(os::readFile(project_ / "videos" / "small 剧本.mp4").value(), "holiday");
}

TEST_F(EngineTest, SnapshotsAreCoalesced) {
    auto engine = open().value();
    std::atomic<int> wakes = 0;
    engine->subscribe([&] { ++wakes; });
    for (int i = 0; i < 50; ++i) engine->submit(PauseEpisodes{{}, true}, {});
    ASSERT_TRUE(ask(*engine, PauseEpisodes{{}, true}).ok());
    EXPECT_LE(wakes, 51);
    engine->subscribe({});
    const int counted = wakes;
    ASSERT_TRUE(ask(*engine, PauseEpisodes{{}, true}).ok());
    EXPECT_EQ(wakes, counted);
}

}  // namespace
}  // namespace manju::engine
