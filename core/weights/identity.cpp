// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/identity.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"

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

}  // namespace manju::weights
