// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest/QTest>

#include "tests/ui/test_case.h"

namespace manju::testing {

using namespace Qt::StringLiterals;

/// The program itself, with the real engine, as a person or a script starts it.
class ProgramTest : public QObject {
    Q_OBJECT

private:
    struct Outcome {
        int exitCode = -1;
        QString errors;
    };

    /// Settings and projects go to `home`, never to those of the person who runs the tests.
    static Outcome run(const QTemporaryDir& home, const QStringList& arguments) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const char* name :
             {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(QLatin1StringView(name), home.path());
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(MANJU_BIN_DIR "/manju-studio"), arguments);
        if (!process.waitForFinished(60'000)) {
            process.kill();
            process.waitForFinished();
            return {-1, u"did not end"_s};
        }
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardError())};
    }

private Q_SLOTS:
    void aWrongArgumentIsRefusedInOneSentence() {
        const QTemporaryDir home;
        for (const QStringList& arguments :
             {QStringList{u"story.txt"_s}, QStringList{u"--lang"_s, u"fr"_s},
              QStringList{u"--size"_s, u"big"_s}, QStringList{u"--nonsense"_s}}) {
            const Outcome outcome = run(home, arguments);
            QCOMPARE(outcome.exitCode, 2);
            QVERIFY2(outcome.errors.contains(u"manju-studio: "_s), qPrintable(outcome.errors));
        }
    }

    void takesAPictureOfTheEmptyWindow() {
        const QTemporaryDir home;
        const QString picture = home.filePath(u"empty.png"_s);
        const Outcome outcome =
            run(home, {u"--screenshot"_s, picture, u"--size"_s, u"1024x640"_s, u"--lang"_s, u"zh"_s});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
        QCOMPARE(QImage(picture).size(), QSize(1024, 640));
    }

    void importsAScriptIntoANewProject() {
        const QTemporaryDir home;
        const QString picture = home.filePath(u"imported.png"_s);
        const QString project = home.filePath(u"project"_s);
        const Outcome outcome = run(home, {u"--project"_s, project, u"--import"_s,
                                           QStringLiteral(MANJU_SOURCE_DIR "/resources/demo/demo-en.txt"),
                                           u"--screenshot"_s, picture, u"--size"_s, u"1280x800"_s});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
        QCOMPARE(QImage(picture).size(), QSize(1280, 800));
        QVERIFY(!QDir(project).isEmpty());
    }

    /// Window, engine and worker processes, from the script to the verified video.
    void producesAVideoWithTheRealWorkers() {
        const QTemporaryDir home;
        const QString model = home.filePath(u"model"_s);
        QCOMPARE(QProcess::execute(QStringLiteral(MANJU_BIN_DIR "/manju-make-checkpoint"),
                                   {u"--variant"_s, u"tiny"_s, u"--layout"_s, u"folder"_s, u"--seed"_s,
                                    u"7"_s, u"--out"_s, model}),
                 0);
        const auto write = [&home](const QString& name, const QByteArray& text) {
            QFile file(home.filePath(name));
            if (file.open(QIODevice::WriteOnly)) file.write(text);
            return file.fileName();
        };
        const QString script = write(u"story.txt"_s, "Mara: You came back.\nJon: I said I would.\n");
        const QString preset = write(u"preset.json"_s, R"({"width": 360, "height": 640,
            "image": {"width": 64, "height": 112, "steps": 2}})");
        const QString project = home.filePath(u"project"_s);
        const Outcome outcome =
            run(home, {u"--project"_s, project, u"--import"_s, script, u"--checkpoint"_s, model,
                       u"--preset"_s, preset, u"--produce"_s, u"--when"_s, u"done"_s, u"--screenshot"_s,
                       QStringLiteral(MANJU_PICTURE_DIR "/produced.png"), u"--size"_s, u"1280x800"_s});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
        const QStringList videos = QDir(project + u"/videos"_s).entryList({u"*.mp4"_s}, QDir::Files);
        QCOMPARE(videos.size(), 1);
    }

    void aMissingScriptEndsWithItsReason() {
        const QTemporaryDir home;
        const Outcome outcome =
            run(home, {u"--project"_s, home.filePath(u"project"_s), u"--import"_s,
                       home.filePath(u"gone.txt"_s), u"--screenshot"_s, home.filePath(u"x.png"_s)});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.errors.contains(u"gone.txt"_s), qPrintable(outcome.errors));
        QVERIFY(!QFile::exists(home.filePath(u"x.png"_s)));
    }
};

static const Registered<ProgramTest> kRegistered;

}  // namespace manju::testing

#include "program_test.moc"
