// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/messages/messages.h"

namespace manju::weights {

struct InspectOptions {
    /// Read every value and look for NaN and infinity. Takes as long as reading the file.
    bool scanValues = true;
    std::stop_token stop;  ///< ends the scan early; the document then says "scanned": false
};

/// What a model file or folder is, and whether it loads as a checkpoint. Never fails: a file that cannot be
/// read is described as such. The document, schema_version 1:
///   file, kind, family, variant (null unless it loads), layout ("single"|"folder"), bytes, tensors,
///   dtypes {"F16": {tensors, bytes}}, components [{name, tensors, parameters, bytes}],
///   other_tensors {count, names (at most 20)}, prediction ("epsilon"|"v"|null), zero_terminal_snr,
///   metadata (the known keys), values {scanned, non_finite: [{tensor, count}] (at most 20)},
///   loads, reason (null or {id, args}).
Json inspectModelFile(const std::filesystem::path& path, const InspectOptions& options = {});

/// The same for people, one line each. Precondition: `document` is of inspectModelFile.
std::vector<std::string> inspectionLines(const Json& document, messages::Language language);

}  // namespace manju::weights
