#include "parse/bundle_xml.hpp"

#include <gtest/gtest.h>

#include "tests/parse/support.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {
namespace {

using support::with;

struct outcome {
  result<model::bundle_definition> made = failure{};
  std::vector<std::string> warnings;
  std::string text() const { return made ? "accepted" : made.error().text(); }
};

outcome parse(const std::string& xml, dialect reading = dialect::lenient,
              model::configuration more = {}) {
  outcome out;
  model::definition_text text{entity_kind::bundle, "/apps/shop", "", xml,
                              support::properties("a", "b")};
  for (const auto& [name, value] : more) text.conf.insert_or_assign(name, value);
  options how;
  how.reading = reading;
  out.made = parse_bundle(text, how, out.warnings);
  return out;
}

TEST(bundle, is_read_with_its_expressions_evaluated) {
  const outcome out = parse(support::bundle_xml, dialect::oozie);
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->name, "shop-x");
  ASSERT_TRUE(out.made->kick_off.has_value());
  EXPECT_EQ(time::format_datetime(*out.made->kick_off, {}), "2026-01-05T00:00Z");
  ASSERT_EQ(out.made->coordinators.size(), 2U);
  const model::bundle_child& first = out.made->coordinators[0];
  EXPECT_EQ(first.name, "ingest");
  EXPECT_EQ(first.app_path, "file:///apps/ingest");
  EXPECT_TRUE(first.critical);
  EXPECT_TRUE(first.enabled);
  EXPECT_EQ(first.conf, (model::configuration{{"start", "2026-01-05T00:00Z"}}));
  EXPECT_FALSE(out.made->coordinators[1].critical);
  EXPECT_TRUE(out.made->coordinators[1].enabled);
  EXPECT_TRUE(out.warnings.empty());
}

TEST(bundle, only_true_enables_a_coordinator) {
  const outcome out = parse(support::bundle_xml, dialect::lenient, {{"on", "yes"}});
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_FALSE(out.made->coordinators[1].enabled);
}

TEST(bundle, errors_after_the_structure_are_seen_as_e1310) {
  EXPECT_EQ(parse(with(support::bundle_xml, "\"clean\"", "\"ingest\"")).text(),
            "E1310: /apps/shop/bundle.xml:9:16: E1304: there are two coordinators called 'ingest', "
            "the first at /apps/shop/bundle.xml:3:16. Rename one of them.");
  const std::string undefined = parse(with(support::bundle_xml, "${tag}", "${tga}")).text();
  EXPECT_TRUE(undefined.starts_with("E1310: /apps/shop/bundle.xml:1:13: attribute 'name'"))
      << undefined;
  EXPECT_NE(undefined.find("E1004: "), std::string::npos) << undefined;
  EXPECT_NE(undefined.find("tga"), std::string::npos) << undefined;
  const std::string late = parse(with(support::bundle_xml, "2026-01-05T00:00Z", "soon")).text();
  EXPECT_TRUE(late.starts_with("E1310: /apps/shop/bundle.xml:2:13: <kick-off-time>: E1301: "))
      << late;
}

TEST(bundle, structure_is_checked_before_anything_else) {
  EXPECT_EQ(
      parse(with(support::bundle_xml, "<coordinator name=\"clean\"", "<coordinator nam=\"clean\""),
            dialect::oozie)
          .text(),
      "E0701: /apps/shop/bundle.xml:9:16: <coordinator> has no attribute 'nam'. Did you mean "
      "'name'? Allowed are name, critical, enabled.");
  EXPECT_EQ(parse(with(support::bundle_xml, "<controls>", "<depends-on/><controls>")).text(),
            "E0701: /apps/shop/bundle.xml:2:3: <bundle-app> may not hold <depends-on>. Allowed are "
            "parameters, controls, coordinator, bundles, bundle.");
  EXPECT_EQ(parse("<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'/>").text(),
            "E0701: /apps/shop/bundle.xml:1:1: <bundle-app> needs <coordinator> or <bundles> or "
            "<bundle>. Add it inside <bundle-app>.");
  EXPECT_EQ(parse(with(support::bundle_xml, "bundle:0.2", "bundel:0.2")).text(),
            "E0701: /apps/shop/bundle.xml:1:32: unknown namespace 'uri:oozie:bundel:0.2'. Did you "
            "mean 'uri:oozie:bundle:0.2'?");
}

TEST(bundle, what_a_newer_version_allows_is_a_warning_or_an_error) {
  const std::string old = with(support::bundle_xml, "bundle:0.2", "bundle:0.1");
  const outcome lenient = parse(old);
  ASSERT_TRUE(lenient.made.ok()) << lenient.text();
  EXPECT_EQ(lenient.warnings,
            (std::vector<std::string>{
                "/apps/shop/bundle.xml:9:29: attribute 'enabled' of <coordinator> belongs to "
                "uri:oozie:bundle:0.2 and later, this document is uri:oozie:bundle:0.1. Change the "
                "namespace to uri:oozie:bundle:0.2."}));
  EXPECT_EQ(parse(old, dialect::oozie).text().substr(0, 6), "E0701:");
}

TEST(bundle, the_seeds_own_form_is_read_with_warnings) {
  const std::string xml =
      "<bundle-app name='b-${wf:user()}' xmlns='uri:oozie:bundle:0.2'><bundles><bundle name='x'>"
      "<coordinator><app-path>/apps/load/</app-path></coordinator>"
      "<coordinator><app-path>/apps/load/coordinator.xml</app-path></coordinator>"
      "<coordinator><app-path>/other/load</app-path></coordinator>"
      "</bundle></bundles></bundle-app>";
  const outcome out = parse(xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->name, "b-joe");
  ASSERT_EQ(out.made->coordinators.size(), 3U);
  EXPECT_EQ(out.made->coordinators[0].name, "load");
  EXPECT_EQ(out.made->coordinators[1].name, "coordinator");
  EXPECT_EQ(out.made->coordinators[2].name, "load-2");
  EXPECT_EQ(out.warnings.size(), 5U);
  EXPECT_EQ(parse(xml, dialect::oozie).text().substr(0, 6), "E0701:");
}

TEST(bundle, formal_parameters_are_required_or_defaulted) {
  const std::string xml = with(support::bundle_xml, "  <controls>",
                               "  <parameters><property><name>must</name></property><property>"
                               "<name>tag</name><value>no</value></property><property><name>may"
                               "</name><value>d</value></property></parameters>\n  <controls>");
  EXPECT_EQ(parse(xml).text(),
            "E1310: /apps/shop/bundle.xml:2:3: E0738: the job does not define 1 required "
            "parameter: must. Define them as job properties.");
  const outcome out = parse(xml, dialect::lenient, {{"must", "m"}});
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->name, "shop-x");
  EXPECT_EQ(out.made->conf.at("may"), "d");
}

TEST(bundle, a_dry_run_shows_the_text_that_counts) {
  const auto out = resolved_bundle_text({entity_kind::bundle, "/apps/shop", "",
                                         with(support::bundle_xml, "<app-path>file",
                                              "<!-- > ${no} --><app-path><![CDATA[<!--x-->]]>"
                                              "file"),
                                         support::properties("a", "b")},
                                        {});
  ASSERT_TRUE(out.ok()) << out.error().text();
  EXPECT_TRUE(out->starts_with("<bundle-app name=\"shop-x\"")) << *out;
  EXPECT_NE(out->find("enabled=\"TRUE\""), std::string::npos);
  EXPECT_NE(out->find("<app-path><![CDATA[<!--x-->]]>file"), std::string::npos);
  EXPECT_EQ(out->find("${no}"), std::string::npos);
}

}  // namespace
}  // namespace foliot::parse
