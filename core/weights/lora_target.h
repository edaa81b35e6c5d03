// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/weights/architecture.h"
#include "core/weights/key_map.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights {

/// What a LoRA is applied to: the modules of a checkpoint under every name that a public format gives them.
/// A name is never taken apart ("a_b" does not say where the dots were): all names are made from the
/// checkpoint's own and looked up. Immutable; Thread: any.
class LoraTarget {
public:
    /// `name` stands for the checkpoint in messages.
    LoraTarget(const SdxlShape& shape, std::string name);

    enum class Naming { Either, Sgm, Diffusers };
    struct Module {
        Component component = Component::Unet;
        std::string name;  ///< diffusers name without a component prefix, "down_blocks.0.resnets.0.conv1"
        std::vector<std::int64_t> weight;  ///< shape
        std::vector<std::int64_t> bias;    ///< shape; empty: it has none
        int block = -1;                    ///< kohya's block index; -1: a text encoder
    };
    struct Hit {
        const Module* module = nullptr;
        Naming naming = Naming::Either;  ///< how the alias names the UNet's blocks
        /// The same place of encoder 2 if the alias does not say which encoder it means; sizes have to tell.
        const Module* twin = nullptr;
    };

    /// The module that a file calls `stem`.
    [[nodiscard]] std::optional<Hit> find(std::string_view stem) const;
    [[nodiscard]] const std::vector<Module>& modules() const { return modules_; }
    /// Every alias of `module`, in no order.
    [[nodiscard]] std::vector<std::string> aliases(const Module& module) const;
    [[nodiscard]] const SdxlShape& shape() const { return shape_; }
    [[nodiscard]] const std::string& name() const { return name_; }

    /// Kohya's indices for SDXL: 0 embeddings, then the input blocks, three of the middle, the output
    /// blocks, and `out`.
    struct Blocks {
        int inputs = 0;
        int outputs = 0;
        [[nodiscard]] int count() const { return 1 + inputs + 3 + outputs + 1; }
    };
    [[nodiscard]] Blocks blocks() const;

    LoraTarget(const LoraTarget&) = delete;
    LoraTarget& operator=(const LoraTarget&) = delete;
    LoraTarget(LoraTarget&&) noexcept = default;
    LoraTarget& operator=(LoraTarget&&) noexcept = default;

private:
    struct Slot {
        std::size_t module = 0;
        Naming naming = Naming::Either;
        std::optional<std::size_t> twin;
    };
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    void addModules(Component component);
    [[nodiscard]] int blockOf(std::string_view sgm) const;
    void addAliases(std::size_t index);

    SdxlShape shape_;
    std::string name_;
    std::vector<Module> modules_;
    std::unordered_map<std::string, Slot, TextHash, std::equal_to<>> slots_;
};

}  // namespace manju::weights
