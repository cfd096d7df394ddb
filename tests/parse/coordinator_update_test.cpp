#include "parse/coordinator_update.hpp"

#include <gtest/gtest.h>

#include "parse/coordinator_text.hpp"
#include "tests/parse/support.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {
namespace {

using model::configuration;
using support::with;

constexpr const char* path_property = "oozie.coord.application.path";
constexpr const char* file = "/apps/clean/coordinator.xml";
constexpr const char* rule = "******************************************\n";

instant at(const char* text) { return time::parse_datetime(text, {}, dialect::oozie).value(); }

/// A job that was submitted as its files were.
struct job {
  support::files files{{file, support::coordinator_xml}};
  submission made;
  instant end = at("2026-01-05T02:00Z");

  explicit job(dialect reading = dialect::lenient) {
    how.reading = reading;
    made = prepare(support::properties(path_property, "/apps/clean"), support::reader(files), how)
               .value();
  }
  result<update> to(const configuration& given = {}) const {
    return prepare_update({made.text, made.user, end}, given, support::reader(files), how);
  }
  std::string refusal(const configuration& given = {}) const {
    const auto out = to(given);
    return out ? "accepted" : out.error().text();
  }
  void change(const std::string& old, const std::string& now) {
    files[file] = with(files[file], old, now);
  }
  options how;
};

TEST(coordinator_update, properties_of_one_bucket_come_as_they_were_given) {
  const configuration conf{{"a", "1"}, {"newprop", "2"}, {path_property, "/p"}};
  const auto path_first = [&](const std::vector<std::string>& as_given) {
    const std::string text = configuration_text(conf, as_given);
    return text.find(path_property) < text.find("newprop");
  };
  EXPECT_FALSE(path_first({})) << "by name";
  EXPECT_TRUE(path_first({path_property, "gone", "newprop", path_property}));
  EXPECT_FALSE(path_first({"newprop", path_property}));
  EXPECT_TRUE(path_first({path_property})) << "what was not given comes behind it";
}

TEST(coordinator_update, without_properties_reads_the_files_again) {
  job of;
  const auto same = of.to();
  ASSERT_TRUE(same) << same.error().text();
  EXPECT_EQ(same->next.text, of.made.text);
  EXPECT_EQ(same->diff,
            "**********Job definition changes**********\n" + std::string(rule) +
                "**********Job conf changes****************\nNo conf update requested\n" + rule);
  of.change("<concurrency>4<", "<concurrency>9<");
  const auto other = of.to();
  ASSERT_TRUE(other) << other.error().text();
  EXPECT_NE(other->diff.find("-    <concurrency>4</concurrency>\r\n"
                             "+    <concurrency>9</concurrency>\r\n"),
            std::string::npos)
      << other->diff;
}

TEST(coordinator_update, properties_replace_all_that_were_given_before) {
  const job of;
  configuration given = support::properties("more", "new");
  given["tag"] = "new";
  const auto out = of.to(given);
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->next.text.conf.at(path_property), "/apps/clean") << "the path stays";
  EXPECT_EQ(out->next.text.conf.at("tag"), "new");
  EXPECT_NE(out->diff.find("+    <value>new</value>\r\n"), std::string::npos) << out->diff;
  given["user.name"] = "eve";
  EXPECT_EQ(of.refusal(given),
            "E0803: E1003: the property user.name is 'eve', but the job is that of 'joe'. Let its "
            "user update the job.");
}

TEST(coordinator_update, keeps_a_bundles_name_and_id) {
  job of;
  of.made.text.name = "mine";
  of.made.text.conf["oozie.bundle.id"] = "0000000-B";
  configuration given = support::properties("tag", "new");
  given["user.name"] = of.made.user;
  const auto out = of.to(given);
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->next.name, "mine");
  EXPECT_EQ(out->next.text.conf.at("oozie.bundle.id"), "0000000-B");
}

TEST(coordinator_update, refuses_what_its_actions_depend_on) {
  const std::pair<const char*, std::pair<const char*, const char*>> cases[] = {
      {"frequency", {"${coord:minutes(15)}", "${coord:minutes(20)}"}},
      {"end time", {"end=\"2026-01-05T02:00Z", "end=\"2026-01-05T03:00Z"}},
      {"start time", {"start=\"${start}", "start=\"2026-01-05T00:15Z"}},
      {"name", {"name=\"clean\"", "name=\"dirty\""}},
      {"time zone", {"timezone=\"UTC\" xmlns", "timezone=\"Europe/Berlin\" xmlns"}}};
  for (const auto& [what, change] : cases) {
    job of;
    of.change(change.first, change.second);
    EXPECT_EQ(of.refusal(),
              std::string("E0803: E1023: an update of a coordinator cannot change its ") + what +
                  ". Keep the " + what + ", or kill the job and submit it again.");
  }
}

TEST(coordinator_update, passes_on_what_is_wrong_with_the_files) {
  job of;
  of.change("<throttle>24</throttle>", "<throttle>24</throttle");
  EXPECT_EQ(of.refusal().substr(0, 5), "E0701");
  of.files.clear();
  EXPECT_EQ(of.refusal().substr(0, 5), "E0307");
}

TEST(coordinator_update, a_changed_end_stays) {
  job lenient;
  lenient.end = at("2026-01-05T01:00Z");
  EXPECT_EQ(lenient.refusal(), "accepted");
  lenient.change("end=\"2026-01-05T02:00Z", "end=\"2026-01-05T01:00Z");
  EXPECT_EQ(lenient.refusal(), "accepted") << "the file may have caught up";
  job oozie(dialect::oozie);
  EXPECT_EQ(oozie.refusal(), "accepted");
  oozie.end = at("2026-01-05T01:00Z");
  EXPECT_EQ(oozie.refusal().substr(0, 12), "E0803: E1023");
}

}  // namespace
}  // namespace foliot::parse
