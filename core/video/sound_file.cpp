// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/sound_file.h"

#include <algorithm>
#include <utility>

#include "core/domain/timeline.h"
#include "core/video/av.h"
#include "core/video/errors.h"

namespace manju::video {
namespace {

/// Decodes packet by packet into one growing vector.
class SoundReader {
public:
    SoundReader(const std::filesystem::path& file, int channels, std::int64_t limit)
        : file_(file),
          channels_(channels),
          limit_(static_cast<std::size_t>(limit) * static_cast<std::size_t>(channels)) {}

    Result<std::vector<float>> read() {
        MANJU_TRY(demuxer_, openDemuxer(file_, kSoundInvalid));
        const int index = av_find_best_stream(demuxer_.get(), AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
        if (index < 0) return failure("it holds no sound");
        MANJU_TRY(decoder_, openDecoder(*demuxer_->streams[index], 1, file_, kSoundInvalid));
        while (samples_.size() < limit_) {
            const int got = av_read_frame(demuxer_.get(), packet_.get());
            if (got < 0 && got != AVERROR_EOF) return failure(avText(got));
            if (got == AVERROR_EOF) break;
            const bool ours = packet_->stream_index == index;
            const Status status = ours ? decode(packet_.get()) : Status(Done{});
            av_packet_unref(packet_.get());
            MANJU_CHECK(status);
        }
        MANJU_CHECK(decode(nullptr));
        if (resampler_) MANJU_CHECK(convert(nullptr));
        if (samples_.empty()) return failure("it holds no sound");
        if (samples_.size() > limit_) samples_.resize(limit_);
        return std::move(samples_);
    }

private:
    Error failure(const std::string& detail) const {
        return Error(kSoundInvalid, {{"file", file_.string()}, {"detail", detail}});
    }

    Status decode(const AVPacket* packet) {
        const int sent = avcodec_send_packet(decoder_.get(), packet);
        if (sent < 0 && sent != AVERROR_EOF) return failure(avText(sent));
        for (;;) {
            const int got = avcodec_receive_frame(decoder_.get(), frame_.get());
            if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return Done{};
            if (got < 0) return failure(avText(got));
            const Status status = convert(frame_.get());
            av_frame_unref(frame_.get());
            MANJU_CHECK(status);
        }
    }

    Status openResampler(AVFrame& frame) {
        AVChannelLayout layout{};
        av_channel_layout_default(&layout, channels_);
        SwrContext* raw = nullptr;
        int result =
            swr_alloc_set_opts2(&raw, &layout, AV_SAMPLE_FMT_FLT, kSampleRate, &frame.ch_layout,
                                static_cast<AVSampleFormat>(frame.format), frame.sample_rate, 0, nullptr);
        resampler_.reset(raw);
        if (result >= 0) result = swr_init(raw);
        if (result < 0) return failure(avText(result));
        return Done{};
    }

    /// Null drains the resampler.
    Status convert(AVFrame* frame) {
        if (!resampler_) MANJU_CHECK(openResampler(*frame));
        const int in = frame ? frame->nb_samples : 0;
        const std::int64_t room = swr_get_out_samples(resampler_.get(), in);
        if (room <= 0) return Done{};
        const std::size_t before = samples_.size();
        const auto channels = static_cast<std::size_t>(channels_);
        samples_.resize(before + static_cast<std::size_t>(room) * channels);
        auto* out = reinterpret_cast<std::uint8_t*>(samples_.data() + before);
        auto** data = frame ? const_cast<const std::uint8_t**>(frame->extended_data) : nullptr;
        const int got = swr_convert(resampler_.get(), &out, static_cast<int>(room), data, in);
        if (got < 0) return failure(avText(got));
        samples_.resize(before + static_cast<std::size_t>(got) * channels);
        return Done{};
    }

    const std::filesystem::path& file_;
    int channels_;
    std::size_t limit_;
    DemuxerPtr demuxer_;
    CodecPtr decoder_;
    ResamplerPtr resampler_;
    PacketPtr packet_{av_packet_alloc()};
    FramePtr frame_{av_frame_alloc()};
    std::vector<float> samples_;
};

}  // namespace

Result<std::vector<float>> readSound(const std::filesystem::path& file, int channels, std::int64_t limit) {
    return SoundReader(file, channels, limit).read();
}

}  // namespace manju::video
