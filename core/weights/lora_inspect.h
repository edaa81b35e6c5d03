// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/messages/messages.h"

namespace manju::weights {

/// What one LoRA file is, or every LoRA of a folder and its subfolders (hidden ones and links are passed
/// over), and whether it can be applied. `against` is the checkpoint that decides; without one, the sizes of
/// SDXL base. Values are read for a single file only, so a folder takes as long as its headers. Errors: the
/// path or the checkpoint cannot be read. The document, schema_version 1:
///   path, against (null or {file, variant}), passed_over (files of the folder that are no LoRA or cannot be
///   read), loras [{file, bytes, tensors, base (null: cannot be told), families {"lora": modules}, rank
///   {least, most} or null, components [{name, matched, total}], unmatched {count, names {"name": count} (at
///   most 20)}, conflicts [{module, tensor, shape, expected}] (at most 20), incomplete, repeated,
///   dropped_sgm, notes {title, base, model, trainer, rank, alpha, triggers [{text, count}], distillation,
///   sampler}, values {scanned}, applies, reason (null or {id, args}), warnings [{id, args}]}].
Result<Json> inspectLoras(const std::filesystem::path& path,
                          const std::optional<std::filesystem::path>& against);

/// The same for people. Precondition: `document` is of inspectLoras.
std::vector<std::string> loraLines(const Json& document, messages::Language language);

}  // namespace manju::weights
