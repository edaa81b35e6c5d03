// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/inspect.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/units.h"
#include "core/weights/architecture.h"
#include "core/weights/checkpoint.h"
#include "core/weights/detail/tensor_index.h"
#include "core/weights/errors.h"
#include "core/weights/file_kind.h"
#include "core/weights/finite_scan.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;
using detail::TensorIndex;

constexpr std::size_t kMostNames = 20;
constexpr std::size_t kMostMetadataBytes = 512;

constexpr std::array<std::string_view, 14> kMetadataKeys{"format",
                                                         "modelspec.architecture",
                                                         "modelspec.author",
                                                         "modelspec.date",
                                                         "modelspec.encoder_layer",
                                                         "modelspec.license",
                                                         "modelspec.prediction_type",
                                                         "modelspec.resolution",
                                                         "modelspec.title",
                                                         "modelspec.trigger_phrase",
                                                         "ss_base_model_version",
                                                         "ss_network_alpha",
                                                         "ss_network_dim",
                                                         "ss_output_name"};

Json emptyDocument(const fs::path& path) {
    return {{"schema_version", 1},
            {"file", path.string()},
            {"kind", "unreadable"},
            {"family", nullptr},
            {"variant", nullptr},
            {"layout", "single"},
            {"bytes", 0},
            {"tensors", 0},
            {"dtypes", Json::object()},
            {"components", Json::array()},
            {"other_tensors", {{"count", 0}, {"names", Json::array()}}},
            {"prediction", nullptr},
            {"zero_terminal_snr", false},
            {"metadata", Json::object()},
            {"values", {{"scanned", false}, {"non_finite", Json::array()}}},
            {"loads", false},
            {"reason", nullptr}};
}

void refuse(Json& document, const Error& error) {
    document["loads"] = false;
    document["reason"] = {{"id", error.id()}, {"args", error.args()}};
}

void add(Json& object, const std::string& key, std::size_t amount) {
    Json& sum = object[key];
    sum = (sum.is_null() ? 0 : sum.get<std::size_t>()) + amount;
}

void describeFile(Json& document, const SafetensorsFile& file) {
    for (const TensorEntry& entry : file.entries()) {
        Json& dtype = document["dtypes"][std::string(name(entry.dtype))];
        add(dtype, "tensors", 1);
        add(dtype, "bytes", static_cast<std::size_t>(entry.end - entry.begin));
    }
    add(document, "tensors", file.entries().size());
    for (const std::string_view key : kMetadataKeys)
        if (const auto at = file.metadata().find(std::string(key));
            at != file.metadata().end() && at->second.size() <= kMostMetadataBytes)
            document["metadata"][at->first] = at->second;
}

void describeComponents(Json& document, const TensorIndex& index) {
    for (const Component component : kComponents) {
        std::size_t parameters = 0;
        std::size_t bytes = 0;
        const auto& tensors = index.of(component);
        if (tensors.empty()) continue;
        for (const auto& [name, located] : tensors) {
            parameters += static_cast<std::size_t>(elementCount(located.shape));
            bytes += static_cast<std::size_t>(located.entry->end - located.entry->begin) /
                     static_cast<std::size_t>(located.parts);
        }
        document["components"].push_back({{"name", folderName(component)},
                                          {"tensors", tensors.size()},
                                          {"parameters", parameters},
                                          {"bytes", bytes}});
    }
}

void listOthers(Json& document, const std::vector<std::string>& names) {
    Json& others = document["other_tensors"];
    others["count"] = names.size();
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) others["names"].push_back(names[i]);
}

/// The first tensor with such values, if the scan ran to its end without finding one: nothing.
std::optional<Error> scanFile(Json& document, const SafetensorsFile& file, const std::stop_token& stop) {
    std::optional<Error> first;
    for (const TensorEntry& entry : file.entries()) {
        if (stop.stop_requested()) {
            document["values"]["scanned"] = false;
            return first;
        }
        const std::size_t count = countNonFinite(entry.dtype, file.bytes(entry));
        if (count == 0) continue;
        Json& found = document["values"]["non_finite"];
        if (found.size() < kMostNames) found.push_back({{"tensor", entry.name}, {"count", count}});
        if (!first)
            first = Error(
                kNotFinite,
                {{"file", file.path().string()}, {"tensor", entry.name}, {"count", std::to_string(count)}});
    }
    return first;
}

/// Everything that does not need the checkpoint to be sound.
Result<TensorIndex> describeContents(Json& document, const fs::path& path, bool folder) {
    if (folder) {
        document["layout"] = "folder";
        document["kind"] = name(FileRole::Checkpoint);
        MANJU_TRY(TensorIndex index, detail::indexFolder(path));
        document["family"] = "SDXL";
        return index;
    }
    MANJU_TRY(SafetensorsFile file, SafetensorsFile::open(path));
    const FileKind kind = detectFileKind(file.entries());
    document["kind"] = name(kind.role);
    if (!kind.family.empty()) document["family"] = kind.family;
    return detail::indexSingleFile(std::move(file));
}

void judge(Json& document, const fs::path& path) {
    const auto checkpoint = Checkpoint::open(path);
    if (!checkpoint) return refuse(document, checkpoint.error());
    document["loads"] = true;
    document["variant"] = checkpoint->variant();
    document["prediction"] = checkpoint->shape().prediction == Prediction::V ? "v" : "epsilon";
    document["zero_terminal_snr"] = checkpoint->shape().zeroTerminalSnr;
    document["other_tensors"] = {{"count", 0}, {"names", Json::array()}};
    listOthers(document, checkpoint->unexpectedNames());
}

std::string sizeText(const Json& bytes) {
    return Bytes(bytes.get<std::int64_t>()).text();
}

}  // namespace

Json inspectModelFile(const fs::path& given, const InspectOptions& options) {
    const fs::path path = given.filename() == "model_index.json" ? fs::absolute(given).parent_path() : given;
    Json document = emptyDocument(path);
    std::error_code ignored;
    const auto contents = describeContents(document, path, fs::is_directory(path, ignored));
    if (!contents) {
        refuse(document, contents.error());
        return document;
    }
    std::size_t bytes = 0;
    for (const auto& [name, file] : contents->allFiles) {
        std::error_code failure;
        if (const auto size = fs::file_size(file, failure); !failure) bytes += static_cast<std::size_t>(size);
    }
    document["bytes"] = bytes;
    for (const auto& file : contents->files) describeFile(document, *file);
    describeComponents(document, *contents);
    listOthers(document, contents->unexpected);
    judge(document, path);
    if (!options.scanValues) return document;
    document["values"]["scanned"] = true;
    for (const auto& file : contents->files)
        if (const auto bad = scanFile(document, *file, options.stop); bad && document["loads"] == true)
            refuse(document, *bad);
    return document;
}

std::vector<std::string> inspectionLines(const Json& document, messages::Language language) {
    std::vector<std::string> lines;
    const auto line = [&](const std::string& id, const MessageArgs& args = {}) {
        lines.push_back(messages::text(language, "weights.inspect." + id, args));
    };
    const Json& family = document.at("family");
    const std::string familyText = family.is_string()
                                       ? family.get<std::string>()
                                       : messages::text(language, "weights.inspect.family.unknown");
    const std::string kind = document.at("kind").get<std::string>();
    line("title",
         {{"file", document.at("file").get<std::string>()},
          {"kind", messages::text(language, "weights.inspect.kind." + kind, {{"family", familyText}})}});
    if (document.at("tensors") > 0) {
        line("layout." + document.at("layout").get<std::string>());
        line("size", {{"bytes", sizeText(document.at("bytes"))}, {"tensors", document.at("tensors").dump()}});
    }
    for (const auto& item : document.at("dtypes").items())
        line("dtype", {{"dtype", item.key()},
                       {"tensors", item.value().at("tensors").dump()},
                       {"bytes", sizeText(item.value().at("bytes"))}});
    for (const Json& component : document.at("components"))
        line("component", {{"component", component.at("name").get<std::string>()},
                           {"tensors", component.at("tensors").dump()},
                           {"parameters", component.at("parameters").dump()},
                           {"bytes", sizeText(component.at("bytes"))}});
    if (const Json& prediction = document.at("prediction"); prediction.is_string())
        line(document.at("zero_terminal_snr") == true ? "zerosnr" : "prediction",
             {{"prediction", prediction.get<std::string>()}});
    if (const Json& others = document.at("other_tensors");
        document.at("loads") == true && others.at("count") > 0)
        line("other",
             {{"count", others.at("count").dump()}, {"tensor", others.at("names").at(0).get<std::string>()}});
    const Json& reason = document.at("reason");
    if (document.at("loads") == true)
        line("loads");
    else
        line("refused", {{"reason", messages::text(language, reason.at("id").get<std::string>(),
                                                   reason.at("args").get<MessageArgs>())}});
    return lines;
}

}  // namespace manju::weights
