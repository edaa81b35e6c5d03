// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project_store.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/errors.h"
#include "core/store/errors.h"
#include "core/store/schema.h"

namespace manju::store {
namespace {

namespace fs = std::filesystem;

class ProjectStoreTest : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ =
            fs::temp_directory_path() /
            ("manju store '" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    ProjectStore open(Access access = Access::ReadWrite) {
        return ProjectStore::open(folder_, access).value();
    }

    static std::vector<EpisodeDraft> drafts() {
        EpisodeDraft episode;
        episode.title = "第一集";
        episode.shots = {
            {{{LineKind::Dialogue, "林晚", "走吧", {3, 5}}, {LineKind::Narration, "", "雨停了", {6, 9}}},
             {"林晚"},
             {3, 9}},
            {{{LineKind::Narration, "", "三年后", {10, 13}}}, {}, {10, 13}}};
        return {episode, episode};
    }

    static StepRow imageStep(EpisodeId episode, ShotId shot) {
        StepRow row;
        row.episode = episode;
        row.shot = shot;
        row.key = "key";
        row.spec = Json{{"a", 1}};
        return row;
    }

    fs::path folder_;
};

TEST_F(ProjectStoreTest, KeepsAScriptWithEverythingInOrder) {
    ScriptRow script{0, "sha", "剧本.txt", "inputs/sha.txt", "UTF-8", "mixed", "zh"};
    std::vector<EpisodeId> ids;
    {
        ProjectStore store = open();
        ids = store.addScript(script, drafts(), 5).value();
    }
    ProjectStore store = open();
    const auto rows = store.episodes().value();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].id, ids[0]);
    EXPECT_EQ(rows[1].ordinal, 2);
    EXPECT_EQ(rows[0].scriptName, "剧本.txt");
    EXPECT_EQ(rows[0].language, "zh");
    ASSERT_EQ(rows[0].shots.size(), 2U);
    const ShotDraft draft = drafts()[0].shots[0];
    EXPECT_EQ(rows[0].shots[0].lines[0].line, draft.lines[0]);
    EXPECT_EQ(rows[0].shots[0].lines[1].line, draft.lines[1]);
    EXPECT_EQ(rows[0].shots[0].characters, draft.characters);
    EXPECT_EQ(store.episodesOfScript("sha").value(), ids);
    EXPECT_TRUE(store.episodesOfScript("other")->empty());
}

TEST_F(ProjectStoreTest, TheSameScriptTwiceIsRefusedWhole) {
    ProjectStore store = open();
    ScriptRow script{0, "sha", "a", "f", "UTF-8", "prose", "en"};
    ASSERT_TRUE(store.addScript(script, drafts(), 5).ok());
    const std::int64_t revision = store.revision().value();
    EXPECT_FALSE(store.addScript(script, drafts(), 6).ok());
    EXPECT_EQ(store.episodes()->size(), 2U);
    EXPECT_EQ(store.revision().value(), revision);
}

TEST_F(ProjectStoreTest, AnAttemptIsStoredBeforeItsResultAndSurvivesReopening) {
    EpisodeId episode;
    StepRow step;
    {
        ProjectStore store = open();
        EXPECT_EQ(store.beginRun().value(), 1);
        episode = store.addScript({0, "s", "a", "f", "UTF-8", "prose", "en"}, drafts(), 5).value()[0];
        step = imageStep(episode, store.episodes().value()[0].shots[0].id);
        ASSERT_TRUE(store.saveSteps({&step}).ok());
        ASSERT_TRUE(step.id.valid());
        step.state = StepState::Running;
        EXPECT_EQ(store.beginAttempt(step, 1, 100).value(), 1);
        ASSERT_TRUE(store.deliver(step.id, 1, {{{"image", "a.png", 3, "ff"}}, Json{{"x", 1}}}).ok());
    }
    ProjectStore store = open();
    EXPECT_FALSE(store.lastRunEnded().value());
    EXPECT_EQ(store.beginRun().value(), 2);
    const auto running = store.runningAttempts().value();
    ASSERT_EQ(running.size(), 1U);
    ASSERT_TRUE(running[0].result);
    EXPECT_EQ(running[0].result->files[0].sha256, "ff");
    EXPECT_EQ(store.steps().value()[0].state, StepState::Running);

    step.state = StepState::Done;
    const ResultRow result{"key", StepKind::Image, {{"image", "results/a.png", 3, "ff"}}, Json{{"x", 1}}};
    ASSERT_TRUE(store.finishAttempt(step, 1, result, 200).ok());
    EXPECT_TRUE(store.runningAttempts()->empty());
    EXPECT_EQ(store.result("key").value()->file("image")->name, "results/a.png");
    EXPECT_EQ(store.result("key").value()->meta.at("x"), 1);
    EXPECT_FALSE(store.result("none").value());
    ASSERT_TRUE(store.endRun().ok());
    EXPECT_TRUE(store.lastRunEnded().value());
}

TEST_F(ProjectStoreTest, FailedAttemptsKeepTheirError) {
    ProjectStore store = open();
    const EpisodeId episode =
        store.addScript({0, "s", "a", "f", "UTF-8", "prose", "en"}, drafts(), 5).value()[0];
    StepRow step = imageStep(episode, ShotId(1));
    ASSERT_TRUE(store.saveSteps({&step}).ok());
    step.state = StepState::Running;
    ASSERT_TRUE(store.beginAttempt(step, 1, 100).ok());
    step.state = StepState::Waiting;
    step.failures = 1;
    step.notBefore = 1100;
    step.error = Error(kDiskFull, {{"file", "x"}});
    ASSERT_TRUE(store.failAttempt(step, 1, AttemptOutcome::Crashed, 200).ok());
    step.state = StepState::Running;
    EXPECT_EQ(store.beginAttempt(step, 1, 300).value(), 2);
    const auto attempts = store.attempts().value();
    ASSERT_EQ(attempts.size(), 2U);
    EXPECT_EQ(attempts[0].outcome, AttemptOutcome::Crashed);
    EXPECT_EQ(attempts[0].error->args().at("file"), "x");
    EXPECT_EQ(store.steps().value()[0].failures, 1);
    EXPECT_EQ(store.steps().value()[0].notBefore, 1100);
}

TEST_F(ProjectStoreTest, DigestsAreForgottenWhenTheFileChanges) {
    ProjectStore store = open();
    const os::FileStamp stamp{10, 20, 30};
    ASSERT_TRUE(store.cacheDigest("/m", stamp, "aa").ok());
    EXPECT_EQ(store.cachedDigest("/m", stamp).value(), "aa");
    EXPECT_FALSE(store.cachedDigest("/m", {10, 21, 30}).value());
}

TEST_F(ProjectStoreTest, ForeignAndDamagedFilesGetOneSentenceAndStayUntouched) {
    const std::string foreign(8192, 'x');
    std::ofstream(folder_ / "project.db", std::ios::binary) << foreign;
    const auto opened = ProjectStore::open(folder_, Access::ReadWrite);
    ASSERT_FALSE(opened.ok());
    EXPECT_TRUE(opened.error().is(kDamaged));
    EXPECT_EQ(os::readFile(folder_ / "project.db").value(), foreign);
}

TEST_F(ProjectStoreTest, ANewerSchemaIsRefused) {
    { (void)open(); }
    SQLite::Database((folder_ / "project.db").string(), SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = " + std::to_string(migrations().size() + 1));
    EXPECT_TRUE(ProjectStore::open(folder_, Access::ReadWrite).error().is(kTooNew));
}

/// A project of the first version: two episodes that wait, the second submitted first.
void makeFirstVersion(const fs::path& file) {
    SQLite::Database db(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db.exec(migrations()[0]);
    db.exec("PRAGMA user_version = 1");
    db.exec("INSERT INTO script VALUES(1, 'hash', 'name', 'file', 'utf-8', 'text', 'en', 0)");
    db.exec("INSERT INTO episode(id, script_id, ordinal, title, state, queued, queue_order) "
            "VALUES(1, 1, 1, 'a', 'waiting', 1, 2), (2, 1, 2, 'b', 'waiting', 1, 1)");
}

TEST_F(ProjectStoreTest, AnOlderSchemaIsReadAsItIsAndCarriedOnWhenWritten) {
    makeFirstVersion(folder_ / "project.db");
    const std::string before = os::readFile(folder_ / "project.db").value();
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
        ProjectStore store = open(access);
        const auto episodes = store.episodes().value();
        ASSERT_EQ(episodes.size(), 2U);
        EXPECT_EQ(episodes[0].title, "a");
        EXPECT_EQ(episodes[0].submittedAt, episodes[1].submittedAt + 1) << "in their order";
        EXPECT_GT(episodes[0].submittedAt, 1'700'000'000'000) << "they have not waited since 1970";
        if (access == Access::ReadWrite) continue;
        EXPECT_TRUE(store.setSettings({{"checkpoint", "x"}}).error().is(kNotWritable));
        EXPECT_EQ(os::readFile(folder_ / "project.db").value(), before);
    }
}

TEST_F(ProjectStoreTest, ReadingWritesNothingAndNeedsAProject) {
    EXPECT_TRUE(ProjectStore::open(folder_, Access::ReadOnly).error().is(kNoProject));
    EXPECT_TRUE(fs::is_empty(folder_));
    ProjectStore writer = open();
    ASSERT_TRUE(writer.setSettings({{"checkpoint", "demo"}}).ok());
    ProjectStore reader = open(Access::ReadOnly);
    EXPECT_EQ(reader.setting("checkpoint").value(), "demo");
    EXPECT_TRUE(reader.setSettings({{"checkpoint", "x"}}).error().is(kNotWritable));
}

TEST_F(ProjectStoreTest, WritesAreDurableByThePragmas) {
    { (void)open(); }
    Database db = Database::open(folder_ / "project.db", Access::ReadWrite).value();
    EXPECT_EQ(db.handle().execAndGet("PRAGMA journal_mode").getString(), "wal");
    EXPECT_EQ(db.handle().execAndGet("PRAGMA synchronous").getInt(), 2);
    EXPECT_EQ(db.handle().execAndGet("PRAGMA foreign_keys").getInt(), 1);
}

}  // namespace
}  // namespace manju::store
