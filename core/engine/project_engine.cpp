// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/project_engine.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/engine/errors.h"
#include "core/engine/production.h"

namespace manju::engine {
namespace {

constexpr std::int64_t kSnapshotMillis = 100;  // at most ten a second
constexpr std::int64_t kIdleMillis = 1000;     // free disk is looked at this often

struct CommandMail {
    Command command;
    Engine::Reply reply;
};
struct ImportMail {
    CommandMail request;
    std::vector<ScriptInput> scripts;
    std::optional<Error> error;
};
struct WorkerMail {
    WorkerSource source;
    link::WorkerEvent event;
};
struct IdentityMail {
    Result<IdentityWork> work;
};
using Mail = std::variant<CommandMail, ImportMail, WorkerMail, IdentityMail>;
using Replies = std::vector<std::pair<Engine::Reply, Result<CommandReply>>>;

/// What other threads send to the engine's thread. Thread: any.
class Mailbox {
public:
    void post(Mail mail) {
        const std::lock_guard lock(mutex_);
        mails_.push_back(std::move(mail));
        arrived_.notify_one();
    }
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        arrived_.notify_one();
    }
    /// Waits until something came, `millis` have passed or the box is closed. Returns false once closed.
    bool wait(std::int64_t millis, std::deque<Mail>& mails) {
        std::unique_lock lock(mutex_);
        arrived_.wait_for(lock, Millis(std::max<std::int64_t>(0, millis)),
                          [&] { return closed_ || !mails_.empty(); });
        mails.swap(mails_);
        return !closed_;
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Mail> mails_;
    bool closed_ = false;
};

class ProjectEngine final : public Engine {
public:
    ProjectEngine(EngineOptions options, os::LockFile lock, ProjectLayout layout)
        : options_(std::move(options)), layout_(std::move(layout)), lock_(std::move(lock)) {}

    ~ProjectEngine() override {
        subscribe({});
        mailbox_.close();
        if (thread_.joinable()) thread_.join();
    }

    Status start(std::function<WorkerFactory(std::int64_t)> workers) {
        std::promise<Status> started;
        std::future<Status> outcome = started.get_future();
        thread_ = std::thread([this, workers = std::move(workers), &started] { main(workers, started); });
        return outcome.get();
    }

    void submit(Command command, Reply reply) override {
        mailbox_.post(CommandMail{std::move(command), std::move(reply)});
    }

    [[nodiscard]] std::shared_ptr<const EngineSnapshot> snapshot() const override {
        const std::lock_guard lock(snapshotMutex_);
        return snapshot_;
    }

    void subscribe(Wake wake) override {
        const std::lock_guard lock(wakeMutex_);
        wake_ = std::move(wake);
    }

private:
    void main(const std::function<WorkerFactory(std::int64_t)>& workers, std::promise<Status>& started) {
        // The epoch is known only after the project is opened, the first worker starts later.
        std::int64_t epoch = 0;
        WorkerPool pool([&](Lane lane, int index,
                            link::WorkerSink sink) { return workers(epoch)(lane, index, std::move(sink)); },
                        [this](WorkerSource source, link::WorkerEvent event) {
                            mailbox_.post(WorkerMail{source, std::move(event)});
                        },
                        1, options_.mediaWorkers);
        auto production = open(pool);
        if (!production.ok()) {
            started.set_value(production.error());
            return;
        }
        epoch = (*production)->snapshot().epoch;
        publish(**production);
        started.set_value(Done{});
        loop(**production);
        hasher_ = {};
        reader_ = {};
        pool.stop();
        drain(**production);
        (*production)->close();
    }

    Result<std::unique_ptr<Production>> open(WorkerPool& pool) {
        MANJU_TRY(store::ProjectStore projectStore,
                  store::ProjectStore::open(layout_.root, store::Access::ReadWrite));
        return Production::start(
            {layout_, std::move(projectStore), options_, systemClock(), pool, [this](IdentityWork work) {
                 hasher_ = std::jthread([this, work](const std::stop_token& stop) mutable {
                     const Status hashed = hashFiles(work, stop);
                     if (hashed.ok())
                         mailbox_.post(IdentityMail{std::move(work)});
                     else
                         mailbox_.post(IdentityMail{hashed.error()});
                 });
             }});
    }

    void loop(Production& production) {
        std::int64_t nextSnapshot = 0;
        bool changed = true;
        for (;;) {
            const std::int64_t now = systemClock().wallMillis();
            std::int64_t wait = kIdleMillis;
            if (changed) wait = std::min(wait, nextSnapshot - systemClock().steadyMillis());
            if (const auto tick = production.nextTick()) wait = std::min(wait, *tick - now);
            std::deque<Mail> mails;
            if (!mailbox_.wait(wait, mails)) {
                refuse(mails);
                return;
            }
            changed = changed || !mails.empty() || wait >= kIdleMillis;
            Replies replies;
            for (Mail& mail : mails) deliver(production, mail, replies);
            production.tick();
            const bool due = systemClock().steadyMillis() >= nextSnapshot;
            // A reply's snapshot already shows what the command changed.
            if ((changed && due) || !replies.empty()) {
                publish(production);
                changed = false;
                nextSnapshot = systemClock().steadyMillis() + kSnapshotMillis;
            }
            for (auto& [reply, result] : replies)
                if (reply) reply(result);
        }
    }

    void deliver(Production& production, Mail& mail, Replies& replies) {
        if (auto* command = std::get_if<CommandMail>(&mail)) {
            accept(production, std::move(*command), replies);
        } else if (auto* import = std::get_if<ImportMail>(&mail)) {
            replies.emplace_back(std::move(import->request.reply),
                                 import->error ? Result<CommandReply>(*import->error)
                                               : production.apply(import->request.command, import->scripts));
            reading_ = false;
            while (!held_.empty() && !reading_) {
                CommandMail next = std::move(held_.front());
                held_.pop_front();
                accept(production, std::move(next), replies);
            }
        } else if (auto* worker = std::get_if<WorkerMail>(&mail)) {
            production.onWorker(worker->source, worker->event);
        } else if (auto* identity = std::get_if<IdentityMail>(&mail)) {
            production.onIdentity(std::move(identity->work));
        }
    }

    /// Scripts are read on a thread of their own; commands that come meanwhile wait, so that all take effect
    /// in the order in which they were given.
    void accept(Production& production, CommandMail mail, Replies& replies) {
        if (reading_) {
            held_.push_back(std::move(mail));
        } else if (std::holds_alternative<ImportScripts>(mail.command)) {
            reading_ = true;
            reader_ = std::jthread([this, mail = std::move(mail)](const std::stop_token& stop) mutable {
                ImportMail done{std::move(mail), {}, {}};
                auto scripts = readScripts(std::get<ImportScripts>(done.request.command).files, stop);
                if (scripts.ok())
                    done.scripts = std::move(scripts).value();
                else
                    done.error = scripts.error();
                mailbox_.post(std::move(done));
            });
        } else {
            replies.emplace_back(std::move(mail.reply), production.apply(mail.command));
        }
    }

    /// Results that arrived before the workers stopped are kept.
    void drain(Production& production) {
        std::deque<Mail> mails;
        mailbox_.wait(0, mails);
        for (Mail& mail : mails)
            if (auto* worker = std::get_if<WorkerMail>(&mail);
                worker && std::holds_alternative<link::StepFinished>(worker->event))
                production.onWorker(worker->source, worker->event);
        refuse(mails);
    }

    void refuse(std::deque<Mail>& mails) {
        const auto refuseOne = [](CommandMail& command) {
            if (command.reply) command.reply(Error(kCancelled));
        };
        for (Mail& mail : mails) {
            if (auto* command = std::get_if<CommandMail>(&mail)) refuseOne(*command);
            if (auto* import = std::get_if<ImportMail>(&mail)) refuseOne(import->request);
        }
        for (CommandMail& command : std::exchange(held_, {})) refuseOne(command);
    }

    void publish(Production& production) {
        auto next = std::make_shared<EngineSnapshot>(production.snapshot());
        next->sequence = ++sequence_;
        {
            const std::lock_guard lock(snapshotMutex_);
            snapshot_ = std::move(next);
        }
        const std::lock_guard lock(wakeMutex_);
        if (wake_) wake_();
    }

    EngineOptions options_;
    ProjectLayout layout_;
    os::LockFile lock_;
    Mailbox mailbox_;
    mutable std::mutex snapshotMutex_;
    std::shared_ptr<const EngineSnapshot> snapshot_ = std::make_shared<const EngineSnapshot>();
    std::mutex wakeMutex_;
    Wake wake_;
    std::int64_t sequence_ = 0;
    bool reading_ = false;          ///< an import is being read ...
    std::deque<CommandMail> held_;  ///< ... and these came after it. Engine's thread only
    std::jthread reader_;
    std::jthread hasher_;
    std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Engine>> openEngineWith(EngineOptions options,
                                               std::function<WorkerFactory(std::int64_t)> workers) {
    std::error_code ignored;
    options.project = std::filesystem::absolute(options.project, ignored);
    ProjectLayout layout{options.project};
    MANJU_CHECK(os::makeDirectories(layout.root));
    MANJU_TRY(os::LockOutcome outcome, os::LockFile::tryLock(layout.lockFile()));
    if (!outcome.lock)
        return Error(kProjectInUse, {{"folder", layout.root.string()},
                                     {"pid", std::to_string(outcome.holder.pid)},
                                     {"host", outcome.holder.host}});
    auto engine =
        std::make_unique<ProjectEngine>(std::move(options), std::move(*outcome.lock), std::move(layout));
    MANJU_CHECK(engine->start(std::move(workers)));
    return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace manju::engine
