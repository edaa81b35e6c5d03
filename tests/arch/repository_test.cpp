// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "core/base/os/file.h"
#include "tests/arch/elf.h"
#include "tests/arch/messages_rules.h"
#include "tests/arch/rules.h"

// The rules of rules.h and messages_rules.h, applied to this repository.
namespace manju::arch {
namespace {

void expectNone(const Violations& violations) {
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

class Repository : public testing::Test {
protected:
    static void SetUpTestSuite() {
        names_ = repositoryFiles(MANJU_SOURCE_DIR);
        files_ = readAll(MANJU_SOURCE_DIR, names_);
    }

    static const SourceFile& file(const std::string& path) {
        const auto found =
            std::find_if(files_.begin(), files_.end(), [&](const auto& f) { return f.path == path; });
        if (found == files_.end()) throw std::runtime_error("no file " + path);
        return *found;
    }

    static Violations each(const std::function<Violations(const SourceFile&)>& rule) {
        Violations all;
        for (const SourceFile& f : files_) {
            const Violations found = rule(f);
            all.insert(all.end(), found.begin(), found.end());
        }
        return all;
    }

    static std::vector<messages::Entry> entries() {
        std::vector<messages::Entry> all;
        for (const auto area : messages::catalogue()) all.insert(all.end(), area.begin(), area.end());
        return all;
    }

    static std::vector<std::string> names_;
    static std::vector<SourceFile> files_;
};
std::vector<std::string> Repository::names_;
std::vector<SourceFile> Repository::files_;

TEST_F(Repository, IncludesPointDown) {
    const LayerTable table = parseLayerTable(file("ARCHITECTURE.md").text);
    ASSERT_TRUE(table.contains("core/base"));
    expectNone(checkLayerTable(table));
    expectNone(each([&](const SourceFile& f) { return checkLayers(table, f); }));
}

TEST_F(Repository, ForeignHeadersStayInTheirFolders) {
    expectNone(each(checkForeignHeaders));
}

TEST_F(Repository, DetailHeadersStayPrivate) {
    expectNone(each(checkDetailHeaders));
}

TEST_F(Repository, FilesStayShort) {
    Violations broken;
    const auto exceptions = parseLengthExceptions(file("tests/arch/length_exceptions.txt").text, broken);
    expectNone(broken);
    expectNone(each([&](const SourceFile& f) { return checkLength(f, exceptions); }));
}

TEST_F(Repository, SourcesNameTheirLicence) {
    expectNone(each(checkLicenceLines));
}

TEST_F(Repository, NothingOfAMachineOrUnfinished) {
    expectNone(each(checkBannedText));
}

TEST_F(Repository, TopLevelIsAsAgreed) {
    expectNone(checkTopLevel(names_));
}

TEST_F(Repository, EveryErrorHasItsSentences) {
    std::vector<DeclaredCode> codes;
    std::set<std::string> mentioned;
    for (const SourceFile& f : files_) {
        mentioned.merge(mentionedIds(f));
        if (!f.path.ends_with("/errors.h")) continue;
        const auto found = declaredCodes(f);
        codes.insert(codes.end(), found.begin(), found.end());
    }
    ASSERT_FALSE(codes.empty());
    expectNone(checkEntries(entries()));
    expectNone(checkCodes(codes, entries()));
    expectNone(checkUse(mentioned, entries()));
}

TEST_F(Repository, ExecutablesNeedOnlyTheirLibraries) {
    std::istringstream executables(MANJU_EXECUTABLES);
    for (std::string name; std::getline(executables, name, ',');) {
        const auto bytes = os::readFile(std::string(MANJU_BIN_DIR) + "/" + name);
        ASSERT_TRUE(bytes.ok()) << bytes.error().debugText();
        const auto needed = neededLibraries(*bytes);
        ASSERT_TRUE(needed.has_value()) << name;
        expectNone(checkLinkSet(name, *needed));
    }
}

}  // namespace
}  // namespace manju::arch
