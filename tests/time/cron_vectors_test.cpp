// The vectors of cron expressions: mined from Oozie's tests, and answers of Quartz.
#include <gtest/gtest.h>

#include "tests/time/vectors.hpp"
#include "time/cron.hpp"
#include "time/datetime.hpp"
#include "time/frequency.hpp"

namespace foliot::time {
namespace {

using nlohmann::json;

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }

std::vector<std::string> fires(const cron& every, instant after, size_t count, const zone& where) {
  std::vector<std::string> out;
  for (instant at = after; out.size() < count;) {
    at = every.next_after(at, where);
    if (at == never) break;
    out.push_back(format_datetime(at, {}));
  }
  return out;
}

/// The checks of a submission: readable, and a fire from the start on and before the end.
bool submits(const std::string& text, const json& v) {
  const auto every = cron::parse(text, dialect::oozie);
  if (!every || !every->can_fire()) return false;
  if (!v.contains("start")) return true;
  return every->next_after(plus_ms(utc(v["start"]), -ms_per_minute), zone()) < utc(v["end"]);
}

bool holds(const json& v) {
  if (v.contains("next_nominal")) {
    const instant last = utc(v["action_nominal"]);
    const auto every = cron::parse(v["frequency"].get<std::string>(), dialect::oozie);
    const instant next = every.value().next_after(last, zone());
    return v["next_nominal"].is_null() ? next > utc(v["end"]) : next == utc(v["next_nominal"]);
  }
  const std::string text = v.value("expr", v.value("frequency", json("")));
  if (v.contains("submit")) return submits(text, v) == (v["submit"] == "ok");
  const auto every = cron::parse(text, dialect::oozie);
  if (!every) return false;
  if (!v.contains("fire_times")) return every->can_fire();  // a meaning in words
  const auto expected = v["fire_times"].get<std::vector<std::string>>();
  return fires(*every, utc(v["after"]), expected.size(), zone()) == expected;
}

TEST(cron_vectors, mined_from_oozie) {
  const auto vectors = tests::read_vectors("coordinator/cron.json");
  if (!vectors) return;
  tests::vector_count count("cron.json");
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    if (each.value("frequency", json()).is_number()) {
      count.leave_out();  // no cron
      continue;
    }
    const bool good = holds(each);
    count.add(good);
    EXPECT_TRUE(good) << "#" << index << " " << each.dump();
  }
  EXPECT_EQ(count.passed(), 23);
}

TEST(cron_vectors, answers_of_quartz) {
  const auto vectors = tests::read_vectors("coordinator/cron_quartz_oracle.json");
  if (!vectors) return;
  tests::vector_count count("cron_quartz_oracle.json");
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    const auto every = cron::parse(each["expr"].get<std::string>(), dialect::oozie);
    bool good = false;
    if (each.contains("error")) {
      good = !every.ok() && every.error().oozie == each["oozie_error_code"].get<std::string>();
    } else if (!every.ok()) {
      // What breaks Oozie while it looks for the next time is refused at once.
      good = each.value("stopped", "").find("Exception") != std::string::npos &&
             each["fire_times"].empty() && every.error().oozie == "E0803";
    } else {
      const zone where = find_zone(each["tz"].get<std::string>()).value();
      const auto expected = each["fire_times"].get<std::vector<std::string>>();
      // Where Quartz stopped a hundred years from its own day, so do we.
      auto found = fires(*every, plus_ms(utc(each["start"]), -ms_per_minute),
                         expected.size() + (each.contains("stopped") ? 1 : 0), where);
      if (found.size() > expected.size() && found.back() > "2126") found.pop_back();
      good = found == expected;
      if (!good) {
        for (const std::string& at : found) std::printf("%s ", at.c_str());
        std::printf("\n");
      }
    }
    count.add(good);
    EXPECT_TRUE(good) << "#" << index << " " << each.dump();
  }
  EXPECT_EQ(count.passed(), 417);
}

}  // namespace
}  // namespace foliot::time
