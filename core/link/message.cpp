// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/message.h"

#include <array>
#include <vector>

#include "core/base/text.h"
#include "core/link/errors.h"
#include "core/link/framing.h"

namespace manju::link {

MANJU_JSON_FIELDS(Hello, protocol, build, epoch, pid, heartbeatMillis)
MANJU_JSON_FIELDS(StartStep, job)
MANJU_JSON_FIELDS(CancelStep, step)
MANJU_JSON_FIELDS(StepMoved, epoch, progress)
MANJU_JSON_FIELDS(StepDone, epoch, step, result)
MANJU_JSON_FIELDS(StepRefused, epoch, step, error)

// Messages without content.
void to_json(Json& json, const StopWorker&) {
    json = Json::object();
}
void from_json(const Json&, StopWorker&) {}
void to_json(Json& json, const Heartbeat&) {
    json = Json::object();
}
void from_json(const Json&, Heartbeat&) {}

namespace {

constexpr std::array<const char*, std::variant_size_v<Message>> kNames{
    "hello", "start", "cancel", "stop", "heartbeat", "progress", "done", "failed"};

constexpr int kMaxDepth = 64;

/// Walks through the encoded message before a tree is built from it: the parser recurses, so that deep
/// nesting would exhaust the stack, and it lets any bytes pass as text. Returning false ends the walk.
class Screen {
public:
    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(Json::number_integer_t) { return true; }
    bool number_unsigned(Json::number_unsigned_t) { return true; }
    bool number_float(Json::number_float_t, const std::string&) { return true; }
    bool string(std::string& text) { return isUtf8(text) || refuse("text that is not UTF-8"); }
    bool binary(Json::binary_t&) { return refuse("binary value"); }
    bool start_object(std::size_t) { return deeper(); }
    bool key(std::string& text) { return string(text); }
    bool end_object() { return shallower(); }
    bool start_array(std::size_t) { return deeper(); }
    bool end_array() { return shallower(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& e) {
        return refuse(e.what());
    }

    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    bool deeper() { return ++depth_ <= kMaxDepth || refuse("nesting too deep"); }
    bool shallower() { return --depth_, true; }
    bool refuse(std::string reason) { return reason_ = std::move(reason), false; }

    int depth_ = 0;
    std::string reason_ = "not CBOR";
};

Error invalid(const std::string& detail) {
    return Error(kMessageInvalid, {{"detail", detail}});
}

template <std::size_t Index = 0>
Message read(const std::string& type, const Json& body) {
    if constexpr (Index < std::variant_size_v<Message>) {
        if (type == kNames[Index]) return body.get<std::variant_alternative_t<Index, Message>>();
        return read<Index + 1>(type, body);
    } else {
        throw nlohmann::json::other_error::create(501, "unknown message", nullptr);
    }
}

/// What the types alone do not say.
Status checked(const Message& message) {
    if (const auto* moved = std::get_if<StepMoved>(&message)) {
        const StepProgress& progress = moved->progress;
        if (!(progress.fraction >= 0 && progress.fraction <= 1) || progress.index < 0 || progress.count < 0)
            return invalid("progress out of range");
    }
    if (const auto* refused = std::get_if<StepRefused>(&message)) (void)errorFromJson(refused->error);
    return Done{};
}

}  // namespace

Result<std::string> encode(const Message& message) {
    const Json body = std::visit([](const auto& value) { return Json(value); }, message);
    std::string payload;
    Json::to_cbor(Json{{"type", kNames[message.index()]}, {"body", body}}, payload);
    if (payload.size() > kMaxPayload)
        return invalid("message of " + std::to_string(payload.size()) + " bytes");
    Screen screen;
    if (!Json::sax_parse(payload, &screen, Json::input_format_t::cbor)) return invalid(screen.reason());
    return frame(payload);
}

Result<Message> decode(std::string_view payload) {
    try {
        Screen screen;
        if (!Json::sax_parse(payload, &screen, Json::input_format_t::cbor)) return invalid(screen.reason());
        const Json json = Json::from_cbor(payload);
        Message message = read(json.at("type").get<std::string>(), json.at("body"));
        MANJU_CHECK(checked(message));
        return message;
    } catch (const nlohmann::json::exception& e) {
        return invalid(e.what());
    }
}

Json errorToJson(const Error& error) {
    const std::string text = Json(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return Json::parse(text);
}

}  // namespace manju::link
