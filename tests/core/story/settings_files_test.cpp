// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/settings_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/errors.h"
#include "core/story/errors.h"
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

namespace fs = std::filesystem;

class SettingsFiles : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() / ("manju_settings_" + std::string(test->name()));
        ASSERT_TRUE(os::makeDirectories(folder_).ok());
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(std::string_view text) {
        const fs::path path = folder_ / "settings.json";
        EXPECT_TRUE(os::writeFile(path, text).ok());
        return path;
    }
    std::string castError(std::string_view text) {
        const auto cast = loadCast(write(text));
        return cast.ok() ? "accepted" : shortened(cast.error());
    }
    std::string presetError(std::string_view text) {
        const auto preset = loadPreset(write(text));
        return preset.ok() ? "accepted" : shortened(preset.error());
    }
    /// "id key": every error also names the file.
    std::string shortened(const Error& error) const {
        EXPECT_EQ(error.args().at("file"), (folder_ / "settings.json").string());
        const auto key = error.args().find("key");
        return error.id() + (key == error.args().end() ? "" : " " + key->second);
    }

    fs::path folder_;
};

TEST_F(SettingsFiles, ReadsTheExamples) {
    const fs::path examples = fs::path(MANJU_SOURCE_DIR) / "resources/examples";
    const auto cast = loadCast(examples / "cast.json");
    ASSERT_TRUE(cast.ok()) << cast.error().debugText();
    ASSERT_EQ(cast.value().members.size(), 2U);
    EXPECT_EQ(cast.value().members[0].trigger, "mara_reed");
    EXPECT_EQ(cast.value().members[0].loras[0].file, (examples / "loras/mara_reed.safetensors").string());
    EXPECT_EQ(cast.value().members[0].voice.voice, "en-us+f3");
    EXPECT_EQ(cast.value().find("Miss Reed"), cast.value().members.data());
    const auto preset = loadPreset(examples / "preset.json");
    ASSERT_TRUE(preset.ok()) << preset.error().debugText();
    EXPECT_EQ(preset.value().audio.music, (examples.parent_path() / "demo/music.flac").string());
    EXPECT_EQ(preset.value().image.steps, 28);
}

TEST_F(SettingsFiles, TheExamplesShowEveryKey) {
    const auto keys = [](const Json& json, const auto& self) -> std::set<std::string> {
        std::set<std::string> found;
        for (const auto& [key, value] : json.items()) {
            found.insert(key);
            const Json& inner = value.is_array() && !value.empty() ? value[0] : value;
            if (inner.is_object())
                for (const std::string& name : self(inner, self)) found.insert(key + "." + name);
        }
        return found;
    };
    Cast cast;
    cast.members.resize(1);
    cast.members[0].loras.resize(1);
    EXPECT_EQ(keys(Json::parse(readText("resources/examples/cast.json")), keys), keys(Json(cast), keys));
    EXPECT_EQ(keys(Json::parse(readText("resources/examples/preset.json")), keys),
              keys(Json(Preset{}), keys));
}

TEST_F(SettingsFiles, ReadsTheDemo) {
    const fs::path demo = fs::path(MANJU_SOURCE_DIR) / "resources/demo";
    for (const char* language : {"zh", "en"}) {
        const auto cast = loadCast(demo / ("cast-" + std::string(language) + ".json"));
        ASSERT_TRUE(cast.ok()) << cast.error().debugText();
        const ParsedScript script = parsed(readText("resources/demo/demo-" + std::string(language) + ".txt"));
        std::set<std::string> speakers;
        for (const Utterance& line : script.episodes.at(0).utterances)
            if (!line.speaker.empty()) speakers.insert(line.speaker);
        EXPECT_EQ(speakers.size(), 2U) << language;
        for (const std::string& name : speakers) EXPECT_NE(cast.value().find(name), nullptr) << name;
    }
    const auto preset = loadPreset(demo / "preset.json");
    ASSERT_TRUE(preset.ok()) << preset.error().debugText();
    EXPECT_EQ(preset.value().image.height, 336);
    EXPECT_EQ(preset.value().audio.music, (demo / "music.flac").string());
}

TEST_F(SettingsFiles, WhatIsWrittenIsReadBack) {
    Preset preset;
    preset.image.style = "ink";
    preset.image.seed = 4294967295U;
    preset.image.vaeTile = 512;
    preset.image.hires = {1080, 1920, 0.25, 12, "/models/x4.safetensors"};
    preset.label.visible = false;
    EXPECT_EQ(loadPreset(write(Json(preset).dump())).value(), preset);
    EXPECT_EQ(loadPreset(write("\xEF\xBB\xBF{}")).value(), Preset{});
    EXPECT_EQ(loadCast(write("{}")).value(), Cast{});
}

TEST_F(SettingsFiles, NamesTheFileAndTheKeyOfAMistake) {
    EXPECT_EQ(castError(R"({"member": []})"), "MJ-STORY-08 member");
    EXPECT_EQ(castError(R"({"members": [{"name": "A", "voice": {"pich": 1}}]})"),
              "MJ-STORY-08 members[0].voice.pich");
    EXPECT_EQ(castError(R"({"members": {}})"), "MJ-STORY-09 members");
    EXPECT_EQ(castError(R"({"members": [3]})"), "MJ-STORY-09 members[0]");
    EXPECT_EQ(castError(R"([])"), "MJ-STORY-09 {}");
    EXPECT_EQ(castError(R"({"members": [{}]})"), "MJ-STORY-13 members[0].name");
    EXPECT_EQ(castError(R"({"members": [{"name": "A"}, {"name": "B", "aliases": ["A"]}]})"),
              "MJ-STORY-15 members[1].aliases[0]");
    EXPECT_EQ(castError(R"({"members": [{"name": "A", "prompt": "黑发"}]})"),
              "MJ-STORY-14 members[0].prompt");
    EXPECT_EQ(castError(R"({"members": [{"name": "A", "loras": [{"file": "x", "weight": 2.5}]}]})"),
              "MJ-STORY-10 members[0].loras[0].weight");
    EXPECT_EQ(castError(R"({"narrator": {"wordsPerMinute": 20}})"), "MJ-STORY-10 narrator.wordsPerMinute");
    EXPECT_EQ(presetError(R"({"width": 1081})"), "MJ-STORY-11 width");
    EXPECT_EQ(presetError(R"({"image": {"width": 770}})"), "MJ-STORY-11 image.width");
    EXPECT_EQ(presetError(R"({"image": {"vaeTile": 300}})"), "MJ-STORY-11 image.vaeTile");
    EXPECT_EQ(presetError(R"({"image": {"vaeTile": 128}})"), "MJ-STORY-10 image.vaeTile");
    EXPECT_EQ(presetError(R"({"image": {"hires": {"width": 1080}}})"), "MJ-STORY-10 image.hires.height");
    EXPECT_EQ(presetError(R"({"image": {"hires": {"width": 1081, "height": 1920}}})"),
              "MJ-STORY-11 image.hires.width");
    EXPECT_EQ(presetError(R"({"image": {"hires": {"width": 8, "height": 1920}}})"),
              "MJ-STORY-10 image.hires.width");
    EXPECT_EQ(presetError(R"({"image": {"hires": {"strength": 2}}})"), "MJ-STORY-10 image.hires.strength");
    EXPECT_EQ(presetError(R"({"image": {"hires": {"width": 1024, "height": 1024}}})"),
              "MJ-STORY-17 image.hires");
    EXPECT_EQ(presetError(R"({"image": {"style": "ink <lora:ink:0.8>"}})"), "MJ-STORY-16 image.style");
    EXPECT_EQ(presetError(R"({"image": {"steps": 0}})"), "MJ-STORY-10 image.steps");
    EXPECT_EQ(presetError(R"({"image": {"steps": 2.5}})"), "MJ-STORY-09 image.steps");
    EXPECT_EQ(presetError(R"({"image": {"steps": 99999999999999999999}})"), "MJ-STORY-09 image.steps");
    EXPECT_EQ(presetError(R"({"image": {"seed": 18446744073709551615}})"), "MJ-STORY-10 image.seed");
    EXPECT_EQ(presetError(R"({"image": {"cfg": "7"}})"), "MJ-STORY-09 image.cfg");
    EXPECT_EQ(presetError(R"({"image": {"bundle": "magic"}})"), "MJ-STORY-12 image.bundle");
    EXPECT_EQ(presetError(R"({"label": {"visible": 1}})"), "MJ-STORY-09 label.visible");
    EXPECT_EQ(presetError(R"({"subtitles": {"left": 400, "right": 500}})"), "MJ-STORY-10 subtitles.right");
    EXPECT_EQ(presetError("{"), "MJ-FILE-06");
    EXPECT_TRUE(loadPreset(folder_ / "none.json").error().is(kFileNotFound));
}

}  // namespace
}  // namespace manju::story
