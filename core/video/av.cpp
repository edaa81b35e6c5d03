// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/av.h"

#include <array>
#include <cerrno>
#include <cstdarg>
#include <mutex>
#include <new>

#include "core/base/errors.h"
#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/video/errors.h"

namespace manju::video {

namespace {

void logLine(void* source, int level, const char* format, va_list arguments) {
    if (level > AV_LOG_WARNING) return;
    std::array<char, 512> line{};
    int atStart = 1;
    av_log_format_line2(source, level, format, arguments, line.data(), static_cast<int>(line.size()),
                        &atStart);
    log::debug("video", trimmed(line.data()));
}

}  // namespace

void routeAvLog() {
    static std::once_flag once;
    std::call_once(once, [] { av_log_set_callback(logLine); });
}

std::string avText(int code) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
    av_strerror(code, text.data(), text.size());
    return text.data();
}

Error avWriteError(const std::filesystem::path& file, int code) {
    switch (code) {
        case AVERROR(ENOSPC):
        case AVERROR(EDQUOT):
        case AVERROR(EACCES):
        case AVERROR(EPERM):
        case AVERROR(EROFS):
        case AVERROR(ENOENT):
        case AVERROR(ENOTDIR):
        case AVERROR(EISDIR):
        case AVERROR(EFBIG):
        case AVERROR(EIO):
            return os::fileError(file, AVUNERROR(code), false);
        default:
            return Error(kEncodingFailed, {{"file", file.string()}, {"detail", avText(code)}});
    }
}

Result<DemuxerPtr> openDemuxer(const std::filesystem::path& file, const ErrorCode& code) {
    routeAvLog();
    AVFormatContext* raw = nullptr;
    const int opened = avformat_open_input(&raw, file.c_str(), nullptr, nullptr);
    if (opened == AVERROR(ENOENT) || opened == AVERROR(EACCES))
        return os::fileError(file, AVUNERROR(opened), true);
    if (opened < 0) return Error(code, {{"file", file.string()}, {"detail", avText(opened)}});
    DemuxerPtr demuxer(raw);
    if (const int found = avformat_find_stream_info(raw, nullptr); found < 0)
        return Error(code, {{"file", file.string()}, {"detail", avText(found)}});
    return demuxer;
}

Result<CodecPtr> openDecoder(const AVStream& stream, int threads, const std::filesystem::path& file,
                             const ErrorCode& code) {
    const AVCodec* codec = avcodec_find_decoder(stream.codecpar->codec_id);
    if (codec == nullptr)
        return Error(
            code, {{"file", file.string()},
                   {"detail", std::string("no decoder for ") + avcodec_get_name(stream.codecpar->codec_id)}});
    CodecPtr decoder(avcodec_alloc_context3(codec));
    if (!decoder) throw std::bad_alloc();
    int result = avcodec_parameters_to_context(decoder.get(), stream.codecpar);
    decoder->pkt_timebase = stream.time_base;
    decoder->thread_count = threads;
    if (result >= 0) result = avcodec_open2(decoder.get(), codec, nullptr);
    if (result < 0) return Error(code, {{"file", file.string()}, {"detail", avText(result)}});
    return decoder;
}

}  // namespace manju::video
