// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/trace_file.h"

#include <cerrno>

#include "core/base/os/file.h"

namespace manju::vram {
namespace {

constexpr std::uint64_t kNanosPerMilli = 1'000'000;

}  // namespace

TraceFile::TraceFile(std::filesystem::path path, const Clock& clock)
    : path_(std::move(path)), part_(path_), clock_(clock), start_(clock.steadyMillis()) {
    part_ += ".part";
}

TraceFile::~TraceFile() {
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(part_, ignored);
}

Result<std::unique_ptr<TraceFile>> TraceFile::create(const std::filesystem::path& path,
                                                     std::uint64_t cardBytes, const Clock& clock) {
    std::unique_ptr<TraceFile> trace(new TraceFile(path, clock));
    trace->file_.open(trace->part_, std::ios::binary | std::ios::trunc);
    if (!trace->file_) return os::fileError(path, errno, false);
    trace->file_ << "# card: " << cardBytes << '\n' << kTraceHeading << '\n';
    return trace;
}

TraceSink TraceFile::sink() {
    return [this](const TraceEvent& event) { write(event); };
}

void TraceFile::write(const TraceEvent& event) {
    const std::lock_guard lock(mutex_);
    const auto thread =
        threads_.try_emplace(std::this_thread::get_id(), static_cast<std::uint32_t>(threads_.size()));
    const auto time = static_cast<std::uint64_t>(clock_.steadyMillis() - start_) * kNanosPerMilli;
    file_ << traceLine(event, thread.first->second, time, 0) << '\n';
    if (!file_ && failure_ == 0) failure_ = errno;
}

void TraceFile::note(std::string_view text) {
    const std::lock_guard lock(mutex_);
    file_ << "# " << text << '\n';
}

Status TraceFile::finish() {
    const std::lock_guard lock(mutex_);
    file_.close();
    if (!file_) return os::fileError(path_, failure_ != 0 ? failure_ : errno, false);
    MANJU_CHECK(os::syncFile(part_));
    MANJU_CHECK(os::publishFile(part_, path_));
    finished_ = true;
    return Done{};
}

}  // namespace manju::vram
