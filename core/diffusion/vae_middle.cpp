// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_middle.h"

namespace manju::diffusion {

VaeMiddle::VaeMiddle(ParameterReader& reader, const std::string& side, const weights::SdxlShape::Vae& shape,
                     std::int64_t scoreLimit)
    : scoreLimit_(scoreLimit) {
    const std::int64_t width = shape.blockChannels.back();
    for (const char* number : {"0", "1"})
        resnets_.emplace_back(reader, side + ".mid_block.resnets." + number,
                              ResnetShape{width, width, shape.normGroups, kVaeEpsilon});
    const std::string name = side + ".mid_block.attentions.0";
    norm_ = GroupNorm(reader, name + ".group_norm", width, shape.normGroups, kVaeEpsilon);
    query_ = Linear(reader, name + ".to_q", width, width);
    key_ = Linear(reader, name + ".to_k", width, width);
    value_ = Linear(reader, name + ".to_v", width, width);
    out_ = Linear(reader, name + ".to_out.0", width, width);
}

at::Tensor VaeMiddle::operator()(const at::Tensor& input) const {
    const at::Tensor x = resnets_[0](input);
    const at::Tensor tokens = norm_(x).permute({0, 2, 3, 1}).reshape({x.size(0), -1, x.size(1)});
    const at::Tensor mixed = attention(query_(tokens), key_(tokens), value_(tokens), {1, scoreLimit_});
    return resnets_[1](
        out_(mixed).view({x.size(0), x.size(2), x.size(3), x.size(1)}).permute({0, 3, 1, 2}).add_(x));
}

}  // namespace manju::diffusion
