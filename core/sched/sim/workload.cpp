// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/workload.h"

#include <algorithm>
#include <cmath>

#include "core/sched/random.h"

namespace manju::sched::sim {
namespace {

constexpr double kGb = 1024.0 * 1024 * 1024, kMb = 1024.0 * 1024;

std::uint64_t bytesOf(double gb) {
    return static_cast<std::uint64_t>(std::llround(std::max(gb, 0.0) * kGb));
}

std::int64_t millisOf(double seconds) {
    return std::llround(seconds * 1000);
}

/// Draws episodes one after the other; a drawn one never depends on later ones.
class Generator {
public:
    Generator(const WorkloadParameters& parameters, std::uint64_t seed)
        : p_(parameters),
          random_(seed),
          style_(static_cast<std::size_t>(p_.styles), p_.styleZipf),
          lora_(static_cast<std::size_t>(p_.lorasPerStyle), p_.loraZipf) {
        Random files(seed ^ 0x6c6f7261);  // of their own, so that their number changes nothing else
        for (int style = 0; style < p_.styles; ++style)
            for (int lora = 0; lora < p_.lorasPerStyle; ++lora) {
                const double drawn = files.logNormal(p_.loraMedianMb, p_.loraSigma);
                const double mb = std::clamp(drawn, p_.loraLeastMb, p_.loraMostMb);
                workload_.loraBytes[loraName(style, lora)] =
                    static_cast<std::uint64_t>(std::llround(mb * kMb));
            }
    }

    Workload run() {
        double minutes = 0;
        int left = 0;
        for (int number = 1; number <= p_.episodes; ++number) {
            if (left == 0) {
                minutes += random_.exponential(p_.batchEveryMinutes);
                left = 1 + static_cast<int>(std::llround(random_.exponential(p_.batchExtra)));
            }
            --left;
            addEpisode(number, p_.batchEveryMinutes > 0 ? millisOf(60 * minutes) : 0);
        }
        return std::move(workload_);
    }

private:
    static std::string loraName(int style, int lora) {
        return "style" + std::to_string(style) + "-lora" + std::to_string(lora);
    }

    void addEpisode(int number, std::int64_t submitted) {
        SimEpisode made;
        Episode& episode = made.episode;
        episode.id = EpisodeId(number);
        episode.submitted = submitted;
        const double kind = random_.unit();
        if (kind < p_.urgent) {
            episode.priority = Priority::High;
            episode.urgent = true;
            episode.deadline = submitted + millisOf(60 * p_.urgentMinutes);
        } else if (kind < p_.urgent + p_.low) {
            episode.priority = Priority::Low;
        }
        drawStyle();
        const auto shots = static_cast<int>(random_.between(p_.shotsLeast, p_.shotsMost));
        for (int position = 0; position < shots; ++position)
            made.tasks.push_back(image(episode.id, position));
        const auto voices = static_cast<int>(random_.between(p_.voicesLeast, p_.voicesMost));
        for (int position = 0; position < voices; ++position)
            made.tasks.push_back(voice(episode.id, position));
        made.composing = composing(episode.id);
        workload_.episodes.push_back(std::move(made));
    }

    /// What all shots of an episode share.
    void drawStyle() {
        styleOfEpisode_ = static_cast<int>(style_(random_));
        size_ = static_cast<int>(random_.between(0, p_.sizes - 1));
        const auto count = static_cast<std::size_t>(random_.between(p_.lorasLeast, p_.lorasMost));
        cast_.clear();
        while (cast_.size() < std::min(count, static_cast<std::size_t>(p_.lorasPerStyle))) {
            const std::string name = loraName(styleOfEpisode_, static_cast<int>(lora_(random_)));
            if (std::ranges::find(cast_, name) == cast_.end()) cast_.push_back(name);
        }
        std::ranges::sort(cast_);
    }

    [[nodiscard]] Component checkpoint() {
        Component component;
        component.id = "style" + std::to_string(styleOfEpisode_);
        component.bytes = bytesOf(p_.checkpointGb);
        component.loras = cast_;
        if (cast_.size() > 1 && random_.chance(p_.partialCast))
            component.loras = {cast_[static_cast<std::size_t>(
                random_.between(0, static_cast<std::int64_t>(cast_.size()) - 1))]};
        for (const std::string& lora : component.loras)
            component.loraSet += (component.loraSet.empty() ? "" : "+") + lora;
        return component;
    }

    SimTask image(EpisodeId episode, int position) {
        SimTask made;
        Task& task = made.task;
        task.step = StepId(1000 * episode.value + position);
        task.episode = episode;
        task.position = position;
        task.components = {checkpoint()};
        const bool outlier = random_.chance(p_.outliers);
        const double times = outlier ? p_.outlierTimes : 1;
        const double part = p_.sizes > 1 ? size_ / (p_.sizes - 1.0) : 0;
        const double peak =
            outlier ? p_.outlierPeakGb : p_.peakLeastGb + (p_.peakMostGb - p_.peakLeastGb) * part;
        task.shape = {.kind = TaskClass::Image,
                      .model = task.components.front().id,
                      .width = outlier ? 2160 : 768 + 64 * size_,
                      .height = outlier ? 3840 : 1344 + 128 * size_,
                      .batch = 1,
                      .steps = p_.steps,
                      .loras = static_cast<int>(task.components.front().loras.size())};
        task.oversize = peak > p_.oversizeGb;
        setMemory(made, peak - p_.checkpointGb);
        const double spread = 1 + p_.timeSpread * random_.uniform(-1, 1);
        made.encode = 1000 * p_.encodeSeconds;
        made.sample = 1000 * p_.sampleSeconds * times * spread;
        made.decode = 1000 * p_.decodeSeconds * times;
        made.host = 1000 * p_.hostSeconds * times;
        made.step = made.sample / p_.steps;
        const double expected =
            p_.encodeSeconds + times * (p_.sampleSeconds + p_.decodeSeconds + p_.hostSeconds);
        task.time = millisOf(expected);
        drawFailures(made);
        return made;
    }

    SimTask voice(EpisodeId episode, int number) {
        SimTask made;
        Task& task = made.task;
        task.step = StepId(1000 * episode.value + 500 + number);
        task.episode = episode;
        task.position = number;
        task.components = {{.id = "voice", .bytes = bytesOf(p_.voiceModelGb), .loraSet = "", .loras = {}}};
        const double peak = random_.uniform(p_.voicePeakLeastGb, p_.voicePeakMostGb);
        setMemory(made, peak - p_.voiceModelGb);
        const double seconds = random_.uniform(p_.voiceLeastSeconds, p_.voiceMostSeconds);
        // Texts of about equal length are alike.
        task.shape = {.kind = TaskClass::Voice,
                      .model = "voice",
                      .width = static_cast<int>(std::lround(4 * peak)),
                      .height = 1,
                      .batch = 1,
                      .steps = static_cast<int>(std::lround(seconds / 30)),
                      .loras = 0};
        made.sample = 1000 * seconds * (1 + p_.timeSpread * random_.uniform(-1, 1));
        made.step = 1000 * p_.voiceStepSeconds;
        task.time = millisOf(seconds);
        drawFailures(made);
        return made;
    }

    SimTask composing(EpisodeId episode) {
        SimTask made;
        Task& task = made.task;
        task.step = StepId(1000 * episode.value + 999);
        task.episode = episode;
        task.shape.kind = TaskClass::Cpu;
        task.needs.cpuThreads = p_.composeThreads;
        const double seconds = random_.uniform(p_.composeLeastSeconds, p_.composeMostSeconds);
        made.host = 1000 * seconds * (1 + p_.timeSpread * random_.uniform(-1, 1));
        task.time = millisOf(seconds);
        made.peakBytes = bytesOf(p_.composeCardGb);
        drawFailures(made);
        return made;
    }

    void setMemory(SimTask& made, double activationsGb) {
        made.task.exactBytes = bytesOf(p_.contextGb);
        made.task.needs.cardBytes = bytesOf(p_.contextGb + activationsGb);
        const double real = activationsGb / random_.logNormal(1, p_.peakSigma);
        made.peakBytes = bytesOf(p_.contextGb + real);
    }

    /// Failing attempts are of three kinds: of tasks that fail once, twice, or always (four attempts). The
    /// chance of a task is such that the kinds' shares are those of attempts.
    void drawFailures(SimTask& made) {
        made.failsAt = random_.uniform(0.05, 1);
        const double drawn = random_.unit();
        const double always = p_.failures * p_.poison / 4;
        const double twice = p_.failures * p_.failTwice / 2;
        const double once = p_.failures * (1 - p_.poison - p_.failTwice);
        if (drawn < always)
            made.failures = SimTask::kPoison;
        else if (drawn < always + twice)
            made.failures = 2;
        else if (drawn < always + twice + once)
            made.failures = 1;
    }

    const WorkloadParameters& p_;
    Random random_;
    Zipf style_, lora_;
    Workload workload_;
    int styleOfEpisode_ = 0, size_ = 0;
    std::vector<std::string> cast_;
};

}  // namespace

Workload generate(const WorkloadParameters& parameters, std::uint64_t seed) {
    return Generator(parameters, seed).run();
}

}  // namespace manju::sched::sim
