// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/svg_path.h"

#include <QXmlStreamReader>
#include <array>

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

class PathReader {
public:
    explicit PathReader(QStringView text) : text_(text) {}

    std::optional<QPainterPath> read() {
        QPainterPath path;
        while (skipSpace()) {
            const QChar command = text_[at_++];
            if (!apply(path, command)) return std::nullopt;
        }
        return path;
    }

private:
    bool skipSpace() {
        while (at_ < text_.size() && (text_[at_].isSpace() || text_[at_] == u',')) ++at_;
        return at_ < text_.size();
    }

    template <std::size_t N>
    bool numbers(std::array<double, N>& values) {
        for (double& value : values) {
            if (!skipSpace()) return false;
            const qsizetype begin = at_;
            while (at_ < text_.size() && (text_[at_].isDigit() || text_[at_] == u'.' || text_[at_] == u'-'))
                ++at_;
            bool ok = false;
            value = text_.sliced(begin, at_ - begin).toDouble(&ok);
            if (!ok) return false;
        }
        return true;
    }

    bool apply(QPainterPath& path, QChar command) {
        std::array<double, 1> one{};
        std::array<double, 2> two{};
        std::array<double, 6> six{};
        switch (command.unicode()) {
            case u'M':
                if (!numbers(two)) return false;
                path.moveTo(two[0], two[1]);
                return true;
            case u'L':
                if (!numbers(two)) return false;
                path.lineTo(two[0], two[1]);
                return true;
            case u'H':
                if (!numbers(one)) return false;
                path.lineTo(one[0], path.currentPosition().y());
                return true;
            case u'V':
                if (!numbers(one)) return false;
                path.lineTo(path.currentPosition().x(), one[0]);
                return true;
            case u'C':
                if (!numbers(six)) return false;
                path.cubicTo(six[0], six[1], six[2], six[3], six[4], six[5]);
                return true;
            case u'Z':
                path.closeSubpath();
                return true;
            default:
                return false;
        }
    }

    QStringView text_;
    qsizetype at_ = 0;
};

struct Pen {
    QString fill = u"none"_s;
    QString stroke = u"none"_s;
    double width = 1;

    void take(const QXmlStreamAttributes& attributes) {
        if (attributes.hasAttribute("fill"_L1)) fill = attributes.value("fill"_L1).toString();
        if (attributes.hasAttribute("stroke"_L1)) stroke = attributes.value("stroke"_L1).toString();
        if (attributes.hasAttribute("stroke-width"_L1))
            width = attributes.value("stroke-width"_L1).toDouble();
    }
};

std::optional<QPainterPath> outline(const QXmlStreamReader& xml) {
    const auto attributes = xml.attributes();
    if (xml.name() == "path"_L1) {
        const QString text = attributes.value("d"_L1).toString();
        return PathReader(text).read();
    }
    if (xml.name() != "circle"_L1) return std::nullopt;
    QPainterPath path;
    const double radius = attributes.value("r"_L1).toDouble();
    path.addEllipse(QPointF(attributes.value("cx"_L1).toDouble(), attributes.value("cy"_L1).toDouble()),
                    radius, radius);
    return path;
}

}  // namespace

std::optional<SvgDrawing> readSvg(const QByteArray& text) {
    QXmlStreamReader xml(text);
    if (!xml.readNextStartElement() || xml.name() != "svg"_L1) return std::nullopt;
    const auto box = xml.attributes().value("viewBox"_L1).toString().split(u' ');
    if (box.size() != 4) return std::nullopt;
    SvgDrawing drawing{QRectF(box[0].toDouble(), box[1].toDouble(), box[2].toDouble(), box[3].toDouble()),
                       {}};
    Pen root;
    root.take(xml.attributes());
    while (xml.readNextStartElement()) {
        auto path = outline(xml);
        if (!path) return std::nullopt;
        Pen pen = root;
        pen.take(xml.attributes());
        SvgShape shape{std::move(*path), pen.fill != "none"_L1, std::nullopt,
                       pen.stroke == "none"_L1 ? 0 : pen.width};
        if (shape.filled && pen.fill != "currentColor"_L1) shape.fill = QColor(pen.fill);
        drawing.shapes.push_back(std::move(shape));
        xml.skipCurrentElement();
    }
    if (xml.hasError() || drawing.shapes.empty()) return std::nullopt;
    return drawing;
}

}  // namespace manju::ui
