// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/key_map.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/weights/architecture.h"

namespace manju::weights {
namespace {

struct Row {
    std::string name;
    std::vector<std::int64_t> shape;
    KeySource source;  ///< without the component's prefix
};

std::map<std::string, std::vector<Row>> fixture() {
    std::ifstream in(MANJU_SOURCE_DIR "/tests/core/weights/fixtures/sdxl_names.txt");
    EXPECT_TRUE(in.good());
    std::map<std::string, std::vector<Row>> rows;
    std::string line;
    std::string section;
    while (std::getline(in, line)) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[') {
            section = line.substr(1, line.size() - 2);
            continue;
        }
        std::istringstream fields(line);
        std::string shape;
        std::string mark;
        Row row;
        fields >> row.name >> shape >> row.source.name >> mark;
        std::istringstream sizes(shape);
        for (std::string size; std::getline(sizes, size, 'x');) row.shape.push_back(std::stoll(size));
        row.source.transposed = mark == "T";
        if (mark.ends_with("/3")) row.source.parts = 3, row.source.part = std::stoi(mark);
        rows[section].push_back(row);
    }
    return rows;
}

const std::map<Component, std::string>& prefixes() {
    static const std::map<Component, std::string> kPrefixes{
        {Component::Unet, "model.diffusion_model."},
        {Component::TextEncoder1, "conditioner.embedders.0.transformer."},
        {Component::TextEncoder2, "conditioner.embedders.1.model."},
        {Component::Vae, "first_stage_model."}};
    return kPrefixes;
}

TEST(Architecture, EqualsTheModelsThatDiffusersBuilds) {
    const auto rows = fixture();
    const SdxlShape base = sdxlBaseShape();
    for (const Component component : kComponents) {
        std::map<std::string, std::vector<std::int64_t>> wanted;
        std::map<std::string, std::vector<std::int64_t>> ours;
        for (const Row& row : rows.at(std::string(folderName(component)))) wanted[row.name] = row.shape;
        for (const NamedShape& tensor : tensorsOf(component, base)) ours[tensor.name] = tensor.shape;
        EXPECT_EQ(ours, wanted) << folderName(component);
    }
}

TEST(Architecture, HasThePublishedCounts) {
    const std::map<Component, std::pair<std::size_t, std::int64_t>> wanted{
        {Component::Unet, {1680, 2'567'463'684}},
        {Component::TextEncoder1, {196, 123'060'480}},
        {Component::TextEncoder2, {517, 694'659'840}},
        {Component::Vae, {248, 83'653'863}}};
    for (const auto& [component, counts] : wanted) {
        const auto tensors = tensorsOf(component, sdxlBaseShape());
        std::int64_t parameters = 0;
        for (const NamedShape& tensor : tensors) parameters += elementCount(tensor.shape);
        EXPECT_EQ(tensors.size(), counts.first) << folderName(component);
        EXPECT_EQ(parameters, counts.second) << folderName(component);
    }
    SdxlShape inpaint = sdxlBaseShape();
    inpaint.unet.inChannels = 9;
    EXPECT_EQ(tensorsOf(Component::Unet, inpaint).front().shape, (std::vector<std::int64_t>{320, 9, 3, 3}));
}

TEST(KeyMap, SingleFileNamesEqualTheReference) {
    const auto rows = fixture();
    const KeyLayout layout = keyLayout(sdxlBaseShape());
    for (const Component component : kComponents)
        for (Row row : rows.at(std::string(folderName(component)))) {
            row.source.name.insert(0, prefixes().at(component));
            const KeySource ours = toSingleFile(component, row.name, layout);
            EXPECT_EQ(ours, row.source) << row.name << " -> " << ours.name;
        }
}

TEST(KeyMap, RoundTripIsTheIdentity) {
    const auto rows = fixture();
    std::vector<std::string> stored;
    std::set<std::string> seen;
    for (const Component component : kComponents)
        for (const Row& row : rows.at(std::string(folderName(component))))
            if (seen.insert(prefixes().at(component) + row.source.name).second)
                stored.push_back(prefixes().at(component) + row.source.name);
    const KeyLayout layout = detectKeyLayout({stored.begin(), stored.end()});
    EXPECT_EQ(layout, keyLayout(sdxlBaseShape()));
    std::set<std::string> targets;
    for (const std::string& name : stored) {
        const auto split = splitSingleFileName(name);
        ASSERT_TRUE(split) << name;
        const auto parts = toDiffusers(split->first, split->second, layout);
        ASSERT_FALSE(parts.empty()) << name;
        for (const KeyTarget& part : parts) {
            EXPECT_TRUE(targets.insert(std::string(folderName(split->first)) + "." + part.name).second)
                << name;
            const KeySource back = toSingleFile(split->first, part.name, layout);
            EXPECT_EQ(back, (KeySource{name, part.part, part.parts, part.transposed}));
        }
    }
    EXPECT_EQ(targets.size(), 1680U + 196U + 517U + 248U);
}

TEST(KeyMap, FollowsOtherNumbersOfLayersAndBlocks) {
    SdxlShape shape = sdxlBaseShape();
    shape.unet.layersPerBlock = 1;
    setDepth(shape.unet, {1, 0, 6});
    shape.vae.blockChannels = {128, 256};
    const KeyLayout layout = keyLayout(shape);
    std::vector<std::string> stored;
    for (const Component component : kComponents)
        for (const NamedShape& tensor : tensorsOf(component, shape)) {
            const KeySource source = toSingleFile(component, tensor.name, layout);
            stored.push_back(source.name);
            const auto split = splitSingleFileName(source.name);
            const auto back = toDiffusers(split->first, split->second, layout);
            ASSERT_GT(back.size(), static_cast<std::size_t>(source.part));
            EXPECT_EQ(back[static_cast<std::size_t>(source.part)].name, tensor.name);
        }
    EXPECT_EQ(detectKeyLayout({stored.begin(), stored.end()}), layout);
}

TEST(KeyMap, TakesOtherProgramsNames) {
    const KeyLayout layout;
    const auto only = [&](Component component, std::string_view name) {
        const auto targets = toDiffusers(component, name, layout);
        return targets.size() == 1 && !targets[0].transposed ? targets[0].name : "?";
    };
    const std::string layer = "text_model.encoder.layers.3.self_attn.q_proj.weight";
    EXPECT_EQ(only(Component::TextEncoder1, layer), layer);
    EXPECT_EQ(only(Component::TextEncoder1, "encoder.layers.3.self_attn.q_proj.weight"), layer);
    EXPECT_EQ(only(Component::TextEncoder2, layer), layer);
    EXPECT_EQ(only(Component::TextEncoder2, "text_projection.weight"), "text_projection.weight");
    EXPECT_EQ(only(Component::TextEncoder2, "text_projection.weight.weight"), "text_projection.weight");
    EXPECT_EQ(only(Component::Vae, "decoder.mid_block.attentions.0.query.weight"),
              "decoder.mid_block.attentions.0.to_q.weight");
    EXPECT_EQ(only(Component::Vae, "encoder.mid_block.attentions.0.proj_attn.bias"),
              "encoder.mid_block.attentions.0.to_out.0.bias");
    EXPECT_EQ(only(Component::Vae, "decoder.up_blocks.0.resnets.0.norm1.weight"),
              "decoder.up_blocks.0.resnets.0.norm1.weight");
    EXPECT_EQ(splitSingleFileName("text_encoders.clip_g.transformer.text_projection.weight")->first,
              Component::TextEncoder2);
}

TEST(KeyMap, KnowsNothingOfForeignNames) {
    const KeyLayout layout;
    for (const char* name : {"", "input_blocks.", "input_blocks.1", "input_blocks.1.0.", "input_blocks.1.2.x",
                             "input_blocks.3.0.x", "input_blocks.99999999999.0.op.weight", "middle_block.3.x",
                             "output_blocks.0.0.conv.weight", "input_blocks.1.0.in_layers.9.weight",
                             "time_embed.1.weight", "input_blocks.-1.0.op.weight"})
        EXPECT_TRUE(toDiffusers(Component::Unet, name, layout).empty()) << name;
    for (const char* name :
         {"encoder.down.x.block.0.norm1.weight", "decoder.up.4.block.0.norm1.weight", "loss.a"})
        EXPECT_TRUE(toDiffusers(Component::Vae, name, layout).empty()) << name;
    for (const char* name : {"transformer.resblocks.x", "transformer.resblocks.1.attn.foo", "logit_scale"})
        EXPECT_TRUE(toDiffusers(Component::TextEncoder2, name, layout).empty()) << name;
    EXPECT_FALSE(splitSingleFileName("model_ema.decay"));
}

TEST(KeyMap, PassesOverTrainingBuffers) {
    for (const char* name : {"model_ema.decay", "denoiser.sigmas", "betas", "alphas_cumprod_prev",
                             "sqrt_one_minus_alphas_cumprod", "posterior_variance",
                             "conditioner.embedders.1.model.logit_scale", "v_pred", "ztsnr", "edm_mean",
                             "conditioner.embedders.0.transformer.text_model.embeddings.position_ids",
                             "first_stage_model.loss.logvar"})
        EXPECT_TRUE(isIgnoredName(name)) << name;
    EXPECT_FALSE(isIgnoredName("model.diffusion_model.out.2.bias"));
}

}  // namespace
}  // namespace manju::weights
