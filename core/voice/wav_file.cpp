// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/wav_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/domain/timeline.h"
#include "core/voice/errors.h"

namespace manju::voice {
namespace {

constexpr std::size_t kHeader = 44;
constexpr std::size_t kSampleBytes = 2;
constexpr float kFullScale = 32767.0F;
constexpr std::size_t kMaxBytes = 0x7FFFFFFF;

void put(std::string& bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
}

/// RIFF header of PCM, one channel, 16 bits, for `size` bytes of samples.
std::string header(std::size_t size) {
    std::string bytes = "RIFF";
    put(bytes, static_cast<std::uint32_t>(size + kHeader - 8), 4);
    bytes += "WAVEfmt ";
    put(bytes, 16, 4);  // size of the format
    put(bytes, 1, 2);   // PCM
    put(bytes, 1, 2);   // channels
    put(bytes, kSampleRate, 4);
    put(bytes, kSampleRate * kSampleBytes, 4);  // bytes a second
    put(bytes, kSampleBytes, 2);                // bytes a frame
    put(bytes, 16, 2);                          // bits a sample
    bytes += "data";
    put(bytes, static_cast<std::uint32_t>(size), 4);
    return bytes;
}

Error invalid(const std::filesystem::path& file) {
    return Error(kWavInvalid, {{"file", file.string()}});
}

}  // namespace

Status writeWav(const std::filesystem::path& file, std::span<const float> samples) {
    const std::size_t size = samples.size() * kSampleBytes;
    if (size + kHeader > kMaxBytes) return Error(kInternal, {{"detail", "more than 2 GB of samples"}});
    std::string bytes = header(size);
    bytes.reserve(kHeader + size);
    for (const float sample : samples) {
        if (!std::isfinite(sample)) return Error(kInternal, {{"detail", "a sample that is not a number"}});
        const auto value = std::lrint(std::clamp(sample, -1.0F, 1.0F) * kFullScale);
        put(bytes, static_cast<std::uint32_t>(value), 2);
    }
    return os::writeFile(file, bytes);
}

Result<std::vector<float>> readWav(const std::filesystem::path& file) {
    MANJU_TRY(const std::string bytes, os::readFile(file, Bytes(kMaxBytes)));
    if (bytes.size() <= kHeader) return invalid(file);
    const std::size_t size = bytes.size() - kHeader;
    if (size % kSampleBytes != 0 || std::string_view(bytes).substr(0, kHeader) != header(size))
        return invalid(file);
    std::vector<float> samples(size / kSampleBytes);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto low = static_cast<unsigned char>(bytes[kHeader + i * kSampleBytes]);
        const auto high = static_cast<unsigned char>(bytes[kHeader + i * kSampleBytes + 1]);
        samples[i] = static_cast<float>(static_cast<std::int16_t>(low | (high << 8))) / kFullScale;
    }
    return samples;
}

}  // namespace manju::voice
