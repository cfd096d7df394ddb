// The line that a request leaves, and its id.
#include "http/access.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot::http {
namespace {

TEST(request_id, is_the_clients_where_it_can_do_no_harm) {
  EXPECT_EQ(request_id_of({{"x-request-id", "4f2a-9.b_c:1"}}, "r1"), "4f2a-9.b_c:1");
  EXPECT_EQ(request_id_of({}, "r1"), "r1");
  for (const std::string& bad :
       {std::string(), std::string("a b"), std::string("a]"), std::string("a\r\nb"),
        std::string("\xC3\xA4"), std::string("a\0b", 3),
        std::string(limits::request_id_bytes_max + 1, 'a')})
    EXPECT_EQ(request_id_of({{"X-Request-Id", bad}}, "r1"), "r1") << bad;
  EXPECT_TRUE(is_request_id(std::string(limits::request_id_bytes_max, 'a')));
}

TEST(access, shows_values_only_where_they_are_no_secret) {
  EXPECT_EQ(shown_target("/oozie/v2/jobs", "len=50&user.name=joe&filter=name%3Dx&x&signature=s&=z"),
            "/oozie/v2/jobs?len=50&user.name=joe&filter=...&x=...&signature=...&-=...");
  EXPECT_EQ(shown_target("/oozie/versions", ""), "/oozie/versions");
}

TEST(access, lets_no_client_write_its_own_lines) {
  const std::string shown = shown_target("/a\r\nb c\x1b[0m\xFF\xE2\x80\xAE", "len=\nx y");
  EXPECT_EQ(shown.find_first_of("\r\n\x1b "), std::string::npos) << shown;
  EXPECT_NE(shown.find("\\xff"), std::string::npos) << shown;
  EXPECT_NE(shown.find("\\u202e"), std::string::npos) << shown;
}

TEST(access, looks_at_so_many_bytes_only) {
  const std::string shown = shown_target("/" + std::string(100'000, '\x01'), "len=1");
  EXPECT_LE(shown.size(), 6 * limits::access_target_bytes_max + 3);
  EXPECT_TRUE(shown.ends_with("..."));
  EXPECT_EQ(shown_target("/", std::string(100'000, '&') + "a=1"), "/...");
  const std::string names = shown_target("/", std::string(100'000, '=') + "&");
  EXPECT_LE(names.size(), 6 * limits::access_target_bytes_max) << names;
}

TEST(access, tells_an_exchange_in_a_line) {
  exchange one{"r7", "127.0.0.1:4711", "GET", "/oozie/versions", 200, 7, 1'000, 568'999, true,
               "joe"};
  EXPECT_EQ(access_line(one), "r7 127.0.0.1:4711 joe GET /oozie/versions 200 7 567us");
  one.taken = false;
  one.user = "hue doAs ann";
  EXPECT_EQ(access_line(one), "r7 127.0.0.1:4711 hue_doAs_ann GET /oozie/versions 200 7 567us cut");
  EXPECT_EQ(access_line({"r8", "", "", "", 400, 0, 5, 5, true}), "r8 - - - - 400 0 0us");
}

}  // namespace
}  // namespace foliot::http
