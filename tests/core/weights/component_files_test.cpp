// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "checkpoint_fixture.h"
#include "core/weights/errors.h"
#include "core/weights/identity.h"

namespace manju::weights {
namespace {

constexpr std::uint64_t kOther = 99;  // seed of the models that the components come from
constexpr std::string_view kUnet = "model.diffusion_model.";
constexpr std::string_view kText1 = "conditioner.embedders.0.transformer.";
constexpr std::string_view kText2 = "conditioner.embedders.1.model.";
constexpr std::string_view kVae = "first_stage_model.";

class ComponentFilesTest : public CheckpointTest {
protected:
    fs::path other() const { return made("other.safetensors", false, miniShape(), kOther); }
    fs::path otherFolder() const { return made("other", true, miniShape(), kOther); }

    /// The tensors of `source` below `prefix`, with `replacement` in its place.
    fs::path cut(const fs::path& source, std::string_view prefix, const std::string& name,
                 const std::string& replacement = "") const {
        std::vector<LooseTensor> kept;
        for (LooseTensor& tensor : takeTensors(source)) {
            if (!tensor.spec.name.starts_with(prefix)) continue;
            tensor.spec.name.replace(0, prefix.size(), replacement);
            kept.push_back(std::move(tensor));
        }
        putTensors(folder_ / name, kept);
        return folder_ / name;
    }
    fs::path without(std::string_view prefix) const {
        auto tensors = takeTensors(single());
        dropStarting(tensors, prefix);
        putTensors(folder_ / "without.safetensors", tensors);
        return folder_ / "without.safetensors";
    }
};

TEST_F(ComponentFilesTest, AVaeIsTakenFromAnyKindOfFile) {
    const fs::path source = other();
    const fs::path folder = otherFolder();
    const std::vector<fs::path> bases{without(kVae), made("f", true), single()};
    for (const fs::path& vae :
         {cut(source, kVae, "bare.safetensors"), cut(source, kVae, "prefixed.safetensors", std::string(kVae)),
          cut(source, kVae, "comfy.safetensors", "vae."), folder / "vae/diffusion_pytorch_model.safetensors",
          folder / "vae", folder, source})
        for (const fs::path& base : bases) {
            const auto model = Checkpoint::open({base, vae, {}});
            ASSERT_TRUE(model.ok()) << vae << model.error().debugText();
            EXPECT_EQ(model->shape(), miniShape());
            expectValues(*model, Component::Vae, kOther);
            expectValues(*model, Component::TextEncoder1, kSeed);
        }
}

TEST_F(ComponentFilesTest, AFolderWithoutAVaeLoadsWithOne) {
    const fs::path base = made("f", true);
    fs::remove_all(base / "vae");
    EXPECT_TRUE(Checkpoint::open(base).error().is(kVaeMissing));
    EXPECT_TRUE(Checkpoint::open({base, other(), {}}).ok());
}

/// What is replaced need not be readable, and is no part of the model.
TEST_F(ComponentFilesTest, AReplacedTextEncoderMayBePickled) {
    const fs::path base = made("f", true);
    fs::rename(base / "text_encoder/model.safetensors", base / "text_encoder/pytorch_model.bin");
    const fs::path encoder = cut(other(), kText1, "l.safetensors");
    const auto model = Checkpoint::open({base, {}, {encoder}});
    ASSERT_TRUE(model.ok()) << model.error().debugText();
    expectValues(*model, Component::TextEncoder1, kOther);
    const auto of = [&](std::string_view start) {
        return std::ranges::count_if(model->files(),
                                     [&](const NamedFile& file) { return file.name.starts_with(start); });
    };
    EXPECT_EQ(of("text_encoder/"), 0);
    EXPECT_EQ(of("text_encoder:"), 1);
    EXPECT_EQ(of("text_encoder_2/"), 2);  // weights and configuration
}

TEST_F(ComponentFilesTest, TheConfigurationOfAVaeFolderCounts) {
    const fs::path folder = otherFolder();
    const fs::path config = folder / "vae/config.json";
    Json json = parseJson(os::readFile(config).value(), "config").value();
    json["scaling_factor"] = 0.5;
    json["force_upcast"] = false;
    ASSERT_TRUE(os::writeFile(config, json.dump()).ok());
    const auto model = Checkpoint::open({single(), folder / "vae", {}});
    EXPECT_EQ(model->shape().vae.scale, 0.5);
    EXPECT_TRUE(model->shape().vae.fp16Safe);
    ASSERT_TRUE(os::writeFile(config, "[]").ok());
    const auto broken = Checkpoint::open({single(), folder / "vae", {}});
    ASSERT_FALSE(broken.ok());
    EXPECT_NE(broken.error().debugText().find(config.string()), std::string::npos);
}

TEST_F(ComponentFilesTest, TextEncodersAreToldApart) {
    const fs::path source = other();
    const fs::path base = single();
    const fs::path folder = otherFolder();
    struct Case {
        fs::path file;
        bool first;
        bool second;
    };
    for (const auto& [file, first, second] :
         {Case{cut(source, kText1, "l.safetensors"), true, false},
          Case{cut(source, kText2, "g.safetensors"), false, true},  // OpenCLIP's names
          Case{folder / "text_encoder/model.safetensors", true, false},
          Case{folder / "text_encoder_2/model.safetensors", false, true},  // HF names: told by the projection
          Case{folder / "text_encoder", true, false}, Case{folder / "text_encoder_2", false, true},
          Case{folder, true, true},
          Case{cut(source, "conditioner.", "both.safetensors", "conditioner."), true, true},
          Case{source, true, true}}) {
        const auto model = Checkpoint::open({base, {}, {file}});
        ASSERT_TRUE(model.ok()) << file << model.error().debugText();
        expectValues(*model, Component::TextEncoder1, first ? kOther : kSeed);
        expectValues(*model, Component::TextEncoder2, second ? kOther : kSeed);
    }
}

/// Some files of the first encoder carry a projection that is not the second encoder's.
TEST_F(ComponentFilesTest, AProjectionDoesNotMakeTheFirstEncoderTheSecond) {
    auto tensors = takeTensors(cut(other(), kText1, "l.safetensors"));
    tensors.push_back({{"text_projection.weight", Dtype::F32, {8, 8}}, std::string(4 * 64, '\0')});
    putTensors(folder_ / "l.safetensors", tensors);
    const auto model = Checkpoint::open({single(), {}, {folder_ / "l.safetensors"}});
    ASSERT_TRUE(model.ok()) << model.error().debugText();
    expectValues(*model, Component::TextEncoder1, kOther);
    expectValues(*model, Component::TextEncoder2, kSeed);
    EXPECT_EQ(model->unexpectedNames().size(), 1U);
}

TEST_F(ComponentFilesTest, AnUnetAloneLoadsWithTheRest) {
    const fs::path source = single();
    const fs::path vae = cut(other(), kVae, "vae.safetensors");
    const std::vector<fs::path> encoders{cut(other(), kText1, "l.safetensors"),
                                         cut(other(), kText2, "g.safetensors")};
    for (const fs::path& unet :
         {cut(source, kUnet, "sgm.safetensors"), cut(source, kUnet, "comfy.safetensors", "diffusion_model."),
          made("f", true) / "unet/diffusion_pytorch_model.safetensors"}) {
        EXPECT_TRUE(Checkpoint::open(unet).error().is(kOnlyUnet)) << unet;
        EXPECT_TRUE(Checkpoint::open({unet, vae, {}}).error().is(kOnlyUnet)) << unet;
        EXPECT_TRUE(Checkpoint::open({unet, vae, {encoders[0]}}).error().is(kTextEncoderMissing)) << unet;
        const auto model = Checkpoint::open({unet, vae, encoders});
        ASSERT_TRUE(model.ok()) << unet << model.error().debugText();
        EXPECT_EQ(model->shape(), miniShape());
        expectValues(*model, Component::Unet, kSeed);
        for (const Component component : {Component::Vae, Component::TextEncoder1, Component::TextEncoder2})
            expectValues(*model, component, kOther);
    }
}

TEST_F(ComponentFilesTest, WhatIsNoSuchComponentIsNamed) {
    const fs::path encoder = cut(other(), kText1, "l.safetensors");
    const fs::path vae = cut(other(), kVae, "vae.safetensors");
    const auto refused = [&](const CheckpointFiles& files, const ErrorCode& code, const fs::path& named) {
        const auto model = Checkpoint::open(files);
        ASSERT_FALSE(model.ok());
        EXPECT_TRUE(model.error().is(code)) << model.error().debugText();
        EXPECT_EQ(model.error().args().at("file"), named.string());
    };
    refused({single(), encoder, {}}, kComponentMissing, encoder);
    refused({single(), {}, {vae}}, kComponentMissing, vae);
    refused({single(), without(kVae), {}}, kComponentMissing, folder_ / "without.safetensors");
    fs::create_directory(folder_ / "empty");
    refused({single(), folder_ / "empty", {}}, kComponentMissing, folder_ / "empty");
    const fs::path older =
        zeros("sd15.safetensors", {{"model.diffusion_model.input_blocks.1.1.transformer_blocks.0."
                                    "attn2.to_k.weight",
                                    Dtype::F16,
                                    {2, 768}},
                                   {"first_stage_model.decoder.conv_in.weight", Dtype::F16, {2, 4}}});
    refused({single(), older, {}}, kOtherFamily, older);
    SdxlShape wide = miniShape();
    wide.text[0].width = 16;
    wide.unet.contextWidth = 32;
    const fs::path foreign = cut(made("w.safetensors", false, wide, kOther), kText1, "wide.safetensors");
    EXPECT_TRUE(Checkpoint::open({single(), {}, {foreign}}).error().is(kTensorShape));
}

TEST_F(ComponentFilesTest, TheIdentityCoversTheComponents) {
    const auto identity = [](const CheckpointFiles& files) {
        return checkpointIdentity(Checkpoint::open(files).value()).value();
    };
    const fs::path base = single();
    const fs::path vae = cut(other(), kVae, "vae.safetensors");
    const std::string plain = identity({base, {}, {}});
    const std::string changed = identity({base, vae, {}});
    EXPECT_NE(changed, plain);
    fs::create_directory(folder_ / "elsewhere");
    fs::rename(vae, folder_ / "elsewhere/renamed.safetensors");
    EXPECT_EQ(identity({base, folder_ / "elsewhere/renamed.safetensors", {}}), changed);
    EXPECT_NE(identity({base, {}, {other()}}), identity({base, other(), {}}));
}

TEST(CheckpointFiles, GoThroughAStepsInputs) {
    const CheckpointFiles files{"/m/base.safetensors", "/m/vae", {"/m/l.safetensors", "/m/g.safetensors"}};
    std::map<std::string, std::string> inputs{{"resources", "/r"}};
    addInputs(files, inputs);
    EXPECT_EQ(filesOfInputs(inputs), files);
    EXPECT_EQ(filesOfInputs({{"checkpoint", "/m"}}), (CheckpointFiles{"/m", {}, {}}));
}

}  // namespace
}  // namespace manju::weights
