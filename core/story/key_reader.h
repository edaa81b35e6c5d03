// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/result.h"

// Strict reading of settings files. Private.
namespace manju::story {

struct IntRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t step = 1;
};
struct NumberRange {
    double low = 0;
    double high = 0;
};

/// Reads the keys of one JSON object and remembers the first error: a wrong type, a value out of range, a key
/// that nobody asked for. A key that is missing leaves the value as it is. Errors name the file and the key
/// with its path ("members[0].voice.pitch"). Thread: owner only.
class KeyReader {
public:
    /// `path` is empty for the top level. The object must outlive the reader.
    KeyReader(const Json& object, std::string file, std::string path);

    void integer(const char* key, int& value, IntRange range);
    void integer(const char* key, std::uint32_t& value, IntRange range);
    void number(const char* key, double& value, NumberRange range);
    void flag(const char* key, bool& value);
    void text(const char* key, std::string& value);
    /// Text that must not be empty or missing.
    void required(const char* key, std::string& value);
    void choice(const char* key, std::string& value, std::initializer_list<std::string_view> choices);
    /// English tags for the image model, without those of LoRAs.
    void tags(const char* key, std::string& value);

    /// Calls read(KeyReader&) for the object at `key`, if there is one.
    template <class Read>
    void object(const char* key, Read read) {
        if (const Json* value = take(key)) nested(*value, pathOf(key), read);
    }
    /// Calls read(KeyReader&) for each object of the list at `key`.
    template <class Read>
    void objects(const char* key, Read read) {
        const Json* list = takeList(key);
        if (!list) return;
        for (std::size_t i = 0; i < list->size(); ++i)
            nested((*list)[i], pathOf(key) + "[" + std::to_string(i) + "]", read);
    }
    /// Calls read(text, path) for each text of the list at `key`.
    template <class Read>
    void texts(const char* key, Read read) {
        const Json* list = takeList(key);
        if (!list) return;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string path = pathOf(key) + "[" + std::to_string(i) + "]";
            if (!(*list)[i].is_string()) return wrongType(path, "text");
            read((*list)[i].get<std::string>(), path);
        }
    }

    void fail(Error error);
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] std::string pathOf(const char* key) const;
    /// After the last key: the first error, or that of a key that was not asked for.
    Status finish();

private:
    const Json* take(const char* key);
    const Json* takeList(const char* key);
    std::optional<std::int64_t> wholeNumber(const char* key, IntRange range);
    void wrongType(const std::string& path, const char* expected);

    template <class Read>
    void nested(const Json& value, const std::string& path, Read read) {
        KeyReader reader(value, file_, path);
        if (reader.isObject()) read(reader);
        if (const Status status = reader.finish(); !status.ok()) fail(status.error());
    }
    [[nodiscard]] bool isObject() const { return object_.is_object(); }

    const Json& object_;
    std::string file_;
    std::string path_;
    std::set<std::string> asked_;
    std::optional<Error> error_;
};

}  // namespace manju::story
