// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/media_steps.h"
#include "core/base/errors.h"
#include "core/link/output_file.h"
#include "core/voice/speaker.h"
#include "core/voice/wav_file.h"

namespace manju::worker {

Result<StepResult> speakStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) {
    progress.report(0, "stage.speak");
    MANJU_TRY(const auto spec, fromJson<VoiceSpec>(job.spec, "voice step"));
    MANJU_TRY(const auto speaker, voice::openSpeaker(spec.voice.engine));
    MANJU_TRY(const voice::Speech speech, speaker->synthesize(spec, stop));
    if (stop.stop_requested()) return Error(kCancelled);
    const std::string name = "speech.wav";
    MANJU_CHECK(voice::writeWav(std::filesystem::path(job.outputFolder) / name, speech.samples));
    MANJU_TRY(OutputFile file, link::collectOutput(job, "audio", name));
    progress.report(1, "stage.speak");
    return StepResult{
        {std::move(file)},
        Json{{"samples", speech.samples.size()}, {"words", speech.words}, {"timing", speech.timingSource}}};
}

}  // namespace manju::worker
