// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/step_job.h"

#include "core/domain/error_kind.h"

namespace manju {

void to_json(Json& json, const Error& error) {
    json = Json{{"code", error.id()}, {"kind", error.kind()}, {"args", error.args()}};
    if (error.cause()) json["cause"] = *error.cause();
}

Error errorFromJson(const Json& json) {
    Error error = Error::restored(json.at("code").get<std::string>(), json.at("kind").get<ErrorKind>(),
                                  json.at("args").get<MessageArgs>());
    if (json.contains("cause")) return error.because(errorFromJson(json.at("cause")));
    return error;
}

}  // namespace manju
