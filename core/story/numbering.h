// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/story/lines.h"

// Lines that are nothing but a number: episode marks of copied stories, or page numbers. Private.
namespace manju::story {

enum class NumberRole : std::uint8_t { None, Episode, Page };

/// One role per segment. "3", "1.", "**2**" and short titles such as "3太子回府" are episode marks where they
/// count up from 1 with text between them; otherwise a bare number is a page number and a title is text.
std::vector<NumberRole> numberRoles(Text source, const std::vector<Segment>& segments);

}  // namespace manju::story
