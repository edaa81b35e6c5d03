// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/settings_files.h"

#include <algorithm>
#include <set>
#include <string>

#include "core/base/os/file.h"
#include "core/story/decode.h"
#include "core/story/errors.h"
#include "core/story/key_reader.h"

namespace manju::story {
namespace {

namespace fs = std::filesystem;

constexpr Bytes kMaxSettings = megabytes(1);

Result<Json> readJson(const fs::path& path) {
    MANJU_TRY(std::string bytes, os::readFile(path, kMaxSettings));
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);  // Windows editors write a byte order mark
    return parseJson(bytes, displayPath(path));
}

std::string sizeText(int width, int height) {
    return std::to_string(width) + " x " + std::to_string(height);
}

/// Absolute form of a path written in the file at `settings`; empty stays empty.
std::string resolved(const std::string& written, const fs::path& settings) {
    if (written.empty()) return written;
    const fs::path target = fs::path(written);
    const fs::path folder = fs::absolute(settings).parent_path();
    return (target.is_absolute() ? target : folder / target).lexically_normal().string();
}

void readVoice(KeyReader& keys, VoiceChoice& voice) {
    keys.required("engine", voice.engine);
    keys.text("voice", voice.voice);
    int speed = voice.wordsPerMinute;
    keys.integer("wordsPerMinute", speed, {0, 400});
    if (speed != 0) keys.integer("wordsPerMinute", speed, {80, 400});
    voice.wordsPerMinute = speed;
    keys.integer("pitch", voice.pitch, {0, 100});
}

void readMember(KeyReader& keys, const fs::path& path, Cast& cast, std::set<std::string>& names) {
    CastMember member;
    const auto once = [&](const std::string& name, const std::string& key) {
        if (name.empty())
            keys.fail(Error(kValueEmpty, {{"file", keys.file()}, {"key", key}}));
        else if (!names.insert(name).second)
            keys.fail(Error(kNameTwice, {{"file", keys.file()}, {"key", key}, {"name", name}}));
    };
    keys.required("name", member.name);
    if (!member.name.empty()) once(member.name, keys.pathOf("name"));
    keys.texts("aliases", [&](const std::string& alias, const std::string& key) {
        once(alias, key);
        member.aliases.push_back(alias);
    });
    keys.tags("prompt", member.prompt);
    keys.tags("trigger", member.trigger);
    keys.objects("loras", [&](KeyReader& lora) {
        LoraChoice choice;
        lora.required("file", choice.file);
        lora.number("weight", choice.weight, {0, 2});
        choice.file = resolved(choice.file, path);
        member.loras.push_back(std::move(choice));
    });
    keys.object("voice", [&](KeyReader& voice) { readVoice(voice, member.voice); });
    cast.members.push_back(std::move(member));
}

void readHires(KeyReader& keys, const fs::path& path, HiresPreset& hires) {
    keys.integer("width", hires.width, {0, 4096, 8});
    keys.integer("height", hires.height, {0, 4096, 8});
    for (const auto& [key, side] : {std::pair("width", hires.width), std::pair("height", hires.height)})
        if ((hires.width > 0 || hires.height > 0) && side < 64)
            keys.fail(Error(kValueRange, {{"file", keys.file()},
                                          {"key", keys.pathOf(key)},
                                          {"value", std::to_string(side)},
                                          {"low", "64"},
                                          {"high", "4096"}}));
    keys.number("strength", hires.strength, {0, 1});
    keys.integer("steps", hires.steps, {0, 150});
    keys.text("upscaler", hires.upscaler);
    hires.upscaler = resolved(hires.upscaler, path);
}

/// Whether the second pass keeps the picture's shape, but for the rounding to multiples of 8.
bool sameShape(const ImagePreset& image) {
    constexpr double kMostStretch = 1.03;
    const double drawn = static_cast<double>(image.width) / image.height;
    const double enlarged = static_cast<double>(image.hires.width) / image.hires.height;
    return std::max(drawn, enlarged) <= kMostStretch * std::min(drawn, enlarged);
}

void readImage(KeyReader& keys, const fs::path& path, ImagePreset& image) {
    keys.tags("style", image.style);
    keys.tags("negative", image.negative);
    keys.integer("width", image.width, {64, 4096, 8});
    keys.integer("height", image.height, {64, 4096, 8});
    keys.integer("steps", image.steps, {1, 150});
    keys.number("cfg", image.cfg, {1, 30});
    keys.required("sampler", image.sampler);
    keys.choice("bundle", image.bundle, {"studio", "diffusers", "comfy", "a1111"});
    keys.choice("noise", image.noise, {"", "cpu_f32", "cpu_f16", "nv_emul"});
    keys.integer("clipSkip", image.clipSkip, {0, 12});
    keys.integer("vaeTile", image.vaeTile, {0, 4096, 64});
    if (image.vaeTile != 0) keys.integer("vaeTile", image.vaeTile, {256, 4096, 64});
    keys.integer("seed", image.seed, {0, 4294967295});
    keys.text("vae", image.vae);
    image.vae = resolved(image.vae, path);
    keys.texts("textEncoders", [&](const std::string& file, const std::string& key) {
        if (file.empty()) keys.fail(Error(kValueEmpty, {{"file", keys.file()}, {"key", key}}));
        image.textEncoders.push_back(resolved(file, path));
    });
    keys.object("hires", [&](KeyReader& hires) { readHires(hires, path, image.hires); });
    if (image.hires.on() && image.hires.height > 0 && !sameShape(image))
        keys.fail(Error(kHiresShape, {{"file", keys.file()},
                                      {"key", keys.pathOf("hires")},
                                      {"drawn", sizeText(image.width, image.height)},
                                      {"enlarged", sizeText(image.hires.width, image.hires.height)}}));
}

void readSubtitles(KeyReader& keys, SubtitlePreset& subtitles) {
    keys.text("font", subtitles.font);
    keys.integer("size", subtitles.size, {24, 160});
    keys.integer("outline", subtitles.outline, {0, 24});
    keys.integer("baseline", subtitles.baseline, {200, 1920});
    keys.integer("left", subtitles.left, {0, 880});
    keys.integer("right", subtitles.right, {200, 1080});
    constexpr int kNarrowest = 200;  // pixels: two large characters
    if (subtitles.right < subtitles.left + kNarrowest)
        keys.fail(Error(kValueRange, {{"file", keys.file()},
                                      {"key", keys.pathOf("right")},
                                      {"value", std::to_string(subtitles.right)},
                                      {"low", std::to_string(subtitles.left + kNarrowest)},
                                      {"high", "1080"}}));
    keys.integer("maxLines", subtitles.maxLines, {1, 4});
}

void readAudio(KeyReader& keys, AudioPreset& audio, const fs::path& path) {
    keys.number("integratedLufs", audio.integratedLufs, {-40, -5});
    keys.number("truePeakDb", audio.truePeakDb, {-12, 0});
    keys.text("music", audio.music);
    audio.music = resolved(audio.music, path);
    keys.number("musicSpeechDb", audio.musicSpeechDb, {-60, 0});
    keys.number("musicGapDb", audio.musicGapDb, {-60, 0});
    keys.integer("pauseMillis", audio.pauseMillis, {0, 5000});
}

}  // namespace

Result<Cast> loadCast(const fs::path& path) {
    MANJU_TRY(const Json json, readJson(path));
    Cast cast;
    std::set<std::string> names;
    KeyReader keys(json, displayPath(path), "");
    keys.object("narrator", [&](KeyReader& voice) { readVoice(voice, cast.narrator); });
    keys.objects("members", [&](KeyReader& member) { readMember(member, path, cast, names); });
    MANJU_CHECK(keys.finish());
    return cast;
}

Result<Preset> loadPreset(const fs::path& path) {
    MANJU_TRY(const Json json, readJson(path));
    Preset preset;
    KeyReader keys(json, displayPath(path), "");
    keys.integer("width", preset.width, {64, 4096, 2});
    keys.integer("height", preset.height, {64, 4096, 2});
    keys.object("image", [&](KeyReader& image) { readImage(image, path, preset.image); });
    keys.object("subtitles", [&](KeyReader& subtitles) { readSubtitles(subtitles, preset.subtitles); });
    keys.object("audio", [&](KeyReader& audio) { readAudio(audio, preset.audio, path); });
    keys.object("label", [&](KeyReader& label) {
        label.flag("visible", preset.label.visible);
        label.text("text", preset.label.text);
    });
    MANJU_CHECK(keys.finish());
    return preset;
}

}  // namespace manju::story
