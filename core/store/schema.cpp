// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include <array>

namespace manju::store {
namespace {

const std::string kVersion1 = R"sql(
CREATE TABLE revision(count INTEGER NOT NULL) STRICT;
INSERT INTO revision VALUES (0);
CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE script(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,   -- of the file's bytes
  name TEXT NOT NULL,            -- file name as imported
  file TEXT NOT NULL,            -- the kept copy, relative to the project
  encoding TEXT NOT NULL, format TEXT NOT NULL, language TEXT NOT NULL,
  imported_at INTEGER NOT NULL) STRICT;
CREATE TABLE episode(
  id INTEGER PRIMARY KEY,
  script_id INTEGER NOT NULL REFERENCES script(id),
  ordinal INTEGER NOT NULL,      -- inside the script, from 1
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  queued INTEGER NOT NULL DEFAULT 0,
  priority TEXT NOT NULL DEFAULT 'medium',
  urgent INTEGER NOT NULL DEFAULT 0,
  deadline TEXT NOT NULL DEFAULT '',
  queue_order REAL NOT NULL DEFAULT 0,
  error TEXT,
  video TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE shot(
  id INTEGER PRIMARY KEY,
  episode_id INTEGER NOT NULL REFERENCES episode(id),
  order_key REAL NOT NULL,
  characters TEXT NOT NULL,      -- JSON array
  scene TEXT NOT NULL,
  span_begin INTEGER NOT NULL, span_end INTEGER NOT NULL) STRICT;
CREATE INDEX shot_of_episode ON shot(episode_id, order_key);
CREATE TABLE line(
  id INTEGER PRIMARY KEY,
  shot_id INTEGER NOT NULL REFERENCES shot(id),
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL, speaker TEXT NOT NULL, text TEXT NOT NULL,
  span_begin INTEGER NOT NULL, span_end INTEGER NOT NULL) STRICT;
CREATE INDEX line_of_shot ON line(shot_id, ordinal);
CREATE TABLE step(
  id INTEGER PRIMARY KEY,
  episode_id INTEGER NOT NULL REFERENCES episode(id),
  shot_id INTEGER NOT NULL DEFAULT 0,  -- 0: of the episode
  line_id INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL,
  key TEXT NOT NULL DEFAULT '',        -- empty: its inputs are not known yet
  spec TEXT NOT NULL DEFAULT 'null',
  state TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  crashes INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  UNIQUE(episode_id, kind, shot_id, line_id)) STRICT;
CREATE TABLE attempt(
  step_id INTEGER NOT NULL REFERENCES step(id),
  number INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  key TEXT NOT NULL,
  outcome TEXT NOT NULL,               -- running, done, failed, crashed, cancelled, interrupted
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL DEFAULT 0,
  result TEXT,                         -- what the worker delivered, before it is published
  error TEXT,
  PRIMARY KEY(step_id, number)) STRICT;
CREATE TABLE result(
  key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  files TEXT NOT NULL,                 -- JSON; names relative to the project
  meta TEXT NOT NULL,
  created_at INTEGER NOT NULL) STRICT;
CREATE TABLE digest(
  path TEXT PRIMARY KEY,
  size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL,
  sha256 TEXT NOT NULL) STRICT;
CREATE TABLE event(
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL, message TEXT NOT NULL, args TEXT NOT NULL,
  episode_id INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE duration(
  kind TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  mean REAL NOT NULL,                  -- milliseconds, exponentially weighted
  deviation REAL NOT NULL) STRICT;
)sql";

// The order of submission, once a number, is a time: episodes age by it. Those from before count from now on, in
// their order.
const std::string kVersion2 = R"sql(
ALTER TABLE episode ADD COLUMN submitted_at INTEGER NOT NULL DEFAULT 0;
UPDATE episode SET submitted_at = 1000 * CAST(strftime('%s', 'now') AS INTEGER) + CAST(queue_order AS INTEGER);
ALTER TABLE episode DROP COLUMN queue_order;
)sql";

}  // namespace

std::span<const std::string> migrations() {
    static const std::array kMigrations{kVersion1, kVersion2};
    return kMigrations;
}

}  // namespace manju::store
