// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/key_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/story/errors.h"
#include "core/story/text_class.h"

namespace manju::story {

KeyReader::KeyReader(const Json& object, std::string file, std::string path)
    : object_(object), file_(std::move(file)), path_(std::move(path)) {
    if (!object_.is_object()) wrongType(path_.empty() ? "{}" : path_, "an object { }");
}

std::string KeyReader::pathOf(const char* key) const {
    return path_.empty() ? key : path_ + "." + key;
}

void KeyReader::fail(Error error) {
    if (!error_) error_ = std::move(error);
}

void KeyReader::wrongType(const std::string& path, const char* expected) {
    fail(Error(kKeyType, {{"file", file_}, {"key", path}, {"expected", expected}}));
}

const Json* KeyReader::take(const char* key) {
    asked_.insert(key);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
}

const Json* KeyReader::takeList(const char* key) {
    const Json* value = take(key);
    if (value && !value->is_array()) {
        wrongType(pathOf(key), "a list [ ]");
        return nullptr;
    }
    return value;
}

std::optional<std::int64_t> KeyReader::wholeNumber(const char* key, IntRange range) {
    const Json* value = take(key);
    if (!value) return std::nullopt;
    if (!value->is_number_integer()) {
        wrongType(pathOf(key), "a whole number");
        return std::nullopt;
    }
    const bool huge = value->is_number_unsigned() && value->get<std::uint64_t>() > std::uint64_t{1} << 62;
    const auto number = huge ? std::int64_t{0} : value->get<std::int64_t>();
    if (huge || number < range.low || number > range.high) {
        fail(Error(kValueRange, {{"file", file_},
                                 {"key", pathOf(key)},
                                 {"value", value->dump()},
                                 {"low", std::to_string(range.low)},
                                 {"high", std::to_string(range.high)}}));
        return std::nullopt;
    }
    if (number % range.step != 0) {
        fail(Error(kValueMultiple, {{"file", file_},
                                    {"key", pathOf(key)},
                                    {"value", value->dump()},
                                    {"step", std::to_string(range.step)}}));
        return std::nullopt;
    }
    return number;
}

void KeyReader::integer(const char* key, int& value, IntRange range) {
    if (const auto number = wholeNumber(key, range)) value = static_cast<int>(*number);
}

void KeyReader::integer(const char* key, std::uint32_t& value, IntRange range) {
    if (const auto number = wholeNumber(key, range)) value = static_cast<std::uint32_t>(*number);
}

void KeyReader::number(const char* key, double& value, NumberRange range) {
    const Json* found = take(key);
    if (!found) return;
    if (!found->is_number()) return wrongType(pathOf(key), "a number");
    const auto number = found->get<double>();
    if (!(number >= range.low && number <= range.high))
        return fail(Error(kValueRange, {{"file", file_},
                                        {"key", pathOf(key)},
                                        {"value", found->dump()},
                                        {"low", Json(range.low).dump()},
                                        {"high", Json(range.high).dump()}}));
    value = number;
}

void KeyReader::flag(const char* key, bool& value) {
    const Json* found = take(key);
    if (!found) return;
    if (!found->is_boolean()) return wrongType(pathOf(key), "true / false");
    value = found->get<bool>();
}

void KeyReader::text(const char* key, std::string& value) {
    const Json* found = take(key);
    if (!found) return;
    if (!found->is_string()) return wrongType(pathOf(key), "\"text\"");
    value = found->get<std::string>();
}

void KeyReader::required(const char* key, std::string& value) {
    text(key, value);
    if (trimmed(value).empty()) fail(Error(kValueEmpty, {{"file", file_}, {"key", pathOf(key)}}));
}

void KeyReader::choice(const char* key, std::string& value, std::initializer_list<std::string_view> choices) {
    std::string chosen = value;
    text(key, chosen);
    if (std::find(choices.begin(), choices.end(), chosen) != choices.end()) {
        value = chosen;
        return;
    }
    std::string listed;
    for (const std::string_view choice : choices) listed.append(listed.empty() ? "" : ", ").append(choice);
    fail(
        Error(kValueChoice, {{"file", file_}, {"key", pathOf(key)}, {"value", chosen}, {"choices", listed}}));
}

void KeyReader::tags(const char* key, std::string& value) {
    text(key, value);
    for (const char* tag : {"<lora:", "<lyco:"})
        if (value.find(tag) != std::string::npos)
            fail(Error(kTagsWithLora, {{"file", file_}, {"key", pathOf(key)}}));
    std::u32string foreign;
    for (const char32_t c : decodeUtf8(value))
        if (isCjk(c) && foreign.size() < 12) foreign += c;
    if (!foreign.empty())
        fail(Error(kTagsNotEnglish, {{"file", file_}, {"key", pathOf(key)}, {"value", encodeUtf8(foreign)}}));
}

Status KeyReader::finish() {
    if (!error_ && object_.is_object())
        for (const auto& [key, value] : object_.items())
            if (!asked_.contains(key)) {
                fail(Error(kKeyUnknown, {{"file", file_}, {"key", pathOf(key.c_str())}}));
                break;
            }
    if (error_) return *error_;
    return Done{};
}

}  // namespace manju::story
