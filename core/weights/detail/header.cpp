// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/detail/header.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/weights/errors.h"

namespace manju::weights::detail {
namespace {

constexpr std::size_t kMostTensors = 200'000;
constexpr std::size_t kMostNameBytes = 512;
constexpr std::size_t kMostRank = 8;
constexpr std::size_t kMostDepth = 8;
constexpr std::uint64_t kMostInteger = std::uint64_t{1} << 48;
constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

/// What the file says of one tensor, before it is judged.
struct RawEntry {
    std::string name;
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> offsets;
    bool hasDtype = false;
    bool hasShape = false;
    bool hasOffsets = false;
};

/// Error messages quote names from the file; a quote stays readable and valid UTF-8.
std::string shortened(std::string_view name) {
    if (name.size() <= kMostNameBytes) return std::string(name);
    std::size_t end = 64;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
    return std::string(name.substr(0, end)) + "…";
}

/// Reads the header without building a document: a header may be 100 MB.
class HeaderReader final : public nlohmann::json_sax<Json> {
public:
    explicit HeaderReader(std::string file) : file_(std::move(file)) {}

    std::vector<RawEntry> entries;
    Metadata metadata;
    std::optional<Error> failure;

    bool null() override { return scalar(); }
    bool boolean(bool) override { return scalar(); }
    bool number_integer(number_integer_t) override { return scalar(); }
    bool number_float(number_float_t, const string_t&) override { return scalar(); }
    bool binary(binary_t&) override { return scalar(); }
    bool number_unsigned(number_unsigned_t value) override {
        if (place_ == Place::Shape) {
            if (entries.back().shape.size() == kMostRank) return limit("rank", std::to_string(kMostRank));
            entries.back().shape.push_back(value);
            return true;
        }
        if (place_ == Place::Offsets) {
            if (entries.back().offsets.size() == 2) return entryFailure("data_offsets");
            entries.back().offsets.push_back(value);
            return true;
        }
        return scalar();
    }
    bool string(string_t& value) override {
        if (place_ == Place::Metadata) {
            if (!metadata.emplace(key_, std::move(value)).second)
                return fail(kNameRepeated, "V12", {{"tensor", "__metadata__." + shortened(key_)}});
            return true;
        }
        if (place_ == Place::Entry && key_ == "dtype") {
            entries.back().dtype = std::move(value);
            entries.back().hasDtype = true;
            return true;
        }
        return scalar();
    }
    bool key(string_t& value) override {
        key_ = std::move(value);
        if (place_ == Place::Top && key_.size() > kMostNameBytes) {
            entries.push_back({shortened(key_), {}, {}, {}});
            return limit("name", std::to_string(kMostNameBytes));
        }
        if (place_ == Place::Entry) {
            const RawEntry& entry = entries.back();
            const bool again = (key_ == "dtype" && entry.hasDtype) || (key_ == "shape" && entry.hasShape) ||
                               (key_ == "data_offsets" && entry.hasOffsets);
            if (again) return entryFailure(key_);
        }
        return true;
    }
    bool start_object(std::size_t) override {
        if (!deeper()) return false;
        switch (place_) {
            case Place::Start:
                place_ = Place::Top;
                return true;
            case Place::Top:
                return key_ == "__metadata__" ? startMetadata() : startEntry();
            case Place::Metadata:
                return fail(kMetadataInvalid, "V5");
            case Place::Entry:
                return skip();
            case Place::Skipped:
                ++skipped_;
                return true;
            default:
                return scalar();
        }
    }
    bool end_object() override {
        --depth_;
        if (place_ == Place::Skipped) return unskip();
        place_ = Place::Top;
        return true;
    }
    bool start_array(std::size_t) override {
        if (!deeper()) return false;
        if (place_ == Place::Skipped) return ++skipped_, true;
        if (place_ == Place::Entry && key_ == "shape") {
            entries.back().hasShape = true;
            place_ = Place::Shape;
            return true;
        }
        if (place_ == Place::Entry && key_ == "data_offsets") {
            entries.back().hasOffsets = true;
            place_ = Place::Offsets;
            return true;
        }
        return place_ == Place::Entry ? skip() : scalar();
    }
    bool end_array() override {
        --depth_;
        if (place_ == Place::Skipped) return unskip();
        place_ = Place::Entry;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return fail(kHeaderNotJson, "V4");
    }

private:
    enum class Place { Start, Top, Metadata, Entry, Shape, Offsets, Skipped };

    bool fail(ErrorCode code, const char* rule, MessageArgs args = {}) {
        args["file"] = file_;
        args["rule"] = rule;
        if (!failure) failure = Error(code, std::move(args));
        return false;
    }
    bool limit(const char* what, const std::string& most) {
        return fail(
            kLimitExceeded, "limit",
            {{"tensor", entries.empty() ? "" : entries.back().name}, {"limit", what}, {"most", most}});
    }
    bool entryFailure(const std::string& field) {
        return fail(kEntryInvalid, "V6", {{"tensor", entries.back().name}, {"field", field}});
    }
    /// A value that is no part of the format at this place.
    bool scalar() {
        switch (place_) {
            case Place::Start:
                return fail(kHeaderNotJson, "V4");
            case Place::Top:
                if (key_ == "__metadata__") return fail(kMetadataInvalid, "V5");
                return fail(kEntryInvalid, "V6", {{"tensor", shortened(key_)}, {"field", "object"}});
            case Place::Metadata:
                return fail(kMetadataInvalid, "V5");
            case Place::Shape:
                return entryFailure("shape");
            case Place::Offsets:
                return entryFailure("data_offsets");
            case Place::Entry:
                if (key_ == "dtype" || key_ == "shape" || key_ == "data_offsets") return entryFailure(key_);
                return true;
            case Place::Skipped:
                break;
        }
        return true;
    }
    bool deeper() {
        if (++depth_ <= kMostDepth) return true;
        return limit("depth", std::to_string(kMostDepth));
    }
    bool startMetadata() {
        if (seenMetadata_) return fail(kNameRepeated, "V12", {{"tensor", "__metadata__"}});
        seenMetadata_ = true;
        place_ = Place::Metadata;
        return true;
    }
    bool startEntry() {
        if (entries.size() == kMostTensors) return limit("tensors", std::to_string(kMostTensors));
        entries.push_back({key_, {}, {}, {}});
        place_ = Place::Entry;
        return true;
    }
    /// Inside an entry other fields are allowed and ignored.
    bool skip() {
        if (key_ == "dtype" || key_ == "shape" || key_ == "data_offsets") return entryFailure(key_);
        place_ = Place::Skipped;
        skipped_ = 1;
        return true;
    }
    bool unskip() {
        if (--skipped_ == 0) place_ = Place::Entry;
        return true;
    }

    std::string file_;
    std::string key_;
    Place place_ = Place::Start;
    std::size_t depth_ = 0;
    int skipped_ = 0;
    bool seenMetadata_ = false;
};

Error entryError(ErrorCode code, const char* rule, const std::string& file, const std::string& tensor,
                 MessageArgs args = {}) {
    args["file"] = file;
    args["rule"] = rule;
    args["tensor"] = tensor;
    return Error(code, std::move(args));
}

Result<TensorEntry> judged(const RawEntry& raw, const std::string& file) {
    for (const auto& [present, field] : {std::pair{raw.hasDtype, "dtype"}, std::pair{raw.hasShape, "shape"},
                                         std::pair{raw.offsets.size() == 2, "data_offsets"}})
        if (!present) return entryError(kEntryInvalid, "V6", file, raw.name, {{"field", field}});
    const auto dtype = parseDtype(raw.dtype);
    if (!dtype) return entryError(kDtypeUnknown, "V6", file, raw.name, {{"dtype", shortened(raw.dtype)}});
    TensorEntry entry{raw.name, *dtype, {}, raw.offsets[0], raw.offsets[1]};
    entry.shape.reserve(raw.shape.size());
    for (const std::uint64_t size : raw.shape) entry.shape.push_back(static_cast<std::int64_t>(size));
    return entry;
}

/// V8 to V10, and the limit on sizes.
Status checkSize(const TensorEntry& entry, const std::string& file) {
    std::uint64_t total = static_cast<std::uint64_t>(bits(entry.dtype));
    for (const std::int64_t signedSize : entry.shape) {
        const auto size = static_cast<std::uint64_t>(signedSize);
        if (size != 0 && total > kMax64 / size) return entryError(kSizeOverflow, "V8", file, entry.name);
        total *= size;
    }
    for (const std::int64_t size : entry.shape)
        if (static_cast<std::uint64_t>(size) > kMostInteger)
            return entryError(kLimitExceeded, "limit", file, entry.name,
                              {{"limit", "size"}, {"most", std::to_string(kMostInteger)}});
    if (total % 8 != 0) return entryError(kNotWholeBytes, "V9", file, entry.name);
    if (entry.end - entry.begin != total / 8)
        return entryError(
            kSizeMismatch, "V10", file, entry.name,
            {{"bytes", std::to_string(entry.end - entry.begin)}, {"expected", std::to_string(total / 8)}});
    return Done{};
}

/// V7: the tensors cover the bytes behind the header without overlap and without a hole.
Result<std::uint64_t> checkCover(const std::vector<TensorEntry>& entries, const std::string& file) {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(entries[a].begin, entries[a].end) < std::pair(entries[b].begin, entries[b].end);
    });
    std::uint64_t next = 0;
    for (const std::size_t index : order) {
        const TensorEntry& entry = entries[index];
        if (entry.begin != next || entry.end < entry.begin)
            return entryError(kOffsetsInvalid, "V7", file, entry.name);
        next = entry.end;
    }
    return next;
}

}  // namespace

Result<Header> parseHeader(const std::filesystem::path& path, std::string_view json,
                           std::uint64_t dataBytes) {
    const std::string file = path.string();
    const Error notJson(kHeaderNotJson, {{"file", file}, {"rule", "V4"}});
    // The JSON library would take a byte order mark and stop at a zero byte; the format allows neither.
    const auto first = json.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || json[first] != '{' || json.find('\0') != std::string_view::npos ||
        !isUtf8(json))
        return notJson;
    HeaderReader reader(file);
    if (!Json::sax_parse(json.begin(), json.end(), &reader)) return reader.failure.value_or(notJson);

    Header header;
    header.metadata = std::move(reader.metadata);
    header.entries.reserve(reader.entries.size());
    for (const RawEntry& raw : reader.entries) {
        MANJU_TRY(TensorEntry entry, judged(raw, file));
        header.entries.push_back(std::move(entry));
    }
    std::sort(header.entries.begin(), header.entries.end(),
              [](const TensorEntry& a, const TensorEntry& b) { return a.name < b.name; });
    const auto repeated = std::adjacent_find(header.entries.begin(), header.entries.end(),
                                             [](const auto& a, const auto& b) { return a.name == b.name; });
    if (repeated != header.entries.end()) return entryError(kNameRepeated, "V12", file, repeated->name);

    MANJU_TRY(const std::uint64_t covered, checkCover(header.entries, file));
    for (const TensorEntry& entry : header.entries) MANJU_CHECK(checkSize(entry, file));
    if (covered != dataBytes) {
        const std::uint64_t before = 8 + json.size();
        return Error(covered > dataBytes ? kFileIncomplete : kTrailingBytes,
                     {{"file", file},
                      {"rule", "V11"},
                      {"bytes", std::to_string(before + dataBytes)},
                      {"expected", std::to_string(before + covered)}});
    }
    return header;
}

}  // namespace manju::weights::detail
