// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image_files.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "app/cli/errors.h"
#include "app/cli/lora_search.h"
#include "core/base/os/file.h"
#include "core/prompt/lora_tags.h"
#include "core/prompt/number.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultWeight = 0.8;

struct LoraArgument {
    std::string file;
    double unet = kDefaultWeight;
    double text = kDefaultWeight;
};

/// Numbers are taken from the end, so that a path may hold colons.
LoraArgument parseLora(const std::string& argument) {
    LoraArgument lora{argument};
    std::vector<double> weights;
    while (weights.size() < 2) {
        const std::size_t colon = lora.file.rfind(':');
        if (colon == std::string::npos || colon == 0) break;
        const auto number = prompt::numberOf(std::string_view(lora.file).substr(colon + 1));
        if (!number) break;
        weights.insert(weights.begin(), *number);
        lora.file.resize(colon);
    }
    if (!weights.empty()) lora.unet = lora.text = weights[0];
    if (weights.size() == 2) lora.text = weights[1];
    return lora;
}

class Resolver {
public:
    Result<std::string> add(const fs::path& file) {
        std::error_code ignored;
        const fs::path absolute = fs::absolute(file, ignored);
        MANJU_TRY(const os::FileDigest digest, os::digestFile(absolute));
        files_[digest.sha256] = absolute.string();
        return digest.sha256;
    }
    std::string add(const FoundLora& found) {
        files_[found.sha256] = found.path.string();
        return found.sha256;
    }
    std::map<std::string, std::string> take() { return std::move(files_); }

private:
    std::map<std::string, std::string> files_;
};

Status addTags(ImageOptions& options, Resolver& files) {
    prompt::TaggedPrompt tagged = prompt::takeLoraTags(options.spec.prompt);
    if (!tagged.malformed.empty()) return Error(kLoraTagMalformed, {{"tag", tagged.malformed[0]}});
    if (const std::string_view open = prompt::openLoraTag(tagged.text); !open.empty())
        return Error(kLoraTagMalformed, {{"tag", std::string(open)}});
    if (tagged.loras.empty()) return Done{};
    if (options.loraFolder.empty()) return Error(kLoraFolderMissing, {{"name", tagged.loras[0].name}});
    for (const prompt::LoraTag& tag : tagged.loras) {
        MANJU_TRY(const FoundLora found, findTaggedLora(options.loraFolder, tag.name));
        LoraSpec lora;
        lora.sha256 = files.add(found);
        lora.unet = tag.unetWeight;
        lora.text = tag.textWeight;
        lora.ranks = tag.rankLimit.value_or(0);
        lora.blocks = tag.blocks;
        options.spec.loras.push_back(std::move(lora));
    }
    options.spec.prompt = std::move(tagged.text);
    return Done{};
}

}  // namespace

Result<std::map<std::string, std::string>> resolveFiles(ImageOptions& options) {
    Resolver files;
    for (const std::string& argument : options.loras) {
        const LoraArgument given = parseLora(argument);
        LoraSpec lora;
        MANJU_TRY(lora.sha256, files.add(given.file));
        lora.unet = given.unet;
        lora.text = given.text;
        options.spec.loras.push_back(std::move(lora));
    }
    // What --from brings was read from the prompt already; what is left in it is text.
    if (options.given.contains("--prompt")) MANJU_CHECK(addTags(options, files));
    if (options.given.contains("--negative")) {
        const auto tagged = prompt::takeLoraTags(options.spec.negative.value_or(""));
        const std::string_view open = prompt::openLoraTag(tagged.text);
        const std::string tag = tagged.written.empty() ? std::string(open) : tagged.written[0];
        if (!tag.empty()) return Error(kTagInNegative, {{"tag", tag}});
    }
    if (!options.start.empty()) {
        StartSpec start;
        MANJU_TRY(start.picture, files.add(options.start));
        start.strength = options.strength;
        if (!options.mask.empty()) {
            MANJU_TRY(start.mask, files.add(options.mask));
        }
        options.spec.start = std::move(start);
    }
    if (options.spec.hires && !options.upscaler.empty()) {
        MANJU_TRY(options.spec.hires->upscaler, files.add(options.upscaler));
    }
    return files.take();
}

}  // namespace manju::cli
