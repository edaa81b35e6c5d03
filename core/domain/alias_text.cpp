// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/alias_text.h"

#include "core/base/text.h"

namespace manju {

std::vector<AliasPart> splitAliases(std::string_view text) {
    std::vector<AliasPart> parts;
    std::size_t at = 0;
    std::size_t plainBegin = 0;
    const auto flush = [&](std::size_t end) {
        const std::string plain(text.substr(plainBegin, end - plainBegin));
        if (!plain.empty()) parts.push_back({plain, plain, false, plainBegin, end});
    };
    while (at < text.size()) {
        const std::size_t open = text.find('[', at);
        if (open == std::string_view::npos) break;
        const std::size_t bar = text.find_first_of("|[]\r\n", open + 1);
        const std::size_t close =
            bar != std::string_view::npos && text[bar] == '|' ? text.find_first_of("|[]\r\n", bar + 1) : bar;
        const bool formed = bar != std::string_view::npos && text[bar] == '|' &&
                            close != std::string_view::npos && text[close] == ']';
        const auto shown = formed ? trimmed(text.substr(open + 1, bar - open - 1)) : std::string_view();
        const auto spoken = formed ? trimmed(text.substr(bar + 1, close - bar - 1)) : std::string_view();
        if (shown.empty() || spoken.empty()) {
            at = open + 1;
            continue;
        }
        flush(open);
        at = close + 1;
        parts.push_back({std::string(shown), std::string(spoken), true, open, at});
        plainBegin = at;
    }
    flush(text.size());
    return parts;
}

std::string shownText(std::string_view text) {
    std::string shown;
    for (const AliasPart& part : splitAliases(text)) shown += part.shown;
    return shown;
}

}  // namespace manju
