// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>
#include <set>

#include "core/base/json.h"
#include "core/weights/errors.h"
#include "synthetic.h"

namespace manju::weights {
namespace {

class SafetensorsFuzz : public WeightsTest {};

/// A random sound file in pieces, for mutations whose verdict is known.
struct Sound {
    Json header = Json::object();
    std::vector<std::string> names;
    std::size_t dataBytes = 0;
};

Sound randomSound(std::mt19937& random) {
    static constexpr Dtype kDtypes[] = {Dtype::U8, Dtype::F16, Dtype::BF16, Dtype::F32, Dtype::I64};
    Sound sound;
    if (random() % 2) sound.header["__metadata__"] = {{"format", "pt"}, {"note", "笔记"}};
    const std::size_t count = 2 + random() % 6;
    for (std::size_t i = 0; i < count; ++i) {
        const Dtype dtype = kDtypes[random() % std::size(kDtypes)];
        const std::size_t rows = 1 + random() % 5;
        const std::size_t columns = 1 + random() % 5;
        const std::size_t size = byteSize(dtype, rows * columns);
        sound.names.push_back("block." + std::to_string(i) + ".weight");
        sound.header[sound.names.back()] = {{"dtype", name(dtype)},
                                            {"shape", {rows, columns}},
                                            {"data_offsets", {sound.dataBytes, sound.dataBytes + size}}};
        sound.dataBytes += size;
    }
    return sound;
}

struct Mutant {
    std::string bytes;
    std::string rule;
};

/// Applies mutation number `kind` and tells which rule has to catch it.
Mutant mutated(Sound sound, unsigned kind, std::mt19937& random) {
    const std::string victim = sound.names[random() % sound.names.size()];
    Json& entry = sound.header[victim];
    const auto built = [&] { return fileBytes(sound.header.dump(), sound.dataBytes); };
    switch (kind) {
        case 0:
            return {built().substr(0, random() % 8), "V1"};
        case 1: {
            std::string bytes = built();
            bytes[7] = static_cast<char>(1 + random() % 255);
            return {bytes, "V2"};
        }
        case 2:
            return {built().substr(0, 8 + random() % sound.header.dump().size()), "V3"};
        case 3: {
            std::string bytes = built();
            bytes[8 + random() % sound.header.dump().size()] = static_cast<char>(0xF8 + random() % 8);
            return {bytes, "V4"};
        }
        case 4:
            sound.header["__metadata__"] = {{"format", random() % 100}};
            return {built(), "V5"};
        case 5:
            entry["dtype"] = "F" + std::to_string(65 + random() % 100);
            return {built(), "V6"};
        case 6:
            entry.erase(random() % 2 ? "shape" : "data_offsets");
            return {built(), "V6"};
        case 7:
            entry["data_offsets"][0] = entry["data_offsets"][0].get<std::size_t>() + 1;
            return {built(), "V7"};
        case 8:
            entry["shape"] = {std::uint64_t{1} << 33, std::uint64_t{1} << (31 + random() % 10)};
            return {built(), "V8"};
        case 9:
            entry["dtype"] = "F4", entry["shape"] = {1 + 2 * (random() % 5)};
            return {built(), "V9"};
        case 10:
            entry["shape"][0] = entry["shape"][0].get<std::size_t>() + 1 + random() % 9;
            return {built(), "V10"};
        case 11:
            return {built() + std::string(1 + random() % 9, 'x'), "V11"};
        case 12: {
            const std::string bytes = built();
            return {bytes.substr(0, bytes.size() - 1 - random() % sound.dataBytes), "V11"};
        }
        default: {
            std::string header = sound.header.dump();
            header.pop_back();
            header += ",\"" + victim + "\":" + entry.dump() + "}";
            return {fileBytes(header, sound.dataBytes), "V12"};
        }
    }
}

TEST_F(SafetensorsFuzz, EachMutationIsCaughtByItsRule) {
    std::mt19937 random(20260301);
    for (unsigned i = 0; i < 200; ++i) {
        const Sound sound = randomSound(random);
        ASSERT_TRUE(SafetensorsFile::open(file("f", fileBytes(sound.header.dump(), sound.dataBytes))).ok());
        const Mutant mutant = mutated(sound, i % 14, random);
        const auto result = SafetensorsFile::open(file("f", mutant.bytes));
        ASSERT_FALSE(result.ok()) << i << " " << mutant.rule;
        EXPECT_EQ(result.error().args().at("rule"), mutant.rule) << i << " " << result.error().debugText();
    }
}

TEST_F(SafetensorsFuzz, RandomDamageNeverLeadsOutOfTheFile) {
    std::mt19937 random(7);
    const std::set<std::string> rules{"V1", "V2", "V3",  "V4",  "V5",  "V6",   "V7",
                                      "V8", "V9", "V10", "V11", "V12", "limit"};
    for (int i = 0; i < 200; ++i) {
        const Sound sound = randomSound(random);
        std::string bytes = fileBytes(sound.header.dump(), sound.dataBytes);
        const std::size_t damage = 1 + random() % 4;
        for (std::size_t k = 0; k < damage; ++k) {
            // Characters of the header's own alphabet reach deeper than random bytes do.
            static constexpr std::string_view kAlphabet = "0123456789[]{},:\"\\ untdefFBI\xC3\0";
            bytes[random() % bytes.size()] = kAlphabet[random() % kAlphabet.size()];
        }
        const auto result = SafetensorsFile::open(file("f", bytes));
        if (!result) {
            EXPECT_TRUE(rules.contains(result.error().args().at("rule")));
            continue;
        }
        std::size_t covered = 0;
        for (const TensorEntry& entry : result->entries()) covered += result->bytes(entry).size();
        EXPECT_LT(covered, bytes.size());
    }
}

}  // namespace
}  // namespace manju::weights
