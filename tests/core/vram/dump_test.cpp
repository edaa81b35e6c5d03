// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fstream>

#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using testing::Card;
using testing::kGiB;
using testing::kMiB;

/// The first place where a value is not what the schema says; empty if there is none. Knows the keywords
/// that the schema uses.
std::string difference(const Json& value, const Json& schema, const std::string& place = "dump") {
    const std::string type = schema.at("type");
    const bool fits = type == "object"    ? value.is_object()
                      : type == "array"   ? value.is_array()
                      : type == "string"  ? value.is_string()
                      : type == "integer" ? value.is_number_unsigned() || value.is_number_integer()
                                          : value.is_number();
    if (!fits || (schema.contains("const") && value != schema.at("const"))) return place;
    if (type == "array")
        for (const Json& item : value)
            if (auto found = difference(item, schema.at("items"), place + "[]"); !found.empty()) return found;
    if (type != "object") return {};
    for (const std::string key : schema.at("required"))
        if (!value.contains(key)) return place + " lacks " + key;
    for (const auto& [key, part] : value.items()) {
        if (!schema.at("properties").contains(key)) return place + " has " + key;
        if (auto found = difference(part, schema.at("properties").at(key), place + "." + key); !found.empty())
            return found;
    }
    return {};
}

TEST(Dump, FitsItsSchemaAndAddsUp) {
    std::ifstream file(MANJU_SOURCE_DIR "/core/vram/dump.schema.json");
    const Json schema = Json::parse(file);
    Card card(8 * kGiB);
    const Block unet =
        card.pool->allocate({3 * kGiB, Region::Resident, {}, card.pool->owner("unet")}).value();
    const Block small = card.get(1000).value();
    card.pool->free(card.get(100 * kMiB).value().id);
    const Json dump = card.pool->dump();
    EXPECT_EQ(difference(dump, schema), "");
    std::uint64_t sum = 0;
    for (const auto& [name, bytes] : dump.at("bands").items()) sum += bytes.get<std::uint64_t>();
    EXPECT_EQ(sum, 8 * kGiB);
    EXPECT_EQ(dump.at("holders").at(0).at("owner"), "unet");
    std::uint64_t live = 0;
    for (const Json& arena : dump.at("arenas"))
        for (const Json& window : arena.at("windows")) {
            std::uint64_t next = 0;
            for (const Json& span : window.at("spans")) {
                EXPECT_EQ(span.at("offset"), next);
                next += span.at("bytes").get<std::uint64_t>();
                if (span.at("state") == "live") live += span.at("bytes").get<std::uint64_t>();
            }
            EXPECT_EQ(next, window.at("bytes"));
        }
    EXPECT_EQ(live, unet.granted + small.granted);
    Json other = dump;
    other["bands"]["more"] = 1;
    EXPECT_EQ(difference(other, schema), "dump.bands has more") << "the check can fail";
    card.pool->free(unet.id);
    card.pool->free(small.id);
}

}  // namespace
}  // namespace manju::vram
