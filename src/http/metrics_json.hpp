// The engine's figures in the form of admin/metrics (rest.md 4, json-shapes Metrics). Pure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace foliot::http {

/// {"version", "gauges", "counters", "histograms", "meters", "timers"} of a Prometheus text
/// exposition; what has labels is named NAME{LABELS}. Lines that are none are passed over.
nlohmann::json metrics_json(const std::string& exposition);

}  // namespace foliot::http
