// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/weighted_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cmath>

#include "core/prompt/number.h"

namespace manju::prompt {
namespace {

constexpr double kStronger = 1.1;
constexpr double kWeaker = 1 / 1.1;
constexpr std::string_view kBreak = "BREAK";
constexpr double kLargestWeight = 1000;
constexpr int kDeepest = 200;  // brackets inside brackets; deeper ones are text

bool isWordPoint(UChar32 point) {
    return point == '_' || u_isalnum(point);
}
bool wordEndsBefore(std::string_view text, std::size_t at) {
    if (at == 0) return true;
    auto i = static_cast<std::int32_t>(at);
    UChar32 point = 0;
    U8_PREV_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), 0, i, point);
    return !isWordPoint(point);
}
bool wordBeginsAt(std::string_view text, std::size_t at) {
    if (at == text.size()) return true;
    auto i = static_cast<std::int32_t>(at);
    UChar32 point = 0;
    U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), i,
                    static_cast<std::int32_t>(text.size()), point);
    return !isWordPoint(point);
}

/// Appends `text`, parted at each word BREAK; spaces beside the word belong to it.
void addText(std::vector<WeightedText>& out, std::string_view text, double weight, bool breaks) {
    bool breakBefore = false;
    std::size_t from = 0;
    for (std::size_t at = breaks ? text.find(kBreak) : std::string_view::npos; at != std::string_view::npos;
         at = text.find(kBreak, at + 1)) {
        if (!wordEndsBefore(text, at) || !wordBeginsAt(text, at + kBreak.size())) continue;
        std::string_view part = text.substr(from, at - from);
        while (!part.empty() && isSpace(part.back())) part.remove_suffix(1);
        out.push_back({std::string(part), weight, breakBefore});
        breakBefore = true;
        from = at + kBreak.size();
        while (from < text.size() && isSpace(text[from])) ++from;
        at = from - 1;
    }
    out.push_back({std::string(text.substr(from)), weight, breakBefore});
}

/// `: number )` at the start of `rest`: its length, or 0.
std::size_t closingWeight(std::string_view rest, double& weight) {
    std::size_t end = 1;
    while (end < rest.size() && isSpace(rest[end])) ++end;
    const std::size_t begin = end;
    if (end < rest.size() && (rest[end] == '+' || rest[end] == '-')) ++end;
    while (end < rest.size() && (rest[end] == '.' || (rest[end] >= '0' && rest[end] <= '9'))) ++end;
    const auto number = numberOf(rest.substr(begin, end - begin));
    while (end < rest.size() && isSpace(rest[end])) ++end;
    if (!number || end == rest.size() || rest[end] != ')') return 0;
    weight = *number;
    return end + 1;
}

/// Parses the syntax of A1111 from left to right.
class BracketParser {
public:
    BracketParser(std::string_view text, bool breaks) : rest_(text), breaks_(breaks) {}

    std::vector<WeightedText> parse() {
        while (!rest_.empty()) step();
        for (const std::size_t from : round_) multiply(from, kStronger);
        for (const std::size_t from : square_) multiply(from, kWeaker);
        return std::move(out_);
    }

private:
    static constexpr std::string_view kSigns = "\\()[]:";

    void step() {
        const char first = rest_[0];
        double weight = 1;
        const std::size_t closing = first == ':' ? closingWeight(rest_, weight) : 0;
        std::size_t length = 1;
        if (first == '\\') {
            // A backslash before another character is dropped, as the reference drops it.
            if (rest_.size() > 1 && std::string_view("()[]\\").find(rest_[1]) != std::string_view::npos) {
                out_.push_back({std::string(rest_.substr(1, 1))});
                length = 2;
            }
        } else if (first == '(') {
            round_.push_back(out_.size());
        } else if (first == '[') {
            square_.push_back(out_.size());
        } else if (closing > 0) {
            length = closing;
            if (!close(round_, weight)) addText(out_, rest_.substr(0, length), 1, breaks_);
        } else if (first == ')' && close(round_, kStronger)) {
        } else if (first == ']' && close(square_, kWeaker)) {
        } else {
            if (kSigns.find(first) == std::string_view::npos)
                length = std::min(rest_.find_first_of(kSigns), rest_.size());
            addText(out_, rest_.substr(0, length), 1, breaks_);
        }
        rest_.remove_prefix(length);
    }
    bool close(std::vector<std::size_t>& open, double factor) {
        if (open.empty()) return false;
        multiply(open.back(), factor);
        open.pop_back();
        return true;
    }
    void multiply(std::size_t from, double factor) {
        for (std::size_t i = from; i < out_.size(); ++i) out_[i].weight *= factor;
    }

    std::string_view rest_;
    bool breaks_;
    std::vector<WeightedText> out_;
    std::vector<std::size_t> round_;
    std::vector<std::size_t> square_;
};

// Escaped brackets while the others are looked for; as the reference writes them.
constexpr std::string_view kEscapedClose{"\0\1", 2};
constexpr std::string_view kEscapedOpen{"\0\2", 2};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Cuts `text` before each outermost "(" and after its ")". A ")" too many makes the rest one piece.
std::vector<std::string_view> outermost(std::string_view text) {
    std::vector<std::string_view> pieces;
    std::size_t from = 0;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(') {
            if (depth++ == 0 && i > from) {
                pieces.push_back(text.substr(from, i - from));
                from = i;
            }
        } else if (text[i] == ')' && --depth == 0) {
            pieces.push_back(text.substr(from, i + 1 - from));
            from = i + 1;
        }
    }
    if (from < text.size()) pieces.push_back(text.substr(from));
    return pieces;
}

void parseNested(std::string_view text, double weight, int depth, std::vector<WeightedText>& out) {
    for (std::string_view piece : outermost(text)) {
        if (depth == kDeepest || piece.size() < 2 || piece.front() != '(' || piece.back() != ')') {
            out.push_back({std::string(piece), weight});
            continue;
        }
        piece = piece.substr(1, piece.size() - 2);
        double inner = weight * kStronger;
        const std::size_t colon = piece.rfind(':');
        if (colon != std::string_view::npos && colon > 0) {
            if (const auto number = numberOf(piece.substr(colon + 1))) {
                inner = *number;
                piece = piece.substr(0, colon);
            }
        }
        parseNested(piece, inner, depth + 1, out);
    }
}

std::vector<WeightedText> parseComfy(std::string_view prompt, bool breaks) {
    std::vector<WeightedText> stretches;
    const std::string escaped =
        replaced(replaced(std::string(prompt), "\\)", kEscapedClose), "\\(", kEscapedOpen);
    parseNested(escaped, 1, 0, stretches);
    std::vector<WeightedText> out;
    for (const WeightedText& stretch : stretches)
        addText(out, replaced(replaced(stretch.text, kEscapedClose, ")"), kEscapedOpen, "("), stretch.weight,
                breaks);
    return out;
}

std::vector<WeightedText> parseA1111(std::string_view prompt, bool breaks) {
    std::vector<WeightedText> merged;
    for (WeightedText& stretch : BracketParser(prompt, breaks).parse()) {
        if (!merged.empty() && !stretch.breakBefore && merged.back().weight == stretch.weight)
            merged.back().text += stretch.text;
        else
            merged.push_back(std::move(stretch));
    }
    return merged;
}

}  // namespace

std::vector<WeightedText> parseWeights(std::string_view prompt, WeightSyntax syntax, bool breaks) {
    std::vector<WeightedText> stretches;
    switch (syntax) {
        case WeightSyntax::None:
            addText(stretches, prompt, 1, breaks);
            break;
        case WeightSyntax::A1111:
            stretches = parseA1111(prompt, breaks);
            break;
        case WeightSyntax::Comfy:
            stretches = parseComfy(prompt, breaks);
            break;
    }
    std::erase_if(stretches, [](const WeightedText& one) { return one.text.empty() && !one.breakBefore; });
    for (WeightedText& one : stretches)
        if (!(std::abs(one.weight) <= kLargestWeight))
            one.weight = one.weight < 0 ? -kLargestWeight : kLargestWeight;
    return stretches;
}

}  // namespace manju::prompt
