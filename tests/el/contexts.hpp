// Contexts whose answers a test writes down.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "el/evaluate.hpp"
#include "el/uri_template.hpp"

namespace foliot::tests {

using table = el::map_variables::table;

struct fake_coordinator final : el::coordinator_context {
  table properties;
  std::string user_name = "anna";
  std::optional<std::string> app_name;
  std::optional<std::string> action;
  std::optional<instant> nominal;
  std::optional<instant> actual;
  std::optional<time::zone> zone;
  std::optional<time::dataset_calendar> calendar;
  std::map<std::string, el::event_uris, std::less<>> inputs;
  std::map<std::string, el::event_uris, std::less<>> outputs;
  std::optional<instant> latest;  ///< What coord:latest looks back from, if not the actual time.
  std::string uri_template;
  std::string done_flag;

  const std::string* conf(std::string_view name) const override {
    const auto at = properties.find(name);
    return at == properties.end() ? nullptr : &at->second;
  }
  std::string user() const override { return user_name; }
  std::optional<std::string> name() const override { return app_name; }
  std::optional<std::string> action_id() const override { return action; }
  std::optional<instant> nominal_time() const override { return nominal; }
  std::optional<instant> actual_time() const override { return actual; }
  std::optional<time::zone> job_zone() const override { return zone; }
  const time::dataset_calendar* dataset() const override { return calendar ? &*calendar : nullptr; }
  std::optional<instant> latest_base() const override { return latest ? latest : actual; }
  std::optional<el::probe> presence(instant at) const override {
    const std::string flag = done_flag.empty() ? "" : "/" + done_flag;
    return el::probe{"fs:exists", {el::expand_uri_template(uri_template, at, {}) + flag}};
  }
  std::vector<el::instance_holder> holders(instant at) const override {
    std::vector<el::instance_holder> out;
    for (const auto& each : el::period_directories(uri_template, at, {}))
      out.push_back({{"fs:exists", {each.uri}}, each.since});
    return out;
  }
  bool has_input(std::string_view event) const override { return inputs.contains(event); }
  bool has_output(std::string_view event) const override { return outputs.contains(event); }
  std::optional<el::event_uris> data_in(std::string_view event) const override {
    const auto at = inputs.find(event);
    return at == inputs.end() ? std::nullopt : std::optional(at->second);
  }
  std::optional<el::event_uris> data_out(std::string_view event) const override {
    const auto at = outputs.find(event);
    return at == outputs.end() ? std::nullopt : std::optional(at->second);
  }
};

struct fake_workflow final : el::workflow_context {
  table properties;
  std::map<std::string, el::value_map, std::less<>> data;
  std::map<std::string, el::value_map, std::less<>> counted;
  std::string failed_node;
  int32_t runs = 0;

  const std::string* conf(std::string_view name) const override {
    const auto at = properties.find(name);
    return at == properties.end() ? nullptr : &at->second;
  }
  std::string id() const override { return "wfId"; }
  std::string name() const override { return "name"; }
  std::string app_path() const override { return "appPath"; }
  std::string user() const override { return "user"; }
  std::string group() const override { return "group"; }
  int32_t run() const override { return runs; }
  instant now() const override { return instant{1'230'768'000'000}; }
  std::string last_error_node() const override { return failed_node; }
  std::optional<std::string> error_code(std::string_view node) const override {
    return of_failed(node, "ec");
  }
  std::optional<std::string> error_message(std::string_view node) const override {
    return of_failed(node, "em");
  }
  std::optional<std::string> tracker_uri(std::string_view node) const override {
    return of_failed(node, "tracker");
  }
  std::optional<std::string> external_status(std::string_view node) const override {
    return of_failed(node, "externalStatus");
  }
  std::string callback(std::string_view token) const override {
    return "http://localhost/callback?id=actionId&status=" + std::string(token);
  }
  std::optional<el::value_map> counters(std::string_view node) const override {
    const auto at = counted.find(node);
    return at == counted.end() ? std::nullopt : std::optional(at->second);
  }
  el::value_map action_data(std::string_view node) const override {
    const auto at = data.find(node);
    return at == data.end() ? el::value_map{} : at->second;
  }

 private:
  std::optional<std::string> of_failed(std::string_view node, const char* text) const {
    return node == failed_node ? std::optional<std::string>(text) : std::nullopt;
  }
};

/// The evaluated text, or "! " and the failure, or "? " and the first question.
inline std::string shown(const std::string& text, const el::environment& in) {
  const auto parsed = el::parse(text);
  if (!parsed.ok()) return "! " + parsed.error().text();
  const el::outcome made = el::evaluate_text(*parsed, in);
  if (const auto* held = std::get_if<el::value>(&made)) return *held->as_string();
  if (const auto* error = std::get_if<failure>(&made)) return "! " + error->text();
  std::string questions = "?";
  for (const el::probe& each : std::get<el::needs>(made).probes) {
    questions += " " + each.function + "(" + each.arguments.front() + ")";
  }
  return questions;
}

}  // namespace foliot::tests
