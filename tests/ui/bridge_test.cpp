// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest/QTest>
#include <latch>
#include <thread>

#include "core/base/errors.h"
#include "tests/ui/open_window.h"
#include "tests/ui/sample_board.h"
#include "tests/ui/test_case.h"

namespace manju::testing {
namespace {

using ui::EngineBridge;

EngineEvent eventNumber(std::int64_t number) {
    EngineEvent event;
    event.sequence = number;
    event.message = {"event", {}};
    return event;
}

}  // namespace

class BridgeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWithoutBlocking() {
        const auto script = std::make_shared<EngineScript>();
        std::latch gate(1);
        const std::thread::id ui = std::this_thread::get_id();
        std::thread::id opener;
        EngineBridge bridge(
            [&](const EngineOptions&) {
                gate.wait();
                opener = std::this_thread::get_id();
                return Result<std::unique_ptr<Engine>>(std::make_unique<ScriptedEngine>(script));
            },
            {});
        bridge.open("/projects/one");
        // The opener cannot have ended: open() came back before it.
        QVERIFY(bridge.state() == EngineBridge::State::Opening);
        QSignalSpy opened(&bridge, &EngineBridge::opened);
        gate.count_down();
        QTRY_COMPARE(opened.count(), 1);
        QVERIFY(opener != ui);
        QVERIFY(bridge.state() == EngineBridge::State::Open);
    }

    void saysWhyAProjectCannotBeOpened() {
        EngineBridge bridge(
            [](const EngineOptions&) {
                return Result<std::unique_ptr<Engine>>(Error(kDiskFull, {{"file", "x"}}));
            },
            {});
        std::string code;
        connect(&bridge, &EngineBridge::openFailed, &bridge, [&](const Error& error) { code = error.id(); });
        bridge.open("/projects/one");
        QTRY_COMPARE(code, std::string("MJ-FILE-04"));
        QVERIFY(bridge.state() == EngineBridge::State::Closed);
    }

    void onlyTheNewestOpenCounts() {
        const auto script = std::make_shared<EngineScript>();
        EngineBridge bridge(scripted(script), {});
        QSignalSpy opened(&bridge, &EngineBridge::opened);
        for (int i = 0; i < 5; ++i) bridge.open("/projects/one");
        QTRY_COMPARE(script->openEngines(), 1);
        QTRY_VERIFY(bridge.state() == EngineBridge::State::Open);
        QCOMPARE(opened.count(), 1);
    }

    void stormOfSnapshotsGivesFewSignals() {
        const auto script = std::make_shared<EngineScript>();
        EngineBridge bridge(scripted(script), {});
        bridge.open("/projects/one");
        QTRY_VERIFY(bridge.state() == EngineBridge::State::Open);
        QSignalSpy changed(&bridge, &EngineBridge::snapshotChanged);
        QElapsedTimer clock;
        clock.start();
        constexpr int kSnapshots = 10'000;
        std::thread engine([&] {
            for (int i = 1; i <= kSnapshots; ++i) {
                EngineSnapshot snapshot;
                snapshot.revision = i;
                script->publish(snapshot);
            }
        });
        QTRY_COMPARE(bridge.snapshot()->revision, std::int64_t(kSnapshots));
        engine.join();
        // One at most per interval, however long the machine took, and one that was under way.
        QVERIFY(changed.count() <= clock.elapsed() / EngineBridge::kIntervalMillis + 1);
        QVERIFY(changed.count() >= 1);
    }

    void noEventIsLostOrRepeated() {
        const auto script = std::make_shared<EngineScript>();
        EngineSnapshot snapshot;
        snapshot.events = {eventNumber(1), eventNumber(2)};
        script->publish(snapshot);
        EngineBridge bridge(scripted(script), {});
        std::vector<std::int64_t> seen;
        connect(&bridge, &EngineBridge::eventHappened, &bridge,
                [&](const EngineEvent& event) { seen.push_back(event.sequence); });
        bridge.open("/projects/one");
        QTRY_VERIFY(bridge.state() == EngineBridge::State::Open);
        for (std::int64_t number = 3; number <= 40; ++number) {
            snapshot.events.push_back(eventNumber(number));
            script->publish(snapshot);
        }
        QTRY_COMPARE(seen.size(), std::size_t(38));
        for (std::size_t i = 0; i < seen.size(); ++i) QCOMPARE(seen[i], std::int64_t(i + 3));
    }

    void repliesArriveOnTheUiThread() {
        const auto script = std::make_shared<EngineScript>();
        EngineBridge bridge(scripted(script), {});
        bridge.open("/projects/one");
        QTRY_VERIFY(bridge.state() == EngineBridge::State::Open);
        script->holdReplies();
        std::thread::id thread;
        bridge.submit(Produce{}, this,
                      [&](const Result<CommandReply>&) { thread = std::this_thread::get_id(); });
        QCOMPARE(bridge.unanswered(), 1);
        std::thread engine([&] { script->releaseReplies(); });
        engine.join();
        QVERIFY(thread == std::thread::id());  // nothing is called before the event loop comes to it
        QTRY_VERIFY(thread == std::this_thread::get_id());
        QCOMPARE(bridge.unanswered(), 0);
    }

    void aReplyForAVanishedReceiverIsDropped() {
        const auto script = std::make_shared<EngineScript>();
        EngineBridge bridge(scripted(script), {});
        bridge.open("/projects/one");
        QTRY_VERIFY(bridge.state() == EngineBridge::State::Open);
        script->holdReplies();
        bool called = false;
        auto receiver = std::make_unique<QObject>();
        bridge.submit(Produce{}, receiver.get(), [&](const Result<CommandReply>&) { called = true; });
        receiver.reset();
        script->releaseReplies();
        QTRY_COMPARE(bridge.unanswered(), 0);
        QVERIFY(!called);
    }

    void endsWhileTheEngineStillTalks() {
        const auto script = std::make_shared<EngineScript>();
        auto bridge = std::make_unique<EngineBridge>(scripted(script), EngineOptions{});
        bridge->open("/projects/one");
        QTRY_VERIFY(bridge->state() == EngineBridge::State::Open);
        script->holdReplies();
        bridge->submit(Produce{}, this, [](const Result<CommandReply>&) { QFAIL("answered after the end"); });
        std::atomic<bool> stop = false;
        std::thread engine([&] {
            while (!stop) script->publish(EngineSnapshot{});
        });
        bridge.reset();
        QCOMPARE(script->openEngines(), 0);
        stop = true;
        engine.join();
        script->releaseReplies();
        QCoreApplication::processEvents();
    }
};

static const Registered<BridgeTest> kRegistered;

}  // namespace manju::testing

#include "bridge_test.moc"
