// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/verify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

extern "C" {
#include <libavutil/pixdesc.h>
}

#include "core/base/errors.h"
#include "core/domain/timeline.h"
#include "core/video/av.h"
#include "core/video/errors.h"
#include "core/video/loudness.h"
#include "core/video/mp4_writer.h"

namespace manju::video {
namespace {

constexpr double kLoudnessTolerance = 0.5;
constexpr int kPictureTolerance = 10;  // of 255, mean of a tile: far above coding noise at crf 20

#ifdef AV_PROFILE_H264_HIGH
constexpr int kProfileHigh = AV_PROFILE_H264_HIGH;
#else
constexpr int kProfileHigh = FF_PROFILE_H264_HIGH;
#endif

std::string decimal(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

/// Names of the top-level boxes in order, up to "mdat".
Result<std::vector<std::string>> boxesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> names;
    std::array<unsigned char, 16> head{};
    std::uint64_t at = 0;
    while (in.seekg(static_cast<std::streamoff>(at)) && in.read(reinterpret_cast<char*>(head.data()), 8)) {
        std::uint64_t size = 0;
        for (std::size_t i = 0; i < 4; ++i) size = size << 8 | head[i];
        names.emplace_back(reinterpret_cast<const char*>(head.data()) + 4, 4);
        if (names.back() == "mdat") break;
        if (size == 1 && in.read(reinterpret_cast<char*>(head.data()) + 8, 8)) {
            size = 0;
            for (std::size_t i = 8; i < 16; ++i) size = size << 8 | head[i];
        }
        if (size < 8) break;
        at += size;
    }
    if (names.empty()) return Error(kVideoUnreadable, {{"file", file.string()}, {"detail", "it is empty"}});
    return names;
}

class Verifier {
public:
    Verifier(const std::filesystem::path& file, const VideoPlan& plan, const std::stop_token& stop)
        : file_(file), plan_(plan), stop_(stop) {}

    Result<VideoFacts> run() {
        MANJU_CHECK(checkOrder());
        MANJU_TRY(demuxer_, openDemuxer(file_, kVideoUnreadable));
        MANJU_CHECK(checkStreams());
        MANJU_CHECK(checkVideoStream(*video_->codecpar));
        MANJU_CHECK(checkAudioStream(*audio_->codecpar));
        MANJU_CHECK(readAll());
        MANJU_CHECK(checkLengths());
        MANJU_CHECK(checkLoudness());
        MANJU_CHECK(decodeGroup(0));
        MANJU_CHECK(decodeGroup(lastKey_));
        MANJU_CHECK(checkPicturesSeen());
        return facts_;
    }

private:
    template <class A, class B>
    Status expect(std::string_view what, const A& found, const B& expected) const {
        if (found == expected) return Done{};
        return wrong(what, text(found), text(expected));
    }
    static std::string text(std::int64_t value) { return std::to_string(value); }
    static std::string text(const char* value) { return value ? value : "unknown"; }
    static std::string text(std::string_view value) { return std::string(value); }
    Error wrong(std::string_view what, std::string found, std::string expected) const {
        return Error(kVideoWrong, {{"file", file_.string()},
                                   {"what", std::string(what)},
                                   {"found", std::move(found)},
                                   {"expected", std::move(expected)}});
    }
    Error unreadable(int code) const {
        return Error(kVideoUnreadable, {{"file", file_.string()}, {"detail", avText(code)}});
    }

    Status checkOrder() {
        MANJU_TRY(const auto boxes, boxesOf(file_));
        const auto moov = std::find(boxes.begin(), boxes.end(), "moov");
        const auto mdat = std::find(boxes.begin(), boxes.end(), "mdat");
        if (moov == boxes.end() || mdat == boxes.end())
            return wrong("index", "missing", "before the content");
        return Done{};  // boxesOf stops at mdat, so moov is in front of it
    }

    Status checkStreams() {
        MANJU_CHECK(expect("streams", demuxer_->nb_streams, 2U));
        const int video = av_find_best_stream(demuxer_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
        const int audio = av_find_best_stream(demuxer_.get(), AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
        if (video < 0) return wrong("video streams", "0", "1");
        if (audio < 0) return wrong("audio streams", "0", "1");
        video_ = demuxer_->streams[video];
        audio_ = demuxer_->streams[audio];
        return Done{};
    }

    Status checkVideoStream(const AVCodecParameters& p) {
        MANJU_CHECK(expect("video codec", std::string_view(avcodec_get_name(p.codec_id)), "h264"));
        MANJU_CHECK(expect("profile", p.profile, kProfileHigh));
        MANJU_CHECK(expect("level", p.level, h264Level(plan_.size)));
        MANJU_CHECK(expect("pixel format", name(av_get_pix_fmt_name(static_cast<AVPixelFormat>(p.format))),
                           "yuv420p"));
        MANJU_CHECK(expect("width", p.width, plan_.size.width));
        MANJU_CHECK(expect("height", p.height, plan_.size.height));
        MANJU_CHECK(expect("colour range", name(av_color_range_name(p.color_range)), "tv"));
        MANJU_CHECK(expect("colour matrix", name(av_color_space_name(p.color_space)), "bt709"));
        MANJU_CHECK(expect("colour primaries", name(av_color_primaries_name(p.color_primaries)), "bt709"));
        MANJU_CHECK(expect("transfer", name(av_color_transfer_name(p.color_trc)), "bt709"));
        const AVRational rate = video_->avg_frame_rate;
        if (rate.den == 0 || av_cmp_q(rate, {kFramesPerSecond, 1}) != 0)
            return wrong("frame rate", std::to_string(rate.num) + "/" + std::to_string(rate.den),
                         std::to_string(kFramesPerSecond) + "/1");
        facts_.width = p.width;
        facts_.height = p.height;
        return Done{};
    }
    static std::string_view name(const char* text) { return text ? text : "unknown"; }

    Status checkAudioStream(const AVCodecParameters& p) {
        MANJU_CHECK(expect("audio codec", std::string_view(avcodec_get_name(p.codec_id)), "aac"));
        MANJU_CHECK(expect("sample rate", p.sample_rate, kSampleRate));
        return expect("channels", p.ch_layout.nb_channels, 2);
    }

    /// Counts the pictures, finds the last key frame and decodes all of the sound.
    Status readAll() {
        MANJU_TRY(CodecPtr decoder, openDecoder(*audio_, 1, file_, kVideoUnreadable));
        const PacketPtr packet(av_packet_alloc());
        for (;;) {
            if (stop_.stop_requested()) return Error(kCancelled);
            const int got = av_read_frame(demuxer_.get(), packet.get());
            if (got == AVERROR_EOF) break;
            if (got < 0) return unreadable(got);
            Status status = Done{};
            if (packet->stream_index == video_->index) {
                ++facts_.frames;
                if ((packet->flags & AV_PKT_FLAG_KEY) != 0) lastKey_ = packet->pts;
            } else {
                status = decodeSound(*decoder, packet.get());
            }
            av_packet_unref(packet.get());
            MANJU_CHECK(status);
        }
        MANJU_CHECK(decodeSound(*decoder, nullptr));
        facts_.integratedLufs = meter_.integratedLufs();
        facts_.truePeakDb = meter_.truePeakDb();
        facts_.bytes = avio_size(demuxer_->pb);
        return Done{};
    }

    Status decodeSound(AVCodecContext& decoder, const AVPacket* packet) {
        if (const int sent = avcodec_send_packet(&decoder, packet); sent < 0 && sent != AVERROR_EOF)
            return unreadable(sent);
        for (;;) {
            const int got = avcodec_receive_frame(&decoder, frame_.get());
            if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return Done{};
            if (got < 0) return unreadable(got);
            MANJU_CHECK(expect("sample format", frame_->format, int{AV_SAMPLE_FMT_FLTP}));
            const auto* left = reinterpret_cast<const float*>(frame_->extended_data[0]);
            const auto* right = reinterpret_cast<const float*>(frame_->extended_data[1]);
            samples_.clear();
            for (int i = 0; i < frame_->nb_samples; ++i) {
                samples_.push_back(left[i]);
                samples_.push_back(right[i]);
            }
            meter_.add(samples_);
            av_frame_unref(frame_.get());
        }
    }

    Status checkLengths() {
        MANJU_CHECK(expect("frames", facts_.frames, plan_.frames));
        const std::int64_t video = av_rescale_q(video_->duration, video_->time_base, {1, kSampleRate});
        facts_.audioSamples = av_rescale_q(audio_->duration, audio_->time_base, {1, kSampleRate});
        if (std::abs(video - plan_.frames * kSamplesPerFrame) > 1)
            return wrong("picture length in samples", text(video), text(plan_.frames * kSamplesPerFrame));
        if (std::abs(facts_.audioSamples - video) > kSamplesPerFrame)
            return wrong("sound length in samples", text(facts_.audioSamples), text(video));
        return Done{};
    }

    Status checkLoudness() {
        if (!plan_.integratedLufs) return Done{};
        if (std::abs(facts_.integratedLufs - *plan_.integratedLufs) <= kLoudnessTolerance) return Done{};
        return wrong("loudness in LUFS", decimal(facts_.integratedLufs), decimal(*plan_.integratedLufs));
    }

    /// Decodes from the key frame at `pts` to the next key frame or the end.
    Status decodeGroup(std::int64_t pts) {
        MANJU_TRY(CodecPtr decoder, openDecoder(*video_, 1, file_, kVideoUnreadable));
        if (const int found = av_seek_frame(demuxer_.get(), video_->index, pts, AVSEEK_FLAG_BACKWARD);
            found < 0)
            return unreadable(found);
        const PacketPtr packet(av_packet_alloc());
        int keys = 0;
        for (;;) {
            if (stop_.stop_requested()) return Error(kCancelled);
            const int got = av_read_frame(demuxer_.get(), packet.get());
            if (got == AVERROR_EOF) break;
            if (got < 0) return unreadable(got);
            const bool ours = packet->stream_index == video_->index;
            if (ours && (packet->flags & AV_PKT_FLAG_KEY) != 0) ++keys;
            const Status status = ours && keys == 1 ? decodePicture(*decoder, packet.get()) : Status(Done{});
            av_packet_unref(packet.get());
            MANJU_CHECK(status);
            if (keys > 1) break;
        }
        return decodePicture(*decoder, nullptr);
    }

    Status decodePicture(AVCodecContext& decoder, const AVPacket* packet) {
        if (const int sent = avcodec_send_packet(&decoder, packet); sent < 0 && sent != AVERROR_EOF)
            return unreadable(sent);
        for (;;) {
            const int got = avcodec_receive_frame(&decoder, frame_.get());
            if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return Done{};
            if (got < 0) return unreadable(got);
            if (frame_->decode_error_flags != 0) return unreadable(AVERROR_INVALIDDATA);
            const Status status = comparePicture();
            av_frame_unref(frame_.get());
            MANJU_CHECK(status);
        }
    }

    Status comparePicture() {
        const std::int64_t index =
            av_rescale_q(frame_->best_effort_timestamp, video_->time_base, {1, kFramesPerSecond});
        for (const auto& [wanted, signature] : plan_.pictures) {
            if (wanted != index) continue;
            const auto plane = [&](int i, int shift) {
                return Plane{frame_->data[i], frame_->linesize[i], frame_->width >> shift,
                             frame_->height >> shift};
            };
            const FrameSignature found = signatureOf({plane(0, 0), plane(1, 1), plane(2, 1)});
            const int distance = signatureDistance(found, signature);
            facts_.pictureDistance = std::max(facts_.pictureDistance, distance);
            seen_.push_back(index);
            if (distance > kPictureTolerance)
                return wrong("picture of frame " + text(index) + ", tile difference", text(distance),
                             "at most " + text(kPictureTolerance));
        }
        return Done{};
    }

    Status checkPicturesSeen() {
        for (const auto& [wanted, signature] : plan_.pictures)
            if (std::find(seen_.begin(), seen_.end(), wanted) == seen_.end())
                return wrong("picture of frame " + text(wanted), "missing", "decoded");
        return Done{};
    }

    const std::filesystem::path& file_;
    const VideoPlan& plan_;
    const std::stop_token& stop_;
    VideoFacts facts_;
    DemuxerPtr demuxer_;
    const AVStream* video_ = nullptr;
    const AVStream* audio_ = nullptr;
    FramePtr frame_{av_frame_alloc()};
    LoudnessMeter meter_{2, true};
    std::vector<float> samples_;
    std::vector<std::int64_t> seen_;
    std::int64_t lastKey_ = 0;
};

}  // namespace

Result<VideoFacts> verifyVideo(const std::filesystem::path& file, const VideoPlan& plan,
                               const std::stop_token& stop) {
    return Verifier(file, plan, stop).run();
}

}  // namespace manju::video
