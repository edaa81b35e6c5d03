// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/icons.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

#include "ui/common/svg_path.h"
#include "ui/common/theme.h"

static void loadUiResources() {
    Q_INIT_RESOURCE(ui_resources);
}

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

const SvgDrawing& drawing(const QString& name) {
    static QHash<QString, SvgDrawing> known;
    const auto found = known.constFind(name);
    if (found != known.constEnd()) return *found;
    loadUiResources();
    QFile file(u":/icons/%1.svg"_s.arg(name));
    SvgDrawing read;
    if (file.open(QIODevice::ReadOnly)) read = readSvg(file.readAll()).value_or(SvgDrawing{});
    return *known.insert(name, std::move(read));
}

class VectorIcon : public QIconEngine {
public:
    VectorIcon(QString name, theme::Token tone) : name_(std::move(name)), tone_(tone) {}

    void paint(QPainter* painter, const QRect& box, QIcon::Mode mode, QIcon::State) override {
        const bool dim = mode == QIcon::Disabled;
        paintIcon(*painter, box, name_, theme::color(dim ? theme::Token::Faint : tone_));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new VectorIcon(name_, tone_); }

private:
    QString name_;
    theme::Token tone_;
};

}  // namespace

QIcon icon(const QString& name, theme::Token tone) {
    return QIcon(new VectorIcon(name, tone));
}

void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color) {
    const SvgDrawing& svg = drawing(name);
    if (svg.shapes.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / svg.viewBox.width(), box.height() / svg.viewBox.height());
    painter.translate(-svg.viewBox.topLeft());
    for (const SvgShape& shape : svg.shapes) {
        const QPen pen(color, shape.strokeWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        painter.setPen(shape.strokeWidth > 0 ? pen : QPen(Qt::NoPen));
        painter.setBrush(shape.filled ? QBrush(shape.fill.value_or(color)) : QBrush(Qt::NoBrush));
        painter.drawPath(shape.path);
    }
    painter.restore();
}

QIcon applicationIcon() {
    return icon(u"manju-studio"_s);
}

QStringList iconNames() {
    loadUiResources();
    QStringList names = QDir(u":/icons"_s).entryList();
    for (QString& name : names) name.chop(4);
    return names;
}

}  // namespace manju::ui
