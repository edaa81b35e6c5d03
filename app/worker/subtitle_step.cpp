// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/media_steps.h"
#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/link/output_file.h"
#include "core/subs/subtitles.h"

namespace manju::worker {
namespace {

Result<OutputFile> save(const StepJob& job, const std::string& role, const std::string& text) {
    const std::string name = "subtitles." + role;
    MANJU_CHECK(os::writeFile(std::filesystem::path(job.outputFolder) / name, text));
    return link::collectOutput(job, role, name);
}

}  // namespace

Result<StepResult> subtitleStep(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) {
    progress.report(0, "stage.subtitles");
    MANJU_TRY(const auto spec, fromJson<SubtitleSpec>(job.spec, "subtitle step"));
    MANJU_TRY(const auto fonts, bundledFonts(job));
    MANJU_TRY(const subs::SubtitleFiles subtitles, subs::writeSubtitles(spec, fonts));
    if (stop.stop_requested()) return Error(kCancelled);
    MANJU_TRY(OutputFile ass, save(job, "ass", subtitles.ass));
    MANJU_TRY(OutputFile srt, save(job, "srt", subtitles.srt));
    progress.report(1, "stage.subtitles");
    return StepResult{{std::move(ass), std::move(srt)}, Json{{"left_out", encodeUtf8(subtitles.leftOut)}}};
}

}  // namespace manju::worker
