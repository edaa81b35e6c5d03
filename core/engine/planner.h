// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/domain/cast.h"
#include "core/domain/preset.h"
#include "core/domain/step_spec.h"
#include "core/engine/model_identity.h"
#include "core/store/rows.h"

/// From a storyboard to the specs of its steps. Pure functions: equal inputs give equal specs.
namespace manju::engine {

/// A step as it should be. `shot` and `line` tell which part of the episode it belongs to.
struct WantedStep {
    StepKind kind = StepKind::Image;
    ShotId shot;
    LineId line;
    Json spec;
};

struct ProductionSettings {
    Cast cast;
    Preset preset;
    std::string checkpoint;  ///< as configured: absolute path or "demo"
    std::string castFile;    ///< where the cast came from, for display
    std::string presetFile;
    std::string outFolder;  ///< absolute; empty: the project's own
    std::string music;      ///< SHA-256 of the music file; empty: none
    std::string musicFile;  ///< relative to the project

    [[nodiscard]] ModelChoice model() const {
        return {checkpoint, preset.image.vae, preset.image.textEncoders,
                preset.image.hires.on() ? preset.image.hires.upscaler : std::string()};
    }
};

/// One image a shot, one voice step a spoken line, in the order of the episode.
std::vector<WantedStep> planShots(const store::EpisodeRow& episode, const ProductionSettings& settings,
                                  const ModelIdentities& models);

/// The published result of a step of this episode.
using ResultOf = std::function<const store::ResultRow*(StepKind, ShotId, LineId)>;

/// Precondition: all voice steps of the episode are done; pictures are not needed.
SubtitleSpec planSubtitles(const store::EpisodeRow& episode, const ProductionSettings& settings,
                           const ResultOf& resultOf);
/// Precondition: all other steps of the episode are done.
VideoSpec planVideo(const store::EpisodeRow& episode, const ProductionSettings& settings,
                    const ResultOf& resultOf);

/// Bytes that producing these shots may need on the project's disk, an upper estimate.
Bytes estimateDisk(const store::EpisodeRow& episode, const Preset& preset);

}  // namespace manju::engine
