// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QListView>
#include <QTemporaryDir>
#include <QtTest/QTest>

#include "tests/ui/open_window.h"
#include "tests/ui/sample_board.h"
#include "tests/ui/test_case.h"
#include "ui/common/actions.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"
#include "ui/common/thumbnails.h"
#include "ui/storyboard/shot_board.h"
#include "ui/storyboard/shot_model.h"
#include "ui/storyboard/storyboard_page.h"

namespace manju::testing {

using namespace ui;
using namespace Qt::StringLiterals;

/// Writes pictures of the window for people to look at (build/…/pictures), and checks what a program can
/// check.
class PictureTest : public QObject {
    Q_OBJECT

private:
    static QImage grab(MainWindow& window, const QString& name) {
        for (int round = 0; round < 2; ++round) {
            QCoreApplication::processEvents();
            (void)window.grab();  // asks for the thumbnails
            (void)QTest::qWaitFor([&] { return window.thumbnails().waiting() == 0; });
        }
        const QImage image = window.grab().toImage();
        QDir().mkpath(QStringLiteral(MANJU_PICTURE_DIR));
        image.save(QStringLiteral(MANJU_PICTURE_DIR "/%1.png").arg(name));
        return image;
    }

    static qint64 pixelsOf(const QImage& image, const QColor& color) {
        qint64 count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb();
        return count;
    }

private Q_SLOTS:
    void cleanup() {
        theme::apply(theme::Choice::Light);
        setLanguage(messages::Language::English);
    }

    void theWindowInEveryThemeAndLanguage_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("chinese");
        QTest::newRow("light-en") << false << false;
        QTest::newRow("light-zh") << false << true;
        QTest::newRow("dark-en") << true << false;
        QTest::newRow("dark-zh") << true << true;
    }

    void theWindowInEveryThemeAndLanguage() {
        QFETCH(bool, dark);
        QFETCH(bool, chinese);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        theme::apply(dark ? theme::Choice::Dark : theme::Choice::Light);
        setLanguage(chinese ? messages::Language::Chinese : messages::Language::English);
        WindowFixture fixture;
        MainWindow& window = fixture.window;
        window.resize(1360, 860);
        window.show();
        grab(window, u"empty-"_s + name);

        const QTemporaryDir pictures;
        fixture.open(busyProject(pictures.path(), chinese));
        const QImage board = grab(window, u"board-"_s + name);
        // The surface fills most of the window, in the colour of the theme.
        const QColor surface =
            theme::colorOf(theme::Token::Surface, dark ? theme::Shade::Dark : theme::Shade::Light);
        QVERIFY(pixelsOf(board, surface) > qint64(board.width()) * board.height() / 5);

        const ShotBoard& shots = *window.storyboard().board();
        shots.grid()->setCurrentIndex(shots.model()->index(5, 0));
        window.session().importUrls({QUrl::fromLocalFile(u"/stories/face.png"_s)});
        window.actions().get(ActionId::ToggleTable)->trigger();
        grab(window, u"table-"_s + name);
        window.actions().get(ActionId::ToggleTable)->trigger();
        window.storyboard().setCardSize(CardSize::Medium);
        window.resize(1024, 640);
        QCOMPARE(window.size(), QSize(1024, 640));  // a small laptop's screen is enough in every language
        grab(window, u"small-"_s + name);
    }

    void aPictureAppearsWhenItsFileDoes() {
        WindowFixture fixture;
        const QTemporaryDir pictures;
        EngineSnapshot snapshot = busyProject(pictures.path(), false);
        const std::string path = snapshot.episodes[0].shots[0].image;
        snapshot.episodes[0].shots[0].image.clear();
        fixture.window.resize(1360, 860);
        fixture.window.show();
        fixture.open(snapshot);
        const QImage before = grab(fixture.window, u"appearing-before"_s);
        snapshot.episodes[0].shots[0].image = path;
        fixture.publish(snapshot);
        const QImage after = grab(fixture.window, u"appearing-after"_s);
        QVERIFY(before != after);
    }
};

static const Registered<PictureTest> kRegistered;

}  // namespace manju::testing

#include "picture_test.moc"
