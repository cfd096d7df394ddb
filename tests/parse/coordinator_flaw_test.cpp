// Coordinators of which no action can ever be made: in the oozie dialect accepted, and FAILED when
// the first one is due (coordinator.md, found later).
#include <gtest/gtest.h>

#include "parse/coordinator_xml.hpp"
#include "parse/definitions.hpp"
#include "parse/submission.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using support::with;

constexpr const char* file = "/apps/clean/coordinator.xml";

model::configuration job() {
  return support::properties("oozie.coord.application.path", "/apps/clean");
}

result<model::coordinator_definition> changed(const std::string& old, const std::string& now,
                                              dialect reading, bool dry = false) {
  options how;
  how.reading = reading;
  how.dry_run = dry;
  std::vector<std::string> warnings;
  return parse_coordinator({entity_kind::coordinator, "/apps/clean", "",
                            with(support::coordinator_xml, old, now), job()},
                           how, warnings);
}

std::string flaw(const result<model::coordinator_definition>& of) {
  if (!of) return of.error().text();
  return of->flaw ? of->flaw->code + ": " + of->flaw->sentence : "sound";
}

TEST(flaws, are_what_oozie_finds_out_when_it_makes_the_first_action) {
  struct wrong {
    std::string old;
    std::string now;
    std::string cause;
  };
  const std::string single = "${coord:current(-1)}";
  const std::string start = "${coord:current(0)}</start";
  for (const wrong& each : std::vector<wrong>{
           {start, "${coord:current(3)}</start", "E1010"},
           {start, "${coord:latest(0)}</start", "E1010"},
           {start, "2026-01-05T00:00Z</start", "E1010"},
           {start, "${coord:absolute('2026-01-05T00:01Z')}</start", "E1010"},
           {single, "${coord:absolute('2026-01-05T00:00Z')}", "E1012"},
           {single, "${coord:endOfDays(1)}", "E1012"},
           {single, "${coord:endOfMonths(0)}", "E1012"},
           {"<instance>${coord:current(0)}", "<instance>${coord:latest(0)}", "E1006"},
           {"file://${data}/raw/", "hcat://meta:9083/db", "E0906"}}) {
    const std::string found = flaw(changed(each.old, each.now, dialect::oozie));
    EXPECT_EQ(found.substr(0, 6), "E1012:") << each.now << ": " << found;
    EXPECT_NE(found.find(each.cause, 6), std::string::npos) << each.now << ": " << found;
    const auto lenient = changed(each.old, each.now, dialect::lenient);
    EXPECT_FALSE(lenient && lenient->flaw) << each.now;
  }
  EXPECT_EQ(flaw(changed(start, "${coord:current(3)}</start", dialect::oozie)),
            "E1012: no action can be made: E1010: event 'raw_in': the range from 3 to 2 is empty. "
            "Write the smaller (older) number first.");
}

TEST(flaws, are_not_found_where_actions_can_be_made_or_wait_in_vain) {
  const auto oozie = [](const std::string& old, const std::string& now) {
    return flaw(changed(old, now, dialect::oozie));
  };
  const std::string single = "${coord:current(-1)}";
  EXPECT_EQ(oozie(single, single), "sound");
  EXPECT_EQ(oozie(single, "2026-01-05T00:00Z"), "sound");
  EXPECT_EQ(oozie(single, "${coord:latest(0)}"), "sound");
  EXPECT_EQ(oozie(single, "${coord:latest(1)}"), "sound");
  EXPECT_EQ(oozie("${coord:current(0)}</start", "${coord:absolute('2026-01-05T00:00Z')}</start"),
            "sound");
}

TEST(flaws, are_refused_by_a_dry_run) {
  const auto dry = [](const std::string& old, const std::string& now) {
    const auto out = changed(old, now, dialect::oozie, true);
    return out ? std::string("accepted") : out.error().oozie;
  };
  EXPECT_EQ(dry("${coord:current(0)}</start", "2026-01-05T00:00Z</start"), "E0803");
  EXPECT_EQ(dry("file://${data}/raw/", "hcat://meta:9083/db"), "E0803");
  EXPECT_EQ(dry("${coord:current(-1)}", "${coord:absolute('2026-01-05T00:00Z')}"), "E0803");
}

TEST(flaws, of_data_elsewhere_do_not_keep_a_submission_away) {
  support::files all{
      {file, with(support::coordinator_xml, "file://${data}/raw/", "hcat://m:1/db")}};
  options how;
  how.reading = dialect::oozie;
  EXPECT_TRUE(prepare(job(), support::reader(all), how).ok());
  const auto lenient = prepare(job(), support::reader(all), {});
  ASSERT_FALSE(lenient.ok());
  EXPECT_EQ(lenient.error().oozie, "E0906");
}

TEST(flaws, are_found_again_in_what_is_stored) {
  const support::files all{{file, with(support::coordinator_xml, "${coord:current(0)}</start",
                                       "${coord:current(3)}</start")}};
  options how;
  how.reading = dialect::oozie;
  const auto out = prepare(job(), support::reader(all), how);
  ASSERT_TRUE(out.ok()) << out.error().text();
  EXPECT_EQ(out->text.conf.at("foliot.compat"), "oozie");
  const auto again = cached_definitions({}).coordinator(out->text);
  ASSERT_TRUE(again.ok()) << again.error().text();
  ASSERT_TRUE((*again)->flaw.has_value());
  EXPECT_EQ((*again)->flaw->code, "E1012");
}

TEST(reading, is_stored_where_the_job_does_not_say_how) {
  const support::files all{{file, support::coordinator_xml}};
  options how;
  how.reading = dialect::oozie;
  EXPECT_FALSE(prepare(job(), support::reader(all), {})->text.conf.contains("foliot.compat"));
  model::configuration conf = job();
  conf["foliot.compat"] = "default";
  EXPECT_EQ(prepare(conf, support::reader(all), how)->text.conf.at("foliot.compat"), "default");
}

TEST(reading, again_does_not_ask_for_the_least_frequency) {
  const support::files all{{file, with(support::coordinator_xml, "${coord:minutes(15)}\" start",
                                       "${coord:minutes(1)}\" start")}};
  options how;
  how.reading = dialect::oozie;
  how.frequency_checks = false;
  const auto out = prepare(job(), support::reader(all), how);
  ASSERT_TRUE(out.ok()) << out.error().text();
  EXPECT_TRUE(cached_definitions({}).coordinator(out->text).ok());
}

}  // namespace
}  // namespace foliot::parse
