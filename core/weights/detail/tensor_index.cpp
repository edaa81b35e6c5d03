// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/detail/tensor_index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "core/base/os/file.h"
#include "core/weights/errors.h"
#include "core/weights/key_map.h"

namespace manju::weights::detail {
namespace {

namespace fs = std::filesystem;

constexpr Bytes kMostConfigBytes = megabytes(64);

/// What cannot be looked at is not there; opening it then says why.
bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

}  // namespace

bool enter(ComponentTensors& tensors, const SafetensorsFile& file, const TensorEntry& entry,
           const std::vector<KeyTarget>& targets) {
    bool entered = false;
    for (const KeyTarget& target : targets) {
        std::vector<std::int64_t> shape = entry.shape;
        if (target.parts > 1) {
            if (shape.empty() || shape.front() % target.parts != 0) return false;
            shape.front() /= target.parts;
        }
        if (target.transposed && shape.size() != 2) return false;
        entered |= tensors
                       .try_emplace(target.name, LocatedTensor{&file, &entry, target.part, target.parts,
                                                               target.transposed, std::move(shape)})
                       .second;
    }
    return entered;
}

Result<Json> readJsonObject(const fs::path& path) {
    MANJU_TRY(const std::string text, os::readFile(path, kMostConfigBytes));
    MANJU_TRY(Json json, parseJson(text, path.string()));
    if (!json.is_object()) return jsonError(path.string(), "no JSON object");
    return json;
}

namespace {

/// The names a weights file may have, best first: full precision, then half; whole, then in shards.
struct WeightNames {
    std::array<std::string, 2> whole;
    std::array<std::string, 3> shardIndex;
    std::string stem;
};

bool isTextEncoder(Component component) {
    return component == Component::TextEncoder1 || component == Component::TextEncoder2;
}

WeightNames weightNames(Component component) {
    const bool text = isTextEncoder(component);
    const std::string stem = text ? "model" : "diffusion_pytorch_model";
    return {{stem + ".safetensors", stem + ".fp16.safetensors"},
            {stem + ".safetensors.index.json", stem + ".safetensors.index.fp16.json",
             stem + ".fp16.safetensors.index.json"},
            text ? "pytorch_model" : stem};
}

/// The shards that an index file names, each a plain file name beside it.
Result<std::vector<fs::path>> shardsOf(const fs::path& indexFile) {
    MANJU_TRY(const Json index, readJsonObject(indexFile));
    const auto map = index.find("weight_map");
    if (map == index.end() || !map->is_object())
        return jsonError(indexFile.string(), "weight_map is missing");
    std::set<std::string> shards;
    for (const auto& item : map->items()) {
        if (!item.value().is_string()) return jsonError(indexFile.string(), "weight_map of " + item.key());
        shards.insert(item.value().get<std::string>());
    }
    std::vector<fs::path> files;
    for (const std::string& shard : shards) {
        if (shard.empty() || fs::path(shard).filename() != shard || shard == "." || shard == "..")
            return Error(kShardNameInvalid, {{"file", indexFile.string()}, {"shard", shard}});
        if (!isThere(indexFile.parent_path() / shard))
            return Error(kShardMissing, {{"file", indexFile.string()}, {"shard", shard}});
        files.push_back(indexFile.parent_path() / shard);
    }
    return files;
}

Result<std::vector<fs::path>> weightFiles(Component component, const fs::path& root,
                                          std::vector<NamedFile>& used) {
    const fs::path folder = root / folderName(component);
    const WeightNames names = weightNames(component);
    // Both whole names and the index of the same precision: the order of the two lists interleaved.
    for (const std::size_t precision : {std::size_t{0}, std::size_t{1}}) {
        if (isThere(folder / names.whole[precision])) return std::vector{folder / names.whole[precision]};
        for (std::size_t i = precision; i < (precision == 0 ? 1 : names.shardIndex.size()); ++i) {
            const fs::path indexFile = folder / names.shardIndex[i];
            if (!isThere(indexFile)) continue;
            used.push_back({indexFile.lexically_relative(root).generic_string(), indexFile});
            return shardsOf(indexFile);
        }
    }
    for (const char* pickled : {".bin", ".fp16.bin", ".ckpt"})
        if (isThere(folder / (names.stem + pickled)))
            return Error(kFolderPickled, {{"file", (folder / (names.stem + pickled)).string()}});
    return std::vector<fs::path>{};
}

/// The JSON and vocabulary files that change a picture.
constexpr std::array<std::string_view, 6> kConfigs{
    "model_index.json",         "scheduler/scheduler_config.json", "unet/config.json",
    "text_encoder/config.json", "text_encoder_2/config.json",      "vae/config.json"};
constexpr std::array<std::string_view, 4> kVocabularies{"tokenizer/vocab.json", "tokenizer/merges.txt",
                                                        "tokenizer_2/vocab.json", "tokenizer_2/merges.txt"};

Status readConfigs(TensorIndex& index) {
    for (const std::string_view relative : kConfigs) {
        const fs::path file = index.path / relative;
        if (!isThere(file)) continue;
        MANJU_TRY(Json json, readJsonObject(file));
        index.configs.emplace(relative, ConfigFile{file, std::move(json)});
        index.allFiles.push_back({std::string(relative), file});
    }
    for (const std::string_view relative : kVocabularies)
        if (isThere(index.path / relative))
            index.allFiles.push_back({std::string(relative), index.path / relative});
    return Done{};
}

/// The folder's own statement what pipeline it is for.
Status checkPipeline(const TensorIndex& index) {
    const auto model = index.configs.find("model_index.json");
    if (model == index.configs.end()) return Error(kFolderNotDiffusers, {{"file", index.path.string()}});
    if (const auto unet = index.configs.find("unet/config.json");
        unet != index.configs.end() && unet->second.json.value("cross_attention_dim", Json()) == 1280 &&
        unet->second.json.value("projection_class_embeddings_input_dim", Json()) == 2560)
        return Error(kIsRefiner, {{"file", index.path.string()}});
    const Json& described = model->second.json;
    const auto named = described.find("_class_name");
    if (named == described.end() || !named->is_string()) return Done{};
    const auto pipeline = named->get<std::string>();
    if (pipeline.find("XL") != std::string::npos) return Done{};
    std::string family = pipeline;
    if (pipeline.starts_with("StableDiffusion3"))
        family = "SD3";
    else if (pipeline.starts_with("StableDiffusion"))
        family = "SD 1.x / 2.x";
    else if (pipeline.starts_with("Flux"))
        family = "Flux";
    return Error(kOtherFamily, {{"file", index.path.string()}, {"family", family}});
}

}  // namespace

std::string TensorIndex::place(Component component) const {
    if (const fs::path& own = places[static_cast<std::size_t>(component)]; !own.empty()) return own.string();
    return folder ? (path / folderName(component)).string() : path.string();
}

Result<TensorIndex> indexSingleFile(SafetensorsFile opened, bool onlyUnet) {
    TensorIndex index;
    index.path = fs::absolute(opened.path());
    index.allFiles = {{".", index.path}};
    index.files.push_back(std::make_unique<SafetensorsFile>(std::move(opened)));
    const SafetensorsFile& file = *index.files.back();
    const auto bare = [&](const TensorEntry& entry) { return onlyUnet && !splitSingleFileName(entry.name); };
    std::vector<std::string> names;
    names.reserve(file.entries().size());
    for (const TensorEntry& entry : file.entries())
        names.push_back(bare(entry) ? "diffusion_model." + entry.name : entry.name);
    const KeyLayout layout = detectKeyLayout({names.begin(), names.end()});
    for (const TensorEntry& entry : file.entries()) {
        if (isIgnoredName(entry.name)) continue;
        const auto split = bare(entry) ? std::pair(Component::Unet, std::string_view(entry.name))
                                       : splitSingleFileName(entry.name);
        if (!split ||
            !enter(index.of(split->first), file, entry, toDiffusers(split->first, split->second, layout)))
            index.unexpected.push_back(entry.name);
    }
    return index;
}

Result<TensorIndex> indexFolder(const fs::path& folder, FolderParts parts) {
    TensorIndex index;
    index.folder = true;
    index.path = fs::absolute(folder);
    MANJU_CHECK(readConfigs(index));
    MANJU_CHECK(checkPipeline(index));
    for (const Component component : kComponents) {
        if (component == Component::Vae && !parts.vae) continue;
        const auto files = weightFiles(component, index.path, index.allFiles);
        if (!files.ok() && !parts.textEncoders && isTextEncoder(component)) continue;
        if (!files.ok()) return files.error();
        for (const fs::path& path : *files) {
            MANJU_TRY(SafetensorsFile opened, SafetensorsFile::open(path));
            index.allFiles.push_back({path.lexically_relative(index.path).generic_string(), path});
            index.files.push_back(std::make_unique<SafetensorsFile>(std::move(opened)));
            const SafetensorsFile& file = *index.files.back();
            for (const TensorEntry& entry : file.entries()) {
                if (isIgnoredName(entry.name)) continue;
                const auto targets = component == Component::Unet
                                         ? std::vector<KeyTarget>{{entry.name}}
                                         : toDiffusers(component, entry.name, KeyLayout{});
                if (!enter(index.of(component), file, entry, targets))
                    index.unexpected.push_back(std::string(folderName(component)) + "." + entry.name);
            }
        }
    }
    return index;
}

}  // namespace manju::weights::detail
