#include "parse/submission.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "parse/configuration.hpp"
#include "parse/definitions.hpp"
#include "parse/dry_run.hpp"
#include "tests/parse/shop.hpp"

namespace foliot::parse {
namespace {

using model::configuration;
using support::bundle_path;
using support::coordinator_path;
using support::files;
using support::properties;
using support::shop;
using support::submit;
using support::with;
using support::workflow_path;

result<submission> start(const std::string& app_path, const configuration& conf, const files& all) {
  understood_workflows none;
  return prepare_workflow(app_path, conf, support::reader(all), {}, none);
}

std::string refusal(const result<submission>& of) { return of ? "accepted" : of.error().text(); }

TEST(submission, a_bundle_is_prepared) {
  const auto out = submit(properties(bundle_path, "file:///apps/shop"));
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->text.kind, entity_kind::bundle);
  EXPECT_EQ(out->text.app_path, "file:///apps/shop");
  EXPECT_EQ(out->text.xml, support::bundle_xml);
  EXPECT_EQ(out->text.conf.at("tag"), "x");
  EXPECT_EQ(out->user, "joe");
  EXPECT_EQ(out->name, "shop-x");
  EXPECT_TRUE(out->warnings.empty());
}

TEST(submission, a_dry_run_shows_what_would_be_read) {
  files all = shop();
  all["/apps/shop/bundle.xml"] =
      with(all["/apps/shop/bundle.xml"], "<controls>", "<!-- ${nothing} --><controls>");
  const auto bundle = dry_run(properties(bundle_path, "/apps/shop"), support::reader(all), {}, {});
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_NE(bundle->text.find("name=\"shop-x\""), std::string::npos);
  EXPECT_EQ(bundle->text.find("<!--"), std::string::npos);
  EXPECT_EQ(bundle->text.back(), '\n');
  const auto workflow =
      dry_run(properties(workflow_path, "/apps/clean"), support::reader(all), {}, {});
  ASSERT_TRUE(workflow) << workflow.error().text();
  EXPECT_EQ(workflow->text, "OK");
  const auto coordinator =
      dry_run(properties(coordinator_path, "/apps/clean"), support::reader(all), {}, {});
  ASSERT_TRUE(coordinator) << coordinator.error().text();
  const std::string& text = coordinator->text;
  const auto first = text.find("\n***actions for instance***action for new instance<");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_NE(text.find("<instance>${coord:current(-1)}</instance>"), std::string::npos) << text;
  size_t actions = 0;
  for (size_t at = first; at != std::string::npos; at = text.find("instance-number=", at + 1))
    ++actions;
  EXPECT_EQ(actions, 5U) << "one for each quarter of the first hour";
  EXPECT_EQ(text.find("<instance>", first), std::string::npos);
  EXPECT_NE(text.find("<uris>/data/cleaned/20260105T0000</uris>", first), std::string::npos)
      << text;
  EXPECT_NE(text.find("${coord:dataIn", first), std::string::npos)
      << "without its data a configuration stays open";
}

TEST(submission, a_dry_run_resolves_every_expression) {
  files all = shop();
  const configuration conf = properties(workflow_path, "/apps/clean");
  all["/apps/clean/workflow.xml"] =
      with(all["/apps/clean/workflow.xml"], "name=\"", "name=\"${no}");
  EXPECT_FALSE(dry_run(conf, support::reader(all), {}, {}));
  EXPECT_FALSE(dry_run(properties(bundle_path, "/apps/nowhere"), support::reader(all), {}, {}));
}

TEST(submission, external_ids_have_a_length) {
  configuration conf = properties(bundle_path, "/apps/shop");
  conf["oozie.bundle.external.id"] = std::string(255, 'x');
  EXPECT_EQ(refusal(submit(conf)), "accepted");
  conf["oozie.bundle.external.id"] += "x";
  const auto out = submit(conf);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().oozie, "E1310");
  EXPECT_EQ(out.error().place, "oozie.bundle.external.id");
}

TEST(submission, paths_are_directories_or_files) {
  for (const char* path : {"/apps/shop", "/apps/shop/", "file:/apps/shop/bundle.xml",
                           "file:///apps/shop/", "/apps/shop/bundle.xml"})
    EXPECT_EQ(refusal(submit(properties(bundle_path, path))), "accepted") << path;
}

TEST(submission, a_file_may_have_any_name) {
  const files all{{"/apps/my.bundle", support::bundle_xml},
                  {"/apps/bundle-config-default.xml",
                   "<configuration><property><name>tag</name><value>beside</value></property>"
                   "</configuration>"},
                  {"/flows/daily", support::workflow_xml}};
  configuration conf = properties(bundle_path, "file:///apps/my.bundle");
  conf.erase("tag");
  const auto bundle = submit(conf, all);
  ASSERT_TRUE(bundle.ok()) << refusal(bundle);
  EXPECT_EQ(bundle->name, "shop-beside");
  const auto workflow = start("/flows/daily", properties("a", "b"), all);
  ASSERT_TRUE(workflow.ok()) << refusal(workflow);
  // The stored path tells where relative files are, and is understood again.
  const cached_definitions cache({});
  const auto made = cache.workflow(workflow->text);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ((*made)->app_path, "/flows");
  EXPECT_EQ(refusal(start("/flows/", properties("a", "b"), all)).substr(0, 6), "E1005:");
}

TEST(submission, what_oozie_accepts_is_understood_again) {
  // Refused in the lenient reading, accepted in the other one.
  files all = shop();
  all["/apps/clean/coordinator.xml"] =
      with(support::coordinator_xml, "${coord:current(0)}</start", "${coord:current(3)}</start");
  const configuration conf = properties(coordinator_path, "/apps/clean");
  EXPECT_EQ(refusal(submit(conf, all)).substr(0, 6), "E1010:");
  const auto out = submit(conf, all, dialect::oozie);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_TRUE(cached_definitions({}).coordinator(out->text).ok());
}

TEST(submission, a_missing_file_is_e0307) {
  EXPECT_EQ(refusal(submit(properties(bundle_path, "file:///apps/shpo"))),
            "E0307: /apps/shpo/bundle.xml: this definition does not exist. Copy the application "
            "there, or correct the path 'file:///apps/shpo'.");
  EXPECT_EQ(refusal(submit(properties(bundle_path, "apps/shop"))),
            "E0307: oozie.bundle.application.path: the path 'apps/shop' is not absolute. Write an "
            "absolute path or file:///...");
  const auto elsewhere = submit(properties(bundle_path, "hdfs://cluster/apps/shop"));
  EXPECT_EQ(
      refusal(elsewhere),
      "E0307: oozie.bundle.application.path: the path 'hdfs://cluster/apps/shop' is not on this "
      "host; only local files are offered. Copy the application here and give its path as "
      "file:///...");
  EXPECT_EQ(elsewhere.error().code, errc::unsupported);
}

TEST(submission, malformed_xml_names_line_and_column) {
  files all = shop();
  all["/apps/clean/workflow.xml"] = with(support::workflow_xml, "</fs>", "</sf>");
  EXPECT_EQ(refusal(submit(properties(workflow_path, "/apps/clean"), all)),
            "E0701: /apps/clean/workflow.xml:9:10: not well-formed XML: Opening and ending tag "
            "mismatch: fs line 4 and sf. Close every element in the order it was opened.");
}

TEST(submission, the_application_is_named_exactly_once) {
  configuration conf = properties(bundle_path, "/apps/shop");
  conf[workflow_path] = "/apps/clean";
  EXPECT_EQ(refusal(submit(conf)),
            "E0302: the job names more than one application: oozie.wf.application.path, "
            "oozie.bundle.application.path. Set exactly one of these properties.");
  EXPECT_EQ(refusal(submit({{"user.name", "joe"}})),
            "E0307: the job names no application. Set oozie.bundle.application.path, "
            "oozie.coord.application.path or oozie.wf.application.path.");
  EXPECT_EQ(refusal(submit({{bundle_path, "/apps/shop"}})),
            "E1603: the job has no user. Set the property user.name.");
  for (const std::string& name : {std::string("joe\nx"), std::string("a b"), std::string(257, 'a')})
    EXPECT_EQ(refusal(submit({{bundle_path, "/apps/shop"}, {"user.name", name}})),
              "E1603: user.name: this is no name of a user. Give one of 1 to 256 ASCII letters, "
              "digits and marks, without blanks, quotes and & ; , \\.")
        << name;
}

TEST(submission, the_seeds_path_property_is_an_alias) {
  const configuration conf = properties("oozie.application.bundle.path", "/apps/shop");
  const auto out = submit(conf);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->warnings,
            (std::vector<std::string>{"the property oozie.application.bundle.path is read as "
                                      "oozie.bundle.application.path. Rename it."}));
  EXPECT_EQ(submit(conf, shop(), dialect::oozie).error().oozie, "E0307");
}

TEST(submission, reserved_names_are_refused) {
  configuration conf = properties(coordinator_path, "/apps/clean");
  conf["MINUTES"] = "1";
  EXPECT_EQ(refusal(submit(conf)),
            "E0803: E0808: the property 'MINUTES' may not be set here: the name is reserved. "
            "Rename the property.");
  conf = properties(bundle_path, "/apps/shop");
  conf["YEAR"] = "1";
  EXPECT_EQ(submit(conf).error().oozie, "E1310");
  conf = properties(workflow_path, "/apps/clean");
  conf["YEAR"] = "1";
  EXPECT_EQ(refusal(submit(conf)), "accepted");
}

TEST(submission, defaults_beside_the_definition_are_merged) {
  files all = shop();
  all["/apps/clean/coord-config-default.xml"] =
      "<configuration><property><name>start</name><value>${day}T00:00Z</value></property>"
      "<property><name>day</name><value>2026-01-01</value></property>"
      "<property><name>data</name><value>/elsewhere</value></property></configuration>";
  configuration conf = properties(coordinator_path, "/apps/clean");
  conf.erase("start");
  EXPECT_EQ(submit(conf).error().oozie, "E1004");
  const auto out = submit(conf, all);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->text.conf.at("start"), "2026-01-01T00:00Z");
  EXPECT_EQ(out->text.conf.at("data"), "/data");
  all["/apps/clean/coord-config-default.xml"] =
      "<configuration><property><name>user.name</name><value>eve</value></property>"
      "</configuration>";
  EXPECT_EQ(refusal(submit(conf, all)),
            "E0803: /apps/clean/coord-config-default.xml: E0808: the property 'user.name' may not "
            "be set here: the name is reserved. Rename the property.");
  all["/apps/clean/coord-config-default.xml"] = "<configuration>";
  EXPECT_TRUE(refusal(submit(conf, all))
                  .starts_with("E0803: /apps/clean/coord-config-default.xml:1:16: E0702: "));
}

TEST(submission, data_elsewhere_is_refused_instead_of_awaited) {
  configuration conf = properties(coordinator_path, "/apps/clean");
  conf["data"] = "hdfs://cluster/data";
  files all = shop();
  all["/apps/clean/coordinator.xml"] =
      with(support::coordinator_xml, "file://${data}/raw", "${data}/raw");
  EXPECT_EQ(refusal(submit(conf, all)),
            "E0904: /apps/clean/coordinator.xml:11:7: dataset 'raw': the data at "
            "'hdfs://cluster/data/raw/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}' is not on this host; "
            "only local files are offered. Write an absolute path or file:///... as uri-template.");
}

TEST(submission, a_workflow_gets_its_name_and_parameters) {
  files all = shop();
  all["/apps/clean/workflow.xml"] =
      with(support::workflow_xml, "  <start",
           "  <parameters><property><name>must</name></property><property><name>may</name>"
           "<value>d</value></property></parameters>\n  <start");
  configuration conf = properties(workflow_path, "/apps/clean");
  EXPECT_EQ(refusal(submit(conf, all)),
            "E0738: /apps/clean/workflow.xml: the job does not define 1 required parameter: must. "
            "Define them as job properties.");
  conf["must"] = "m";
  const auto out = submit(conf, all);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->name, "clean-x");
  EXPECT_EQ(out->text.conf.at("may"), "d");
  EXPECT_TRUE(out->defaults.empty());
  conf.erase("tag");
  EXPECT_EQ(submit(conf, all).error().oozie, "E0803");
}

TEST(submission, an_undefined_variable_in_a_workflow_is_a_warning) {
  files all = shop();
  all["/apps/clean/workflow.xml"] = with(
      with(support::workflow_xml, "${raw}", "${1 + rwa[tag] * KB}"), "${out}/a", "${coord:user()}");
  const auto out = submit(properties(workflow_path, "/apps/clean"), all);
  ASSERT_TRUE(out.ok()) << refusal(out);
  ASSERT_EQ(out->warnings.size(), 2U);
  EXPECT_EQ(out->warnings[0],
            "/apps/clean/workflow.xml:3:3: node 'prepare' will fail: there is no function "
            "'coord:user' in workflows. Correct its name.");
  EXPECT_EQ(out->warnings[1],
            "/apps/clean/workflow.xml:17:3: node 'left' will fail: the variable 'rwa' is not "
            "defined. Define it as a job property.");
}

TEST(submission, a_bundles_child_gets_both_configurations) {
  const files all = shop();
  const auto parent = submit(properties(bundle_path, "/apps/shop"));
  ASSERT_TRUE(parent.ok()) << refusal(parent);
  const options how;
  const auto child = prepare_coordinator(parent->text, 1, "0-1-B", support::reader(all), how);
  ASSERT_TRUE(child.ok()) << refusal(child);
  EXPECT_EQ(child->name, "clean");
  EXPECT_EQ(child->text.name, "clean");
  EXPECT_EQ(child->text.app_path, "/apps/clean/");
  EXPECT_EQ(child->text.conf.at("oozie.bundle.id"), "0-1-B");
  EXPECT_EQ(child->text.conf.at("oozie.coord.application.path"), "/apps/clean/");
  EXPECT_EQ(child->text.conf.at("tag"), "x");
  EXPECT_EQ(refusal(prepare_coordinator(parent->text, 0, "0-1-B", support::reader(all), how)),
            "E1001: /apps/ingest/coordinator.xml: this definition does not exist. Copy the "
            "application there, or correct the path 'file:///apps/ingest'.");
  model::definition_text other = parent->text;
  other.xml = with(other.xml, "<name>start</name>", "<name>user.name</name>");
  EXPECT_EQ(refusal(prepare_coordinator(other, 0, "0-1-B", support::reader(all), how)),
            "E1303: /apps/shop/bundle.xml: coordinator 'ingest': the property 'user.name' names "
            "another user than the bundle's, 'joe'. Remove it from <configuration>.");
}

TEST(submission, a_started_workflow_is_stored_without_configuration) {
  files all = shop();
  all["/apps/clean/config-default.xml"] =
      "<configuration><property><name>more</name><value>${tag}1</value></property>"
      "<property><name>tag</name><value>no</value></property></configuration>";
  const configuration conf = properties("a", "b");
  const auto out = start("file:///apps/clean", conf, all);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_TRUE(out->text.conf.empty());
  EXPECT_EQ(out->defaults, (configuration{{"more", "x1"}}));
  EXPECT_EQ(out->name, "clean-x");
  EXPECT_EQ(refusal(start("/apps/none", conf, all)).substr(0, 6), "E1005:");
}

TEST(understood_workflows, a_text_is_understood_once_for_each_way_of_reading) {
  understood_workflows known;
  model::definition_text text;
  text.kind = entity_kind::workflow;
  text.app_path = "/apps/clean";
  text.xml = shop().at("/apps/clean/workflow.xml");
  options how;
  const auto first = known.get(text, how);
  ASSERT_TRUE(first.ok()) << first.error().text();
  text.conf = properties("a", "b");  // no part of the meaning
  EXPECT_EQ(known.get(text, how)->get(), first->get());
  text.conf["oozie.wf.globalconf"] = "property.a=b";
  EXPECT_NE(known.get(text, how)->get(), first->get());
  text.conf.clear();
  how.fork_join_checks = false;
  EXPECT_NE(known.get(text, how)->get(), first->get());
  text.app_path = "/apps/elsewhere";
  const auto moved = known.get(text, {});
  EXPECT_EQ((*moved)->definition.app_path, "/apps/elsewhere");
  text.xml += "<!-- changed -->";
  EXPECT_NE(known.get(text, {})->get(), moved->get());
  text.xml = "<workflow-app";
  EXPECT_FALSE(known.get(text, {}).ok());
  EXPECT_FALSE(known.get(text, {}).ok());
}

TEST(submission, what_was_stored_is_understood_again_and_kept) {
  const files all = shop();
  const cached_definitions definitions{time::processing_zone()};
  const auto job = submit(properties(coordinator_path, "/apps/clean"));
  ASSERT_TRUE(job.ok()) << refusal(job);
  const auto first = definitions.coordinator(job->text);
  ASSERT_TRUE(first.ok()) << first.error().text();
  EXPECT_EQ((*first)->name, "clean");
  EXPECT_EQ(definitions.coordinator(job->text).value().get(), first->get());
  model::definition_text other = job->text;
  other.conf["data"] = "/other";
  EXPECT_NE(definitions.coordinator(other).value().get(), first->get());
  other.xml = "<coordinator-app/>";
  EXPECT_FALSE(definitions.coordinator(other).ok());
}

// The example's real files, read from the tree.
result<std::string> read_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) return failure{errc::not_found, "no such file", "", path, ""};
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(submission, the_example_is_understood_whole) {
  const std::string app = std::string(FOLIOT_SOURCE_DIR) + "/examples/retail";
  auto conf = read_properties("job.properties", read_file(app + "/job.properties").value());
  ASSERT_TRUE(conf.ok());
  (*conf)["app"] = app;
  (*conf)["user.name"] = "joe";
  const options how;
  const auto bundle = prepare(*conf, read_file, how);
  ASSERT_TRUE(bundle.ok()) << refusal(bundle);
  EXPECT_EQ(bundle->name, "retail");
  const cached_definitions definitions{time::processing_zone()};
  understood_workflows known;
  for (size_t i = 0; i < 3; ++i) {
    const auto child = prepare_coordinator(bundle->text, i, "0-1-B", read_file, how);
    ASSERT_TRUE(child.ok()) << refusal(child);
    EXPECT_TRUE(child->warnings.empty());
    const auto coordinator = definitions.coordinator(child->text);
    ASSERT_TRUE(coordinator.ok()) << coordinator.error().text();
    configuration conf_of_action = child->text.conf;
    for (const auto& [name, value] : (*coordinator)->workflow_conf)
      conf_of_action.insert_or_assign(name, value.source());
    const auto workflow =
        prepare_workflow((*coordinator)->workflow_path, conf_of_action, read_file, how, known);
    ASSERT_TRUE(workflow.ok()) << refusal(workflow);
    EXPECT_TRUE(workflow->warnings.empty());
    EXPECT_TRUE(definitions.workflow(workflow->text).ok());
  }
}

}  // namespace
}  // namespace foliot::parse
