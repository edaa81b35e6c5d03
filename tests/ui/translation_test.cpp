// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest/QTest>

#include "tests/ui/test_case.h"

namespace manju::testing {

using namespace Qt::StringLiterals;

namespace {

struct Entries {
    QSet<QString> keys;
    QStringList unfinished;
};

/// Context, source and comment of every message that is in use, and those without a full translation.
Entries readEntries(const QString& path) {
    QFile file(path);
    Entries entries;
    if (!file.open(QIODevice::ReadOnly)) return entries;
    QXmlStreamReader xml(&file);
    QString context;
    QString source;
    QString comment;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == "name"_L1) context = xml.readElementText();
        if (xml.name() == "message"_L1) comment.clear();
        if (xml.name() == "source"_L1) source = xml.readElementText();
        if (xml.name() == "comment"_L1) comment = xml.readElementText();
        if (xml.name() != "translation"_L1) continue;
        const QString type = xml.attributes().value("type"_L1).toString();
        const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        if (type == "vanished"_L1 || type == "obsolete"_L1) continue;
        const QString key = context + u'|' + source + u'|' + comment;
        entries.keys.insert(key);
        if (type == "unfinished"_L1 || text.isEmpty()) entries.unfinished.append(key);
    }
    return entries;
}

QString runLupdate(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(MANJU_LUPDATE), arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        return QString::fromUtf8(process.readAllStandardError());
    return {};
}

}  // namespace

class TranslationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFilesAreComplete_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("pluralsOnly");
        QTest::newRow("zh_CN") << u"zh_CN"_s << false;
        QTest::newRow("en") << u"en"_s << true;
    }

    /// Every text of the sources is in the file and translated, and nothing else is.
    void theFilesAreComplete() {
        QFETCH(QString, language);
        QFETCH(bool, pluralsOnly);
        const QString root = QStringLiteral(MANJU_SOURCE_DIR);
        const QString stored = root + u"/translations/manju_%1.ts"_s.arg(language);
        const Entries before = readEntries(stored);
        QVERIFY(!before.keys.isEmpty());
        QCOMPARE(before.unfinished, QStringList());

        const QTemporaryDir folder;
        const QString fresh = folder.filePath(u"fresh_%1.ts"_s.arg(language));
        QStringList arguments{root + u"/ui"_s,
                              u"-I"_s,
                              root,
                              u"-silent"_s,
                              u"-locations"_s,
                              u"none"_s,
                              u"-source-language"_s,
                              u"en"_s,
                              u"-target-language"_s,
                              language,
                              u"-ts"_s,
                              fresh};
        if (pluralsOnly) arguments.prepend(u"-pluralonly"_s);
        QCOMPARE(runLupdate(arguments), QString());
        const Entries now = readEntries(fresh);
        QCOMPARE((now.keys - before.keys).values(), QList<QString>());
        QCOMPARE((before.keys - now.keys).values(), QList<QString>());
    }
};

static const Registered<TranslationTest> kRegistered;

}  // namespace manju::testing

#include "translation_test.moc"
