#include "time/datetime.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "time/calendar.hpp"

namespace foliot::time {
namespace {

instant utc(const std::string& text) { return parse_datetime(text, {}, dialect::oozie).value(); }
std::string shown(instant at) { return format_datetime(at, {}); }

TEST(datetime, is_read_and_written_in_the_processing_zone) {
  const auto india = processing_zone::parse("GMT+0530").value();
  const auto at = parse_datetime("2009-08-10T13:10+0530", india);
  ASSERT_TRUE(at.ok());
  EXPECT_EQ(shown(*at), "2009-08-10T07:40Z");
  EXPECT_EQ(format_datetime(*at, india), "2009-08-10T13:10+0530");
  EXPECT_EQ(india.as_zone().offset_minutes(*at), 330);
}

TEST(datetime, lenient_reading_takes_midnight_as_24_and_empty_seconds) {
  EXPECT_EQ(shown(parse_datetime("2009-12-31T24:00Z", {}).value()), "2010-01-01T00:00Z");
  EXPECT_EQ(shown(parse_datetime("2009-01-01T00:15:00Z", {}).value()), "2009-01-01T00:15Z");
  EXPECT_FALSE(parse_datetime("2009-01-01T00:15:30Z", {}).ok());
  EXPECT_FALSE(parse_datetime("2009-01-01T24:01Z", {}).ok());
  EXPECT_FALSE(parse_datetime("2009-01-01T24:00Z", {}, dialect::oozie).ok());
  EXPECT_FALSE(parse_datetime("2009-01-01T00:15:00Z", {}, dialect::oozie).ok());
  const auto india = processing_zone::parse("GMT+0530").value();
  EXPECT_TRUE(parse_datetime("2009-08-10T13:10GMT+0530", india).ok());
  EXPECT_FALSE(parse_datetime("2009-08-10T13:10GMT+0530", india, dialect::oozie).ok());
}

TEST(datetime, a_refusal_names_code_and_remedy) {
  const auto wrong = parse_datetime("tomorrow", {});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().text(),
            "E1003: 'tomorrow' is no datetime. Write it like 2009-01-31T23:59Z.");
}

TEST(datetime, other_forms) {
  EXPECT_EQ(format_http_date(utc("2009-01-02T00:00Z")), "Fri, 02 Jan 2009 00:00:00 GMT");
  EXPECT_EQ(format_log_time(plus_ms(utc("2009-01-02T23:59Z"), 1'002), {}),
            "2009-01-02 23:59:01,002");
  EXPECT_EQ(format_datetime(never, {}), "");
}

TEST(datetime, patterns_are_those_of_simple_date_format) {
  const auto text = [](const std::string& pattern, const std::string& at = "2009-09-08T23:59Z") {
    const auto made = format_pattern(utc(at), pattern, zone());
    return made.ok() ? *made : "refused";
  };
  EXPECT_EQ(text("yyyy-MM-dd-HH"), "2009-09-08-23");
  EXPECT_EQ(text("EEEE, d. MMMM yy h:mm a"), "Tuesday, 8. September 09 11:59 PM");
  EXPECT_EQ(text("W w"), "2 37");
  EXPECT_EQ(text("w YYYY", "2009-12-31T00:00Z"), "1 2010");
  EXPECT_EQ(text("'T'HH''mm"), "T23'59");
  EXPECT_EQ(text("b"), "refused");
  EXPECT_EQ(text("'open"), "refused");
}

RC_GTEST_PROP(datetime, what_is_written_is_read_back, ()) {
  const int64_t minute = *rc::gen::inRange<int64_t>(-500'000'000, 4'000'000'000);
  const int32_t offset = *rc::gen::inRange<int32_t>(-720, 720);
  const instant at{minute * ms_per_minute};
  std::string name = zone::fixed(offset).id();
  name.erase(6, 1);  // GMT+05:30 is GMT+0530 as a setting
  const auto pz = processing_zone::parse(name);
  RC_ASSERT(pz.ok());
  RC_ASSERT(parse_datetime(format_datetime(at, *pz), *pz, dialect::oozie).value() == at);
}

RC_GTEST_PROP(datetime, no_text_breaks_the_reader, (const std::string& text)) {
  const auto at = parse_datetime(text, {});
  if (!at.ok()) RC_ASSERT(!at.error().sentence.empty());
  const auto formatted = format_pattern(instant{0}, text, zone());
  if (!formatted.ok()) RC_ASSERT(!formatted.error().sentence.empty());
}

}  // namespace
}  // namespace foliot::time
