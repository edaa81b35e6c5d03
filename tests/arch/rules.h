// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/arch/source_file.h"

namespace manju::arch {

/// Folder -> folders whose headers it may include besides its own. A row also stands for the folders
/// below it that have no row of their own.
using LayerTable = std::map<std::string, std::set<std::string>>;

/// The Markdown table whose first heading is "Folder": rows "| `a/b` | `c`, `d` |".
LayerTable parseLayerTable(std::string_view markdown);

/// Every folder named on the right has a row, and no chain of permissions leads back to its start.
Violations checkLayerTable(const LayerTable& table);

/// Includes between project folders against the table. Files outside core/, ui/ and app/ have no rule.
Violations checkLayers(const LayerTable& table, const SourceFile& file);

/// Torch, Qt, CUDA and POSIX headers outside the folders that may include them.
Violations checkForeignHeaders(const SourceFile& file);

/// "x/detail/y.h" belongs to x and to the tests of x.
Violations checkDetailHeaders(const SourceFile& file);

/// At most 600 lines for a C++ file, unless `exceptions` names it.
Violations checkLength(const SourceFile& file, const std::set<std::string>& exceptions);

/// Lines "path: reason"; '#' starts a comment. An entry without a reason is a violation in `broken`.
std::set<std::string> parseLengthExceptions(std::string_view text, Violations& broken);

/// The two licence lines at the top of each source file, script and build file.
Violations checkLicenceLines(const SourceFile& file);

/// Paths of somebody's machine, registry addresses, and marks of unfinished work.
Violations checkBannedText(const SourceFile& file);

/// The first components of `names` against the agreed top level.
Violations checkTopLevel(const std::vector<std::string>& names);

/// NEEDED entries of the executable called `name` against what it may load.
Violations checkLinkSet(const std::string& name, const std::vector<std::string>& needed);

}  // namespace manju::arch
