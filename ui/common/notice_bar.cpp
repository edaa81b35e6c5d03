// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/notice_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace manju::ui {

using namespace Qt::StringLiterals;
using theme::Token;

class NoticeBar::Line : public QWidget {
public:
    Line(const Notice& notice, NoticeBar* bar) : QWidget(bar), notice_(notice) {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(40, 6, 8, 6);
        text_ = new QLabel(this);
        text_->setWordWrap(true);
        text_->setTextFormat(Qt::PlainText);
        text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        row->addWidget(text_, 1);
        copy_ = new QToolButton(this);
        copy_->setProperty("flat", true);
        copy_->setIcon(icon(u"copy"_s));
        copy_->setVisible(notice.kind != Notice::Kind::Info);
        QObject::connect(copy_, &QToolButton::clicked, this,
                         [this] { QGuiApplication::clipboard()->setText(whole()); });
        row->addWidget(copy_);
        close_ = new QToolButton(this);
        close_->setProperty("flat", true);
        close_->setIcon(icon(u"cancel"_s));
        close_->setVisible(notice.closable);
        QObject::connect(close_, &QToolButton::clicked, bar, [this, bar] { bar->drop(this); });
        row->addWidget(close_);
        if (notice.kind == Notice::Kind::Info)
            QTimer::singleShot(kInfoMillis, this, [this, bar] { bar->drop(this); });
        retranslate();
    }

    [[nodiscard]] const QString& key() const { return notice_.key; }
    [[nodiscard]] QString whole() const {
        return notice_.code.isEmpty() ? notice_.text() : notice_.text() + u" ["_s + notice_.code + u']';
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor tone = theme::color(this->tone());
        painter.fillRect(rect(), theme::color(Token::Raised));
        painter.fillRect(QRect(0, 0, 4, height()), tone);
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme::color(Token::Border));
        paintIcon(painter, QRectF(14, (height() - 18) / 2.0, 18, 18), iconName(), tone);
    }

    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange) retranslate();
        QWidget::changeEvent(event);
    }

private:
    [[nodiscard]] Token tone() const {
        switch (notice_.kind) {
            case Notice::Kind::Info:
                return Token::Busy;
            case Notice::Kind::Warning:
                return Token::Warn;
            case Notice::Kind::Failure:
                return Token::Fail;
        }
        return Token::Busy;
    }

    [[nodiscard]] QString iconName() const {
        switch (notice_.kind) {
            case Notice::Kind::Info:
                return u"info"_s;
            case Notice::Kind::Warning:
                return u"warning"_s;
            case Notice::Kind::Failure:
                return u"error"_s;
        }
        return {};
    }

    void retranslate() {
        text_->setText(notice_.code.isEmpty() ? notice_.text() : notice_.text() + u"  "_s + notice_.code);
        text_->setAccessibleName(NoticeBar::tr("Notice"));
        copy_->setAccessibleName(NoticeBar::tr("Copy details"));
        copy_->setToolTip(copy_->accessibleName());
        close_->setAccessibleName(NoticeBar::tr("Close notice"));
        close_->setToolTip(close_->accessibleName());
    }

    Notice notice_;
    QLabel* text_;
    QToolButton* copy_;
    QToolButton* close_;
};

NoticeBar::NoticeBar(QWidget* parent) : QWidget(parent), lines_(new QVBoxLayout(this)) {
    lines_->setContentsMargins(0, 0, 0, 0);
    lines_->setSpacing(0);
    hide();
}

void NoticeBar::post(const Notice& notice) {
    if (!notice.key.isEmpty()) withdraw(notice.key);
    auto* line = new Line(notice, this);
    lines_->insertWidget(0, line);
    shown_.prepend(line);
    while (shown_.size() > kMost) drop(shown_.back());
    show();
}

void NoticeBar::withdraw(const QString& key) {
    for (Line* line : QList<Line*>(shown_))
        if (line->key() == key) drop(line);
}

QStringList NoticeBar::texts() const {
    QStringList texts;
    for (const Line* line : shown_) texts.append(line->whole());
    return texts;
}

void NoticeBar::drop(Line* line) {
    shown_.removeOne(line);
    lines_->removeWidget(line);
    line->hide();
    line->deleteLater();
    setVisible(!shown_.isEmpty());
}

}  // namespace manju::ui
