// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/font_set.h"

#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <hb.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/subs/errors.h"

namespace manju::subs {
namespace {

template <auto Destroy>
struct With {
    template <class T>
    void operator()(T* p) const {
        Destroy(p);
    }
};
using BlobPtr = std::unique_ptr<hb_blob_t, With<hb_blob_destroy>>;
using FacePtr = std::unique_ptr<hb_face_t, With<hb_face_destroy>>;
using FontPtr = std::unique_ptr<hb_font_t, With<hb_font_destroy>>;
using BufferPtr = std::unique_ptr<hb_buffer_t, With<hb_buffer_destroy>>;
using PatternPtr = std::unique_ptr<FcPattern, With<FcPatternDestroy>>;
using FcSetPtr = std::unique_ptr<FcFontSet, With<FcFontSetDestroy>>;

constexpr float kBoldWeight = 600;  // OpenType: semi-bold

struct Face {
    std::string family;
    FontPtr font;
    double unitsPerEm = 1000;
    double heightPerEm = 1;
    bool bold = false;

    [[nodiscard]] bool has(char32_t c) const {
        hb_codepoint_t glyph = 0;
        return hb_font_get_nominal_glyph(font.get(), c, &glyph) != 0;
    }
};

std::string familyOf(hb_face_t* face) {
    std::array<char, 256> name{};
    unsigned size = name.size();
    hb_ot_name_get_utf8(face, HB_OT_NAME_ID_FONT_FAMILY, hb_language_from_string("en", -1), &size,
                        name.data());
    return {name.data(), size};
}

Result<Face> loadFace(const std::filesystem::path& file, unsigned index, std::string family) {
    const BlobPtr blob(hb_blob_create_from_file_or_fail(file.c_str()));
    const FacePtr face(blob ? hb_face_create(blob.get(), index) : nullptr);
    if (!face || hb_face_get_glyph_count(face.get()) == 0)
        return Error(kFontUnreadable, {{"file", file.string()}});
    Face result;
    result.family = family.empty() ? familyOf(face.get()) : std::move(family);
    result.unitsPerEm = hb_face_get_upem(face.get());
    result.font.reset(hb_font_create(face.get()));
    const int scale = static_cast<int>(result.unitsPerEm);
    hb_font_set_scale(result.font.get(), scale, scale);
    hb_position_t ascent = 0;
    hb_position_t descent = 0;  // libass sizes fonts by the Windows metrics, as VSFilter does
    hb_ot_metrics_get_position(result.font.get(), HB_OT_METRICS_TAG_HORIZONTAL_CLIPPING_ASCENT, &ascent);
    hb_ot_metrics_get_position(result.font.get(), HB_OT_METRICS_TAG_HORIZONTAL_CLIPPING_DESCENT, &descent);
    if (ascent + descent <= 0) return Error(kFontUnreadable, {{"file", file.string()}});
    result.heightPerEm = (ascent + descent) / result.unitsPerEm;
    result.bold = hb_style_get_value(result.font.get(), HB_STYLE_TAG_WEIGHT) >= kBoldWeight;
    return result;
}

std::string text(const FcPattern* pattern, const char* key) {
    FcChar8* value = nullptr;
    if (FcPatternGetString(pattern, key, 0, &value) != FcResultMatch) return {};
    return reinterpret_cast<const char*>(value);
}

PatternPtr boldPattern(const char* family, const std::string& language) {
    PatternPtr pattern(FcPatternCreate());
    if (family) FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddString(pattern.get(), FC_LANG,
                       reinterpret_cast<const FcChar8*>(language == "zh" ? "zh-cn" : language.c_str()));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, FC_WEIGHT_BOLD);
    FcPatternAddBool(pattern.get(), FC_OUTLINE, FcTrue);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    return pattern;
}

Result<Face> loadPattern(const FcPattern* pattern) {
    int index = 0;
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
    return loadFace(text(pattern, FC_FILE), static_cast<unsigned>(index) & 0xFFFFU, text(pattern, FC_FAMILY));
}

/// The installed face of exactly this family that is nearest to bold.
Result<Face> installedFace(const std::string& family, const std::string& language) {
    const PatternPtr pattern = boldPattern(family.c_str(), language);
    FcResult result = FcResultNoMatch;
    const PatternPtr match(FcFontMatch(nullptr, pattern.get(), &result));
    if (match) {
        FcChar8* name = nullptr;
        for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &name) == FcResultMatch; ++i)
            if (FcStrCmpIgnoreCase(name, reinterpret_cast<const FcChar8*>(family.c_str())) == 0)
                return loadPattern(match.get());
    }
    return Error(kFontNotInstalled, {{"font", family}});
}

bool joinsPrevious(char32_t c) {
    return isInvisible(c) || (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

}  // namespace

bool isInvisible(char32_t c) {
    const auto point = static_cast<UChar32>(c);
    return u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0 || u_iscntrl(point) != 0;
}

struct FontSet::State {
    std::vector<Face> faces;  // 0: the main font
    std::string language;
    FcSetPtr installed;       // in the order they are asked; made when first needed
    std::vector<bool> tried;  // of `installed`: already among the faces, or not usable

    std::optional<std::size_t> faceFor(char32_t c);
    std::optional<std::size_t> installedFor(char32_t c);
    /// Where the ink of a line reaches, em from the start of the line.
    struct Extent {
        double pen = 0;
        double left = 0;
        double right = 0;
    };
    /// Adds code points [begin, end) of `whole`, which share a font.
    void shape(std::u32string_view whole, std::size_t begin, std::size_t end, MeasuredText& measured,
               Extent& ink) const;
};

std::optional<std::size_t> FontSet::State::faceFor(char32_t c) {
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (faces[i].has(c)) return i;
    return installedFor(c);
}

std::optional<std::size_t> FontSet::State::installedFor(char32_t c) {
    if (!installed) {
        const PatternPtr pattern = boldPattern(nullptr, language);
        FcResult result = FcResultNoMatch;
        installed.reset(FcFontSort(nullptr, pattern.get(), FcFalse, nullptr, &result));
        if (!installed) installed.reset(FcFontSetCreate());
        tried.assign(static_cast<std::size_t>(installed->nfont), false);
    }
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const FcPattern* candidate = installed->fonts[i];
        FcCharSet* covered = nullptr;
        FcBool outline = FcFalse;
        FcPatternGetBool(candidate, FC_OUTLINE, 0, &outline);
        if (tried[i] || !outline ||
            FcPatternGetCharSet(candidate, FC_CHARSET, 0, &covered) != FcResultMatch ||
            !FcCharSetHasChar(covered, c))
            continue;
        tried[i] = true;
        auto face = loadPattern(candidate);
        // The name is written into the script, where these characters have a meaning.
        if (!face.ok() || !face->has(c) || face->family.find_first_of(",\\{}") != std::string::npos) continue;
        faces.push_back(std::move(face).value());
        return faces.size() - 1;
    }
    return std::nullopt;
}

void FontSet::State::shape(std::u32string_view whole, std::size_t begin, std::size_t end,
                           MeasuredText& measured, Extent& ink) const {
    const Face& face = faces[measured.fonts[begin]];
    const BufferPtr buffer(hb_buffer_create());
    hb_buffer_add_utf32(buffer.get(), reinterpret_cast<const std::uint32_t*>(whole.data()),
                        static_cast<int>(whole.size()), static_cast<unsigned>(begin),
                        static_cast<int>(end - begin));
    hb_buffer_set_direction(buffer.get(), HB_DIRECTION_LTR);
    hb_buffer_set_language(buffer.get(), hb_language_from_string(language.c_str(), -1));
    hb_buffer_guess_segment_properties(buffer.get());
    hb_shape(face.font.get(), buffer.get(), nullptr, 0);
    unsigned count = 0;
    const hb_glyph_info_t* glyphs = hb_buffer_get_glyph_infos(buffer.get(), &count);
    const hb_glyph_position_t* positions = hb_buffer_get_glyph_positions(buffer.get(), &count);
    // The renderer sets every font to the same height over ascent and descent.
    const double scale = faces[0].heightPerEm / (face.heightPerEm * face.unitsPerEm);
    for (unsigned i = 0; i < count; ++i) {
        hb_glyph_extents_t extents{};
        if (hb_font_get_glyph_extents(face.font.get(), glyphs[i].codepoint, &extents)) {
            const double left = ink.pen + (positions[i].x_offset + extents.x_bearing) * scale;
            ink.left = std::min(ink.left, left);
            ink.right = std::max(ink.right, left + extents.width * scale);
        }
        const double advance = positions[i].x_advance * scale;
        measured.advances[glyphs[i].cluster] += advance;
        ink.pen += advance;
    }
}

FontSet::FontSet(std::unique_ptr<State> state) : state_(std::move(state)) {}
FontSet::FontSet(FontSet&&) noexcept = default;
FontSet& FontSet::operator=(FontSet&&) noexcept = default;
FontSet::~FontSet() = default;

Result<FontSet> FontSet::open(const std::vector<std::filesystem::path>& files, const std::string& family,
                              const std::string& language) {
    auto state = std::make_unique<State>();
    state->language = language;
    for (const auto& file : files) {
        MANJU_TRY(Face face, loadFace(file, 0, {}));
        const bool main = !family.empty() && face.family == family;
        state->faces.insert(main ? state->faces.begin() : state->faces.end(), std::move(face));
    }
    const bool mainBundled = !state->faces.empty() && (family.empty() || state->faces[0].family == family);
    if (!mainBundled) {
        MANJU_TRY(Face face, installedFace(family, language));
        state->faces.insert(state->faces.begin(), std::move(face));
    }
    return FontSet(std::move(state));
}

MeasuredText FontSet::measure(std::u32string_view text) {
    MeasuredText measured;
    measured.advances.assign(text.size(), 0.0);
    measured.fonts.assign(text.size(), 0);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t before = i > 0 ? measured.fonts[i - 1] : 0;
        const bool stays =
            joinsPrevious(text[i]) && (isInvisible(text[i]) || state_->faces[before].has(text[i]));
        const auto found = stays ? std::optional(before) : state_->faceFor(text[i]);
        if (!found) measured.missing.push_back(text[i]);
        measured.fonts[i] = found.value_or(0);
    }
    State::Extent ink;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin + 1;
        while (end < text.size() && measured.fonts[end] == measured.fonts[begin]) ++end;
        state_->shape(text, begin, end, measured, ink);
        begin = end;
    }
    measured.overhang = std::max({0.0, -ink.left, ink.right - ink.pen});
    return measured;
}

const std::string& FontSet::family(std::size_t font) const {
    return state_->faces[font].family;
}
bool FontSet::bold() const {
    return state_->faces[0].bold;
}
double FontSet::heightPerEm() const {
    return state_->faces[0].heightPerEm;
}

}  // namespace manju::subs
