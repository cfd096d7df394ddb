// The engine's figures in the form of admin/metrics (rest.md 4, json-shapes Metrics). Pure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace foliot::http {

/// {"version", "gauges", "counters", "histograms", "meters", "timers"} of a Prometheus text
/// exposition; what has labels is named NAME{LABELS}. Lines that are none are passed over. Every
/// histogram has all members that Oozie's client reads. Percentiles, min and max are bounds of the
/// buckets that the values lie in; the deviation takes them to be in the middle of their buckets.
nlohmann::json metrics_json(const std::string& exposition);

}  // namespace foliot::http
