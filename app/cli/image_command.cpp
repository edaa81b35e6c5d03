// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/errors.h"
#include "app/cli/help.h"
#include "app/cli/image_files.h"
#include "app/cli/image_repeat.h"
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
        return failure == std::errc() && end == text.data() + to && value >= 64 && value <= 4096 &&
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

Result<StepResult> drawInWorker(const Voice& voice, const ImageOptions& options,
                                std::map<std::string, std::string> files, const fs::path& folder) {
    StepJob job;
    job.step = StepId(1);
    job.kind = StepKind::Image;
    job.spec = options.spec;
    job.key = stepKey(job.kind, job.spec);
    job.inputs = std::move(files);
    weights::addInputs(engine::checkpointFiles(options.model(), os::resourcesFolder()), job.inputs);
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

/// `help`: the id of the option's help text, which says what is possible.
Error badOption(const Voice& voice, const std::string& option, const std::string& help,
                const std::string& value) {
    return Error(
        kBadOption,
        {{"option", option}, {"value", value}, {"about", helpText(voice, help)}, {"command", "manju image"}});
}

Error needs(const std::string& option, const std::string& needed) {
    return Error(kOptionNeeded, {{"option", option}, {"needed", needed}, {"command", "manju image"}});
}

Error missing(const std::string& option) {
    return Error(kMissingArgument, {{"argument", option}, {"command", "manju image"}});
}

/// Whether a picture can be written there, which is worth knowing before one is drawn.
Status checkTarget(const Voice& voice, const std::string& option, const fs::path& out) {
    std::error_code ignored;
    constexpr std::array<std::string_view, 7> kOtherFormats{".jpg", ".jpeg", ".webp", ".gif",
                                                            ".bmp", ".tif",  ".tiff"};
    std::string extension = out.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const bool otherFormat = std::ranges::find(kOtherFormats, extension) != kOtherFormats.end();
    if (otherFormat || fs::is_directory(out, ignored)) return badOption(voice, "--out", "image.out", option);
    return os::checkWritable(out.parent_path());
}

/// Sizes and texts of the options into the spec.
Status readOptions(const Voice& voice, ImageOptions& options) {
    if (!parseSize(options.size, options.spec.width, options.spec.height))
        return badOption(voice, "--size", "image.size", options.size);
    for (const auto& [option, text] : {std::pair("--prompt", options.spec.prompt),
                                       std::pair("--negative", options.spec.negative.value_or(""))})
        if (!isUtf8(text)) return Error(kNotUtf8, {{"option", option}, {"command", "manju image"}});
    for (const char* option : {"--strength", "--mask"})
        if (options.given.contains(option) && options.start.empty()) return needs(option, "--init");
    if (options.hires.empty()) {
        for (const char* option : {"--upscaler", "--hires-strength"})
            if (options.given.contains(option)) return needs(option, "--hires");
        return Done{};
    }
    HiresSpec hires = options.spec.hires.value_or(HiresSpec{});
    hires.strength = options.hiresStrength;
    if (!parseSize(options.hires, hires.width, hires.height))
        return badOption(voice, "--hires", "image.hires", options.hires);
    options.spec.hires = std::move(hires);
    return Done{};
}

/// The finished spec in `options`, and its files: SHA-256 -> absolute path. The model is hashed once, last.
Result<std::map<std::string, std::string>> prepare(const Voice& voice, ImageOptions& options,
                                                   std::vector<Error>& notes) {
    std::optional<Repeat> repeat;
    if (!options.from.empty()) {
        MANJU_TRY(repeat, Repeat::begin(options));
    } else {
        for (const char* option : {"--checkpoint", "--prompt"})
            if (!options.given.contains(option)) return missing(option);
    }
    MANJU_CHECK(readOptions(voice, options));
    MANJU_TRY(auto files, resolveFiles(options));
    if (repeat) MANJU_CHECK(repeat->findFiles(options, files));
    MANJU_CHECK(engine::checkCheckpoint(options.model(), os::resourcesFolder()));
    std::error_code ignored;
    MANJU_CHECK(checkTarget(voice, options.out, fs::absolute(options.out, ignored)));
    MANJU_TRY(options.spec.checkpoint,
              repeat ? repeat->checkpoint(options)
                     : engine::checkpointIdentity(options.model(), os::resourcesFolder()));
    if (repeat) notes = repeat->notes();
    return files;
}

}  // namespace

int runImage(const Voice& voice, const ImageOptions& given) {
    ImageOptions options = given;
    std::vector<Error> notes;
    auto files = prepare(voice, options, notes);
    if (!files.ok()) return fail(voice, files.error());
    std::error_code ignored;
    const fs::path out = fs::absolute(options.out, ignored);
    for (const Error& note : notes)
        std::fprintf(stderr, "%s\n", messages::text(voice.language, note).c_str());
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
    if (voice.json) {
        Json document{
            {"schema_version", 1}, {"file", out.string()}, {"spec", options.spec}, {"facts", drawn->meta}};
        document["notes"] = Json::array();
        for (const Error& note : notes)
            document["notes"].push_back(errorJson(voice.language, note.id(), note.args()));
        print(document);
    } else {
        std::printf("%s\n", out.c_str());
    }
    return 0;
}

}  // namespace manju::cli
