// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/weights/dtype.h"

namespace manju::weights {

enum class Component { Unet, TextEncoder1, TextEncoder2, Vae };
inline constexpr std::array kComponents{Component::Unet, Component::TextEncoder1, Component::TextEncoder2,
                                        Component::Vae};

/// Bytes of one tensor inside a mapped file. Row-major, little-endian; `bytes` may start at any address,
/// so elements are to be copied, not read in place. Valid while its Checkpoint lives.
struct TensorView {
    Dtype dtype = Dtype::F32;
    std::vector<std::int64_t> shape;  ///< of the stored data
    std::span<const std::byte> bytes;
    bool transposed = false;  ///< rank 2 only: the wanted matrix is the transpose of the stored one
};

enum class Prediction { Epsilon, V };

/// The sizes of an SDXL-family model, read from the tensors' shapes.
struct SdxlShape {
    struct TextEncoder {
        int vocabulary = 0;
        int layers = 0;
        int width = 0;
        int heads = 0;  ///< width / 64, or by the folder's config.json
        int mlp = 0;
        int positions = 77;
        bool quickGelu = false;  ///< encoder 1 of SDXL; encoder 2 uses the exact GELU
        int projection = 0;      ///< width of the pooled output; 0: no projection
    };
    std::array<TextEncoder, 2> text;
    struct Unet {
        int inChannels = 4;
        int outChannels = 4;
        std::vector<int> blockChannels;  ///< e.g. 320, 640, 1280
        int layersPerBlock = 2;
        std::vector<int> transformerDepth;  ///< per down block; 0: no attention there
        int midDepth = 0;
        std::vector<int> headsPerBlock;  ///< attention heads per block
        int contextWidth = 0;
        int addTimeWidth = 256;  ///< sinusoid width of one of the six size numbers
        int addInputWidth = 0;   ///< pooled + 6 * addTimeWidth
        int normGroups = 32;
    } unet;
    struct Vae {
        std::vector<int> blockChannels;  ///< e.g. 128, 256, 512, 512
        int layersPerBlock = 2;          ///< of the encoder; the decoder has one more
        int latentChannels = 4;
        int normGroups = 32;
        double scale = 0.13025;
        bool fp16Safe = false;  ///< force_upcast false in config.json
    } vae;
    Prediction prediction = Prediction::Epsilon;
    bool zeroTerminalSnr = false;
    bool forceZerosForEmptyPrompt = true;  ///< of model_index.json; single files: true
};

/// An opened checkpoint: a single safetensors file (SGM names) or a diffusers folder. Tensors are asked
/// for by their diffusers names without a component prefix ("down_blocks.0.resnets.0.conv1.weight").
/// Immutable after open(); Thread: any.
class Checkpoint {
public:
    /// Opens, validates every header, detects the family and checks that all four components are whole.
    /// Errors name the file, the cause and the remedy. Values of tensors are not read.
    static Result<Checkpoint> open(const std::filesystem::path& path);

    Checkpoint(Checkpoint&&) noexcept;
    Checkpoint& operator=(Checkpoint&&) noexcept;
    ~Checkpoint();

    [[nodiscard]] const SdxlShape& shape() const;
    [[nodiscard]] const std::filesystem::path& path() const;
    /// "SDXL", "SSD-1B", "SDXL (small)", ...: only a name for people.
    [[nodiscard]] const std::string& variant() const;
    [[nodiscard]] bool isFolder() const;

    /// The tensor, or nullptr-like Error kTensorMissing naming file and tensor.
    [[nodiscard]] Result<TensorView> tensor(Component component, std::string_view name) const;
    /// All diffusers names of a component, sorted.
    [[nodiscard]] std::vector<std::string> names(Component component) const;
    /// Every file the checkpoint consists of, absolute, sorted: the identity is hashed over them.
    [[nodiscard]] std::vector<std::filesystem::path> files() const;

private:
    struct State;
    explicit Checkpoint(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::weights
