// Where the design documents and Oozie disagree: what the default reading accepts with a warning,
// the oozie dialect refuses. Each ruling about what users write, in both.
#include <gtest/gtest.h>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/submission.hpp"
#include "parse/workflow_xml.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using support::with;

struct outcome {
  std::string error;  ///< "" when accepted, else the text.
  std::vector<std::string> warnings;

  std::string code() const { return error.substr(0, error.find(':')); }
  size_t count(const std::string& part) const {
    size_t out = 0;
    for (const std::string& each : warnings)
      if (each.find(part) != std::string::npos) ++out;
    return out;
  }
};

constexpr dialect both[] = {dialect::lenient, dialect::oozie};

template <class Parse>
outcome read(const std::string& xml, entity_kind kind, Parse parse, dialect reading,
             model::configuration more = {}) {
  outcome out;
  options how;
  how.reading = reading;
  model::definition_text text{kind, "/apps/clean", "", xml, support::properties("a", "b")};
  for (const auto& [name, value] : more) text.conf.insert_or_assign(name, value);
  const auto made = parse(text, how, out.warnings);
  if (!made) out.error = made.error().text();
  return out;
}

outcome coordinator(const std::string& old, const std::string& now, dialect reading) {
  return read(with(support::coordinator_xml, old, now), entity_kind::coordinator, parse_coordinator,
              reading);
}

TEST(rulings, seed_000_times) {
  // 0.1 and 0.2: midnight written as 24:00, and seconds.
  for (const char* time : {"2026-01-04T24:00Z", "2026-01-05T00:15:00Z"}) {
    EXPECT_EQ(coordinator("${start}", time, dialect::lenient).error, "") << time;
    EXPECT_EQ(coordinator("${start}", time, dialect::oozie).code(), "E1003") << time;
  }
  EXPECT_EQ(coordinator("${start}", "2026-01-05T00:15:30Z", dialect::lenient).code(), "E1003");
  // 0.4: run once.
  EXPECT_EQ(coordinator("${start}", "2026-01-05T02:00Z", dialect::lenient).error, "");
  EXPECT_EQ(coordinator("${start}", "2026-01-05T02:00Z", dialect::oozie).code(), "E1003");
  // 0.13: a zone that does not exist.
  const std::string zone = "timezone=\"UTC\" xmlns";
  const outcome near =
      coordinator(zone, "timezone=\"Americas/Los_Angeles\" xmlns", dialect::lenient);
  EXPECT_EQ(near.code(), "E1003");
  EXPECT_NE(near.error.find("America/Los_Angeles"), std::string::npos) << near.error;
  EXPECT_EQ(coordinator(zone, "timezone=\"Americas/Los_Angeles\" xmlns", dialect::oozie).code(),
            "E1003");
}

TEST(rulings, seed_000_frequencies) {
  const std::string every = "frequency=\"${coord:minutes(5)}\"";
  // 0.8: constants of frequencies.
  const outcome hours = coordinator(every, "frequency=\"${5 * HOUR}\"", dialect::lenient);
  EXPECT_EQ(hours.error, "");
  EXPECT_EQ(hours.count("HOUR"), 1U);
  EXPECT_EQ(coordinator(every, "frequency=\"${5 * HOUR}\"", dialect::oozie).code(), "E1004");
  // 0.9 and 0.10: cron expressions that are none.
  const std::string start = "frequency=\"${coord:minutes(15)}\" start";
  for (const char* cron : {"${0,10 15 * * 2-6}", "0 1 * 2-6"})
    for (const dialect each : both)
      EXPECT_NE(coordinator(start, std::string("frequency=\"") + cron + "\" start", each).error, "")
          << cron;
  // 0.20: more often than every five minutes.
  EXPECT_EQ(coordinator(start, "frequency=\"1\" start", dialect::lenient).error, "");
  EXPECT_EQ(coordinator(start, "frequency=\"1\" start", dialect::oozie).code(), "E1003");
}

TEST(rulings, seed_000_documents) {
  // 0.5: what the document's version lacks.
  const outcome old = coordinator("coordinator:0.4", "coordinator:0.1", dialect::lenient);
  EXPECT_EQ(old.error, "");
  EXPECT_EQ(old.warnings,
            (std::vector<std::string>{
                "/apps/clean/coordinator.xml:7:5: <throttle> belongs to uri:oozie:coordinator:0.2 "
                "and later, this document is uri:oozie:coordinator:0.1. Change the namespace to "
                "uri:oozie:coordinator:0.2."}));
  EXPECT_EQ(coordinator("coordinator:0.4", "coordinator:0.1", dialect::oozie).code(), "E0701");
  // 0.7: names that begin with a digit.
  const outcome digit = coordinator("name=\"last\"", "name=\"15MinLogs\"", dialect::lenient);
  EXPECT_EQ(digit.error, "");
  EXPECT_EQ(digit.warnings.size(), 1U);
  EXPECT_EQ(coordinator("name=\"last\"", "name=\"15MinLogs\"", dialect::oozie).code(), "E0701");
  // 0.14: an output of a dataset that is not defined.
  for (const dialect each : both) {
    const outcome unknown =
        coordinator("dataset=\"cleaned\">\n      <instance>${coord:current(0)",
                    "dataset=\"cleanedd\">\n      <instance>${coord:current(0)", each);
    EXPECT_EQ(unknown.code(), "E0803");
    EXPECT_NE(unknown.error.find("Did you mean 'cleaned'?"), std::string::npos);
  }
  // 0.19: expressions where names stand.
  for (const dialect each : both)
    EXPECT_EQ(coordinator("<controls>", "<${x}>", each).code(), "E0701");
}

TEST(rulings, seed_000_first_version_in_a_bundle) {
  const std::string xml = with(with(support::coordinator_xml, "coordinator:0.4", "coordinator:0.1"),
                               "<throttle>24</throttle>", "");
  for (const dialect each : both) {
    options how;
    how.reading = each;
    std::vector<std::string> warnings;
    const auto made = parse_coordinator(
        {entity_kind::coordinator, "/apps/clean", "child", xml, support::properties("a", "b")}, how,
        warnings);
    EXPECT_EQ(made ? "" : made.error().oozie, each == dialect::oozie ? "E1319" : "");
  }
}

// Section 5.3 of the document, as it stands there but for the two that follow.
const char* const seed_bundle = R"(<bundle-app name="data-pipeline" xmlns="uri:oozie:bundle:0.2">
  <controls>
    <kick-off-time>2023-06-01T00:00Z</kick-off-time>
  </controls>

  <coordinator>
    <app-path>${nameNode}/user/${wf:user()}/coordinators/data-pipeline</app-path>
    <configuration>
      <property>
        <name>oozie.bundle.restart.coord.onhold</name>
        <value>true</value>
      </property>
    </configuration>
  </coordinator>

  <bundles>
    <bundle>
      <coordinator>
        <app-path>${nameNode}/user/${wf:user()}/coordinators/extract-coord</app-path>
        <configuration>
          <property>
            <name>oozie.bundle.restart.coord.onhold</name>
            <value>true</value>
          </property>
        </configuration>
      </coordinator>
    </bundle>

    <bundle>
      <coordinator>
        <app-path>${nameNode}/user/${wf:user()}/coordinators/transform-coord</app-path>
        <configuration>
          <property>
            <name>oozie.bundle.restart.coord.onhold</name>
            <value>true</value>
          </property>
        </configuration>
      </coordinator>
    </bundle>
  </bundles>
</bundle-app>
)";

TEST(rulings, seed_004_bundle) {
  options how;
  std::vector<std::string> warnings;
  model::definition_text text{entity_kind::bundle,
                              "/apps/b",
                              "",
                              seed_bundle,
                              {{"user.name", "joe"}, {"nameNode", "file://"}}};
  const auto made = parse_bundle(text, how, warnings);
  ASSERT_TRUE(made.ok()) << made.error().text();
  ASSERT_EQ(made->coordinators.size(), 3U);
  EXPECT_EQ(made->coordinators[0].name, "data-pipeline");
  EXPECT_EQ(made->coordinators[1].name, "extract-coord");
  EXPECT_EQ(made->coordinators[2].name, "transform-coord");
  EXPECT_EQ(made->coordinators[2].app_path, "file:///user/joe/coordinators/transform-coord");
  EXPECT_EQ(made->coordinators[2].conf.at("oozie.bundle.restart.coord.onhold"), "true");
  const outcome said{"", warnings};
  EXPECT_EQ(said.count("<bundles>"), 1U);    // 4.1
  EXPECT_EQ(said.count("has no name"), 3U);  // 4.2
  EXPECT_EQ(said.count("wf:user()"), 3U);    // 4.3
  EXPECT_EQ(warnings.size(), 7U);
  how.reading = dialect::oozie;
  EXPECT_EQ(parse_bundle(text, how, warnings).error().oozie, "E0701");
  // 4.3 alone.
  text.xml = with(support::bundle_xml, "file:///apps/ingest", "file:///${wf:user()}/ingest");
  text.conf = support::properties("a", "b");
  EXPECT_EQ(parse_bundle(text, how, warnings).error().oozie, "E1310");
}

// Section 5.1; its "..." are filled in.
std::string seed_workflow(const std::string& body, const std::string& retry) {
  return "<workflow-app name=\"extract-wf\" xmlns=\"uri:oozie:workflow:0.5\">\n"
         "  <start to=\"extract-data\"/>\n"
         "  <action name=\"extract-data\">\n    " +
         body +
         "\n    <ok to=\"move-data\"/>\n"
         "    <error to=\"kill\" " +
         retry +
         "/>\n  </action>\n"
         "  <action name=\"move-data\">\n    <fs><mkdir path=\"/x\"/></fs>\n"
         "    <ok to=\"end\"/>\n    <error to=\"kill\"/>\n  </action>\n"
         "  <kill name=\"kill\">\n    <message>Extract workflow failed, error "
         "message[${wf:errorMessage(wf:lastErrorNode())}]</message>\n  </kill>\n"
         "  <end name=\"end\"/>\n</workflow-app>\n";
}

TEST(rulings, seed_004_workflows) {
  const std::string extract =
      seed_workflow("<map-reduce><job-tracker>j</job-tracker><name-node>n</name-node></map-reduce>",
                    "retry-max=\"5\" retry-interval=\"10\"");
  const std::string transform = seed_workflow("<pig><script>transform.pig</script></pig>",
                                              "retry-max=\"3\" retry-interval=\"5\"");
  for (const std::string& xml : {extract, transform}) {
    const outcome lenient = read(xml, entity_kind::workflow, parse_workflow, dialect::lenient);
    EXPECT_EQ(lenient.error, "");
    EXPECT_EQ(lenient.count("retries are written at <action>"), 1U);  // 4.4
    EXPECT_EQ(lenient.count("belongs to"), 0U);
    EXPECT_EQ(read(xml, entity_kind::workflow, parse_workflow, dialect::oozie).code(), "E0701");
  }
  std::vector<std::string> warnings;
  const auto made = parse_workflow({entity_kind::workflow, "/a", "", extract, {}}, {}, warnings);
  ASSERT_TRUE(made.ok());
  const model::workflow_node& node = made->nodes[made->find("extract-data")];
  EXPECT_EQ(node.retry.max->source(), "5");
  EXPECT_EQ(node.retry.interval->source(), "10");
}

TEST(rulings, seed_003_bundles) {
  // 3.1: another name of the path.
  const support::files all{{"/apps/shop/bundle.xml", support::bundle_xml}};
  const auto conf = support::properties("oozie.application.bundle.path", "/apps/shop");
  for (const dialect each : both) {
    options how;
    how.reading = each;
    const auto out = prepare(conf, support::reader(all), how);
    EXPECT_EQ(out ? "" : out.error().oozie, each == dialect::oozie ? "E0307" : "");
    if (out) {
      EXPECT_EQ(out->warnings.size(), 1U);
    }
  }
  // 3.11: dependencies between coordinators.
  for (const dialect each : both)
    EXPECT_EQ(read(with(support::bundle_xml, "<app-path>file:///apps/ingest</app-path>",
                        "<app-path>/i</app-path><depends-on>clean</depends-on>"),
                   entity_kind::bundle, parse_bundle, each)
                  .code(),
              "E0701");
}

}  // namespace
}  // namespace foliot::parse
