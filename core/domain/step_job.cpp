// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/step_job.h"

namespace manju {
namespace {

enum class KindWord { Failed, Usage, Attention, Environment, Cancelled };
MANJU_ENUM_TEXT(KindWord, {{KindWord::Failed, "failed"},
                           {KindWord::Usage, "usage"},
                           {KindWord::Attention, "attention"},
                           {KindWord::Environment, "environment"},
                           {KindWord::Cancelled, "cancelled"}})

KindWord wordOf(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Failed:
            return KindWord::Failed;
        case ErrorKind::Usage:
            return KindWord::Usage;
        case ErrorKind::Attention:
            return KindWord::Attention;
        case ErrorKind::Environment:
            return KindWord::Environment;
        case ErrorKind::Cancelled:
            return KindWord::Cancelled;
    }
    return KindWord::Failed;
}

ErrorKind kindOf(KindWord word) {
    switch (word) {
        case KindWord::Failed:
            return ErrorKind::Failed;
        case KindWord::Usage:
            return ErrorKind::Usage;
        case KindWord::Attention:
            return ErrorKind::Attention;
        case KindWord::Environment:
            return ErrorKind::Environment;
        case KindWord::Cancelled:
            return ErrorKind::Cancelled;
    }
    return ErrorKind::Failed;
}

}  // namespace

void to_json(Json& json, const Error& error) {
    json = Json{{"code", error.id()}, {"kind", wordOf(error.kind())}, {"args", error.args()}};
    if (error.cause()) json["cause"] = *error.cause();
}

Error errorFromJson(const Json& json) {
    Error error = Error::restored(json.at("code").get<std::string>(), kindOf(json.at("kind").get<KindWord>()),
                                  json.at("args").get<MessageArgs>());
    if (json.contains("cause")) return error.because(errorFromJson(json.at("cause")));
    return error;
}

}  // namespace manju
