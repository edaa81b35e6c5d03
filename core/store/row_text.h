// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <stdexcept>
#include <string>

#include "core/store/rows.h"

// Conversions between columns and values, shared by the store's sources.
namespace manju::store {

inline std::string errorText(const std::optional<Error>& error) {
    return error ? Json(*error).dump() : std::string();
}

inline std::optional<Error> errorAt(const SQLite::Column& column) {
    if (column.isNull() || column.getString().empty()) return std::nullopt;
    return errorFromJson(Json::parse(column.getString()));
}

/// Words in the database were written by toText(); another word means a damaged file.
template <class Enum>
Enum wordAt(const SQLite::Column& column) {
    return Json(column.getString()).get<Enum>();
}

inline void bindOptional(SQLite::Statement& statement, int index, const std::string& text) {
    if (text.empty())
        statement.bind(index);
    else
        statement.bind(index, text);
}

}  // namespace manju::store
