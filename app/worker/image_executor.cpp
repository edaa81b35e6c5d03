// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/image_executor.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/diffusion/image_generator.h"
#include "core/diffusion/spec_check.h"
#include "core/link/errors.h"
#include "core/link/output_file.h"
#include "core/lora/merger.h"
#include "core/png/picture_texts.h"
#include "core/png/png_file.h"
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
constexpr std::array kOnePass{StageEnd{"stage.text", 0.04}, StageEnd{"stage.encode", 0.06},
                              StageEnd{"stage.model", 0.08}, StageEnd{"stage.sample", 0.84},
                              StageEnd{"stage.decode", 0.98}};
constexpr std::array kTwoPasses{StageEnd{"stage.text", 0.03},    StageEnd{"stage.encode", 0.04},
                                StageEnd{"stage.model", 0.05},   StageEnd{"stage.sample", 0.35},
                                StageEnd{"stage.enlarge", 0.45}, StageEnd{"stage.hires", 0.85},
                                StageEnd{"stage.decode", 0.98}};
constexpr double kDrawn = 0.98;

double fractionOf(std::span<const StageEnd> stages, std::string_view stage, int index, int count) {
    double begin = 0;
    for (const StageEnd& candidate : stages) {
        if (candidate.stage == stage)
            return count > 0 ? begin + (candidate.end - begin) * index / count : begin;
        begin = candidate.end;
    }
    return 0;
}

Result<std::vector<os::FileStamp>> stampsOf(const std::vector<weights::NamedFile>& files) {
    std::vector<os::FileStamp> stamps;
    for (const auto& [name, file] : files) {
        MANJU_TRY(stamps.emplace_back(), os::stampFile(file));
    }
    return stamps;
}

/// What was drawn with, from the merger's point of view.
Json loraFacts(const lora::LoraMerger& merger) {
    Json facts = Json::array();
    for (const weights::LoraReport* report : merger.reports())
        facts.push_back({{"matched", report->all().matched},
                         {"total", report->all().total},
                         {"warnings", report->warnings}});
    return facts;
}

}  // namespace

struct ImageExecutor::Model {
    weights::CheckpointFiles files;
    std::string identity;
    std::vector<os::FileStamp> stamps;
    weights::Checkpoint checkpoint;
    // Both refer to `checkpoint`, and the drawing to the merger.
    std::optional<lora::LoraMerger> merger;
    std::optional<diffusion::ImageGenerator> drawing;
};

ImageExecutor::ImageExecutor(int threads) : threads_(threads) {}

ImageExecutor::~ImageExecutor() = default;

Result<ImageExecutor::Model*> ImageExecutor::modelFor(const StepJob& job, const ImageSpec& spec) {
    MANJU_CHECK(link::inputPath(job, "checkpoint"));
    const weights::CheckpointFiles files = weights::filesOfInputs(job.inputs);
    if (model_ && model_->files == files && model_->identity == spec.checkpoint) {
        const auto stamps = stampsOf(model_->checkpoint.files());
        if (stamps.ok() && *stamps == model_->stamps) return model_.get();
    }
    model_.reset();  // before the next one takes its memory
    MANJU_TRY(const std::string resources, link::inputPath(job, "resources"));
    MANJU_TRY(weights::Checkpoint checkpoint, weights::Checkpoint::open(files));
    MANJU_TRY(auto stamps, stampsOf(checkpoint.files()));
    auto model = std::make_unique<Model>(
        Model{files, spec.checkpoint, std::move(stamps), std::move(checkpoint), std::nullopt, std::nullopt});
    diffusion::ImageGeneratorOptions options;
    options.resources = resources;
    options.threads = threads_;
    MANJU_TRY(model->drawing, diffusion::ImageGenerator::load(model->checkpoint, options));
    model->merger.emplace(model->checkpoint);
    model->drawing->setAdapter(
        [&merger = *model->merger](tensor::LoadedComponent& part) { return merger.adapt(part); });
    model_ = std::move(model);
    return model_.get();
}

/// Sets the LoRAs of the spec; they are merged when their components are used.
Status ImageExecutor::selectLoras(Model& model, const StepJob& job, const ImageSpec& spec,
                                  std::stop_token stop) {
    std::vector<lora::LoraUse> set;
    for (const LoraSpec& wanted : spec.loras) {
        lora::LoraUse use;
        MANJU_TRY(use.path, link::inputPath(job, wanted.sha256));
        use.sha256 = wanted.sha256;
        use.unet = wanted.unet;
        use.text = wanted.text;
        use.ranks = wanted.ranks;
        if (!wanted.blocks.empty()) {
            MANJU_TRY(use.blocks, lora::parseBlockWeights(wanted.blocks, model.merger->target().blocks()));
        }
        set.push_back(std::move(use));
    }
    return model.merger->select(std::move(set), std::move(stop));
}

Result<StepResult> ImageExecutor::run(const StepJob& job, link::ProgressSink& progress,
                                      std::stop_token stop) {
    if (job.kind != StepKind::Image)
        return Error(link::kStepKindUnknown,
                     {{"kind", std::string(toText(job.kind))}, {"worker", "manju-worker-image"}});
    MANJU_TRY(const auto spec, fromJson<ImageSpec>(job.spec, "image step"));
    MANJU_CHECK(diffusion::checkSpec(spec));
    MANJU_TRY(Model * model, modelFor(job, spec));
    const std::span<const StageEnd> stages = spec.hires ? std::span<const StageEnd>(kTwoPasses) : kOnePass;
    const auto report = [&](std::string_view stage, int index, int count) {
        progress.report(fractionOf(stages, stage, index, count), stage, index, count);
    };
    MANJU_CHECK(selectLoras(*model, job, spec, stop));
    const lora::LoraMerger& merger = *model->merger;
    const diffusion::DrawInputs inputs{job.inputs, merger.identity(weights::Component::TextEncoder1) + '/' +
                                                       merger.identity(weights::Component::TextEncoder2)};
    MANJU_TRY(diffusion::Picture picture, model->drawing->draw(spec, inputs, report, stop));
    if (stop.stop_requested()) return Error(kCancelled);
    progress.report(kDrawn, "stage.verify");
    MANJU_TRY(const png::DrawnWith with, marks_.of(job, spec));
    const png::PngPicture png{picture.width, picture.height, std::move(picture.rgb),
                              png::pictureTexts(spec, picture.facts, with)};
    const std::string name = "image.png";
    MANJU_CHECK(png::writePng(fs::path(job.outputFolder) / name, png));
    MANJU_TRY(OutputFile file, link::collectOutput(job, "image", name));
    progress.report(1, "stage.verify");
    return StepResult{{std::move(file)},
                      Json{{"width", png.width},
                           {"height", png.height},
                           {"model", picture.facts.model},
                           {"loras", loraFacts(merger)},
                           {"unreadable", picture.facts.unreadable},
                           {"cut_prompt", picture.facts.cutPrompt},
                           {"cut_negative", picture.facts.cutNegative}}};
}

}  // namespace manju::worker
