// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/messages_rules.h"

#include <algorithm>
#include <map>
#include <regex>

#include "core/base/text.h"

namespace manju::arch {
namespace {

const char* const kCatalogue = "core/messages";

Violation about(std::string_view id, const std::string& what) {
    return {kCatalogue, 0, std::string(id) + " " + what};
}

}  // namespace

std::vector<DeclaredCode> declaredCodes(const SourceFile& file) {
    // An optional comment line, the declaration, the rest of its last line.
    static const std::regex declaration(
        R"re((?:\n[ ]*//([^\n]*))?\n[ ]*inline constexpr\s+ErrorCode\s+k\w+\s*\{\s*"(MJ-[^"]+)"[^;]*;([^\n]*))re");
    const std::string text = "\n" + file.text;
    std::vector<DeclaredCode> codes;
    for (std::sregex_iterator match(text.begin(), text.end(), declaration), end; match != end; ++match) {
        codes.push_back({(*match)[2].str(), file.path, placeholders((*match)[1].str() + (*match)[3].str())});
    }
    return codes;
}

std::set<std::string> placeholders(std::string_view sentence) {
    static const std::regex name(R"(\{(\w+)\})");
    std::set<std::string> names;
    const std::string text(sentence);
    for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
        names.insert((*match)[1].str());
    }
    return names;
}

Violations checkEntries(const std::vector<messages::Entry>& entries) {
    Violations violations;
    std::set<std::string_view> ids;
    for (const messages::Entry& entry : entries) {
        if (!ids.insert(entry.id).second)
            violations.push_back(about(entry.id, "stands twice in the catalogue"));
        if (trimmed(entry.english).empty() || trimmed(entry.chinese).empty()) {
            violations.push_back(about(entry.id, "lacks a sentence"));
        }
        if (placeholders(entry.english) != placeholders(entry.chinese)) {
            violations.push_back(about(entry.id, "has other placeholders in Chinese than in English"));
        }
    }
    return violations;
}

Violations checkCodes(const std::vector<DeclaredCode>& codes, const std::vector<messages::Entry>& entries) {
    Violations violations;
    std::map<std::string, const messages::Entry*, std::less<>> byId;
    for (const messages::Entry& entry : entries) byId[std::string(entry.id)] = &entry;
    std::set<std::string> declared;
    for (const DeclaredCode& code : codes) {
        if (!declared.insert(code.id).second) {
            violations.push_back({code.path, 0, code.id + " is declared twice"});
        }
        const auto entry = byId.find(code.id);
        if (entry == byId.end()) {
            violations.push_back({code.path, 0, code.id + " has no sentence in the catalogue"});
            continue;
        }
        for (const std::string& name : placeholders(entry->second->english)) {
            if (!code.arguments.contains(name)) {
                violations.push_back(
                    {code.path, 0, code.id + " does not declare its sentence's {" + name + "}"});
            }
        }
    }
    return violations;
}

std::set<std::string> mentionedIds(const SourceFile& file) {
    static const std::regex literal(R"re("(MJ-[A-Z0-9]+-[0-9]+)")re");
    std::set<std::string> ids;
    if (file.path.starts_with(kCatalogue) || file.path.starts_with("tests/")) return ids;
    for (std::sregex_iterator match(file.text.begin(), file.text.end(), literal), end; match != end;
         ++match) {
        ids.insert((*match)[1].str());
    }
    return ids;
}

Violations checkUse(const std::set<std::string>& mentioned, const std::vector<messages::Entry>& entries) {
    Violations violations;
    for (const messages::Entry& entry : entries) {
        if (entry.id.starts_with("MJ-") && !mentioned.contains(std::string(entry.id))) {
            violations.push_back(about(entry.id, "is used nowhere"));
        }
    }
    return violations;
}

}  // namespace manju::arch
