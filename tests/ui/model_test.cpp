// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QtTest/QTest>

#include "tests/ui/sample_board.h"
#include "tests/ui/test_case.h"
#include "ui/storyboard/episode_model.h"
#include "ui/storyboard/shot_model.h"

namespace manju::testing {

using namespace ui;
using Tester = QAbstractItemModelTester;

namespace {

std::shared_ptr<const EngineSnapshot> shared(EngineSnapshot snapshot) {
    return std::make_shared<const EngineSnapshot>(std::move(snapshot));
}

std::shared_ptr<const EpisodeSnapshot> first(const EngineSnapshot& snapshot) {
    return std::make_shared<const EpisodeSnapshot>(snapshot.episodes.front());
}

}  // namespace

class ModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anUnchangedSnapshotIsSilent() {
        EpisodeModel episodes;
        ShotModel shots;
        const EngineSnapshot snapshot = busyProject({}, false);
        episodes.show(shared(snapshot));
        shots.show(first(snapshot));
        QSignalSpy one(&episodes, &QAbstractItemModel::dataChanged);
        QSignalSpy two(&shots, &QAbstractItemModel::dataChanged);
        QSignalSpy resets(&shots, &QAbstractItemModel::modelReset);
        episodes.show(shared(snapshot));
        shots.show(first(snapshot));
        QCOMPARE(one.count() + two.count() + resets.count(), 0);
    }

    void changesAreAnnouncedAsRanges() {
        ShotModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        EngineSnapshot snapshot = draftProject(20);
        model.show(first(snapshot));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        for (const std::size_t row : {3U, 4U, 5U, 11U})
            snapshot.episodes[0].shots[row].state = ShotState::Queued;
        model.show(first(snapshot));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(changed[0][0].toModelIndex().row(), 3);
        QCOMPARE(changed[0][1].toModelIndex().row(), 5);
        QCOMPARE(changed[1][0].toModelIndex().row(), 11);
        QCOMPARE(model.shot(4)->state, ShotState::Queued);
    }

    void randomChangesKeepTheModelSound() {
        QRandomGenerator random(7);
        EpisodeModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        EngineSnapshot snapshot;
        std::int64_t next = 1;
        for (int round = 0; round < 300; ++round) {
            auto& episodes = snapshot.episodes;
            const int action = episodes.empty() ? 0 : int(random.bounded(4));
            if (action == 0) {
                EpisodeSnapshot added;
                added.id = EpisodeId(next++);
                episodes.insert(episodes.begin() + random.bounded(int(episodes.size()) + 1), added);
            } else if (action == 1) {
                episodes.erase(episodes.begin() + random.bounded(int(episodes.size())));
            } else if (action == 2) {
                episodes[std::size_t(random.bounded(int(episodes.size())))].title = std::to_string(round);
            } else {
                std::swap(episodes.front(), episodes[std::size_t(random.bounded(int(episodes.size())))]);
            }
            model.show(shared(snapshot));
            QCOMPARE(model.rowCount(), int(episodes.size()));
            for (int row = 0; row < model.rowCount(); ++row)
                QVERIFY(*model.episode(row) == episodes[std::size_t(row)]);
        }
    }

    void shotRowsComeAndGo() {
        ShotModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        EngineSnapshot snapshot = draftProject(10);
        model.show(first(snapshot));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        auto& shots = snapshot.episodes[0].shots;
        shots.erase(shots.begin() + 2, shots.begin() + 4);
        model.show(first(snapshot));
        QCOMPARE(removed.count(), 1);
        QCOMPARE(removed[0][1].toInt(), 2);
        QCOMPARE(removed[0][2].toInt(), 3);
        ShotSnapshot added = shots[0];
        added.id = ShotId(77);
        shots.push_back(added);
        model.show(first(snapshot));
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(model.rowCount(), 9);
        model.show(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void twoThousandShotsChangeOneByOne() {
        ShotModel model;
        EngineSnapshot snapshot = draftProject(2000);
        model.show(first(snapshot));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        for (std::size_t step = 0; step < 50; ++step) {
            snapshot.episodes[0].shots[step * 40].fraction = 0.5;
            model.show(first(snapshot));
        }
        QCOMPARE(changed.count(), 50);  // one row each, nothing else
        QCOMPARE(resets.count(), 0);
        for (const QList<QVariant>& signal : changed)
            QCOMPARE(signal[0].toModelIndex().row(), signal[1].toModelIndex().row());
    }

    void rowsSpeakToScreenReaders() {
        EpisodeModel episodes;
        episodes.show(shared(busyProject({}, false)));
        for (int row = 0; row < episodes.rowCount(); ++row) {
            const QString text = episodes.index(row).data(Qt::AccessibleTextRole).toString();
            QVERIFY(text.contains(episodes.index(row).data(Qt::DisplayRole).toString()));
        }
        ShotModel shots;
        shots.show(first(busyProject({}, false)));
        QCOMPARE(shots.index(1, 0).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Shot 2, Approved. Lin Wan: Where are you going at this hour?"));
    }
};

static const Registered<ModelTest> kRegistered;

}  // namespace manju::testing

#include "model_test.moc"
