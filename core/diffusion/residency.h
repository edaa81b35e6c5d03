// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/base/units.h"
#include "core/diffusion/text_encoder.h"
#include "core/diffusion/unet.h"
#include "core/diffusion/vae_decoder.h"
#include "core/diffusion/vae_encoder.h"

namespace manju::diffusion {

/// Brings a component's tensors into the wanted state, e.g. merges LoRAs into them. Called each time before
/// a component but the VAE is handed out, in inference mode. After an error it has to be able to go on from
/// there.
using Adapter = std::function<Status(tensor::LoadedComponent& component)>;

/// Loads the components of a checkpoint on demand and drops others where they do not fit together.
/// A returned pointer is valid until the next call. Thread: owner only.
class Residency {
public:
    /// The checkpoint must outlive the object. `limit` counts the weights as fp32; one component alone may
    /// be larger. `scoreLimit` is handed to the attentions.
    Residency(const weights::Checkpoint& checkpoint, Bytes limit, Bytes scoreLimit);

    /// `index` 0 or 1.
    Result<const TextEncoder*> textEncoder(std::size_t index);
    Result<const Unet*> unet();
    /// The two halves of the VAE, loaded apart and dropped together.
    Result<const VaeDecoder*> vaeDecoder();
    Result<const VaeEncoder*> vaeEncoder();
    void release();
    /// From the next component on; empty: the checkpoint's own tensors. Components that an earlier adapter
    /// may have changed are dropped.
    void setAdapter(Adapter adapter);

private:
    template <class Module, class Make>
    Result<const Module*> resident(weights::Component component, std::unique_ptr<Module>& module,
                                   const Make& make);
    void makeRoom(Bytes size);
    void drop(weights::Component component);
    Status adapt(weights::Component component);

    const weights::Checkpoint& checkpoint_;
    Bytes limit_;
    std::int64_t scoreLimit_;
    std::array<Bytes, weights::kComponents.size()> loaded_{};  ///< by component; 0: not loaded
    std::array<tensor::LoadedComponent, weights::kComponents.size()> tensors_;
    std::uint64_t loads_ = 0;
    Adapter adapter_;
    std::array<std::unique_ptr<TextEncoder>, 2> encoders_;
    std::unique_ptr<Unet> unet_;
    std::unique_ptr<VaeDecoder> vaeDecoder_;
    std::unique_ptr<VaeEncoder> vaeEncoder_;
};

}  // namespace manju::diffusion
