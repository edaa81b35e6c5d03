// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <random>

#include "core/base/os/file.h"
#include "core/tensor/guard.h"
#include "lora_fixture.h"

namespace manju::lora {
namespace {

using weights::Component;

/// MANJU_FUZZ sets the number of damaged files for a run by hand.
int iterations() {
    const char* text = std::getenv("MANJU_FUZZ");
    return text ? std::atoi(text) : 150;
}

struct Loose {
    weights::TensorSpec spec;
    std::string bytes;
};

std::vector<Loose> tensorsOfFixture(const std::string& name) {
    const auto file = weights::SafetensorsFile::open(kFixtures / (name + ".safetensors"));
    EXPECT_TRUE(file.ok());
    std::vector<Loose> all;
    for (const weights::TensorEntry& entry : file->entries()) {
        const auto bytes = file->bytes(entry);
        all.push_back({{entry.name, entry.dtype, entry.shape},
                       {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    }
    return all;
}

/// Sound files whose tensors do not fit together: shapes with as many elements, other numbers of rows, names
/// of other roles, types, and values. Each must be refused or applied, and leave the weights as they were.
TEST(MergerFuzz, AnySoundFileIsRefusedOrAppliedAndUndone) {
    const weights::Checkpoint& checkpoint = tinyCheckpoint();
    tensor::LoadedComponent unet = loadAll(checkpoint, Component::Unet);
    tensor::LoadedComponent text = loadAll(checkpoint, Component::TextEncoder1);
    const std::string pristine = hashOf(unet) + hashOf(text);
    LoraMerger merger(checkpoint);
    const TemporaryFolder folder;
    std::mt19937 random(11);
    const std::vector<std::string> fixtures{
        "kohya",     "loha",    "loha_tucker",  "lokr",         "lokr_both", "lokr_tucker", "glora",
        "ia3",       "full",    "norm",         "oft",          "boft",      "oft_old",     "peft",
        "peft_dora", "dora_in", "locon_tucker", "glora_tucker", "peft_oft",  "oft_kohya",   "onetrainer_omi"};
    static constexpr const char* kSuffixes[] = {".lora_mid.weight",
                                                ".bm.weight",
                                                ".oft_r",
                                                ".alpha",
                                                ".hada_t1",
                                                ".lokr_t2",
                                                ".rescale",
                                                ".dora_scale",
                                                ".diff",
                                                ".scale",
                                                ".lora_magnitude_vector"};
    int applied = 0;
    for (int i = 0; i < iterations(); ++i) {
        std::vector<Loose> tensors = tensorsOfFixture(fixtures[random() % fixtures.size()]);
        for (std::size_t k = 0, count = 1 + random() % 3; k < count; ++k) {
            Loose& victim = tensors[random() % tensors.size()];
            auto& shape = victim.spec.shape;
            switch (random() % 6) {
                case 0:
                    std::shuffle(shape.begin(), shape.end(), random);
                    break;
                case 1:
                    shape.push_back(1);
                    break;
                case 2:
                    if (!shape.empty()) {
                        shape[0] = static_cast<std::int64_t>(random() % 5);
                        std::size_t elements = 1;
                        for (const std::int64_t side : shape) elements *= static_cast<std::size_t>(side);
                        victim.bytes.resize(weights::byteSize(victim.spec.dtype, elements));
                    }
                    break;
                case 3:
                    victim.spec.name = victim.spec.name.substr(0, victim.spec.name.rfind(".")) +
                                       kSuffixes[random() % std::size(kSuffixes)];
                    break;
                case 4:
                    if (!victim.bytes.empty())
                        victim.bytes[random() % victim.bytes.size()] ^= static_cast<char>(random());
                    break;
                default:
                    std::swap(shape, tensors[random() % tensors.size()].spec.shape);
                    break;
            }
        }
        std::map<std::string, Loose> byName;
        for (const Loose& loose : tensors) {
            std::size_t elements = 1;
            for (const std::int64_t side : loose.spec.shape) elements *= static_cast<std::size_t>(side);
            Loose fitting = loose;
            fitting.bytes.resize(weights::byteSize(loose.spec.dtype, elements));
            byName.insert_or_assign(loose.spec.name, fitting);
        }
        std::vector<weights::TensorSpec> specs;
        for (const auto& [name, loose] : byName) specs.push_back(loose.spec);
        LoraUse use;
        use.path = folder.path() / ("f" + std::to_string(i % 2) + ".safetensors");
        use.sha256 = std::to_string(i);
        ASSERT_TRUE(
            weights::writeSafetensors(use.path, specs, {},
                                      [&](const weights::TensorSpec& spec, const weights::ByteSink& sink) {
                                          return sink(std::as_bytes(std::span(byName.at(spec.name).bytes)));
                                      })
                .ok());
        const Status selected = merger.select({use});
        if (!selected.ok()) {
            EXPECT_FALSE(selected.error().id().empty());
            continue;
        }
        bool whole = true;
        for (tensor::LoadedComponent* component : {&unet, &text})
            whole &= tensor::guarded([&] { return merger.adapt(*component); }).ok();
        applied += whole;
    }
    ASSERT_TRUE(merger.select({}).ok());
    for (tensor::LoadedComponent* component : {&unet, &text})
        ASSERT_TRUE(tensor::guarded([&] { return merger.adapt(*component); }).ok());
    EXPECT_EQ(hashOf(unet) + hashOf(text), pristine);
    EXPECT_GT(applied, iterations() / 10);
}

}  // namespace
}  // namespace manju::lora
