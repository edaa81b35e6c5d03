// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project_store.h"
#include "core/store/row_text.h"

namespace manju::store {
namespace {

void bindStep(SQLite::Statement& statement, const StepRow& row) {
    statement.bind(1, row.episode.value);
    statement.bind(2, row.shot.value);
    statement.bind(3, row.line.value);
    statement.bind(4, std::string(toText(row.kind)));
    statement.bind(5, row.key);
    statement.bind(6, row.spec.dump());
    statement.bind(7, std::string(toText(row.state)));
    statement.bind(8, row.failures);
    statement.bind(9, row.crashes);
    statement.bind(10, row.notBefore);
    bindOptional(statement, 11, errorText(row.error));
}

void writeStep(SQLite::Database& db, const StepRow& row) {
    SQLite::Statement update(
        db,
        "UPDATE step SET episode_id = ?, shot_id = ?, line_id = ?, kind = ?, key = ?, spec = ?, "
        "state = ?, failures = ?, crashes = ?, not_before = ?, error = ? WHERE id = ?");
    bindStep(update, row);
    update.bind(12, row.id.value);
    update.exec();
}

void endAttempt(SQLite::Database& db, const StepRow& step, int number, AttemptOutcome outcome,
                std::int64_t now) {
    SQLite::Statement update(db,
                             "UPDATE attempt SET outcome = ?, ended_at = ?, error = ? "
                             "WHERE step_id = ? AND number = ?");
    update.bind(1, std::string(toText(outcome)));
    update.bind(2, now);
    bindOptional(update, 3, outcome == AttemptOutcome::Done ? std::string() : errorText(step.error));
    update.bind(4, step.id.value);
    update.bind(5, number);
    update.exec();
}

std::vector<AttemptRow> readAttempts(SQLite::Database& db, const std::string& condition) {
    std::vector<AttemptRow> rows;
    SQLite::Statement query(
        db,
        "SELECT step_id, number, epoch, key, outcome, started_at, ended_at, result, error "
        "FROM attempt " +
            condition + " ORDER BY started_at, step_id, number");
    while (query.executeStep()) {
        AttemptRow row;
        row.step = StepId(query.getColumn(0).getInt64());
        row.number = query.getColumn(1).getInt();
        row.epoch = query.getColumn(2).getInt64();
        row.key = query.getColumn(3).getString();
        row.outcome = wordAt<AttemptOutcome>(query.getColumn(4));
        row.startedAt = query.getColumn(5).getInt64();
        row.endedAt = query.getColumn(6).getInt64();
        if (!query.getColumn(7).isNull())
            row.result = Json::parse(query.getColumn(7).getString()).get<StepResult>();
        row.error = errorAt(query.getColumn(8));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

Result<std::vector<StepRow>> ProjectStore::steps() {
    return db_.guarded([&] {
        std::vector<StepRow> rows;
        SQLite::Statement query(
            db_.handle(),
            "SELECT id, episode_id, shot_id, line_id, kind, key, spec, state, failures, crashes, "
            "not_before, error FROM step ORDER BY id");
        while (query.executeStep()) {
            StepRow row;
            row.id = StepId(query.getColumn(0).getInt64());
            row.episode = EpisodeId(query.getColumn(1).getInt64());
            row.shot = ShotId(query.getColumn(2).getInt64());
            row.line = LineId(query.getColumn(3).getInt64());
            row.kind = wordAt<StepKind>(query.getColumn(4));
            row.key = query.getColumn(5).getString();
            row.spec = Json::parse(query.getColumn(6).getString());
            row.state = wordAt<StepState>(query.getColumn(7));
            row.failures = query.getColumn(8).getInt();
            row.crashes = query.getColumn(9).getInt();
            row.notBefore = query.getColumn(10).getInt64();
            row.error = errorAt(query.getColumn(11));
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

Status ProjectStore::saveSteps(const std::vector<StepRow*>& rows) {
    return db_.changed([&] {
        SQLite::Statement insert(
            db_.handle(),
            "INSERT INTO step(episode_id, shot_id, line_id, kind, key, spec, state, failures, "
            "crashes, not_before, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        for (StepRow* row : rows) {
            if (row->id.valid()) {
                writeStep(db_.handle(), *row);
                continue;
            }
            bindStep(insert, *row);
            insert.exec();
            insert.reset();
            row->id = StepId(db_.handle().getLastInsertRowid());
        }
    });
}

Result<int> ProjectStore::beginAttempt(const StepRow& step, std::int64_t epoch, std::int64_t now) {
    return db_.changed([&] {
        auto& db = db_.handle();
        SQLite::Statement last(db, "SELECT COALESCE(MAX(number), 0) FROM attempt WHERE step_id = ?");
        last.bind(1, step.id.value);
        last.executeStep();
        const int number = last.getColumn(0).getInt() + 1;
        SQLite::Statement insert(db,
                                 "INSERT INTO attempt(step_id, number, epoch, key, outcome, started_at) "
                                 "VALUES (?, ?, ?, ?, ?, ?)");
        insert.bind(1, step.id.value);
        insert.bind(2, number);
        insert.bind(3, epoch);
        insert.bind(4, step.key);
        insert.bind(5, std::string(toText(AttemptOutcome::Running)));
        insert.bind(6, now);
        insert.exec();
        writeStep(db, step);
        return number;
    });
}

Status ProjectStore::deliver(StepId step, int attempt, const StepResult& result) {
    return db_.changed([&] {
        SQLite::Statement update(db_.handle(),
                                 "UPDATE attempt SET result = ? WHERE step_id = ? AND number = ?");
        update.bind(1, Json(result).dump());
        update.bind(2, step.value);
        update.bind(3, attempt);
        update.exec();
    });
}

Status ProjectStore::finishAttempt(const StepRow& step, int attempt, const ResultRow& result,
                                   std::int64_t now) {
    return db_.changed([&] {
        SQLite::Statement insert(db_.handle(), "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, result.key);
        insert.bind(2, std::string(toText(result.kind)));
        insert.bind(3, Json(result.files).dump());
        insert.bind(4, result.meta.dump());
        insert.bind(5, now);
        insert.exec();
        endAttempt(db_.handle(), step, attempt, AttemptOutcome::Done, now);
        writeStep(db_.handle(), step);
    });
}

Status ProjectStore::failAttempt(const StepRow& step, int attempt, AttemptOutcome outcome, std::int64_t now) {
    return db_.changed([&] {
        endAttempt(db_.handle(), step, attempt, outcome, now);
        writeStep(db_.handle(), step);
    });
}

Result<std::vector<AttemptRow>> ProjectStore::attempts() {
    return db_.guarded([&] { return readAttempts(db_.handle(), ""); });
}

Result<std::vector<AttemptRow>> ProjectStore::runningAttempts() {
    return db_.guarded([&] { return readAttempts(db_.handle(), "WHERE outcome = 'running'"); });
}

Result<std::optional<ResultRow>> ProjectStore::result(const std::string& key) {
    return db_.guarded([&]() -> std::optional<ResultRow> {
        SQLite::Statement query(db_.handle(), "SELECT kind, files, meta FROM result WHERE key = ?");
        query.bind(1, key);
        if (!query.executeStep()) return std::nullopt;
        return ResultRow{key, wordAt<StepKind>(query.getColumn(0)),
                         Json::parse(query.getColumn(1).getString()).get<std::vector<OutputFile>>(),
                         Json::parse(query.getColumn(2).getString())};
    });
}

Status ProjectStore::removeResult(const std::string& key) {
    return db_.changed([&] {
        SQLite::Statement remove(db_.handle(), "DELETE FROM result WHERE key = ?");
        remove.bind(1, key);
        remove.exec();
    });
}

}  // namespace manju::store
