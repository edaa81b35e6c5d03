// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/vram/trace.h"

namespace manju::vram {

/// A pool's trace in a file that `manju vram replay` reads. It has its name only once it is whole.
/// Thread: any.
class TraceFile {
public:
    /// `cardBytes`: the pool's card. `clock` outlives the object.
    static Result<std::unique_ptr<TraceFile>> create(const std::filesystem::path& path,
                                                     std::uint64_t cardBytes, const Clock& clock);
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;
    /// Without finish() nothing is left.
    ~TraceFile();

    /// For VramPool::setTrace; to be taken back there before the object goes.
    [[nodiscard]] TraceSink sink();
    /// A comment of one line, e.g. the stage that begins.
    void note(std::string_view text);
    Status finish();

private:
    TraceFile(std::filesystem::path path, const Clock& clock);
    void write(const TraceEvent& event);

    std::filesystem::path path_, part_;
    const Clock& clock_;
    std::int64_t start_;
    std::mutex mutex_;
    std::ofstream file_;
    int failure_ = 0;  ///< errno of the first line that could not be written
    bool finished_ = false;
    std::map<std::thread::id, std::uint32_t> threads_;  ///< numbered as they come
};

}  // namespace manju::vram
