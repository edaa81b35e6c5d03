// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace nlohmann {

/// null stands for nothing.
template <class T>
struct adl_serializer<std::optional<T>> {
    static void to_json(json& to, const std::optional<T>& from) { to = from ? json(*from) : json(nullptr); }
    static void from_json(const json& from, std::optional<T>& to) {
        to = from.is_null() ? std::nullopt : std::optional<T>(from.get<T>());
    }
};

}  // namespace nlohmann

namespace manju {

/// JSON value whose objects keep their keys sorted, so that dump() is canonical.
using Json = nlohmann::json;

/// Compact, sorted keys, UTF-8, shortest round-trip numbers: equal values give equal bytes.
std::string canonicalJson(const Json& value);

/// Parses JSON. `source` names the file in the error.
Result<Json> parseJson(std::string_view text, const std::string& source);

/// Reads `value` into T by its from_json; a missing or ill-typed key is an Error naming `source`.
template <class T>
Result<T> fromJson(const Json& value, const std::string& source);

Error jsonError(const std::string& source, const std::string& detail);

/// In a header: the type can be turned into JSON and back. In one source file, MANJU_JSON_FIELDS lists its
/// fields: the code for them is large, and would otherwise be compiled wherever the header is read.
#define MANJU_JSON_TYPE(Type)                     \
    void to_json(manju::Json& json, const Type&); \
    void from_json(const manju::Json& json, Type&);
/// Every field must be there.
#define MANJU_JSON_FIELDS(Type, ...)                                               \
    void to_json(manju::Json& nlohmann_json_j, const Type& nlohmann_json_t) {      \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))   \
    }                                                                              \
    void from_json(const manju::Json& nlohmann_json_j, Type& nlohmann_json_t) {    \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
    }
/// A missing field keeps the value of a default-constructed Type.
#define MANJU_JSON_FIELDS_OR_DEFAULT(Type, ...)                                                 \
    void to_json(manju::Json& nlohmann_json_j, const Type& nlohmann_json_t) {                   \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))                \
    }                                                                                           \
    void from_json(const manju::Json& nlohmann_json_j, Type& nlohmann_json_t) {                 \
        const Type nlohmann_json_default_obj{};                                                 \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM_WITH_DEFAULT, __VA_ARGS__)) \
    }
/// As MANJU_JSON_FIELDS, and `Later` lists in parentheses fields that came later: one that equals a
/// default-constructed Type's is not stored, so that values without it keep their canonical form.
#define MANJU_JSON_FIELDS_AND_LATER(Type, Later, ...)                                                     \
    void to_json(manju::Json& nlohmann_json_j, const Type& nlohmann_json_t) {                             \
        const Type nlohmann_json_default_obj{};                                                           \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))                          \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(MANJU_JSON_TO_UNLESS_DEFAULT, MANJU_JSON_LIST Later))    \
    }                                                                                                     \
    void from_json(const manju::Json& nlohmann_json_j, Type& nlohmann_json_t) {                           \
        const Type nlohmann_json_default_obj{};                                                           \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__))                        \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM_WITH_DEFAULT, MANJU_JSON_LIST Later)) \
    }
#define MANJU_JSON_LIST(...) __VA_ARGS__
#define MANJU_JSON_TO_UNLESS_DEFAULT(field)                          \
    if (!(nlohmann_json_t.field == nlohmann_json_default_obj.field)) \
        nlohmann_json_j[#field] = nlohmann_json_t.field;

template <class T>
Result<T> fromJson(const Json& value, const std::string& source) {
    try {
        return value.get<T>();
    } catch (const nlohmann::json::exception& e) {
        return jsonError(source, e.what());
    }
}

}  // namespace manju
