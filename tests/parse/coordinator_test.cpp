#include "parse/coordinator_xml.hpp"

#include <gtest/gtest.h>

#include "tests/parse/support.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {
namespace {

using support::with;

struct outcome {
  result<model::coordinator_definition> made = failure{};
  std::vector<std::string> warnings;
  std::string text() const { return made ? "accepted" : made.error().text(); }
  std::string code() const { return made ? "" : made.error().oozie; }
};

outcome parse(const std::string& xml, dialect reading = dialect::lenient,
              model::configuration more = {}, const std::string& name = {}) {
  outcome out;
  model::definition_text text{entity_kind::coordinator, "file:///apps/clean", name, xml,
                              support::properties("a", "b")};
  for (const auto& [key, value] : more) text.conf.insert_or_assign(key, value);
  options how;
  how.reading = reading;
  out.made = parse_coordinator(text, how, out.warnings);
  return out;
}

outcome changed(const std::string& old, const std::string& now,
                dialect reading = dialect::lenient) {
  return parse(with(support::coordinator_xml, old, now), reading);
}

TEST(coordinator, is_read_whole) {
  const outcome out = parse(support::coordinator_xml, dialect::oozie);
  ASSERT_TRUE(out.made.ok()) << out.text();
  const model::coordinator_definition& made = *out.made;
  EXPECT_EQ(made.name, "clean");
  EXPECT_EQ(made.every, time::schedule(time::frequency{15, time::time_unit::minute}));
  EXPECT_EQ(time::format_datetime(made.start, {}), "2026-01-05T00:00Z");
  EXPECT_EQ(time::format_datetime(made.end, {}), "2026-01-05T02:00Z");
  EXPECT_EQ(made.zone.id(), "UTC");
  EXPECT_EQ(made.timeout_minutes, 60);
  EXPECT_EQ(made.concurrency, 4);
  EXPECT_EQ(made.throttle, 24);
  EXPECT_EQ(made.order, model::execution_order::lifo);
  ASSERT_EQ(made.datasets.size(), 2U);
  EXPECT_EQ(made.datasets[0].uri_template,
            "file:///data/raw/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}");
  EXPECT_EQ(made.datasets[0].every,
            (time::frequency{5, time::time_unit::minute, time::end_of::none}));
  EXPECT_EQ(made.datasets[0].done.file, "_SUCCESS");
  EXPECT_EQ(made.datasets[1].done.file, "");
  ASSERT_EQ(made.inputs.size(), 2U);
  EXPECT_EQ(made.inputs[0].dataset, 0);
  EXPECT_TRUE(made.inputs[0].instances.empty());
  ASSERT_TRUE(made.inputs[0].range_end.has_value());
  EXPECT_EQ(made.inputs[0].range_end->source(), "${coord:current(2)}");
  ASSERT_EQ(made.inputs[1].instances.size(), 1U);
  EXPECT_EQ(made.inputs[1].instances[0].source(), "${coord:current(-1)}");
  ASSERT_EQ(made.outputs.size(), 1U);
  EXPECT_EQ(made.outputs[0].dataset, 1);
  EXPECT_EQ(made.workflow_path, "file:///apps/clean");
  ASSERT_EQ(made.workflow_conf.size(), 2U);
  EXPECT_EQ(made.workflow_conf[1].second.source(), "${data}");
  EXPECT_EQ(made.conf.at("user.name"), "joe");
  EXPECT_TRUE(out.warnings.empty());
}

TEST(coordinator, a_bundles_name_counts) {
  EXPECT_EQ(parse(support::coordinator_xml, dialect::lenient, {}, "mine").made->name, "mine");
}

TEST(coordinator, controls_have_defaults_and_bounds) {
  std::string xml = support::coordinator_xml;
  const size_t from = xml.find("  <controls>");
  xml.erase(from, xml.find("  <datasets>") - from);
  const outcome out = parse(xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->timeout_minutes, 120);
  EXPECT_EQ(out.made->concurrency, 1);
  EXPECT_EQ(out.made->throttle, 12);
  EXPECT_EQ(out.made->order, model::execution_order::fifo);
  EXPECT_EQ(changed(">60<", ">-1<").made->timeout_minutes, 86'400);
  EXPECT_EQ(changed(">24<", ">0<").made->throttle, 500);
  EXPECT_EQ(changed(">24<", ">501<").made->throttle, 500);
  EXPECT_EQ(changed(">4<", ">-1<").made->concurrency, -1);
  EXPECT_EQ(changed(">4<", ">four<").text(),
            "E1003: /apps/clean/coordinator.xml:5:5: <concurrency> is 'four', not a number. Write "
            "a whole number.");
  EXPECT_EQ(changed(">LIFO<", ">lifo<").text(),
            "E1003: /apps/clean/coordinator.xml:6:5: <execution> is 'lifo', which is no order. "
            "Write FIFO, LIFO, LAST_ONLY or NONE.");
  EXPECT_EQ(changed(">60<", "><").text(),
            "E1003: /apps/clean/coordinator.xml:4:5: <timeout> is empty. Write minutes, or remove "
            "the element.");
}

TEST(coordinator, an_unknown_dataset_names_the_nearest) {
  EXPECT_EQ(changed("dataset=\"raw\"", "dataset=\"rwa\"").text(),
            "E0803: /apps/clean/coordinator.xml:19:28: the dataset 'rwa' is not defined. Define it "
            "in <datasets>, where these are: raw, cleaned.");
  EXPECT_EQ(
      changed("<data-out name=\"cleaned_out\" dataset=\"cleaned\">",
              "<data-out name=\"cleaned_out\" dataset=\"cleand\">")
          .text(),
      "E0803: /apps/clean/coordinator.xml:28:34: the dataset 'cleand' is not defined. Did you "
      "mean 'cleaned'?");
}

TEST(coordinator, an_undefined_variable_is_e1004_with_its_place) {
  EXPECT_EQ(changed("start=\"${start}\"", "start=\"${sturt}\"").text(),
            "E1004: /apps/clean/coordinator.xml:1:64: attribute 'start': column 3: the variable "
            "'sturt' is not defined. Define it in job.properties or with -D sturt=...");
  EXPECT_EQ(changed("${coord:current(-1)}", "${coord:noSuch(-1)}").code(), "E1004");
  const std::string uri = changed("file://${data}/raw", "file://${dtaa}/raw").text();
  EXPECT_TRUE(uri.starts_with("E1004: /apps/clean/coordinator.xml:11:7: <uri-template>")) << uri;
  const std::string conf = changed("<value>${data}<", "<value>${dtaa}<").text();
  EXPECT_TRUE(conf.starts_with("E1004: /apps/clean/coordinator.xml:37:37: the value of 'where'"))
      << conf;
  const std::string name = changed("name=\"clean\"", "name=\"${no}\"").text();
  EXPECT_TRUE(name.starts_with("E0803: /apps/clean/coordinator.xml:1:18: attribute 'name'"))
      << name;
}

TEST(coordinator, start_must_be_before_end) {
  const std::string backwards =
      "E1003: /apps/clean/coordinator.xml:1:64: the start 2026-01-05T03:00Z is not before the end "
      "2026-01-05T02:00Z. Set the attribute 'start' to a time before 'end'.";
  EXPECT_EQ(changed("${start}", "2026-01-05T03:00Z").text(), backwards);
  EXPECT_TRUE(changed("${start}", "2026-01-05T02:00Z").made.ok());
  EXPECT_EQ(changed("${start}", "2026-01-05T02:00Z", dialect::oozie).code(), "E1003");
}

TEST(coordinator, what_is_not_offered_yet_says_so) {
  const outcome include = changed("<datasets>", "<datasets><include>/x.xml</include>");
  EXPECT_EQ(include.text(),
            "E0803: /apps/clean/coordinator.xml:9:13: <include> is only read when a "
            "coordinator is submitted. Copy the datasets of that file into this one.");
  EXPECT_EQ(include.made.error().code, errc::unsupported);
}

TEST(coordinator, elements_have_an_order) {
  EXPECT_EQ(changed("  <action>", "  <controls/>\n  <action>").text(),
            "E0701: /apps/clean/coordinator.xml:32:3: <coordinator-app> may have only one "
            "<controls>");
  EXPECT_EQ(changed("    <timeout>60</timeout>\n    <concurrency>4</concurrency>",
                    "    <concurrency>4</concurrency>\n    <timeout>60</timeout>")
                .text(),
            "E0701: /apps/clean/coordinator.xml:5:5: <timeout> is too late in <controls>. Move it "
            "before <concurrency>.");
  EXPECT_EQ(changed("<timeout>60</timeout>", "<timeout>60</timeout><timeout>60</timeout>").text(),
            "E0701: /apps/clean/coordinator.xml:4:26: <controls> may have only one <timeout>");
}

TEST(coordinator, a_name_that_starts_with_a_digit_is_a_warning_or_an_error) {
  const outcome lenient = changed("name=\"cleaned_out\"", "name=\"15MinLogs\"");
  ASSERT_TRUE(lenient.made.ok()) << lenient.text();
  EXPECT_EQ(
      lenient.warnings,
      (std::vector<std::string>{
          "/apps/clean/coordinator.xml:28:15: the name '15MinLogs' starts with a digit, which "
          "Oozie refuses. Begin it with a letter."}));
  EXPECT_EQ(changed("name=\"cleaned_out\"", "name=\"15MinLogs\"", dialect::oozie).code(), "E0701");
}

TEST(coordinator, a_bundles_child_of_the_first_version) {
  std::string xml = with(support::coordinator_xml, "coordinator:0.4", "coordinator:0.1");
  xml = with(xml, "    <throttle>24</throttle>\n", "");
  EXPECT_EQ(parse(xml, dialect::oozie, {}, "mine").code(), "E1319");
  EXPECT_TRUE(parse(xml, dialect::lenient, {}, "mine").made.ok());
  EXPECT_TRUE(parse(xml, dialect::oozie).made.ok());
}

}  // namespace
}  // namespace foliot::parse
