// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/identity.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/weights/safetensors.h"

namespace manju::weights {

Result<std::string> checkpointIdentity(const Checkpoint& checkpoint, const FileDigestSource& digest) {
    std::vector<std::pair<std::string, std::string>> parts;
    for (const auto& [name, file] : checkpoint.files()) {
        std::string hash;
        if (digest) {
            MANJU_TRY(hash, digest(file));
        } else {
            MANJU_TRY(const os::FileDigest read, os::digestFile(file));
            hash = read.sha256;
        }
        parts.emplace_back(name, std::move(hash));
    }
    // A single file lies at the checkpoint's own path.
    if (parts.size() == 1 && parts.front().first == ".") return parts.front().second;
    std::sort(parts.begin(), parts.end());
    Sha256 sum;
    for (const auto& [name, hash] : parts) {
        // The zero byte ends a name, which cannot contain one.
        sum.add(name);
        sum.add(std::string_view("\0", 1));
        sum.add(hash);
    }
    return sum.hex();
}

Result<std::string> tensorsHash(const std::filesystem::path& file) {
    MANJU_TRY(const SafetensorsFile opened, SafetensorsFile::open(file));
    std::vector<const TensorEntry*> entries;
    for (const TensorEntry& entry : opened.entries()) entries.push_back(&entry);
    // The format leaves no holes: in this order they are the file's bytes.
    std::ranges::sort(entries, {},
                      [](const TensorEntry* entry) { return std::pair(entry->begin, entry->end); });
    Sha256 sum;
    for (const TensorEntry* entry : entries) sum.add(opened.bytes(*entry));
    return sum.hex();
}

}  // namespace manju::weights
