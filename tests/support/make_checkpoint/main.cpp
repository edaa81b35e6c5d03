// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <iostream>

#include "core/messages/messages.h"
#include "make_checkpoint.h"

int main(int argc, char** argv) {
    using namespace manju;
    CLI::App app("Writes a random checkpoint of the SDXL architecture, for tests.");
    std::string variant = "tiny";
    std::string layout = "single";
    std::string dtype = "F32";
    std::string out;
    std::string tokenizer;
    bool vPrediction = false;
    bool zeroSnr = false;
    testing::CheckpointRecipe recipe;
    app.add_option("--variant", variant, "sizes of the model")
        ->check(CLI::IsMember({"tiny", "tiny_inpaint", "tiny_distilled", "small", "sdxl"}));
    app.add_option("--layout", layout, "one file, or a diffusers folder")
        ->check(CLI::IsMember({"single", "folder"}));
    app.add_option("--dtype", dtype, "element type")->check(CLI::IsMember({"F32", "F16", "BF16"}));
    app.add_option("--seed", recipe.seed, "chooses the values");
    app.add_option("--tokenizer", tokenizer, "folder with vocab.json and merges.txt, for --layout folder");
    app.add_flag("--v-prediction", vPrediction, "mark the model as predicting v");
    app.add_flag("--zero-snr", zeroSnr, "mark the model as trained to zero terminal SNR");
    app.add_option("--out", out, "file or folder to write")->required();
    CLI11_PARSE(app, argc, argv);

    recipe.shape = variant == "sdxl"             ? weights::sdxlBaseShape()
                   : variant == "small"          ? testing::smallSdxlShape()
                   : variant == "tiny_distilled" ? testing::distilledSdxlShape()
                                                 : testing::tinySdxlShape();
    if (variant == "tiny_inpaint") recipe.shape.unet.inChannels = 9;
    recipe.shape.prediction = vPrediction ? weights::Prediction::V : weights::Prediction::Epsilon;
    recipe.shape.zeroTerminalSnr = zeroSnr;
    recipe.folder = layout == "folder";
    recipe.dtype = weights::parseDtype(dtype).value();
    recipe.out = out;
    recipe.tokenizer = tokenizer;
    if (const Status written = testing::makeCheckpoint(recipe); !written.ok()) {
        std::cerr << messages::text(messages::fromEnvironment(), written.error()) << '\n';
        return 1;
    }
    return 0;
}
