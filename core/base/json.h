// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"

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

template <class T>
Result<T> fromJson(const Json& value, const std::string& source) {
    try {
        return value.get<T>();
    } catch (const nlohmann::json::exception& e) {
        return jsonError(source, e.what());
    }
}

}  // namespace manju
