// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/setup_bar.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "ui/common/actions.h"
#include "ui/common/elided_label.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/text_paint.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kNameLetters = 22;

/// A button that opens a menu and shows it by a small arrow.
class ChoiceButton : public QToolButton {
public:
    explicit ChoiceButton(QWidget* parent) : QToolButton(parent) {
        setProperty("choice", true);
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        setPopupMode(QToolButton::InstantPopup);
        setFocusPolicy(Qt::StrongFocus);
        setMenu(new QMenu(this));
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        paintIcon(painter, QRectF(width() - 23, (height() - 14) / 2.0, 14, 14), u"chevron"_s,
                  theme::color(isEnabled() ? theme::Token::Muted : theme::Token::Faint));
    }
};

QString shortName(const QToolButton& button, const QString& path) {
    const QFontMetrics metrics = button.fontMetrics();
    return metrics.elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle,
                              letterWidth(metrics) * kNameLetters);
}

}  // namespace

SetupBar::SetupBar(const Actions& actions, QWidget* parent)
    : QWidget(parent),
      name_(new ElidedLabel(Qt::ElideRight, this)),
      path_(new ElidedLabel(Qt::ElideMiddle, this)) {
    setProperty("role", u"bar"_s);
    setAttribute(Qt::WA_StyledBackground);
    QFont large = name_->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setWeight(QFont::DemiBold);
    name_->setFont(large);
    path_->setProperty("role", u"muted"_s);

    auto* titles = new QVBoxLayout;
    titles->setSpacing(0);
    titles->addWidget(name_);
    titles->addWidget(path_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 12, 8);
    row->setSpacing(8);
    row->addLayout(titles, 1);

    checkpointButton_ = addChoice(u"model"_s);
    for (const ActionId id :
         {ActionId::UseDemoModel, ActionId::ChooseCheckpointFile, ActionId::ChooseCheckpointFolder})
        checkpointButton_->menu()->addAction(actions[id]);
    castButton_ = addChoice(u"cast"_s);
    castButton_->menu()->addAction(actions[ActionId::ChooseCast]);
    presetButton_ = addChoice(u"preset"_s);
    presetButton_->menu()->addAction(actions[ActionId::ChoosePreset]);
    outButton_ = addChoice(u"folder"_s);
    outButton_->menu()->addAction(actions[ActionId::ChooseOutFolder]);
    retranslate();
}

QToolButton* SetupBar::addChoice(const QString& iconName) {
    auto* button = new ChoiceButton(this);
    button->setIcon(icon(iconName));
    layout()->addWidget(button);
    return button;
}

void SetupBar::show(const EngineSnapshot& snapshot, bool open) {
    const QString project = fromUtf8(snapshot.project);
    const QString checkpoint = fromUtf8(snapshot.checkpoint);
    const QString cast = fromUtf8(snapshot.castFile);
    const QString preset = fromUtf8(snapshot.presetFile);
    const QString out = fromUtf8(snapshot.outFolder);
    if (open == open_ && project == project_ && checkpoint == checkpoint_ && cast == cast_ &&
        preset == preset_ && out == out_)
        return;
    open_ = open;
    project_ = project;
    checkpoint_ = checkpoint;
    cast_ = cast;
    preset_ = preset;
    out_ = out;
    retranslate();
}

void SetupBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void SetupBar::retranslate() {
    name_->setText(open_ ? QFileInfo(project_).fileName() : tr("No project open"));
    path_->setText(open_ ? project_ : tr("Drop a script, or open a project"));
    path_->setToolTip(open_ ? project_ : QString());

    const auto set = [this](QToolButton* button, const QString& text, const QString& path) {
        button->setText(text);
        button->setAccessibleName(text);
        button->setToolTip(path.isEmpty() ? text : path);
        button->setEnabled(open_);
    };
    const bool demo = checkpoint_ == u"demo"_s;
    const bool none = checkpoint_.isEmpty();
    set(checkpointButton_,
        none   ? tr("Choose a checkpoint")
        : demo ? tr("Checkpoint: demo model")
               : tr("Checkpoint: %1").arg(shortName(*checkpointButton_, checkpoint_)),
        demo ? QString() : checkpoint_);
    checkpointButton_->setIcon(none && open_ ? icon(u"warning"_s, theme::Token::Warn) : icon(u"model"_s));
    set(castButton_, cast_.isEmpty() ? tr("Cast: none") : tr("Cast: %1").arg(shortName(*castButton_, cast_)),
        cast_);
    set(presetButton_,
        preset_.isEmpty() ? tr("Preset: standard") : tr("Preset: %1").arg(shortName(*presetButton_, preset_)),
        preset_);
    set(outButton_, out_.isEmpty() ? tr("Copies: none") : tr("Copies: %1").arg(shortName(*outButton_, out_)),
        out_);
    if (out_.isEmpty()) outButton_->setToolTip(tr("Finished videos stay in the project folder only"));
}

}  // namespace manju::ui
