// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// An engine makes an episode while every change to the project's files is recorded. Then each prefix of that
// record is what a crash at that moment would have left: it must open, finish with the same files, and do no
// finished step again.
#include <fstream>

#include "core/store/project_store.h"
#include "tests/core/engine/engine_fixture.h"
#include "tests/support/project_files/project_files.h"
#include "tests/support/record_files/record_files.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;
using testing::leftovers;
using testing::products;

class EveryPrefixTest : public EngineFixture {
protected:
    void SetUp() override {
        EngineFixture::SetUp();
        // fsync costs nothing here, which lets thousands of engines run.
        if (fs::exists("/dev/shm")) {
            memory_ = fs::path("/dev/shm") / folder_.filename();
            fs::remove_all(memory_);
            fs::create_directories(memory_);
            project_ = memory_ / "project";
        }
    }
    void TearDown() override {
        if (!memory_.empty()) fs::remove_all(memory_);
        EngineFixture::TearDown();
    }

    static std::set<std::string> finishedKeys(const fs::path& project) {
        std::set<std::string> keys;
        auto opened = store::ProjectStore::open(project, store::Access::ReadWrite);
        if (!opened.ok()) {
            ADD_FAILURE() << opened.error().debugText();
            return keys;
        }
        const auto attempts = opened->attempts().value();
        for (const store::AttemptRow& attempt : attempts)
            if (attempt.outcome == store::AttemptOutcome::Done) keys.insert(attempt.key);
        return keys;
    }

    /// Opens what the crash left, asks for the same episode again, and compares.
    void resumeAndCompare(const std::map<std::string, std::string>& expected) {
        const bool stored = fs::exists(project_ / "project.db");
        const std::set<std::string> finished = stored ? finishedKeys(project_) : std::set<std::string>();
        const auto before = work_.finished();
        {
            auto engine = open(true);
            ASSERT_TRUE(engine.ok()) << engine.error().debugText();
            produce(**engine, {script_});
            const auto snapshot = waitOver(**engine);
            ASSERT_EQ(snapshot->episodes.size(), 1U);
            ASSERT_EQ(snapshot->episodes[0].state, EpisodeState::Done) << snapshot->episodes[0].error.id;
        }
        ASSERT_EQ(products(project_), expected);
        ASSERT_EQ(leftovers(project_), std::vector<std::string>());
        const auto after = work_.finished();
        for (const std::string& key : finished)
            ASSERT_EQ(after.at(key), before.at(key)) << "a finished step was done again";
    }

    fs::path memory_;
    std::string script_;
};

void copyTree(const fs::path& from, const fs::path& to) {
    fs::remove_all(to);
    fs::copy(from, to, fs::copy_options::recursive);
}

TEST_F(EveryPrefixTest, ReopensAndFinishesWithTheSameFiles) {
    script_ = smallScript();
    fs::create_directories(project_);
    testing::startRecording(project_);
    {
        auto engine = open().value();
        produce(*engine, {script_});
        ASSERT_EQ(waitOver(*engine)->episodes.at(0).state, EpisodeState::Done);
    }
    const std::vector<testing::FileOperation> operations = testing::stopRecording();
    ASSERT_GT(operations.size(), 100U);
    const auto expected = products(project_);
    ASSERT_GT(expected.size(), 8U);

    const fs::path base = project_.parent_path();
    const fs::path state = base / "state";
    fs::create_directories(state);
    project_ = base / "crashed";
    for (std::size_t done = 0; done <= operations.size(); ++done) {
        SCOPED_TRACE("after operation " + std::to_string(done) + " of " + std::to_string(operations.size()));
        copyTree(state, project_);
        if (done < operations.size() && operations[done].kind == testing::FileOperation::Kind::Write)
            testing::replay(operations[done], project_, 0.5);  // torn
        resumeAndCompare(expected);
        if (HasFatalFailure()) return;
        if (done < operations.size()) testing::replay(operations[done], state);
    }
    RecordProperty("prefixes", static_cast<int>(operations.size() + 1));
    std::printf("%zu prefixes, each reopened and finished\n", operations.size() + 1);
}

}  // namespace
}  // namespace manju::engine
