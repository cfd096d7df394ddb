#include "tools/offline/el_context.hpp"

#include <algorithm>
#include <vector>

#include "el/hcatalog_uri.hpp"
#include "el/instances.hpp"
#include "el/uri_template.hpp"
#include "time/datetime.hpp"

namespace foliot::offline {

namespace {

constexpr std::string_view uri_phase = "uri-template";
constexpr std::string_view range_phase = "materialize start/end-instance";
constexpr std::string_view start_phase = "start-instance only";
/// A function may ask again for what follows from an answer (latest walks back instance by
/// instance); no description answers more questions than this.
constexpr int rounds_max = 10'000;

const std::string* find_property(const model::configuration& table, std::string_view name) {
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

template <class Table>
std::optional<el::event_uris> find_uris(const Table& table, std::string_view event) {
  const auto found = table.find(event);
  if (found == table.end()) return std::nullopt;
  return found->second;
}

std::string joined(const el::instance_set& instances) {
  std::string out;
  for (const el::open_range& each : instances.open) out += el::text_of(each);
  for (const instant at : instances.dates)
    out += (out.empty() ? "" : "#") + time::format_datetime(at, {});
  return out;
}

/// What submission echoes, `${coord:offset(-4,HOUR)}`, has lost the quotes of its arguments: puts
/// them around all that begins with no quote and is no whole number.
std::string with_quotes(const std::string& echoed) {
  const size_t open = echoed.find('(');
  const size_t close = echoed.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return echoed;
  std::string out = echoed.substr(0, open + 1);
  for (size_t at = open + 1; at < close;) {
    const size_t comma = std::min(echoed.find(',', at), close);
    std::string argument = echoed.substr(at, comma - at);
    const size_t first = argument.find_first_not_of(' ');
    argument = first == std::string::npos ? std::string() : argument.substr(first);
    const bool number = argument.find_first_not_of("+-0123456789") == std::string::npos;
    const bool quoted = argument.starts_with('\'') || argument.starts_with('"');
    out += number || quoted ? argument : "'" + argument + "'";
    if (comma < close) out += ',';
    at = comma + 1;
  }
  return out + echoed.substr(close);
}

result<el::value> range_text(const el_context& in, const std::string& first,
                             const std::string& last, dialect reading) {
  const auto start = el::parse(with_quotes(first));
  if (!start) return start.error().within("start-instance");
  const auto end = el::parse(with_quotes(last));
  if (!end) return end.error().within("end-instance");
  const auto made =
      el::instance_range(*start, *end, in.environment(el::phase::action_create, reading));
  if (!made) return made.error();
  return el::value(joined(*made));
}

/// An endOf* or absolute instance that starts a range: the one instance it means.
/// (Oozie resolves it only beside an end; the lenient reading does so alone.)
result<el::value> start_text(const el_context& in, const std::string& text) {
  const auto start = el::parse(text);
  if (!start) return start.error();
  const el::environment here = in.environment(el::phase::action_create, dialect::lenient);
  const auto made = el::instances_of(*start, here);
  if (!made) return made.error();
  return el::value(joined(*made));
}

result<el::value> evaluate_phase(const el_context& in, el::phase where, const std::string& text,
                                 dialect reading) {
  const auto parsed = where == el::phase::submit_freq ? el::parse_frequency(text) : el::parse(text);
  if (!parsed) {
    failure error = parsed.error();
    if (error.oozie.empty()) error.oozie = el::error_code(where);
    return error;
  }
  el::facts known;
  el::environment here = in.environment(where, reading);
  here.known = &known;
  for (int round = 0; round < rounds_max; ++round) {
    const el::outcome made = where == el::phase::workflow ? el::evaluate(*parsed, here)
                                                          : el::evaluate_text(*parsed, here);
    if (const auto* held = std::get_if<el::value>(&made)) return *held;
    if (const auto* error = std::get_if<failure>(&made)) return *error;
    for (const el::probe& each : std::get<el::needs>(made).probes) known.put(each, in.answer(each));
  }
  return failure{errc::too_large, "the expression asks too many questions", "", "", ""};
}

}  // namespace

std::optional<el::phase> phase_named(std::string_view text) {
  for (size_t i = 0; i < el::phase_count; ++i)
    if (el::name(static_cast<el::phase>(i)) == text) return static_cast<el::phase>(i);
  return std::nullopt;
}

std::string phase_list() {
  std::string out;
  for (size_t i = 0; i < el::phase_count; ++i)
    out += std::string(el::name(static_cast<el::phase>(i))) + ", ";
  return out + "uri-template, 'materialize start/end-instance', 'start-instance only'";
}

const std::string* described_coordinator::conf(std::string_view name) const {
  return find_property(properties, name);
}
std::optional<el::event_uris> described_coordinator::data_in(std::string_view event) const {
  return find_uris(inputs, event);
}
std::optional<el::event_uris> described_coordinator::data_out(std::string_view event) const {
  return find_uris(outputs, event);
}

std::optional<el::probe> described_coordinator::presence(instant at) const {
  std::string uri = el::expand_uri_template(data.uri_template, at, {});
  if (el::is_hcatalog(uri)) return el::probe{"hcat:exists", {std::move(uri)}};
  if (!data.done_flag.empty()) uri += "/" + data.done_flag;
  return el::probe{"fs:exists", {std::move(uri)}};
}

const std::string* described_workflow::conf(std::string_view name) const {
  return find_property(properties, name);
}
const described_workflow::node* described_workflow::find(std::string_view of) const {
  const auto found = nodes.find(of);
  return found == nodes.end() ? nullptr : &found->second;
}
std::optional<std::string> described_workflow::error_code(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->error_code;
}
std::optional<std::string> described_workflow::error_message(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->error_message;
}
std::optional<std::string> described_workflow::transition(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->transition;
}
el::value_map described_workflow::action_data(std::string_view of) const {
  return find(of) == nullptr ? el::value_map{} : find(of)->data;
}
std::optional<std::string> described_workflow::external_id(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->external_id;
}
std::optional<std::string> described_workflow::tracker_uri(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->tracker_uri;
}
std::optional<std::string> described_workflow::external_status(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->external_status;
}
std::optional<el::value_map> described_workflow::counters(std::string_view of) const {
  return find(of) == nullptr ? std::nullopt : find(of)->counters;
}
std::string described_workflow::callback(std::string_view token) const {
  return "http://localhost:11000/oozie/callback?id=" + action_id + "&status=" + std::string(token);
}

el::environment el_context::environment(el::phase where, dialect reading) const {
  el::environment out;
  out.where = where;
  out.names = &coordinator;
  out.coordinator = &coordinator;
  out.workflow = &workflow;
  out.bundle = &coordinator;
  out.reading = reading;
  return out;
}

el::value el_context::answer(const el::probe& question) const {
  if (question.arguments.empty()) return {};
  const std::string& path = question.arguments.front();
  const bool there = world.existing.contains(path);
  const auto size = world.sizes.find(path);
  if (question.function == "fs:isDir") return size != world.sizes.end() && size->second < 0;
  if (question.function == "fs:fileSize")
    return size == world.sizes.end() ? int64_t{-1} : size->second;
  if (question.function == "fs:dirSize") {
    if (size == world.sizes.end() || size->second >= 0) return int64_t{-1};
    int64_t whole = 0;
    for (const auto& [file, bytes] : world.sizes)
      if (bytes > 0 && file.starts_with(path + "/")) whole += bytes;
    return whole;
  }
  if (question.function == "fs:blockSize") return int64_t{-1};
  return there;
}

result<el::value> evaluate_in(const el_context& in, std::string_view phase_name,
                              const std::string& expression, dialect reading) {
  if (phase_name == uri_phase) {
    if (!in.instance)
      return failure{errc::bad_input, "a uri-template needs the time of an instance", "",
                     "'instance'", "Write \"instance\": \"2009-01-01T00:00Z\" into the context"};
    return el::value(el::expand_uri_template(expression, *in.instance, {}));
  }
  if (phase_name == range_phase) {
    const bool given = !in.start_instance.empty() && !in.end_instance.empty();
    if (!given)
      return failure{errc::bad_input, "a range needs its two ends", "", "'start_instance'",
                     "Write start_instance and end_instance into the context"};
    return range_text(in, in.start_instance, in.end_instance, reading);
  }
  if (phase_name == start_phase) return start_text(in, expression);
  const auto where = phase_named(phase_name);
  if (!where)
    return failure{errc::bad_input, "there is no phase '" + std::string(phase_name) + "'", "", "",
                   "Name one of " + phase_list()};
  return evaluate_phase(in, *where, expression, reading);
}

}  // namespace foliot::offline
