// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint.h"

#include <algorithm>
#include <cstring>

#include "checkpoint_fixture.h"
#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/weights/architecture.h"
#include "core/weights/errors.h"
#include "core/weights/finite_scan.h"
#include "core/weights/identity.h"
#include "core/weights/key_map.h"

namespace manju::weights {
namespace {

TEST_F(CheckpointTest, BothLayoutsGiveTheSameModel) {
    for (const bool folder : {false, true}) {
        const auto checkpoint = Checkpoint::open(made(folder ? "f" : "s.safetensors", folder));
        ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
        EXPECT_EQ(checkpoint->isFolder(), folder);
        EXPECT_EQ(checkpoint->shape(), miniShape());
        EXPECT_EQ(checkpoint->variant(), "SDXL (small)");
        EXPECT_TRUE(checkpoint->unexpectedNames().empty());
        EXPECT_EQ(checkpoint->names(Component::TextEncoder2).size(), 2 + 2 * 16 + 3U);
        expectAllValues(*checkpoint);
    }
}

TEST_F(CheckpointTest, TheIndexFileStandsForItsFolder) {
    const auto checkpoint = Checkpoint::open(made("f", true) / "model_index.json");
    ASSERT_TRUE(checkpoint.ok());
    EXPECT_EQ(checkpoint->path(), folder_ / "f");
}

TEST_F(CheckpointTest, UnknownTensorIsAnErrorThatNamesIt) {
    const auto checkpoint = Checkpoint::open(single());
    const auto view = checkpoint->tensor(Component::Vae, "decoder.conv_inn.weight");
    ASSERT_TRUE(!view.ok() && view.error().is(kTensorMissing));
    EXPECT_EQ(view.error().args().at("tensor"), "decoder.conv_inn.weight");
}

TEST_F(CheckpointTest, OtherProgramsSingleFilesLoad) {
    const auto checkpoint = edited([](auto& tensors) {
        renameStart(tensors, "conditioner.embedders.0.transformer.text_model.",
                    "conditioner.embedders.0.transformer.");
        renameStart(tensors, "first_stage_model.", "vae.");
        tensors.push_back({{"conditioner.embedders.1.model.logit_scale", Dtype::F32, {}}, "1234"});
        tensors.push_back(
            {{"conditioner.embedders.0.transformer.text_model.embeddings.position_ids", Dtype::I64, {1, 7}},
             std::string(56, 'x')});
        tensors.push_back({{"first_stage_model.foo", Dtype::U8, {1}}, "x"});
    });
    ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
    expectAllValues(*checkpoint);
    // A tensor nobody asks for, whatever its type, is listed and passed over.
    EXPECT_EQ(checkpoint->unexpectedNames(), std::vector<std::string>{"first_stage_model.foo"});
}

TEST_F(CheckpointTest, HuggingFaceNamesOfTheSecondEncoderLoad) {
    const fs::path folder = made("f", true);
    const auto checkpoint = edited([&](auto& tensors) {
        dropStarting(tensors, "conditioner.embedders.1.model.");
        for (LooseTensor& tensor : takeTensors(folder / "text_encoder_2/model.safetensors")) {
            tensor.spec.name.insert(0, "conditioner.embedders.1.model.");
            tensors.push_back(std::move(tensor));
        }
    });
    ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
    expectAllValues(*checkpoint);
}

TEST_F(CheckpointTest, MissingPartsAreNamed) {
    const auto without = [&](const char* start) {
        return edited([&](auto& tensors) { dropStarting(tensors, start); }).error();
    };
    EXPECT_TRUE(without("first_stage_model.").is(kVaeMissing));
    const Error encoder = without("conditioner.embedders.1.");
    EXPECT_TRUE(encoder.is(kTextEncoderMissing));
    EXPECT_EQ(encoder.args().at("component"), "text_encoder_2");
    EXPECT_EQ(without("conditioner.embedders.0.").args().at("component"), "text_encoder");
    const Error one = without("model.diffusion_model.output_blocks.3.0.out_layers.3.weight");
    EXPECT_TRUE(one.is(kTensorsMissing));
    EXPECT_EQ(one.args().at("tensor"), "up_blocks.1.resnets.0.conv2.weight");
    EXPECT_EQ(one.args().at("count"), "1");
    EXPECT_TRUE(without("conditioner.embedders.1.model.text_projection").is(kTensorsMissing));
    EXPECT_TRUE(without("model.diffusion_model.input_blocks.0.0.").is(kTensorsMissing));
}

TEST_F(CheckpointTest, WrongSizesAndTypesAreRefused) {
    const auto shape = edited([](auto& tensors) {
        LooseTensor& tensor = named(tensors, "model.diffusion_model.time_embed.2.weight");
        tensor.spec.shape = {64, 256};
    });
    ASSERT_TRUE(!shape.ok() && shape.error().is(kTensorShape)) << shape.error().debugText();
    EXPECT_EQ(shape.error().args().at("shape"), "64×256");
    EXPECT_EQ(shape.error().args().at("expected"), "128×128");
    const auto type = edited([](auto& tensors) {
        LooseTensor& tensor = named(tensors, "first_stage_model.quant_conv.bias");
        tensor.spec.dtype = Dtype::I32;
    });
    ASSERT_TRUE(!type.ok() && type.error().is(kDtypeUnsupported));
    EXPECT_EQ(type.error().args().at("dtype"), "I32");
    const auto scaled =
        edited([](auto& tensors) { tensors.push_back(marker("model.diffusion_model.out.2.scale_weight")); });
    ASSERT_TRUE(!scaled.ok() && scaled.error().is(kScaledFp8));
    const auto projections = edited([](auto& tensors) {
        LooseTensor& tensor =
            named(tensors, "conditioner.embedders.1.model.transformer.resblocks.1.attn.in_proj_bias");
        tensor.spec.shape = {47};
        tensor.bytes.resize(4 * 47);
    });
    ASSERT_TRUE(!projections.ok() && projections.error().is(kTensorsMissing));
    EXPECT_EQ(projections.error().args().at("count"), "3");
}

TEST_F(CheckpointTest, InpaintModelsLoadAndEditModelsAreRefused) {
    SdxlShape shape = miniShape();
    shape.unet.inChannels = 9;
    EXPECT_EQ(Checkpoint::open(single(shape)).value().shape().unet.inChannels, 9);
    EXPECT_EQ(Checkpoint::open(made("f", true, shape)).value().shape().unet.inChannels, 9);
    shape.unet.inChannels = 8;
    EXPECT_TRUE(Checkpoint::open(single(shape)).error().is(kIsEditModel));
}

TEST_F(CheckpointTest, DepthsAndTheMiddleAreReadFromTheNames) {
    const auto without = [&](std::string_view start) {
        const auto opened = edited([&](auto& tensors) { dropStarting(tensors, start); });
        EXPECT_TRUE(opened.ok()) << opened.error().debugText();
        return opened->shape().unet;
    };
    SdxlShape::Unet expected = miniShape().unet;
    expected.midDepth = 0;
    EXPECT_EQ(without("model.diffusion_model.middle_block.1."), expected);
    expected.midResnets = 0;
    EXPECT_EQ(without("model.diffusion_model.middle_block."), expected);
    expected = miniShape().unet;
    expected.upDepth[0][0] = 1;
    EXPECT_EQ(without("model.diffusion_model.output_blocks.0.1.transformer_blocks.1."), expected);
}

/// A checkpoint of full size whose tensors were never written: only the header takes room on the disk.
fs::path sparseCheckpoint(const fs::path& path, const SdxlShape& shape) {
    const KeyLayout layout = keyLayout(shape);
    std::map<std::string, std::vector<std::int64_t>> stored;
    for (const Component component : kComponents)
        for (const NamedShape& tensor : tensorsOf(component, shape)) {
            const KeySource source = toSingleFile(component, tensor.name, layout);
            auto sizes = tensor.shape;
            sizes.front() *= source.parts;
            if (source.transposed) std::reverse(sizes.begin(), sizes.end());
            stored[source.name] = sizes;
        }
    Json header = Json::object();
    std::int64_t end = 0;
    for (const auto& [name, sizes] : stored) {
        const std::int64_t begin = std::exchange(end, end + 2 * elementCount(sizes));
        header[name] = {{"dtype", "F16"}, {"shape", sizes}, {"data_offsets", {begin, end}}};
    }
    const std::string text = header.dump();
    const std::uint64_t length = text.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
    EXPECT_TRUE(os::writeFile(path, bytes + text).ok());
    fs::resize_file(path, sizeof length + length + static_cast<std::uint64_t>(end));
    return path;
}

TEST_F(CheckpointTest, DistilledModelsOfFullSizeAreKnownByTheirDepths) {
    const auto variant = [&](const std::function<void(SdxlShape::Unet&)>& edit) {
        SdxlShape shape = sdxlBaseShape();
        edit(shape.unet);
        const auto opened = Checkpoint::open(sparseCheckpoint(folder_ / "s.safetensors", shape));
        EXPECT_TRUE(opened.ok()) << opened.error().debugText();
        EXPECT_EQ(opened->shape().unet, shape.unet);
        return opened->variant();
    };
    const auto koala = [](int deepest, int midResnets) {
        return [=](SdxlShape::Unet& unet) {
            unet.layersPerBlock = 1;
            setDepth(unet, {0, 2, deepest});
            unet.midResnets = midResnets;
            if (midResnets == 0) unet.midDepth = 0;
        };
    };
    const auto shortened = [](int outer, int inner, std::vector<std::vector<int>> up) {
        return [=](SdxlShape::Unet& unet) {
            unet.downDepth = {{0, 0}, {outer, outer}, {inner, inner}};
            unet.upDepth = up;
            unet.midResnets = 1;
            unet.midDepth = 0;
        };
    };
    EXPECT_EQ(variant([](auto&) {}), "SDXL");
    EXPECT_EQ(variant(shortened(2, 4, {{4, 4, 10}, {2, 1, 1}, {0, 0, 0}})), "SSD-1B");
    EXPECT_EQ(variant(shortened(1, 2, {{2, 2, 2}, {1, 1, 1}, {0, 0, 0}})), "Segmind Vega");
    EXPECT_EQ(variant(koala(6, 2)), "KOALA-1B");
    EXPECT_EQ(variant(koala(5, 0)), "KOALA-700M");
    EXPECT_EQ(variant([](auto& unet) { setDepth(unet, {0, 1, 1}); }), "SDXL (shortened)");
}

// invoke-ai/InvokeAI#7495, AUTOMATIC1111/stable-diffusion-webui#16567: the marks "v_pred" and "ztsnr" count
// although they are tensors without elements (report 16). huggingface/diffusers#3851,
// huggingface/diffusers#5103: a model that predicts noise cannot have been trained to an end without signal
// (report 18).
TEST_F(CheckpointTest, MarkersTellThePrediction) {
    const auto with = [&](std::vector<std::string> names, const Metadata& metadata = {}) {
        return edited(
            [&](auto& tensors) {
                for (const std::string& name : names) tensors.push_back(marker(name));
            },
            metadata);
    };
    EXPECT_EQ(with({})->shape().prediction, Prediction::Epsilon);
    EXPECT_EQ(with({"v_pred"})->shape().prediction, Prediction::V);
    EXPECT_FALSE(with({"v_pred"})->shape().zeroTerminalSnr);
    EXPECT_TRUE(with({"v_pred", "ztsnr"})->shape().zeroTerminalSnr);
    EXPECT_EQ(with({}, {{"modelspec.prediction_type", "v"}})->shape().prediction, Prediction::V);
    EXPECT_EQ(with({}, {{"modelspec.prediction_type", "epsilon"}})->shape().prediction, Prediction::Epsilon);
    EXPECT_TRUE(with({"ztsnr"}).error().is(kEpsilonZeroSnr));
    EXPECT_TRUE(with({"edm_mean", "edm_std"}).error().is(kPredictionKind));
    EXPECT_TRUE(with({"edm_vpred.sigma_max"}).error().is(kPredictionKind));
    SdxlShape shape = miniShape();
    shape.prediction = Prediction::V;
    shape.zeroTerminalSnr = true;
    EXPECT_EQ(Checkpoint::open(single(shape))->shape(), shape);
    EXPECT_EQ(Checkpoint::open(made("f", true, shape))->shape(), shape);
}

// huggingface/diffusers#9171, invoke-ai/InvokeAI#7601: so does the scheduler file of a folder (report 17).
TEST_F(CheckpointTest, SchedulerConfigTellsThePrediction) {
    const std::string file = "scheduler/scheduler_config.json";
    EXPECT_TRUE(
        reconfigured(file, [](Json& c) { c["rescale_betas_zero_snr"] = true; }).error().is(kEpsilonZeroSnr));
    EXPECT_TRUE(
        reconfigured(file, [](Json& c) { c["prediction_type"] = "sample"; }).error().is(kPredictionKind));
    EXPECT_TRUE(reconfigured(file, [](Json& c) { c["_class_name"] = "EDMDPMSolverMultistepScheduler"; })
                    .error()
                    .is(kPredictionKind));
}

TEST_F(CheckpointTest, ConfigsRefineWhatShapesCannotTell) {
    EXPECT_EQ(reconfigured("unet/config.json",
                           [](Json& c) {
                               c["attention_head_dim"] = {1, 2, 4};
                           })
                  ->shape()
                  .unet.headsPerBlock,
              (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(reconfigured("text_encoder_2/config.json", [](Json& c) { c["num_attention_heads"] = 4; })
                  ->shape()
                  .text[1]
                  .heads,
              4);
    EXPECT_TRUE(reconfigured("text_encoder_2/config.json", [](Json& c) { c["hidden_act"] = "quick_gelu"; })
                    ->shape()
                    .text[1]
                    .quickGelu);
    const auto vae = reconfigured("vae/config.json", [](Json& c) {
        c["force_upcast"] = false;
        c["scaling_factor"] = 0.5;
        c["norm_num_groups"] = 16;
    });
    EXPECT_TRUE(vae->shape().vae.fp16Safe);
    EXPECT_EQ(vae->shape().vae.scale, 0.5);
    EXPECT_EQ(vae->shape().vae.normGroups, 16);
    EXPECT_FALSE(reconfigured("model_index.json", [](Json& c) { c["force_zeros_for_empty_prompt"] = false; })
                     ->shape()
                     .forceZerosForEmptyPrompt);
}

TEST_F(CheckpointTest, ContradictoryConfigsAreRefused) {
    const auto refused = [&](const std::string& file, const char* key, Json value) {
        const auto result = reconfigured(file, [&](Json& c) { c[key] = value; });
        ASSERT_FALSE(result.ok()) << key << value;
        EXPECT_TRUE(result.error().args().at("file").starts_with((folder_ / "f").string())) << key;
    };
    refused("unet/config.json", "attention_head_dim", 5);
    refused("unet/config.json", "attention_head_dim", "many");
    refused("unet/config.json", "norm_num_groups", 7);
    refused("unet/config.json", "addition_time_embed_dim", 256);
    refused("text_encoder/config.json", "num_attention_heads", 0);
    refused("text_encoder/config.json", "hidden_act", "relu");
    refused("vae/config.json", "scaling_factor", -1);
    refused("vae/config.json", "force_upcast", "yes");
}

TEST_F(CheckpointTest, FoldersOfOtherPipelinesAreRefused) {
    const auto pipeline = [&](const char* name) {
        return reconfigured("model_index.json", [&](Json& c) { c["_class_name"] = name; }).error();
    };
    EXPECT_EQ(pipeline("StableDiffusionPipeline").args().at("family"), "SD 1.x / 2.x");
    EXPECT_EQ(pipeline("StableDiffusion3Pipeline").args().at("family"), "SD3");
    EXPECT_EQ(pipeline("FluxPipeline").args().at("family"), "Flux");
    EXPECT_EQ(pipeline("QwenImagePipeline").args().at("family"), "QwenImagePipeline");
    EXPECT_TRUE(reconfigured("unet/config.json",
                             [](Json& c) {
                                 c["cross_attention_dim"] = 1280;
                                 c["projection_class_embeddings_input_dim"] = 2560;
                             })
                    .error()
                    .is(kIsRefiner));
    EXPECT_TRUE(Checkpoint::open(folder_).error().is(kFolderNotDiffusers));
}

TEST_F(CheckpointTest, FolderFilesMayBeHalfPrecisionOrInShards) {
    const fs::path folder = made("f", true);
    const fs::path unet = folder / "unet/diffusion_pytorch_model.safetensors";
    auto tensors = takeTensors(unet);
    fs::rename(folder / "vae/diffusion_pytorch_model.safetensors",
               folder / "vae/diffusion_pytorch_model.fp16.safetensors");
    fs::remove(unet);
    Json index{{"metadata", Json::object()}, {"weight_map", Json::object()}};
    for (const int shard : {0, 1}) {
        const std::string name =
            "diffusion_pytorch_model-0000" + std::to_string(shard + 1) + "-of-00002.safetensors";
        std::vector<LooseTensor> half;
        for (std::size_t i = static_cast<std::size_t>(shard); i < tensors.size(); i += 2) {
            half.push_back(tensors[i]);
            index["weight_map"][tensors[i].spec.name] = name;
        }
        putTensors(folder / "unet" / name, half);
    }
    const fs::path indexFile = folder / "unet/diffusion_pytorch_model.safetensors.index.json";
    ASSERT_TRUE(os::writeFile(indexFile, index.dump()).ok());
    const auto checkpoint = Checkpoint::open(folder);
    ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
    expectAllValues(*checkpoint);
    EXPECT_EQ(checkpoint->files().size(), 6 + 3 + 3U);  // configs; single files; two shards and their index

    fs::remove(folder / "unet/diffusion_pytorch_model-00002-of-00002.safetensors");
    const auto missing = Checkpoint::open(folder);
    ASSERT_TRUE(!missing.ok() && missing.error().is(kShardMissing));
    index["weight_map"]["x"] = "../../secret.safetensors";
    ASSERT_TRUE(os::writeFile(indexFile, index.dump()).ok());
    EXPECT_TRUE(Checkpoint::open(folder).error().is(kShardNameInvalid));
}

TEST_F(CheckpointTest, FullPrecisionIsTakenBeforeHalf) {
    const fs::path folder = made("f", true);
    ASSERT_TRUE(
        os::writeFile(folder / "vae/diffusion_pytorch_model.fp16.safetensors", "not even a file").ok());
    EXPECT_TRUE(Checkpoint::open(folder).ok());
}

TEST_F(CheckpointTest, PickledAndMissingFolderPartsAreNamed) {
    const fs::path folder = made("f", true);
    fs::rename(folder / "text_encoder/model.safetensors", folder / "text_encoder/pytorch_model.bin");
    EXPECT_TRUE(Checkpoint::open(folder).error().is(kFolderPickled));
    fs::remove_all(folder / "text_encoder");
    EXPECT_TRUE(Checkpoint::open(folder).error().is(kTextEncoderMissing));
    fs::remove_all(made("g", true) / "vae");
    EXPECT_TRUE(Checkpoint::open(folder_ / "g").error().is(kVaeMissing));
}

TEST_F(CheckpointTest, IdentityFollowsContentAndNotPlace) {
    const auto identity = [](const fs::path& path) {
        return checkpointIdentity(Checkpoint::open(path).value()).value();
    };
    const std::string one = identity(single());
    EXPECT_EQ(one, os::digestFile(folder_ / "m.safetensors")->sha256);
    fs::rename(folder_ / "m.safetensors", folder_ / "renamed.safetensors");
    EXPECT_EQ(identity(folder_ / "renamed.safetensors"), one);
    const fs::path folder = made("f", true);
    const std::string whole = identity(folder);
    EXPECT_NE(whole, one);
    fs::rename(folder, folder_ / "moved");
    EXPECT_EQ(identity(folder_ / "moved"), whole);
    auto tensors = takeTensors(folder_ / "moved/vae/diffusion_pytorch_model.safetensors");
    tensors.front().bytes.front() = static_cast<char>(tensors.front().bytes.front() ^ 1);
    putTensors(folder_ / "moved/vae/diffusion_pytorch_model.safetensors", tensors);
    EXPECT_NE(identity(folder_ / "moved"), whole);
}

TEST_F(CheckpointTest, TensorsKeepTheirHashUnderAnotherHeader) {
    const auto tensors = takeTensors(single());
    putTensors(folder_ / "a.safetensors", tensors, {});
    putTensors(folder_ / "b.safetensors", tensors, {{"ss_output_name", "other"}});
    EXPECT_NE(os::digestFile(folder_ / "a.safetensors")->sha256,
              os::digestFile(folder_ / "b.safetensors")->sha256);
    const std::string hash = tensorsHash(folder_ / "a.safetensors").value();
    EXPECT_EQ(tensorsHash(folder_ / "b.safetensors").value(), hash);
    const std::string bytes = os::readFile(folder_ / "a.safetensors").value();
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), sizeof header);
    EXPECT_EQ(hash, sha256Hex(std::string_view(bytes).substr(sizeof header + header)));
    EXPECT_FALSE(tensorsHash(folder_).ok());
}

TEST_F(CheckpointTest, IdentityUsesTheGivenDigests) {
    const auto checkpoint = Checkpoint::open(made("f", true));
    std::size_t asked = 0;
    const auto cached = [&](const fs::path&) -> Result<std::string> { return ++asked, std::string("h"); };
    EXPECT_TRUE(checkpointIdentity(*checkpoint, cached).ok());
    EXPECT_EQ(asked, checkpoint->files().size());
    const auto failing = [](const fs::path&) -> Result<std::string> { return Error(kNotFinite); };
    EXPECT_FALSE(checkpointIdentity(*checkpoint, failing).ok());
}

TEST(FiniteScan, CountsNanAndInfinityOfEveryType) {
    const auto count = [](Dtype dtype, std::string_view bytes) {
        return countNonFinite(dtype, std::as_bytes(std::span(bytes.data(), bytes.size())));
    };
    EXPECT_EQ(count(Dtype::F16, std::string_view("\x00\x7C\xFF\x7B\x01\xFC", 6)), 2U);
    EXPECT_EQ(count(Dtype::BF16, std::string_view("\x80\x7F\x7F\x7F", 4)), 1U);
    EXPECT_EQ(count(Dtype::F32, std::string_view("\x00\x00\xC0\x7F\xFF\xFF\x7F\x7F", 8)), 1U);
    EXPECT_EQ(count(Dtype::F64, std::string_view("\x00\x00\x00\x00\x00\x00\xF0\xFF", 8)), 1U);
    EXPECT_EQ(count(Dtype::F8E5M2, "\x7C\x7B\xFF"), 2U);
    EXPECT_EQ(count(Dtype::F8E4M3, "\x7F\x7E\xFF"), 2U);
    EXPECT_EQ(count(Dtype::I16, "\xFF\xFF"), 0U);
    TensorView view;
    view.dtype = Dtype::F16;
    const std::string_view bytes("\x01\x7C", 2);
    view.bytes = std::as_bytes(std::span(bytes.data(), bytes.size()));
    const Status status = scanForNonFinite(view, "t", "a b");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().args(), (MessageArgs{{"file", "a b"}, {"tensor", "t"}, {"count", "1"}}));
}

}  // namespace
}  // namespace manju::weights
