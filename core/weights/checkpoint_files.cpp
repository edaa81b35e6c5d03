// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint_files.h"

namespace manju::weights {
namespace {

constexpr const char* kCheckpoint = "checkpoint";
constexpr const char* kVae = "vae";

std::string encoderInput(std::size_t number) {
    return "text_encoder." + std::to_string(number);
}

}  // namespace

void addInputs(const CheckpointFiles& files, std::map<std::string, std::string>& inputs) {
    inputs[kCheckpoint] = files.checkpoint.string();
    if (!files.vae.empty()) inputs[kVae] = files.vae.string();
    for (std::size_t i = 0; i < files.textEncoders.size(); ++i)
        inputs[encoderInput(i)] = files.textEncoders[i].string();
}

CheckpointFiles filesOfInputs(const std::map<std::string, std::string>& inputs) {
    const auto path = [&](const std::string& name) {
        const auto at = inputs.find(name);
        return at == inputs.end() ? std::filesystem::path() : std::filesystem::path(at->second);
    };
    CheckpointFiles files{path(kCheckpoint), path(kVae), {}};
    while (inputs.contains(encoderInput(files.textEncoders.size())))
        files.textEncoders.push_back(path(encoderInput(files.textEncoders.size())));
    return files;
}

}  // namespace manju::weights
