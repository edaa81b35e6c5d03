// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

#include "core/link/worker_loop.h"

/// One function per kind of step; each leaves its files in the job's output folder. Thread: one at a time.
namespace manju::worker {

/// "audio": a mono 48 kHz 16-bit WAV. Meta: {"samples", "words", "timing"}, see voice::Speech.
Result<StepResult> speakStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop);
/// "ass" and "srt". Meta: {"left_out"}: characters that no font can draw.
Result<StepResult> subtitleStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop);
/// "video": an MP4. Meta: {"frames", "audio_samples", "lufs", "true_peak_db"} as measured on the file.
Result<StepResult> videoStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop);

/// The fonts in the resources folder of a job, sorted by name; kFileNotFound if there is none.
Result<std::vector<std::filesystem::path>> bundledFonts(const StepJob& job);

}  // namespace manju::worker
