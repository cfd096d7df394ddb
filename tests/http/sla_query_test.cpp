#include "http/sla_query.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

std::string code(const std::string& query) {
  const auto read = http::parameters::parse(query);
  if (!read) return "broken";
  const auto fine = http::check_sla_query(*read);
  return fine ? "" : fine.error().oozie;
}

TEST(sla_query, takes_what_the_manual_names) {
  for (const char* query :
       {"filter=app_name%3Da",
        "filter=", "filter=app_type%3Dx;user_name%3Dj%25;job_status%3DKILLED",
        "filter=nominal_after%3D2026-01-05T00:00Z;nominal_before%3D2026-01-05T00:00Z",
        "filter=nominal_start%3D2026-01-05T00:00Z;nominal_end%3D2026-01-06T00:00Z",
        "filter=actualend_before%3D2026-01-05T00:00Z;created_after%3D2026-01-05T00:00Z",
        "filter=actual_duration_min%3D5;actual_duration_max%3D5;expected_duration_min%3D1",
        "filter=sla_status%3DMET,MISS;event_status%3DSTART_MET,END_MISS",
        "filter=id%3Dx;parent_id%3Dy;bundle%3Dz", "sortby=nominalTimeTS&order=desc&len=7",
        "filter=sla_status%3DMET;sla_status%3Dmoon"})
    EXPECT_EQ(code(query), "") << query;
}

TEST(sla_query, refuses_what_means_nothing) {
  for (const char* query :
       {"filter=moon%3D1", "filter=APP_NAME%3Da", "filter=app_name", "filter=app_name%3D",
        "filter=created_start%3D2026-01-05T00:00Z", "filter=sla_status_min%3D1", "filter=%3Dx"})
    EXPECT_EQ(code(query), "E0401") << query;
  for (const char* query :
       {"filter=sla_status%3Dmet", "filter=event_status%3DMET", "filter=nominal_after%3Dnow",
        "filter=actual_duration_min%3Dlong", "sortby=moon", "sortby=", "order=ASC", "order="})
    EXPECT_EQ(code(query), "E0303") << query;
  for (const char* query :
       {"filter=nominal_after%3D2026-01-06T00:00Z;nominal_end%3D2026-01-05T00:00Z",
        "filter=expected_duration_max%3D1;expected_duration_min%3D2"})
    EXPECT_EQ(code(query), "E0302") << query;
  EXPECT_EQ(code("len=many"), "E1603");
}

TEST(sla_query, is_asked_about_version_2) {
  world w;
  EXPECT_EQ(w.ask("GET", "/oozie/v2/sla?filter=moon%3D1").status, 400);
  EXPECT_EQ(w.ask("GET", "/oozie/v2/sla?filter=id%3Dx&sortby=moon").status, 400);
  EXPECT_EQ(w.ask("GET", "/oozie/v2/sla?filter=id%3Dx").status, 200);
}

}  // namespace
}  // namespace foliot::testing
