// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/recipe.h"

#include <array>
#include <utility>

#include "core/png/errors.h"
#include "core/png/png_texts.h"
#include "core/png/shallow_json.h"

namespace manju::png {
namespace {

/// More than any version had; a larger object is not read at all.
constexpr std::size_t kMostFields = 100;

constexpr std::array<std::string_view, 3> kKeywords{"manju", "parameters", "prompt"};

/// The fields of a value that may be older (fields missing: their defaults) or newer (fields unknown: listed)
/// than this program's.
class FieldReader {
public:
    template <class T>
    Json completed(const Json& given, const std::string& where) {
        if (!given.is_object() || given.size() > kMostFields) return given;
        Json whole = T{};
        for (const auto& [key, value] : given.items()) {
            Json with = whole;
            with[key] = value;
            // Later fields are only written where they are not at their defaults.
            if (whole.contains(key) || Json(with.template get<T>()).contains(key))
                whole = std::move(with);
            else
                unknown_ += (unknown_.empty() ? "" : ", ") + where + key;
        }
        return whole;
    }
    /// An ImageSpec with the values inside it.
    Json completedSpec(const Json& given) {
        Json spec = completed<ImageSpec>(given, "");
        if (spec["loras"].is_array())
            for (Json& lora : spec["loras"]) lora = completed<LoraSpec>(lora, "loras.");
        if (!spec["start"].is_null()) spec["start"] = completed<StartSpec>(spec["start"], "start.");
        if (!spec["hires"].is_null()) spec["hires"] = completed<HiresSpec>(spec["hires"], "hires.");
        return spec;
    }
    [[nodiscard]] const std::string& unknown() const { return unknown_; }

private:
    std::string unknown_;
};

Error damaged(const std::string& file, const std::string& detail) {
    return Error(kRecipeDamaged, {{"file", file}, {"detail", detail}});
}

struct Document {
    int revision = 1;
    ImageSpec spec;
    FileMark checkpoint;
    FileMark vae;
    std::vector<FileMark> textEncoders;
    std::map<std::string, FileMark> files;
    std::string unknown;
};

Result<Document> readDocument(const std::string& text, const std::string& file) {
    const Json json = parseShallow(text);
    if (json.is_discarded()) return damaged(file, "no JSON");
    Document document;
    try {
        document.revision = json.value("revision", 1);
        if (document.revision > kRecipeRevision) return Error(kRecipeNewer, {{"file", file}});
        if (json.at("spec").size() > kMostFields) return damaged(file, "spec");
        FieldReader reader;
        document.spec = reader.completedSpec(json.at("spec")).get<ImageSpec>();
        document.unknown = reader.unknown();
        document.checkpoint = json.value("checkpoint", FileMark{});
        document.vae = json.value("vae", FileMark{});
        document.textEncoders = json.value("textEncoders", std::vector<FileMark>{});
        document.files = json.value("files", std::map<std::string, FileMark>{});
    } catch (const Json::exception& e) {
        return damaged(file, e.what());
    }
    return document;
}

Result<Recipe> recipeOfStudio(const std::string& text, const std::string& file) {
    MANJU_TRY(Document document, readDocument(text, file));
    Recipe recipe;
    const auto mark = [&](const std::string& sha) {
        FileMark known = document.files.contains(sha) ? document.files.at(sha) : FileMark{};
        known.sha256 = sha;
        return known;
    };
    recipe.spec = std::move(document.spec);
    recipe.checkpoint = std::move(document.checkpoint);
    recipe.checkpoint.sha256 = recipe.spec.checkpoint;
    recipe.vae = std::move(document.vae);
    recipe.textEncoders = std::move(document.textEncoders);
    for (const LoraSpec& lora : recipe.spec.loras) recipe.loras.push_back(mark(lora.sha256));
    if (recipe.spec.start) {
        recipe.start = mark(recipe.spec.start->picture);
        recipe.mask = mark(recipe.spec.start->mask);
    }
    if (recipe.spec.hires) recipe.upscaler = mark(recipe.spec.hires->upscaler);
    if (std::exchange(recipe.spec.revision, ImageSpec{}.revision) != ImageSpec{}.revision)
        recipe.notes.push_back({Error(kOtherRevision), ""});
    if (!document.unknown.empty())
        recipe.notes.push_back({Error(kFieldsIgnored, {{"fields", document.unknown}}), ""});
    return recipe;
}

}  // namespace

Result<Recipe> readRecipe(const std::filesystem::path& path) {
    const std::string file = path.string();
    MANJU_TRY(const PngTexts texts, readTexts(path, kKeywords));
    if (const auto own = texts.find("manju"); own != texts.end()) return recipeOfStudio(own->second, file);
    if (const auto line = texts.find("parameters"); line != texts.end())
        return recipeOfInfotext(line->second, file);
    if (const auto graph = texts.find("prompt"); graph != texts.end())
        return recipeOfComfy(graph->second, file);
    return Error(kNoRecipe, {{"file", file}});
}

}  // namespace manju::png
