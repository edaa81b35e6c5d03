// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/mp4_writer.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

extern "C" {
#include <libavutil/opt.h>
}

#include "core/base/errors.h"
#include "core/domain/timeline.h"
#include "core/video/av.h"
#include "core/video/errors.h"

namespace manju::video {
namespace {

constexpr int kEncoderThreads = 4;  // fixed: the stream's bytes depend on it
constexpr int kKeyInterval = 2 * kFramesPerSecond;
constexpr int kAudioBitRate = 192'000;

void setColour(AVCodecContext& context) {
    context.color_range = AVCOL_RANGE_MPEG;
    context.colorspace = AVCOL_SPC_BT709;
    context.color_primaries = AVCOL_PRI_BT709;
    context.color_trc = AVCOL_TRC_BT709;
    context.chroma_sample_location = AVCHROMA_LOC_LEFT;
}

void setColour(AVFrame& frame) {
    frame.color_range = AVCOL_RANGE_MPEG;
    frame.colorspace = AVCOL_SPC_BT709;
    frame.color_primaries = AVCOL_PRI_BT709;
    frame.color_trc = AVCOL_TRC_BT709;
    frame.chroma_location = AVCHROMA_LOC_LEFT;
}

}  // namespace

int h264Level(Size size) {
    struct Limit {
        int level;
        std::int64_t blocks;  // per frame
        std::int64_t blocksPerSecond;
    };
    static constexpr std::array<Limit, 5> kLimits{{{40, 8192, 245'760},
                                                   {42, 8704, 522'240},
                                                   {50, 22'080, 589'824},
                                                   {51, 36'864, 983'040},
                                                   {52, 36'864, 2'073'600}}};
    const std::int64_t blocks = std::int64_t{(size.width + 15) / 16} * ((size.height + 15) / 16);
    for (const Limit& limit : kLimits)
        if (blocks <= limit.blocks && blocks * kFramesPerSecond <= limit.blocksPerSecond) return limit.level;
    return 0;
}

struct Mp4Writer::State {
    Mp4Spec spec;
    AVFormatContext* muxer = nullptr;
    CodecPtr video, audio;
    AVStream* videoStream = nullptr;
    AVStream* audioStream = nullptr;
    FramePtr picture{av_frame_alloc()};
    FramePtr sound{av_frame_alloc()};
    PacketPtr packet{av_packet_alloc()};
    std::vector<float> pending;  ///< interleaved samples that do not fill an AAC frame yet
    std::int64_t frames = 0;
    std::int64_t samples = 0;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (muxer == nullptr) return;
        if (muxer->pb != nullptr) avio_closep(&muxer->pb);
        avformat_free_context(muxer);
    }

    [[nodiscard]] Error failure(int code) const { return avWriteError(spec.file, code); }
    Status openVideo();
    Status openAudio();
    Status addStream(AVCodecContext& context, AVStream*& stream);
    Status openFile();
    Status encode(AVCodecContext& context, const AVStream& stream, const AVFrame* frame);
    Status encodeSound(int count);
};

Status Mp4Writer::State::openVideo() {
    const AVCodec* codec = avcodec_find_encoder_by_name("libx264");
    if (codec == nullptr) return Error(kEncoderMissing, {{"encoder", "libx264"}});
    video.reset(avcodec_alloc_context3(codec));
    AVCodecContext& c = *video;
    c.width = spec.size.width;
    c.height = spec.size.height;
    c.pix_fmt = AV_PIX_FMT_YUV420P;
    c.time_base = {1, kFramesPerSecond};
    c.framerate = {kFramesPerSecond, 1};
    c.sample_aspect_ratio = {1, 1};
    c.gop_size = kKeyInterval;
    c.max_b_frames = 2;
    c.thread_count = kEncoderThreads;
    c.level = h264Level(spec.size);
    c.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
    setColour(c);
    av_opt_set(c.priv_data, "preset", "veryfast", 0);
    av_opt_set(c.priv_data, "profile", "high", 0);
    av_opt_set(c.priv_data, "crf", "20", 0);
    av_opt_set(c.priv_data, "rc-lookahead", "20", 0);
    if (const int opened = avcodec_open2(&c, codec, nullptr); opened < 0) return failure(opened);
    return addStream(c, videoStream);
}

Status Mp4Writer::State::openAudio() {
    const AVCodec* codec = avcodec_find_encoder_by_name("aac");
    if (codec == nullptr) return Error(kEncoderMissing, {{"encoder", "aac"}});
    audio.reset(avcodec_alloc_context3(codec));
    AVCodecContext& c = *audio;
    c.sample_fmt = AV_SAMPLE_FMT_FLTP;
    c.sample_rate = kSampleRate;
    av_channel_layout_default(&c.ch_layout, 2);
    c.bit_rate = kAudioBitRate;
    c.time_base = {1, kSampleRate};
    c.thread_count = 1;
    c.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
    if (const int opened = avcodec_open2(&c, codec, nullptr); opened < 0) return failure(opened);
    return addStream(c, audioStream);
}

Status Mp4Writer::State::addStream(AVCodecContext& context, AVStream*& stream) {
    stream = avformat_new_stream(muxer, nullptr);
    if (stream == nullptr) return failure(AVERROR(ENOMEM));
    stream->time_base = context.time_base;
    if (const int copied = avcodec_parameters_from_context(stream->codecpar, &context); copied < 0)
        return failure(copied);
    if (context.codec_type == AVMEDIA_TYPE_VIDEO) {
        stream->avg_frame_rate = context.framerate;
        stream->sample_aspect_ratio = context.sample_aspect_ratio;
    }
    return Done{};
}

Status Mp4Writer::State::openFile() {
    muxer->flags |= AVFMT_FLAG_BITEXACT;
    av_dict_set(&muxer->metadata, "title", spec.title.c_str(), 0);
    av_dict_set(&muxer->metadata, "comment", spec.comment.c_str(), 0);
    AVDictionary* options = nullptr;
    av_dict_set(&options, "movflags", "+faststart", 0);
    // The edit lists, which state how long each stream is heard and seen, count in this unit.
    av_dict_set_int(&options, "movie_timescale", kSampleRate, 0);
    int result = avio_open(&muxer->pb, spec.file.c_str(), AVIO_FLAG_WRITE);
    if (result >= 0) result = avformat_write_header(muxer, &options);
    av_dict_free(&options);
    if (result < 0) return failure(result);
    return Done{};
}

Status Mp4Writer::State::encode(AVCodecContext& context, const AVStream& stream, const AVFrame* frame) {
    if (const int sent = avcodec_send_frame(&context, frame); sent < 0) return failure(sent);
    for (;;) {
        const int got = avcodec_receive_packet(&context, packet.get());
        if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return Done{};
        if (got < 0) return failure(got);
        packet->stream_index = stream.index;
        if (&context == video.get() && packet->duration == 0) packet->duration = 1;
        av_packet_rescale_ts(packet.get(), context.time_base, stream.time_base);
        if (const int written = av_interleaved_write_frame(muxer, packet.get()); written < 0)
            return failure(written);
    }
}

Status Mp4Writer::State::encodeSound(int count) {
    AVFrame& frame = *sound;
    frame.nb_samples = count;
    frame.format = audio->sample_fmt;
    frame.sample_rate = kSampleRate;
    av_channel_layout_copy(&frame.ch_layout, &audio->ch_layout);
    int result = av_frame_get_buffer(&frame, 0);
    if (result < 0) return failure(result);
    for (std::size_t channel = 0; channel < 2; ++channel) {
        auto* out = reinterpret_cast<float*>(frame.extended_data[channel]);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) out[i] = pending[i * 2 + channel];
    }
    frame.pts = samples;
    samples += count;
    pending.erase(pending.begin(), pending.begin() + std::ptrdiff_t{count} * 2);
    const Status status = encode(*audio, *audioStream, &frame);
    av_frame_unref(&frame);
    return status;
}

Mp4Writer::Mp4Writer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Mp4Writer::Mp4Writer(Mp4Writer&&) noexcept = default;
Mp4Writer& Mp4Writer::operator=(Mp4Writer&&) noexcept = default;
Mp4Writer::~Mp4Writer() = default;

Result<Mp4Writer> Mp4Writer::create(const Mp4Spec& spec) {
    routeAvLog();
    auto state = std::make_unique<State>();
    state->spec = spec;
    const int made = avformat_alloc_output_context2(&state->muxer, nullptr, "mp4", spec.file.c_str());
    if (made < 0) return state->failure(made);
    MANJU_CHECK(state->openVideo());
    MANJU_CHECK(state->openAudio());
    MANJU_CHECK(state->openFile());
    return Mp4Writer(std::move(state));
}

Result<Picture> Mp4Writer::nextPicture() {
    AVFrame& frame = *state_->picture;
    int result = 0;
    if (frame.buf[0] == nullptr) {
        frame.format = state_->video->pix_fmt;
        frame.width = state_->spec.size.width;
        frame.height = state_->spec.size.height;
        setColour(frame);
        result = av_frame_get_buffer(&frame, 0);
    } else {
        result = av_frame_make_writable(&frame);
    }
    if (result < 0) return state_->failure(result);
    const auto plane = [&](int i, int shift) {
        return Plane{frame.data[i], frame.linesize[i], frame.width >> shift, frame.height >> shift};
    };
    return Picture{plane(0, 0), plane(1, 1), plane(2, 1)};
}

Status Mp4Writer::writePicture() {
    state_->picture->pts = state_->frames++;
    return state_->encode(*state_->video, *state_->videoStream, state_->picture.get());
}

Status Mp4Writer::writeSound(std::span<const float> samples) {
    std::vector<float>& pending = state_->pending;
    pending.insert(pending.end(), samples.begin(), samples.end());
    const int count = state_->audio->frame_size;
    while (pending.size() >= static_cast<std::size_t>(count) * 2) MANJU_CHECK(state_->encodeSound(count));
    return Done{};
}

Status Mp4Writer::finish() {
    if (!state_->pending.empty())
        MANJU_CHECK(state_->encodeSound(static_cast<int>(state_->pending.size() / 2)));
    MANJU_CHECK(state_->encode(*state_->video, *state_->videoStream, nullptr));
    MANJU_CHECK(state_->encode(*state_->audio, *state_->audioStream, nullptr));
    if (const int written = av_write_trailer(state_->muxer); written < 0) return state_->failure(written);
    // A write error may be held back until the buffer is flushed.
    const int held = state_->muxer->pb->error;
    const int closed = avio_closep(&state_->muxer->pb);
    if (held < 0 || closed < 0) return state_->failure(held < 0 ? held : closed);
    return Done{};
}

}  // namespace manju::video
