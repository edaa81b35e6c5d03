// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/report.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "app/bench/table.h"
#include "app/device_check/part_of_card.h"
#include "core/messages/words.h"

namespace manju::device_check {
namespace {

std::string decimal(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string mebibytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20) + " MiB";
}

std::string percent(double share) {
    return decimal(100 * share, 2) + " %";
}

struct Words : messages::Words {
    explicit Words(messages::Language language) : messages::Words(language, "device_check.") {}
    [[nodiscard]] std::string state(bool held, bool cutShort) const {
        return (*this)(held ? "held" : cutShort ? "cut_short" : "failed");
    }
    [[nodiscard]] std::string say(const Error& error) const { return messages::text(language(), error); }
};

std::string apiText(const ApiCosts& api, const Words& words) {
    std::set<std::uint64_t> sizes;
    std::vector<std::string> calls;
    for (const CallCost& cost : api.costs) {
        if (cost.bytes > 0) sizes.insert(cost.bytes);
        if (cost.bytes > 0 && std::ranges::find(calls, cost.call) == calls.end()) calls.push_back(cost.call);
    }
    const auto cell = [&](const std::string& call, std::uint64_t bytes) -> std::string {
        for (const CallCost& cost : api.costs)
            if (cost.call == call && cost.bytes == bytes)
                return decimal(static_cast<double>(cost.medianNanoseconds) / 1e3, 1) + " / " +
                       decimal(static_cast<double>(cost.p99Nanoseconds) / 1e3, 1);
        return "-";
    };
    std::vector<std::string> headings{words("call")};
    for (const std::uint64_t size : sizes) headings.push_back(mebibytes(size));
    bench::Table table(std::move(headings));
    for (const std::string& call : calls) {
        std::vector<std::string> row{call};
        for (const std::uint64_t size : sizes) row.push_back(cell(call, size));
        table.add(std::move(row));
    }
    bench::Table plain({words("call"), words("any_size")});
    for (const CallCost& cost : api.costs)
        if (cost.bytes == 0) plain.add({cost.call, cell(cost.call, 0)});
    return words("api", {{"pieces", std::to_string(api.runPieces)}}) + "\n" + table.text() + plain.text();
}

std::string comparisonText(const Comparison& comparison, const Words& words) {
    std::string text = words("compared", {{"checks", std::to_string(comparison.checks)},
                                          {"mismatches", std::to_string(comparison.mismatches)}});
    if (!comparison.first.empty()) text += " " + words("mismatch", {{"place", comparison.first}});
    return text;
}

std::string piecesText(const PiecesOutcome& pieces, const Words& words) {
    return words("pieces", {{"state", words.state(pieces.held(), pieces.cutShort)},
                            {"asked", mebibytes(pieces.asked)},
                            {"free", mebibytes(pieces.freeBytes)},
                            {"piece", mebibytes(pieces.largestPiece)},
                            {"factor", decimal(pieces.factor, 3)},
                            {"chunks", std::to_string(pieces.chunksMoved)},
                            {"chunk", mebibytes(pieces.chunkBytes)},
                            {"bytes", mebibytes(pieces.comparedBytes)}}) +
           " " + comparisonText(pieces.comparison, words) + "\n";
}

std::string twinText(const std::string& id, const TwinOutcome& twin, const Comparison& data,
                     const Words& words) {
    std::string text = words(id, {{"state", words.state(twin.held() && data.mismatches == 0, twin.cutShort)},
                                  {"card", mebibytes(twin.bytes)},
                                  {"factor", decimal(twin.factor, 3)},
                                  {"requests", std::to_string(twin.requests)},
                                  {"refused", std::to_string(twin.refusals)},
                                  {"differences", std::to_string(twin.differences)},
                                  {"remaps", std::to_string(twin.remaps)},
                                  {"waits", std::to_string(twin.streamWaits)}}) +
                       " " + comparisonText(data, words) + "\n";
    for (const std::string& violation : twin.violations) text += "  " + violation + "\n";
    return text;
}

std::string remapsText(const RemapOutcome& remaps, const Comparison& data, const Words& words) {
    return words("remaps",
                 {{"state", words.state(remaps.held() && data.mismatches == 0, remaps.cutShort)},
                  {"remaps", std::to_string(remaps.counters.remaps)},
                  {"wanted", std::to_string(remaps.wanted)},
                  {"requests", std::to_string(remaps.requests)},
                  {"moved", std::to_string(remaps.counters.chunksMoved)},
                  {"chunk", mebibytes(remaps.chunkBytes)},
                  {"card", mebibytes(remaps.bytes)},
                  {"waits", std::to_string(remaps.counters.hostWaits + remaps.counters.streamWaits)},
                  {"load", std::to_string(remaps.loadFills)}}) +
           " " + comparisonText(data, words) + "\n";
}

std::string sizesText(const std::vector<ChunkSizeOutcome>& sizes, const Comparison& data,
                      const Words& words) {
    bench::Table table({words("chunk"), words("requests"), words("refused"), words("driver_us"),
                        words("calls"), words("felt"), words("stranded")});
    for (const ChunkSizeOutcome& size : sizes)
        table.add({mebibytes(size.chunkBytes), std::to_string(size.requests), std::to_string(size.refusals),
                   size.cutShort ? words("cut_short") : decimal(size.driverMicros, 1),
                   size.cutShort ? "-" : decimal(size.callsPerRequest, 2),
                   size.cutShort ? "-" : percent(size.felt), size.cutShort ? "-" : percent(size.stranded)});
    const double factor = sizes.empty() ? 1 : sizes.back().factor;
    const MessageArgs rule{{"level", decimal(kMostDriverMicros * factor, 1)}, {"factor", decimal(factor, 3)}};
    std::string text = words("chunk_sizes") + "\n" + table.text() + comparisonText(data, words) + "\n";
    if (const auto chunk = recommendedChunk(sizes))
        text += words("recommended", {{"chunk", mebibytes(*chunk)}}) + " ";
    return text + words("rule", rule) + "\n";
}

Json comparisonJson(const Comparison& comparison) {
    return {{"checks", comparison.checks},
            {"mismatches", comparison.mismatches},
            {"first_mismatch", comparison.first}};
}

Json factsJson(const Facts& facts) {
    Json json{{"library", facts.library},
              {"name", facts.card.name},
              {"device", facts.card.ordinal},
              {"pci_bus_id", facts.card.pciBusId},
              {"compute_capability",
               std::to_string(facts.card.computeMajor) + "." + std::to_string(facts.card.computeMinor)},
              {"driver_version", facts.driverVersion},
              {"total_bytes", facts.memory.totalBytes},
              {"free_bytes", facts.memory.freeBytes},
              {"granularity_bytes", facts.granularity},
              {"usable_bytes", facts.room},
              {"nvml", nullptr}};
    if (facts.nvml)
        json["nvml"] = {{"total_bytes", facts.nvml->totalBytes},
                        {"used_bytes", facts.nvml->usedBytes},
                        {"free_bytes", facts.nvml->freeBytes},
                        {"utilisation_percent", facts.nvml->utilisationPercent}};
    return json;
}

Json apiJson(const ApiCosts& api) {
    Json costs = Json::array();
    for (const CallCost& cost : api.costs)
        costs.push_back({{"call", cost.call},
                         {"piece_bytes", cost.bytes},
                         {"repetitions", cost.repetitions},
                         {"median_ns", cost.medianNanoseconds},
                         {"p99_ns", cost.p99Nanoseconds}});
    return {{"costs", costs}, {"most_pieces_of_a_run", api.runPieces}, {"cut_short", api.cutShort}};
}

Json piecesJson(const PiecesOutcome& pieces) {
    return {{"held", pieces.held()},
            {"cut_short", pieces.cutShort},
            {"factor", pieces.factor},
            {"card_bytes", pieces.bytes},
            {"chunk_bytes", pieces.chunkBytes},
            {"asked_bytes", pieces.asked},
            {"free_bytes", pieces.freeBytes},
            {"largest_piece_bytes", pieces.largestPiece},
            {"served", pieces.served},
            {"chunks_moved", pieces.chunksMoved},
            {"compared_bytes", pieces.comparedBytes},
            {"data", comparisonJson(pieces.comparison)}};
}

Json twinJson(const TwinOutcome& twin) {
    return {{"held", twin.held()},
            {"cut_short", twin.cutShort},
            {"card_bytes", twin.bytes},
            {"factor", twin.factor},
            {"requests", twin.requests},
            {"refusals", twin.refusals},
            {"differences", twin.differences},
            {"spurious_refusals", twin.spurious},
            {"remaps", twin.remaps},
            {"stream_waits", twin.streamWaits},
            {"host_waits", twin.hostWaits},
            {"violations", twin.violations}};
}

Json remapsJson(const RemapOutcome& remaps) {
    const vram::Counters& counters = remaps.counters;
    return {{"held", remaps.held()},
            {"cut_short", remaps.cutShort},
            {"card_bytes", remaps.bytes},
            {"chunk_bytes", remaps.chunkBytes},
            {"wanted", remaps.wanted},
            {"requests", remaps.requests},
            {"remaps", counters.remaps},
            {"chunks_moved", counters.chunksMoved},
            {"stream_waits", counters.streamWaits},
            {"host_waits", counters.hostWaits},
            {"not_ready_retries", counters.notReadyRetries},
            {"rollbacks", counters.rollbacks},
            {"refusals", counters.refusals},
            {"spurious_refusals", counters.spuriousRefusals},
            {"load_fills", remaps.loadFills}};
}

Json sizesJson(const std::vector<ChunkSizeOutcome>& sizes) {
    Json all = Json::array();
    for (const ChunkSizeOutcome& size : sizes)
        all.push_back({{"chunk_bytes", size.chunkBytes},
                       {"requests", size.requests},
                       {"refusals", size.refusals},
                       {"spurious_refusals", size.spurious},
                       {"driver_us_per_request", size.driverMicros},
                       {"driver_calls_per_request", size.callsPerRequest},
                       {"felt_fragmentation", size.felt},
                       {"stranded_share", size.stranded},
                       {"cut_short", size.cutShort}});
    return all;
}

template <class T, class ToJson>
Json orNull(const std::optional<T>& value, ToJson toJson) {
    return value ? toJson(*value) : Json(nullptr);
}

}  // namespace

std::string factsText(const Facts& facts, messages::Language language) {
    const Words words(language);
    const std::string version =
        std::to_string(facts.driverVersion / 1000) + "." + std::to_string(facts.driverVersion % 1000 / 10);
    std::string text = words("facts", {{"name", facts.card.name},
                                       {"version", version},
                                       {"library", facts.library},
                                       {"total", mebibytes(facts.memory.totalBytes)},
                                       {"free", mebibytes(facts.memory.freeBytes)},
                                       {"granularity", mebibytes(facts.granularity)},
                                       {"room", mebibytes(facts.room)}}) +
                       "\n";
    if (!facts.nvml) return text + words("no_nvml") + "\n";
    MessageArgs figures{{"used", mebibytes(facts.nvml->usedBytes)}};
    if (!facts.nvml->utilisationPercent) return text + words("nvml_memory", figures) + "\n";
    figures.emplace("utilisation", std::to_string(*facts.nvml->utilisationPercent));
    return text + words("nvml", figures) + "\n";
}

std::string partText(Part part, const Findings& findings, messages::Language language) {
    const Words words(language);
    std::string text;
    for (const PartFailure& failure : findings.failures)
        if (failure.part == part)
            text += words("part." + std::string(idOf(part))) + ": " + words("failed") + ". " +
                    words.say(failure.error) + "\n";
    switch (part) {
        case Part::Api:
            return text + (findings.api ? apiText(*findings.api, words) : "");
        case Part::Pieces:
            return text + (findings.pieces ? piecesText(*findings.pieces, words) : "");
        case Part::Trace:
            return text +
                   (findings.trace ? twinText("trace", *findings.trace, findings.traceData, words) : "");
        case Part::Tight:
            return text +
                   (findings.tight ? twinText("tight", *findings.tight, findings.tightData, words) : "");
        case Part::Remaps:
            return text + (findings.remaps ? remapsText(*findings.remaps, findings.remapData, words) : "");
        case Part::ChunkSizes:
            return text +
                   (findings.chunkSizes ? sizesText(*findings.chunkSizes, findings.chunkData, words) : "");
    }
    return text;
}

std::string verdictText(const Findings& findings, messages::Language language) {
    const Words words(language);
    std::string text;
    if (!findings.cutShort.empty()) {
        std::string parts;
        for (const Part part : findings.cutShort)
            parts += (parts.empty() ? "" : ", ") + words("part." + std::string(idOf(part)));
        text += words("cut", {{"parts", parts}}) + "\n";
    }
    return text +
           words(findings.held() ? "all_held" : "not_held", {{"seconds", decimal(findings.seconds, 0)}}) +
           "\n";
}

Json reportJson(const Findings& findings) {
    Json cut = Json::array(), failures = Json::array();
    for (const Part part : findings.cutShort) cut.push_back(idOf(part));
    for (const PartFailure& failure : findings.failures)
        failures.push_back(
            {{"part", idOf(failure.part)}, {"code", failure.error.id()}, {"args", failure.error.args()}});
    Json recommendation = nullptr;
    if (findings.chunkSizes)
        if (const auto chunk = recommendedChunk(*findings.chunkSizes))
            recommendation = {{"chunk_bytes", *chunk}, {"most_driver_us_per_request", kMostDriverMicros}};
    return {{"schema_version", 1},
            {"check", "device"},
            {"held", findings.held()},
            {"seconds", findings.seconds},
            {"left_free_bytes", kLeftFree},
            {"card", factsJson(findings.facts)},
            {"api", orNull(findings.api, apiJson)},
            {"pieces", orNull(findings.pieces, piecesJson)},
            {"trace", orNull(findings.trace, twinJson)},
            {"trace_data", comparisonJson(findings.traceData)},
            {"tight", orNull(findings.tight, twinJson)},
            {"tight_data", comparisonJson(findings.tightData)},
            {"remaps", orNull(findings.remaps, remapsJson)},
            {"remap_data", comparisonJson(findings.remapData)},
            {"chunk_sizes", orNull(findings.chunkSizes, sizesJson)},
            {"chunk_size_data", comparisonJson(findings.chunkData)},
            {"recommendation", recommendation},
            {"failures", failures},
            {"cut_short", cut}};
}

}  // namespace manju::device_check
