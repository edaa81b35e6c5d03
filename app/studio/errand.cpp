// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/errand.h"

#include <QCoreApplication>
#include <QPixmap>
#include <cstdio>

#include "core/messages/messages.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/common/language.h"
#include "ui/common/thumbnails.h"
#include "ui/shell/main_window.h"
#include "ui/storyboard/project_session.h"

namespace manju::studio {
namespace {

constexpr int kPollMillis = 120;
constexpr int kCalmPolls = 3;  // thumbnails arrive and the last layout is done

}  // namespace

Errand::Errand(ui::MainWindow& window, StudioOptions options, QObject* parent)
    : QObject(parent), window_(window), options_(std::move(options)) {
    ui::EngineBridge& bridge = window_.session().bridge();
    connect(&bridge, &ui::EngineBridge::opened, this, &Errand::next, Qt::SingleShotConnection);
    if (options_.scripted()) connect(&bridge, &ui::EngineBridge::openFailed, this, &Errand::fail);
    poll_.setInterval(kPollMillis);
    connect(&poll_, &QTimer::timeout, this, &Errand::watch);
}

void Errand::start() {
    if (!options_.project.isEmpty())
        window_.session().openProject(options_.project);
    else if (!options_.imports.isEmpty())
        window_.session().openProject(window_.session().projectFolderFor(options_.imports.front()));
    else if (options_.scripted())
        poll_.start();  // a picture of the empty window
}

void Errand::next() {
    switch (std::exchange(stage_, static_cast<Stage>(static_cast<int>(stage_) + 1))) {
        case Stage::Configure: {
            const Configure settings{.checkpoint = options_.checkpoint.toStdString(),
                                     .castFile = options_.cast.toStdString(),
                                     .presetFile = options_.preset.toStdString(),
                                     .outFolder = {}};
            return settings == Configure{} ? next() : send(settings);
        }
        case Stage::Import: {
            ImportScripts import;
            for (const QString& script : options_.imports) import.files.push_back(script.toStdString());
            return import.files.empty() ? next() : send(import);
        }
        case Stage::Produce:
            return options_.produce ? send(Produce{}) : next();
        case Stage::Watch:
            stage_ = Stage::Watch;
            if (options_.scripted()) poll_.start();
            return;
    }
}

void Errand::send(Command command) {
    window_.session().bridge().submit(std::move(command), this, [this](const Result<CommandReply>& result) {
        if (!result.ok()) return fail(result.error());
        next();
    });
}

void Errand::fail(const Error& error) {
    std::fprintf(stderr, "manju-studio: %s\n", messages::text(messages::fromEnvironment(), error).c_str());
    if (options_.scripted()) {
        QCoreApplication::exit(1);
        return;
    }
    Q_EMIT window_.session().notice({ui::Notice::Kind::Failure, QStringLiteral("errand"),
                                     [error] { return ui::errorText(error); },
                                     QString::fromStdString(error.id())});
}

void Errand::watch() {
    const auto snapshot = window_.session().bridge().snapshot();
    const bool imported = options_.imports.isEmpty() || !snapshot->episodes.empty();
    bool done = imported;
    if (snapshot->problem.id.starts_with("MJ-")) {
        std::fprintf(stderr, "manju-studio: %s\n",
                     messages::text(messages::fromEnvironment(), snapshot->problem.id, snapshot->problem.args)
                         .c_str());
        return QCoreApplication::exit(4);
    }
    if (options_.when == StudioOptions::When::Done)
        for (const EpisodeSnapshot& episode : snapshot->episodes) {
            if (episode.state == EpisodeState::NeedsAttention) {
                std::fprintf(stderr, "manju-studio: %s\n",
                             messages::text(messages::fromEnvironment(), episode.error.id, episode.error.args)
                                 .c_str());
                return QCoreApplication::exit(3);
            }
            done = done && episode.state == EpisodeState::Done;
        }
    calmPolls_ = done && window_.thumbnails().waiting() == 0 ? calmPolls_ + 1 : 0;
    if (calmPolls_ >= kCalmPolls) grab();
}

void Errand::grab() {
    poll_.stop();
    const bool written = window_.grab().save(options_.screenshot, "PNG");
    if (!written)
        std::fprintf(stderr, "manju-studio: “%s” cannot be written\n", qPrintable(options_.screenshot));
    QCoreApplication::exit(written ? 0 : 1);
}

}  // namespace manju::studio
