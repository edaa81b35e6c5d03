// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/delta.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/matmul.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/lora/errors.h"
#include "core/lora/rotation.h"
#include "core/tensor/convert.h"
#include "core/weights/errors.h"

namespace manju::lora {
namespace {

using weights::LoraFamily;
using weights::LoraRole;
using enum weights::LoraRole;

/// Added to norms so that a row of zeros stays finite; LyCORIS adds the same.
constexpr double kNormEpsilon = std::numeric_limits<float>::epsilon();

/// sum over m, n of left[o, m] core[m, n, ...] right[n, i], as [o, i, ...].
at::Tensor tucker(const at::Tensor& core, const at::Tensor& left, const at::Tensor& right) {
    const std::int64_t inner = core.size(1);
    std::vector<std::int64_t> shape{left.size(0), right.size(1)};
    shape.insert(shape.end(), core.sizes().begin() + 2, core.sizes().end());
    const at::Tensor half =
        at::matmul(left, core.reshape({core.size(0), -1})).view({left.size(0), inner, -1});
    return at::matmul(half.transpose(1, 2), right).transpose(1, 2).reshape(shape);
}

/// A vector along dimension `dim` of a tensor with `dims` dimensions.
at::Tensor along(const at::Tensor& values, std::int64_t dim, std::int64_t dims) {
    std::vector<std::int64_t> shape(static_cast<std::size_t>(dims), 1);
    shape[static_cast<std::size_t>(dim)] = -1;
    return values.reshape(shape);
}

/// Sides of the weight's matrix in its second dimension: weight x factor over the input channels.
at::Tensor onInputs(const at::Tensor& weight, const at::Tensor& factor) {
    if (weight.dim() == 2) return at::matmul(weight, factor);
    return at::matmul(weight.movedim(1, -1), factor).movedim(-1, 1);
}

/// The computation for one part.
class PartDelta {
public:
    PartDelta(const weights::LoraFile& file, const weights::LoraModule& module, const at::Tensor& weight,
              const Dose& dose)
        : file_(file), part_(*module.part), module_(*module.module), weight_(weight), dose_(dose) {}

    Result<Delta> run() {
        MANJU_CHECK(load());
        Delta delta;
        MANJU_TRY(delta.weight, weightDelta());
        if (has(DiffBias)) delta.bias = take(DiffBias).reshape({-1}) * dose_.strength;
        if (has(NormBias)) delta.bias = take(NormBias).reshape({-1}) * dose_.strength;
        return delta;
    }

private:
    [[nodiscard]] bool has(LoraRole role) const { return part_.find(role) != nullptr; }

    Status load() {
        for (const auto& [role, entry] : part_.tensors) {
            if (role == OnInput || role == Alpha || role == Scale) {
                if (file_.scalar(*entry)) continue;
                return Error(
                    weights::kLoraNotFinite,
                    {{"file", file_.path().filename().string()}, {"tensor", entry->name}, {"count", "1"}});
            }
            MANJU_TRY(values_[role], tensor::toFloatTensor(file_.view(*entry),
                                                           file_.path().filename().string(), entry->name));
        }
        return Done{};
    }
    [[nodiscard]] const at::Tensor& take(LoraRole role) const { return values_.at(role); }
    /// [rows, everything else].
    [[nodiscard]] at::Tensor matrix(LoraRole role) const {
        return take(role).reshape({take(role).size(0), -1});
    }

    Result<at::Tensor> weightDelta() {
        switch (*part_.family) {
            case LoraFamily::Lora:
            case LoraFamily::LoHa:
            case LoraFamily::LoKr:
                return lowRank();
            case LoraFamily::GLora:
                return gloraProduct() * (file_.scale(part_) * dose_.strength);
            case LoraFamily::Ia3:
                return ia3();
            case LoraFamily::Full:
                return has(Diff) ? take(Diff).reshape(weight_.sizes()) * dose_.strength : at::Tensor();
            case LoraFamily::Norm:
                return has(NormWeight) ? take(NormWeight).reshape(weight_.sizes()) * dose_.strength
                                       : at::Tensor();
            case LoraFamily::SetWeight:
                return (take(SetWeight).reshape(weight_.sizes()) - weight_) * dose_.strength;
            case LoraFamily::Oft:
                return rotated(
                    rotateBlocks(cayley(take(OftBlocks), rotationLimit()), weight_, dose_.strength));
            case LoraFamily::PeftOft:
                // PEFT turns the other way, by half the angle; a limit is kept in training, not stored.
                return rotated(
                    rotateCovering(cayley(take(PeftOftBlocks) * -0.5, 0), weight_, dose_.strength));
            case LoraFamily::OldOft:
                return rotated(rotateBlocks(take(OftRotation), weight_, dose_.strength));
            case LoraFamily::Boft:
                return rotated(
                    rotateButterfly(cayley(take(OftBlocks), rotationLimit()), weight_, dose_.strength));
        }
        return at::Tensor();
    }

    /// `factor` times the product. It goes into a small matrix, so that the large one is written once.
    at::Tensor product(double factor) {
        if (part_.family == LoraFamily::Lora) return loraProduct(factor);
        if (part_.family == LoraFamily::LoKr) return lokrProduct(factor);
        return hada(HadaW1A, HadaW1B, HadaT1, factor).mul_(hada(HadaW2A, HadaW2B, HadaT2, 1));
    }

    at::Tensor loraProduct(double factor) {
        at::Tensor down = matrix(Down);
        at::Tensor up = matrix(Up) * factor;
        if (has(Mid)) return tucker(take(Mid), up, down);
        if (dose_.ranks > 0) {
            const std::int64_t ranks = std::min<std::int64_t>(dose_.ranks, down.size(0));
            down = down.narrow(0, 0, ranks);
            up = up.narrow(1, 0, ranks);
        }
        return at::matmul(up, down);
    }

    at::Tensor hada(LoraRole a, LoraRole b, LoraRole t, double factor) {
        const at::Tensor left = matrix(a) * factor;
        const at::Tensor right = matrix(b);
        if (has(t)) return tucker(take(t), left.t(), right);
        return at::matmul(left, right);
    }

    at::Tensor lokrProduct(double factor) {
        const at::Tensor first =
            (has(LokrW1) ? matrix(LokrW1) : at::matmul(matrix(LokrW1A), matrix(LokrW1B))) * factor;
        at::Tensor second;
        if (has(LokrW2))
            second = take(LokrW2);
        else if (has(LokrT2))
            second = tucker(take(LokrT2), matrix(LokrW2A).t(), matrix(LokrW2B));
        else
            second = at::matmul(matrix(LokrW2A), matrix(LokrW2B));
        const std::int64_t a = first.size(0);
        const std::int64_t c = first.size(1);
        const std::int64_t b = second.size(0);
        const std::int64_t d = weight_.size(1) / c;
        // The Kronecker product over rows and input channels; the kernel belongs to the second factor.
        return first.view({a, 1, c, 1, 1}) * second.reshape({1, b, 1, d, -1});
    }

    /// m s Product, or with DoRA the change that gives the merged weight its stored lengths.
    at::Tensor lowRank() {
        const auto axis = weights::doraAxis(part_, module_.weight);
        const double factor = file_.scale(part_) * (axis ? 1 : dose_.strength);
        const at::Tensor change = product(factor).reshape(weight_.sizes());
        if (!axis) return change;
        const at::Tensor merged = weight_ + change;
        const std::int64_t dim = *axis == weights::DoraAxis::Output ? 0 : 1;
        const at::Tensor lines = merged.transpose(0, dim).reshape({merged.size(dim), -1});
        const at::Tensor lengths = along(lines.norm(2, {1}, false) + kNormEpsilon, dim, merged.dim());
        const at::Tensor wanted = along(take(has(Magnitude) ? Magnitude : DoraScale), dim, merged.dim());
        return (merged * (wanted / lengths) - weight_) * dose_.strength;
    }

    at::Tensor gloraProduct() {
        const at::Tensor a1 = matrix(GloraA1);
        const at::Tensor a2 = matrix(GloraA2);
        const at::Tensor b1 = matrix(GloraB1);
        const at::Tensor b2 = matrix(GloraB2);
        if (has(GloraBMid))
            return onInputs(onInputs(weight_, a1), a2) +
                   tucker(take(GloraBMid), b1, b2).reshape(weight_.sizes());
        if (weights::gloraOrder(part_, module_.weight) == weights::GloraOrder::SecondFirst)
            return onInputs(onInputs(weight_, a2), a1) + at::matmul(b2, b1).reshape(weight_.sizes());
        return onInputs(onInputs(weight_, a1), a2) + at::matmul(b1, b2).reshape(weight_.sizes());
    }

    Result<at::Tensor> ia3() {
        const bool onInput = file_.scalar(*part_.find(OnInput)).value_or(0) != 0;
        const at::Tensor factors = take(Factor).reshape({-1});
        const std::int64_t dim = onInput ? 1 : 0;
        if (factors.size(0) != weight_.size(dim))
            return Error(kLoraShape, {{"file", file_.path().filename().string()},
                                      {"module", module_.name},
                                      {"shape", weights::shapeText(part_.find(Factor)->shape)},
                                      {"expected", weights::shapeText(module_.weight)}});
        return weight_ * along(factors, dim, weight_.dim()) * dose_.strength;
    }

    /// OFT and BOFT store their limit as alpha, per output channel.
    [[nodiscard]] double rotationLimit() const {
        return file_.alpha(part_).value_or(0) * static_cast<double>(weight_.size(0));
    }

    at::Tensor rotated(const at::Tensor& turned) {
        if (!has(Rescale)) return turned - weight_;
        const at::Tensor lengths = (take(Rescale) - 1) * dose_.strength + 1;
        return turned * along(lengths, 0, weight_.dim()) - weight_;
    }

    const weights::LoraFile& file_;
    const weights::LoraPart& part_;
    const weights::LoraTarget::Module& module_;
    const at::Tensor& weight_;
    const Dose& dose_;
    std::map<LoraRole, at::Tensor> values_;
};

}  // namespace

Result<Delta> deltaOf(const weights::LoraFile& file, const weights::LoraModule& module,
                      const at::Tensor& weight, const Dose& dose) {
    return PartDelta(file, module, weight, dose).run();
}

}  // namespace manju::lora
