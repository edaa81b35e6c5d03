// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/shot_inspector.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/state_look.h"
#include "ui/storyboard/picture_view.h"
#include "ui/storyboard/shot_model.h"
#include "ui/storyboard/state_label.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;
using theme::Token;

QString kindText(LineKind kind) {
    switch (kind) {
        case LineKind::Narration:
            return ShotInspector::tr("Narration");
        case LineKind::Dialogue:
            return ShotInspector::tr("Dialogue");
        case LineKind::InnerVoice:
            return ShotInspector::tr("Inner voice");
        case LineKind::OnScreenText:
            return ShotInspector::tr("Text in the picture");
    }
    return {};
}

}  // namespace

ShotInspector::ShotInspector(Thumbnails* thumbnails, QWidget* parent) : QWidget(parent) {
    setProperty("role", u"side"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(6);
    title_ = new QLabel(page);
    title_->setProperty("role", u"title"_s);
    column->addWidget(title_);
    state_ = new StateLabel(page);
    column->addWidget(state_);
    problem_ = new QWidget(page);
    auto* problem = new QVBoxLayout(problem_);
    problem->setContentsMargins(0, 8, 0, 0);
    problem->setSpacing(4);
    problemTitle_ = addSection(problem);
    problemText_ = addValue(problem);
    auto* foot = new QHBoxLayout;
    problemCode_ = new QLabel(problem_);
    problemCode_->setProperty("role", u"muted"_s);
    problemCode_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    copyProblem_ = new QToolButton(problem_);
    copyProblem_->setProperty("flat", true);
    copyProblem_->setIcon(icon(u"copy"_s));
    connect(copyProblem_, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(problemText_->text() + u" ["_s + problemCode_->text() + u']');
    });
    foot->addWidget(problemCode_, 1);
    foot->addWidget(copyProblem_);
    problem->addLayout(foot);
    column->addWidget(problem_);
    column->addSpacing(4);
    picture_ = new PictureView(thumbnails, page);
    column->addWidget(picture_);

    linesTitle_ = addSection(column);
    lines_ = addValue(column);
    charactersTitle_ = addSection(column);
    characters_ = addValue(column);
    speechTitle_ = addSection(column);
    speech_ = addValue(column);
    column->addStretch(1);

    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::TabFocus);
    scroll_->setWidget(page);
    page->setAutoFillBackground(false);
    scroll_->viewport()->setAutoFillBackground(false);
    nothing_ = new QLabel(this);
    nothing_->setProperty("role", u"muted"_s);
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll_, 1);
    whole->addWidget(nothing_, 1);
    fill();
}

QLabel* ShotInspector::addSection(QVBoxLayout* column) {
    column->addSpacing(8);
    auto* label = new QLabel(this);
    label->setProperty("role", u"title"_s);
    column->addWidget(label);
    return label;
}

QLabel* ShotInspector::addValue(QVBoxLayout* column) {
    auto* label = new QLabel(this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(label);
    return label;
}

void ShotInspector::show(const std::shared_ptr<const ShotSnapshot>& shot) {
    if (shot && shot_ && *shot == *shot_) {
        shot_ = shot;
        return;
    }
    shot_ = shot;
    fill();
}

void ShotInspector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) fill();
    QWidget::changeEvent(event);
}

void ShotInspector::fill() {
    nothing_->setText(tr("Choose a shot to see its text and picture."));
    linesTitle_->setText(tr("Text"));
    charactersTitle_->setText(tr("Characters"));
    speechTitle_->setText(tr("Length of speech"));
    problemTitle_->setText(tr("Problem"));
    scroll_->setAccessibleName(tr("Details of the shot"));
    lines_->setAccessibleName(tr("Text"));
    characters_->setAccessibleName(tr("Characters"));
    speech_->setAccessibleName(tr("Length of speech"));
    problemText_->setAccessibleName(tr("Problem"));
    problemCode_->setAccessibleName(tr("Code of the problem"));
    copyProblem_->setAccessibleName(tr("Copy details"));
    copyProblem_->setToolTip(tr("Copy details"));
    nothing_->setVisible(!shot_);
    scroll_->setVisible(static_cast<bool>(shot_));
    if (!shot_) return;

    title_->setText(tr("Shot %1").arg(shot_->number));
    StateLook look = lookOf(shot_->state);
    look.text = doingText(*shot_);
    state_->show(look, shot_->state == ShotState::Generating ? shot_->fraction : -1);
    picture_->show(fromUtf8(shot_->image), tr("No picture yet"));
    picture_->setAccessibleName(shot_->image.empty() ? tr("No picture yet")
                                                     : tr("Picture of shot %1").arg(shot_->number));
    fillLines();
    characters_->setText(format::list(shot_->characters));
    charactersTitle_->setVisible(!shot_->characters.empty());
    characters_->setVisible(!shot_->characters.empty());
    speech_->setText(format::seconds(shot_->seconds));
    speechTitle_->setVisible(shot_->seconds > 0);
    speech_->setVisible(shot_->seconds > 0);
    fillError();
}

void ShotInspector::fillLines() {
    QString html;
    for (const ShotLine& line : shot_->lines) {
        const QString who = line.speaker.empty() ? kindText(line.kind) : fromUtf8(line.speaker);
        const bool plain = line.speaker.empty() || line.kind == LineKind::Dialogue;
        const QString label =
            plain ? who : tr("%1 (%2)", "speaker (kind of line)").arg(who, kindText(line.kind));
        html += u"<p style='margin:0 0 8px 0'><span style='color:%1'>%2</span><br>%3</p>"_s.arg(
            theme::color(line.speaker.empty() ? Token::Muted : Token::Accent).name(), label.toHtmlEscaped(),
            fromUtf8(line.text).toHtmlEscaped());
    }
    lines_->setText(html);
}

void ShotInspector::fillError() {
    const bool failed = !shot_->error.id.empty();
    problem_->setVisible(failed);
    if (!failed) return;
    QPalette red = palette();
    red.setColor(QPalette::WindowText, theme::color(Token::Fail));
    problemText_->setPalette(red);
    problemText_->setText(messageText(shot_->error));
    problemCode_->setText(fromUtf8(shot_->error.id));
}

}  // namespace manju::ui
