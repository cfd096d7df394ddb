#include <nlohmann/json.hpp>

#include "base/limits.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/el_context.hpp"
#include "tools/offline/files.hpp"
#include "tools/offline/json_out.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

json json_of(const el::value& held) {
  if (held.is_null()) return nullptr;
  if (const bool* truth = held.as_bool()) return *truth;
  if (const int64_t* number = held.as_int()) return *number;
  if (const double* number = held.as_double()) return *number;
  if (const std::string* text = held.as_string()) return *text;
  json out = json::object();
  for (const auto& [name, each] : *held.as_map()) out[name] = json_of(each);
  return out;
}

result<el_context> read_context(const std::string& file) {
  if (file.empty()) return el_context::read(json::object());
  const auto text = read_text(file, limits::request_body_bytes_max);
  if (!text) return text.error();
  const json described = json::parse(*text, nullptr, false);
  if (described.is_discarded())
    return failure{errc::bad_input, "the file holds no JSON", "", file, "Write one JSON object"};
  auto made = el_context::read(described);
  if (!made) return std::move(made).error().within(file);
  return made;
}

/// Beside the number of a frequency: which unit it counts.
void add_unit(const el_context& in, const el_options& options, dialect reading, json& out) {
  if (phase_named(options.phase) != el::phase::submit_freq) return;
  const auto parsed = el::parse(options.expression);
  if (!parsed) return;
  const auto every = el::frequency_of(*parsed, in.environment(el::phase::submit_freq, reading));
  if (!every) return;
  const auto* numeric = std::get_if<time::frequency>(&*every);
  if (numeric == nullptr) return;
  out["timeunit"] = time::name(numeric->unit);
  out["end_of_duration"] = time::name(numeric->flag);
}

}  // namespace

int show_value(const console& to, const el_options& options) {
  const auto context = read_context(options.context);
  if (!context) return report_answer(to, context.error());
  const dialect reading = options.reading == "oozie" ? dialect::oozie : dialect::lenient;
  const auto made = evaluate_in(*context, options.phase, options.expression, reading);
  if (!made && made.error().code == errc::internal) {
    failure lost = made.error();
    lost.remedy = "Describe where it stands with --context FILE: \"dataset\", \"action\", \"vars\"";
    return report_answer(to, lost);
  }
  if (!made) return report_answer(to, made.error());
  if (!to.json) return to.out(el::to_text(*made) + "\n"), client::exit_good;
  json body{{"result", json_of(*made)}};
  add_unit(*context, options, reading, body);
  return print_json(to, body), client::exit_good;
}

}  // namespace foliot::offline
