// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image_repeat.h"

#include <filesystem>
#include <fstream>
#include <tuple>
#include <utility>

#include "app/cli/errors.h"
#include "app/cli/lora_search.h"
#include "core/base/os/file.h"
#include "core/base/os/install_paths.h"
#include "core/base/sha256.h"
#include "core/engine/errors.h"
#include "core/engine/model_identity.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownDigits = 10;
constexpr std::size_t kShaDigits = 64;

/// Old versions of A1111's web UI name a model by 8 digits of the SHA-256 of 64 KiB at 1 MiB.
constexpr std::size_t kOldHashDigits = 8;
constexpr std::streamoff kOldHashOffset = 0x100000;
constexpr std::size_t kOldHashBytes = 0x10000;

std::string sizeText(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

bool known(const png::FileMark& mark) {
    return !mark.name.empty() || !mark.sha256.empty() || !mark.tensors.empty();
}

/// Name and short hash, as far as they are known.
std::string described(const png::FileMark& mark) {
    const std::string hash = (mark.sha256.empty() ? mark.tensors : mark.sha256).substr(0, kShownDigits);
    if (mark.name.empty()) return hash;
    return hash.empty() ? mark.name : mark.name + ", " + hash;
}

std::string oldHash(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes(kOldHashBytes, '\0');
    in.seekg(kOldHashOffset);
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return sha256Hex(bytes).substr(0, kOldHashDigits);
}

}  // namespace

Result<Repeat> Repeat::begin(ImageOptions& options) {
    MANJU_TRY(png::Recipe recipe, png::readRecipe(options.from));
    Repeat repeat(std::move(recipe));
    MANJU_CHECK(repeat.requireFiles(options));
    repeat.takeOver(options);
    for (const png::RecipeNote& note : repeat.recipe_.notes)
        if (!options.given.contains(note.option)) repeat.notes_.push_back(note.message);
    return repeat;
}

Error Repeat::otherModel(const std::string& given) const {
    return Error(kOtherModel, {{"drawn", described(recipe_.checkpoint)}, {"file", given}});
}

Status Repeat::requireFiles(ImageOptions& options) const {
    if (options.checkpoint.empty()) {
        if (!known(recipe_.checkpoint))
            return Error(kMissingArgument, {{"argument", "--checkpoint"}, {"command", "manju image"}});
        if (recipe_.checkpoint.sha256.empty())
            return Error(kInputNeeded,
                         {{"drawn", described(recipe_.checkpoint)}, {"option", "--checkpoint"}});
        options.checkpoint = "demo";
        // Without the demo model it was another one; any other fault has a cause of its own.
        const Status checked = engine::checkCheckpoint(options.model(), os::resourcesFolder());
        if (!checked.ok() && checked.error().is(engine::kNoDemoModel)) return otherModel(options.checkpoint);
        if (!checked.ok()) return checked.error();
    }
    if (!recipe_.vae.name.empty() && options.vae.empty())
        return Error(kInputNeeded, {{"drawn", recipe_.vae.name}, {"option", "--vae"}});
    if (!recipe_.textEncoders.empty() && options.textEncoders.empty())
        return Error(kInputNeeded, {{"drawn", recipe_.textEncoders[0].name}, {"option", "--text-encoder"}});
    const bool start = recipe_.spec.start && options.start.empty();
    if (start && !known(recipe_.start)) return Error(kStartNeeded);
    for (const auto& [mark, option, given] :
         {std::tuple(&recipe_.start, "--init", !options.start.empty()),
          std::tuple(&recipe_.mask, "--mask", !options.mask.empty()),
          std::tuple(&recipe_.upscaler, "--upscaler", !options.upscaler.empty())})
        if (known(*mark) && !given)
            return Error(kInputNeeded, {{"drawn", described(*mark)}, {"option", option}});
    return Done{};
}

void Repeat::takeOver(ImageOptions& options) const {
    const auto given = [&](const char* option) { return options.given.contains(option); };
    ImageSpec spec = recipe_.spec;
    const ImageSpec& own = options.spec;
    if (given("--prompt")) spec.prompt = own.prompt;
    if (given("--negative")) spec.negative = own.negative;
    if (given("--seed")) spec.seed = own.seed;
    if (given("--steps")) spec.steps = own.steps;
    if (given("--cfg")) spec.cfg = own.cfg;
    if (given("--sampler")) spec.sampler = own.sampler;
    if (given("--bundle")) spec.bundle = own.bundle;
    if (given("--noise")) spec.noise = own.noise;
    if (given("--prediction")) spec.prediction = own.prediction;
    if (given("--clip-skip")) spec.clipSkip = own.clipSkip;
    if (given("--vae-tile")) spec.vaeTile = own.vaeTile;
    if (!given("--size")) options.size = sizeText(spec.width, spec.height);
    if (spec.start && !given("--strength")) options.strength = spec.start->strength;
    if (spec.hires && !given("--hires")) options.hires = sizeText(spec.hires->width, spec.hires->height);
    if (spec.hires && !given("--hires-strength")) options.hiresStrength = spec.hires->strength;
    // Files are put in by those who hash them.
    spec.loras.clear();
    spec.start.reset();
    if (spec.hires) spec.hires->upscaler.clear();
    options.spec = std::move(spec);
}

Status Repeat::findFiles(ImageOptions& options, std::map<std::string, std::string>& files) {
    const ImageSpec& spec = options.spec;
    const auto compare = [&](const std::string& hash, const png::FileMark& mark, const std::string& file) {
        if (!hash.empty() && !mark.sha256.empty() && hash != mark.sha256)
            notes_.push_back(Error(kOtherInput, {{"file", file}, {"drawn", described(mark)}}));
    };
    if (spec.start) {
        compare(spec.start->picture, recipe_.start, options.start);
        compare(spec.start->mask, recipe_.mask, options.mask);
    }
    if (spec.hires) compare(spec.hires->upscaler, recipe_.upscaler, options.upscaler);

    if (options.given.contains("--lora") || !spec.loras.empty()) return Done{};
    for (std::size_t i = 0; i < recipe_.loras.size(); ++i) {
        const png::FileMark& mark = recipe_.loras[i];
        if (options.loraFolder.empty()) return Error(kLoraFolderNeeded, {{"drawn", described(mark)}});
        MANJU_TRY(const auto found, findLora(options.loraFolder, mark));
        if (!found) return Error(kLoraNotFound, {{"drawn", described(mark)}, {"folder", options.loraFolder}});
        LoraSpec lora = recipe_.spec.loras[i];
        lora.sha256 = found->sha256;
        files[lora.sha256] = found->path.string();
        options.spec.loras.push_back(std::move(lora));
    }
    return Done{};
}

Result<std::string> Repeat::checkpoint(const ImageOptions& options) {
    const png::FileMark& drawn = recipe_.checkpoint;
    const fs::path path = engine::checkpointPath(options.checkpoint, os::resourcesFolder());
    std::error_code failure;
    const auto size = fs::file_size(path, failure);  // fails for folders
    if (!failure && drawn.bytes > 0 && size != static_cast<std::uintmax_t>(drawn.bytes))
        return otherModel(options.checkpoint);
    MANJU_TRY(std::string identity, engine::checkpointIdentity(options.model(), os::resourcesFolder()));
    if (drawn.sha256.empty()) {
        if (known(drawn) && stemOf(drawn.name) != stemOf(path.string()))
            notes_.push_back(
                Error(kModelUnproved, {{"drawn", described(drawn)}, {"file", options.checkpoint}}));
        return identity;
    }
    // Other programs name the checkpoint's file alone.
    const bool foreign = drawn.sha256.size() != kShaDigits;
    std::string file = identity;
    if (foreign && !failure && (!options.vae.empty() || !options.textEncoders.empty())) {
        MANJU_TRY(const os::FileDigest digest, os::digestFile(path));
        file = digest.sha256;
    }
    const bool old =
        drawn.sha256.size() == kOldHashDigits && !failure && beginsWith(oldHash(path), drawn.sha256);
    const bool same =
        foreign ? old || (!failure && beginsWith(file, drawn.sha256)) : identity == drawn.sha256;
    if (same) return identity;
    if (options.vae.empty() && options.textEncoders.empty()) return otherModel(options.checkpoint);
    // A VAE or text encoder that is given takes the place of the picture's own: the rest must be the same
    // model.
    if (recipe_.vae.name.empty() && recipe_.textEncoders.empty()) {
        MANJU_TRY(const std::string plain,
                  engine::checkpointIdentity({options.checkpoint, {}, {}}, os::resourcesFolder()));
        return plain == drawn.sha256 ? Result<std::string>(std::move(identity))
                                     : otherModel(options.checkpoint);
    }
    if (foreign || failure || stemOf(drawn.name) != stemOf(path.string()))
        return otherModel(options.checkpoint);
    notes_.push_back(Error(kModelUnproved, {{"drawn", described(drawn)}, {"file", options.checkpoint}}));
    return identity;
}

}  // namespace manju::cli
