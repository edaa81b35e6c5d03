// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later

// manju-measure-full CHECKPOINT RESOURCES [WIDTH HEIGHT STEPS [TRACE.csv]]: what a checkpoint costs on this
// machine. With a trace, all tensors lie in a VRAM pool over host memory, whose requests it records. Prints
// the loading rate of every component, the time of each step and of the decoding, and the peak of the memory
// that belongs to the process alone (the mapped file is not counted). Run by hand, not by CTest.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "core/diffusion/image_generator.h"
#include "core/gpu/host/host_memory.h"
#include "core/gpu/host/immediate_streams.h"
#include "core/messages/messages.h"
#include "core/tensor/pool_memory.h"
#include "core/vram/trace_file.h"

namespace {

using SteadyClock = std::chrono::steady_clock;

double secondsSince(SteadyClock::time_point start) {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// Kilobytes of a line of /proc/self/status.
long statusKilobytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (!line.starts_with(key)) continue;
        std::istringstream rest(line.substr(key.size() + 1));
        long value = 0;
        rest >> value;
        return value;
    }
    return 0;
}

/// Bytes of a component as the checkpoint stores it.
double storedBytes(const manju::weights::Checkpoint& checkpoint, manju::weights::Component component) {
    double sum = 0;
    for (const std::string& name : checkpoint.names(component))
        if (const auto tensor = checkpoint.tensor(component, name); tensor.ok())
            sum += static_cast<double>(tensor.value().bytes.size());
    return sum;
}

/// All tensors in a pool whose requests are recorded. The card is as large as addresses are cheap; its memory
/// is that of this process, so only what is touched counts.
struct Recorder {
    static manju::Result<std::unique_ptr<Recorder>> create(const std::filesystem::path& path) {
        constexpr std::uint64_t kCard = std::uint64_t{64} << 30;
        auto recorder = std::make_unique<Recorder>();
        MANJU_TRY(recorder->memory, manju::gpu::HostMemory::create(
                                        {.device = "recorder", .totalBytes = kCard}, recorder->rules));
        MANJU_TRY(recorder->pool, manju::vram::VramPool::open(*recorder->memory, recorder->streams));
        MANJU_TRY(recorder->trace, manju::vram::TraceFile::create(path, kCard, manju::systemClock()));
        recorder->pool->setTrace(recorder->trace->sink());
        recorder->inPool = std::make_unique<manju::tensor::CpuTensorsInPool>(*recorder->pool);
        return recorder;
    }

    manju::gpu::SimStreams rules;
    manju::gpu::ImmediateStreams streams;
    std::unique_ptr<manju::gpu::HostMemory> memory;
    std::unique_ptr<manju::vram::TraceFile> trace;  // to the pool's end
    std::unique_ptr<manju::vram::VramPool> pool;
    std::unique_ptr<manju::tensor::CpuTensorsInPool> inPool;
};

int fail(const manju::Error& error) {
    std::cerr << manju::messages::text(manju::messages::Language::English, error) << '\n';
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace manju;
    if (argc != 3 && argc != 6 && argc != 7) {
        std::cerr << "usage: manju-measure-full CHECKPOINT RESOURCES [WIDTH HEIGHT STEPS [TRACE.csv]]\n";
        return 2;
    }
    auto recorder = argc == 7 ? Recorder::create(argv[6]) : Result<std::unique_ptr<Recorder>>(nullptr);
    if (!recorder.ok()) return fail(recorder.error());
    const auto checkpoint = weights::Checkpoint::open(argv[1]);
    if (!checkpoint.ok()) return fail(checkpoint.error());
    std::uintmax_t stored = 0;
    for (const auto& file : checkpoint.value().files()) stored += std::filesystem::file_size(file.path);

    diffusion::ImageGeneratorOptions options;
    options.resources = argv[2];
    auto model = diffusion::ImageGenerator::load(checkpoint.value(), options);
    if (!model.ok()) return fail(model.error());

    ImageSpec spec;
    spec.prompt = "an astronaut riding a horse on mars";
    spec.seed = 7;
    spec.width = argc >= 6 ? std::atoi(argv[3]) : 256;
    spec.height = argc >= 6 ? std::atoi(argv[4]) : 256;
    spec.steps = argc >= 6 ? std::atoi(argv[5]) : 1;
    spec.cfg = 5;
    spec.sampler = "euler";
    spec.bundle = "studio";

    const double unetBytes = storedBytes(checkpoint.value(), weights::Component::Unet);
    long anonymousPeak = 0;
    bool cold = true;
    std::string stage = "start";
    auto began = SteadyClock::now();
    // Called when a stage begins: prints the one that has ended.
    const auto report = [&](std::string_view next, int index, int count) {
        const double seconds = secondsSince(began);
        anonymousPeak = std::max(anonymousPeak, statusKilobytes("RssAnon:"));
        std::cout << stage << ": " << seconds << " s";
        if (stage == "stage.model" && cold)
            std::cout << ", UNet loaded at " << unetBytes / 1e9 / seconds << " GB/s";
        std::cout << ", anonymous " << statusKilobytes("RssAnon:") / 1000 << " MB\n";
        stage = next;
        if (count > 0) stage += " " + std::to_string(index) + "/" + std::to_string(count);
        if (*recorder) (*recorder)->trace->note(stage);
        began = SteadyClock::now();
    };
    for (const char* run : {"cold", "warm"}) {
        std::cout << run << " run of " << stored / 1'000'000 << " MB, " << spec.width << "x" << spec.height
                  << "\n";
        const auto picture = model.value().draw(spec, {}, report, {});
        report("done", 0, 0);
        if (!picture.ok()) return fail(picture.error());
        cold = false;
    }
    std::cout << "peak anonymous at the reports " << anonymousPeak / 1000 << " MB, peak resident "
              << statusKilobytes("VmHWM:") / 1000 << " MB\n";
    if (*recorder)
        if (const Status finished = (*recorder)->trace->finish(); !finished.ok())
            return fail(finished.error());
    return 0;
}
