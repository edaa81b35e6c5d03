// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project_store.h"

#include "core/base/errors.h"
#include "core/store/errors.h"
#include "core/store/row_text.h"

namespace manju::store {
namespace {

constexpr const char* kFileName = "project.db";

}  // namespace

Result<ProjectStore> ProjectStore::open(const std::filesystem::path& folder, Access access) {
    const std::filesystem::path file = folder / kFileName;
    std::error_code ignored;
    if (access == Access::ReadOnly && !std::filesystem::exists(file, ignored))
        return Error(kNoProject, {{"folder", folder.string()}});
    MANJU_TRY(Database db, Database::open(file, access));
    return ProjectStore(std::move(db));
}

Result<std::int64_t> ProjectStore::beginRun() {
    return db_.changed([&] {
        auto& db = db_.handle();
        db.exec(
            "INSERT INTO setting VALUES ('epoch', '1') "
            "ON CONFLICT(name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)");
        db.exec("INSERT INTO setting VALUES ('run', 'open') ON CONFLICT(name) DO UPDATE SET value = 'open'");
        return std::int64_t{
            db.execAndGet("SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'epoch'").getInt64()};
    });
}

Status ProjectStore::endRun() {
    return setSettings({{"run", "ended"}});
}

Result<bool> ProjectStore::lastRunEnded() {
    MANJU_TRY(const std::string run, setting("run"));
    return run != "open";
}

Result<std::int64_t> ProjectStore::revision() {
    return db_.guarded(
        [&] { return std::int64_t{db_.handle().execAndGet("SELECT count FROM revision").getInt64()}; });
}

Result<std::string> ProjectStore::setting(const std::string& name) {
    return db_.guarded([&]() -> std::string {
        SQLite::Statement query(db_.handle(), "SELECT value FROM setting WHERE name = ?");
        query.bind(1, name);
        return query.executeStep() ? query.getColumn(0).getString() : std::string();
    });
}

Status ProjectStore::setSettings(const std::map<std::string, std::string>& values) {
    return db_.changed([&] {
        SQLite::Statement insert(
            db_.handle(),
            "INSERT INTO setting VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value");
        for (const auto& [name, value] : values) {
            insert.bind(1, name);
            insert.bind(2, value);
            insert.exec();
            insert.reset();
        }
    });
}

Result<std::vector<EpisodeId>> ProjectStore::episodesOfScript(const std::string& sha256) {
    return db_.guarded([&] {
        std::vector<EpisodeId> ids;
        SQLite::Statement query(db_.handle(),
                                "SELECT episode.id FROM episode JOIN script ON script.id = script_id "
                                "WHERE sha256 = ? ORDER BY ordinal");
        query.bind(1, sha256);
        while (query.executeStep()) ids.emplace_back(query.getColumn(0).getInt64());
        return ids;
    });
}

namespace {

void addLines(SQLite::Database& db, std::int64_t shot, const std::vector<ShotLine>& lines) {
    SQLite::Statement insert(db,
                             "INSERT INTO line(shot_id, ordinal, kind, speaker, text, span_begin, span_end) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?)");
    int ordinal = 0;
    for (const ShotLine& line : lines) {
        insert.bind(1, shot);
        insert.bind(2, ++ordinal);
        insert.bind(3, std::string(toText(line.kind)));
        insert.bind(4, line.speaker);
        insert.bind(5, line.text);
        insert.bind(6, line.span.begin);
        insert.bind(7, line.span.end);
        insert.exec();
        insert.reset();
    }
}

void addShots(SQLite::Database& db, std::int64_t episode, const std::vector<ShotDraft>& shots) {
    SQLite::Statement insert(db,
                             "INSERT INTO shot(episode_id, order_key, characters, scene, span_begin, span_end) "
                             "VALUES (?, ?, ?, ?, ?, ?)");
    double order = 0;
    for (const ShotDraft& shot : shots) {
        insert.bind(1, episode);
        insert.bind(2, order += 1);
        insert.bind(3, Json(shot.characters).dump());
        insert.bind(4, shot.scene);
        insert.bind(5, shot.span.begin);
        insert.bind(6, shot.span.end);
        insert.exec();
        insert.reset();
        addLines(db, db.getLastInsertRowid(), shot.lines);
    }
}

}  // namespace

Result<std::vector<EpisodeId>> ProjectStore::addScript(const ScriptRow& script,
                                                       const std::vector<EpisodeDraft>& episodes,
                                                       std::int64_t now) {
    return db_.changed([&] {
        auto& db = db_.handle();
        SQLite::Statement insert(
            db,
            "INSERT INTO script(sha256, name, file, encoding, format, language, imported_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)");
        insert.bind(1, script.sha256);
        insert.bind(2, script.name);
        insert.bind(3, script.file);
        insert.bind(4, script.encoding);
        insert.bind(5, script.format);
        insert.bind(6, script.language);
        insert.bind(7, now);
        insert.exec();
        const std::int64_t scriptId = db.getLastInsertRowid();

        std::vector<EpisodeId> ids;
        SQLite::Statement insertEpisode(
            db, "INSERT INTO episode(script_id, ordinal, title, state) VALUES (?, ?, ?, ?)");
        for (const EpisodeDraft& episode : episodes) {
            insertEpisode.bind(1, scriptId);
            insertEpisode.bind(2, static_cast<std::int64_t>(ids.size() + 1));
            insertEpisode.bind(3, episode.title);
            insertEpisode.bind(4, std::string(toText(EpisodeState::Waiting)));
            insertEpisode.exec();
            insertEpisode.reset();
            ids.emplace_back(db.getLastInsertRowid());
            addShots(db, ids.back().value, episode.shots);
        }
        return ids;
    });
}

namespace {

std::vector<EpisodeRow> readEpisodes(SQLite::Database& db) {
    std::vector<EpisodeRow> rows;
    SQLite::Statement query(
        db,
        "SELECT episode.id, script_id, script.name, language, ordinal, title, state, queued, "
        "priority, urgent, deadline, submitted_at, error, video "
        "FROM episode JOIN script ON script.id = script_id ORDER BY episode.id");
    while (query.executeStep()) {
        EpisodeRow row;
        row.id = EpisodeId(query.getColumn(0).getInt64());
        row.script = query.getColumn(1).getInt64();
        row.scriptName = query.getColumn(2).getString();
        row.language = query.getColumn(3).getString();
        row.ordinal = query.getColumn(4).getInt();
        row.title = query.getColumn(5).getString();
        row.state = wordAt<EpisodeState>(query.getColumn(6));
        row.queued = query.getColumn(7).getInt() != 0;
        row.priority = wordAt<Priority>(query.getColumn(8));
        row.urgent = query.getColumn(9).getInt() != 0;
        row.deadline = query.getColumn(10).getString();
        row.submittedAt = query.getColumn(11).getInt64();
        row.error = errorAt(query.getColumn(12));
        row.video = query.getColumn(13).getString();
        rows.push_back(std::move(row));
    }
    return rows;
}

void readShots(SQLite::Database& db, EpisodeRow& episode) {
    SQLite::Statement query(db,
                            "SELECT id, characters, scene, span_begin, span_end FROM shot WHERE episode_id = ? "
                            "ORDER BY order_key");
    SQLite::Statement lines(
        db,
        "SELECT id, kind, speaker, text, span_begin, span_end FROM line WHERE shot_id = ? "
        "ORDER BY ordinal");
    query.bind(1, episode.id.value);
    while (query.executeStep()) {
        ShotRow shot;
        shot.id = ShotId(query.getColumn(0).getInt64());
        shot.characters = Json::parse(query.getColumn(1).getString()).get<std::vector<std::string>>();
        shot.scene = query.getColumn(2).getString();
        shot.span = {query.getColumn(3).getInt64(), query.getColumn(4).getInt64()};
        lines.reset();
        lines.bind(1, shot.id.value);
        while (lines.executeStep())
            shot.lines.push_back({LineId(lines.getColumn(0).getInt64()),
                                  {wordAt<LineKind>(lines.getColumn(1)),
                                   lines.getColumn(2).getString(),
                                   lines.getColumn(3).getString(),
                                   {lines.getColumn(4).getInt64(), lines.getColumn(5).getInt64()}}});
        episode.shots.push_back(std::move(shot));
    }
}

}  // namespace

Result<std::vector<EpisodeRow>> ProjectStore::episodes() {
    return db_.guarded([&] {
        std::vector<EpisodeRow> rows = readEpisodes(db_.handle());
        for (EpisodeRow& row : rows) readShots(db_.handle(), row);
        return rows;
    });
}

Status ProjectStore::saveEpisodes(const std::vector<const EpisodeRow*>& episodes) {
    return db_.changed([&] {
        SQLite::Statement update(
            db_.handle(),
            "UPDATE episode SET state = ?, queued = ?, priority = ?, urgent = ?, deadline = ?, "
            "submitted_at = ?, error = ?, video = ? WHERE id = ?");
        for (const EpisodeRow* row : episodes) {
            update.bind(1, std::string(toText(row->state)));
            update.bind(2, row->queued ? 1 : 0);
            update.bind(3, std::string(toText(row->priority)));
            update.bind(4, row->urgent ? 1 : 0);
            update.bind(5, row->deadline);
            update.bind(6, row->submittedAt);
            bindOptional(update, 7, errorText(row->error));
            update.bind(8, row->video);
            update.bind(9, row->id.value);
            update.exec();
            update.reset();
        }
    });
}

Result<std::optional<std::string>> ProjectStore::cachedDigest(const std::string& path,
                                                              const os::FileStamp& stamp) {
    return db_.guarded([&]() -> std::optional<std::string> {
        SQLite::Statement query(db_.handle(),
                                "SELECT sha256 FROM digest WHERE path = ? AND size = ? AND modified = ? "
                                "AND inode = ?");
        query.bind(1, path);
        query.bind(2, stamp.size);
        query.bind(3, stamp.modifiedNanos);
        query.bind(4, static_cast<std::int64_t>(stamp.inode));
        if (!query.executeStep()) return std::nullopt;
        return query.getColumn(0).getString();
    });
}

Status ProjectStore::cacheDigest(const std::string& path, const os::FileStamp& stamp,
                                 const std::string& sha256) {
    return db_.changed([&] {
        SQLite::Statement insert(db_.handle(), "INSERT OR REPLACE INTO digest VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, path);
        insert.bind(2, stamp.size);
        insert.bind(3, stamp.modifiedNanos);
        insert.bind(4, static_cast<std::int64_t>(stamp.inode));
        insert.bind(5, sha256);
        insert.exec();
    });
}

Status ProjectStore::addEvent(EventRow& event) {
    return db_.changed([&] {
        SQLite::Statement insert(db_.handle(),
                                 "INSERT INTO event(at, message, args, episode_id) VALUES (?, ?, ?, ?)");
        insert.bind(1, event.at);
        insert.bind(2, event.message);
        insert.bind(3, Json(event.args).dump());
        insert.bind(4, event.episode.value);
        insert.exec();
        event.sequence = db_.handle().getLastInsertRowid();
    });
}

Result<std::vector<EventRow>> ProjectStore::newestEvents(int count) {
    return db_.guarded([&] {
        std::vector<EventRow> rows;
        SQLite::Statement query(db_.handle(),
                                "SELECT sequence, at, message, args, episode_id FROM event "
                                "ORDER BY sequence DESC LIMIT ?");
        query.bind(1, count);
        while (query.executeStep())
            rows.insert(rows.begin(), {query.getColumn(0).getInt64(), query.getColumn(1).getInt64(),
                                       query.getColumn(2).getString(),
                                       Json::parse(query.getColumn(3).getString()).get<MessageArgs>(),
                                       EpisodeId(query.getColumn(4).getInt64())});
        return rows;
    });
}

Status ProjectStore::saveDuration(StepKind kind, const DurationRow& duration) {
    return db_.changed([&] {
        SQLite::Statement insert(db_.handle(), "INSERT OR REPLACE INTO duration VALUES (?, ?, ?, ?)");
        insert.bind(1, std::string(toText(kind)));
        insert.bind(2, duration.count);
        insert.bind(3, duration.meanMillis);
        insert.bind(4, duration.deviationMillis);
        insert.exec();
    });
}

Result<std::map<StepKind, DurationRow>> ProjectStore::durations() {
    return db_.guarded([&] {
        std::map<StepKind, DurationRow> rows;
        SQLite::Statement query(db_.handle(), "SELECT kind, count, mean, deviation FROM duration");
        while (query.executeStep())
            rows[wordAt<StepKind>(query.getColumn(0))] = {query.getColumn(1).getInt64(),
                                                          query.getColumn(2).getDouble(),
                                                          query.getColumn(3).getDouble()};
        return rows;
    });
}

}  // namespace manju::store
