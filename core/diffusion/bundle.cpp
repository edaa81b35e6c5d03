// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/bundle.h"

#include <algorithm>
#include <array>

namespace manju::diffusion {
namespace {

using prompt::Exclamation;
using prompt::Splitting;
using prompt::WeightSyntax;

// The studio's own takes from each what harms least: weights without the coupling of A1111's mean, chunks
// that end at commas, BREAK, "!" as the sign that was written.
constexpr std::array<Bundle, 4> kBundles{{
    {"studio",
     {WeightSyntax::Comfy, true, Splitting::Commas, Exclamation::Sign},
     Emphasis::FromEmpty,
     EmptyNegative::ZerosIfEmpty,
     ClipSkip::FromLast,
     ChunkFill::Empty,
     NoiseMode::CpuFloat,
     StrengthRule::Share,
     Posterior::Mode},
    {"diffusers",
     {WeightSyntax::None, false, Splitting::Truncate, Exclamation::Padding},
     Emphasis::FromEmpty,
     EmptyNegative::ZerosIfAbsent,
     ClipSkip::PositiveFromPenultimate,
     ChunkFill::Empty,
     NoiseMode::CpuFloat,
     StrengthRule::Share,
     Posterior::Sample},
    {"comfy",
     {WeightSyntax::Comfy, false, Splitting::Stretches, Exclamation::Sign},
     Emphasis::FromEmpty,
     EmptyNegative::Encode,
     ClipSkip::FromLast,
     ChunkFill::Repeat,
     NoiseMode::CpuFloat,
     StrengthRule::Tail,
     Posterior::Mode},
    {"a1111",
     {WeightSyntax::A1111, true, Splitting::Commas, Exclamation::Sign},
     Emphasis::ScaleKeepMean,
     EmptyNegative::ZerosIfEmpty,
     ClipSkip::FromLast,
     ChunkFill::Empty,
     NoiseMode::PhiloxEmulated,
     StrengthRule::ShareAndOne,
     Posterior::Mode},
}};

}  // namespace

std::span<const Bundle> bundles() {
    return kBundles;
}

const Bundle* findBundle(std::string_view name) {
    const auto found = std::ranges::find(kBundles, name, &Bundle::name);
    return found == kBundles.end() ? nullptr : &*found;
}

}  // namespace manju::diffusion
