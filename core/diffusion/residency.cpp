// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/residency.h"

namespace manju::diffusion {
namespace {

using weights::Component;

std::size_t index(Component component) {
    return static_cast<std::size_t>(component);
}

}  // namespace

Residency::Residency(const weights::Checkpoint& checkpoint, Bytes limit, Bytes scoreLimit)
    : checkpoint_(checkpoint), limit_(limit), scoreLimit_(scoreLimit.count) {}

void Residency::drop(Component component) {
    switch (component) {
        case Component::TextEncoder1:
            encoders_[0].reset();
            break;
        case Component::TextEncoder2:
            encoders_[1].reset();
            break;
        case Component::Unet:
            unet_.reset();
            break;
        case Component::Vae:
            vaeDecoder_.reset();
            vaeEncoder_.reset();
            break;
    }
    loaded_[index(component)] = Bytes(0);
    tensors_[index(component)].parameters.clear();
}

void Residency::setAdapter(Adapter adapter) {
    if (adapter_) release();
    adapter_ = std::move(adapter);
}

Status Residency::adapt(Component component) {
    if (!adapter_ || component == Component::Vae) return Done{};
    return adapter_(tensors_[index(component)]);
}

void Residency::makeRoom(Bytes size) {
    // What is cheap to read again goes first.
    for (const Component component :
         {Component::Vae, Component::TextEncoder1, Component::TextEncoder2, Component::Unet}) {
        Bytes total = size;
        for (const Bytes part : loaded_) total = total + part;
        if (total <= limit_) return;
        drop(component);
    }
}

template <class Module, class Make>
Result<const Module*> Residency::resident(Component component, std::unique_ptr<Module>& module,
                                          const Make& make) {
    if (module) {
        MANJU_CHECK(adapt(component));
        return module.get();
    }
    MANJU_TRY(const Bytes size, tensor::floatBytes(checkpoint_, component));
    if (loaded_[index(component)] == Bytes(0)) makeRoom(size);
    ParameterReader reader(checkpoint_, component);
    tensor::LoadedComponent loaded{component, ++loads_, {}};
    reader.record(loaded.parameters);
    auto built = make(reader);
    MANJU_CHECK(reader.status());
    module = std::move(built);
    tensors_[index(component)] = std::move(loaded);
    loaded_[index(component)] = size;
    MANJU_CHECK(adapt(component));
    return module.get();
}

Result<const TextEncoder*> Residency::textEncoder(std::size_t number) {
    return resident(number == 0 ? Component::TextEncoder1 : Component::TextEncoder2, encoders_[number],
                    [&](ParameterReader& reader) {
                        return std::make_unique<TextEncoder>(reader, checkpoint_.shape().text[number]);
                    });
}

Result<const Unet*> Residency::unet() {
    return resident(Component::Unet, unet_, [&](ParameterReader& reader) {
        return std::make_unique<Unet>(reader, checkpoint_.shape().unet, scoreLimit_);
    });
}

Result<const VaeDecoder*> Residency::vaeDecoder() {
    return resident(Component::Vae, vaeDecoder_, [&](ParameterReader& reader) {
        return std::make_unique<VaeDecoder>(reader, checkpoint_.shape().vae, scoreLimit_);
    });
}

Result<const VaeEncoder*> Residency::vaeEncoder() {
    return resident(Component::Vae, vaeEncoder_, [&](ParameterReader& reader) {
        return std::make_unique<VaeEncoder>(reader, checkpoint_.shape().vae, scoreLimit_);
    });
}

void Residency::release() {
    for (const Component component : weights::kComponents) drop(component);
}

}  // namespace manju::diffusion
