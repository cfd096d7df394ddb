// Oozie's own expectations of coordinator expressions.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "el/evaluate.hpp"
#include "el/instances.hpp"
#include "el/uri_template.hpp"
#include "tests/el/contexts.hpp"
#include "tests/time/vectors.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

using nlohmann::json;

instant utc(const std::string& text) {
  return time::parse_datetime(text, {}, dialect::oozie).value();
}

std::optional<phase> phase_named(const std::string& text) {
  for (size_t i = 0; i < phase_count; ++i) {
    if (name(static_cast<phase>(i)) == text) return static_cast<phase>(i);
  }
  return std::nullopt;
}

time::dataset_calendar calendar_of(const json& of) {
  const std::string flag = of.value("end_of_duration", "NONE");
  size_t end = 0;
  while (end < time::end_of_names.size() && time::end_of_names[end] != flag) ++end;
  if (end == time::end_of_names.size()) end = 0;  // Oozie ignores flags that are no boundary
  return {utc(of["initial_instance"].get<std::string>()),
          {of["frequency"].get<int32_t>(), time::unit_named(of["unit"].get<std::string>()).value(),
           static_cast<time::end_of>(end)},
          time::find_zone(of["timezone"].get<std::string>()).value()};
}

/// The context of a vector. Its `vars` name events in Oozie's own way.
tests::fake_coordinator context_of(const json& vector) {
  tests::fake_coordinator job;
  if (vector.contains("dataset")) {
    job.calendar = calendar_of(vector["dataset"]);
    job.uri_template = vector["dataset"].value("uri_template", "");
    job.done_flag = vector["dataset"].value("done_flag", "");
  }
  // The one setting that vectors name in their note.
  if (vector.value("note", "").find("use-current-time=true") != std::string::npos) {
    job.latest = utc("2016-01-01T00:00Z");
  }
  if (vector.contains("action")) {
    const json& action = vector["action"];
    job.nominal = utc(action["nominal"].get<std::string>());
    if (action.contains("actual")) job.actual = utc(action["actual"].get<std::string>());
    if (action.contains("timezone")) {
      job.zone = time::find_zone(action["timezone"].get<std::string>()).value();
    }
    if (action.contains("id")) job.action = action["id"].get<std::string>();
    if (action.contains("name")) job.app_name = action["name"].get<std::string>();
  }
  const json variables = vector.value("vars", json::object());
  for (const auto& [key, held] : variables.items()) {
    const std::string text = held.is_string() ? held.get<std::string>() : held.dump();
    if (key.starts_with("oozie.dataname.")) {
      (text == "data-in" ? job.inputs : job.outputs)[key.substr(15)] = {};
    } else if (key.starts_with(".datain.") && !key.ends_with(".unresolved")) {
      const bool open = variables.value(key + ".unresolved", false);
      job.inputs[key.substr(8)] = {text, !open};
    } else if (key.starts_with(".dataout.")) {
      job.outputs[key.substr(9)] = {text, true};
    } else if (key == "user.name") {
      job.user_name = text;
    }
    job.properties[key] = text;
  }
  return job;
}

/// The evaluated text, "!" and the code of the failure, or "?" when it never stops asking. What is
/// asked is answered as `existing_paths` says.
std::string answered(const std::string& text, environment in, const json& vector) {
  std::set<std::string> existing;
  for (const json& each : vector.value("existing_paths", json::array())) {
    existing.insert(each.get<std::string>());
  }
  facts known;
  in.known = &known;
  const auto parsed = parse(text);
  if (!parsed.ok()) return "! " + parsed.error().text();
  for (int round = 0; round < 200; ++round) {
    const outcome made = evaluate_text(*parsed, in);
    if (const auto* held = std::get_if<value>(&made)) return *held->as_string();
    if (const auto* error = std::get_if<failure>(&made)) return "! " + error->text();
    for (const probe& each : std::get<needs>(made).probes) {
      EXPECT_EQ(known.find(each), nullptr) << "asked twice";
      known.put(each, existing.contains(each.arguments.front()));
    }
  }
  return "?";
}

environment environment_of(const tests::fake_coordinator& job, const map_variables& names,
                           phase where) {
  environment in;
  in.where = where;
  in.names = &names;
  in.coordinator = &job;
  in.reading = dialect::oozie;
  return in;
}

std::string joined(const std::vector<instant>& instances) {
  std::string text;
  for (const instant at : instances) {
    text += (text.empty() ? "" : "#") + time::format_datetime(at, {});
  }
  return text;
}

/// The same instances as URIs, which some vectors list instead.
std::string as_uris(const std::string& instances, const tests::fake_coordinator& job) {
  const auto made = split_instances(instances, {}, dialect::oozie);
  if (!made) return instances;
  std::string text;
  for (const instant at : *made) {
    text += (text.empty() ? "" : "#") + expand_uri_template(job.uri_template, at, {});
  }
  return text;
}

/// Whether `made` is what the vector says; Oozie's exceptions stand among the results.
bool meets(const json& vector, const std::string& made, const tests::fake_coordinator& job) {
  if (vector.contains("error")) return made.starts_with("!");
  const std::string expected = vector["result"].get<std::string>();
  if (expected.starts_with("RuntimeException")) return made.starts_with("!");
  if (expected.starts_with("E1010")) return made.starts_with("! E1010");
  return made == expected || (!job.uri_template.empty() && as_uris(made, job) == expected);
}

/// The instances from `start` to `end`, or the code of the failure.
std::string range_text(const std::string& start, const std::string& end, const environment& in) {
  const auto first = parse(start);
  const auto last = parse(end);
  if (!first || !last) return "E1004";
  const auto made = instance_range(*first, *last, in);
  if (!made) return made.error().oozie;
  EXPECT_TRUE(made->open.empty());
  return joined(made->dates);
}

bool range_passes(const json& vector, const environment& in) {
  const std::string made = range_text(vector["start_instance"].get<std::string>(),
                                      vector["end_instance"].get<std::string>(), in);
  if (!vector.contains("error")) return made == vector["result"].get<std::string>();
  return made == vector["error"].get<std::string>().substr(0, 5);
}

/// "start ${...} end ${...}" with "resolved start -> instances" or "-> E1010: why" as result.
bool written_range_passes(const json& vector, const environment& in) {
  const std::string text = vector["expr"].get<std::string>();
  const size_t end_at = text.find(" end ");
  const std::string made = range_text(text.substr(6, end_at - 6), text.substr(end_at + 5), in);
  std::string expected = vector["result"].get<std::string>();
  expected = expected.substr(expected.find("-> ") + 3);
  return made == (expected.starts_with("E1010") ? "E1010" : expected);
}

/// The date that a start-instance alone means: the oldest of the range that it begins.
bool start_passes(const json& vector, const environment& in) {
  const std::string made =
      range_text(vector["expr"].get<std::string>(), "${coord:current(20)}", in);
  return made.substr(made.rfind('#') + 1) == vector["result"].get<std::string>();
}

/// "tzOffset dataset=Europe/Berlin job=America/New_York nominal=2009-01-02T05:00Z"
bool offset_passes(const json& vector) {
  std::istringstream words(vector["expr"].get<std::string>().substr(9));
  tests::fake_coordinator job;
  for (std::string word; words >> word;) {
    const std::string held = word.substr(word.find('=') + 1);
    if (word.starts_with("nominal=")) {
      job.nominal = utc(held);
    } else if (word.starts_with("job=")) {
      job.zone = time::find_zone(held).value();
    } else {
      job.calendar = {{}, {}, time::find_zone(held).value()};
    }
  }
  const map_variables names(job.properties);
  const auto in = environment_of(job, names, phase::action_start);
  return tests::shown("${coord:tzOffset()}", in) == vector["result"].get<std::string>();
}

bool frequency_passes(const json& vector, const environment& in) {
  const auto every = frequency_of(parse(vector["expr"].get<std::string>()).value(), in);
  if (!every) return false;
  const auto& numeric = std::get<time::frequency>(*every);
  return name(numeric.unit) == vector["timeunit"].get<std::string>() &&
         name(numeric.flag) == vector["end_of_duration"].get<std::string>();
}

bool passes(const json& vector, std::string& made) {
  const tests::fake_coordinator job = context_of(vector);
  const map_variables names(job.properties);
  const std::string phase_text = vector["phase"].get<std::string>();
  const std::string text = vector["expr"].is_null() ? "" : vector["expr"].get<std::string>();
  const auto where = phase_named(phase_text);
  const auto in = environment_of(job, names, where.value_or(phase::action_create));
  if (phase_text == "uri-template") {
    made = expand_uri_template(text, utc(vector["instance"].get<std::string>()), {});
    return made == vector["result"].get<std::string>();
  }
  if (phase_text == "materialize start/end-instance") return range_passes(vector, in);
  if (phase_text == "start-instance only") return start_passes(vector, in);
  if (text.starts_with("start ${")) return written_range_passes(vector, in);
  if (text.starts_with("tzOffset ")) return offset_passes(vector);
  if (!where) return false;
  made = answered(text, in, vector);
  return meets(vector, made, job) && (!vector.contains("timeunit") || frequency_passes(vector, in));
}

/// Runs one file. `wrong` are vectors that contradict themselves (docs/differences.md).
void run(const std::string& file, int at_least, const std::set<int>& wrong = {}) {
  const auto vectors = tests::read_vectors("coordinator/" + file);
  if (!vectors) return;
  tests::vector_count count(file);
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    std::string made;
    const bool good = passes(each, made);
    if (wrong.contains(index)) {
      EXPECT_FALSE(good) << file << "#" << index << " passes: take it off the list";
      count.leave_out();
      continue;
    }
    count.add(good);
    EXPECT_TRUE(good) << file << "#" << index << " gave " << made << " for " << each.dump();
  }
  EXPECT_GE(count.passed(), at_least) << file;
}

// #298 says itself that its result is an error of Oozie's documentation.
TEST(coordinator_vectors, functions) { run("el_functions.json", 298, {298}); }
TEST(coordinator_vectors, calendar) { run("el_calendar_oracle.json", 519); }
TEST(coordinator_vectors, scalars) { run("el_scalar_oracle.json", 82); }

}  // namespace
}  // namespace foliot::el
