// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/image_executor.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/diffusion/png_file.h"
#include "core/diffusion/image_generator.h"
#include "core/link/errors.h"
#include "core/link/output_file.h"
#include "core/weights/checkpoint.h"

namespace manju::worker {
namespace {

namespace fs = std::filesystem;

/// The stages of a picture and where each one ends; shares of the time as a CPU spends it. Only the progress
/// bar depends on them.
struct StageEnd {
    std::string_view stage;
    double end;
};
constexpr std::array kStages{StageEnd{"stage.text", 0.04}, StageEnd{"stage.model", 0.08},
                             StageEnd{"stage.sample", 0.84}, StageEnd{"stage.decode", 0.98}};

double fractionOf(std::string_view stage, int index, int count) {
    double begin = 0;
    for (const StageEnd& candidate : kStages) {
        if (candidate.stage == stage)
            return count > 0 ? begin + (candidate.end - begin) * index / count : begin;
        begin = candidate.end;
    }
    return 0;
}

Result<std::vector<os::FileStamp>> stampsOf(const std::vector<fs::path>& files) {
    std::vector<os::FileStamp> stamps;
    for (const fs::path& file : files) {
        MANJU_TRY(stamps.emplace_back(), os::stampFile(file));
    }
    return stamps;
}

}  // namespace

struct ImageExecutor::Model {
    std::string path;
    std::string identity;
    std::vector<os::FileStamp> stamps;
    weights::Checkpoint checkpoint;
    std::optional<diffusion::ImageGenerator> drawing;  // refers to `checkpoint`
};

ImageExecutor::ImageExecutor(int threads) : threads_(threads) {}

ImageExecutor::~ImageExecutor() = default;

Result<ImageExecutor::Model*> ImageExecutor::modelFor(const StepJob& job, const ImageSpec& spec) {
    MANJU_TRY(const std::string path, link::inputPath(job, "checkpoint"));
    if (model_ && model_->path == path && model_->identity == spec.checkpoint) {
        const auto stamps = stampsOf(model_->checkpoint.files());
        if (stamps.ok() && *stamps == model_->stamps) return model_.get();
    }
    model_.reset();  // before the next one takes its memory
    MANJU_TRY(const std::string resources, link::inputPath(job, "resources"));
    MANJU_TRY(weights::Checkpoint checkpoint, weights::Checkpoint::open(path));
    MANJU_TRY(auto stamps, stampsOf(checkpoint.files()));
    auto model = std::make_unique<Model>(
        Model{path, spec.checkpoint, std::move(stamps), std::move(checkpoint), std::nullopt});
    diffusion::ImageGeneratorOptions options;
    options.resources = resources;
    options.threads = threads_;
    MANJU_TRY(model->drawing, diffusion::ImageGenerator::load(model->checkpoint, options));
    model_ = std::move(model);
    return model_.get();
}

Result<StepResult> ImageExecutor::run(const StepJob& job, link::ProgressSink& progress,
                                      std::stop_token stop) {
    if (job.kind != StepKind::Image)
        return Error(link::kStepKindUnknown,
                     {{"kind", std::string(toText(job.kind))}, {"worker", "manju-worker-image"}});
    MANJU_TRY(const auto spec, fromJson<ImageSpec>(job.spec, "image step"));
    MANJU_CHECK(diffusion::checkSpec(spec));
    MANJU_TRY(Model * model, modelFor(job, spec));
    const auto report = [&progress](std::string_view stage, int index, int count) {
        progress.report(fractionOf(stage, index, count), stage, index, count);
    };
    MANJU_TRY(diffusion::Picture picture, model->drawing->draw(spec, report, stop));
    if (stop.stop_requested()) return Error(kCancelled);
    progress.report(kStages.back().end, "stage.verify");
    diffusion::PngTexts texts = diffusion::pictureTexts(spec, picture.facts);
    const diffusion::PngPicture png{picture.width, picture.height, std::move(picture.rgb), std::move(texts)};
    const std::string name = "image.png";
    MANJU_CHECK(diffusion::writePng(fs::path(job.outputFolder) / name, png));
    MANJU_TRY(OutputFile file, link::collectOutput(job, "image", name));
    progress.report(1, "stage.verify");
    return StepResult{{std::move(file)},
                      Json{{"width", png.width},
                           {"height", png.height},
                           {"model", picture.facts.model},
                           {"unreadable", picture.facts.unreadable},
                           {"cut_prompt", picture.facts.cutPrompt},
                           {"cut_negative", picture.facts.cutNegative}}};
}

}  // namespace manju::worker
