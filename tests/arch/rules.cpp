// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/rules.h"

#include <algorithm>
#include <regex>

#include "core/base/text.h"

namespace manju::arch {
namespace {

constexpr std::size_t kLineCap = 600;

bool startsWithFolder(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool isCpp(std::string_view path) {
    return path.ends_with(".h") || path.ends_with(".cpp");
}

/// Calls visit(lineNumber, line) for each line without its line feed.
template <class Visit>
void eachLine(std::string_view text, Visit visit) {
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        visit(++number, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

struct Include {
    std::size_t line;
    std::string header;
    bool quoted;
};

std::vector<Include> includesOf(const SourceFile& file) {
    static const std::regex directive(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    std::vector<Include> includes;
    if (!isCpp(file.path)) return includes;
    eachLine(file.text, [&](std::size_t number, std::string_view line) {
        std::match_results<std::string_view::const_iterator> match;
        if (std::regex_match(line.begin(), line.end(), match, directive)) {
            includes.push_back({number, match[2].str(), match[1].str() == "\""});
        }
    });
    return includes;
}

/// The row that stands for `path`: the longest one; empty if there is none.
std::string rowOf(const LayerTable& table, std::string_view path) {
    std::string best;
    for (const auto& [folder, allowed] : table) {
        if (startsWithFolder(path, folder) && folder.size() > best.size()) best = folder;
    }
    return best;
}

std::vector<std::string> namesInBackticks(std::string_view cell) {
    std::vector<std::string> names;
    for (std::size_t open = cell.find('`'); open != std::string_view::npos;) {
        const std::size_t close = cell.find('`', open + 1);
        if (close == std::string_view::npos) break;
        names.emplace_back(cell.substr(open + 1, close - open - 1));
        open = cell.find('`', close + 1);
    }
    return names;
}

bool reaches(const LayerTable& table, const std::string& from, const std::string& to,
             std::set<std::string>& seen) {
    if (!seen.insert(from).second) return false;
    const auto row = table.find(from);
    if (row == table.end()) return false;
    return std::any_of(row->second.begin(), row->second.end(),
                       [&](const std::string& next) { return next == to || reaches(table, next, to, seen); });
}

struct HeaderRule {
    const char* what;
    std::regex header;
    std::vector<std::string> folders;  ///< where such a header may be included
};

const std::vector<HeaderRule>& headerRules() {
    static const std::vector<HeaderRule> rules = {
        {"the umbrella headers of torch are included nowhere (seconds and a gigabyte for each file)",
         std::regex("(torch/(torch|script|all|extension)|ATen/ATen)\\.h"),
         {}},
        {"torch headers belong to core/tensor, core/diffusion, core/lora and core/pipeline",
         std::regex("(torch|ATen|c10)/.*"),
         {"core/tensor", "core/diffusion", "core/lora", "core/pipeline", "tests/core/tensor",
          "tests/core/diffusion", "tests/core/lora", "tests/core/pipeline"}},
        {"Qt headers belong to ui and app/studio",
         std::regex("Q[A-Z]\\w*|Qt[A-Z]\\w*/.*|q[a-z]+\\.h"),
         {"ui", "app/studio", "tests/ui", "tests/app/studio"}},
        {"CUDA headers belong to core/gpu/cuda and core/tensor/cuda",
         std::regex("(cuda|cublas|cudnn|nvml|nvrtc|nvToolsExt)\\w*\\.h(pp)?|cuda/.*"),
         {"core/gpu/cuda", "core/tensor/cuda", "tests/core/gpu"}},
        {"POSIX headers belong to core/base/os, core/gpu/host and core/link",
         std::regex(
             "(unistd|fcntl|signal|spawn|poll|dlfcn|pthread|dirent|sched|termios|pwd|netdb|ftw|syslog)\\.h"
             "|(sys|netinet|arpa|linux)/.*"),
         {"core/base/os", "core/gpu/host", "core/link", "tests"}},
    };
    return rules;
}

struct LinkRule {
    std::string_view executable;
    std::vector<std::string_view> forbidden;  ///< beginnings of library names
};

const std::vector<LinkRule>& linkRules() {
    static const std::vector<LinkRule> rules = {
        {"manju",
         {"libtorch", "libc10", "libcuda", "libnvidia", "libav", "libsw", "libass", "libespeak", "libQt"}},
        {"manju-studio",
         {"libtorch", "libc10", "libcuda", "libnvidia", "libav", "libsw", "libass", "libespeak"}},
        {"manju-worker-image", {"libav", "libsw", "libass", "libespeak", "libQt", "libsqlite", "libcuda.so"}},
        {"manju-worker-media", {"libtorch", "libc10", "libcuda", "libnvidia", "libQt", "libsqlite"}},
        {"manju-device-check",
         {"libtorch", "libc10", "libcuda", "libnvidia", "libav", "libsw", "libass", "libespeak", "libQt",
          "libsqlite"}},
    };
    return rules;
}

}  // namespace

LayerTable parseLayerTable(std::string_view markdown) {
    LayerTable table;
    bool inside = false;
    eachLine(markdown, [&](std::size_t, std::string_view line) {
        const bool row = line.starts_with("|");
        if (row && line.starts_with("| Folder |")) inside = true;
        if (!row) inside = false;
        if (!inside) return;
        const std::size_t border = line.find('|', 1);
        const auto left = namesInBackticks(line.substr(0, border));
        const auto right = namesInBackticks(line.substr(std::min(border, line.size())));
        for (const std::string& folder : left) table[folder].insert(right.begin(), right.end());
    });
    return table;
}

Violations checkLayerTable(const LayerTable& table) {
    Violations violations;
    for (const auto& [folder, allowed] : table) {
        for (const std::string& target : allowed) {
            if (!table.contains(target)) violations.push_back({"ARCHITECTURE.md", 0, "no row for " + target});
        }
        std::set<std::string> seen;
        if (reaches(table, folder, folder, seen)) {
            violations.push_back({"ARCHITECTURE.md", 0, folder + " may include itself through others"});
        }
    }
    return violations;
}

Violations checkLayers(const LayerTable& table, const SourceFile& file) {
    static const std::regex rooted("(core|ui|app|tests)/.*");
    Violations violations;
    if (!std::regex_match(file.path, std::regex("(core|ui|app)/.*"))) return violations;
    const std::string from = rowOf(table, file.path);
    if (from.empty() && isCpp(file.path)) {
        violations.push_back({file.path, 0, "its folder has no row in ARCHITECTURE.md"});
        return violations;
    }
    for (const Include& include : includesOf(file)) {
        const bool project = std::regex_match(include.header, rooted);
        if (project != include.quoted && !include.header.ends_with(".moc")) {
            violations.push_back({file.path, include.line,
                                  project
                                      ? "project headers are included in quotes: " + include.header
                                      : "quotes are for project headers from the root: " + include.header});
        }
        if (!project) continue;
        const std::string to = rowOf(table, include.header);
        if (to != from && !table.at(from).contains(to)) {
            violations.push_back({file.path, include.line, from + " may not include " + include.header});
        }
    }
    return violations;
}

Violations checkForeignHeaders(const SourceFile& file) {
    Violations violations;
    for (const Include& include : includesOf(file)) {
        if (include.quoted) continue;
        for (const HeaderRule& rule : headerRules()) {
            if (!std::regex_match(include.header, rule.header)) continue;
            const bool allowed =
                std::any_of(rule.folders.begin(), rule.folders.end(),
                            [&](const std::string& folder) { return startsWithFolder(file.path, folder); });
            if (!allowed) violations.push_back({file.path, include.line, include.header + ": " + rule.what});
        }
    }
    return violations;
}

Violations checkDetailHeaders(const SourceFile& file) {
    Violations violations;
    for (const Include& include : includesOf(file)) {
        const std::size_t detail = include.header.find("/detail/");
        if (detail == std::string::npos) continue;
        const std::string owner = include.header.substr(0, detail);
        if (!include.quoted || startsWithFolder(file.path, owner) ||
            startsWithFolder(file.path, "tests/" + owner)) {
            continue;
        }
        violations.push_back({file.path, include.line, include.header + " is private to " + owner});
    }
    return violations;
}

Violations checkLength(const SourceFile& file, const std::set<std::string>& exceptions) {
    if (!isCpp(file.path) || exceptions.contains(file.path)) return {};
    const auto lines = static_cast<std::size_t>(std::count(file.text.begin(), file.text.end(), '\n'));
    if (lines <= kLineCap) return {};
    return {{file.path, 0, std::to_string(lines) + " lines; at most " + std::to_string(kLineCap)}};
}

std::set<std::string> parseLengthExceptions(std::string_view text, Violations& broken) {
    std::set<std::string> paths;
    eachLine(text, [&](std::size_t number, std::string_view line) {
        line = trimmed(line);
        if (line.empty() || line.front() == '#') return;
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || trimmed(line.substr(colon + 1)).empty()) {
            broken.push_back({"tests/arch/length_exceptions.txt", number, "no reason is given"});
        } else {
            paths.emplace(line.substr(0, colon));
        }
    });
    return paths;
}

Violations checkLicenceLines(const SourceFile& file) {
    static const std::regex source(R"(.*\.(h|cpp|cu|cmake|sh|py|txt)|\.ci/run)");
    const bool buildFile = file.path.ends_with("CMakeLists.txt");
    if (!std::regex_match(file.path, source) || (file.path.ends_with(".txt") && !buildFile)) return {};
    const std::string_view text = file.text;
    const std::size_t second = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view body = text.starts_with("#!") ? text.substr(second) : text;
    // One string for both comment styles: "// X" and "# X" end alike.
    static const std::regex lines(
        "(//|#) SPDX-FileCopyrightText: 2026 The Manju Studio authors\n"
        "(//|#) SPDX-License-Identifier: GPL-3\\.0-or-later\n");
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(body.begin(), body.end(), match, lines, std::regex_constants::match_continuous))
        return {};
    return {{file.path, 1, "the two SPDX lines are missing at the top"}};
}

Violations checkBannedText(const SourceFile& file) {
    // Written in pieces, so that this file does not contain what it forbids.
    static const std::regex everywhere(std::string("/(wo") + "rk|fa" + "rm)/|/tmp/" + "wt|--index" +
                                       "-url|/sim" + "ple/");
    static const std::regex inSources(std::string("\\b(TO") + "DO|FIX" + "ME|XX" + "X)\\b");
    const bool source = isCpp(file.path) || file.path.ends_with(".sh") || file.path.ends_with(".cmake") ||
                        file.path.ends_with(".md") || file.path.ends_with("CMakeLists.txt");
    Violations violations;
    eachLine(file.text, [&](std::size_t number, std::string_view line) {
        if (std::regex_search(line.begin(), line.end(), everywhere)) {
            violations.push_back(
                {file.path, number, "a path or address that does not belong into the repository"});
        }
        if (source && std::regex_search(line.begin(), line.end(), inSources)) {
            violations.push_back({file.path, number, "a mark of unfinished work"});
        }
    });
    return violations;
}

Violations checkTopLevel(const std::vector<std::string>& names) {
    static const std::set<std::string, std::less<>> agreed = {
        "CMakeLists.txt",  "CMakePresets.json", "app",    "core",      "ui",
        "resources",       "translations",      "tests",  "packaging", "README.md",
        "ARCHITECTURE.md", "CONTRIBUTING.md",   "LICENSE"};
    std::set<std::string> found;
    for (const std::string& name : names) found.insert(name.substr(0, name.find('/')));
    Violations violations;
    for (const std::string& name : found) {
        if (!agreed.contains(name) && name.front() != '.') {
            violations.push_back({name, 0, "does not belong to the agreed top level"});
        }
    }
    for (const std::string& name : agreed) {
        if (!found.contains(name)) violations.push_back({name, 0, "is missing at the top level"});
    }
    return violations;
}

Violations checkLinkSet(const std::string& name, const std::vector<std::string>& needed) {
    Violations violations;
    for (const LinkRule& rule : linkRules()) {
        if (rule.executable != name) continue;
        for (const std::string& library : needed) {
            for (const std::string_view beginning : rule.forbidden) {
                if (library.starts_with(beginning))
                    violations.push_back({name, 0, "must not need " + library});
            }
        }
    }
    return violations;
}

}  // namespace manju::arch
