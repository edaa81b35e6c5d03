// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/engine/engine_fixture.h"

#include <unistd.h>

#include <fstream>
#include <future>
#include <thread>

#include "core/base/os/file.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::engine {

namespace fs = std::filesystem;

fs::path EngineFixture::shared_;

void EngineFixture::SetUpTestSuite() {
    shared_ = fs::temp_directory_path() / ("manju-engine-model-" + std::to_string(::getpid()));
    fs::create_directories(shared_);
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.dtype = weights::Dtype::F16;
    recipe.out = shared_ / "tiny.safetensors";
    const Status made = testing::makeCheckpoint(recipe);
    ASSERT_TRUE(made.ok()) << made.error().debugText();
}

void EngineFixture::TearDownTestSuite() {
    fs::remove_all(shared_);
}

void EngineFixture::SetUp() {
    folder_ = fs::temp_directory_path() / ("manju a'b:c[d] 空格 " + std::to_string(::getpid()) + " " +
                                           ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    project_ = folder_ / "project";
}

void EngineFixture::TearDown() {
    fs::remove_all(folder_);
}

std::string EngineFixture::script(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
}

std::string EngineFixture::smallScript() const {
    return script("small 剧本.txt",
                  "旁白：三年后的雨夜，一辆黑色的车停在了老街的尽头。\n"
                  "林晚：你终于回来了，我还以为这辈子再也等不到你。\n"
                  "陈默：我答应过你的事情，从来没有忘记过一天。\n");
}

Result<std::unique_ptr<Engine>> EngineFixture::open(bool resume) {
    EngineOptions options;
    options.project = project_;
    options.resources = folder_ / "resources";
    options.resume = resume;
    return openEngineWith(options, work_.workers());
}

Result<CommandReply> EngineFixture::ask(Engine& engine, const Command& command) {
    std::promise<Result<CommandReply>> promise;
    auto future = promise.get_future();
    engine.submit(command, [&](const Result<CommandReply>& reply) { promise.set_value(reply); });
    return future.get();
}

std::vector<EpisodeId> EngineFixture::produce(Engine& engine, const std::vector<std::string>& scripts) {
    Configure configure;
    configure.checkpoint = (shared_ / "tiny.safetensors").string();
    const auto configured = ask(engine, configure);
    EXPECT_TRUE(configured.ok()) << configured.error().debugText();
    const auto imported = ask(engine, ImportScripts{scripts});
    if (!imported.ok()) {
        ADD_FAILURE() << imported.error().debugText();
        return {};
    }
    Produce command;
    command.episodes = imported->episodes;
    const auto queued = ask(engine, command);
    EXPECT_TRUE(queued.ok()) << (queued.ok() ? "" : queued.error().debugText());
    return imported->episodes;
}

std::shared_ptr<const EngineSnapshot> EngineFixture::wait(
    Engine& engine, const std::function<bool(const EngineSnapshot&)>& until) {
    for (int i = 0; i < 6000; ++i) {
        auto snapshot = engine.snapshot();
        if (until(*snapshot)) return snapshot;
        std::this_thread::sleep_for(Millis(5));
    }
    ADD_FAILURE() << Json(*engine.snapshot()).dump(1);
    return engine.snapshot();
}

std::shared_ptr<const EngineSnapshot> EngineFixture::waitOver(Engine& engine) {
    return wait(engine, [](const EngineSnapshot& snapshot) {
        for (const EpisodeSnapshot& episode : snapshot.episodes)
            if (episode.queued &&
                (episode.state == EpisodeState::Waiting || episode.state == EpisodeState::Running))
                return false;
        return true;
    });
}

}  // namespace manju::engine
