// Oozie's own expectations of coordinator expressions, as far as their functions exist.
#include <gtest/gtest.h>

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
  if (vector.contains("dataset")) job.calendar = calendar_of(vector["dataset"]);
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

/// Whether every function of the vector has its code already.
bool offered(const std::string& outcome) {
  return outcome.find("not offered yet") == std::string::npos;
}

/// Runs one file; vectors that need a function of a later change are left out and counted.
void run(const std::string& file, int at_least) {
  const auto vectors = tests::read_vectors("coordinator/" + file);
  if (!vectors) return;
  tests::vector_count count(file);
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    const auto where = phase_named(each["phase"].get<std::string>());
    const bool about_ranges =
        each["expr"].is_null() || !each["expr"].get<std::string>().starts_with("${");
    const bool wrong_document = each.value("note", "").starts_with("DOC ERROR");
    if (!where || about_ranges || wrong_document) {
      count.leave_out();
      continue;
    }
    const tests::fake_coordinator job = context_of(each);
    const map_variables names(job.properties);
    environment in;
    in.where = *where;
    in.names = &names;
    in.coordinator = &job;
    in.reading = dialect::oozie;
    const std::string made = tests::shown(each["expr"].get<std::string>(), in);
    if (!offered(made)) {
      count.leave_out();
      continue;
    }
    bool good =
        each.contains("error") ? made.starts_with("!") : made == each["result"].get<std::string>();
    if (good && each.contains("timeunit")) {
      const auto every = frequency_of(parse(each["expr"].get<std::string>()).value(), in);
      const auto& numeric = std::get<time::frequency>(*every);
      good = name(numeric.unit) == each["timeunit"].get<std::string>() &&
             name(numeric.flag) == each["end_of_duration"].get<std::string>();
    }
    count.add(good);
    EXPECT_TRUE(good) << file << "#" << index << " gave " << made << " for " << each.dump();
  }
  EXPECT_GE(count.passed(), at_least) << file;
}

TEST(coordinator_vectors, functions) { run("el_functions.json", 180); }
TEST(coordinator_vectors, calendar) { run("el_calendar_oracle.json", 339); }
TEST(coordinator_vectors, scalars) { run("el_scalar_oracle.json", 77); }

/// "start ${...} end ${...}" with "resolved start -> instances" or "-> E1010: why" as result.
TEST(coordinator_vectors, ranges) {
  const auto vectors = tests::read_vectors("coordinator/el_calendar_oracle.json");
  if (!vectors) return;
  tests::vector_count count("el_calendar_oracle.json, ranges");
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    const std::string text = each["expr"].get<std::string>();
    if (!text.starts_with("start ")) continue;
    const size_t end_at = text.find(" end ");
    const tests::fake_coordinator job = context_of(each);
    environment in;
    in.where = phase::action_create;
    in.coordinator = &job;
    in.reading = dialect::oozie;
    const auto made = instance_range(parse(text.substr(6, end_at - 6)).value(),
                                     parse(text.substr(end_at + 5)).value(), in);
    std::string shown = made.ok() ? "" : made.error().oozie;
    if (made.ok()) {
      for (const instant at : *made) {
        shown += (shown.empty() ? "" : "#") + time::format_datetime(at, {});
      }
    }
    std::string expected = each["result"].get<std::string>();
    expected = expected.substr(expected.find("-> ") + 3);
    if (expected.starts_with("E1010")) expected = "E1010";
    count.add(shown == expected);
    EXPECT_EQ(shown, expected) << "#" << index << " " << each.dump();
  }
  EXPECT_GE(count.passed(), 92);
}

TEST(coordinator_vectors, uri_templates) {
  const auto vectors = tests::read_vectors("coordinator/el_functions.json");
  if (!vectors) return;
  for (const json& each : *vectors) {
    if (each["phase"] != "uri-template") continue;
    EXPECT_EQ(expand_uri_template(each["expr"].get<std::string>(),
                                  utc(each["instance"].get<std::string>()), {}),
              each["result"].get<std::string>());
  }
}

}  // namespace
}  // namespace foliot::el
