// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "make_checkpoint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "configs.h"
#include "core/base/os/file.h"
#include "core/weights/key_map.h"
#include "core/weights/safetensors.h"

namespace manju::testing {
namespace {

namespace fs = std::filesystem;
using namespace weights;

constexpr std::uint64_t kPieceElements = std::uint64_t{1} << 20;

std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 1099511628211ULL;
    return hash;
}

/// A stored tensor as a row of synthetic ones: several for an in-projection, else one.
struct Stored {
    TensorSpec spec;
    std::map<int, std::pair<SyntheticTensor, NamedShape>> parts;
    bool transposed = false;
};

/// Passes elements 0..count of `valueAt` to the sink, encoded.
template <class ValueAt>
Status stream(std::uint64_t count, Dtype dtype, const ByteSink& sink, ValueAt valueAt) {
    std::vector<float> values;
    std::vector<std::byte> bytes;
    for (std::uint64_t at = 0; at < count; at += kPieceElements) {
        const std::uint64_t size = std::min(kPieceElements, count - at);
        values.resize(static_cast<std::size_t>(size));
        bytes.resize(byteSize(dtype, values.size()));
        for (std::uint64_t i = 0; i < size; ++i) values[static_cast<std::size_t>(i)] = valueAt(at + i);
        encodeFromFloat(dtype, values, bytes);
        MANJU_CHECK(sink(bytes));
    }
    return Done{};
}

Status streamStored(const Stored& stored, const ByteSink& sink) {
    for (const auto& [part, synthetic] : stored.parts) {
        const auto& [values, tensor] = synthetic;
        const auto count = static_cast<std::uint64_t>(elementCount(tensor.shape));
        if (!stored.transposed) {
            MANJU_CHECK(
                stream(count, stored.spec.dtype, sink, [&](std::uint64_t i) { return values.at(i); }));
            continue;
        }
        const auto rows = static_cast<std::uint64_t>(tensor.shape[0]);
        const auto columns = static_cast<std::uint64_t>(tensor.shape[1]);
        MANJU_CHECK(stream(count, stored.spec.dtype, sink,
                           [&](std::uint64_t i) { return values.at(i % rows * columns + i / rows); }));
    }
    return Done{};
}

Status writeStored(const fs::path& path, const std::map<std::string, Stored>& tensors) {
    std::vector<TensorSpec> specs;
    specs.reserve(tensors.size());
    for (const auto& [name, stored] : tensors) specs.push_back(stored.spec);
    return writeSafetensors(path, std::move(specs), {{"format", "pt"}},
                            [&](const TensorSpec& spec, const ByteSink& sink) {
                                return streamStored(tensors.at(spec.name), sink);
                            });
}

/// SGM files keep the VAE's attention as 1x1 convolutions.
bool isVaeAttentionMatrix(Component component, const NamedShape& tensor) {
    return component == Component::Vae && tensor.shape.size() == 2;
}

Status writeSingleFile(const CheckpointRecipe& recipe) {
    const KeyLayout layout = keyLayout(recipe.shape);
    std::map<std::string, Stored> tensors;
    const auto marker = [&](const std::string& name) {
        tensors[name] = {{name, Dtype::F32, {0}}, {}, false};
    };
    for (const Component component : kComponents) {
        for (NamedShape& tensor : tensorsOf(component, recipe.shape)) {
            const KeySource source = toSingleFile(component, tensor.name, layout);
            Stored& stored = tensors[source.name];
            stored.spec = {source.name, recipe.dtype, tensor.shape};
            stored.spec.shape.front() *= source.parts;
            if (source.transposed) std::reverse(stored.spec.shape.begin(), stored.spec.shape.end());
            if (isVaeAttentionMatrix(component, tensor))
                stored.spec.shape.insert(stored.spec.shape.end(), {1, 1});
            stored.transposed = source.transposed;
            const SyntheticTensor values(component, tensor, recipe.seed);
            stored.parts.emplace(source.part, std::pair(values, std::move(tensor)));
        }
    }
    if (recipe.shape.prediction == Prediction::V) marker("v_pred");
    if (recipe.shape.zeroTerminalSnr) marker("ztsnr");
    return writeStored(recipe.out, tensors);
}

Status copyTokenizer(const fs::path& from, const fs::path& to) {
    MANJU_CHECK(os::makeDirectories(to));
    for (const char* file :
         {"vocab.json", "merges.txt", "tokenizer_config.json", "special_tokens_map.json"}) {
        const bool needed =
            std::string_view(file).starts_with("vocab") || std::string_view(file) == "merges.txt";
        if (!needed && !fs::exists(from / file)) continue;
        MANJU_TRY(const std::string content, os::readFile(from / file, megabytes(100)));
        MANJU_CHECK(os::writeFile(to / file, content));
    }
    return Done{};
}

Status writeFolder(const CheckpointRecipe& recipe) {
    MANJU_CHECK(os::makeDirectories(recipe.out));
    for (const Component component : kComponents) {
        const fs::path folder = recipe.out / folderName(component);
        MANJU_CHECK(os::makeDirectories(folder));
        std::map<std::string, Stored> tensors;
        for (NamedShape& tensor : tensorsOf(component, recipe.shape)) {
            Stored stored{{tensor.name, recipe.dtype, tensor.shape}, {}, false};
            const SyntheticTensor values(component, tensor, recipe.seed);
            stored.parts.emplace(0, std::pair(values, std::move(tensor)));
            tensors.emplace(stored.spec.name, std::move(stored));
        }
        const bool text = component == Component::TextEncoder1 || component == Component::TextEncoder2;
        MANJU_CHECK(writeStored(folder / (text ? "model.safetensors" : "diffusion_pytorch_model.safetensors"),
                                tensors));
    }
    if (!recipe.tokenizer.empty())
        for (const char* tokenizer : {"tokenizer", "tokenizer_2"})
            MANJU_CHECK(copyTokenizer(recipe.tokenizer, recipe.out / tokenizer));
    // Last, because this is what makes the folder a checkpoint.
    return writeConfigs(recipe.out, recipe.shape);
}

}  // namespace

SyntheticTensor::SyntheticTensor(Component component, const NamedShape& tensor, std::uint64_t seed) {
    const std::string_view n = tensor.name;
    start_ = fnv1a(std::string(folderName(component)) + "." + tensor.name) ^ (seed * 0x9E3779B97F4A7C15ULL);
    if (n.ends_with(".bias")) {
        scale_ = 0.02;
    } else if (n.find("norm") != std::string_view::npos && n.ends_with(".weight")) {
        center_ = 1;
        scale_ = 0.1;
    } else if (n.ends_with("token_embedding.weight") || n.ends_with("position_embedding.weight")) {
        scale_ = 0.05;
    } else {
        const std::int64_t fanIn = elementCount({tensor.shape.begin() + 1, tensor.shape.end()});
        scale_ = std::sqrt(3.0 / static_cast<double>(fanIn));
    }
}

SdxlShape tinySdxlShape() {
    SdxlShape shape;
    shape.text[0] = {49408, 2, 64, 1, 128, 77, true, 0};
    shape.text[1] = {49408, 2, 128, 2, 256, 77, false, 128};
    shape.unet.blockChannels = {64, 128, 128};
    setDepth(shape.unet, {0, 1, 2});
    shape.unet.headsPerBlock = {1, 2, 2};
    shape.unet.contextWidth = 192;
    shape.unet.addTimeWidth = 32;
    shape.unet.addInputWidth = 128 + 6 * 32;
    shape.vae.blockChannels = {32, 64, 64, 64};
    return shape;
}

SdxlShape distilledSdxlShape() {
    SdxlShape shape = tinySdxlShape();
    shape.unet.downDepth = {{0, 0}, {1, 2}, {2, 1}};
    shape.unet.upDepth = {{1, 1, 3}, {2, 1, 1}, {0, 0, 0}};
    shape.unet.midResnets = 1;
    shape.unet.midDepth = 0;
    return shape;
}

SdxlShape smallSdxlShape() {
    SdxlShape shape = tinySdxlShape();
    shape.unet.blockChannels = {96, 192, 384};
    shape.unet.headsPerBlock = {1, 3, 6};
    shape.vae.blockChannels = {64, 128, 128, 128};
    return shape;
}

Status makeCheckpoint(const CheckpointRecipe& recipe) {
    return recipe.folder ? writeFolder(recipe) : writeSingleFile(recipe);
}

}  // namespace manju::testing
