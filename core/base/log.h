// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/result.h"

namespace manju::log {

enum class Level { Debug, Info, Warning, Error };

/// Sends the log to standard error from `stderrLevel` on (nowhere if that is empty) and, if `file` is not
/// empty, to that file, which is rotated at 8 MB with 5 old files kept. Call once, before other threads
/// start. Without a call: stderr, Warning.
Status open(const std::filesystem::path& file, std::optional<Level> stderrLevel);

/// One line; `area` is the folder's name ("engine"). Thread: any.
void write(Level level, std::string_view area, std::string_view text);

inline void debug(std::string_view area, std::string_view text) {
    write(Level::Debug, area, text);
}
inline void info(std::string_view area, std::string_view text) {
    write(Level::Info, area, text);
}
inline void warning(std::string_view area, std::string_view text) {
    write(Level::Warning, area, text);
}
inline void error(std::string_view area, std::string_view text) {
    write(Level::Error, area, text);
}
/// Logs the code and the arguments of `error`.
void error(std::string_view area, const Error& error);

}  // namespace manju::log
