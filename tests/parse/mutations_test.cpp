// Documents changed at random: they are understood or refused with a place, and nothing crashes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"
#include "tests/parse/changes.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using support::changed;

void check_failure(const failure& error) {
  RC_ASSERT(!error.sentence.empty());
  RC_ASSERT(!error.place.empty());
  RC_ASSERT(error.code != errc::internal);
}

dialect any_dialect() {
  return *rc::gen::elementOf(std::vector<dialect>{dialect::lenient, dialect::oozie});
}

template <class Parse>
void never_crashes(const char* document, entity_kind kind, Parse parse) {
  options how;
  how.reading = any_dialect();
  std::vector<std::string> warnings;
  const auto out =
      parse({kind, "/apps/a", "", changed(document), support::properties("a", "b")}, how, warnings);
  if (!out.ok()) check_failure(out.error());
}

RC_GTEST_PROP(mutations, bundles, ()) {
  never_crashes(support::bundle_xml, entity_kind::bundle, parse_bundle);
}
RC_GTEST_PROP(mutations, coordinators, ()) {
  never_crashes(support::coordinator_xml, entity_kind::coordinator, parse_coordinator);
}
RC_GTEST_PROP(mutations, workflows, ()) {
  never_crashes(support::workflow_xml, entity_kind::workflow, parse_workflow);
}
RC_GTEST_PROP(mutations, configurations, ()) {
  const auto out = read_configuration(
      "body", changed("<configuration><property><name>a</name><value>${b}</value></property>"
                      "<property><name>b</name><value>c</value></property></configuration>"));
  if (out) {
    // What was read can be written and read again.
    const auto text = write_configuration(*out);
    RC_ASSERT(text.ok());
    const auto again = read_configuration("body", *text);
    RC_ASSERT(again.ok());
    RC_ASSERT(*again == *out);
    RC_ASSERT(resolved(*out).ok());
  } else {
    check_failure(out.error());
  }
}
RC_GTEST_PROP(mutations, property_files, ()) {
  const auto out = read_properties("p", changed("a=1\\\n 2\n# c\nb : \\u4e2d\\t\nc d\n"));
  if (!out) check_failure(out.error());
}

}  // namespace
}  // namespace foliot::parse
