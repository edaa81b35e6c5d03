// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/compose.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/errors.h"
#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/video/captions.h"
#include "core/video/errors.h"
#include "core/video/frame_source.h"
#include "core/video/loudness.h"
#include "core/video/mix.h"
#include "core/video/mp4_writer.h"

namespace manju::video {
namespace {

using Inputs = std::map<std::string, std::string>;

constexpr double kMixShare = 0.04;  // of the whole time, by measurement
constexpr double kVerifyShare = 0.03;
constexpr int kMinSide = 16;
constexpr int kMaxSide = 4096;
constexpr double kHardToReach = 0.5;  // LU away from the wish: worth a line in the log

/// Removes the unfinished file unless it was published.
class PartFile {
public:
    explicit PartFile(const std::filesystem::path& output) : path_(output) { path_ += ".part"; }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile() {
        std::error_code ignored;
        if (!published_) std::filesystem::remove(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    Status publish(const std::filesystem::path& output) {
        MANJU_CHECK(os::syncFile(path_));
        MANJU_CHECK(os::publishFile(path_, output));
        published_ = true;
        return Done{};
    }

private:
    std::filesystem::path path_;
    bool published_ = false;
};

Error invalid(std::string detail) {
    return Error(kPlanInvalid, {{"detail", std::move(detail)}});
}

Status checkSpec(const VideoSpec& spec) {
    const Timeline& timeline = spec.timeline;
    const auto side = [](int n) { return n >= kMinSide && n <= kMaxSide && n % 2 == 0; };
    if (!side(spec.width) || !side(spec.height) || h264Level({spec.width, spec.height}) == 0)
        return invalid("a video of " + std::to_string(spec.width) + "x" + std::to_string(spec.height));
    if (timeline.frames < 1 || timeline.clips.empty()) return invalid("a timeline without pictures");
    std::int64_t frame = 0;
    for (const TimelineClip& clip : timeline.clips) {
        if (clip.startFrame != frame || clip.frames < 1)
            return invalid("a clip at frame " + std::to_string(clip.startFrame) + " instead of " +
                           std::to_string(frame));
        frame += clip.frames;
    }
    if (frame != timeline.frames)
        return invalid("clips of " + std::to_string(frame) + " frames in a timeline of " +
                       std::to_string(timeline.frames));
    for (const TimelineVoice& voice : timeline.voices)
        if (voice.startSample < 0 || voice.samples < 1 ||
            voice.startSample + voice.samples > timeline.frames * kSamplesPerFrame)
            return invalid("a line at sample " + std::to_string(voice.startSample) + " outside the timeline");
    return Done{};
}

Result<std::filesystem::path> findInput(const Inputs& inputs, const std::string& sha, const char* kind) {
    const auto found = inputs.find(sha);
    if (found == inputs.end()) return Error(kInputMissing, {{"kind", kind}, {"sha", sha}});
    std::error_code failure;
    if (!std::filesystem::exists(found->second, failure))
        return Error(kFileNotFound, {{"file", found->second}});
    return std::filesystem::path(found->second);
}

Status refuseOverwriting(const Inputs& inputs, const std::filesystem::path& output) {
    for (const auto& [sha, path] : inputs) {
        std::error_code failure;
        if (std::filesystem::equivalent(path, output, failure))
            return Error(kOverwritesInput, {{"file", output.string()}});
    }
    return Done{};
}

Result<MixPlan> planMix(const VideoSpec& spec, const Inputs& inputs) {
    MixPlan plan{spec.timeline.frames * kSamplesPerFrame, {}, {}, spec.audio};
    for (const TimelineVoice& voice : spec.timeline.voices) {
        MANJU_TRY(auto file, findInput(inputs, voice.audio, "voice"));
        plan.voices.push_back({std::move(file), voice.startSample, voice.samples});
    }
    std::stable_sort(plan.voices.begin(), plan.voices.end(),
                     [](const MixVoice& a, const MixVoice& b) { return a.startSample < b.startSample; });
    if (!spec.music.empty()) {
        MANJU_TRY(plan.music, findInput(inputs, spec.music, "music"));
    }
    return plan;
}

Result<std::vector<FrameClip>> planClips(const VideoSpec& spec, const Inputs& inputs) {
    std::vector<FrameClip> clips;
    for (const TimelineClip& clip : spec.timeline.clips) {
        MANJU_TRY(auto file, findInput(inputs, clip.image, "picture"));
        clips.push_back({clip, std::move(file)});
    }
    return clips;
}

/// One composition under way.
class Composer {
public:
    Composer(const VideoSpec& spec, const Progress& progress, const std::stop_token& stop)
        : spec_(spec), progress_(progress), stop_(stop), size_{spec.width, spec.height} {}

    Result<VideoFacts> run(const Inputs& inputs, const std::filesystem::path& output,
                           const std::vector<std::filesystem::path>& fonts) {
        MANJU_CHECK(checkSpec(spec_));
        MANJU_CHECK(refuseOverwriting(inputs, output));
        MANJU_TRY(std::vector<FrameClip> clips, planClips(spec_, inputs));
        MANJU_TRY(const MixPlan mixPlan, planMix(spec_, inputs));
        CaptionSource captions;
        if (!spec_.subtitles.empty()) {
            MANJU_TRY(const auto file, findInput(inputs, spec_.subtitles, "caption file"));
            MANJU_TRY(captions, openCaptions(file, fonts, size_));
        }
        report(0, "stage.mix");
        MANJU_TRY(MasteredMix mix, MasteredMix::open(mixPlan, stop_));
        noteLevel(mix.level());

        PartFile part(output);
        FrameSource frames(std::move(clips), size_, std::move(captions));
        MANJU_TRY(Mp4Writer writer, Mp4Writer::create({part.path(), size_, spec_.title, spec_.label}));
        MANJU_CHECK(encode(frames, mix, writer));
        report(1.0 - kVerifyShare, "stage.verify");
        VideoPlan plan{size_, spec_.timeline.frames, {}, pictures_};
        if (mix.level().integratedLufs > kSilentLufs) plan.integratedLufs = mix.level().integratedLufs;
        MANJU_TRY(const VideoFacts facts, verifyVideo(part.path(), plan, stop_));
        MANJU_CHECK(part.publish(output));
        report(1.0, "stage.verify");
        return facts;
    }

private:
    Status encode(FrameSource& frames, MasteredMix& mix, Mp4Writer& writer) {
        const std::int64_t count = spec_.timeline.frames;
        std::int64_t samplesWritten = 0;
        std::vector<float> samples;
        for (std::int64_t frame = 0; frame < count; ++frame) {
            if (stop_.stop_requested()) return Error(kCancelled);
            MANJU_TRY(const Picture picture, writer.nextPicture());
            MANJU_CHECK(frames.draw(frame, picture));
            if (frame == 0 || frame == count - 1) pictures_.emplace_back(frame, signatureOf(picture));
            MANJU_CHECK(writer.writePicture());
            while (samplesWritten < (frame + 1) * kSamplesPerFrame) {
                samples.clear();
                MANJU_CHECK(mix.read(samples));
                if (samples.empty()) break;
                MANJU_CHECK(writer.writeSound(samples));
                samplesWritten += static_cast<std::int64_t>(samples.size() / 2);
            }
            report(kMixShare + (1.0 - kMixShare - kVerifyShare) * static_cast<double>(frame + 1) /
                                   static_cast<double>(count),
                   "stage.compose", frame + 1, count);
        }
        return writer.finish();
    }

    void report(double fraction, std::string_view stage, std::int64_t index = 0,
                std::int64_t count = 0) const {
        if (progress_) progress_({fraction, stage, index, count});
    }

    void noteLevel(const MixLevel& level) const {
        if (level.integratedLufs <= kSilentLufs) return;
        if (level.integratedLufs < spec_.audio.integratedLufs - kHardToReach)
            log::warning("video",
                         "the sound's peaks allow only " + std::to_string(level.integratedLufs) + " LUFS");
    }

    const VideoSpec& spec_;
    const Progress& progress_;
    const std::stop_token& stop_;
    Size size_;
    std::vector<std::pair<std::int64_t, FrameSignature>> pictures_;
};

}  // namespace

Result<VideoFacts> composeVideo(const VideoSpec& spec, const std::map<std::string, std::string>& inputs,
                                const std::filesystem::path& output,
                                const std::vector<std::filesystem::path>& fonts, const Progress& progress,
                                std::stop_token stop) {
    try {
        return Composer(spec, progress, stop).run(inputs, output, fonts);
    } catch (const std::exception& failure) {
        return Error(kInternal, {{"detail", failure.what()}});
    }
}

}  // namespace manju::video
