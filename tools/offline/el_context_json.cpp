// From a description's JSON to an el_context. Everything in it may be missing or of any kind.
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "time/datetime.hpp"
#include "tools/offline/el_context.hpp"

namespace foliot::offline {

namespace {

using nlohmann::json;

failure wrong(const std::string& member, const std::string& what) {
  return {errc::bad_input, "the context's member '" + member + "' " + what, "", "", ""};
}

/// A scalar as text: properties may be written as numbers.
std::string text_of(const json& held) {
  if (held.is_string()) return held.get<std::string>();
  return held.is_null() ? std::string() : held.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string member(const json& of, const char* name) {
  return of.is_object() && of.contains(name) ? text_of(of[name]) : std::string();
}

std::optional<std::string> optional_member(const json& of, const char* name) {
  if (!of.is_object() || !of.contains(name) || of[name].is_null()) return std::nullopt;
  return text_of(of[name]);
}

el::value value_of(const json& of) {
  if (of.is_boolean()) return of.get<bool>();
  if (of.is_number_integer()) return of.get<int64_t>();
  if (of.is_number()) return of.get<double>();
  if (of.is_string()) return of.get<std::string>();
  if (!of.is_object()) return {};
  el::value_map entries;
  for (const auto& [key, held] : of.items()) entries[key] = value_of(held);
  return entries;
}

/// An action's output: an object, or the lines "name=value".
el::value_map output_of(const json& of) {
  const el::value made = value_of(of);
  if (const el::value_map* entries = made.as_map()) return *entries;
  el::value_map out;
  std::istringstream lines(text_of(of));
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find('=');
    if (equals != std::string::npos) out[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return out;
}

class reader {
 public:
  explicit reader(const json& from) : from_(from) {}

  result<el_context> read() {
    if (!from_.is_object())
      return failure{errc::bad_input, "the context is no JSON object", "", "",
                     "Write {\"vars\": {...}, \"dataset\": {...}, \"action\": {...}}"};
    properties("conf");
    properties("vars");
    events();
    if (auto read = dataset(); !read) return read.error();
    if (auto read = action(); !read) return read.error();
    workflow();
    world();
    if (auto read = datetime(from_, "instance", out_.instance); !read) return read.error();
    std::optional<instant> now;
    if (auto read = datetime(from_, "now", now); !read) return read.error();
    if (now) out_.workflow.at = *now;
    out_.start_instance = member(from_, "start_instance");
    out_.end_instance = member(from_, "end_instance");
    return std::move(out_);
  }

 private:
  static result<void> datetime(const json& of, const char* name, std::optional<instant>& out) {
    const auto text = optional_member(of, name);
    if (!text) return {};
    const auto at = time::parse_datetime(*text, {}, dialect::lenient);
    if (!at) return at.error().within("'" + std::string(name) + "'");
    out = *at;
    return {};
  }

  void properties(const char* name) {
    if (!from_.contains(name) || !from_[name].is_object()) return;
    for (const auto& [key, held] : from_[name].items()) {
      out_.coordinator.properties[key] = text_of(held);
      out_.workflow.properties[key] = text_of(held);
    }
    const auto user = out_.coordinator.properties.find("user.name");
    if (user == out_.coordinator.properties.end()) return;
    out_.coordinator.user_name = out_.workflow.user_name = user->second;
  }

  /// Oozie's own names for the events of a job: oozie.dataname.X says which kind X is, .datain.X
  /// and .dataout.X hold its URIs.
  void events() {
    described_coordinator& job = out_.coordinator;
    for (const auto& [key, held] : job.properties) {
      if (key.starts_with("oozie.dataname.")) {
        (held == "data-in" ? job.inputs : job.outputs).emplace(key.substr(15), el::event_uris{});
      } else if (key.starts_with(".datain.") && !key.ends_with(".unresolved")) {
        const auto open = job.properties.find(key + ".unresolved");
        const bool resolved = open == job.properties.end() || open->second != "true";
        job.inputs[key.substr(8)] = {held, resolved};
      } else if (key.starts_with(".dataout.")) {
        job.outputs[key.substr(9)] = {held, true};
      }
    }
  }

  result<void> dataset() {
    if (!from_.contains("dataset") || !from_["dataset"].is_object()) return {};
    const json& of = from_["dataset"];
    time::dataset_calendar made;
    std::optional<instant> initial;
    if (auto read = datetime(of, "initial_instance", initial); !read) return read;
    if (initial) made.initial = *initial;
    const json count = of.value("frequency", json(1));
    if (!count.is_number_integer() || count.get<int64_t>() < 1 || count.get<int64_t>() > INT32_MAX)
      return wrong("dataset.frequency", "is no whole number above 0");
    made.every.count = count.get<int32_t>();
    const auto unit = time::unit_named(optional_member(of, "unit").value_or("MINUTE"));
    if (!unit) return wrong("dataset.unit", "is none of MINUTE HOUR DAY WEEK MONTH YEAR");
    made.every.unit = *unit;
    const std::string flag = member(of, "end_of_duration");
    for (size_t i = 0; i < time::end_of_names.size(); ++i)
      if (time::end_of_names[i] == flag) made.every.flag = static_cast<time::end_of>(i);
    const auto zone = time::find_zone(optional_member(of, "timezone").value_or("UTC"));
    if (!zone) return zone.error().within("'dataset.timezone'");
    made.where = *zone;
    out_.coordinator.calendar = made;
    out_.coordinator.data = {member(of, "uri_template"),
                             optional_member(of, "done_flag").value_or("_SUCCESS")};
    return {};
  }

  result<void> action() {
    if (!from_.contains("action") || !from_["action"].is_object()) return {};
    const json& of = from_["action"];
    described_coordinator& job = out_.coordinator;
    if (auto read = datetime(of, "nominal", job.nominal); !read) return read;
    if (auto read = datetime(of, "actual", job.actual); !read) return read;
    if (const auto zone = optional_member(of, "timezone")) {
      const auto found = time::find_zone(*zone);
      if (!found) return found.error().within("'action.timezone'");
      job.zone = *found;
    }
    job.action = optional_member(of, "id");
    job.app_name = optional_member(of, "name");
    out_.workflow.action_id = member(of, "id");
    node(of);
    return {};
  }

  void node(const json& of) {
    const std::string name = member(of, "name");
    if (name.empty()) return;
    described_workflow::node made;
    made.error_code = optional_member(of, "errorCode");
    made.error_message = optional_member(of, "errorMessage");
    made.transition = optional_member(of, "transition");
    made.external_id = optional_member(of, "externalId");
    made.tracker_uri = optional_member(of, "trackerUri");
    made.external_status = optional_member(of, "externalStatus");
    if (of.contains("data")) made.data = output_of(of["data"]);
    if (of.contains("counters") && of["counters"].is_object())
      made.counters = *value_of(of["counters"]).as_map();
    if (member(of, "status") == "ERROR") out_.workflow.failed_node = name;
    out_.workflow.nodes[name] = std::move(made);
  }

  void workflow() {
    if (from_.contains("actions") && from_["actions"].is_array())
      for (const json& each : from_["actions"]) node(each);
    if (!from_.contains("wf") || !from_["wf"].is_object()) return;
    const json& of = from_["wf"];
    out_.workflow.job_id = member(of, "id");
    out_.workflow.job_name = member(of, "name");
    out_.workflow.path = member(of, "appPath");
    out_.workflow.group_name = member(of, "group");
    if (const auto user = optional_member(of, "user")) out_.workflow.user_name = *user;
    if (of.contains("run") && of["run"].is_number_integer())
      out_.workflow.runs = static_cast<int32_t>(of["run"].get<int64_t>());
  }

  void world() {
    if (from_.contains("existing_paths") && from_["existing_paths"].is_array())
      for (const json& each : from_["existing_paths"]) out_.world.existing.insert(text_of(each));
    if (!from_.contains("files") || !from_["files"].is_object()) return;
    for (const auto& [path, bytes] : from_["files"].items()) {
      out_.world.existing.insert(path);
      out_.world.sizes[path] = bytes.is_number_integer() ? bytes.get<int64_t>() : -1;
    }
  }

  const json& from_;
  el_context out_;
};

}  // namespace

result<el_context> el_context::read(const json& description) { return reader(description).read(); }

}  // namespace foliot::offline
