// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/errors.h"
#include "app/cli/image_files.h"
#include "core/base/os/file.h"
#include "core/base/os/install_paths.h"
#include "core/base/text.h"
#include "core/engine/model_identity.h"
#include "core/link/worker_link.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

bool parseSize(const std::string& text, int& width, int& height) {
    const std::size_t x = text.find('x');
    if (x == std::string::npos) return false;
    const auto number = [&](std::size_t from, std::size_t to, int& value) {
        const auto [end, failure] = std::from_chars(text.data() + from, text.data() + to, value);
        return failure == std::errc() && end == text.data() + to && value >= 64 && value <= 8192 &&
               value % 8 == 0;
    };
    return number(0, x, width) && number(x + 1, text.size(), height);
}

/// Waits for the worker's answer to one job.
class OneAnswer {
public:
    void take(link::WorkerEvent event, messages::Language language) {
        if (const auto* progress = std::get_if<StepProgress>(&event)) {
            std::string line = messages::text(language, progress->stage, {});
            if (progress->count > 0)
                line += " " + std::to_string(progress->index) + "/" + std::to_string(progress->count);
            if (std::exchange(shown_, line) != line) std::fprintf(stderr, "%s\n", line.c_str());
            return;
        }
        const std::lock_guard lock(mutex_);
        if (auto* finished = std::get_if<link::StepFinished>(&event))
            answer_ = finished->result;
        else if (auto* failed = std::get_if<link::StepFailed>(&event))
            answer_ = failed->error;
        else if (auto* gone = std::get_if<link::WorkerGone>(&event); gone && !answer_)
            answer_ = gone->error;
        arrived_.notify_one();
    }
    Result<StepResult> wait() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [&] { return answer_.has_value(); });
        return *answer_;
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::optional<Result<StepResult>> answer_;
    std::string shown_;  ///< of the reading thread
};

engine::ModelChoice chosen(const ImageOptions& options) {
    return {options.checkpoint, options.vae, options.textEncoders};
}

Result<StepResult> drawInWorker(const Voice& voice, const ImageOptions& options,
                                std::map<std::string, std::string> files, const fs::path& folder) {
    StepJob job;
    job.step = StepId(1);
    job.kind = StepKind::Image;
    job.spec = options.spec;
    job.key = stepKey(job.kind, job.spec);
    job.inputs = std::move(files);
    weights::addInputs(engine::checkpointFiles(chosen(options), os::resourcesFolder()), job.inputs);
    job.inputs["resources"] = os::resourcesFolder().string();
    job.outputFolder = folder.string();
    link::WorkerOptions worker;
    worker.executable = os::programFolder() / "manju-worker-image";
    worker.cpuThreads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    OneAnswer answer;
    MANJU_TRY(const auto link, link::spawnWorker(worker, [&](link::WorkerEvent event) {
                  answer.take(std::move(event), voice.language);
              }));
    MANJU_CHECK(link->start(job));
    return answer.wait();
}

/// One line on stderr about a part of a prompt; none if it is empty.
void warn(const Voice& voice, const std::string& message, const std::string& text) {
    if (text.empty()) return;
    std::fprintf(stderr, "%s\n", messages::text(voice.language, message, {{"text", text}}).c_str());
}

}  // namespace

int runImage(const Voice& voice, const ImageOptions& given) {
    ImageOptions options = given;
    if (!parseSize(options.size, options.spec.width, options.spec.height))
        return fail(
            voice,
            Error(kBadOption, {{"option", "--size"}, {"value", options.size}, {"command", "manju image"}}));
    for (const auto& [option, text] : {std::pair("--prompt", options.spec.prompt),
                                       std::pair("--negative", options.spec.negative.value_or(""))})
        if (!isUtf8(text))
            return fail(voice, Error(kNotUtf8, {{"option", option}, {"command", "manju image"}}));
    if (!options.hires.empty()) {
        HiresSpec& hires = options.spec.hires.emplace();
        hires.strength = options.hiresStrength;
        if (!parseSize(options.hires, hires.width, hires.height))
            return fail(voice,
                        Error(kBadOption,
                              {{"option", "--hires"}, {"value", options.hires}, {"command", "manju image"}}));
    }
    auto files = resolveFiles(options);
    if (!files.ok()) return fail(voice, files.error());
    if (const Status checked = engine::checkCheckpoint(chosen(options), os::resourcesFolder()); !checked.ok())
        return fail(voice, checked.error());
    std::error_code ignored;
    const fs::path out = fs::absolute(options.out, ignored);
    if (fs::is_directory(out, ignored))
        return fail(voice, Error(kBadOption,
                                 {{"option", "--out"}, {"value", options.out}, {"command", "manju image"}}));
    if (const Status writable = os::checkWritable(out.parent_path()); !writable.ok())
        return fail(voice, writable.error());
    // Beside the target, so that the finished picture can be renamed into place.
    fs::path folder = out;
    folder += ".part";
    if (const Status made = os::makeDirectories(folder); !made.ok()) return fail(voice, made.error());
    const auto drawn = drawInWorker(voice, options, std::move(*files), folder);
    Status published =
        drawn.ok() ? os::publishFile(folder / drawn->files.front().name, out) : Status(drawn.error());
    (void)os::removeTree(folder);
    if (!published.ok()) return fail(voice, published.error());
    warn(voice, "cli.warn.cut", drawn->meta.value("cut_prompt", ""));
    warn(voice, "cli.warn.cut_negative", drawn->meta.value("cut_negative", ""));
    warn(voice, "cli.warn.unreadable", drawn->meta.value("unreadable", ""));
    for (const Json& lora : drawn->meta.value("loras", Json::array()))
        for (const Json& warning : lora.at("warnings"))
            std::fprintf(stderr, "%s\n", messages::text(voice.language, errorFromJson(warning)).c_str());
    if (voice.json)
        print(Json{
            {"schema_version", 1}, {"file", out.string()}, {"spec", options.spec}, {"facts", drawn->meta}});
    else
        std::printf("%s\n", out.c_str());
    return 0;
}

}  // namespace manju::cli
