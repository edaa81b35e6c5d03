// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/sched/estimator.h"

namespace manju::sched {
namespace {

constexpr int kVersion = 1;

template <class T>
std::vector<T> positive(const Json& json) {
    std::vector<T> values;
    for (const Json& value : json)
        if (value.is_number_integer() && value.get<std::int64_t>() > 0) values.push_back(value.get<T>());
    if (values.size() > Estimator::kValues)
        values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(Estimator::kValues));
    return values;
}

Shape shapeFrom(const Json& json) {
    Shape shape;
    shape.kind = static_cast<TaskClass>(json.at("class").get<std::uint8_t>());
    shape.model = json.at("model").get<std::string>();
    shape.width = json.at("width").get<int>();
    shape.height = json.at("height").get<int>();
    shape.batch = json.at("batch").get<int>();
    shape.steps = json.at("steps").get<int>();
    shape.loras = json.at("loras").get<int>();
    return shape;
}

}  // namespace

Json Estimator::jsonOf(const Family& family, const Shape& shape, const Record& record) {
    return {{"class", static_cast<int>(shape.kind)},
            {"model", shape.model},
            {"width", shape.width},
            {"height", shape.height},
            {"batch", shape.batch},
            {"steps", shape.steps},
            {"loras", shape.loras},
            {"card", family.card},
            {"times", record.times},
            {"peaks", record.peaks},
            {"ratios", record.ratios.toJson()},
            {"ratioRuns", record.ratioRuns},
            {"leastGrant", record.leastGrant},
            {"runsSince", record.runsSince},
            {"used", record.used}};
}

Json Estimator::toJson() const {
    Json shapes = Json::array();
    for (const auto& [family, relatives] : families_)
        for (const auto& [shape, record] : relatives.records) shapes.push_back(jsonOf(family, shape, record));
    return {{"version", kVersion}, {"ignored", ignored_}, {"shapes", std::move(shapes)}};
}

Estimator::Record Estimator::recordFrom(const Json& json) {
    Record record;
    record.times = positive<std::int64_t>(json.at("times"));
    record.peaks = positive<std::uint64_t>(json.at("peaks"));
    record.ratios = RatioHistogram::restored(json.at("ratios"));
    record.ratioRuns = record.ratios.count() == 0 ? 0 : json.at("ratioRuns").get<std::uint64_t>();
    record.leastGrant = json.at("leastGrant").get<std::uint64_t>();
    record.runsSince = json.at("runsSince").get<std::uint64_t>();
    record.used = json.at("used").get<std::uint64_t>();
    return record;
}

Result<Estimator> Estimator::restored(const Json& json, const std::string& source) {
    try {
        if (const int version = json.at("version").get<int>(); version != kVersion)
            return jsonError(
                source, "version " + std::to_string(version) + " instead of " + std::to_string(kVersion));
        Estimator estimator;
        estimator.ignored_ = json.at("ignored").get<std::uint64_t>();
        for (const Json& entry : json.at("shapes")) {
            const Shape shape = shapeFrom(entry);
            if (shape.kind > TaskClass::Cpu) continue;
            Relatives& relatives =
                estimator.families_[Family{shape.kind, shape.model, entry.at("card").get<std::string>()}];
            const auto [at, isNew] = relatives.records.insert_or_assign(shape, recordFrom(entry));
            estimator.uses_ = std::max(estimator.uses_, at->second.used);
            if (isNew && ++estimator.shapes_ > kShapes) estimator.forgetOldest();
        }
        return estimator;
    } catch (const nlohmann::json::exception& e) {
        return jsonError(source, e.what());
    }
}

}  // namespace manju::sched
