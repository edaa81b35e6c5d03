// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/media_steps.h"
#include "core/link/output_file.h"
#include "core/video/compose.h"

namespace manju::worker {

Result<StepResult> videoStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) {
    MANJU_TRY(const auto spec, fromJson<VideoSpec>(job.spec, "video step"));
    MANJU_TRY(const auto fonts, bundledFonts(job));
    const std::string name = "video.mp4";
    const auto report = [&progress](const video::ComposeProgress& now) {
        progress.report(now.fraction, now.stage, static_cast<int>(now.index), static_cast<int>(now.count));
    };
    MANJU_TRY(const video::VideoFacts facts,
              video::composeVideo(spec, job.inputs, std::filesystem::path(job.outputFolder) / name, fonts,
                                  report, std::move(stop)));
    MANJU_TRY(OutputFile file, link::collectOutput(job, "video", name));
    return StepResult{{std::move(file)},
                      Json{{"frames", facts.frames},
                           {"audio_samples", facts.audioSamples},
                           {"lufs", facts.integratedLufs},
                           {"true_peak_db", facts.truePeakDb}}};
}

}  // namespace manju::worker
