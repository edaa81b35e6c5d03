// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/cast.h"

#include <algorithm>

namespace manju {

const CastMember* Cast::find(const std::string& name) const {
    for (const CastMember& member : members)
        if (member.name == name ||
            std::find(member.aliases.begin(), member.aliases.end(), name) != member.aliases.end())
            return &member;
    return nullptr;
}

}  // namespace manju
