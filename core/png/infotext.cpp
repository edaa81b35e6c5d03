// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/infotext.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/text.h"

namespace manju::png {
namespace {

constexpr std::string_view kNegative = "Negative prompt:";
constexpr std::size_t kLeastFields = 3;

bool isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Letters beyond ASCII count as word characters, as in the original.
bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isKey(char c) {
    return isWord(c) || c == ' ' || c == '-' || c == '/';
}

/// Position behind the quoted value that begins at `at` and ends the field; 0 if there is none.
std::size_t quotedEnd(std::string_view line, std::size_t at) {
    for (std::size_t i = at + 1; i < line.size(); ++i) {
        if (line[i] == '\\')
            ++i;
        else if (line[i] == '"')
            return i > at + 1 && (i + 1 == line.size() || line[i + 1] == ',') ? i + 1 : 0;
    }
    return 0;
}

std::string unquoted(std::string_view value) {
    if (value.size() < 2 || value.front() != '"' || value.back() != '"') return std::string(value);
    const Json text = Json::parse(value, nullptr, false);
    return text.is_string() ? text.get<std::string>() : std::string(value);
}

std::string quoted(const std::string& value) {
    return value.find_first_of(",:\n") == std::string::npos ? value : Json(value).dump();
}

std::vector<InfotextField> fieldsOf(std::string_view line) {
    std::vector<InfotextField> fields;
    std::size_t at = 0;
    while (at < line.size()) {
        if (!isWord(line[at])) {
            ++at;
            continue;
        }
        std::size_t colon = at;
        while (colon < line.size() && isKey(line[colon])) ++colon;
        // No later start within this run of characters could reach a colon either.
        if (colon == line.size() || line[colon] != ':' || colon < at + 2) {
            at = colon + 1;
            continue;
        }
        std::size_t begin = colon + 1;
        while (begin < line.size() && isSpace(line[begin])) ++begin;
        std::size_t end = begin < line.size() && line[begin] == '"' ? quotedEnd(line, begin) : 0;
        if (end == 0) end = std::min(line.find(',', begin), line.size());
        fields.push_back(
            {std::string(line.substr(at, colon - at)), unquoted(line.substr(begin, end - begin))});
        at = end + 1;
    }
    return fields;
}

void appendLine(std::string& text, std::string_view line) {
    if (!text.empty()) text += '\n';
    text += line;
}

}  // namespace

const std::string* Infotext::find(std::string_view key) const {
    const auto found = std::find_if(fields.rbegin(), fields.rend(),
                                    [&](const InfotextField& field) { return field.key == key; });
    return found == fields.rend() ? nullptr : &found->value;
}

std::string formatInfotext(const Infotext& text) {
    std::string out = text.prompt;
    if (!text.negative.empty()) out.append("\n").append(kNegative).append(" ").append(text.negative);
    out += '\n';
    std::string separator;
    for (const InfotextField& field : text.fields) {
        out.append(separator).append(field.key).append(": ").append(quoted(field.value));
        separator = ", ";
    }
    return std::string(trimmed(out));
}

Infotext parseInfotext(std::string_view text) {
    Infotext out;
    text = trimmed(text);
    const std::size_t last = text.rfind('\n');
    const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
    out.fields = fieldsOf(text.substr(begin));
    if (out.fields.size() < kLeastFields)
        out.fields.clear();
    else
        text = text.substr(0, last == std::string_view::npos ? 0 : last);
    bool negative = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with(kNegative)) {
            negative = true;
            line = trimmed(line.substr(kNegative.size()));
        }
        appendLine(negative ? out.negative : out.prompt, line);
    }
    return out;
}

}  // namespace manju::png
