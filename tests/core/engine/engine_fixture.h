// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/engine/project_engine.h"
#include "tests/core/engine/scripted_work.h"

namespace manju::engine {

/// A folder with a tiny checkpoint, scripts and a project, and ways to run an engine over it.
class EngineFixture : public ::testing::Test {
protected:
    static void SetUpTestSuite();
    static void TearDownTestSuite();
    void SetUp() override;
    void TearDown() override;

    /// A script file with this text; returns its path.
    std::string script(const std::string& name, const std::string& text) const;
    /// Three shots, two speakers.
    std::string smallScript() const;

    [[nodiscard]] Result<std::unique_ptr<Engine>> open(bool resume = false);
    [[nodiscard]] static Result<CommandReply> ask(Engine& engine, const Command& command);
    /// Configures, imports and queues; returns the episodes.
    std::vector<EpisodeId> produce(Engine& engine, const std::vector<std::string>& scripts);
    /// Waits until `until` holds for a snapshot; fails the test after 30 s.
    static std::shared_ptr<const EngineSnapshot> wait(
        Engine& engine, const std::function<bool(const EngineSnapshot&)>& until);
    static std::shared_ptr<const EngineSnapshot> waitOver(Engine& engine);

    static std::filesystem::path shared_;  ///< of the suite: the checkpoint
    std::filesystem::path folder_;
    std::filesystem::path project_;
    ScriptedWork work_;
};

}  // namespace manju::engine
