// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/sampler_names.h"

#include <algorithm>
#include <array>

namespace manju::png {
namespace {

constexpr std::array kNames{
    SamplerNames{"euler", "Euler", "euler", "leading"},
    SamplerNames{"euler_linspace", "Euler", "euler", "linspace"},
    SamplerNames{"euler_trailing", "Euler", "euler", "trailing"},
    SamplerNames{"euler_karras", "Euler", "euler", "karras"},
    SamplerNames{"euler_normal", "Euler", "euler", "normal"},
    SamplerNames{"euler_sgm_uniform", "Euler", "euler", "sgm_uniform"},
    SamplerNames{"euler_simple", "Euler", "euler", "simple"},
    SamplerNames{"euler_a", "Euler a", "euler_ancestral", "leading"},
    SamplerNames{"euler_a_trailing", "Euler a", "euler_ancestral", "trailing"},
    SamplerNames{"dpmpp_2m", "DPM++ 2M", "dpmpp_2m", "linspace"},
    SamplerNames{"dpmpp_2m_karras", "DPM++ 2M", "dpmpp_2m", "karras"},
    SamplerNames{"dpmpp_2m_leading", "DPM++ 2M", "dpmpp_2m", "leading"},
    SamplerNames{"dpmpp_2m_trailing", "DPM++ 2M", "dpmpp_2m", "trailing"},
    SamplerNames{"dpmpp_2m_sgm_uniform", "DPM++ 2M", "dpmpp_2m", "sgm_uniform"},
    SamplerNames{"dpmpp_2m_sde", "DPM++ 2M SDE", "dpmpp_2m_sde", "linspace"},
    SamplerNames{"dpmpp_2m_sde_karras", "DPM++ 2M SDE", "dpmpp_2m_sde", "karras"},
    SamplerNames{"dpmpp_2m_sde_exponential", "DPM++ 2M SDE", "dpmpp_2m_sde", "exponential"},
    SamplerNames{"unipc", "UniPC", "uni_pc_bh2", "linspace"},
    SamplerNames{"unipc_karras", "UniPC", "uni_pc_bh2", "karras"},
    SamplerNames{"lcm", "LCM", "lcm", "lcm"},
    // Without guidance these two are the same as the trailing ones above, which a reader finds first.
    SamplerNames{"turbo", "Euler a", "euler_ancestral", "trailing"},
    SamplerNames{"lightning", "Euler", "euler", "trailing"},
};

struct Schedule {
    std::string_view spacing;
    std::string_view infotext;
    std::string_view comfy;
};
constexpr std::array kSchedules{
    Schedule{"karras", "Karras", "karras"},
    Schedule{"exponential", "Exponential", "exponential"},
    Schedule{"sgm_uniform", "SGM Uniform", "sgm_uniform"},
    Schedule{"sgm_uniform", "SGMUniform", "sgm_uniform"},
    Schedule{"simple", "Simple", "simple"},
    Schedule{"normal", "Normal", "normal"},
    Schedule{"normal", "Uniform", "normal"},
    Schedule{"leading", "Leading", ""},
    Schedule{"linspace", "Linspace", ""},
    Schedule{"trailing", "Trailing", ""},
    Schedule{"lcm", "LCM", ""},
};

/// Which layout the web UI takes for "Automatic" (its sd_samplers_kdiffusion.py).
struct Automatic {
    std::string_view sampler;
    std::string_view spacing;
};
constexpr std::array kAutomatic{Automatic{"DPM++ 2M", "karras"}, Automatic{"DPM++ 2M SDE", "exponential"},
                                Automatic{"UniPC", "linspace"}, Automatic{"LCM", "lcm"}};

/// What comes nearest where a sampler lacks a layout; in this order.
struct Nearest {
    std::string_view spacing;
    std::array<std::string_view, 3> others;
};
constexpr std::array kNearest{Nearest{"normal", {"linspace", "leading", "lcm"}},
                              Nearest{"simple", {"normal", "linspace", "leading"}},
                              Nearest{"sgm_uniform", {"trailing", "linspace", "leading"}},
                              Nearest{"exponential", {"karras", "leading", "lcm"}}};

constexpr std::string_view kMostCommon = "euler_a";

bool sameLetters(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

using Column = std::string_view SamplerNames::*;

SamplerMatch match(Column column, std::string_view sampler, std::string_view spacing) {
    const auto find = [&](std::string_view wanted) {
        return std::ranges::find_if(kNames, [&](const SamplerNames& names) {
            return sameLetters(names.*column, sampler) && (wanted.empty() || names.spacing == wanted);
        });
    };
    const auto any = find("");
    if (any == kNames.end()) return {std::string(kMostCommon), false, false};
    if (!spacing.empty()) {
        if (const auto exact = find(spacing); exact != kNames.end()) return {std::string(exact->ours)};
        const auto nearest = std::ranges::find(kNearest, spacing, &Nearest::spacing);
        if (nearest != kNearest.end())
            for (const std::string_view other : nearest->others)
                if (const auto found = find(other); found != kNames.end())
                    return {std::string(found->ours), true, false};
    }
    return {std::string(any->ours), true, false};
}

}  // namespace

std::span<const SamplerNames> samplerNames() {
    return kNames;
}

const SamplerNames* namesOfSampler(std::string_view ours) {
    const auto found = std::ranges::find(kNames, ours, &SamplerNames::ours);
    return found == kNames.end() ? nullptr : &*found;
}

std::string scheduleLabel(std::string_view spacing) {
    const auto found = std::ranges::find(kSchedules, spacing, &Schedule::spacing);
    return std::string(found == kSchedules.end() ? spacing : found->infotext);
}

SamplerMatch samplerOfInfotext(std::string_view sampler, std::string_view schedule) {
    if (schedule.empty())
        for (const Schedule& known : kSchedules) {
            const std::size_t length = known.infotext.size();
            if (sampler.size() > length + 1 && sampler[sampler.size() - length - 1] == ' ' &&
                sameLetters(sampler.substr(sampler.size() - length), known.infotext))
                return match(&SamplerNames::infotext, sampler.substr(0, sampler.size() - length - 1),
                             known.spacing);
        }
    std::string_view spacing;
    if (sameLetters(schedule, "Automatic")) {
        const auto found = std::ranges::find_if(
            kAutomatic, [&](const Automatic& row) { return sameLetters(row.sampler, sampler); });
        spacing = found == kAutomatic.end() ? "normal" : found->spacing;
    } else if (schedule.empty()) {
        spacing = sameLetters(sampler, "LCM") ? "lcm" : "normal";
    } else {
        const auto found = std::ranges::find_if(
            kSchedules, [&](const Schedule& row) { return sameLetters(row.infotext, schedule); });
        if (found != kSchedules.end()) spacing = found->spacing;
    }
    return match(&SamplerNames::infotext, sampler, spacing);
}

SamplerMatch samplerOfComfy(std::string_view sampler, std::string_view scheduler) {
    // The same method with its noise drawn on the card.
    if (sampler == "dpmpp_2m_sde_gpu") sampler = "dpmpp_2m_sde";
    const auto found = std::ranges::find(kSchedules, scheduler, &Schedule::comfy);
    return match(&SamplerNames::comfy, sampler,
                 found == kSchedules.end() || scheduler.empty() ? std::string_view() : found->spacing);
}

}  // namespace manju::png
