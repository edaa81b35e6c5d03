// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libswresample/swresample.h>
}

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"

/// Ownership and errors of FFmpeg's C objects. Private to this folder.
namespace manju::video {

struct AvFree {
    void operator()(AVFrame* p) const { av_frame_free(&p); }
    void operator()(AVPacket* p) const { av_packet_free(&p); }
    void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
    void operator()(SwrContext* p) const { swr_free(&p); }
};
using FramePtr = std::unique_ptr<AVFrame, AvFree>;
using PacketPtr = std::unique_ptr<AVPacket, AvFree>;
using CodecPtr = std::unique_ptr<AVCodecContext, AvFree>;
using ResamplerPtr = std::unique_ptr<SwrContext, AvFree>;

/// A file opened for reading.
struct DemuxerClose {
    void operator()(AVFormatContext* p) const { avformat_close_input(&p); }
};
using DemuxerPtr = std::unique_ptr<AVFormatContext, DemuxerClose>;

/// Sends FFmpeg's messages to the program's log, at debug level: what matters comes back as an Error.
void routeAvLog();

/// FFmpeg's wording of a return value.
std::string avText(int code);

/// The Error for a failed write of `file`: a full disk and other conditions of the file system keep
/// their own codes, everything else is kEncodingFailed.
Error avWriteError(const std::filesystem::path& file, int code);

/// Opens `file` and reads its streams. `code` makes the Error: kSoundInvalid, kVideoUnreadable.
Result<DemuxerPtr> openDemuxer(const std::filesystem::path& file, const ErrorCode& code);

/// An open decoder for `stream` with `threads` threads.
Result<CodecPtr> openDecoder(const AVStream& stream, int threads, const std::filesystem::path& file,
                             const ErrorCode& code);

}  // namespace manju::video
