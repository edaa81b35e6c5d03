// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/enum_text.h"

namespace manju {

void wordToJson(Json& json, std::string_view word) {
    json = std::string(word);
}

const std::string& wordOfJson(const Json& json) {
    return json.get_ref<const std::string&>();
}

void throwUnknownWord(const char* type, const std::string& word) {
    throw nlohmann::json::other_error::create(501, std::string("unknown ") + type + ": " + word, nullptr);
}

}  // namespace manju
