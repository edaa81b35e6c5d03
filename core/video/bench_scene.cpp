// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/bench_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/base/os/file.h"
#include "core/video/frame_source.h"

namespace manju::video {
namespace {

constexpr int kDifferentStills = 40;

std::uint32_t hash(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
    std::uint32_t h = x * 0x9E3779B1U ^ y * 0x85EBCA77U ^ seed * 0xC2B2AE3DU;
    h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12)) * 0x297A2D39U;
    return h ^ (h >> 15);
}

/// Value noise with cell size `cell`, -1..1.
double noise(int x, int y, int cell, std::uint32_t seed) {
    const auto at = [&](int i, int j) {
        return hash(static_cast<std::uint32_t>(x / cell + i), static_cast<std::uint32_t>(y / cell + j),
                    seed) /
                   2147483648.0 -
               1.0;
    };
    const double fx = static_cast<double>(x % cell) / cell, fy = static_cast<double>(y % cell) / cell;
    const double sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
    const double top = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
    const double bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
    return top + (bottom - top) * sy;
}

Still blank(Size size) {
    Still still{size.width, size.height, {}};
    still.rgb.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3);
    return still;
}

std::uint8_t byte(double value) {
    return static_cast<std::uint8_t>(std::clamp(std::lrint(value), 0L, 255L));
}

void little(std::string& out, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// A tone with the rhythm of syllables.
std::vector<float> speechTone(std::int64_t samples, int pitch) {
    std::vector<float> out(static_cast<std::size_t>(samples));
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double t = static_cast<double>(i) / kSampleRate;
        const double syllable = 0.55 - 0.45 * std::cos(2 * std::numbers::pi * 4 * t);
        double value = 0;
        for (int k = 1; k <= 6; ++k) value += std::sin(2 * std::numbers::pi * pitch * k * t) / k;
        out[i] = static_cast<float>(0.15 * syllable * value);
    }
    return out;
}

std::vector<float> chord(double seconds) {
    std::vector<float> out(static_cast<std::size_t>(seconds * kSampleRate));
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double t = static_cast<double>(i) / kSampleRate;
        double value = 0;
        for (const double hertz : {220.0, 277.18, 329.63})
            value += std::sin(2 * std::numbers::pi * hertz * t);
        out[i] = static_cast<float>(0.1 * value);
    }
    return out;
}

std::string captionScript(const Timeline& timeline, Size size) {
    const auto time = [](std::int64_t frame) {
        const std::int64_t hundredths = (frame * 100 + kFramesPerSecond / 2) / kFramesPerSecond;
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%d:%02d:%02d.%02d", static_cast<int>(hundredths / 360000),
                      static_cast<int>(hundredths / 6000 % 60), static_cast<int>(hundredths / 100 % 60),
                      static_cast<int>(hundredths % 100));
        return std::string(text.data());
    };
    std::string script = "[Script Info]\nScriptType: v4.00+\nPlayResX: " + std::to_string(size.width) +
                         "\nPlayResY: " + std::to_string(size.height) +
                         "\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, "
                         "Bold, Outline, Alignment, MarginV\nStyle: Line,Sans," +
                         std::to_string(size.height * 72 / 1920) + ",&H00FFFFFF,&H00000000,1,6,2," +
                         std::to_string(size.height / 4) +
                         "\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n";
    int number = 0;
    for (const TimelineClip& clip : timeline.clips)
        script += "Dialogue: 0," + time(clip.startFrame) + "," + time(clip.startFrame + clip.frames) +
                  ",Line,This is what line " + std::to_string(++number) + " says\n";
    return script;
}

constexpr std::array<std::array<CameraWindow, 2>, 3> kMoves{{{{{0.5, 0.5, 1.0}, {0.5, 0.47, 1.12}}},
                                                             {{{0.47, 0.5, 1.1}, {0.53, 0.5, 1.1}}},
                                                             {{{0.5, 0.53, 1.1}, {0.5, 0.47, 1.1}}}}};

}  // namespace

Still noiseStill(Size size, std::uint32_t seed) {
    Still still = blank(size);
    std::size_t at = 0;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            double value = 0;
            for (int cell = 256, octave = 0; cell >= 2; cell /= 2, ++octave)
                value += noise(x, y, cell, seed + static_cast<std::uint32_t>(octave)) * std::pow(0.6, octave);
            const double tint = noise(x, y, 200, seed + 99);
            still.rgb[at++] = byte(128 + 90 * value + 40 * tint);
            still.rgb[at++] = byte(120 + 90 * value);
            still.rgb[at++] = byte(128 + 80 * value - 40 * tint);
        }
    }
    return still;
}

Still spotStill(Size size, double x, double y, double sigma) {
    Still still = blank(size);
    std::size_t at = 0;
    for (int row = 0; row < size.height; ++row) {
        for (int column = 0; column < size.width; ++column) {
            const double dx = column + 0.5 - x, dy = row + 0.5 - y;
            const std::uint8_t value = byte(20 + 220 * std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)));
            for (int c = 0; c < 3; ++c) still.rgb[at++] = value;
        }
    }
    return still;
}

Status writeWav(const std::vector<float>& samples, const std::filesystem::path& file) {
    const auto bytes = static_cast<std::uint32_t>(samples.size() * 2);
    std::string out = "RIFF";
    little(out, 36 + bytes, 4);
    out += "WAVEfmt ";
    little(out, 16, 4);
    little(out, 1, 2);
    little(out, 1, 2);
    little(out, kSampleRate, 4);
    little(out, kSampleRate * 2, 4);
    little(out, 2, 2);
    little(out, 16, 2);
    out += "data";
    little(out, bytes, 4);
    for (const float sample : samples)
        little(out, static_cast<std::uint32_t>(std::lrint(std::clamp(sample, -1.0F, 1.0F) * 32767.0F)), 2);
    return os::writeFile(file, out);
}

Result<BenchScene> makeBenchScene(const BenchScenePlan& plan, const std::filesystem::path& folder) {
    MANJU_CHECK(os::makeDirectories(folder));
    BenchScene scene;
    VideoSpec& spec = scene.spec;
    spec.width = plan.size.width;
    spec.height = plan.size.height;
    spec.title = "Bench";
    spec.label = "AI generated";
    const auto add = [&](const std::string& name) {
        scene.inputs[name] = (folder / name).string();
        return folder / name;
    };
    for (int i = 0; i < std::min(plan.shots, kDifferentStills); ++i)
        MANJU_CHECK(writeStill(noiseStill(plan.still, static_cast<std::uint32_t>(i) * 1000 + 7),
                               add("still" + std::to_string(i) + ".png")));
    const std::int64_t spoken = plan.framesPerShot * kSamplesPerFrame * 2 / 3;
    for (int i = 0; i < 2; ++i)
        MANJU_CHECK(writeWav(speechTone(spoken, 120 + 60 * i), add("voice" + std::to_string(i) + ".wav")));
    MANJU_CHECK(writeWav(chord(20), add("music.wav")));
    spec.music = "music.wav";
    for (int i = 0; i < plan.shots; ++i) {
        const std::int64_t start = spec.timeline.frames;
        const auto& move = kMoves[static_cast<std::size_t>(i) % kMoves.size()];
        spec.timeline.clips.push_back({"still" + std::to_string(i % kDifferentStills) + ".png", start,
                                       plan.framesPerShot, move[0], move[1]});
        spec.timeline.voices.push_back(
            {"voice" + std::to_string(i % 2) + ".wav", start * kSamplesPerFrame, spoken});
        spec.timeline.frames += plan.framesPerShot;
    }
    if (plan.captions) {
        spec.subtitles = "captions.ass";
        MANJU_CHECK(os::writeFile(add("captions.ass"), captionScript(spec.timeline, plan.size)));
    }
    return scene;
}

Result<MotionFigures> measureMotion(const TimelineClip& clip, Size output,
                                    const std::filesystem::path& folder) {
    // Off the centre, so that a zoom moves it; wide enough to be sampled well.
    const Size stillSize{832, 1480};
    const auto file = folder / "spot.png";
    MANJU_CHECK(os::makeDirectories(folder));
    MANJU_CHECK(writeStill(spotStill(stillSize, stillSize.width * 0.7, stillSize.height * 0.72, 12), file));
    FrameSource source({{clip, file}}, output, {});
    const auto area = static_cast<std::size_t>(output.width) * static_cast<std::size_t>(output.height);
    std::vector<std::uint8_t> y(area), cb(area / 4), cr(area / 4);
    const Picture picture{{y.data(), output.width, output.width, output.height},
                          {cb.data(), output.width / 2, output.width / 2, output.height / 2},
                          {cr.data(), output.width / 2, output.width / 2, output.height / 2}};
    std::vector<std::array<double, 2>> centres;
    for (std::int64_t frame = 0; frame < clip.frames; ++frame) {
        MANJU_CHECK(source.draw(clip.startFrame + frame, picture));
        constexpr int kBackground = 40;  // above the still's grey after conversion
        double sum = 0, sumX = 0, sumY = 0;
        for (int row = 0; row < output.height; ++row)
            for (int column = 0; column < output.width; ++column) {
                const int value = picture.y.row(row)[column] - kBackground;
                if (value <= 0) continue;
                sum += value;
                sumX += static_cast<double>(value) * column;
                sumY += static_cast<double>(value) * row;
            }
        centres.push_back({sumX / sum, sumY / sum});
    }
    MotionFigures figures;
    const auto& first = centres.front();
    const auto& last = centres.back();
    const double dx = last[0] - first[0], dy = last[1] - first[1];
    figures.travelled = std::hypot(dx, dy);
    double squares = 0;
    for (std::size_t i = 1; i < centres.size(); ++i) {
        const double stepX = centres[i][0] - centres[i - 1][0], stepY = centres[i][1] - centres[i - 1][1];
        if (stepX * dx + stepY * dy < 0) ++figures.backwardSteps;
        if (i + 1 == centres.size()) break;
        const double acceleration =
            std::hypot(centres[i + 1][0] - centres[i][0] - stepX, centres[i + 1][1] - centres[i][1] - stepY);
        squares += acceleration * acceleration;
        figures.maxAcceleration = std::max(figures.maxAcceleration, acceleration);
    }
    if (centres.size() > 2)
        figures.rmsAcceleration = std::sqrt(squares / static_cast<double>(centres.size() - 2));
    return figures;
}

}  // namespace manju::video
