// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_tiles.h"

#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/upsample_nearest2d.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>
#include <rapidcheck.h>

#include <algorithm>

#include "core/base/errors.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/spec_check.h"
#include "core/png/picture_texts.h"
#include "drawing.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

constexpr double kTolerance = 1e-4;
constexpr int kFactor = 8;
constexpr int kSmallTile = 64;  // as tests/reference/tile_reference.py

Status goOn(int, int) {
    return Done{};
}

/// What a tile function was asked for.
struct Calls {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes;
    std::int64_t largestOutput = 0;

    TileFunction counted(TileFunction compute) {
        return [this, compute](const at::Tensor& tile) {
            sizes.emplace_back(tile.size(2), tile.size(3));
            at::Tensor result = compute(tile);
            largestOutput = std::max(largestOutput, result.numel());
            return result;
        };
    }
};

/// Decodes and encodes without looking beyond an element: tiles cannot change the result.
at::Tensor enlarged(const at::Tensor& tile) {
    return at::upsample_nearest2d(tile, {kFactor * tile.size(2), kFactor * tile.size(3)});
}
at::Tensor reduced(const at::Tensor& tile) {
    return at::avg_pool2d(tile, {kFactor, kFactor});
}

class VaeTilesTest : public ::testing::Test {
protected:
    VaeTilesTest()
        : checkpoint_(openCheckpoint(tinyCheckpoint())),
          residency_(checkpoint_, megabytes(1000), megabytes(100)) {}

    const VaeDecoder& decoder() { return *residency_.vaeDecoder().value(); }
    const VaeEncoder& encoder() { return *residency_.vaeEncoder().value(); }

    c10::InferenceMode inference_;
    weights::Checkpoint checkpoint_;
    Residency residency_;
};

TEST_F(VaeTilesTest, AgreesWithTheReference) {
    const Fixture fixture("tiles.safetensors");
    std::uint64_t seed = 0;
    for (const auto& [name, rows, columns] :
         {std::tuple("grid", 11, 15), std::tuple("thin", 8, 9), std::tuple("row", 5, 14)}) {
        const std::string of = std::string(".") + name;
        const auto picture = decodeInTiles(decoder(), noise(seed, {1, 4, rows, columns}), kSmallTile, goOn);
        EXPECT_LT(difference(picture.value(), stored(fixture, "decode" + of)), kTolerance) << name;
        const auto latent = encodeInTiles(encoder(), noise(seed, {1, 3, kFactor * rows, kFactor * columns}),
                                          kSmallTile, goOn);
        EXPECT_LT(difference(latent->mean, stored(fixture, "encode" + of + ".mean")), kTolerance) << name;
        EXPECT_LT(difference(latent->deviation, stored(fixture, "encode" + of + ".deviation")), kTolerance)
            << name;
        ++seed;
    }
}

TEST_F(VaeTilesTest, WhatFitsIntoATileIsUnchanged) {
    const at::Tensor latent = noise(3, {1, 4, 8, 5});
    const at::Tensor picture = noise(4, {1, 3, 40, 64});
    const BeforeTile never = [](int, int) -> Status { return Error(kCancelled); };
    EXPECT_TRUE(at::equal(decodeInTiles(decoder(), latent, kSmallTile, never).value(), decoder()(latent)));
    EXPECT_TRUE(at::equal(decodeInTiles(decoder(), latent, 0, never).value(), decoder()(latent)));
    const EncodedPicture whole = encoder()(picture);
    for (const int tile : {kSmallTile, 0}) {
        const auto got = encodeInTiles(encoder(), picture, tile, never);
        EXPECT_TRUE(at::equal(got->mean, whole.mean));
        EXPECT_TRUE(at::equal(got->deviation, whole.deviation));
    }
}

TEST(VaeTiles, JoinWithoutATrace) {
    EXPECT_TRUE(rc::check("tiles of a work that looks at no neighbours change nothing", [] {
        const c10::InferenceMode inference;
        const std::int64_t side = 4 * *rc::gen::inRange<std::int64_t>(1, 5);
        const std::int64_t rows = *rc::gen::inRange<std::int64_t>(1, 40);
        const std::int64_t columns = *rc::gen::inRange<std::int64_t>(1, 40);
        const at::Tensor latent = noise(1, {1, 2, rows, columns});
        const at::Tensor picture = enlarged(latent);
        const TileSides sides{side, kFactor * side};
        const auto large = inTiles(latent, sides, enlarged, goOn);
        RC_ASSERT(difference(*large, picture) < 1e-5);
        const auto small = inTiles(picture, {sides.output, sides.input}, reduced, goOn);
        RC_ASSERT(difference(*small, latent) < 1e-5);
    }));
}

/// Convolutions with zeros around the tile, which darken its border: what a decoder does wherever a tile
/// ends. (A network of random weights is no measure here: its norms magnify the border of a plain latent, so
/// that tiles of any program differ in tone.)
at::Tensor padded(const at::Tensor& tile) {
    constexpr int kLayers = 2;
    at::Tensor picture = enlarged(tile);
    for (int i = 0; i < kLayers; ++i) picture = at::avg_pool2d(picture, {3, 3}, {1, 1}, {1, 1});
    return picture;
}

TEST(VaeTiles, APlainLatentShowsNoSeam) {
    const c10::InferenceMode inference;
    constexpr std::int64_t kBorder = 8;          // of the whole picture, which is padded as well
    constexpr double kTwoBytes = 2 * 2.0 / 255;  // the range is -1..1
    const at::Tensor latent = at::full({1, 3, 70, 100}, 1, at::kFloat);
    const at::Tensor whole = padded(latent);
    const auto inside = [&](const at::Tensor& picture) {
        return picture.narrow(2, kBorder, picture.size(2) - 2 * kBorder)
            .narrow(3, kBorder, picture.size(3) - 2 * kBorder);
    };
    const at::Tensor tiled = inTiles(latent, {32, 256}, padded, goOn).value();
    EXPECT_LT(difference(inside(tiled), inside(whole)), kTwoBytes);
    EXPECT_GT(difference(inside(tiled), inside(whole)), 0);
    // The border of a tile by itself is far darker than that.
    const at::Tensor tile = padded(latent.narrow(2, 0, 32));
    EXPECT_GT(difference(tile, whole.narrow(2, 0, 256)), 20 * kTwoBytes);
}

TEST(VaeTiles, BoundTheWork) {
    const c10::InferenceMode inference;
    Calls calls;
    std::vector<std::pair<int, int>> reports;
    const auto result = inTiles(noise(1, {1, 4, 100, 40}), {32, 256}, calls.counted(enlarged),
                                [&](int done, int count) -> Status {
                                    reports.emplace_back(done, count);
                                    return Done{};
                                });
    EXPECT_EQ(result->sizes(), (std::vector<std::int64_t>{1, 4, 800, 320}));
    using Sizes = std::vector<std::pair<std::int64_t, std::int64_t>>;
    EXPECT_EQ(calls.sizes, (Sizes{{32, 32},
                                  {32, 16},
                                  {32, 32},
                                  {32, 16},
                                  {32, 32},
                                  {32, 16},
                                  {28, 32},
                                  {28, 16},
                                  {4, 32},
                                  {4, 16}}));
    EXPECT_EQ(calls.largestOutput, 4 * 256 * 256);
    ASSERT_EQ(reports.size(), calls.sizes.size());
    for (int i = 0; i < static_cast<int>(reports.size()); ++i)
        EXPECT_EQ(reports[static_cast<std::size_t>(i)], std::pair(i, 10));
}

TEST(VaeTiles, FadeLinearlyFromAboveAndThenFromTheLeft) {
    const c10::InferenceMode inference;
    // Each tile is of one value, its number: 0 1 / 2 3.
    float number = 0;
    const TileFunction plain = [&](const at::Tensor& tile) { return at::full_like(tile, number++); };
    const at::Tensor got = inTiles(at::zeros({1, 1, 12, 12}, at::kFloat), {8, 8}, plain, goOn).value()[0][0];
    const auto at = [&](int y, int x) { return got[y][x].item<float>(); };
    EXPECT_EQ(at(5, 5), 0);
    EXPECT_EQ(at(0, 6), 0);
    EXPECT_EQ(at(0, 7), 0.5F);
    EXPECT_EQ(at(0, 8), 1);
    EXPECT_EQ(at(6, 0), 0);
    EXPECT_EQ(at(7, 0), 1);
    EXPECT_EQ(at(8, 0), 2);
    EXPECT_EQ(at(7, 11), 2);  // halfway from 1 to 3
    EXPECT_EQ(at(11, 11), 3);
    // Halfway from 0.5, what is above, to 3, and from 1, what is to the left, to that.
    EXPECT_EQ(at(7, 7), 1.375F);
}

TEST(VaeTiles, StopBetweenTiles) {
    const c10::InferenceMode inference;
    for (const int most : {0, 1, 5}) {
        Calls calls;
        const auto got =
            inTiles(noise(1, {1, 4, 20, 20}), {8, 64}, calls.counted(enlarged), [&](int done, int) -> Status {
                if (done == most) return Error(kCancelled);
                return Done{};
            });
        EXPECT_TRUE(got.error().is(kCancelled));
        EXPECT_EQ(calls.sizes.size(), static_cast<std::size_t>(most));
    }
}

/// Pictures that are drawn in tiles: see tests/reference/tile_reference.py.
class TiledPictures : public ::testing::Test {
protected:
    TiledPictures() : checkpoint_(openCheckpoint(tinyCheckpoint())), model_(loaded(checkpoint_)) {}

    Result<Picture> draw(const ImageSpec& spec, const ImageGenerator::Progress& progress = {},
                         const std::stop_token& stop = {}) {
        return model_.draw(spec, {{{"picture", (kFixtures / "start.png").string()}}, ""}, progress, stop);
    }

    static ImageSpec tiledSpec() {
        ImageSpec spec = referenceSpec(8);
        spec.width = 320;
        spec.height = 96;
        spec.vaeTile = 256;
        spec.start = StartSpec{"picture", 0.6, ""};
        return spec;
    }

    weights::Checkpoint checkpoint_;
    ImageGenerator model_;
};

TEST_F(TiledPictures, AreThoseOfTheReference) {
    constexpr std::size_t kKept = 4;
    const auto got = draw(tiledSpec());
    ASSERT_TRUE(got.ok()) << got.error().debugText();
    std::vector<std::uint8_t> kept;
    for (std::size_t y = 0; y < 96; y += kKept)
        for (std::size_t x = 0; x < 320; x += kKept)
            for (std::size_t colour = 0; colour < 3; ++colour)
                kept.push_back(got->rgb[(y * 320 + x) * 3 + colour]);
    const auto reference = Fixture("tiles.safetensors").values<std::uint8_t>("img2img");
    EXPECT_GE(equalShare(kept, reference), kEqualShare);
    ImageSpec whole = tiledSpec();
    whole.vaeTile = 0;
    EXPECT_NE(draw(whole)->rgb, got->rgb);
}

TEST_F(TiledPictures, SmallerThanATileAreUnchanged) {
    ImageSpec spec = referenceSpec(2);
    const Picture whole = draw(spec).value();
    spec.vaeTile = 256;
    EXPECT_EQ(draw(spec)->rgb, whole.rgb);
}

TEST_F(TiledPictures, ReportTilesInEveryPartOfTheWorkAndStopBetweenThem) {
    ImageSpec spec = tiledSpec();
    spec.bundle = "studio";
    spec.steps = 2;
    spec.hires = HiresSpec{448, 64, 0.5, "", 0};
    using Report = std::tuple<std::string, int, int>;
    std::vector<Report> reports;
    const auto note = [&](std::string_view stage, int index, int count) {
        reports.emplace_back(stage, index, count);
    };
    const auto got = draw(spec, note);
    ASSERT_TRUE(got.ok()) << got.error().debugText();
    const auto times = [&](const Report& report) { return std::ranges::count(reports, report); };
    // Two tiles of the first pass, three of the second.
    EXPECT_EQ(times({"stage.encode", 1, 2}), 1);
    EXPECT_EQ(times({"stage.enlarge", 1, 2}), 1);
    EXPECT_EQ(times({"stage.enlarge", 2, 3}), 1);
    EXPECT_EQ(times({"stage.decode", 2, 3}), 1);
    for (const Report& last : {Report{"stage.encode", 1, 2}, Report{"stage.enlarge", 1, 2},
                               Report{"stage.enlarge", 1, 3}, Report{"stage.decode", 1, 3}}) {
        std::stop_source source;
        Report latest;
        const auto stop = [&](std::string_view stage, int index, int count) {
            latest = Report{stage, index, count};
            if (latest == last) source.request_stop();
        };
        EXPECT_TRUE(draw(spec, stop, source.get_token()).error().is(kCancelled));
        EXPECT_EQ(latest, last);
    }
}

TEST(TiledSpec, IsCheckedAndNamedInThePicture) {
    ImageSpec spec = referenceSpec(4);
    for (const int bad : {-64, 64, 192, 255, 257, 288, 4160}) {
        spec.vaeTile = bad;
        EXPECT_TRUE(checkSpec(spec).error().is(kVaeTileInvalid)) << bad;
    }
    for (const int good : {0, 256, 320, 1024, 4096}) {
        spec.vaeTile = good;
        EXPECT_TRUE(checkSpec(spec).ok()) << good;
    }
    const Json recipe = Json::parse(png::pictureTexts(spec, {}, {}).at("manju"));
    EXPECT_EQ(recipe.at("spec").at("vaeTile"), 4096);
}

}  // namespace
}  // namespace manju::diffusion
