// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/weights/checkpoint.h"
#include "core/weights/lora_keys.h"
#include "core/weights/safetensors.h"

namespace manju::weights {

/// The tensors that a file has for one module, under the file's own name for it.
struct LoraPart {
    std::string stem;
    LoraTensors tensors;               ///< into the file's entries
    std::optional<LoraFamily> family;  ///< nothing if a partner is missing
    bool repeated = false;             ///< one role came twice, e.g. with and without PEFT's adapter name

    [[nodiscard]] const TensorEntry* find(LoraRole role) const;
    /// Columns of the low-rank product: rows of `down`, `w1_b`, ...; 0 where a family has none.
    [[nodiscard]] std::int64_t rank() const;
};

/// A LoRA file, header only. Immutable, movable; Thread: any.
class LoraFile {
public:
    /// kNotLora (or a format error) if the file is something else; nothing is said about its base model.
    static Result<LoraFile> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return file_.path(); }
    [[nodiscard]] std::span<const TensorEntry> entries() const { return file_.entries(); }
    [[nodiscard]] const Metadata& metadata() const { return file_.metadata(); }
    /// Sorted by stem.
    [[nodiscard]] std::span<const LoraPart> parts() const { return parts_; }
    /// Tensors whose names have no suffix of a LoRA format.
    [[nodiscard]] std::span<const TensorEntry* const> foreign() const { return foreign_; }
    [[nodiscard]] Bytes dataBytes() const;
    [[nodiscard]] TensorView view(const TensorEntry& entry) const;

    /// The value of a tensor with one element of any type; reads it from the disk.
    [[nodiscard]] std::optional<double> scalar(const TensorEntry& entry) const;
    /// What the product is multiplied by: `.scale`, else alpha / rank by `.alpha` or PEFT's configuration
    /// in the metadata (alpha / sqrt(rank) if it says so); 1 without an alpha; alpha 0 stands for alpha =
    /// rank. LoKr with both factors whole: 1. The number is finite.
    [[nodiscard]] double scale(const LoraPart& part) const;
    /// The stored alpha; for OFT and BOFT it limits the rotation and is no factor.
    [[nodiscard]] std::optional<double> alpha(const LoraPart& part) const;

    /// kLoraNotFinite if a value is NaN or infinite; reads the whole file.
    [[nodiscard]] Status scanValues() const;

private:
    explicit LoraFile(SafetensorsFile file) : file_(std::move(file)) {}
    void collect();

    SafetensorsFile file_;
    std::vector<LoraPart> parts_;
    std::vector<const TensorEntry*> foreign_;
};

}  // namespace manju::weights
