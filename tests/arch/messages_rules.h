// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/messages/messages.h"
#include "tests/arch/source_file.h"

namespace manju::arch {

/// `inline constexpr ErrorCode kX{"MJ-A-01", ...};  // {file} {detail}`
struct DeclaredCode {
    std::string id;
    std::string path;
    std::set<std::string> arguments;  ///< the names in braces of the comment after or above it
};

std::vector<DeclaredCode> declaredCodes(const SourceFile& file);

/// The {names} of a sentence.
std::set<std::string> placeholders(std::string_view sentence);

/// Empty sentences, ids written twice, languages that disagree about the placeholders.
Violations checkEntries(const std::vector<messages::Entry>& entries);

/// Every code has an entry that uses no argument the code does not declare.
Violations checkCodes(const std::vector<DeclaredCode>& codes, const std::vector<messages::Entry>& entries);

/// Every message id "MJ-..." that a source outside the catalogue writes as a string.
std::set<std::string> mentionedIds(const SourceFile& file);

/// Every entry of the form "MJ-..." is mentioned somewhere: no sentence outlives its last use.
Violations checkUse(const std::set<std::string>& mentioned, const std::vector<messages::Entry>& entries);

}  // namespace manju::arch
