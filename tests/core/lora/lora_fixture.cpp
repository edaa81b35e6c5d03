// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lora_fixture.h"

#include <c10/core/InferenceMode.h>

#include <cstdlib>

#include "core/base/sha256.h"
#include "core/tensor/guard.h"
#include "core/weights/architecture.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::lora {

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "manju-lora-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
    std::filesystem::remove_all(path_);
}

const weights::Checkpoint& tinyCheckpoint(std::uint64_t seed) {
    static const TemporaryFolder folder;
    static std::map<std::uint64_t, weights::Checkpoint> opened;
    if (const auto known = opened.find(seed); known != opened.end()) return known->second;
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.seed = seed;
    recipe.out = folder.path() / ("tiny" + std::to_string(seed) + ".safetensors");
    if (!testing::makeCheckpoint(recipe).ok()) std::abort();
    auto checkpoint = weights::Checkpoint::open(recipe.out);
    if (!checkpoint.ok()) std::abort();
    return opened.emplace(seed, std::move(checkpoint).value()).first->second;
}

tensor::LoadedComponent loadAll(const weights::Checkpoint& checkpoint, weights::Component component) {
    static std::uint64_t loads = 0;
    const c10::InferenceMode inference;
    tensor::LoadedComponent loaded{component, ++loads, {}};
    const tensor::ParameterReader reader(checkpoint, component);
    for (const weights::NamedShape& named : weights::tensorsOf(component, checkpoint.shape())) {
        auto tensor = reader.read(named.name, named.shape);
        if (!tensor.ok()) std::abort();
        loaded.parameters[named.name] =
            named.shape.size() == 4 ? tensor->contiguous(at::MemoryFormat::ChannelsLast) : *tensor;
    }
    return loaded;
}

LoraUse useOf(const std::string& fixture, double strength) {
    LoraUse use;
    use.path = kFixtures / (fixture + ".safetensors");
    use.sha256 = fixture;
    use.unet = use.text = strength;
    return use;
}

void apply(LoraMerger& merger, tensor::LoadedComponent& component, const std::vector<LoraUse>& set) {
    const Status selected = merger.select(set);
    ASSERT_TRUE(selected.ok()) << selected.error().debugText();
    const Status adapted = tensor::guarded([&] { return merger.adapt(component); });
    ASSERT_TRUE(adapted.ok()) << adapted.error().debugText();
}

std::string hashOf(const tensor::LoadedComponent& component, const std::vector<std::string>& names) {
    Sha256 hash;
    const auto add = [&](const at::Tensor& tensor) {
        const at::Tensor dense = tensor.contiguous();
        hash.add(std::as_bytes(std::span(dense.data_ptr<float>(), static_cast<std::size_t>(dense.numel()))));
    };
    for (const std::string& name : names) add(component.parameters.at(name));
    if (names.empty())
        for (const auto& [name, tensor] : component.parameters) add(tensor);
    return hash.hex();
}

std::filesystem::path writeLora(const std::filesystem::path& path, const std::vector<Stored>& tensors,
                                const weights::Metadata& metadata) {
    std::map<std::string, std::string> bytes;
    std::vector<weights::TensorSpec> specs;
    for (const Stored& stored : tensors) {
        specs.push_back({stored.name, stored.dtype, stored.shape});
        std::string& out = bytes[stored.name];
        out.resize(weights::byteSize(stored.dtype, stored.values.size()));
        weights::encodeFromFloat(stored.dtype, stored.values, std::as_writable_bytes(std::span(out)));
    }
    const Status written = weights::writeSafetensors(
        path, specs, metadata, [&](const weights::TensorSpec& spec, const weights::ByteSink& sink) {
            return sink(std::as_bytes(std::span(bytes.at(spec.name))));
        });
    if (!written.ok()) std::abort();
    return path;
}

}  // namespace manju::lora
