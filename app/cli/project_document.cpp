// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_document.h"

#include <cmath>

#include "app/cli/output.h"
#include "core/base/clock.h"

namespace manju::cli {
namespace {

Json messageJson(const MessageRef& message, messages::Language language) {
    return message.id.empty() ? Json(nullptr) : errorJson(language, message.id, message.args);
}

Json pathJson(const std::string& path) {
    return path.empty() ? Json(nullptr) : Json(path);
}

Json shotJson(const ShotSnapshot& shot, messages::Language language) {
    return Json{{"number", shot.number},
                {"state", shot.state},
                {"lines", shot.lines},
                {"characters", shot.characters},
                {"image", pathJson(shot.image)},
                {"seconds", shot.seconds},
                {"fraction", shot.fraction},
                {"stage", messageJson(shot.stage, language)},
                {"error", messageJson(shot.error, language)}};
}

Json episodeJson(const EpisodeSnapshot& episode, messages::Language language) {
    Json shots = Json::array();
    for (const ShotSnapshot& shot : episode.shots) shots.push_back(shotJson(shot, language));
    const Json remaining = episode.remaining.known ? Json{{"low_seconds", episode.remaining.lowSeconds},
                                                          {"high_seconds", episode.remaining.highSeconds}}
                                                   : Json(nullptr);
    return Json{{"id", episode.id},
                {"title", episode.title},
                {"script", episode.script},
                {"state", episode.state},
                {"queued", episode.queued},
                {"priority", episode.priority},
                {"fraction", episode.fraction},
                {"remaining", remaining},
                {"waiting_on", messageJson(episode.waitingOn, language)},
                {"error", messageJson(episode.error, language)},
                {"video", pathJson(episode.video)},
                {"shots", shots}};
}

}  // namespace

Json projectDocument(const EngineSnapshot& snapshot, const std::vector<AttemptSnapshot>& attempts,
                     messages::Language language) {
    Json episodes = Json::array();
    for (const EpisodeSnapshot& episode : snapshot.episodes)
        episodes.push_back(episodeJson(episode, language));
    Json tries = Json::array();
    for (const AttemptSnapshot& attempt : attempts)
        tries.push_back({{"episode", attempt.episode},
                         {"shot", attempt.shot},
                         {"kind", attempt.kind},
                         {"key", attempt.key},
                         {"number", attempt.number},
                         {"epoch", attempt.epoch},
                         {"outcome", attempt.outcome},
                         {"started", isoTime(attempt.startedMillis)},
                         {"ended", attempt.endedMillis ? Json(isoTime(attempt.endedMillis)) : Json(nullptr)},
                         {"error", messageJson(attempt.error, language)}});
    return Json{{"schema_version", 1},
                {"project", snapshot.project},
                {"checkpoint", pathJson(snapshot.checkpoint)},
                {"revision", snapshot.revision},
                {"disk_free_bytes", snapshot.diskFreeBytes},
                {"problem", messageJson(snapshot.problem, language)},
                {"episodes", episodes},
                {"attempts", tries}};
}

std::string projectText(const EngineSnapshot& snapshot, messages::Language language) {
    std::string text;
    for (const EpisodeSnapshot& episode : snapshot.episodes) {
        text += messages::text(
                    language, "cli.episode",
                    {{"title", episode.title.empty() ? episode.script : episode.title},
                     {"state", messages::text(language, "state." + std::string(toText(episode.state)))},
                     {"percent", std::to_string(std::lround(episode.fraction * 100))},
                     {"shots", std::to_string(episode.shots.size())}}) +
                "\n";
        if (!episode.error.id.empty())
            text += "  " + messages::text(language, episode.error.id, episode.error.args) + " [" +
                    episode.error.id + "]\n";
        if (!episode.waitingOn.id.empty())
            text +=
                "  " +
                messages::text(
                    language, "cli.waiting-on",
                    {{"reason", messages::text(language, episode.waitingOn.id, episode.waitingOn.args)}}) +
                "\n";
        if (!episode.video.empty()) text += "  " + episode.video + "\n";
    }
    return text;
}

}  // namespace manju::cli
