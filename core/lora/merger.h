// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/lora/block_weights.h"
#include "core/lora/delta.h"
#include "core/tensor/parameters.h"
#include "core/weights/checkpoint.h"
#include "core/weights/lora_match.h"

namespace manju::lora {

/// One LoRA of a set.
struct LoraUse {
    std::filesystem::path path;
    /// Of the file's content: names it in identities and decides the order of sums. Empty: select() reads the
    /// file for it.
    std::string sha256;
    double unet = 1;  ///< strengths, -10 to 10
    double text = 1;
    BlockWeights blocks;
    int ranks = 0;  ///< see Dose
    friend bool operator==(const LoraUse&, const LoraUse&) = default;
};

/// Merges a set of LoRAs into the loaded components of one checkpoint. Every changed weight is the pristine
/// one, read again from the checkpoint, plus the sum of the set's changes, each computed against the pristine
/// weight, rounded once; taking a LoRA out puts the pristine tensor back. So the bytes depend on the set
/// alone, not on its order or on what was merged before. Thread: owner only.
class LoraMerger {
public:
    /// The checkpoint must outlive the object and every component that it changed.
    explicit LoraMerger(const weights::Checkpoint& checkpoint);

    /// The set that adapt() brings the components to; reads headers only, and of a file that was in the last
    /// set nothing. Errors (the last set stays): a file that is no LoRA, was trained for another base, or
    /// matches nothing; a strength out of range. `stop` ends adapt() early.
    Status select(std::vector<LoraUse> set, std::stop_token stop = {});
    /// Of the selected set, in its order.
    [[nodiscard]] std::vector<const weights::LoraReport*> reports() const;

    /// Changes the tensors of a loaded component in which it differs from the selected set; nothing if it was
    /// brought there before. To be called in inference mode, as Residency's adapter. After an error (values
    /// that are not finite, kCancelled, no memory) every tensor is either as before or as selected, and the
    /// next call goes on from there.
    Status adapt(tensor::LoadedComponent& component);

    /// A text that differs where the component's weights differ: the key for whatever is computed with them,
    /// e.g. encoded prompts. Empty: the checkpoint's own weights.
    [[nodiscard]] std::string identity(weights::Component component) const;

    struct Counts {
        std::int64_t merged = 0;    ///< modules
        std::int64_t restored = 0;  ///< modules
        std::int64_t opened = 0;    ///< LoRA files
        Bytes loraBytes;            ///< of LoRA tensors read
        Bytes pristineBytes;        ///< of checkpoint tensors read, as fp32
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] const weights::LoraTarget& target() const { return target_; }

private:
    struct Opened {
        weights::LoraFile file;
        weights::LoraMatch match;
    };
    struct Selected {
        LoraUse use;
        std::shared_ptr<const Opened> opened;
    };
    struct Change {
        const weights::LoraFile* file = nullptr;
        weights::LoraModule module;
        Dose dose;
    };
    struct Wanted {
        const weights::LoraTarget::Module* module = nullptr;
        std::vector<Change> changes;
        std::string key;  ///< tells the changes apart from other ones
    };
    using WantedMap = std::map<std::string, Wanted, std::less<>>;  ///< by module name
    struct Applied {
        std::uint64_t load = 0;
        std::uint64_t selection = 0;
        std::map<std::string, std::string, std::less<>> keys;  ///< by module name, of changed modules
    };

    Result<std::shared_ptr<const Opened>> open(const LoraUse& use);
    void plan();
    Status bring(tensor::LoadedComponent& component, const weights::LoraTarget::Module& module,
                 const Wanted* wanted);
    Result<at::Tensor> pristine(weights::Component component, const std::string& name,
                                const std::vector<std::int64_t>& shape);

    const weights::Checkpoint& checkpoint_;
    weights::LoraTarget target_;
    std::vector<Selected> selected_;
    std::stop_token stop_;
    std::uint64_t selection_ = 0;  ///< grows when the set changes
    std::array<WantedMap, 3> wanted_;
    std::array<Applied, 3> applied_;
    Counts counts_;
};

}  // namespace manju::lora
