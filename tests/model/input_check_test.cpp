#include "model/input_check.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "el/parser.hpp"
#include "model/dataset_instances.hpp"
#include "tests/model/events.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using support::event;
using support::every;
using support::minutes;
using support::range;
using uris = std::vector<std::string>;

action_identity at(instant nominal) { return {"job@2", "ann", nominal, plus_ms(nominal, 1)}; }

class input_check : public ::testing::Test {
 protected:
  input_check() {
    definition = support::coordinator(15, 8);
    definition.datasets = {every(5, "raw"), every(15, "old")};
    definition.inputs = {range("raw", 0, "${coord:current(-1)}", "${coord:current(0)}"),
                         event("old", 1, {"${coord:current(-1)}"})};
  }

  /// The state once all that is asked is answered from `there`.
  input_state checked(instant now = minutes(30)) {
    el::facts known;
    asked.clear();
    rounds = 0;
    while (true) {
      input_state out = check_inputs(definition, at(minutes(30)), known, now);
      const auto* needed = std::get_if<el::needs>(&out);
      if (needed == nullptr) return out;
      ++rounds;
      EXPECT_LE(needed->probes.size(), limits::inputs_at_once_max);
      for (const el::probe& each : needed->probes) {
        EXPECT_EQ(each.function, "fs:exists");
        known.put(each, there.contains(each.arguments.front()));
        asked.push_back(each.arguments.front());
      }
    }
  }

  std::string missing() {
    const input_state out = checked();
    const auto* found = std::get_if<inputs_missing>(&out);
    return found == nullptr ? "not missing" : found->dependencies;
  }

  uris found(const std::string& name) {
    const input_state out = checked();
    const auto* all = std::get_if<inputs_found>(&out);
    if (all == nullptr) return {"not found"};
    const auto one = all->uris.find(name);
    return one == all->uris.end() ? uris{"no such name"} : one->second;
  }

  static std::string raw(const std::string& time) { return "file:///data/raw/20260105T" + time; }
  static std::string flag(const std::string& uri) { return uri + "/_SUCCESS"; }

  coordinator_definition definition;
  std::set<std::string> there;
  std::vector<std::string> asked;
  int rounds = 0;
  const std::string old = "file:///data/old/20260105T0015";
};

TEST_F(input_check, everything_is_needed) {
  there = {flag(raw("0030")), flag(raw("0025")), flag(old)};
  EXPECT_EQ(found("raw"), (uris{raw("0030"), raw("0025")}));
  EXPECT_EQ(found("old"), uris{old});
}

TEST_F(input_check, what_is_missing_is_told_from_the_first_on) {
  there = {flag(raw("0030")), flag(old)};
  EXPECT_EQ(missing(), flag(raw("0025")));
  there = {flag(old)};
  EXPECT_EQ(missing(), flag(raw("0030")) + "#" + flag(raw("0025")));
  definition.inputs.push_back(event("late", 0, {"${coord:latest(0)}"}));
  EXPECT_EQ(missing(), flag(raw("0030")) + "#" + flag(raw("0025")) + "!!${coord:latest(0)}");
}

TEST_F(input_check, latest_and_future_wait_for_all_else) {
  definition.inputs = {event("some", 0, {"${coord:latest(-1)}", "${coord:current(0)}"}),
                       event("next", 0, {"${coord:future(0, 2)}"})};
  there = {flag(raw("0010")), flag(raw("0005"))};
  EXPECT_EQ(missing(), flag(raw("0030")) + "!!${coord:latest(-1)}#${coord:future(0, 2)}");
  EXPECT_EQ(asked, uris{flag(raw("0030"))}) << "nothing else is looked at";
  there.insert(flag(raw("0030")));
  EXPECT_EQ(found("some"), (uris{raw("0030"), raw("0010")})) << "the newest is 0030 itself";
  EXPECT_EQ(found("next"), uris{raw("0030")});
}

TEST_F(input_check, latest_goes_back_to_the_initial_instance_and_no_further) {
  definition.inputs = {range("some", 0, "${coord:latest(-1)}", "${coord:latest(0)}")};
  there = {flag(raw("0000")), "file:///data/raw/20260104T2355/_SUCCESS"};
  EXPECT_EQ(missing(), "!!${coord:latestRange(-1, 0)}");
  EXPECT_EQ(asked.size(), 7U) << "00:30 back to 00:00";
}

TEST_F(input_check, latest_says_when_it_gives_up) {
  definition.datasets[0].initial = minutes(-5 * 2 * limits::open_instances_max);
  definition.inputs = {event("some", 0, {"${coord:latest(0)}"})};
  const input_state out = checked();
  EXPECT_NE(std::get<inputs_missing>(out).why.find("none of 10000 found, and no older ones"),
            std::string::npos);
  EXPECT_EQ(std::get<inputs_missing>(out).absent.size(), 10'000U);
  EXPECT_LE(rounds, 12) << "a long gap takes few rounds";
}

TEST_F(input_check, instances_before_the_first_one_are_not_waited_for) {
  definition.inputs = {event("raw", 0, {"${coord:current(-9)}"})};
  EXPECT_EQ(found("raw"), uris{});
}

TEST_F(input_check, failures_name_the_event) {
  definition.inputs.push_back(event("odd", 0, {"${coord:latest(1)}"}));
  const input_state out = checked();
  EXPECT_NE(std::get<failure>(out).place.find("event 'odd'"), std::string::npos);
}

TEST_F(input_check, outputs_cannot_be_latest) {
  definition.outputs = {event("out", 0, {"${coord:latest(0)}"})};
  const auto out = instances_of(definition, definition.outputs[0], at(minutes(30)));
  ASSERT_FALSE(out.ok());
  EXPECT_EQ(out.error().oozie, "E1006");
}

TEST_F(input_check, hcatalog_is_asked_without_done_flag) {
  dataset table = every(5, "table");
  table.uri_template = "hcat://h:1/db/t/dt=${YEAR}${MONTH}";
  const dataset_instance one = instance_at(table, minutes(0));
  EXPECT_EQ(presence_of(one), (el::probe{"hcat:exists", {"hcat://h:1/db/t/dt=202601"}}));
}

TEST_F(input_check, many_instances_are_asked_in_bounded_rounds_and_no_action_has_too_many) {
  definition.datasets[0].initial = minutes(-400'000);
  definition.inputs = {range("raw", 0, "${coord:current(-999)}", "${coord:current(0)}")};
  EXPECT_NE(missing().find("T0030/_SUCCESS#"), std::string::npos);
  definition.inputs.assign(3, range("raw", 0, "${coord:current(-39999)}", "${coord:current(0)}"));
  const input_state out = checked();
  EXPECT_EQ(std::get<failure>(out).code, errc::too_large);
}

TEST_F(input_check, input_logic_decides_and_names_what_it_found) {
  logic_node some;
  some.min = 1;
  logic_node other;
  other.input = 1;
  definition.logic = input_logic{{logic_kind::any, "either", 0, {}, {}, {some, other}}};
  there = {flag(old)};
  EXPECT_EQ(found("either"), uris{old});
  EXPECT_EQ(found("raw"), uris{}) << "none of its instances counts";
  there.insert(flag(raw("0025")));
  EXPECT_EQ(found("either"), uris{raw("0025")});
  there.clear();
  EXPECT_EQ(missing(), "");
}

TEST_F(input_check, what_is_named_before_anybody_looks) {
  const auto plain = dependencies_of(definition, at(minutes(30)));
  EXPECT_EQ(plain->fixed, (uris{flag(raw("0030")), flag(raw("0025")), flag(old)}));
  EXPECT_FALSE(plain->open);
  definition.inputs.push_back(event("late", 0, {"${coord:latest(0)}", "${coord:current(0)}"}));
  definition.inputs.push_back(event("next", 1, {"${coord:future(0, 2)}"}));
  const auto mixed = dependencies_of(definition, at(minutes(30)));
  EXPECT_EQ(mixed->fixed.size(), 3U) << "00:30 is asked for once";
  EXPECT_TRUE(mixed->open);
  EXPECT_EQ(mixed->open_text, "${coord:latest(0)}#${coord:future(0, 2)}");
  definition.logic = input_logic{};
  const auto logic = dependencies_of(definition, at(minutes(30)));
  EXPECT_TRUE(logic->fixed.empty());
  EXPECT_TRUE(logic->open);
}

TEST_F(input_check, what_is_fixed_need_not_be_asked_again) {
  definition.inputs.push_back(event("late", 0, {"${coord:latest(0)}"}));
  el::facts known;
  known.put({"fs:exists", {flag(raw("0030"))}}, true);
  const input_state out =
      check_inputs(definition, at(minutes(30)), known, minutes(30), fixed_inputs::there);
  const auto& found = std::get<inputs_found>(out);
  EXPECT_EQ(found.uris.at("raw"), (uris{raw("0030"), raw("0025")}));
  const auto kept = to_keep(found);
  EXPECT_EQ(*kept, (resolved_inputs{{"late", raw("0030")}})) << "the calendar tells the others";
}

TEST_F(input_check, what_is_absent_and_matters_is_told_nearest_first) {
  definition.inputs = {event("late", 0, {"${coord:latest(-1)}"}),
                       event("next", 1, {"${coord:future(0, 1)}"})};
  there = {flag(raw("0020"))};
  const auto missing = std::get<inputs_missing>(checked());
  ASSERT_EQ(missing.absent.size(), 8U) << "six of seven back, two ahead";
  EXPECT_EQ(missing.absent[0].arguments.front(), flag(raw("0030")));
  EXPECT_EQ(missing.absent[2].arguments.front(), flag(raw("0015")));
  EXPECT_EQ(missing.absent[6].arguments.front(), "file:///data/old/20260105T0030/_SUCCESS");
  EXPECT_EQ(missing.look_again, never) << "time alone changes nothing";
  EXPECT_NE(missing.why.find("newest instance looked at '" + raw("0030") + "', only 1 of 7 found"),
            std::string::npos)
      << missing.why;
}

TEST_F(input_check, latest_from_now_gets_another_instance_as_time_goes_on) {
  definition.inputs = {event("late", 0, {"${coord:latest(0)}"})};
  action_identity identity = at(minutes(30));
  identity.latest_from = minutes(42);
  el::facts known;
  const auto ask = [&] {
    while (true) {
      const input_state out = check_inputs(definition, identity, known, *identity.latest_from);
      const auto* needed = std::get_if<el::needs>(&out);
      if (needed == nullptr) return out;
      for (const el::probe& each : needed->probes)
        known.put(each, there.contains(each.arguments.front()));
    }
  };
  EXPECT_EQ(std::get<inputs_missing>(ask()).look_again, minutes(45));
  identity.latest_from = minutes(45);
  there = {flag(raw("0045"))};
  EXPECT_EQ(std::get<inputs_found>(ask()).uris.at("late"), uris{raw("0045")});
  definition.datasets[0].initial = minutes(60);
  EXPECT_EQ(std::get<inputs_missing>(ask()).look_again, minutes(60)) << "its first instance";
}

TEST_F(input_check, waits_count_from_the_birth_where_the_inputs_are_named_later) {
  logic_node some;
  some.min = 1;
  some.wait_minutes = 10;
  definition.logic = input_logic{some};
  action_identity identity = at(minutes(30));
  identity.created = minutes(90);
  identity.born = minutes(31);
  el::facts known;
  for (const char* time : {"0030", "0025"}) known.put({"fs:exists", {flag(raw(time))}}, false);
  const input_state out = check_inputs(definition, identity, known, minutes(32));
  EXPECT_EQ(std::get<inputs_missing>(out).look_again, minutes(41));
}

TEST_F(input_check, what_is_kept_is_bounded) {
  inputs_found found;
  found.uris["x"] = {std::string(limits::resolved_inputs_bytes_max + 1, 'x')};
  EXPECT_EQ(to_keep(found).error().code, errc::too_large);
}

TEST_F(input_check, a_wait_says_when_to_look_again) {
  logic_node some;
  some.min = 1;
  some.wait_minutes = 10;
  definition.logic = input_logic{some};
  there = {flag(raw("0025"))};
  const input_state early = checked(minutes(39));
  EXPECT_EQ(std::get<inputs_missing>(early).look_again, plus_ms(minutes(40), 1));
  const input_state later = checked(minutes(41));
  EXPECT_EQ(std::get<inputs_found>(later).uris.at("raw"), uris{raw("0025")});
}

TEST_F(input_check, the_workflow_gets_what_was_found) {
  definition.inputs = {event("raw", 0, {"${coord:latest(0)}"})};
  definition.workflow_conf = {{"in", el::parse("${coord:dataIn('raw')}").value()}};
  there = {flag(raw("0010"))};
  const input_state out = checked();
  const auto conf =
      workflow_configuration(definition, at(minutes(30)), *to_keep(std::get<inputs_found>(out)));
  EXPECT_EQ(conf->at("in"), raw("0010"));
}

}  // namespace
}  // namespace foliot::model
