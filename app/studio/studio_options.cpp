// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_options.h"

#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <cstdio>
#include <cstdlib>

namespace manju::studio {
namespace {

using namespace Qt::StringLiterals;

[[noreturn]] void refuse(const QString& text) {
    std::fprintf(stderr, "manju-studio: %s\n", qPrintable(text));
    std::exit(2);
}

QString absolute(const QString& path) {
    return path.isEmpty() ? path : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

QString oneOf(const QCommandLineParser& parser, const QString& option, const QStringList& words) {
    const QString value = parser.value(option);
    if (!value.isEmpty() && !words.contains(value))
        refuse(u"--%1 takes %2, not “%3”"_s.arg(option, words.join(u" or "_s), value));
    return value;
}

QSize sizeOf(const QString& text) {
    if (text.isEmpty()) return {};
    const QStringList parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    if (size.width() < 320 || size.height() < 240 || size.width() > 7680 || size.height() > 4320)
        refuse(u"--size takes WIDTHxHEIGHT from 320x240 to 7680x4320, not “%1”"_s.arg(text));
    return size;
}

}  // namespace

StudioOptions readOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Turns story scripts into finished vertical videos."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"project"_s, u"Open (or make) the project in DIR."_s, u"DIR"_s},
        {u"checkpoint"_s, u"Use this model, or the demo model."_s, u"PATH|demo"_s},
        {u"cast"_s, u"Use this cast file."_s, u"FILE"_s},
        {u"preset"_s, u"Use this preset file."_s, u"FILE"_s},
        {u"import"_s, u"Import a script; may be given several times."_s, u"SCRIPT"_s},
        {u"produce"_s, u"Produce everything that is not done."_s},
        {u"lang"_s, u"Language of the window."_s, u"en|zh"_s},
        {u"theme"_s, u"Colours of the window."_s, u"system|light|dark"_s},
        {u"screenshot"_s, u"Write a picture of the window to FILE and exit."_s, u"FILE.png"_s},
        {u"when"_s, u"What the picture waits for."_s, u"imported|done"_s},
        {u"size"_s, u"Size of the window."_s, u"WIDTHxHEIGHT"_s},
    });
    if (!parser.parse(arguments)) refuse(parser.errorText());
    if (parser.isSet(u"help"_s)) parser.showHelp(0);
    if (parser.isSet(u"version"_s)) parser.showVersion();
    if (!parser.positionalArguments().isEmpty())
        refuse(u"what is “%1” for? Scripts are given with --import."_s.arg(
            parser.positionalArguments().front()));

    StudioOptions options;
    options.project = absolute(parser.value(u"project"_s));
    const QString checkpoint = parser.value(u"checkpoint"_s);
    options.checkpoint = checkpoint == u"demo"_s ? checkpoint : absolute(checkpoint);
    options.cast = absolute(parser.value(u"cast"_s));
    options.preset = absolute(parser.value(u"preset"_s));
    for (const QString& script : parser.values(u"import"_s)) options.imports.append(absolute(script));
    options.produce = parser.isSet(u"produce"_s);
    options.language = oneOf(parser, u"lang"_s, {u"en"_s, u"zh"_s});
    options.theme = oneOf(parser, u"theme"_s, {u"system"_s, u"light"_s, u"dark"_s});
    options.screenshot = absolute(parser.value(u"screenshot"_s));
    if (oneOf(parser, u"when"_s, {u"imported"_s, u"done"_s}) == u"done"_s)
        options.when = StudioOptions::When::Done;
    options.size = sizeOf(parser.value(u"size"_s));
    return options;
}

}  // namespace manju::studio
