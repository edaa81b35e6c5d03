// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What SDXL asks of a card, by rule: every size below follows from the picture's and from the network's
// published shapes, in half precision unless said otherwise.
#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "app/bench/vram/generators.h"
#include "app/bench/vram/random.h"

namespace manju::bench {
namespace {

using vram::Region;

constexpr std::uint64_t kGiB = 1 << 30;
constexpr std::uint64_t kSecond = 1'000'000'000;

// Parameters: UNet 2,567,463,684; CLIP-L 123,060,480; OpenCLIP bigG 694,659,840, all in half precision; VAE
// 83,653,863 in single. They are loaded as tensors of the largest linear layer's size, 10240 x 1280.
struct Part {
    const char* name;
    std::uint64_t bytes;
};
constexpr std::array kParts{Part{"unet", 2'567'463'684 * 2}, Part{"clip_l", 123'060'480 * 2},
                            Part{"clip_g", 694'659'840 * 2}, Part{"vae", 83'653'863 * 4}};
constexpr std::uint64_t kTensor = 10240 * 1280 * 2;

struct Size {
    std::uint64_t width, height;
};
constexpr std::array kSizes{Size{1080, 1920}, Size{1920, 1080}, Size{3840, 2160}};

// A LoRA of rank r in one of the 60 transformer blocks of width c = 1280 (10 more are half as wide) has r
// rows for each input and output of its layers: 6 of c to c, 2 of 2048 to c, c to 8 c and 4 c to c.
constexpr std::uint64_t loraBlockBytes(std::uint64_t rank, std::uint64_t width) {
    return rank * (6 * 2 * width + 2 * (2048 + width) + (width + 8 * width) + (4 * width + width)) * 2;
}
constexpr int kWideBlocks = 60, kNarrowBlocks = 10;
constexpr std::size_t kLorasKept = 6;

// The VAE's decoder works in single precision on maps of 512, 512, 512 and 256 channels at an eighth, a
// quarter, half and the whole of the tile's width and height. A convolution has its input, that input normed,
// its output and a workspace of five inputs: 7,680 bytes a pixel at the first one of full size, where a peak
// of 8,134,968,320 bytes active at 1024 x 1024, or 7,758 a pixel, was reported.
constexpr std::uint64_t kWorkspaces = 5;
constexpr std::uint64_t kDecodePerPixel = 7680;

// A frame waits for its file, and so does its like on the card; a hint (pose, depth) is a picture in half
// precision that all shots of a scene share; a prompt's encoding is kept for later shots with the same words.
constexpr std::size_t kFramesWaiting = 12, kHintsKept = 8, kPromptsKept = 400;

class Day {
public:
    Day(std::string name, std::uint64_t seed, std::uint64_t mostOthers)
        : random_(seed), writer_(std::move(name), 24 * kGiB), mostOthers_(mostOthers) {
        for (const Part& part : kParts)
            for (std::uint64_t at = 0; at < part.bytes; at += kTensor)
                writer_.allocate(std::min(kTensor, part.bytes - at), Region::Resident, part.name);
    }

    Workload draw(std::uint32_t pictures) {
        for (std::uint32_t picture = 0; picture < pictures; ++picture) {
            if (picture % 8 == 0) beginScene();
            size_ = kSizes[random_.between(0, kSizes.size() - 1)];
            // Variants to choose from are drawn together where they fit.
            constexpr std::array<std::uint64_t, 3> kBatches{1, 2, 4};
            batch_ = size_.width > 2000 ? 1 : kBatches[random_.between(0, kBatches.size() - 1)];
            if (mostOthers_ > 0 && random_.chance(30)) writer_.others(random_.between(0, mostOthers_));
            drawPicture();
        }
        return writer_.take();
    }

private:
    using Blocks = std::vector<std::uint64_t>;

    void freeAll(Blocks& blocks) {
        for (const std::uint64_t block : blocks) writer_.free(block);
        blocks.clear();
    }

    /// Another character, hence another LoRA; the one that was used longest ago goes.
    void beginScene() {
        constexpr std::array<std::uint64_t, 4> kRanks{16, 32, 64, 128};
        const std::uint64_t rank = kRanks[random_.between(0, kRanks.size() - 1)];
        if (loras_.size() == kLorasKept) {
            freeAll(loras_.front());
            loras_.pop_front();
        }
        Blocks lora;
        for (int i = 0; i < kWideBlocks + kNarrowBlocks; ++i)
            lora.push_back(writer_.allocate(loraBlockBytes(rank, i < kWideBlocks ? 1280 : 640),
                                            Region::Resident, "lora"));
        loras_.push_back(std::move(lora));
        writer_.finish();
    }

    void drawPicture() {
        encodePrompt();
        if (random_.chance(40)) keep(hints_, kHintsKept, size_.width * size_.height * 3 * 2, "hint");
        const std::uint64_t latent =
            writer_.allocate(batch_ * latentPixels() * 4 * 4, Region::Sampling, "latent");
        // Steps are alike: a few of them show what thirty would.
        for (int step = 0; step < 3; ++step) {
            sample();
            writer_.wait(kSecond);
        }
        writer_.finish();
        for (std::uint64_t i = 0; i < batch_; ++i) {
            decode();
            keep(frames_, kFramesWaiting, size_.width * size_.height * 3, "frame");
        }
        writer_.free(latent);
        writer_.finish();
        writer_.wait(kSecond);
    }

    [[nodiscard]] std::uint64_t latentPixels() const { return size_.width / 8 * (size_.height / 8); }

    void keep(std::deque<std::uint64_t>& kept, std::size_t most, std::uint64_t bytes, const char* owner) {
        if (kept.size() == most) {
            writer_.free(kept.front());
            kept.pop_front();
        }
        kept.push_back(writer_.allocate(bytes, Region::Transient, owner));
    }

    /// 77 tokens of 2048 numbers and a pooled 1280, for the prompt and the negative one.
    void encodePrompt() { keep(prompts_, kPromptsKept, 2 * (77 * 2048 + 1280) * 2, "prompt"); }

    /// One call of the UNet with guidance, so twice the pictures at once: three levels of 320, 640 and 1280
    /// channels, each half as wide and high as the last. On the way down each leaves three maps that the way
    /// up takes; a transformer's feed-forward is eight times as wide as its map while it runs.
    void sample() {
        constexpr std::array<std::uint64_t, 3> kChannels{320, 640, 1280};
        Blocks skips;
        const auto map = [&](std::size_t level, std::uint64_t factor) {
            const std::uint64_t pixels = std::max<std::uint64_t>(1, latentPixels() >> (2 * level));
            return writer_.allocate(2 * batch_ * kChannels[level] * pixels * 2 * factor, Region::Sampling,
                                    "unet maps");
        };
        const auto work = [&](std::size_t level) {
            const std::uint64_t normed = map(level, 1), wide = map(level, level == 0 ? 1 : 8);
            const std::uint64_t result = map(level, 1);
            writer_.free(wide);
            writer_.free(normed);
            return result;
        };
        for (std::size_t level = 0; level < kChannels.size(); ++level)
            for (int i = 0; i < 3; ++i) skips.push_back(work(level));
        for (std::size_t level = kChannels.size(); level-- > 0;)
            for (int i = 0; i < 3; ++i) {
                const std::uint64_t joined = map(level, 2);
                const std::uint64_t result = work(level);
                writer_.free(skips.back());
                skips.pop_back();
                writer_.free(joined);
                writer_.free(result);
            }
    }

    /// In as few equal tiles as leave an eighth of the card free beside what is held.
    void decode() {
        const std::uint64_t pixels = size_.width * size_.height;
        const std::uint64_t room = 24 * kGiB - 3 * kGiB - mostOthers_ - writer_.liveBytes();
        std::uint64_t tiles = 1;
        while (pixels / tiles * kDecodePerPixel > room) ++tiles;
        const std::uint64_t frame = writer_.allocate(pixels * 3 * 2, Region::Decode, "decoded");
        for (std::uint64_t i = 0; i < tiles; ++i) {
            decodeTile(pixels / tiles);
            writer_.wait(kSecond);
        }
        writer_.free(frame);
    }

    /// Three blocks of two convolutions at each width, then the next width's map.
    void decodeTile(std::uint64_t pixels) {
        struct Width {
            std::uint64_t channels, out, reduction;  ///< pixels of the tile for each of the map
        };
        constexpr std::array kWidths{Width{512, 512, 64}, Width{512, 512, 16}, Width{512, 256, 4},
                                     Width{256, 128, 1}};
        const auto map = [&](std::uint64_t channels, std::uint64_t reduction, std::uint64_t factor) {
            return writer_.allocate(channels * 4 * (pixels / reduction) * factor, Region::Decode,
                                    factor == 1 ? "decode maps" : "decode workspace");
        };
        const auto convolve = [&](std::uint64_t in, std::uint64_t out, std::uint64_t reduction) {
            const std::uint64_t normed = map(in, reduction, 1), result = map(out, reduction, 1);
            writer_.free(map(in, reduction, kWorkspaces));
            writer_.free(normed);
            return result;
        };
        std::uint64_t current = map(kWidths[0].channels, kWidths[0].reduction, 1);
        for (const auto [channels, out, reduction] : kWidths) {
            for (int block = 0; block < 3; ++block) {
                const std::uint64_t inner = convolve(block == 0 ? channels : out, out, reduction);
                const std::uint64_t result = convolve(out, out, reduction);
                writer_.free(inner);
                writer_.free(current);
                current = result;
            }
            if (reduction == 1) break;
            const std::uint64_t wider = map(out, reduction / 4, 1);
            writer_.free(current);
            current = wider;
        }
        writer_.free(current);
    }

    Random random_;
    WorkloadWriter writer_;
    std::uint64_t mostOthers_;
    Size size_ = kSizes[0];
    std::uint64_t batch_ = 1;
    std::deque<Blocks> loras_;
    std::deque<std::uint64_t> frames_, hints_, prompts_;
};

}  // namespace

Workload pictureDay(std::uint64_t seed, std::uint32_t pictures) {
    return Day("picture_day", seed, 0).draw(pictures);
}

Workload otherPrograms(std::uint64_t seed, std::uint32_t pictures) {
    return Day("other_programs", seed, 3'000'000'000).draw(pictures);
}

}  // namespace manju::bench
