// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/planner.h"

#include <algorithm>
#include <map>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/domain/alias_text.h"
#include "core/story/prompt_builder.h"

namespace manju::engine {
namespace {

constexpr std::int64_t kMinCardMillis = 1500;      // a title card that is not spoken
constexpr std::int64_t kCardMillisPerPoint = 150;  // silent reading, about 400 characters a minute

bool isSpoken(const ShotLine& line) {
    return line.kind != LineKind::OnScreenText;
}

ShotDraft draftOf(const store::ShotRow& shot) {
    ShotDraft draft;
    for (const store::LineRow& row : shot.lines) draft.lines.push_back(row.line);
    draft.characters = shot.characters;
    draft.span = shot.span;
    draft.scene = shot.scene;
    return draft;
}

/// Follows the shot's text, not its place, so that inserting a shot leaves the others' pictures alone.
std::uint32_t seedOf(const ShotDraft& draft, std::uint32_t base, int occurrence) {
    std::string text = std::to_string(base) + '/' + std::to_string(occurrence);
    for (const ShotLine& line : draft.lines) text += '\n' + line.speaker + '\t' + line.text;
    return static_cast<std::uint32_t>(std::stoul(sha256Hex(text).substr(0, 8), nullptr, 16));
}

/// The LoRAs of the character who is in the picture.
std::vector<LoraSpec> lorasOf(const CastMember& member, const ModelIdentities& models) {
    std::vector<LoraSpec> loras;
    for (const LoraChoice& choice : member.loras) {
        if (choice.weight == 0) continue;
        LoraSpec lora;
        lora.sha256 = models.loras.at(choice.file);
        lora.unet = lora.text = choice.weight;
        loras.push_back(std::move(lora));
    }
    return loras;
}

Json imageSpec(const ShotDraft& draft, const ProductionSettings& settings, const ModelIdentities& models,
               int occurrence, int number) {
    const ImagePreset& preset = settings.preset.image;
    const story::ImagePrompt prompt = story::buildPrompt(draft, settings.cast, preset, number);
    ImageSpec spec;
    spec.checkpoint = models.checkpoint;
    spec.prompt = prompt.positive;
    if (!prompt.negative.empty()) spec.negative = prompt.negative;
    spec.seed = seedOf(draft, preset.seed, occurrence);
    spec.width = preset.width;
    spec.height = preset.height;
    spec.steps = preset.steps;
    spec.cfg = preset.cfg;
    spec.sampler = preset.sampler;
    spec.bundle = preset.bundle;
    spec.noise = preset.noise;
    spec.clipSkip = preset.clipSkip;
    spec.vaeTile = preset.vaeTile;
    if (const HiresPreset& hires = preset.hires; hires.on())
        spec.hires = HiresSpec{hires.width, hires.height, hires.strength, models.upscaler, hires.steps};
    if (const CastMember* framed = settings.cast.find(prompt.framed)) spec.loras = lorasOf(*framed, models);
    return spec;
}

Json voiceSpec(const ShotLine& line, const Cast& cast, const std::string& language) {
    const CastMember* member = line.kind == LineKind::Narration ? nullptr : cast.find(line.speaker);
    VoiceSpec spec;
    spec.text = line.text;
    spec.language = language;
    spec.voice = member ? member->voice : cast.narrator;
    // espeak-ng's own Mandarin voice reads the tone digits aloud; this one takes Han text correctly.
    if (spec.voice.voice.empty()) spec.voice.voice = language == "zh" ? "cmn-latn-pinyin" : "en-us";
    return spec;
}

std::int64_t cardSamples(const std::string& text) {
    const auto points = static_cast<std::int64_t>(decodeUtf8(text).size());
    return std::max(kMinCardMillis, points * kCardMillisPerPoint) * kSampleRate / 1000;
}

/// A picture that is not drawn yet stays empty: it has no influence on the times.
Timeline timelineOf(const store::EpisodeRow& episode, const ProductionSettings& settings,
                    const ResultOf& resultOf) {
    std::vector<TimelineShot> shots;
    for (const store::ShotRow& row : episode.shots) {
        TimelineShot shot;
        const store::ResultRow* image = resultOf(StepKind::Image, row.id, {});
        if (image) shot.image = image->file("image")->sha256;
        for (const store::LineRow& line : row.lines) {
            TimelineShotLine out;
            out.text = shownText(line.line.text);
            out.speaker = line.line.speaker;
            if (isSpoken(line.line)) {
                const store::ResultRow* voice = resultOf(StepKind::Voice, row.id, line.id);
                out.audio = voice->file("audio")->sha256;
                out.samples = voice->meta.at("samples").get<std::int64_t>();
            } else {
                out.samples = cardSamples(out.text);
            }
            shot.lines.push_back(std::move(out));
        }
        shots.push_back(std::move(shot));
    }
    return layOut(shots, settings.preset.audio.pauseMillis, settings.preset.image.seed);
}

std::string labelOf(const store::EpisodeRow& episode, const LabelPreset& preset) {
    if (!preset.text.empty()) return preset.text;
    return episode.language == "zh" ? "AI 生成" : "AI generated";
}

}  // namespace

std::vector<WantedStep> planShots(const store::EpisodeRow& episode, const ProductionSettings& settings,
                                  const ModelIdentities& models) {
    std::vector<WantedStep> wanted;
    std::map<std::string, int> seen;
    int number = 0;
    for (const store::ShotRow& shot : episode.shots) {
        const ShotDraft draft = draftOf(shot);
        const int occurrence = seen[Json(draft.lines).dump()]++;
        wanted.push_back(
            {StepKind::Image, shot.id, {}, imageSpec(draft, settings, models, occurrence, ++number)});
        for (const store::LineRow& line : shot.lines)
            if (isSpoken(line.line))
                wanted.push_back({StepKind::Voice, shot.id, line.id,
                                  voiceSpec(line.line, settings.cast, episode.language)});
    }
    return wanted;
}

SubtitleSpec planSubtitles(const store::EpisodeRow& episode, const ProductionSettings& settings,
                           const ResultOf& resultOf) {
    Timeline timeline = timelineOf(episode, settings, resultOf);
    SubtitleSpec spec;
    spec.width = settings.preset.width;
    spec.height = settings.preset.height;
    spec.language = episode.language;
    spec.style = settings.preset.subtitles;
    if (settings.preset.label.visible) spec.label = labelOf(episode, settings.preset.label);
    spec.frames = timeline.frames;
    spec.cues = std::move(timeline.cues);
    return spec;
}

VideoSpec planVideo(const store::EpisodeRow& episode, const ProductionSettings& settings,
                    const ResultOf& resultOf) {
    VideoSpec spec;
    spec.width = settings.preset.width;
    spec.height = settings.preset.height;
    spec.timeline = timelineOf(episode, settings, resultOf);
    spec.timeline.cues.clear();
    spec.subtitles = resultOf(StepKind::Subtitles, {}, {})->file("ass")->sha256;
    spec.music = settings.music;
    spec.audio = settings.preset.audio;
    spec.audio.music.clear();
    spec.title = episode.title;
    spec.label = labelOf(episode, settings.preset.label);
    return spec;
}

Bytes estimateDisk(const store::EpisodeRow& episode, const Preset& preset) {
    constexpr std::int64_t kPointsPerSecond = 4;  // slow speech
    constexpr std::int64_t kWavPerSecond = 2 * kSampleRate;
    // 20 Mpixel/s of drawn panels take about 3 Mbit/s at the composer's quality; twice that is rare.
    const std::int64_t videoPerSecond = std::int64_t{preset.width} * preset.height * 2 / 5;
    std::int64_t seconds = 0;
    for (const store::ShotRow& shot : episode.shots) {
        std::int64_t points = 0;
        for (const store::LineRow& line : shot.lines)
            points += static_cast<std::int64_t>(decodeUtf8(line.line.text).size());
        seconds += points / kPointsPerSecond + 2;
    }
    const HiresPreset& hires = preset.image.hires;
    const std::int64_t pixels = std::max(std::int64_t{preset.image.width} * preset.image.height,
                                         std::int64_t{hires.width} * hires.height);
    const std::int64_t pictures = static_cast<std::int64_t>(episode.shots.size()) * pixels * 3;
    // The video stands in the project and under its readable name.
    return Bytes(pictures + seconds * (kWavPerSecond + 2 * videoPerSecond));
}

}  // namespace manju::engine
