// Included datasets, instances and input logic (coordinator.md 1.3, 4.2, 8).
#include <gtest/gtest.h>

#include "parse/coordinator_xml.hpp"
#include "parse/submission.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using support::with;

constexpr const char* file = "/apps/clean/coordinator.xml";

struct outcome {
  result<model::coordinator_definition> made = failure{};
  std::vector<std::string> warnings;
  std::string text() const { return made ? "accepted" : made.error().text(); }
};

outcome parse(const std::string& xml, dialect reading = dialect::lenient) {
  outcome out;
  options how;
  how.reading = reading;
  out.made = parse_coordinator(
      {entity_kind::coordinator, "/apps/clean", "", xml, support::properties("a", "b")}, how,
      out.warnings);
  return out;
}

outcome changed(const std::string& old, const std::string& now,
                dialect reading = dialect::lenient) {
  return parse(with(support::coordinator_xml, old, now), reading);
}

// -- includes ---------------------------------------------------------------------------------

std::string set(const std::string& name, const std::string& more = "") {
  return "<dataset name='" + name + "' frequency='60' initial-instance='2026-01-05T00:00Z' " +
         "timezone='UTC'" + more + "><uri-template>/" + name +
         "/${YEAR}&amp;</uri-template><done-flag/></dataset>";
}

struct inclusion {
  result<submission> made = failure{};
  std::string text() const { return made ? "accepted" : made.error().text(); }
};

inclusion include(const support::files& more, const std::string& elements,
                  dialect reading = dialect::lenient) {
  support::files all = more;
  all[file] = with(support::coordinator_xml, "<datasets>\n", "<datasets>" + elements + "\n");
  options how;
  how.reading = reading;
  inclusion out;
  out.made = prepare(support::properties("oozie.coord.application.path", "/apps/clean"),
                     support::reader(all), how);
  return out;
}

TEST(includes, their_datasets_become_part_of_the_text) {
  const support::files all{{"/data/sets.xml", "<datasets><include>/more.xml</include>" +
                                                  set("hourly") + set("raw") + "</datasets>"},
                           {"/more.xml", "<datasets>" + set("deep") + "</datasets>"}};
  const auto out = include(all, "<include>file://${data}/sets.xml</include>");
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->text.xml.find("include"), std::string::npos);
  // Understood again from the stored text alone; the inline 'raw' has won.
  const outcome again = parse(out.made->text.xml);
  ASSERT_TRUE(again.made.ok()) << again.text();
  ASSERT_EQ(again.made->datasets.size(), 4U);
  EXPECT_EQ(again.made->datasets[0].name, "deep");
  EXPECT_EQ(again.made->datasets[1].name, "hourly");
  EXPECT_EQ(again.made->datasets[1].uri_template, "/hourly/${YEAR}&");
  EXPECT_EQ(again.made->datasets[1].done.file, "");
  EXPECT_EQ(again.made->datasets[2].uri_template,
            "file:///data/raw/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}");
}

TEST(includes, lines_stay_where_they_were) {
  const support::files all{{"/s.xml", "<datasets>" + set("x") + "</datasets>"}};
  support::files more = all;
  more[file] = with(
      with(support::coordinator_xml, "<datasets>\n", "<datasets><include>\n/s.xml\n</include>\n"),
      "dataset=\"raw\"", "dataset=\"rwa\"");
  const auto out = prepare(support::properties("oozie.coord.application.path", "/apps/clean"),
                           support::reader(more), {});
  ASSERT_FALSE(out.ok());
  EXPECT_EQ(out.error().place, "/apps/clean/coordinator.xml:21:28");
}

TEST(includes, a_namespace_drops_datasets_with_a_warning) {
  const support::files all{
      {"/s.xml", "<datasets xmlns='uri:oozie:coordinator:0.4'>" + set("x") + "</datasets>"}};
  const auto out = include(all, "<include>/s.xml</include>");
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(out.made->warnings,
            (std::vector<std::string>{
                "/s.xml:1:45: the included dataset 'x' is not used, as it is in the namespace "
                "'uri:oozie:coordinator:0.4'. Remove xmlns from the included file."}));
  EXPECT_EQ(include(all, "<include>/s.xml</include>", dialect::oozie).text(), "accepted");
}

TEST(includes, what_is_wrong_is_refused_with_its_place) {
  const auto refused = [](const std::string& content) {
    return include({{"/s.xml", content}, {"/t.xml", "<datasets>" + set("x") + "</datasets>"}},
                   "<include>/s.xml</include><include>/t.xml</include>")
        .text();
  };
  EXPECT_EQ(refused("<datasets>"),
            "E0700: /s.xml:1:11: not well-formed XML: Premature end of data in tag datasets line "
            "1. Close every element in the order it was opened.");
  EXPECT_EQ(refused("<datasets>" + set("x") + "</datasets>"),
            "E0803: /t.xml:1:11: the dataset 'x' is included twice, first from /s.xml:1:11. "
            "Remove or rename one of them.");
  EXPECT_EQ(refused("<datasets><include>/s.xml</include></datasets>"),
            "E0803: /s.xml:1:11: the file '/s.xml' includes itself. Remove this <include>.");
  EXPECT_EQ(refused("<datasets><dataset name='a'/></datasets>"),
            "E0803: /s.xml:1:11: the included dataset needs the attribute 'frequency'. Add "
            "frequency=\"...\".");
  EXPECT_EQ(include({}, "<include>/gone.xml</include>").text(),
            "E0803: /apps/clean/coordinator.xml:9:13: the included file '/gone.xml' cannot be "
            "read: no such file. Correct the path, or copy the file there.");
  EXPECT_EQ(include({}, "<include>${nope}</include>").text().substr(0, 6), "E1004:");
  const auto remote = include({}, "<include>hdfs://n/s.xml</include>");
  EXPECT_EQ(remote.made.error().code, errc::unsupported);
}

TEST(includes, are_bounded_in_number_and_depth) {
  support::files chain;
  for (size_t i = 0; i <= limits::include_depth_max; ++i)
    chain["/" + std::to_string(i)] =
        "<datasets><include>/" + std::to_string(i + 1) + "</include></datasets>";
  EXPECT_EQ(include(chain, "<include>/0</include>").made.error().code, errc::too_large);
  std::string many;
  for (size_t i = 0; i <= limits::included_files_max; ++i) many += "<include>/e.xml</include>";
  EXPECT_EQ(include({{"/e.xml", "<datasets/>"}}, many).made.error().code, errc::too_large);
}

// -- instances --------------------------------------------------------------------------------

TEST(instances, of_latest_are_kept_as_written) {
  const outcome open =
      parse(with(support::coordinator_xml, "${coord:current(-1)}", "${coord:latest(0)}"));
  ASSERT_TRUE(open.made.ok()) << open.text();
  EXPECT_EQ(open.made->inputs[1].instances.at(0).source(), "${coord:latest(0)}");
}

TEST(instances, that_cannot_be_are_refused_at_once_in_the_lenient_reading) {
  const auto code = [](const std::string& old, const std::string& now, dialect reading) {
    const outcome out = changed(old, now, reading);
    return out.made ? std::string() : out.made.error().oozie;
  };
  struct wrong {
    std::string old;
    std::string now;
    std::string code;
  };
  for (const wrong& each : std::vector<wrong>{
           {"${coord:current(-1)}", "${coord:latest(1)}", "E1004"},
           {"${coord:current(-1)}", "${coord:future(0, 0)}", "E1004"},
           {"${coord:current(0)}</start", "${coord:current(3)}</start", "E1010"},
           {"${coord:current(0)}</start", "${coord:latest(-3)}</start", "E1010"},
           {"<instance>${coord:current(0)}", "<instance>${coord:latest(0)}", "E1006"}}) {
    EXPECT_EQ(code(each.old, each.now, dialect::lenient), each.code) << each.now;
    EXPECT_EQ(code(each.old, each.now, dialect::oozie), "") << each.now;
  }
  EXPECT_EQ(
      changed("${coord:current(0)}</start", "${coord:absolute('2026-01-05T00:00Z')}</start").text(),
      "accepted");
  EXPECT_EQ(changed("${coord:current(0)}</start", "${coord:current(3)}</start").text(),
            "E1010: /apps/clean/coordinator.xml:19:5: event 'raw_in' begins with instance 3, "
            "behind its end 2. Exchange <start-instance> and <end-instance>.");
}

TEST(instances, a_dry_run_of_the_oozie_dialect_finds_out_as_well) {
  const auto dry = [](const std::string& old, const std::string& now) {
    options how;
    how.reading = dialect::oozie;
    how.dry_run = true;
    std::vector<std::string> warnings;
    const auto out =
        parse_coordinator({entity_kind::coordinator, "/apps/clean", "",
                           with(support::coordinator_xml, old, now), support::properties("a", "b")},
                          how, warnings);
    return out ? std::string("accepted")
               : out.error().oozie + " " + out.error().sentence.substr(0, 5);
  };
  EXPECT_EQ(dry("${coord:current(-1)}", "${coord:latest(1)}"), "E0803 E1004");
  EXPECT_EQ(dry("${coord:current(0)}</start", "${coord:current(3)}</start"), "E0803 E1010");
  EXPECT_EQ(dry("${coord:current(-1)}", "${coord:endOfDays(1)}").substr(0, 5), "E0803");
  EXPECT_EQ(dry("${coord:current(-1)}", "${coord:current(-2)}"), "accepted");
}

TEST(datasets, of_hcatalog_have_their_own_form) {
  const auto uri = [](const std::string& text) {
    return changed("file://${data}/raw/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}", text).text();
  };
  EXPECT_EQ(uri("hcat://meta:9083/db/table/dt=${YEAR}${MONTH};region=eu"), "accepted");
  EXPECT_EQ(uri("hcat://meta:9083/db").substr(0, 6), "E0906:");
}

// -- input logic ------------------------------------------------------------------------------

std::string logic(const std::string& inside) {
  return with(with(support::coordinator_xml, "coordinator:0.4", "coordinator:0.5"),
              "  <output-events>",
              "  <input-logic>" + inside + "</input-logic>\n  <output-events>");
}

TEST(input_logic, becomes_a_tree) {
  std::string xml = logic(
      "<or name='${tag}' min='2' wait='10'><and><data-in dataset='raw_in'/>"
      "<data-in dataset='last' name='l' min='1'/></and><data-in dataset='last'/></or>");
  xml = with(xml, "coord:dataIn('raw_in')", "coord:dataIn('x')");
  const outcome out = parse(xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  ASSERT_TRUE(out.made->logic.has_value());
  const model::logic_node& root = out.made->logic->root;
  EXPECT_EQ(root.kind, model::logic_kind::any);
  EXPECT_EQ(root.name, "x");
  EXPECT_EQ(root.min, 2);
  EXPECT_EQ(root.wait_minutes, 10);
  ASSERT_EQ(root.parts.size(), 2U);
  EXPECT_EQ(root.parts[0].kind, model::logic_kind::all);
  EXPECT_EQ(root.parts[0].parts.at(1).input, 1);
  EXPECT_EQ(root.parts[0].parts.at(1).min, 1);
  EXPECT_FALSE(root.parts[0].parts.at(0).min.has_value());
  EXPECT_TRUE(model::check(*out.made->logic, out.made->inputs.size()).ok());
}

TEST(input_logic, is_refused_where_it_is_wrong) {
  EXPECT_EQ(parse(logic("<data-in dataset='lst'/>")).text(),
            "E0803: /apps/clean/coordinator.xml:27:25: there is no input event 'lst' for "
            "<input-logic>. Did you mean 'last'?");
  EXPECT_EQ(parse(logic("<data-in dataset='last' min='few'/>")).text(),
            "E1003: /apps/clean/coordinator.xml:27:40: attribute 'min' is 'few', not a number. "
            "Write a whole number.");
  const std::string unequal =
      logic("<combine><data-in dataset='raw_in'/><data-in dataset='last'/></combine>");
  EXPECT_EQ(parse(unequal).text(),
            "E0803: /apps/clean/coordinator.xml:27:16: E1028: <combine> needs events with as many "
            "instances each, but 'raw_in' has 3 and 'last' has 1. Give them ranges of the same "
            "length.");
  EXPECT_EQ(parse(unequal, dialect::oozie).text(), "accepted");
}

// Oozie writes the function out without the quotes of its pattern, and then cannot read it.
TEST(instances, a_formatted_time_keeps_its_quotes) {
  const std::string written = "${coord:formatTime('2026-01-05T00:10Z', 'yyyy-MM-dd')}T00:05Z";
  const outcome lenient = changed("${coord:current(-1)}", written);
  ASSERT_TRUE(lenient.made) << lenient.text();
  EXPECT_EQ(lenient.made->inputs[1].instances[0].source(), written);
}

}  // namespace
}  // namespace foliot::parse
