// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/source_file.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/base/os/file.h"

namespace manju::arch {
namespace {

namespace fs = std::filesystem;

std::string shellQuoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// Empty if git is missing or refuses.
std::vector<std::string> trackedFiles(const std::string& root) {
    std::vector<std::string> names;
    FILE* pipe = popen(("git -C " + shellQuoted(root) + " ls-files -z 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return names;
    std::string name;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        if (c != 0) {
            name += static_cast<char>(c);
        } else if (std::error_code ignored; fs::exists(fs::path(root) / name, ignored)) {
            names.push_back(std::move(name));
            name.clear();
        } else {
            name.clear();  // deleted, not yet committed
        }
    }
    return pclose(pipe) == 0 ? names : std::vector<std::string>{};
}

std::vector<std::string> presentFiles(const std::string& root) {
    std::vector<std::string> names;
    for (fs::recursive_directory_iterator entry(root), end; entry != end; ++entry) {
        const std::string name = fs::relative(entry->path(), root).generic_string();
        if (entry->is_directory() && (name == "build" || name == ".git" || name == ".cache")) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file()) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

std::string listed(const Violations& violations) {
    std::string text;
    for (const Violation& violation : violations) {
        text += violation.path;
        if (violation.line > 0) text += ":" + std::to_string(violation.line);
        text += ": " + violation.what + "\n";
    }
    return text;
}

std::vector<std::string> repositoryFiles(const std::string& root) {
    if (fs::exists(fs::path(root) / ".git")) {
        if (auto names = trackedFiles(root); !names.empty()) return names;
    }
    return presentFiles(root);
}

std::vector<SourceFile> readAll(const std::string& root, const std::vector<std::string>& names) {
    std::vector<SourceFile> files;
    for (const std::string& name : names) {
        auto text = os::readFile(fs::path(root) / name);
        if (!text.ok()) std::abort();  // it was listed a moment ago
        if (text->find('\0') == std::string::npos) files.push_back({name, std::move(*text)});
    }
    return files;
}

}  // namespace manju::arch
