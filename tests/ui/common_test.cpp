// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest/QTest>

#include "tests/ui/test_case.h"
#include "ui/common/actions.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/notice_bar.h"
#include "ui/common/script_drop.h"
#include "ui/common/state_look.h"
#include "ui/common/svg_path.h"
#include "ui/common/theme.h"
#include "ui/common/thumbnails.h"

namespace manju::testing {

using namespace ui;
using namespace Qt::StringLiterals;
using theme::Shade;
using theme::Token;

class CommonTest : public QObject {
    Q_OBJECT

private:
    static QString writePicture(const QTemporaryDir& folder, const QString& name, QColor color) {
        QImage image(270, 480, QImage::Format_RGB32);
        image.fill(color);
        const QString path = folder.filePath(name);
        image.save(path);
        return path;
    }

private Q_SLOTS:
    void cleanup() { setLanguage(messages::Language::English); }

    void everyIconCanBeRead() {
        const QStringList names = iconNames();
        QVERIFY(names.size() > 30);
        for (const QString& name : names) {
            QFile file(u":/icons/%1.svg"_s.arg(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(readSvg(file.readAll()).has_value(), qPrintable(name));
        }
        QVERIFY(!readSvg("<svg viewBox='0 0 24 24'><rect/></svg>"));
        QVERIFY(!readSvg("<svg viewBox='0 0 24 24'><path d='M0 0 Q 1 1 2 2'/></svg>"));
    }

    void everyUsedIconExists() {
        const QStringList names = iconNames();
        for (const ActionSpec& spec : actionSpecs())
            if (spec.icon) QVERIFY2(names.contains(QLatin1StringView(spec.icon)), spec.icon);
        for (int state = 0; state <= int(ShotState::Stale); ++state)
            QVERIFY(names.contains(lookOf(ShotState(state)).icon));
    }

    void statesDifferByShapeAndWord() {
        QSet<QString> icons;
        QSet<QString> words;
        for (int state = 0; state <= int(ShotState::Stale); ++state) {
            icons.insert(lookOf(ShotState(state)).icon);
            words.insert(lookOf(ShotState(state)).text);
        }
        QCOMPARE(icons.size(), int(ShotState::Stale) + 1);
        QCOMPARE(words.size(), int(ShotState::Stale) + 1);
    }

    void contrastIsEnough() {
        const std::array backgrounds{Token::Window, Token::Surface, Token::Raised, Token::Hover,
                                     Token::Selected};
        const std::array texts{Token::Text, Token::Muted, Token::Ok,    Token::Busy,
                               Token::Warn, Token::Fail,  Token::Review};
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            for (const Token background : backgrounds) {
                const QColor behind = theme::colorOf(background, shade);
                for (const Token text : texts)
                    QVERIFY2(theme::contrast(theme::colorOf(text, shade), behind) >= 4.5,
                             qPrintable(u"shade %1 text %2 on %3: %4"_s.arg(int(shade))
                                            .arg(int(text))
                                            .arg(int(background))
                                            .arg(theme::contrast(theme::colorOf(text, shade), behind))));
            }
            for (const Token background : {Token::Window, Token::Surface, Token::Raised})
                for (const Token graphic : {Token::Outline, Token::Accent})
                    QVERIFY2(theme::contrast(theme::colorOf(graphic, shade),
                                             theme::colorOf(background, shade)) >= 3.0,
                             qPrintable(u"shade %1 graphic %2 on %3"_s.arg(int(shade))
                                            .arg(int(graphic))
                                            .arg(int(background))));
            QVERIFY(theme::contrast(theme::colorOf(Token::OnAccent, shade),
                                    theme::colorOf(Token::Accent, shade)) >= 4.5);
        }
    }

    void shortcutsDoNotCollide() {
        QCOMPARE(shortcutConflicts(actionSpecs()), QStringList());
        const std::array clash{ActionSpec{ActionId::Quit, "a", "A", nullptr, "Ctrl+Q; X"},
                               ActionSpec{ActionId::Cancel, "b", "B", nullptr, "X", ActionScope::Storyboard}};
        QCOMPARE(shortcutConflicts(clash), QStringList{u"a / b: X"_s});
    }

    void theTableOfActionsIsInOrder() {
        for (std::size_t i = 0; i < actionSpecs().size(); ++i)
            QCOMPARE(static_cast<std::size_t>(actionSpecs()[i].id), i);
        QSet<QLatin1StringView> names;
        for (const ActionSpec& spec : actionSpecs()) names.insert(QLatin1StringView(spec.name));
        QCOMPARE(names.size(), qsizetype(actionSpecs().size()));
    }

    void formats() {
        QCOMPARE(format::remaining({false, 0, 0}), u"estimating…"_s);
        QCOMPARE(format::remaining({true, 720, 960}), u"12–16 min left"_s);
        QCOMPARE(format::remaining({true, 20, 20}), u"about 20 s left"_s);
        QCOMPARE(format::remaining({true, 3000, 7500}), u"50 min – 2 h 05 min left"_s);
        QCOMPARE(format::percent(0.9999), u"99 %"_s);
        QCOMPARE(format::percent(1), u"100 %"_s);
        QCOMPARE(format::seconds(0), QString());
        setLanguage(messages::Language::Chinese);
        QCOMPARE(format::remaining({true, 720, 960}), u"还需 12–16 分钟"_s);
    }

    void judgesDrops() {
        const QTemporaryDir folder;
        const auto url = [&](const QString& name) { return QUrl::fromLocalFile(folder.filePath(name)); };
        const DropVerdict verdict = judgeDrop(
            {url(u"a.txt"_s), url(u"B.MD"_s), url(u"face.png"_s), url(u"model.safetensors"_s),
             QUrl::fromLocalFile(folder.path()), QUrl(u"https://example.org/a.txt"_s), url(u"x.exe"_s)});
        QCOMPARE(verdict.scripts, (QStringList{folder.filePath(u"a.txt"_s), folder.filePath(u"B.MD"_s)}));
        QCOMPARE(verdict.refusals.size(), 5);
        QVERIFY(verdict.refusals[0].contains(u"face.png"_s) && verdict.refusals[0].contains(u"picture"_s));
        QVERIFY(verdict.refusals[1].contains(u"Checkpoint"_s));
        QVERIFY(verdict.refusals[2].contains(u"folder"_s));
        QVERIFY(verdict.refusals[3].contains(u"example.org"_s));
        QVERIFY(verdict.refusals[4].contains(u"x.exe"_s));
    }

    void thumbnailsAreDecodedOnceAndNoticeANewFile() {
        const QTemporaryDir folder;
        const QString path = writePicture(folder, u"a.png"_s, Qt::red);
        Thumbnails cache;
        QSignalSpy ready(&cache, &Thumbnails::ready);
        QVERIFY(cache.find(path, QSize(90, 160)).isNull());
        QVERIFY(cache.find(path, QSize(90, 160)).isNull());
        QTRY_COMPARE(ready.count(), 1);
        QCOMPARE(cache.find(path, QSize(90, 160)).size(), QSize(90, 160));
        QCOMPARE(cache.decodes(), 1);
        cache.recheck();
        cache.find(path, QSize(90, 160));
        QTRY_COMPARE(cache.waiting(), 0);
        QCOMPARE(cache.decodes(), 1);  // unchanged: not decoded again

        QImage larger(300, 600, QImage::Format_RGB32);
        larger.fill(Qt::blue);
        QVERIFY(larger.save(path));
        cache.recheck();
        cache.find(path, QSize(90, 160));
        QTRY_COMPARE(ready.count(), 2);
        QCOMPARE(cache.find(path, QSize(90, 160)).toImage().pixelColor(40, 80), QColor(Qt::blue));
    }

    void thumbnailsStayWithinTheirLimit() {
        const QTemporaryDir folder;
        constexpr qint64 kOne = 90 * 160 * 4;
        Thumbnails cache(3 * kOne);
        for (int i = 0; i < 12; ++i) {
            const QString path = writePicture(folder, u"%1.png"_s.arg(i), QColor::fromHsv(i * 20, 200, 200));
            cache.find(path, QSize(90, 160));
            QTRY_COMPARE(cache.waiting(), 0);
            QVERIFY(cache.bytesKept() <= 3 * kOne);
        }
        QCOMPARE(cache.bytesKept(), 3 * kOne);
        QVERIFY(!cache.find(folder.filePath(u"11.png"_s), QSize(90, 160)).isNull());
        QVERIFY(cache.find(folder.filePath(u"0.png"_s), QSize(90, 160)).isNull());
        QTRY_COMPARE(cache.waiting(), 0);
    }

    void aBrokenPictureIsNotTriedForever() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"broken.png"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a picture");
        file.close();
        Thumbnails cache;
        cache.find(path, QSize(90, 160));
        QTRY_VERIFY(cache.failed(path));
        cache.find(path, QSize(90, 160));
        QCOMPARE(cache.waiting(), 0);
        QCOMPARE(cache.decodes(), 1);
    }

    void noticesReplaceAndFollowTheLanguage() {
        NoticeBar bar;
        const auto say = [](const QString& text) { return [text] { return text; }; };
        bar.post({Notice::Kind::Warning, u"a"_s, say(u"one"_s), {}});
        bar.post({Notice::Kind::Warning, u"a"_s, say(u"two"_s), u"MJ-X-01"_s});
        QCOMPARE(bar.texts(), QStringList{u"two [MJ-X-01]"_s});
        for (int i = 0; i < 5; ++i)
            bar.post({Notice::Kind::Failure, u"k%1"_s.arg(i), say(QString::number(i)), {}});
        QCOMPARE(bar.texts(), (QStringList{u"4"_s, u"3"_s, u"2"_s}));
        bar.withdraw(u"k3"_s);
        QCOMPARE(bar.texts(), (QStringList{u"4"_s, u"2"_s}));
    }
};

static const Registered<CommonTest> kRegistered;

}  // namespace manju::testing

#include "common_test.moc"
