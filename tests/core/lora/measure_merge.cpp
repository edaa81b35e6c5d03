// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later

// manju-measure-merge CHECKPOINT LORA [LORA2]: what LoRAs cost on this machine. Prints the time to load the
// UNet, to merge the first LoRA, to find that nothing changed, to switch to the second, and to restore, and
// whether the restored weights are the checkpoint's bytes. Run by hand, not by CTest.
#include <ATen/core/Tensor.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <string>

#include "core/base/sha256.h"
#include "core/diffusion/residency.h"
#include "core/lora/merger.h"
#include "core/messages/messages.h"
#include "core/tensor/guard.h"

namespace {

using namespace manju;
using Clock = std::chrono::steady_clock;

std::string hashOf(const tensor::ParameterMap& parameters) {
    Sha256 hash;
    for (const auto& [name, tensor] : parameters) {
        const at::Tensor dense = tensor.contiguous();
        hash.add(std::as_bytes(std::span(dense.data_ptr<float>(), static_cast<std::size_t>(dense.numel()))));
    }
    return hash.hex();
}

int fail(const Error& error) {
    std::cerr << messages::text(messages::Language::English, error) << '\n';
    return 1;
}

/// Runs and times one step; prints the change of the merger's counts.
Status timed(const std::string& what, const lora::LoraMerger& merger, const std::function<Status()>& step) {
    const lora::LoraMerger::Counts before = merger.counts();
    const auto start = Clock::now();
    MANJU_CHECK(tensor::guarded(step));
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const lora::LoraMerger::Counts& after = merger.counts();
    std::cout << what << ": " << seconds << " s, merged " << after.merged - before.merged << ", restored "
              << after.restored - before.restored << ", LoRA " << (after.loraBytes - before.loraBytes).text()
              << ", checkpoint " << (after.pristineBytes - before.pristineBytes).text() << '\n';
    return Done{};
}

Status measure(const weights::Checkpoint& checkpoint, const std::vector<std::string>& files) {
    lora::LoraMerger merger(checkpoint);
    diffusion::Residency residency(checkpoint, gigabytes(64), megabytes(256));
    const tensor::ParameterMap* parameters = nullptr;
    residency.setAdapter([&](tensor::LoadedComponent& component) {
        parameters = &component.parameters;
        return merger.adapt(component);
    });
    const auto bring = [&]() -> Status {
        MANJU_TRY(const diffusion::Unet* unet, residency.unet());
        (void)unet;
        return Done{};
    };
    const auto with = [&](const std::string& file) {
        return [&, file]() -> Status {
            lora::LoraUse use;
            use.path = use.sha256 = file;
            MANJU_CHECK(merger.select({use}));
            return bring();
        };
    };
    MANJU_CHECK(timed("load", merger, bring));
    const std::string pristine = hashOf(*parameters);
    MANJU_CHECK(timed("merge", merger, with(files[0])));
    MANJU_CHECK(timed("same set", merger, with(files[0])));
    MANJU_CHECK(timed("switch", merger, with(files.back())));
    const auto without = [&]() -> Status {
        MANJU_CHECK(merger.select({}));
        return bring();
    };
    MANJU_CHECK(timed("restore", merger, without));
    std::cout << (hashOf(*parameters) == pristine ? "restored bytes are equal\n" : "RESTORED BYTES DIFFER\n");
    return Done{};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) {
        std::cerr << "usage: manju-measure-merge CHECKPOINT LORA [LORA2]\n";
        return 2;
    }
    const auto checkpoint = weights::Checkpoint::open(argv[1]);
    if (!checkpoint.ok()) return fail(checkpoint.error());
    const Status measured = measure(*checkpoint, {argv + 2, argv + argc});
    return measured.ok() ? 0 : fail(measured.error());
}
