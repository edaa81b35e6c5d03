// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/upscaler.h"

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>

#include "core/base/errors.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/upscaler_net.h"
#include "core/tensor/errors.h"
#include "core/weights/errors.h"
#include "fixture.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

using weights::Dtype;

const std::filesystem::path kStored = MANJU_SOURCE_DIR "/tests/fixtures/upscale";
constexpr double kTolerance = 1e-5;
constexpr UpscaleOptions kWhole{1 << 20, 0};

std::filesystem::path storedModel(const std::string& name) {
    return kStored / (name + ".safetensors");
}

/// A tensor of a file that is being changed.
struct Loose {
    weights::TensorSpec spec;
    std::vector<std::byte> bytes;
};
using Change = std::function<void(std::vector<Loose>&)>;

/// Stored models and changed copies of them.
class UpscalerTest : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path write(const std::vector<Loose>& tensors) const {
        auto file = folder_.path() / "changed.safetensors";
        std::vector<weights::TensorSpec> specs;
        for (const Loose& tensor : tensors) specs.push_back(tensor.spec);
        const auto source = [&](const weights::TensorSpec& spec, const weights::ByteSink& sink) {
            return sink(
                std::ranges::find(tensors, spec.name, [](const Loose& t) { return t.spec.name; })->bytes);
        };
        EXPECT_TRUE(weights::writeSafetensors(file, specs, {}, source).ok());
        return file;
    }
    [[nodiscard]] std::filesystem::path changed(const std::string& name, const Change& change) const {
        const auto file = weights::SafetensorsFile::open(storedModel(name)).value();
        std::vector<Loose> tensors;
        for (const weights::TensorEntry& entry : file.entries()) {
            const auto bytes = file.bytes(entry);
            tensors.push_back({{entry.name, entry.dtype, entry.shape}, {bytes.begin(), bytes.end()}});
        }
        change(tensors);
        return write(tensors);
    }
    [[nodiscard]] std::filesystem::path renamed(const std::string& name,
                                                const std::function<std::string(std::string)>& rename) const {
        return changed(name, [&](std::vector<Loose>& tensors) {
            for (Loose& tensor : tensors) tensor.spec.name = rename(tensor.spec.name);
        });
    }
    static Error refusal(const std::filesystem::path& file) {
        const auto loaded = Upscaler::load(file);
        if (!loaded.ok()) return loaded.error();
        ADD_FAILURE() << "accepted";
        return Error(ErrorCode{});
    }
    [[nodiscard]] Error refusalOf(const std::string& name, const Change& change) const {
        return refusal(changed(name, change));
    }

    TemporaryFolder folder_;
};

Loose zeros(const std::string& name, std::vector<std::int64_t> shape) {
    std::size_t count = sizeof(float);
    for (const std::int64_t side : shape) count *= static_cast<std::size_t>(side);
    return {{name, Dtype::F32, std::move(shape)}, std::vector<std::byte>(count)};
}

Loose& named(std::vector<Loose>& tensors, const std::string& name) {
    return *std::ranges::find(tensors, name, [](const Loose& tensor) { return tensor.spec.name; });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Pixels randomPicture(int width, int height) {
    Pixels picture{width, height, 3, {}};
    std::uint32_t state = 12345;
    for (int i = 0; i < width * height * 3; ++i) {
        state = state * 1664525 + 1013904223;
        picture.bytes.push_back(static_cast<std::uint8_t>(state >> 24));
    }
    return picture;
}

/// The large picture as the network gave it, [1, 3, H, W].
at::Tensor enlarged(const std::filesystem::path& model, const Pixels& picture,
                    const UpscaleOptions& options) {
    const c10::InferenceMode inference;
    const auto file = weights::SafetensorsFile::open(model).value();
    const auto net = makeUpscalerNet(file).value();
    at::Tensor large = at::empty({1, 3, picture.height * net->scale(), picture.width * net->scale()});
    const auto sink = [&](const EnlargedTile& tile) -> Status {
        large[0]
            .narrow(1, tile.y, tile.values.size(1))
            .narrow(2, tile.x, tile.values.size(2))
            .copy_(tile.values);
        return Done{};
    };
    EXPECT_TRUE(enlargeTiles(*net, picture, options, sink, {}).ok());
    return large;
}

Pixels enlargedPixels(const std::filesystem::path& model, const Pixels& picture) {
    const auto upscaler = Upscaler::load(model);
    EXPECT_TRUE(upscaler.ok()) << upscaler.error().debugText();
    return upscaler.value().enlarge(picture, UpscaleOptions{}, {}, {}).value();
}

struct Stored {
    std::string model;
    std::string input;
    int scale;
    std::string architecture;
    friend std::ostream& operator<<(std::ostream& out, const Stored& stored) { return out << stored.model; }
};

class StoredUpscaler : public ::testing::TestWithParam<Stored> {
protected:
    StoredUpscaler() : fixture_((kStored / "enlarged.safetensors").string()) {}
    [[nodiscard]] Pixels input() const {
        const std::string name = GetParam().input + ".input";
        const auto& shape = fixture_.entry(name).shape;
        return {static_cast<int>(shape[1]), static_cast<int>(shape[0]), 3,
                fixture_.values<std::uint8_t>(name)};
    }
    Fixture fixture_;
};

TEST_P(StoredUpscaler, AgreesBeforeRounding) {
    const at::Tensor expected = stored(fixture_, GetParam().model + ".output");
    EXPECT_LT(difference(enlarged(storedModel(GetParam().model), input(), kWhole), expected), kTolerance);
}

TEST_P(StoredUpscaler, GivesClampedAndRoundedBytes) {
    const auto upscaler = Upscaler::load(storedModel(GetParam().model)).value();
    EXPECT_EQ(upscaler.scale(), GetParam().scale);
    EXPECT_EQ(upscaler.architecture(), GetParam().architecture);
    const Pixels small = input();
    const Pixels large = upscaler.enlarge(small, UpscaleOptions{}, {}, {}).value();
    EXPECT_EQ(large.width, small.width * GetParam().scale);
    EXPECT_EQ(large.height, small.height * GetParam().scale);
    const at::Tensor expected =
        stored(fixture_, GetParam().model + ".output")[0].permute({1, 2, 0}).contiguous();
    ASSERT_EQ(large.bytes.size(), static_cast<std::size_t>(expected.numel()));
    for (std::size_t i = 0; i < large.bytes.size(); ++i) {
        const float exact = std::clamp(expected.data_ptr<float>()[i], 0.0F, 1.0F) * 255;
        EXPECT_NEAR(large.bytes[i], exact, 0.501) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, StoredUpscaler,
                         ::testing::Values(Stored{"rrdb_x4", "rrdb_x4", 4, "RRDBNet"},
                                           Stored{"rrdb_x2", "rrdb_x2", 2, "RRDBNet"},
                                           Stored{"rrdb_x1", "rrdb_x1", 1, "RRDBNet"},
                                           Stored{"rrdb_old_x2", "rrdb_x2", 2, "RRDBNet"},
                                           Stored{"compact_x4", "compact_x4", 4, "Compact"},
                                           Stored{"compact_x2", "compact_x2", 2, "Compact"},
                                           Stored{"span_x2", "span_x2", 2, "SPAN"}));

TEST_F(UpscalerTest, SpanMayTakePicturesAsTheyAre) {
    const Fixture fixture((kStored / "enlarged.safetensors").string());
    const Pixels input{9, 7, 3, fixture.values<std::uint8_t>("span_x2.input")};
    const auto model = changed("span_x2", [](auto& tensors) { tensors.push_back(zeros("no_norm", {1})); });
    EXPECT_LT(difference(enlarged(model, input, kWhole), stored(fixture, "span_x2.output.no_norm")),
              kTolerance);
}

TEST_F(UpscalerTest, OtherNamesGiveTheSamePicture) {
    const Pixels picture = randomPicture(12, 10);
    const auto expected = enlargedPixels(storedModel("rrdb_x4"), picture).bytes;
    for (const std::string prefix : {"params_ema.", "params.", "module."}) {
        const auto model = renamed("rrdb_x4", [&](const std::string& name) { return prefix + name; });
        EXPECT_EQ(enlargedPixels(model, picture).bytes, expected) << prefix;
    }
    const auto model = renamed("rrdb_x4", [](std::string name) {
        for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"conv_body", "trunk_conv"}, {"conv_up", "upconv"}, {"conv_hr", "HRconv"}, {".rdb", ".RDB"}})
            name = replaced(name, from, to);
        return name.starts_with("body.") ? replaced(name, "body.", "RRDB_trunk.") : name;
    });
    EXPECT_EQ(enlargedPixels(model, picture).bytes, expected);
}

TEST_F(UpscalerTest, PiecesFitTogetherWhereTheOverlapCoversWhatTheNetworkSees) {
    const Pixels picture = randomPicture(61, 47);
    // Each 3x3 convolution looks one pixel further, at the size at which it works.
    for (const auto& [name, overlap] : std::initializer_list<std::pair<const char*, int>>{
             {"compact_x4", 4}, {"span_x2", 21}, {"rrdb_x4", 35}, {"rrdb_x2", 40}, {"rrdb_x1", 80}}) {
        const at::Tensor whole = enlarged(storedModel(name), picture, kWhole);
        EXPECT_LT(difference(enlarged(storedModel(name), picture, {16, overlap}), whole), kTolerance) << name;
        EXPECT_GT(difference(enlarged(storedModel(name), picture, {16, 0}), whole), 1e-3) << name;
    }
}

TEST_F(UpscalerTest, SmallestPicturesWork) {
    for (const char* name : {"rrdb_x1", "rrdb_x2", "rrdb_x4", "compact_x2", "span_x2"}) {
        const auto upscaler = Upscaler::load(storedModel(name)).value();
        for (const auto& [width, height] : {std::pair{1, 1}, {1, 5}, {3, 1}}) {
            const auto large = upscaler.enlarge(randomPicture(width, height), {-5, -5}, {}, {});
            ASSERT_TRUE(large.ok()) << name << large.error().debugText();
            EXPECT_EQ(large.value().width, width * upscaler.scale());
            EXPECT_EQ(large.value().bytes.size(),
                      static_cast<std::size_t>(width * height * 3 * upscaler.scale() * upscaler.scale()));
        }
    }
}

TEST_F(UpscalerTest, ReportsEveryPieceAndStopsBetweenThem) {
    const auto upscaler = Upscaler::load(storedModel("compact_x2")).value();
    std::vector<std::pair<int, int>> seen;
    const auto progress = [&](int done, int count) { seen.emplace_back(done, count); };
    ASSERT_TRUE(upscaler.enlarge(randomPicture(40, 20), {16, 4}, progress, {}).ok());
    EXPECT_EQ(seen, (std::vector<std::pair<int, int>>{{1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}, {6, 6}}));

    std::stop_source stop;
    int pieces = 0;
    const auto stopping = [&](int, int) {
        ++pieces;
        stop.request_stop();
    };
    for (const int expected : {1, 0}) {  // stopped on the way, and from the start
        pieces = 0;
        const auto result = upscaler.enlarge(randomPicture(40, 20), {16, 4}, stopping, stop.get_token());
        ASSERT_FALSE(result.ok());
        EXPECT_TRUE(result.error().is(kCancelled));
        EXPECT_EQ(pieces, expected);
    }
}

TEST_F(UpscalerTest, RefusesResultsThatAreNotFiniteOrTooLarge) {
    const auto model = changed("compact_x2", [](auto& tensors) {
        for (Loose& tensor : tensors) {
            std::vector<float> values(tensor.bytes.size() / sizeof(float), 1e30F);
            std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
        }
    });
    const auto upscaler = Upscaler::load(model).value();
    const auto result = upscaler.enlarge(randomPicture(8, 8), UpscaleOptions{}, {}, {});
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(kEnlargedNotFinite));
    const auto large = upscaler.enlarge(randomPicture(16'385, 1), UpscaleOptions{}, {}, {});
    ASSERT_FALSE(large.ok());
    EXPECT_TRUE(large.error().is(kEnlargedTooLarge));
}

TEST_F(UpscalerTest, RefusesFilesOfOtherKinds) {
    EXPECT_TRUE(refusal(write({zeros("lora_unet_x.lora_down.weight", {4, 8})})).is(kUpscalerIsLora));
    EXPECT_TRUE(refusal(tinyCheckpoint()).is(kUpscalerIsCheckpoint));
    const Error vae = refusal(write({zeros("decoder.conv_in.weight", {2})}));
    EXPECT_TRUE(vae.is(kUpscalerIsOther));
    EXPECT_EQ(vae.args().at("kind"), "VAE");
    const Error swin = refusal(write({zeros("conv_first.weight", {4, 3, 3, 3}),
                                      zeros("layers.0.residual_group.blocks.0.norm1.weight", {4})}));
    EXPECT_TRUE(swin.is(kUpscalerUnknown));
    EXPECT_EQ(swin.args().at("file"), "changed.safetensors");
    EXPECT_TRUE(refusal(write({})).is(kUpscalerUnknown));
    EXPECT_TRUE(refusal(kStored / "no such file").is(kFileNotFound));
}

TEST_F(UpscalerTest, RefusesMissingTensors) {
    for (const char* name : {"rrdb_x4", "rrdb_old_x2", "compact_x4", "span_x2"}) {
        const auto file = weights::SafetensorsFile::open(storedModel(name)).value();
        for (std::size_t i = 0; i < file.entries().size(); i += 6) {
            const std::string missing = file.entries()[i].name;
            if (missing.find("eval_conv") != std::string::npos) continue;
            const Error error = refusalOf(name, [&](auto& tensors) {
                std::erase_if(tensors, [&](const Loose& tensor) { return tensor.spec.name == missing; });
            });
            EXPECT_TRUE(error.is(kUpscalerTensorMissing)) << name << " " << missing << error.debugText();
        }
    }
    const Error error = refusalOf("rrdb_x4", [](auto& tensors) { tensors.pop_back(); });
    EXPECT_EQ(error.args().at("tensor"), "conv_up2.weight");
}

TEST_F(UpscalerTest, RefusesShapesAndVariantsThatDoNotFit) {
    const Error shape = refusalOf("rrdb_x4", [](auto& tensors) {
        named(tensors, "conv_hr.weight") = zeros("conv_hr.weight", {6, 5, 3, 3});
    });
    EXPECT_TRUE(shape.is(kUpscalerTensorShape));
    EXPECT_EQ(shape.args().at("shape"), "6x5x3x3");
    EXPECT_EQ(shape.args().at("expected"), "6x6x3x3");
    const Error grey = refusalOf("rrdb_x4", [](auto& tensors) {
        named(tensors, "conv_first.weight") = zeros("conv_first.weight", {6, 1, 3, 3});
    });
    EXPECT_TRUE(grey.is(kUpscalerChannels));
    EXPECT_EQ(grey.args().at("channels"), "1");
    const Error more = refusalOf("rrdb_x4", [](auto& tensors) {
        tensors.push_back(zeros("body.0.rdb1.conv1x1.weight", {3, 6, 1, 1}));
    });
    EXPECT_TRUE(more.is(kUpscalerUnknown));
    EXPECT_EQ(more.args().at("tensor"), "body.0.rdb1.conv1x1.weight");
    const Error scale = refusalOf("compact_x2", [](auto& tensors) {
        named(tensors, "body.4.weight") = zeros("body.4.weight", {13, 6, 3, 3});
    });
    EXPECT_TRUE(scale.is(kUpscalerUnknown));
}

TEST_F(UpscalerTest, RefusesWeightsThatAreNoNumbers) {
    const Error broken = refusalOf("compact_x2", [](auto& tensors) {
        const float value = std::nanf("");
        std::memcpy(named(tensors, "body.2.weight").bytes.data(), &value, sizeof value);
    });
    EXPECT_TRUE(broken.is(tensor::kWeightNotFinite));
    const Error integers = refusalOf(
        "compact_x2", [](auto& tensors) { named(tensors, "body.2.weight").spec.dtype = Dtype::I32; });
    EXPECT_TRUE(integers.is(tensor::kWeightDtype));
}

}  // namespace
}  // namespace manju::diffusion
