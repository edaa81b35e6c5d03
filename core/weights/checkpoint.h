// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/weights/checkpoint_files.h"
#include "core/weights/dtype.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights {

/// Bytes of one tensor inside a mapped file. Row-major, little-endian; `bytes` may start at any address,
/// so elements are to be copied, not read in place. Valid while its Checkpoint lives.
struct TensorView {
    Dtype dtype = Dtype::F32;
    /// Of the stored data; 1x1 convolutions that serve as linear layers come as [out, in].
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes;
    bool transposed = false;  ///< rank 2 only: the wanted matrix is the transpose of the stored one
};

/// An opened checkpoint: a single safetensors file (SGM names) or a diffusers folder, with or without a VAE
/// and text encoders from files of their own. Tensors are asked for by their diffusers names without a
/// component prefix ("down_blocks.0.resnets.0.conv1.weight"). Immutable after open(); Thread: any.
class Checkpoint {
public:
    /// Opens, validates every header, detects the family and checks that all four components are whole.
    /// Errors name the file, the cause and the remedy. Values of tensors are not read.
    static Result<Checkpoint> open(const CheckpointFiles& files);
    static Result<Checkpoint> open(const std::filesystem::path& path) {
        return open(CheckpointFiles{path, {}, {}});
    }

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
    /// Stored tensors that no component needs; they are passed over.
    [[nodiscard]] const std::vector<std::string>& unexpectedNames() const;
    /// Every file the model consists of: the identity is hashed over them. A path may be there twice.
    [[nodiscard]] const std::vector<NamedFile>& files() const;

private:
    struct State;
    explicit Checkpoint(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::weights
