// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>
#include <map>
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

/// The whole document, and the names of members that come twice: "" + name at the top, "/" + name below.
struct Document {
    Json header;
    std::set<std::string> repeated;
};

Document documentOf(std::string_view text) {
    Document document;
    std::vector<std::set<std::string>> open;
    const Json::parser_callback_t watch = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end) open.pop_back();
        if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
            document.repeated.insert((open.size() > 1 ? "/" : "") + value.get<std::string>());
        return true;
    };
    document.header = Json::parse(text, watch, false);
    return document;
}

bool isUnsignedArray(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(),
                                           [](const Json& item) { return item.is_number_unsigned(); });
}

/// Bits of the types that the format knows, written down apart from the reader's own table.
const std::map<std::string, std::uint64_t> kBits{
    {"BOOL", 8},    {"U8", 8},      {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8}, {"F8_E8M0", 8},
    {"U16", 16},    {"I16", 16},    {"F16", 16},        {"BF16", 16},       {"U32", 32},    {"I32", 32},
    {"F32", 32},    {"U64", 64},    {"I64", 64},        {"F64", 64},        {"C64", 64},    {"F4", 4},
    {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8},
};

/// V8 to V10 and the limits, for a sound entry.
void checkEntry(const Json& entry, std::set<std::string>& broken) {
    std::uint64_t total = kBits.at(entry["dtype"].get<std::string>());
    bool overflow = false;
    for (const Json& item : entry["shape"]) {
        const auto size = item.get<std::uint64_t>();
        if (size > std::uint64_t{1} << 48) broken.insert("limit");
        overflow |= __builtin_mul_overflow(total, size, &total);
    }
    if (entry["shape"].size() > 8) broken.insert("limit");
    if (overflow) {
        broken.insert("V8");
        return;
    }
    if (total % 8 != 0) broken.insert("V9");
    const auto begin = entry["data_offsets"][0].get<std::uint64_t>();
    const auto end = entry["data_offsets"][1].get<std::uint64_t>();
    if (end - begin != total / 8) broken.insert("V10");
}

/// Which rules of the format the bytes break, judged on a whole document; the reader works on a stream of
/// its parts. Where one fault hides others (text that is no JSON, a name that comes twice), all rules that
/// the hidden part may break are there too. Empty for a sound file.
std::set<std::string> brokenRules(const std::string& bytes) {
    std::uint64_t length = 0;
    if (bytes.size() < sizeof(length)) return {"V1"};
    std::memcpy(&length, bytes.data(), sizeof(length));
    if (length > 100'000'000) return {"V2"};
    if (length > bytes.size() - sizeof(length)) return {"V3"};
    const std::string text = bytes.substr(sizeof(length), static_cast<std::size_t>(length));
    const auto [header, repeated] = documentOf(text);
    if (text.find('\0') != std::string::npos) return {"V4"};
    if (header.is_discarded()) return {"V4", "V5", "V6", "V12", "limit"};
    if (!header.is_object()) return {"V4"};
    std::set<std::string> broken;
    for (const std::string& name : repeated) {
        const bool field = name == "/dtype" || name == "/shape" || name == "/data_offsets";
        if (field || !name.starts_with('/'))
            broken.insert({"V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12"});
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
    for (const auto& item : header.items()) {
        const Json& entry = item.value();
        if (item.key() == "__metadata__") {
            const bool strings =
                entry.is_object() &&
                std::all_of(entry.begin(), entry.end(), [](const Json& v) { return v.is_string(); });
            if (!strings) broken.insert("V5");
            continue;
        }
        const bool sound = entry.is_object() && entry.contains("dtype") && entry["dtype"].is_string() &&
                           kBits.contains(entry["dtype"].get<std::string>()) && entry.contains("shape") &&
                           isUnsignedArray(entry["shape"]) && entry.contains("data_offsets") &&
                           isUnsignedArray(entry["data_offsets"]) && entry["data_offsets"].size() == 2;
        if (!sound) {
            broken.insert("V6");
            continue;
        }
        checkEntry(entry, broken);
        runs.emplace_back(entry["data_offsets"][0].get<std::uint64_t>(),
                          entry["data_offsets"][1].get<std::uint64_t>());
    }
    if (broken.contains("V6")) return broken;
    std::sort(runs.begin(), runs.end());
    std::uint64_t next = 0;
    for (const auto& [begin, end] : runs) {
        if (begin != next || end < begin) broken.insert("V7");
        next = end;
    }
    if (next != bytes.size() - sizeof(length) - length) broken.insert("V11");
    return broken;
}

TEST_F(SafetensorsFuzz, EachMutationIsCaughtByItsRule) {
    std::mt19937 random(20260301);
    const auto count = static_cast<unsigned>(fuzzIterations(200));
    for (unsigned i = 0; i < count; ++i) {
        const Sound sound = randomSound(random);
        const std::string bytes = fileBytes(sound.header.dump(), sound.dataBytes);
        ASSERT_TRUE(SafetensorsFile::open(scratch(bytes)).ok());
        if (i % 16 == 0) {
            ASSERT_TRUE(brokenRules(bytes).empty()) << *brokenRules(bytes).begin();
        }
        const Mutant mutant = mutated(sound, i % 14, random);
        ASSERT_TRUE(brokenRules(mutant.bytes).contains(mutant.rule)) << i << " " << mutant.rule;
        const auto result = SafetensorsFile::open(scratch(mutant.bytes));
        ASSERT_FALSE(result.ok()) << i << " " << mutant.rule;
        EXPECT_EQ(result.error().args().at("rule"), mutant.rule) << i << " " << result.error().debugText();
    }
}

TEST_F(SafetensorsFuzz, RandomDamageBreaksTheRuleThatIsNamed) {
    std::mt19937 random(7);
    const int count = fuzzIterations(200);
    int sound = 0;
    for (int i = 0; i < count; ++i) {
        const Sound original = randomSound(random);
        std::string bytes = fileBytes(original.header.dump(), original.dataBytes);
        const std::size_t damage = 1 + random() % 4;
        for (std::size_t k = 0; k < damage; ++k) {
            // Characters of the header's own alphabet reach deeper than random bytes do, and digits for
            // digits deeper still.
            static constexpr std::string_view kAlphabet = "0123456789[]{},:\"\\ untdefFBI\xC3\0";
            char& at = bytes[random() % bytes.size()];
            const bool digit = at >= '0' && at <= '9';
            at = kAlphabet[random() % (digit && random() % 2 ? 10 : kAlphabet.size())];
        }
        const std::set<std::string> broken = brokenRules(bytes);
        const auto result = SafetensorsFile::open(scratch(bytes));
        ASSERT_EQ(result.ok(), broken.empty())
            << i << " " << (result.ok() ? *broken.begin() : result.error().debugText());
        if (!result) {
            EXPECT_TRUE(broken.contains(result.error().args().at("rule")))
                << i << " " << result.error().debugText() << ", broken: " << *broken.begin();
            continue;
        }
        ++sound;
        std::size_t covered = 0;
        for (const TensorEntry& entry : result->entries()) covered += result->bytes(entry).size();
        EXPECT_LT(covered, bytes.size());
    }
    EXPECT_GT(sound, count / 20);
}

}  // namespace
}  // namespace manju::weights
