// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <memory>
#include <type_traits>

#include "core/base/json.h"
#include "core/base/result.h"

namespace manju::store {

enum class Access { ReadWrite, ReadOnly };

/// The project's SQLite file: WAL, synchronous=FULL, foreign keys on, schema brought up to date by
/// numbered migrations, each in its own transaction. Thread: owner only.
class Database {
public:
    static Result<Database> open(const std::filesystem::path& file, Access access);

    [[nodiscard]] SQLite::Database& handle() { return *handle_; }

    /// Runs `work` and turns a SQLite exception into an Error.
    template <class Work>
    auto guarded(Work work)
        -> Result<std::conditional_t<std::is_void_v<decltype(work())>, Done, decltype(work())>> {
        try {
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                return Done{};
            } else {
                return work();
            }
        } catch (const SQLite::Exception& e) {
            return errorOf(e);
        } catch (const Json::exception& e) {
            return unreadable(e.what());  // a stored value that this program cannot have written
        }
    }

    /// The same inside one transaction, which also raises the stored revision by one.
    template <class Work>
    auto changed(Work work) {
        return guarded([&] {
            SQLite::Transaction transaction(*handle_, SQLite::TransactionBehavior::IMMEDIATE);
            handle_->exec("UPDATE revision SET count = count + 1");
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                transaction.commit();
            } else {
                auto value = work();
                transaction.commit();
                return value;
            }
        });
    }

    [[nodiscard]] Error errorOf(const SQLite::Exception& e) const;
    [[nodiscard]] Error unreadable(const std::string& detail) const;

private:
    Database(std::unique_ptr<SQLite::Database> handle, std::filesystem::path file)
        : handle_(std::move(handle)), file_(std::move(file)) {}

    std::unique_ptr<SQLite::Database> handle_;
    std::filesystem::path file_;
};

}  // namespace manju::store
