// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace manju::png::testing {

/// A reader of the "parameters" text that shares no code with ours: the regular expression that A1111's web
/// UI publishes (infotext_utils.py, re_param_code), and what it does around it. For short ASCII texts.
struct OtherReader {
    explicit OtherReader(const std::string& text) {
        static const std::regex kField(R"re(\s*(\w[\w \-/]+):\s*("(?:\\.|[^\\"])+"|[^,]*)(?:,|$))re");
        std::vector<std::string> lines;
        std::string rest = stripped(text);
        for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
            lines.push_back(rest.substr(0, end));
            rest = rest.substr(end + 1);
        }
        std::vector<std::pair<std::string, std::string>> found;
        for (auto at = std::sregex_iterator(rest.begin(), rest.end(), kField); at != std::sregex_iterator();
             ++at)
            found.emplace_back((*at)[1], (*at)[2]);
        if (found.size() < 3) {
            lines.push_back(rest);
            found.clear();
        }
        bool inNegative = false;
        for (std::string line : lines) {
            line = stripped(line);
            if (line.rfind("Negative prompt:", 0) == 0) {
                inNegative = true;
                line = stripped(line.substr(16));
            }
            std::string& target = inNegative ? negative : prompt;
            target += (target.empty() ? "" : "\n") + line;
        }
        for (const auto& [key, value] : found) {
            const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
            const Json inside = quoted ? Json::parse(value, nullptr, false) : Json();
            fields[key] = inside.is_string() ? inside.get<std::string>() : value;
        }
    }

    std::string prompt;
    std::string negative;
    std::map<std::string, std::string> fields;

private:
    static std::string stripped(const std::string& text) {
        const char* spaces = " \t\n\r\f\v";
        const std::size_t begin = text.find_first_not_of(spaces);
        if (begin == std::string::npos) return "";
        return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
    }
};

}  // namespace manju::png::testing
