// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/domain/ids.h"
#include "core/domain/step_spec.h"

namespace manju {

/// One attempt at a step, as the engine hands it to a worker.
struct StepJob {
    StepId step;
    StepKind kind = StepKind::Image;
    std::string key;
    Json spec;                                  ///< ImageSpec, VoiceSpec, ... by `kind`
    std::map<std::string, std::string> inputs;  ///< SHA-256 (or "checkpoint", "vae", ...) -> absolute path
    std::string
        outputFolder;  ///< absolute, exists, empty, private to this attempt; the engine publishes from it
    int attempt = 1;
    std::int64_t epoch = 0;  ///< of the engine that started it
    friend bool operator==(const StepJob&, const StepJob&) = default;
};

/// How far an attempt is.
struct StepProgress {
    StepId step;
    double fraction = 0;  ///< 0..1, never falling
    std::string stage;    ///< message id of the stage's name, e.g. "stage.sample"
    int index = 0;        ///< e.g. step 18 ...
    int count = 0;        ///< ... of 30; 0: no count
    friend bool operator==(const StepProgress&, const StepProgress&) = default;
};

/// A file that the attempt left in its output folder: complete, verified and fsynced.
struct OutputFile {
    std::string role;  ///< "image", "audio", "ass", "srt", "video"
    std::string name;  ///< inside the output folder; its extension is kept when it is published
    std::int64_t bytes = 0;
    std::string sha256;
    friend bool operator==(const OutputFile&, const OutputFile&) = default;
};

struct StepResult {
    std::vector<OutputFile> files;
    Json meta = Json::object();  ///< facts that later steps need, e.g. {"samples": 96000}
    friend bool operator==(const StepResult&, const StepResult&) = default;
};

void to_json(Json& json, const Error& error);
Error errorFromJson(const Json& json);

MANJU_JSON_TYPE(StepJob)
MANJU_JSON_TYPE(StepProgress)
MANJU_JSON_TYPE(OutputFile)
MANJU_JSON_TYPE(StepResult)

}  // namespace manju
