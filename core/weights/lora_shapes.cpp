// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_shapes.h"

#include <algorithm>

#include "core/weights/architecture.h"

namespace manju::weights {
namespace {

using Dims = std::vector<std::int64_t>;
using enum LoraRole;

/// The weight as a matrix of `out` rows with `in` channels of `kernel` elements.
struct Sides {
    std::int64_t out = 0;
    std::int64_t in = 0;
    std::int64_t kernel = 0;
    std::int64_t all = 0;
    [[nodiscard]] std::int64_t row() const { return in * kernel; }
};

Sides sidesOf(const Dims& weight) {
    Sides sides;
    sides.out = weight.empty() ? 0 : weight[0];
    sides.in = weight.size() < 2 ? 0 : weight[1];
    sides.kernel = 1;
    for (std::size_t i = 2; i < weight.size(); ++i) sides.kernel *= weight[i];
    sides.all = elementCount(weight);
    return sides;
}

/// Beyond any model's width; keeps products of two sides of an empty tensor in range.
constexpr std::int64_t kWidest = std::int64_t{1} << 24;

std::int64_t side(const TensorEntry* entry, std::size_t index) {
    return entry && index < entry->shape.size() ? entry->shape[index] : 0;
}

std::int64_t count(const TensorEntry* entry) {
    return entry ? elementCount(entry->shape) : 0;
}

/// Elements per row; 0 for no rows. Sizes are below 2^48 (checked when a file is opened).
std::int64_t columns(const TensorEntry* entry) {
    const std::int64_t first = side(entry, 0);
    return first > 0 ? count(entry) / first : 0;
}

/// The core of a Tucker product, [rank, rank, kernel...].
bool isCore(const TensorEntry& core, std::int64_t rank, const Dims& weight) {
    return weight.size() >= 2 && core.shape.size() == weight.size() && side(&core, 0) == rank &&
           side(&core, 1) == rank && std::equal(core.shape.begin() + 2, core.shape.end(), weight.begin() + 2);
}

class ShapeCheck {
public:
    ShapeCheck(const LoraPart& part, const LoraTarget::Module& module)
        : part_(part), weight_(module.weight), bias_(module.bias), sides_(sidesOf(module.weight)) {}

    std::optional<LoraConflict> run() {
        checkFamily();
        if (const TensorEntry* dora = part_.find(DoraScale) ? part_.find(DoraScale) : part_.find(Magnitude))
            need(dora, canHaveDora() && doraAxis(part_, weight_).has_value());
        if (const TensorEntry* bias = part_.find(DiffBias)) need(bias, fitsBias(bias));
        return conflict_;
    }

private:
    void need(const TensorEntry* entry, bool fits) {
        if (!fits && !conflict_) conflict_ = LoraConflict{entry->name, shapeText(entry->shape)};
    }
    /// A rows x columns matrix, whatever its trailing sides of one.
    void needMatrix(LoraRole role, std::int64_t rows, std::int64_t width) {
        const TensorEntry* entry = part_.find(role);
        need(entry, rows > 0 && width > 0 && side(entry, 0) == rows && columns(entry) == width);
    }
    [[nodiscard]] bool fitsBias(const TensorEntry* entry) const {
        return !bias_.empty() && count(entry) == bias_.front();
    }
    [[nodiscard]] bool canHaveDora() const {
        return part_.family == LoraFamily::Lora || part_.family == LoraFamily::LoHa ||
               part_.family == LoraFamily::LoKr;
    }

    void checkFamily() {
        switch (*part_.family) {
            case LoraFamily::Lora:
                return checkLora();
            case LoraFamily::LoHa:
                return checkLoha();
            case LoraFamily::LoKr:
                return checkLokr();
            case LoraFamily::GLora:
                return checkGlora();
            case LoraFamily::Ia3:
                return need(part_.find(Factor),
                            weight_.size() >= 2 && (count(part_.find(Factor)) == sides_.out ||
                                                    count(part_.find(Factor)) == sides_.in));
            case LoraFamily::Full:
                return needAll(Diff);
            case LoraFamily::SetWeight:
                return needAll(SetWeight);
            case LoraFamily::Norm:
                needAll(NormWeight);
                if (const TensorEntry* bias = part_.find(NormBias)) need(bias, fitsBias(bias));
                return;
            case LoraFamily::Oft:
            case LoraFamily::OldOft:
            case LoraFamily::Boft:
                return checkRotation();
            case LoraFamily::PeftOft:
                return need(part_.find(PeftOftBlocks), coversRows(*part_.find(PeftOftBlocks)));
        }
    }

    void needAll(LoraRole role) {
        if (const TensorEntry* entry = part_.find(role)) need(entry, count(entry) == sides_.all);
    }

    void checkLora() {
        const std::int64_t rank = side(part_.find(Down), 0);
        const TensorEntry* mid = part_.find(Mid);
        needMatrix(Down, rank, mid ? sides_.in : sides_.row());
        needMatrix(Up, sides_.out, rank);
        if (mid) needCore(mid, rank);
    }
    void needCore(const TensorEntry* core, std::int64_t rank) { need(core, isCore(*core, rank, weight_)); }

    void checkGlora() {
        if (const TensorEntry* core = part_.find(GloraBMid)) needCore(core, side(part_.find(GloraA2), 0));
        need(part_.find(GloraA1), gloraOrder(part_, weight_).has_value());
    }

    void checkLoha() {
        const std::array<std::array<LoraRole, 3>, 2> pairs{
            {{HadaW1A, HadaW1B, HadaT1}, {HadaW2A, HadaW2B, HadaT2}}};
        for (const auto& [a, b, t] : pairs) {
            const std::int64_t rank = side(part_.find(b), 0);
            const TensorEntry* core = part_.find(t);
            if (core) {
                needMatrix(a, rank, sides_.out);
                needMatrix(b, rank, sides_.in);
                needCore(core, rank);
            } else {
                needMatrix(a, sides_.out, rank);
                needMatrix(b, rank, sides_.row());
            }
        }
    }

    /// Sides of one factor of LoKr: rows and elements per row.
    std::array<std::int64_t, 2> lokrFactor(LoraRole whole, LoraRole a, LoraRole b) {
        if (const TensorEntry* entry = part_.find(whole)) return {side(entry, 0), columns(entry)};
        const std::int64_t rank = side(part_.find(b), 0);
        need(part_.find(a), rank > 0 && columns(part_.find(a)) == rank);
        return {side(part_.find(a), 0), columns(part_.find(b))};
    }
    void checkLokr() {
        const TensorEntry* named = part_.find(LokrW2) ? part_.find(LokrW2) : part_.find(LokrW2B);
        const auto [rows1, width1] = lokrFactor(LokrW1, LokrW1A, LokrW1B);
        std::int64_t rows2 = 0;
        std::int64_t width2 = 0;
        const TensorEntry* core = part_.find(LokrW2) ? nullptr : part_.find(LokrT2);
        if (core) {
            const std::int64_t rank = side(part_.find(LokrW2B), 0);
            rows2 = columns(part_.find(LokrW2A));
            width2 = columns(part_.find(LokrW2B)) * sides_.kernel;
            needMatrix(LokrW2A, rank, rows2);
            needMatrix(LokrW2B, rank, columns(part_.find(LokrW2B)));
            needCore(core, rank);
        } else {
            const auto factor = lokrFactor(LokrW2, LokrW2A, LokrW2B);
            rows2 = factor[0];
            width2 = factor[1];
        }
        // The second factor carries the kernel, so its width is a multiple of the kernel's size.
        need(named, rows1 > 0 && width1 > 0 && rows2 > 0 && width2 > 0 && sides_.out % rows1 == 0 &&
                        sides_.out / rows1 == rows2 && sides_.in % width1 == 0 &&
                        sides_.in / width1 * sides_.kernel == width2);
    }

    void checkRotation() {
        const bool butterfly = part_.family == LoraFamily::Boft;
        const TensorEntry* blocks = part_.find(part_.family == LoraFamily::OldOft ? OftRotation : OftBlocks);
        const std::size_t first = butterfly ? 1 : 0;
        const std::int64_t number = side(blocks, first);
        const std::int64_t size = side(blocks, first + 1);
        need(blocks, blocks->shape.size() == first + 3 && weight_.size() >= 2 && number > 0 && size > 0 &&
                         side(blocks, first + 2) == size && sides_.out % size == 0 &&
                         sides_.out / size == number && (!butterfly || butterflyFits(side(blocks, 0), size)));
        if (const TensorEntry* rescale = part_.find(Rescale)) need(rescale, count(rescale) == sides_.out);
    }
    /// PEFT makes r blocks of ceil(rows / r) rows, or one for all; the last may stand out over the rows.
    [[nodiscard]] bool coversRows(const TensorEntry& blocks) const {
        const std::int64_t number = side(&blocks, 0);
        const std::int64_t size = side(&blocks, 1);
        if (blocks.shape.size() != 3 || weight_.size() < 2 || number < 1 || size < 1 ||
            side(&blocks, 2) != size || size > sides_.out)
            return false;
        const auto needed = [](std::int64_t whole, std::int64_t by) { return (whole + by - 1) / by; };
        const std::int64_t r = number > 1 ? number : needed(sides_.out, size);
        return needed(sides_.out, r) == size;
    }
    /// Stage i mixes rows that are 2^i half blocks apart.
    [[nodiscard]] bool butterflyFits(std::int64_t stages, std::int64_t size) const {
        if (stages < 1 || stages > 32 || size % 2 != 0) return false;
        return sides_.out % (size << (stages - 1)) == 0;
    }

    const LoraPart& part_;
    const Dims& weight_;
    const Dims& bias_;
    Sides sides_;
    std::optional<LoraConflict> conflict_;
};

}  // namespace

std::optional<DoraAxis> doraAxis(const LoraPart& part, const Dims& weight) {
    if (weight.size() < 2) return std::nullopt;
    if (const TensorEntry* magnitude = part.find(Magnitude))
        return count(magnitude) == weight[0] ? std::optional(DoraAxis::Output) : std::nullopt;
    const TensorEntry* scale = part.find(DoraScale);
    if (!scale) return std::nullopt;
    const std::int64_t elements = count(scale);
    const bool inputFirst = scale->shape.size() >= 2 && scale->shape[0] == 1 && scale->shape[1] == elements;
    if (inputFirst && elements == weight[1] && weight[0] != 1) return DoraAxis::Input;
    if (side(scale, 0) == elements && elements == weight[0]) return DoraAxis::Output;
    if (inputFirst && elements == weight[1]) return DoraAxis::Input;
    return std::nullopt;
}

std::optional<GloraOrder> gloraOrder(const LoraPart& part, const Dims& weight) {
    if (weight.size() < 2) return std::nullopt;
    const Sides sides = sidesOf(weight);
    const TensorEntry* a1 = part.find(GloraA1);
    const TensorEntry* a2 = part.find(GloraA2);
    const TensorEntry* b1 = part.find(GloraB1);
    const TensorEntry* b2 = part.find(GloraB2);
    const auto matrix = [](const TensorEntry* entry, std::int64_t rows, std::int64_t width) {
        return rows > 0 && width > 0 && side(entry, 0) == rows && columns(entry) == width;
    };
    const TensorEntry* core = part.find(GloraBMid);
    const std::int64_t rank = side(a2, 0);
    if (matrix(a2, rank, sides.in) && matrix(a1, sides.in, rank) && matrix(b1, sides.out, rank) &&
        matrix(b2, rank, core ? sides.in : sides.row()) && (!core || isCore(*core, rank, weight)))
        return GloraOrder::FirstSecond;
    if (core) return std::nullopt;  // the old order had none
    const std::int64_t oldRank = side(a1, 0);
    if (sides.kernel == 1 && matrix(a1, oldRank, sides.in) && matrix(a2, sides.in, oldRank) &&
        matrix(b1, oldRank, sides.in) && matrix(b2, sides.out, oldRank))
        return GloraOrder::SecondFirst;
    return std::nullopt;
}

std::optional<LoraConflict> shapeConflict(const LoraPart& part, const LoraTarget::Module& module) {
    return ShapeCheck(part, module).run();
}

std::int64_t inputWidth(const LoraPart& part) {
    if (!part.family) return 0;
    switch (*part.family) {
        case LoraFamily::Lora:
            return columns(part.find(Down));
        case LoraFamily::LoHa:
            return columns(part.find(HadaW1B));
        case LoraFamily::LoKr: {
            const TensorEntry* w1 = part.find(LokrW1) ? part.find(LokrW1) : part.find(LokrW1B);
            const TensorEntry* w2 = part.find(LokrW2) ? part.find(LokrW2) : part.find(LokrW2B);
            const std::int64_t a = side(w1, 1);
            const std::int64_t b = side(w2, 1);
            return a < kWidest && b < kWidest ? a * b : 0;
        }
        case LoraFamily::GLora:
            return std::max(side(part.find(GloraA1), 0), side(part.find(GloraA1), 1));
        case LoraFamily::Full:
            return part.find(Diff) ? side(part.find(Diff), 1) : 0;
        case LoraFamily::SetWeight:
            return side(part.find(SetWeight), 1);
        default:
            return 0;
    }
}

std::string shapeText(const Dims& shape) {
    if (shape.empty()) return "scalar";
    std::string text;
    for (const std::int64_t side : shape) text += (text.empty() ? "" : "x") + std::to_string(side);
    return text;
}

}  // namespace manju::weights
