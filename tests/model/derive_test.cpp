// What an action derives from its coordinator: URIs, and the configuration of its workflow.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "el/parser.hpp"
#include "model/action.hpp"
#include "model/input_check.hpp"
#include "tests/model/events.hpp"
#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

using support::event;
using support::every;
using support::expr;
using support::minutes;
using support::range;
using uris = std::vector<std::string>;

/// Cleans three raw files of five minutes every quarter of an hour.
coordinator_definition cleaning() {
  coordinator_definition d = support::coordinator(15, 8);
  d.datasets = {every(5, "raw"), every(15, "cleaned")};
  d.inputs = {range("raw", 0, "${coord:current(0)}", "${coord:current(2)}")};
  d.outputs = {event("cleaned", 1, {"${coord:current(0)}"})};
  d.conf = {{"mode", "full"}, {"queue", "q1"}};
  return d;
}

action_identity at(instant nominal) { return {"job@2", "ann", nominal, plus_ms(nominal, 1)}; }

template <class T>
T need(const result<T>& got) {
  EXPECT_TRUE(got.ok()) << (got.ok() ? "" : got.error().text());
  return got.ok() ? *got : T{};
}

TEST(derive, inputs_are_newest_first_with_their_done_flag) {
  const coordinator_definition d = cleaning();
  EXPECT_EQ(need(instance_uris(d, d.inputs[0], at(minutes(15)))),
            (uris{"file:///data/raw/20260105T0025", "file:///data/raw/20260105T0020",
                  "file:///data/raw/20260105T0015"}));
  EXPECT_EQ(
      need(dependencies_of(d, at(minutes(15)))).fixed,
      (uris{"file:///data/raw/20260105T0025/_SUCCESS", "file:///data/raw/20260105T0020/_SUCCESS",
            "file:///data/raw/20260105T0015/_SUCCESS"}));
  EXPECT_EQ(need(output_uris(d, at(minutes(15)))),
            (uris{"file:///data/cleaned/20260105T0015/_SUCCESS"}));
}

TEST(derive, done_flags_are_the_dataset_s) {
  coordinator_definition d = cleaning();
  d.datasets[1].done.file = "";
  EXPECT_EQ(need(output_uris(d, at(minutes(0)))), (uris{"file:///data/cleaned/20260105T0000"}));
  d.datasets[1].done.file = "ok.txt";
  EXPECT_EQ(need(output_uris(d, at(minutes(0)))),
            (uris{"file:///data/cleaned/20260105T0000/ok.txt"}));
}

TEST(derive, single_instances_stay_in_document_order) {
  coordinator_definition d = cleaning();
  d.inputs = {event("raw", 0, {"${coord:current(0)}", "${coord:current(1)}"}),
              event("old", 1, {"${coord:current(-1)}"})};
  EXPECT_EQ(
      need(dependencies_of(d, at(minutes(15)))).fixed,
      (uris{"file:///data/raw/20260105T0015/_SUCCESS", "file:///data/raw/20260105T0020/_SUCCESS",
            "file:///data/cleaned/20260105T0000/_SUCCESS"}));
}

TEST(derive, what_two_events_mean_is_waited_for_once) {
  coordinator_definition d = cleaning();
  d.inputs = {event("one", 0, {"${coord:current(0)}"}), event("two", 0, {"${coord:current(0)}"})};
  EXPECT_EQ(need(dependencies_of(d, at(minutes(15)))).fixed,
            (uris{"file:///data/raw/20260105T0015/_SUCCESS"}));
}

TEST(derive, instances_before_the_first_one_vanish) {
  coordinator_definition d = cleaning();
  d.inputs = {range("raw", 0, "${coord:current(-2)}", "${coord:current(0)}")};
  EXPECT_EQ(need(dependencies_of(d, at(minutes(5)))).fixed.size(), 2U);
  d.inputs = {event("raw", 0, {"${coord:current(-9)}"})};
  EXPECT_TRUE(need(dependencies_of(d, at(minutes(5)))).fixed.empty())
      << "and nothing is waited for";
}

TEST(derive, a_coordinator_without_inputs_waits_for_none) {
  coordinator_definition d = cleaning();
  d.inputs.clear();
  EXPECT_TRUE(need(dependencies_of(d, at(minutes(15)))).fixed.empty());
}

TEST(derive, wrong_instances_are_refused_with_the_event_s_name) {
  coordinator_definition d = cleaning();
  d.inputs = {event("raw", 0, {"${coord:current(nothing)}"})};
  const auto unknown = dependencies_of(d, at(minutes(15)));
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().place.find("event 'raw'"), std::string::npos);
  EXPECT_FALSE(unknown.error().oozie.empty());
  d.inputs = {range("raw", 0, "${coord:current(2)}", "${coord:current(0)}")};
  const auto backwards = dependencies_of(d, at(minutes(15)));
  ASSERT_FALSE(backwards.ok());
  EXPECT_EQ(backwards.error().oozie, "E1010");
}

TEST(derive, the_workflow_gets_its_evaluated_configuration) {
  coordinator_definition d = cleaning();
  d.workflow_conf = {{"in", expr("${coord:dataIn('raw')}")},
                     {"out", expr("${coord:dataOut('cleaned')}")},
                     {"when", expr("${coord:nominalTime()}")},
                     {"who", expr("${coord:user()}")},
                     {"mode", expr("${coord:conf('mode')}")},
                     {"queue", expr("${queue}")},
                     {"plain", expr("as it is")}};
  const configuration conf = need(workflow_configuration(d, at(minutes(15))));
  EXPECT_EQ(conf.at("in"),
            "file:///data/raw/20260105T0025,file:///data/raw/20260105T0020,"
            "file:///data/raw/20260105T0015");
  EXPECT_EQ(conf.at("out"), "file:///data/cleaned/20260105T0015");
  EXPECT_EQ(conf.at("when"), "2026-01-05T00:15Z");
  EXPECT_EQ(conf.at("who"), "ann");
  EXPECT_EQ(conf.at("mode"), "full");
  EXPECT_EQ(conf.at("queue"), "q1");
  EXPECT_EQ(conf.at("plain"), "as it is");
  EXPECT_EQ(conf.at("oozie.wf.application.path"), "file:///apps/clean");
  EXPECT_EQ(conf.size(), 8U);
}

TEST(derive, a_wrong_property_is_named) {
  coordinator_definition d = cleaning();
  d.workflow_conf = {{"in", expr("${coord:dataIn('nothing')}")}};
  const auto conf = workflow_configuration(d, at(minutes(15)));
  ASSERT_FALSE(conf.ok());
  EXPECT_NE(conf.error().place.find("property 'in'"), std::string::npos);
}

}  // namespace
}  // namespace foliot::model
