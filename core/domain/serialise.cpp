// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/domain/command.h"
#include "core/domain/snapshot.h"

namespace manju {
namespace {

constexpr std::array<const char*, std::variant_size_v<Command>> kCommandNames{
    "import-scripts", "configure", "produce", "cancel", "pause", "retry"};

template <std::size_t Index = 0>
Command readCommand(const std::string& name, const Json& body) {
    if constexpr (Index < std::variant_size_v<Command>) {
        if (name == kCommandNames[Index]) return body.get<std::variant_alternative_t<Index, Command>>();
        return readCommand<Index + 1>(name, body);
    } else {
        throw nlohmann::json::other_error::create(501, "unknown command: " + name, nullptr);
    }
}

}  // namespace

std::vector<std::uint8_t> toCbor(const Command& command) {
    const Json body = std::visit([](const auto& value) { return Json(value); }, command);
    return Json::to_cbor(Json{{"command", kCommandNames[command.index()]}, {"body", body}});
}

Result<Command> commandFromCbor(const std::vector<std::uint8_t>& bytes) {
    try {
        const Json json = Json::from_cbor(bytes);
        return readCommand(json.at("command").get<std::string>(), json.at("body"));
    } catch (const nlohmann::json::exception& e) {
        return jsonError("command", e.what());
    }
}

MessageRef messageOf(const Error& error) {
    return {error.id(), error.args()};
}

std::vector<std::uint8_t> toCbor(const EngineSnapshot& snapshot) {
    return Json::to_cbor(Json(snapshot));
}

Result<EngineSnapshot> snapshotFromCbor(const std::vector<std::uint8_t>& bytes) {
    try {
        return Json::from_cbor(bytes).get<EngineSnapshot>();
    } catch (const nlohmann::json::exception& e) {
        return jsonError("snapshot", e.what());
    }
}

}  // namespace manju
