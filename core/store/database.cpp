// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include <SQLiteCpp/Backup.h>

#include <sqlite3.h>

#include "core/base/errors.h"
#include "core/store/errors.h"
#include "core/store/schema.h"

namespace manju::store {
namespace {

constexpr int kBusyMillis = 5000;

Error translate(const SQLite::Exception& e, const std::filesystem::path& file) {
    const MessageArgs args{{"file", file.string()}, {"detail", e.what()}};
    switch (e.getErrorCode() & 0xFF) {
        case SQLITE_FULL:
            return Error(kDiskFull, {{"file", file.string()}});
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return Error(kDamaged, args);
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            return Error(kNotWritable, args);
        default:
            return Error(kStoreFailed, args);
    }
}

/// Applies the migrations that this file lacks. Returns the version found before.
int migrate(SQLite::Database& db) {
    const int found = db.execAndGet("PRAGMA user_version").getInt();
    for (std::size_t i = static_cast<std::size_t>(found); i < migrations().size(); ++i) {
        SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
        db.exec(migrations()[i]);
        db.exec("PRAGMA user_version = " + std::to_string(i + 1));
        transaction.commit();
    }
    return found;
}

/// Of a file with an older schema, for reading: the file itself stays as it is.
std::unique_ptr<SQLite::Database> upToDateCopy(SQLite::Database& old) {
    auto copy = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(*copy, old).executeStep(-1);
    migrate(*copy);
    copy->exec("PRAGMA query_only = ON");
    return copy;
}

}  // namespace

Result<Database> Database::open(const std::filesystem::path& file, Access access) {
    try {
        const bool writing = access == Access::ReadWrite;
        auto db = std::make_unique<SQLite::Database>(
            file.string(), writing ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY,
            kBusyMillis);
        const int found = db->execAndGet("PRAGMA user_version").getInt();
        const int known = static_cast<int>(migrations().size());
        if (found > known)
            return Error(kTooNew, {{"file", file.string()},
                                   {"found", std::to_string(found)},
                                   {"known", std::to_string(known)}});
        db->exec("PRAGMA foreign_keys = ON");
        if (writing) {
            db->exec("PRAGMA journal_mode = WAL");
            db->exec("PRAGMA synchronous = FULL");
            migrate(*db);
        } else if (found > 0 && found < known) {
            db = upToDateCopy(*db);
        }
        return Database(std::move(db), file);
    } catch (const SQLite::Exception& e) {
        return translate(e, file);
    }
}

Error Database::errorOf(const SQLite::Exception& e) const {
    return translate(e, file_);
}

Error Database::unreadable(const std::string& detail) const {
    return Error(kDamaged, {{"file", file_.string()}, {"detail", detail}});
}

}  // namespace manju::store
