// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QtTest/QTest>

#include <algorithm>

#include "core/base/errors.h"
#include "tests/ui/open_window.h"
#include "tests/ui/sample_board.h"
#include "tests/ui/test_case.h"
#include "ui/common/actions.h"
#include "ui/common/language.h"
#include "ui/shell/session_layout.h"
#include "ui/shell/status_strip.h"
#include "ui/storyboard/episode_list.h"
#include "ui/storyboard/shot_board.h"
#include "ui/storyboard/shot_model.h"
#include "ui/storyboard/storyboard_page.h"

namespace manju::testing {

using namespace ui;
using namespace Qt::StringLiterals;

namespace {

template <class Wanted>
Wanted lastCommand(const EngineScript& script) {
    const auto commands = script.commands();
    if (commands.empty() || !std::holds_alternative<Wanted>(commands.back())) return Wanted{};
    return std::get<Wanted>(commands.back());
}

void drop(QWidget& target, const QMimeData& mime) {
    const QPoint place = target.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(place, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
}

QAction& action(WindowFixture& fixture, ActionId id) {
    return *fixture.window.actions().get(id);
}

}  // namespace

class WindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setLanguage(messages::Language::English); }

    void offersOnlyWhatMakesSense_data() {
        QTest::addColumn<int>("episode");
        QTest::addColumn<QString>(
            "enabled");  // P produce, U pause or resume, C cancel, R retry, O open result
        QTest::newRow("running") << 1 << u"UC"_s;
        QTest::newRow("waiting") << 2 << u"UC"_s;
        QTest::newRow("paused") << 3 << u"UC"_s;
        QTest::newRow("needs attention") << 4 << u"R"_s;
        QTest::newRow("done") << 5 << u"O"_s;
        QTest::newRow("cancelling") << 6 << QString();
        QTest::newRow("cancelled") << 7 << u"PR"_s;
        QTest::newRow("draft") << 8 << u"P"_s;
    }

    void offersOnlyWhatMakesSense() {
        QFETCH(int, episode);
        QFETCH(QString, enabled);
        WindowFixture fixture;
        fixture.open(busyProject({}, false));
        fixture.window.storyboard().episodes()->select(EpisodeId(episode));
        QString found;
        for (const auto& [id, letter] :
             {std::pair(ActionId::Produce, u'P'), std::pair(ActionId::PauseOrResume, u'U'),
              std::pair(ActionId::Cancel, u'C'), std::pair(ActionId::Retry, u'R'),
              std::pair(ActionId::OpenResult, u'O')})
            if (action(fixture, id).isEnabled()) found.append(letter);
        QCOMPARE(found, enabled);
    }

    void commandsNameTheSelectedEpisodes() {
        WindowFixture fixture;
        fixture.open(busyProject({}, false));
        EpisodeList& list = *fixture.window.storyboard().episodes();
        const std::vector<EpisodeId> draft{EpisodeId(8)};
        list.select(EpisodeId(8));
        action(fixture, ActionId::Produce).trigger();
        QCOMPARE(lastCommand<Produce>(*fixture.script).episodes, draft);

        list.select(EpisodeId(1));
        action(fixture, ActionId::PauseOrResume).trigger();
        QVERIFY((lastCommand<PauseEpisodes>(*fixture.script) == PauseEpisodes{{EpisodeId(1)}, true}));
        list.select(EpisodeId(3));
        QCOMPARE(action(fixture, ActionId::PauseOrResume).text(), u"Resume"_s);
        action(fixture, ActionId::PauseOrResume).trigger();
        QVERIFY((lastCommand<PauseEpisodes>(*fixture.script) == PauseEpisodes{{EpisodeId(3)}, false}));
        list.select(EpisodeId(4));
        action(fixture, ActionId::Retry).trigger();
        QVERIFY((lastCommand<RetryEpisodes>(*fixture.script) == RetryEpisodes{{EpisodeId(4)}}));

        // Everything is selected: only those are cancelled that can be.
        list.view()->selectAll();
        action(fixture, ActionId::Cancel).trigger();
        QVERIFY((lastCommand<CancelEpisodes>(*fixture.script) ==
                 CancelEpisodes{{EpisodeId(1), EpisodeId(2), EpisodeId(3)}}));
        action(fixture, ActionId::ProduceAll).trigger();
        QVERIFY(lastCommand<Produce>(*fixture.script).episodes.empty());
    }

    /// After a crash the engine waits to be told to go on.
    void whatAnInterruptedRunLeftCanBeResumedOrProduced() {
        WindowFixture fixture;
        EngineSnapshot snapshot = busyProject({}, false);
        snapshot.problem = {"engine.held", {}};
        fixture.open(snapshot);
        QVERIFY(!fixture.window.notices().texts().isEmpty());
        fixture.window.storyboard().episodes()->select(EpisodeId(2));
        QVERIFY(action(fixture, ActionId::Produce).isEnabled());
        QCOMPARE(action(fixture, ActionId::PauseOrResume).text(), u"Resume"_s);
        action(fixture, ActionId::PauseOrResume).trigger();
        QVERIFY((lastCommand<PauseEpisodes>(*fixture.script) == PauseEpisodes{{EpisodeId(2)}, false}));
    }

    void withoutACheckpointNothingIsProduced() {
        WindowFixture fixture;
        EngineSnapshot snapshot = draftProject(3);
        snapshot.checkpoint.clear();
        fixture.open(snapshot);
        QVERIFY(!action(fixture, ActionId::Produce).isEnabled());
        action(fixture, ActionId::UseDemoModel).trigger();
        QCOMPARE(lastCommand<Configure>(*fixture.script).checkpoint, std::string("demo"));
        snapshot.checkpoint = "demo";
        fixture.publish(snapshot);
        QVERIFY(action(fixture, ActionId::Produce).isEnabled());
    }

    void aDroppedScriptIsImportedAndAForeignFileSaysWhyNot() {
        WindowFixture fixture;
        fixture.open(EngineSnapshot{});
        fixture.script->answerWith([](const Command& command) {
            if (std::holds_alternative<ImportScripts>(command))
                return Result<CommandReply>(CommandReply{{EpisodeId(1)}, 0});
            return Result<CommandReply>(CommandReply{});
        });
        QMimeData mime;
        mime.setUrls(
            {QUrl::fromLocalFile(u"/stories/moon.txt"_s), QUrl::fromLocalFile(u"/stories/face.png"_s)});
        drop(fixture.window, mime);
        QCOMPARE(lastCommand<ImportScripts>(*fixture.script).files,
                 std::vector<std::string>{"/stories/moon.txt"});
        QVERIFY(fixture.window.notices().texts().join(u' ').contains(u"face.png"_s));
        QTRY_VERIFY(fixture.window.notices().texts().join(u' ').contains(u"1 episode imported"_s));

        QMimeData text;
        text.setText(u"Once upon a time"_s);
        drop(fixture.window, text);
        QVERIFY(fixture.window.notices().texts().join(u' ').contains(u"Only files"_s));
    }

    void aScriptWithoutAProjectMakesOne() {
        WindowFixture fixture;
        fixture.window.session().importScripts({u"/stories/Moon Palace.txt"_s});
        QTRY_COMPARE(fixture.script->commands().size(), std::size_t(1));
        QCOMPARE(lastCommand<ImportScripts>(*fixture.script).files,
                 std::vector<std::string>{"/stories/Moon Palace.txt"});
        QCOMPARE(fixture.window.session().projectFolderFor(u"/stories/Moon Palace.txt"_s),
                 fixture.folder.filePath(u"projects/Moon Palace"_s));
    }

    void theImportedEpisodeIsShown() {
        WindowFixture fixture;
        fixture.open(EngineSnapshot{});
        fixture.script->answerWith([](const Command&) {
            return Result<CommandReply>(CommandReply{{EpisodeId(5)}, 0});
        });
        fixture.window.session().importScripts({u"/stories/moon.txt"_s});
        fixture.publish(busyProject({}, false));
        QTRY_COMPARE(fixture.window.storyboard().episodes()->current()->id, EpisodeId(5));
    }

    void aRefusalIsShownWithItsCode() {
        WindowFixture fixture;
        fixture.open(draftProject(1));
        fixture.script->answerWith([](const Command&) {
            return Result<CommandReply>(Error(kFileNotFound, {{"file", "/models/gone.safetensors"}}));
        });
        action(fixture, ActionId::UseDemoModel).trigger();
        QTRY_VERIFY(!fixture.window.notices().texts().isEmpty());
        const QString text = fixture.window.notices().texts().front();
        QVERIFY(text.contains(u"/models/gone.safetensors"_s) && text.contains(u"MJ-FILE-01"_s));
    }

    void selectionSurvivesNewSnapshots() {
        WindowFixture fixture;
        EngineSnapshot snapshot = busyProject({}, false);
        fixture.open(snapshot);
        StoryboardPage& page = fixture.window.storyboard();
        page.episodes()->select(EpisodeId(3));
        page.board()->grid()->setCurrentIndex(page.board()->model()->index(4, 0));
        const ShotId shot = page.board()->current()->id;
        snapshot.episodes.erase(snapshot.episodes.begin());
        snapshot.episodes[1].shots[4].fraction = 0.7;
        fixture.publish(snapshot);
        QCOMPARE(page.episodes()->current()->id, EpisodeId(3));
        QCOMPARE(page.board()->current()->id, shot);
    }

    void theStatusLineTellsTheTruthAboutSaving() {
        WindowFixture fixture;
        EngineSnapshot snapshot = busyProject({}, false);
        fixture.open(snapshot);
        QVERIFY(fixture.window.status().savedText().endsWith(u"rev 812"_s));
        QCOMPARE(fixture.window.status().countsText(), u"2 running · 1 waiting · 1 needs you"_s);
        fixture.script->holdReplies();
        action(fixture, ActionId::ProduceAll).trigger();
        QCOMPARE(fixture.window.status().savedText(), u"Saving…"_s);
        fixture.script->releaseReplies();
        QTRY_VERIFY(fixture.window.status().savedText().startsWith(u"Saved"_s));
        snapshot.problem = {"MJ-FILE-04", {{"file", "project.db"}}};
        fixture.publish(snapshot);
        QCOMPARE(fixture.window.status().savedText(), u"NOT SAVED: the disk is full"_s);
        QVERIFY(fixture.window.notices().texts().front().contains(u"project.db"_s));
        snapshot.problem = {};
        fixture.publish(snapshot);
        QVERIFY(fixture.window.notices().texts().isEmpty());
    }

    void theLanguageChangesWhileItRuns() {
        WindowFixture fixture;
        fixture.open(busyProject({}, false));
        fixture.window.storyboard().episodes()->select(EpisodeId(3));
        action(fixture, ActionId::Chinese).trigger();
        QTRY_COMPARE(action(fixture, ActionId::Produce).text(), u"开始制作"_s);
        QCOMPARE(action(fixture, ActionId::PauseOrResume).text(), u"继续"_s);
        QCOMPARE(fixture.window.storyboard().episodes()->current()->id, EpisodeId(3));
        QVERIFY(fixture.window.status().countsText().contains(u"正在制作"_s));
        QCOMPARE(fixture.settings.value(u"view/language"_s).toString(), u"zh"_s);
        action(fixture, ActionId::English).trigger();
        QTRY_COMPARE(action(fixture, ActionId::Produce).text(), u"Produce"_s);
    }

    void gridAndTableShareTheSelection() {
        WindowFixture fixture;
        fixture.open(busyProject({}, false));
        ShotBoard& board = *fixture.window.storyboard().board();
        board.grid()->setCurrentIndex(board.model()->index(6, 0));
        action(fixture, ActionId::ToggleTable).trigger();
        QVERIFY(board.isTable());
        QCOMPARE(board.table()->currentIndex().row(), 6);
        action(fixture, ActionId::ToggleTable).trigger();
        QVERIFY(!board.isTable());
    }

    void everyFocusableWidgetHasAName() {
        WindowFixture fixture;
        fixture.window.resize(1360, 860);
        fixture.window.show();
        const auto check = [&] {
            int seen = 0;
            for (const QWidget* widget : fixture.window.findChildren<QWidget*>()) {
                if (widget->focusPolicy() == Qt::NoFocus || qobject_cast<const QSplitterHandle*>(widget))
                    continue;
                if (widget->objectName() == u"qt_scrollarea_viewport"_s ||
                    widget->objectName().startsWith(u"qt_"_s))
                    continue;
                if (widget->inherits("QMenu") || widget->inherits("QMenuBar") ||
                    widget->inherits("QHeaderView"))
                    continue;
                if (widget->inherits("QScrollBar") || widget->inherits("QTableCornerButton")) continue;
                if (widget->metaObject()->className() == QByteArray("QStackedWidget")) continue;
                ++seen;
                const QString accessible = widget->accessibleName();
                const QVariant text = widget->property("text");
                QVERIFY2(
                    !accessible.isEmpty() || !text.toString().isEmpty(),
                    qPrintable(QLatin1StringView(widget->metaObject()->className()) + u" "_s +
                               (widget->parentWidget()
                                    ? QLatin1StringView(widget->parentWidget()->metaObject()->className())
                                    : QLatin1StringView())));
            }
            QVERIFY(seen > 15);
        };
        check();
        fixture.open(busyProject({}, false));
        check();
        fixture.script->answerWith([](const Command&) {
            return Result<CommandReply>(Error(kDiskFull, {{"file", "x"}}));
        });
        action(fixture, ActionId::ProduceAll).trigger();
        QTRY_VERIFY(!fixture.window.notices().texts().isEmpty());
        check();
    }

    void theKeyboardReachesListGridAndButtons() {
        WindowFixture fixture;
        fixture.open(busyProject({}, false));
        fixture.window.show();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QSet<QWidget*> visited;
        QStringList trail;
        fixture.window.storyboard().episodes()->view()->setFocus();
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* const now = QApplication::focusWidget();
            visited.insert(now);
            trail.append(QLatin1StringView(now->metaObject()->className()) + u' ' + now->accessibleName());
        }
        QVERIFY(visited.contains(fixture.window.storyboard().episodes()->view()));
        QVERIFY(visited.contains(fixture.window.storyboard().board()->grid()));
        int buttons = 0;
        for (const QToolButton* button : fixture.window.findChildren<QToolButton*>()) {
            if (!button->isVisible() || !button->isEnabled() || button->focusPolicy() == Qt::NoFocus)
                continue;
            if (button->autoExclusive()) {  // one of the group is reached, the others by the arrow keys
                const auto group =
                    button->parentWidget()->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly);
                QVERIFY2(std::any_of(
                             group.begin(), group.end(),
                             [&](QToolButton* one) { return one->autoExclusive() && visited.contains(one); }),
                         qPrintable(button->accessibleName()));
                continue;
            }
            ++buttons;
            QVERIFY2(visited.contains(const_cast<QToolButton*>(button)),
                     qPrintable(button->accessibleName() + u": "_s + trail.join(u" > "_s)));
        }
        QVERIFY(buttons > 8);
    }

    void aStoredLayoutFitsASmallerScreen() {
        const QList<QRect> screens{QRect(0, 0, 1280, 720), QRect(1280, 0, 1024, 768)};
        QCOMPARE(SessionLayout::onScreen(QRect(100, 100, 800, 500), screens), QRect(100, 100, 800, 500));
        for (const QRect& wanted :
             {QRect(3000, 2000, 1800, 1200), QRect(-900, -700, 1000, 900), QRect(1200, 600, 900, 700)}) {
            const QRect box = SessionLayout::onScreen(wanted, screens);
            QVERIFY(screens[0].contains(box) || screens[1].contains(box));
        }
    }

    void theLayoutIsKept() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
        EngineBridge bridge(scripted(std::make_shared<EngineScript>()), EngineOptions{});
        {
            MainWindow window(bridge, {}, settings);
            window.storyboard().setCardSize(CardSize::Small);
            window.actions().get(ActionId::ToggleTable)->setChecked(true);
            window.close();
        }
        MainWindow window(bridge, {}, settings);
        QCOMPARE(window.storyboard().board()->cardSize(), CardSize::Small);
        QVERIFY(window.storyboard().board()->isTable());
    }

    void aStormOfSnapshotsReachesTheModelsRarely() {
        WindowFixture fixture;
        EngineSnapshot snapshot = draftProject(2000);
        fixture.open(snapshot);
        int signalled = 0;
        connect(fixture.window.storyboard().board()->model(), &QAbstractItemModel::dataChanged,
                &fixture.window, [&] { ++signalled; });
        int announced = 0;
        connect(&fixture.bridge, &EngineBridge::snapshotChanged, &fixture.window, [&] { ++announced; });
        for (int i = 1; i <= 500; ++i) {
            snapshot.episodes[0].shots[static_cast<std::size_t>(i)].fraction = 0.5;
            snapshot.revision = i;
            fixture.script->publish(snapshot);
        }
        QTRY_COMPARE(fixture.bridge.snapshot()->revision, std::int64_t(500));
        QVERIFY(announced >= 1 && announced <= 3);
        QVERIFY(signalled >= 1 && signalled <= announced);  // neighbours are told as one range
    }
};

static const Registered<WindowTest> kRegistered;

}  // namespace manju::testing

#include "window_test.moc"
