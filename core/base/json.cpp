// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include "core/base/errors.h"

namespace manju {

std::string canonicalJson(const Json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::strict);
}

Result<Json> parseJson(std::string_view text, const std::string& source) {
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::exception& e) {
        return jsonError(source, e.what());
    }
}

Error jsonError(const std::string& source, const std::string& detail) {
    return Error(kJsonInvalid, {{"file", source}, {"detail", detail}});
}

}  // namespace manju
