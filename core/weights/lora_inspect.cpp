// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_inspect.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/base/os/file.h"
#include "core/base/units.h"
#include "core/weights/checkpoint.h"
#include "core/weights/errors.h"
#include "core/weights/lora_match.h"
#include "core/weights/lora_notes.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNames = 20;
constexpr std::string_view kExtension = ".safetensors";

Json errorJson(const Error& error) {
    return {{"id", error.id()}, {"args", error.args()}};
}

Json notesJson(const LoraNotes& notes) {
    Json triggers = Json::array();
    for (const LoraNotes::Trigger& trigger : notes.triggers)
        triggers.push_back({{"text", trigger.text}, {"count", trigger.count}});
    return {{"title", notes.title},
            {"base", notes.base},
            {"model", notes.model},
            {"trainer", notes.trainer},
            {"rank", notes.rank},
            {"alpha", notes.alpha},
            {"triggers", triggers},
            {"distillation", notes.distillation},
            {"sampler", notes.suggestedSampler}};
}

Json ranksJson(const LoraFile& file) {
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (const LoraPart& part : file.parts()) {
        const std::int64_t rank = part.rank();
        if (rank == 0) continue;
        least = least == 0 ? rank : std::min(least, rank);
        most = std::max(most, rank);
    }
    if (most == 0) return nullptr;
    return {{"least", least}, {"most", most}};
}

void describe(Json& lora, const LoraReport& report) {
    lora["families"] = report.families;
    for (std::size_t i = 0; i < report.components.size(); ++i)
        lora["components"].push_back({{"name", folderName(kComponents[i])},
                                      {"matched", report.components[i].matched},
                                      {"total", report.components[i].total}});
    int unmatched = 0;
    Json names = Json::object();
    for (const auto& [pattern, count] : report.unmatched) {
        unmatched += count;
        if (names.size() < kMostNames) names[pattern] = count;
    }
    lora["unmatched"] = {{"count", unmatched}, {"names", names}};
    for (const LoraReport::Conflict& conflict : report.conflicts)
        if (lora["conflicts"].size() < kMostNames)
            lora["conflicts"].push_back({{"module", conflict.module},
                                         {"tensor", conflict.found.tensor},
                                         {"shape", conflict.found.shape},
                                         {"expected", conflict.expected}});
    lora["incomplete"] = report.incomplete.size();
    lora["repeated"] = report.repeated;
    lora["dropped_sgm"] = report.droppedSgm;
    for (const Error& warning : report.warnings) lora["warnings"].push_back(errorJson(warning));
}

Json inspectOne(const LoraFile& file, const LoraTarget& target, bool scan) {
    const LoraMatch match = matchLora(file, target);
    const std::string& base = match.report.base;
    Json lora{{"file", file.path().string()},
              {"bytes", file.dataBytes().count},
              {"tensors", file.entries().size()},
              {"base", base.empty() ? Json() : Json(base)},
              {"rank", ranksJson(file)},
              {"components", Json::array()},
              {"conflicts", Json::array()},
              {"notes", notesJson(readLoraNotes(file))},
              {"values", {{"scanned", scan}}},
              {"applies", true},
              {"reason", nullptr},
              {"warnings", Json::array()}};
    describe(lora, match.report);
    Status verdict = acceptLora(file, target, match);
    if (verdict && scan) verdict = file.scanValues();
    if (!verdict) {
        lora["applies"] = false;
        lora["reason"] = errorJson(verdict.error());
    }
    return lora;
}

struct Listing {
    std::vector<fs::path> files;  ///< sorted
};

Result<Listing> listFolder(const fs::path& folder) {
    Listing listing;
    std::error_code failure;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failure);
    for (; !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
        std::error_code ignored;
        const bool hidden = at->path().filename().string().starts_with('.');
        if (hidden && at->is_directory(ignored)) at.disable_recursion_pending();
        if (!hidden && at->path().extension() == kExtension && at->is_regular_file(ignored))
            listing.files.push_back(at->path());
    }
    if (failure) return os::fileError(folder, failure.value(), true);
    std::sort(listing.files.begin(), listing.files.end());
    return listing;
}

Result<LoraTarget> targetOf(const std::optional<fs::path>& against, Json& document) {
    if (!against) return LoraTarget(sdxlBaseShape(), "SDXL");
    MANJU_TRY(const Checkpoint checkpoint, Checkpoint::open(*against));
    document["against"] = {{"file", checkpoint.path().string()}, {"variant", checkpoint.variant()}};
    return LoraTarget(checkpoint.shape(), checkpoint.path().filename().string());
}

std::string textOf(const Json& reason, messages::Language language) {
    return messages::text(language, reason.at("id").get<std::string>(), reason.at("args").get<MessageArgs>());
}

/// One line per file of a folder, all facts for a single one.
class LoraText {
public:
    explicit LoraText(messages::Language language) : language_(language) {}

    void plain(std::string text) { lines_.push_back(std::move(text)); }
    void summary(const Json& lora) {
        const bool applies = lora.at("applies").get<bool>();
        line(applies ? "row" : "row.refused",
             {{"file", lora.at("file").get<std::string>()},
              {"bytes", Bytes(lora.at("bytes").get<std::int64_t>()).text()},
              {"base", base(lora)},
              {"families", families(lora)},
              {"reason", applies ? "" : textOf(lora.at("reason"), language_)}});
    }
    void details(const Json& lora) {
        line("title", {{"file", lora.at("file").get<std::string>()}, {"base", base(lora)}});
        line("size", {{"bytes", Bytes(lora.at("bytes").get<std::int64_t>()).text()},
                      {"tensors", lora.at("tensors").dump()}});
        if (!lora.at("families").empty()) line("families", {{"families", families(lora)}});
        if (const Json& rank = lora.at("rank"); rank.is_object())
            line("rank", {{"least", rank.at("least").dump()}, {"most", rank.at("most").dump()}});
        for (const Json& component : lora.at("components"))
            if (component.at("total") > 0)
                line("component", {{"component", component.at("name").get<std::string>()},
                                   {"matched", component.at("matched").dump()},
                                   {"total", component.at("total").dump()}});
        for (const auto& item : lora.at("unmatched").at("names").items())
            line("unmatched", {{"name", item.key()}, {"count", item.value().dump()}});
        for (const Json& conflict : lora.at("conflicts"))
            line("conflict", {{"tensor", conflict.at("tensor").get<std::string>()},
                              {"shape", conflict.at("shape").get<std::string>()},
                              {"expected", conflict.at("expected").get<std::string>()}});
        notes(lora.at("notes"));
        for (const Json& warning : lora.at("warnings"))
            line("warning", {{"text", textOf(warning, language_)}});
        if (lora.at("applies") == true)
            line("applies");
        else
            line("refused", {{"reason", textOf(lora.at("reason"), language_)}});
    }
    void line(const std::string& id, const MessageArgs& args = {}) {
        lines_.push_back(messages::text(language_, "lora.inspect." + id, args));
    }
    [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

private:
    [[nodiscard]] std::string base(const Json& lora) const {
        const Json& value = lora.at("base");
        return value.is_string() ? value.get<std::string>()
                                 : messages::text(language_, "lora.inspect.base.unknown");
    }
    static std::string families(const Json& lora) {
        std::string text;
        for (const auto& item : lora.at("families").items())
            text += (text.empty() ? "" : ", ") + item.key() + " x " + item.value().dump();
        return text;
    }
    void notes(const Json& notes) {
        for (const char* key : {"title", "base", "model", "trainer"})
            if (const auto text = notes.at(key).get<std::string>(); !text.empty())
                line(std::string("note.") + key, {{"text", text}});
        std::string words;
        for (const Json& trigger : notes.at("triggers"))
            words += (words.empty() ? "" : ", ") + trigger.at("text").get<std::string>();
        if (!words.empty()) line("note.triggers", {{"text", words}});
    }

    messages::Language language_;
    std::vector<std::string> lines_;
};

}  // namespace

Result<Json> inspectLoras(const fs::path& path, const std::optional<fs::path>& against) {
    Json document{{"schema_version", 1}, {"path", path.string()},       {"against", nullptr},
                  {"passed_over", 0},    {"unreadable", Json::array()}, {"loras", Json::array()}};
    MANJU_TRY(const LoraTarget target, targetOf(against, document));
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        MANJU_TRY(const LoraFile file, LoraFile::open(path));
        document["loras"].push_back(inspectOne(file, target, true));
        return document;
    }
    MANJU_TRY(const Listing listing, listFolder(path));
    int others = 0;
    for (const fs::path& file : listing.files) {
        const auto lora = LoraFile::open(file);
        if (lora)
            document["loras"].push_back(inspectOne(*lora, target, false));
        else if (lora.error().is(kNotLora))
            ++others;
        else  // cut or damaged: it may well be a LoRA
            document["unreadable"].push_back(errorJson(lora.error()));
    }
    document["passed_over"] = others;
    return document;
}

std::vector<std::string> loraLines(const Json& document, messages::Language language) {
    LoraText text(language);
    const Json& loras = document.at("loras");
    if (loras.size() == 1 && loras.at(0).at("file") == document.at("path")) {
        text.details(loras.at(0));
        return text.take();
    }
    for (const Json& lora : loras) text.summary(lora);
    for (const Json& reason : document.at("unreadable")) text.plain(textOf(reason, language));
    text.line("total",
              {{"count", std::to_string(loras.size())}, {"others", document.at("passed_over").dump()}});
    return text.take();
}

}  // namespace manju::weights
