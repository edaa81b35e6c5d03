// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/engine/scripted_work.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/link/errors.h"
#include "core/link/output_file.h"

namespace manju::engine {
namespace {

struct Product {
    const char* role;
    const char* name;
};

std::vector<Product> productsOf(StepKind kind) {
    switch (kind) {
        case StepKind::Image:
            return {{"image", "image.png"}};
        case StepKind::Voice:
            return {{"audio", "voice.wav"}};
        case StepKind::Subtitles:
            return {{"ass", "captions.ass"}, {"srt", "captions.srt"}};
        case StepKind::Video:
            return {{"video", "video.mp4"}};
    }
    return {};
}

class ScriptedExecutor final : public link::StepExecutor {
public:
    explicit ScriptedExecutor(ScriptedWork& work) : work_(work) {}

    Result<StepResult> run(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) override {
        progress.report(0.5, "stage.sample", 1, 2);
        if (work_.before)
            if (const auto error = work_.before(job, stop)) return *error;
        if (stop.stop_requested()) return Error(kCancelled);
        StepResult result;
        for (const Product& product : productsOf(job.kind)) {
            MANJU_CHECK(os::writeFile(std::filesystem::path(job.outputFolder) / product.name,
                                      std::string(product.role) + ' ' + canonicalJson(job.spec)));
            MANJU_TRY(OutputFile file, link::collectOutput(job, product.role, product.name));
            result.files.push_back(std::move(file));
        }
        if (job.kind == StepKind::Voice)
            result.meta["samples"] =
                4800 * static_cast<std::int64_t>(job.spec.at("text").get<std::string>().size());
        work_.note(job);
        return result;
    }

private:
    ScriptedWork& work_;
};

/// Loses its worker at once if the script says so, else does the job in a thread.
class FragileLink final : public link::WorkerLink {
public:
    FragileLink(ScriptedWork& work, std::unique_ptr<link::WorkerLink> inner, link::WorkerSink sink)
        : work_(work), inner_(std::move(inner)), sink_(std::move(sink)) {}

    Status start(const StepJob& job, Millis stallLimit) override {
        if (work_.failsToStart && work_.failsToStart(job)) {
            sink_(link::WorkerGone{Error(ErrorCode{"MJ-TEST-03", ErrorKind::Failed}), true});
            return Done{};
        }
        if (work_.crashes && work_.crashes(job)) {
            sink_(link::WorkerReady{});
            sink_(link::WorkerGone{Error(ErrorCode{"MJ-TEST-01", ErrorKind::Failed}), true});
            return Done{};
        }
        return inner_->start(job, stallLimit);
    }
    void cancel(StepId step) override { inner_->cancel(step); }
    void kill() override { inner_->kill(); }
    [[nodiscard]] std::int64_t pid() const override { return 0; }

private:
    ScriptedWork& work_;
    std::unique_ptr<link::WorkerLink> inner_;
    link::WorkerSink sink_;
};

}  // namespace

std::map<std::string, int> ScriptedWork::finished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
}

std::vector<StepKind> ScriptedWork::order() const {
    const std::lock_guard lock(mutex_);
    return order_;
}

void ScriptedWork::note(const StepJob& job) {
    const std::lock_guard lock(mutex_);
    ++finished_[job.key];
    order_.push_back(job.kind);
}

std::function<WorkerFactory(std::int64_t)> ScriptedWork::workers() {
    return [this](std::int64_t epoch) -> WorkerFactory {
        return [this, epoch](Lane, int, link::WorkerSink sink) -> Result<std::unique_ptr<link::WorkerLink>> {
            link::WorkerOptions options;
            options.epoch = epoch;
            MANJU_TRY(auto inner,
                      link::inlineWorker([this] { return std::make_unique<ScriptedExecutor>(*this); }, sink,
                                         options));
            return std::unique_ptr<link::WorkerLink>(
                std::make_unique<FragileLink>(*this, std::move(inner), std::move(sink)));
        };
    };
}

}  // namespace manju::engine
