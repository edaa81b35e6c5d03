// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "core/base/json.h"
#include "core/weights/errors.h"
#include "core/weights/lora_base.h"
#include "core/weights/lora_match.h"
#include "core/weights/lora_notes.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {
namespace {

int iterations() {
    return fuzzIterations(1500);
}

/// Every part and every stray tensor stands in exactly one place of the report.
std::size_t accounted(const LoraReport& report) {
    std::size_t sum = static_cast<std::size_t>(report.all().matched + report.droppedSgm + report.repeated) +
                      report.conflicts.size() + report.incomplete.size();
    for (const auto& [pattern, count] : report.unmatched) sum += static_cast<std::size_t>(count);
    return sum;
}

/// The only sentence that is right for the report; "" if the file can be applied.
std::string_view rightVerdict(const LoraFile& file, const LoraMatch& match) {
    for (const TensorEntry& entry : file.entries())
        if (!unsupportedLoraFormat(entry.name).empty()) return kLoraUnsupported.id;
    const std::string& base = match.report.base;
    if (isShortened(base)) return kLoraShortened.id;  // the target is none
    if (!base.empty() && base != "SDXL") return kLoraOtherBase.id;
    if (!match.modules.empty()) return "";
    return match.report.conflicts.empty() ? kLoraNothingMatches.id : kLoraNothingFits.id;
}

class LoraFuzz : public WeightsTest {
protected:
    /// Everything that reads the header, and every scalar. Returns how many modules matched.
    static std::size_t exercise(const LoraFile& file, const LoraTarget& target) {
        const LoraMatch match = matchLora(file, target);
        const auto [matched, total] = match.report.all();
        EXPECT_EQ(static_cast<std::size_t>(matched), match.modules.size());
        EXPECT_LE(matched, total);
        EXPECT_EQ(accounted(match.report), file.parts().size() + file.foreign().size());
        const Status verdict = acceptLora(file, target, match);
        EXPECT_EQ(verdict.ok() ? "" : verdict.error().id(), rightVerdict(file, match));
        for (const LoraPart& part : file.parts()) {
            EXPECT_FALSE(std::isnan(file.scale(part)));
            EXPECT_GE(part.rank(), 0);
        }
        readLoraNotes(file);
        return match.modules.size();
    }

    const LoraTarget target_{testing::tinySdxlShape(), "tiny"};
};

std::vector<std::string> fixtureBytes() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(MANJU_SOURCE_DIR "/tests/fixtures/lora")) {
        if (entry.path().stem() == "expected") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        all.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    EXPECT_GT(all.size(), 20U);
    return all;
}

TEST_F(LoraFuzz, DamagedBytesNeverLeadAstray) {
    const std::vector<std::string> fixtures = fixtureBytes();
    std::mt19937 random(3);
    int opened = 0;
    for (int i = 0; i < iterations(); ++i) {
        std::string bytes = fixtures[random() % fixtures.size()];
        const std::size_t header =
            8 + static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
        for (std::size_t k = 0, count = 1 + random() % 3; k < count; ++k) {
            // Mostly letters of names and digits of shapes: other damage ends at the format's own rules.
            const std::size_t at = random() % 4 ? 8 + random() % (header - 8) : random() % bytes.size();
            static constexpr std::string_view kLetters = "0123456789abdlortuwABk_.";
            bytes[at] = kLetters[random() % kLetters.size()];
        }
        const auto file = LoraFile::open(scratch(bytes));
        if (!file.ok()) {
            EXPECT_TRUE(file.error().is(kNotLora) || file.error().args().contains("rule"))
                << file.error().debugText();
            continue;
        }
        ++opened;
        exercise(*file, target_);
    }
    EXPECT_GT(opened, iterations() / 20);
}

/// Headers that are sound, with names of real modules and real suffixes in any combination and any shapes,
/// huge empty ones too.
TEST_F(LoraFuzz, AnyCombinationOfNamesAndShapesIsJudged) {
    static constexpr const char* kSuffixes[] = {".lora_down.weight",
                                                ".lora_up.weight",
                                                ".lora_mid.weight",
                                                ".alpha",
                                                ".scale",
                                                ".hada_w1_a",
                                                ".hada_w1_b",
                                                ".hada_w2_a",
                                                ".hada_w2_b",
                                                ".hada_t1",
                                                ".hada_t2",
                                                ".lokr_w1",
                                                ".lokr_w1_a",
                                                ".lokr_w1_b",
                                                ".lokr_w2",
                                                ".lokr_w2_a",
                                                ".lokr_w2_b",
                                                ".lokr_t2",
                                                ".weight",
                                                ".on_input",
                                                ".diff",
                                                ".diff_b",
                                                ".w_norm",
                                                ".b_norm",
                                                ".set_weight",
                                                ".a1.weight",
                                                ".a2.weight",
                                                ".b1.weight",
                                                ".b2.weight",
                                                ".bm.weight",
                                                ".oft_blocks",
                                                ".oft_diag",
                                                ".oft_r",
                                                ".rescale",
                                                ".dora_scale",
                                                ".lora_A",
                                                ".lora_B.default.weight",
                                                ".bias",
                                                ".lora_magnitude_vector"};
    static constexpr std::int64_t kSides[] = {0, 1, 2, 3, 4, 8, 16, 64, 128, 192, std::int64_t{1} << 47};
    const auto& modules = target_.modules();
    std::vector<std::vector<std::string>> aliases;
    for (const auto& module : modules) aliases.push_back(target_.aliases(module));
    std::mt19937_64 random(4);
    std::size_t matched = 0;
    for (int i = 0; i < iterations(); ++i) {
        Json header = Json::object();
        std::size_t bytes = 0;
        const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
            std::size_t elements = 1;
            for (const std::int64_t side : shape)
                elements *= static_cast<std::size_t>(std::min<std::int64_t>(side, 4096));
            const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
            if (!empty && elements > 4096) return;
            header[name] = {
                {"dtype", "F16"}, {"shape", shape}, {"data_offsets", {0, empty ? 0 : elements * 2}}};
        };
        for (std::size_t m = 0, count = 1 + random() % 3; m < count; ++m) {
            const std::size_t number = random() % modules.size();
            const auto& weight = modules[number].weight;
            const std::string alias = aliases[number][random() % aliases[number].size()];
            if (random() % 2 && weight.size() == 2) {  // half of them begin with a pair that fits
                add(alias + ".lora_down.weight", {2, weight[1]});
                add(alias + ".lora_up.weight", {weight[0], 2});
            }
            for (std::size_t t = 0, tensors = random() % 5; t < tensors; ++t) {
                std::vector<std::int64_t> shape;
                for (std::size_t d = 0, rank = random() % 5; d < rank; ++d)
                    shape.push_back(random() % 3 == 0 ? weight[random() % weight.size()]
                                                      : kSides[random() % std::size(kSides)]);
                add(alias + kSuffixes[random() % std::size(kSuffixes)], shape);
            }
        }
        for (auto& entry : header) {  // laid out one after the other
            const std::size_t size = entry["data_offsets"][1].get<std::size_t>();
            entry["data_offsets"] = {bytes, bytes + size};
            bytes += size;
        }
        const auto file = LoraFile::open(scratch(fileBytes(header.dump(), bytes)));
        if (file.ok()) matched += exercise(*file, target_);
    }
    EXPECT_GT(matched, static_cast<std::size_t>(iterations()) / 4);
}

}  // namespace
}  // namespace manju::weights
