// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/domain/ids.h"
#include "core/domain/states.h"

namespace manju {

// What a person or a script asks of the engine. Plain values, so that they can cross a process border.

/// Parses scripts and stores them as draft episodes. A script whose content is already stored gives
/// the stored episodes again. All files are read before anything is stored.
struct ImportScripts {
    std::vector<std::string> files;  ///< absolute paths
    friend bool operator==(const ImportScripts&, const ImportScripts&) = default;
};
/// Settings of the project; an empty path leaves that setting as it is.
struct Configure {
    std::string checkpoint;  ///< path, or "demo"
    std::string castFile;
    std::string presetFile;
    std::string outFolder;  ///< where finished videos are put as well
    friend bool operator==(const Configure&, const Configure&) = default;
};
/// Queues episodes; an empty list means every episode that is not done.
struct Produce {
    std::vector<EpisodeId> episodes;
    Priority priority = Priority::Medium;
    bool urgent = false;
    std::string deadline;  ///< ISO 8601 UTC, or empty
    friend bool operator==(const Produce&, const Produce&) = default;
};
struct CancelEpisodes {
    std::vector<EpisodeId> episodes;
    friend bool operator==(const CancelEpisodes&, const CancelEpisodes&) = default;
};
struct PauseEpisodes {
    std::vector<EpisodeId> episodes;
    bool paused = true;
    friend bool operator==(const PauseEpisodes&, const PauseEpisodes&) = default;
};
/// Gives failed and cancelled steps new attempts; finished ones are kept.
struct RetryEpisodes {
    std::vector<EpisodeId> episodes;
    friend bool operator==(const RetryEpisodes&, const RetryEpisodes&) = default;
};

using Command = std::variant<ImportScripts, Configure, Produce, CancelEpisodes, PauseEpisodes, RetryEpisodes>;

/// What a command did.
struct CommandReply {
    std::vector<EpisodeId> episodes;  ///< imported, queued, cancelled, ...
    int alreadyThere = 0;             ///< of these, how many needed no change
    friend bool operator==(const CommandReply&, const CommandReply&) = default;
};

MANJU_JSON_TYPE(ImportScripts)
MANJU_JSON_TYPE(Configure)
MANJU_JSON_TYPE(Produce)
MANJU_JSON_TYPE(CancelEpisodes)
MANJU_JSON_TYPE(PauseEpisodes)
MANJU_JSON_TYPE(RetryEpisodes)
MANJU_JSON_TYPE(CommandReply)

std::vector<std::uint8_t> toCbor(const Command& command);
Result<Command> commandFromCbor(const std::vector<std::uint8_t>& bytes);

}  // namespace manju
