// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cmath>

#include "ui/common/language.h"

namespace manju::ui::format {

QString seconds(double value) {
    if (value <= 0) return {};
    return QCoreApplication::translate("Format", "%1 s").arg(QLocale().toString(value, 'f', 1));
}

QString duration(std::int64_t value) {
    if (value < 60) return QCoreApplication::translate("Format", "%1 s").arg(value);
    const std::int64_t minutes = (value + 30) / 60;
    if (minutes < 60) return QCoreApplication::translate("Format", "%1 min").arg(minutes);
    return QCoreApplication::translate("Format", "%1 h %2 min")
        .arg(minutes / 60)
        .arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

QString remaining(const TimeRange& range) {
    if (!range.known) return QCoreApplication::translate("Format", "estimating…");
    const QString low = duration(range.lowSeconds);
    const QString high = duration(range.highSeconds);
    if (low == high) return QCoreApplication::translate("Format", "about %1 left").arg(high);
    if (range.lowSeconds >= 60 && range.highSeconds < 3570)
        return QCoreApplication::translate("Format", "%1–%2 min left")
            .arg((range.lowSeconds + 30) / 60)
            .arg((range.highSeconds + 30) / 60);
    return QCoreApplication::translate("Format", "%1 – %2 left").arg(low, high);
}

QString clockTime(std::int64_t wallMillis) {
    return QDateTime::fromMSecsSinceEpoch(wallMillis).toString(QStringLiteral("HH:mm:ss"));
}

QString bytes(std::int64_t count) {
    return QLocale().formattedDataSize(count, count < 10'000'000'000 ? 1 : 0, QLocale::DataSizeSIFormat);
}

QString percent(double fraction) {
    const int whole = fraction >= 1 ? 100 : std::clamp(static_cast<int>(std::floor(fraction * 100)), 0, 99);
    return QCoreApplication::translate("Format", "%1 %").arg(whole);
}

QString list(const std::vector<std::string>& names) {
    QStringList texts;
    for (const std::string& name : names) texts.append(fromUtf8(name));
    return texts.join(QCoreApplication::translate("Format", ", ", "between the names of a list"));
}

}  // namespace manju::ui::format
