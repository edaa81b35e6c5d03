// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/publisher.h"

#include "core/base/os/file.h"
#include "core/engine/errors.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;

store::ResultRow publishedRow(const ProjectLayout& layout, const store::StepRow& step,
                              const StepResult& result) {
    store::ResultRow row{step.key, step.kind, result.files, result.meta};
    for (OutputFile& file : row.files)
        file.name = layout.result(step.kind, step.key, fs::path(file.name).extension().string()).string();
    return row;
}

bool holds(const fs::path& path, const OutputFile& file, bool digest) {
    const auto stamp = os::stampFile(path);
    if (!stamp || stamp->size != file.bytes) return false;
    if (!digest) return true;
    const auto found = os::digestFile(path);
    return found.ok() && found->sha256 == file.sha256;
}

Status moveFiles(const ProjectLayout& layout, const store::AttemptRow& attempt, const StepResult& result,
                 const store::ResultRow& row) {
    const fs::path folder = layout.attempt(attempt.epoch, attempt.step, attempt.number);
    for (std::size_t i = 0; i < row.files.size(); ++i) {
        const fs::path from = folder / result.files[i].name;
        const fs::path to = layout.root / row.files[i].name;
        if (!holds(from, result.files[i], false)) {
            if (holds(to, row.files[i], true)) continue;  // renamed before the interruption
            return Error(kResultLost, {{"file", from.string()}});
        }
        MANJU_CHECK(os::makeDirectories(to.parent_path()));
        MANJU_CHECK(os::publishFile(from, to));
    }
    return Done{};
}

Result<store::ResultRow> carryOut(store::ProjectStore& store, const ProjectLayout& layout,
                                  store::StepRow& step, const store::AttemptRow& attempt,
                                  const StepResult& result, std::int64_t now) {
    const store::ResultRow row = publishedRow(layout, step, result);
    MANJU_CHECK(moveFiles(layout, attempt, result, row));
    store::StepRow done = step;
    done.state = StepState::Done;
    done.error.reset();
    MANJU_CHECK(store.finishAttempt(done, attempt.number, row, now));
    step = done;
    MANJU_CHECK(os::removeTree(layout.attempt(attempt.epoch, attempt.step, attempt.number)));
    return row;
}

}  // namespace

Result<store::ResultRow> publish(store::ProjectStore& store, const ProjectLayout& layout,
                                 store::StepRow& step, const store::AttemptRow& attempt,
                                 const StepResult& result, std::int64_t now) {
    MANJU_CHECK(store.deliver(step.id, attempt.number, result));
    return carryOut(store, layout, step, attempt, result, now);
}

Result<std::optional<store::ResultRow>> recover(store::ProjectStore& store, const ProjectLayout& layout,
                                                store::StepRow& step, const store::AttemptRow& attempt,
                                                std::int64_t now) {
    if (!attempt.result || attempt.key != step.key) return std::optional<store::ResultRow>();
    const store::ResultRow row = publishedRow(layout, step, *attempt.result);
    const fs::path folder = layout.attempt(attempt.epoch, attempt.step, attempt.number);
    for (std::size_t i = 0; i < row.files.size(); ++i)
        if (!holds(folder / attempt.result->files[i].name, row.files[i], true) &&
            !holds(layout.root / row.files[i].name, row.files[i], true))
            return std::optional<store::ResultRow>();
    MANJU_TRY(store::ResultRow published, carryOut(store, layout, step, attempt, *attempt.result, now));
    return std::optional<store::ResultRow>(std::move(published));
}

bool isWhole(const ProjectLayout& layout, const store::ResultRow& result, bool digests) {
    for (const OutputFile& file : result.files)
        if (!holds(layout.root / file.name, file, digests)) return false;
    return true;
}

}  // namespace manju::engine
