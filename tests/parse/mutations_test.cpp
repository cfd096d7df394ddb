// Documents changed at random: they are understood or refused with a place, and nothing crashes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

// One change: cut, repeat, or overwrite a stretch with something that is likely to hurt.
std::string changed(std::string text) {
  static const std::vector<std::string> pieces{"<",
                                               ">",
                                               "&",
                                               "\"",
                                               "'",
                                               "/",
                                               "${",
                                               "}",
                                               "(",
                                               ")",
                                               "",
                                               "\n",
                                               "\xFF",
                                               "--",
                                               "<!--",
                                               "]]>",
                                               "<a>",
                                               "</a>",
                                               "xmlns=\"\"",
                                               "&#x41;",
                                               "99999999999999999999",
                                               "${coord:current(0)}",
                                               "to=\"end\"",
                                               "-1",
                                               "<![CDATA[",
                                               "<?x y?>"};
  const int changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = *rc::gen::inRange<size_t>(0, text.size());
    const size_t length = *rc::gen::inRange<size_t>(0, std::min<size_t>(text.size() - at, 40) + 1);
    if (*rc::gen::inRange(0, 4) == 0) {
      text.insert(*rc::gen::inRange<size_t>(0, text.size()), text.substr(at, length));
    } else {
      text.replace(at, length, *rc::gen::elementOf(pieces));
    }
  }
  return text;
}

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
