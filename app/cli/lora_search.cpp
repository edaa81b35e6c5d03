// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lora_search.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/cli/errors.h"
#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/weights/identity.h"
#include "core/weights/safetensors.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewestDigits = 8;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Sorted, so that of two equal files always the same is taken.
Result<std::vector<fs::path>> filesBelow(const fs::path& folder) {
    std::error_code failure;
    std::vector<fs::path> files;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failure);
    if (failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory)
        return Error(kFileNotFound, {{"file", folder.string()}});
    for (; !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
        std::error_code ignored;
        std::string extension = at->path().extension().string();
        std::ranges::transform(extension, extension.begin(), lower);
        if (extension == ".safetensors" && at->is_regular_file(ignored)) files.push_back(at->path());
    }
    if (failure) return Error(kFileUnreadable, {{"file", folder.string()}, {"detail", failure.message()}});
    std::ranges::sort(files);
    return files;
}

/// Without the extension of a model file; names without one may hold points: "ink v1.5".
fs::path withoutExtension(const fs::path& file) {
    constexpr std::array<std::string_view, 6> kExtensions{".safetensors", ".ckpt", ".pt",
                                                          ".pth",         ".bin",  ".gguf"};
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), lower);
    const bool known = std::ranges::find(kExtensions, extension) != kExtensions.end();
    return known ? file.parent_path() / file.stem() : file;
}

/// What the trainer noted as the hash of the tensors; empty if it did not.
std::string notedHash(const fs::path& file) {
    const auto opened = weights::SafetensorsFile::open(file);
    if (!opened.ok()) return "";
    const auto noted = opened->metadata().find("sshs_model_hash");
    return noted == opened->metadata().end() ? "" : noted->second;
}

/// The file's SHA-256 if it is the one that is meant.
std::optional<std::string> accepted(const fs::path& file, const png::FileMark& mark, bool sameName) {
    const bool hashKnown = !mark.sha256.empty() || !mark.tensors.empty();
    if (!hashKnown && !sameName) return {};
    if (mark.bytes > 0) {
        const auto stamp = os::stampFile(file);
        if (!stamp.ok() || stamp->size != mark.bytes) return {};
    }
    if (mark.sha256.empty() && !sameName) {
        const std::string noted = notedHash(file);
        if (!noted.empty() && !beginsWith(noted, mark.tensors)) return {};
    }
    const auto digest = os::digestFile(file);
    if (!digest.ok()) return {};
    if (!hashKnown || beginsWith(digest->sha256, mark.sha256)) return digest->sha256;
    // Old versions of the web UI write the whole file's hash for the tensors'.
    if (beginsWith(digest->sha256, mark.tensors)) return digest->sha256;
    const auto tensors = weights::tensorsHash(file);
    if (tensors.ok() && beginsWith(*tensors, mark.tensors)) return digest->sha256;
    return {};
}

}  // namespace

bool beginsWith(const std::string& hash, const std::string& digits) {
    return digits.size() >= kFewestDigits && digits.size() <= hash.size() &&
           std::ranges::equal(digits, hash.substr(0, digits.size()), {}, lower, lower);
}

std::string stemOf(const std::string& name) {
    const std::size_t slash = name.find_last_of("/\\");
    return withoutExtension(slash == std::string::npos ? name : name.substr(slash + 1)).string();
}

Result<FoundLora> findTaggedLora(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const fs::path base = fs::absolute(folder, ignored).lexically_normal();
    MANJU_TRY(const std::vector<fs::path> files, filesBelow(base));
    std::string wanted = withoutExtension(name).generic_string();
    std::ranges::replace(wanted, '\\', '/');
    std::vector<fs::path> hits;
    for (const fs::path& file : files) {
        const std::string path = file.lexically_relative(base).replace_extension().generic_string();
        if (path == wanted) {
            hits = {file};
            break;
        }
        if (path.ends_with("/" + wanted)) hits.push_back(file);
    }
    if (hits.empty()) return Error(kTaggedLoraNotFound, {{"name", name}, {"folder", folder.string()}});
    if (hits.size() > 1)
        return Error(kTaggedLoraTwice,
                     {{"name", name}, {"first", hits[0].string()}, {"second", hits[1].string()}});
    MANJU_TRY(const os::FileDigest digest, os::digestFile(hits[0]));
    return FoundLora{hits[0], digest.sha256};
}

Result<std::optional<FoundLora>> findLora(const fs::path& folder, const png::FileMark& mark) {
    std::error_code ignored;
    MANJU_TRY(std::vector<fs::path> files, filesBelow(fs::absolute(folder, ignored)));
    const std::string name = stemOf(mark.name);
    const auto others = std::stable_partition(files.begin(), files.end(),
                                              [&](const fs::path& file) { return file.stem() == name; });
    for (auto file = files.begin(); file != files.end(); ++file)
        if (const auto sha256 = accepted(*file, mark, file < others))
            return std::optional(FoundLora{*file, *sha256});
    return std::optional<FoundLora>();
}

}  // namespace manju::cli
