// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "core/domain/step_spec.h"
#include "core/engine/model_identity.h"

/// The commands; each returns the exit code.
namespace manju::cli {

int runShots(const Voice& voice, const std::filesystem::path& script);

struct ProduceOptions {
    std::vector<std::string> scripts;
    std::string project;
    std::string checkpoint;
    std::string cast;
    std::string preset;
    std::string priority = "medium";
    bool urgent = false;
    std::string deadline;
    std::string out;
};
int runProduce(const Voice& voice, const ProduceOptions& options);
int runResume(const Voice& voice, const std::string& project);
int runStatus(const Voice& voice, const std::string& project);

struct ImageOptions {
    std::string from;             ///< picture whose settings count where no option is given
    std::set<std::string> given;  ///< names of the options on the command line, "--seed"
    std::string checkpoint;
    std::string vae;                        ///< file used instead of the checkpoint's own
    std::vector<std::string> textEncoders;  ///< the same for one or both text encoders
    std::string out;
    std::string size = "1024x1024";
    std::vector<std::string> loras;  ///< FILE, FILE:WEIGHT or FILE:UNET:TEXT
    std::string loraFolder;          ///< where `<lora:name:weight>` in the prompt is looked for
    std::string start;               ///< picture to start from
    std::string mask;
    double strength = 0.6;
    std::string hires;  ///< WIDTHxHEIGHT of the second pass
    double hiresStrength = 0.35;
    std::string upscaler;  ///< super-resolution network of the second pass
    ImageSpec spec;

    [[nodiscard]] engine::ModelChoice model() const { return {checkpoint, vae, textEncoders}; }
};
int runImage(const Voice& voice, const ImageOptions& options);

int runModelInspect(const Voice& voice, const std::filesystem::path& file);
/// `against` may be empty: then the sizes of SDXL base decide.
int runLoraInspect(const Voice& voice, const std::filesystem::path& path, const std::string& against);

struct VramReplayOptions {
    std::string trace;
    double cardGib = 0;  ///< 0: what the trace says
    std::string dump;    ///< file for the pool's dump after the last line; may be empty
};
int runVramReplay(const Voice& voice, const VramReplayOptions& options);
int runVramDump(const Voice& voice, const std::string& file);

/// Runs a benchmark: "vram" and "sched" here, "compose" in the program that has what it measures. `workload`:
/// a file for "sched", or empty.
int runBench(const Voice& voice, const std::string& name, bool smoke, const std::string& workload);

}  // namespace manju::cli
