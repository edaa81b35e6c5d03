// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>
#include <random>

#include "core/base/json.h"
#include "core/weights/errors.h"
#include "core/weights/lora_match.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {
namespace {

struct Piece {
    std::string suffix;
    std::vector<std::int64_t> shape;
};

/// The tensors of a sound part for a linear layer, by family, and for which of them (by number, and which
/// side) another size is wrong whatever the others are, with the suffix that has to be blamed.
struct Family {
    std::vector<Piece> pieces;
    std::vector<std::pair<std::size_t, std::size_t>> sides;
    std::string blamed;  ///< empty: the changed one itself
};

constexpr unsigned kFamilies = 8;

Family family(unsigned number, std::int64_t out, std::int64_t in) {
    switch (number) {
        case 0:
            return {{{".lora_down.weight", {2, in}}, {".lora_up.weight", {out, 2}}}, {{0, 1}, {1, 0}}, ""};
        case 1:
            return {{{".hada_w1_a", {out, 2}},
                     {".hada_w1_b", {2, in}},
                     {".hada_w2_a", {out, 2}},
                     {".hada_w2_b", {2, in}}},
                    {{0, 0}, {1, 1}, {2, 0}, {3, 1}},
                    ""};
        case 2:
            return {{{".lokr_w1", {2, 2}}, {".lokr_w2", {out / 2, in / 2}}},
                    {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                    ".lokr_w2"};
        case 3:
            return {{{".a1.weight", {in, 2}},
                     {".a2.weight", {2, in}},
                     {".b1.weight", {out, 2}},
                     {".b2.weight", {2, in}}},
                    {{0, 0}, {1, 1}, {2, 0}, {3, 1}},
                    ".a1.weight"};
        case 4:
            return {{{".weight", {out}}, {".on_input", {}}}, {}, ""};
        case 5:
            return {{{".oft_blocks", {out / 2, 2, 2}}}, {{0, 0}, {0, 1}, {0, 2}}, ""};
        case 6:
            return {{{".oft_r", {out / 2, 2, 2}}}, {{0, 1}, {0, 2}}, ""};
        default:
            return {{{".diff", {out, in}}}, {{0, 0}, {0, 1}}, ""};
    }
}

/// A file in pieces: one part that is left alone and one that is changed.
class LoraMutation : public WeightsTest {
protected:
    struct Case {
        const LoraTarget::Module* module = nullptr;
        std::string stem;
        Family family;
        std::map<std::string, std::vector<std::int64_t>> tensors;
    };

    static constexpr const char* kCompanion = "lora_te1_text_model_encoder_layers_0_self_attn_k_proj";

    LoraMutation() {
        for (const LoraTarget::Module& module : target_.modules()) {
            if (module.weight.size() != 2 || module.weight[0] > 4096 || module.weight[0] % 2 != 0) continue;
            if (target_.find(kCompanion)->module == &module) continue;
            linear_.push_back(&module);
            auto& names = stems_.emplace_back();
            for (const std::string& alias : target_.aliases(module))
                if (!target_.find(alias)->twin) names.push_back(alias);
        }
    }

    Case randomCase() {
        Case made;
        const std::size_t number = random_() % linear_.size();
        made.module = linear_[number];
        made.stem = stems_[number][random_() % stems_[number].size()];
        made.family = family(random_() % kFamilies, made.module->weight[0], made.module->weight[1]);
        for (const Piece& piece : made.family.pieces) made.tensors[made.stem + piece.suffix] = piece.shape;
        const auto& weight = target_.find(kCompanion)->module->weight;
        made.tensors[std::string(kCompanion) + ".lora_down.weight"] = {1, weight[1]};
        made.tensors[std::string(kCompanion) + ".lora_up.weight"] = {weight[0], 1};
        return made;
    }
    static std::string bytesOf(const Case& made) {
        Json header = Json::object();
        std::size_t end = 0;
        for (const auto& [name, shape] : made.tensors) {
            const std::size_t begin = end;
            end += 2 * static_cast<std::size_t>(elementCount(shape));
            header[name] = {{"dtype", "F16"}, {"shape", shape}, {"data_offsets", {begin, end}}};
        }
        return fileBytes(header.dump(), end);
    }
    Result<LoraFile> opened(const Case& made) const { return LoraFile::open(scratch(bytesOf(made))); }

    /// The report on a file whose companion has to match whatever was done to the other part.
    LoraReport reportOf(const Case& made, int matched) const {
        const auto file = opened(made);
        EXPECT_TRUE(file.ok()) << file.error().debugText();
        if (!file.ok()) return {};
        const LoraMatch match = matchLora(*file, target_);
        EXPECT_EQ(match.report.all().matched, matched) << made.stem << made.family.pieces[0].suffix;
        EXPECT_TRUE(acceptLora(*file, target_, match).ok());
        return match.report;
    }

    void expectMissingPartner(Case made) {
        if (made.family.pieces.size() < 2) return;
        // Of (IA)^3 the factor: its mark alone says what it was.
        const bool factors = made.family.pieces[0].suffix == ".weight";
        const std::size_t gone = factors ? 0 : random_() % made.family.pieces.size();
        made.tensors.erase(made.stem + made.family.pieces[gone].suffix);
        EXPECT_EQ(reportOf(made, 1).incomplete, std::vector<std::string>{made.stem});
    }
    void expectUnknownName(Case made) {
        const std::string stem = made.stem + "_no_such";
        for (const Piece& piece : made.family.pieces) {
            made.tensors.erase(made.stem + piece.suffix);
            made.tensors[stem + piece.suffix] = piece.shape;
        }
        const LoraReport report = reportOf(made, 1);
        ASSERT_EQ(report.unmatched.size(), 1U) << stem;
        EXPECT_EQ(report.unmatched.begin()->second, 1);
        EXPECT_TRUE(report.unmatched.begin()->first.ends_with("_no_such"));
    }
    void expectWrongSize(Case made) {
        if (made.family.sides.empty()) return;
        const auto [piece, side] = made.family.sides[random_() % made.family.sides.size()];
        const std::string changed = made.stem + made.family.pieces[piece].suffix;
        made.tensors[changed][side] += 1;
        const LoraReport report = reportOf(made, 1);
        ASSERT_EQ(report.conflicts.size(), 1U) << changed;
        const std::string blamed = made.family.blamed.empty() ? changed : made.stem + made.family.blamed;
        EXPECT_EQ(report.conflicts[0].found.tensor, blamed);
        EXPECT_EQ(report.conflicts[0].found.shape, shapeText(made.tensors[blamed]));
        EXPECT_EQ(report.conflicts[0].expected, shapeText(made.module->weight));
        EXPECT_EQ(report.conflicts[0].module,
                  std::string(folderName(made.module->component)) + "." + made.module->name);
    }
    void expectRepeatedTensor(Case made) {
        const Piece& piece = made.family.pieces[random_() % made.family.pieces.size()];
        made.tensors[made.stem + piece.suffix + ".default"] = piece.shape;
        EXPECT_EQ(reportOf(made, 1).incomplete, std::vector<std::string>{made.stem}) << piece.suffix;
    }
    void expectSecondName(Case made) {
        if (made.module->component == Component::Unet) return;  // there the two namings may differ
        for (const std::string& alias : target_.aliases(*made.module)) {
            if (alias == made.stem || target_.find(alias)->twin) continue;
            for (const Piece& piece : made.family.pieces) made.tensors[alias + piece.suffix] = piece.shape;
            EXPECT_EQ(reportOf(made, 2).repeated, 1) << alias;
            return;
        }
    }
    void expectWrongMagnitude(Case made) {
        const std::int64_t wrong = made.module->weight[0] * made.module->weight[1] + 1;
        made.tensors[made.stem + ".dora_scale"] = {wrong, 1};
        const LoraReport report = reportOf(made, 1);
        ASSERT_EQ(report.conflicts.size(), 1U) << made.stem;
        EXPECT_EQ(report.conflicts[0].found.tensor, made.stem + ".dora_scale");
    }
    void expectRefusal(Case made, const std::string& tensor, ErrorCode code, const char* key,
                       const std::string& value) {
        made.tensors[tensor] = {2, 2};
        const auto file = opened(made);
        ASSERT_TRUE(file.ok()) << tensor;
        const Status verdict = acceptLora(*file, target_, matchLora(*file, target_));
        ASSERT_FALSE(verdict.ok()) << tensor;
        EXPECT_TRUE(verdict.error().is(code)) << verdict.error().debugText();
        EXPECT_EQ(verdict.error().args().at(key), value);
        EXPECT_EQ(verdict.error().args().at("file"), "f.safetensors");
    }
    void expectUnsupported(const Case& made) {
        static const std::vector<std::pair<std::string, std::string>> kFormats{
            {".oft_R.weight", "OFT (oft_R)"},
            {".hra_u", "HRA"},
            {".vera_lambda_b", "VeRA"},
            {".boft_R", "BOFT (boft_R)"},
            {".lora_E", "AdaLoRA"}};
        const auto& [suffix, format] = kFormats[random_() % kFormats.size()];
        expectRefusal(made, made.stem + suffix, kLoraUnsupported, "format", format);
    }
    void expectOtherBase(const Case& made) {
        static const std::vector<std::pair<std::string, std::string>> kBases{
            {"lora_unet_double_blocks_1_img_attn_proj", "Flux"},
            {"lora_unet_joint_blocks_1_x_block_attn_qkv", "SD3"},
            {"lora_prior_unet_blocks_1_q", "Stable Cascade"},
            {"diffusion_model.blocks.1.cross_attn.k", "Wan"},
            {"transformer.transformer_blocks.1.img_mod.1", "Qwen-Image"},
            {"diffusion_model.layers.1.adaLN_modulation.0", "Z-Image"}};
        const auto& [stem, base] = kBases[random_() % kBases.size()];
        expectRefusal(made, stem + ".lora_down.weight", kLoraOtherBase, "family", base);
    }
    void expectNoNumber(const Case& made) {
        std::string bytes = bytesOf(made);
        const auto sound = LoraFile::open(scratch(bytes));
        ASSERT_TRUE(sound.ok());
        EXPECT_TRUE(sound->scanValues().ok());
        const TensorEntry& victim = sound->entries()[random_() % sound->entries().size()];
        const std::size_t data = bytes.size() - static_cast<std::size_t>(sound->dataBytes().count);
        const std::size_t element = random_() % static_cast<std::size_t>(elementCount(victim.shape));
        const std::uint16_t none = random_() % 2 ? 0x7E01 : 0xFC00;  // not a number, minus infinity
        std::memcpy(bytes.data() + data + victim.begin + 2 * element, &none, sizeof(none));
        const std::string name = victim.name;
        const auto file = LoraFile::open(scratch(bytes));
        ASSERT_TRUE(file.ok());
        const Status scanned = file->scanValues();
        ASSERT_FALSE(scanned.ok()) << name;
        EXPECT_TRUE(scanned.error().is(kLoraNotFinite));
        EXPECT_EQ(scanned.error().args().at("tensor"), name);
        EXPECT_EQ(scanned.error().args().at("count"), "1");
    }
    void expectOtherFile(const Case& made) {
        Case other = made;
        other.tensors.clear();
        for (std::size_t i = 0; i < made.tensors.size(); ++i)
            other.tensors["model.part." + std::to_string(i) + ".kernel"] = {2, 2};
        const auto file = opened(other);
        ASSERT_FALSE(file.ok());
        EXPECT_TRUE(file.error().is(kNotLora)) << file.error().debugText();
    }

    void mutate(const Case& made, unsigned kind) {
        switch (kind) {
            case 0:
                return expectMissingPartner(made);
            case 1:
                return expectUnknownName(made);
            case 2:
                return expectWrongSize(made);
            case 3:
                return expectRepeatedTensor(made);
            case 4:
                return expectSecondName(made);
            case 5:
                return expectWrongMagnitude(made);
            case 6:
                return expectUnsupported(made);
            case 7:
                return expectOtherBase(made);
            case 8:
                return expectNoNumber(made);
            default:
                return expectOtherFile(made);
        }
    }

    const LoraTarget target_{testing::tinySdxlShape(), "tiny"};
    std::vector<const LoraTarget::Module*> linear_;
    std::vector<std::vector<std::string>> stems_;
    std::mt19937 random_{20261130};
};

TEST_F(LoraMutation, EachMutationIsNamedForWhatItIs) {
    constexpr unsigned kKinds = 10;
    const auto count = static_cast<unsigned>(fuzzIterations(1000));
    for (unsigned i = 0; i < count && !HasFailure(); ++i) {
        const Case made = randomCase();
        if (i % 16 == 0) {
            const LoraReport report = reportOf(made, 2);  // sound as it is
            EXPECT_TRUE(report.conflicts.empty() && report.incomplete.empty() && report.unmatched.empty());
        }
        mutate(made, i % kKinds);
        if (HasFailure()) ADD_FAILURE() << "file " << i << ", " << made.stem;
    }
}

}  // namespace
}  // namespace manju::weights
