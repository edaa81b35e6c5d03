// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/video/support.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <random>

#include "core/domain/timeline.h"
#include "core/video/av.h"
#include "core/video/errors.h"

namespace manju::video {

TempFolder::TempFolder() {
    std::random_device random;
    path_ = std::filesystem::temp_directory_path() /
            ("manju-video-test-" + std::to_string(random()) + std::to_string(random()));
    std::filesystem::create_directories(path_);
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> TempFolder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

OwnPicture::OwnPicture(int w, int h)
    : width(w),
      height(h),
      y(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)),
      cb(y.size() / 4),
      cr(y.size() / 4) {}

Picture OwnPicture::view() {
    return {{y.data(), width, width, height},
            {cb.data(), width / 2, width / 2, height / 2},
            {cr.data(), width / 2, width / 2, height / 2}};
}

std::vector<OwnPicture> decodeFrames(const std::filesystem::path& video) {
    std::vector<OwnPicture> frames;
    auto demuxer = openDemuxer(video, kVideoUnreadable);
    if (!demuxer.ok()) return frames;
    const int index = av_find_best_stream(demuxer->get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    auto decoder = openDecoder(*(*demuxer)->streams[index], 1, video, kVideoUnreadable);
    if (!decoder.ok()) return frames;
    const PacketPtr packet(av_packet_alloc());
    const FramePtr frame(av_frame_alloc());
    const auto drain = [&] {
        while (avcodec_receive_frame(decoder->get(), frame.get()) == 0) {
            OwnPicture& own = frames.emplace_back(frame->width, frame->height);
            const Picture view = own.view();
            for (int p = 0; p < 3; ++p) {
                const Plane& plane = p == 0 ? view.y : p == 1 ? view.cb : view.cr;
                for (int row = 0; row < plane.height; ++row)
                    std::copy_n(frame->data[p] + row * frame->linesize[p], plane.width, plane.row(row));
            }
        }
    };
    while (av_read_frame(demuxer->get(), packet.get()) == 0) {
        if (packet->stream_index == index) avcodec_send_packet(decoder->get(), packet.get());
        av_packet_unref(packet.get());
        drain();
    }
    avcodec_send_packet(decoder->get(), nullptr);
    drain();
    return frames;
}

Still flatStill(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b) {
    Still still{width, height, {}};
    for (int i = 0; i < width * height; ++i) still.rgb.insert(still.rgb.end(), {r, g, b});
    return still;
}

std::vector<float> tone(double seconds, double hertz, double amplitude) {
    std::vector<float> out(static_cast<std::size_t>(std::llround(seconds * kSampleRate)));
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(
            amplitude * std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i) / kSampleRate));
    return out;
}

double rmsDb(const std::vector<float>& stereo, std::int64_t from, std::int64_t to) {
    double sum = 0;
    for (std::int64_t i = from * 2; i < to * 2; ++i) {
        const double sample = stereo.at(static_cast<std::size_t>(i));
        sum += sample * sample;
    }
    return 10 * std::log10(sum / static_cast<double>((to - from) * 2) + 1e-20);
}

std::string fileBytes(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace manju::video
