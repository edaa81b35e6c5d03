// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/script_drop.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <array>

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

const QStringList& scriptSuffixes() {
    static const QStringList kSuffixes{u"txt"_s, u"text"_s, u"md"_s, u"markdown"_s};
    return kSuffixes;
}

struct ForeignKind {
    const char* sentence;
    QStringList suffixes;
};

const std::array<ForeignKind, 4>& foreignKinds() {
    static const std::array<ForeignKind, 4> kKinds{{
        {QT_TRANSLATE_NOOP("Drop", "“%1” is a picture. A story script is a text file (%2)."),
         {u"png"_s, u"jpg"_s, u"jpeg"_s, u"webp"_s, u"gif"_s, u"bmp"_s, u"tif"_s, u"tiff"_s, u"svg"_s}},
        {QT_TRANSLATE_NOOP("Drop", "“%1” is a sound or a video. A story script is a text file (%2)."),
         {u"mp3"_s, u"wav"_s, u"flac"_s, u"ogg"_s, u"m4a"_s, u"mp4"_s, u"mov"_s, u"mkv"_s, u"webm"_s,
          u"avi"_s}},
        {QT_TRANSLATE_NOOP("Drop", "“%1” is a model. Choose it with the Checkpoint button instead."),
         {u"safetensors"_s, u"ckpt"_s, u"pt"_s, u"pth"_s, u"gguf"_s}},
        {QT_TRANSLATE_NOOP("Drop",
                           "“%1” is a settings file. Choose it with the Cast or the Preset button instead."),
         {u"json"_s}},
    }};
    return kKinds;
}

QString filled(const char* sentence, const QString& name) {
    const QString text = QCoreApplication::translate("Drop", sentence);
    return text.contains(u"%2"_s) ? text.arg(name, scriptPatterns()) : text.arg(name);
}

QString refusal(const QFileInfo& file) {
    const QString suffix = file.suffix().toLower();
    for (const ForeignKind& kind : foreignKinds())
        if (kind.suffixes.contains(suffix)) return filled(kind.sentence, file.fileName());
    return filled(
        QT_TRANSLATE_NOOP("Drop", "“%1” is not a story script. A story script is a text file (%2)."),
        file.fileName());
}

}  // namespace

QString scriptPatterns() {
    QStringList patterns;
    for (const QString& suffix : scriptSuffixes()) patterns.append(u"*."_s + suffix);
    return patterns.join(u' ');
}

DropVerdict judgeDrop(const QList<QUrl>& urls) {
    DropVerdict verdict;
    for (const QUrl& url : urls) {
        if (!url.isLocalFile()) {
            verdict.refusals.append(QCoreApplication::translate(
                                        "Drop", "“%1” is not a file on this computer. Save it here first.")
                                        .arg(url.toDisplayString()));
            continue;
        }
        const QFileInfo file(url.toLocalFile());
        if (file.isDir())
            verdict.refusals.append(
                QCoreApplication::translate("Drop", "“%1” is a folder. Drop the script files inside it.")
                    .arg(file.fileName()));
        else if (scriptSuffixes().contains(file.suffix().toLower()))
            verdict.scripts.append(file.absoluteFilePath());
        else
            verdict.refusals.append(refusal(file));
    }
    return verdict;
}

}  // namespace manju::ui
