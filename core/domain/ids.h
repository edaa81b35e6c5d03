// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/id.h"
#include "core/base/json.h"

namespace manju {

using EpisodeId = Id<struct EpisodeTag>;
using ShotId = Id<struct ShotTag>;
using LineId = Id<struct LineTag>;
using StepId = Id<struct StepTag>;

template <class Tag>
void to_json(Json& json, const Id<Tag>& id) {
    json = id.value;
}
template <class Tag>
void from_json(const Json& json, Id<Tag>& id) {
    id.value = json.get<std::int64_t>();
}

}  // namespace manju
