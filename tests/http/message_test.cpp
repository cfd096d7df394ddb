#include "http/message.hpp"

#include <gtest/gtest.h>

#include "http/body_limits.hpp"
#include "http/errors.hpp"
#include "http/route.hpp"

namespace foliot::http {
namespace {

TEST(message, decodes_forms_first_value_wins) {
  const auto query = parameters::parse("a=1+2&b=%C3%A9&a=9&flag&&c=x%3Dy");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->find("a"), "1 2");
  EXPECT_EQ(query->find("b"), "\xC3\xA9");
  EXPECT_EQ(query->find("flag"), "");
  EXPECT_EQ(query->find("c"), "x=y");
  EXPECT_FALSE(query->find("d"));
}

TEST(message, refuses_broken_escapes) {
  EXPECT_FALSE(parameters::parse("a=%ZZ"));
  EXPECT_FALSE(parameters::parse("a=%4"));
  EXPECT_FALSE(parameters::parse("%"));
  EXPECT_EQ(*percent_decode("a+b%40", false), "a+b@");
}

TEST(message, bounds_the_number_of_parameters) {
  std::string text;
  for (size_t i = 0; i < limits::http_parameters_max; ++i) text += "&a";
  EXPECT_TRUE(parameters::parse(text));
  const auto more = parameters::parse(text + "&a=1");
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().text(),
            "parameters: there are more than 256 parameters. Leave out those that mean nothing.");
}

TEST(message, finds_headers_in_any_case) {
  const header_list headers{{"Content-type", "application/xml"}};
  EXPECT_EQ(find_header(headers, "CONTENT-TYPE"), "application/xml");
  EXPECT_FALSE(find_header(headers, "Content"));
}

TEST(route, classifies_every_family) {
  EXPECT_EQ(find_route("/").what, resource::root);
  EXPECT_EQ(find_route("/oozie").what, resource::oozie_root);
  EXPECT_EQ(find_route("/oozie/").what, resource::landing);
  EXPECT_EQ(find_route("/oozie/versions").what, resource::versions);
  EXPECT_EQ(find_route("/oozie/v1/jobs").what, resource::jobs);
  EXPECT_EQ(find_route("/oozie/v2/job/x").version, 2);
  EXPECT_EQ(find_route("/oozie/v2/job/0-C%407").rest, "0-C@7");
  EXPECT_EQ(find_route("/oozie/v2/job///x").rest, "x");
  EXPECT_EQ(find_route("/oozie/v2/job/").rest, "");
  EXPECT_EQ(find_route("/oozie/v1/admin/status").rest, "status");
  EXPECT_EQ(find_route("/api/why/x").what, resource::why);
  EXPECT_EQ(find_route("/api/nothing").what, resource::api_unknown);
  EXPECT_TRUE(find_route("/oozie/v2/job/%ZZ").broken);
  for (const char* path : {"/oozie/versions/", "/oozie/v3/jobs", "/oozie/v2/jobs/x", "/x",
                           "//oozie/v2//job/x", "/oozie/v2"})
    EXPECT_EQ(find_route(path).what, resource::unknown) << path;
}

TEST(route, reads_the_shape_of_ids) {
  EXPECT_EQ(shape_of("1-2-f-B"), id_shape::bundle);
  EXPECT_EQ(shape_of("1-2-f-C"), id_shape::coordinator);
  EXPECT_EQ(shape_of("1-2-f-C@3"), id_shape::action);
  EXPECT_EQ(shape_of("1-2-f-W"), id_shape::workflow);
  EXPECT_EQ(shape_of("1-2-f-W@:start:"), id_shape::node);
  EXPECT_EQ(shape_of("nonsense"), id_shape::malformed);
}

TEST(errors, have_oozies_form_for_get_and_post) {
  const response out = oozie_error(refuse("E0604", "Job does not exist [<x>]"), "GET");
  EXPECT_EQ(out.status, 400);
  EXPECT_EQ(find_header(out.headers, "oozie-error-code"), "E0604");
  EXPECT_EQ(find_header(out.headers, "oozie-error-message"), "E0604: Job does not exist [<x>]");
  EXPECT_EQ(out.reason, "E0604: Job does not exist [&lt;x&gt;]");
  EXPECT_EQ(out.body,
            R"({"errorMessage":"E0604: Job does not exist [&lt;x&gt;]","httpStatusCode":400})");
  EXPECT_EQ(find_header(out.headers, "X-Frame-Options"), std::nullopt);
}

TEST(errors, have_no_body_for_put) {
  const response out = oozie_error(refuse("E0604", "gone"), "PUT");
  EXPECT_EQ(out.body, "");
  EXPECT_FALSE(find_header(out.headers, "Content-Type"));
  EXPECT_EQ(find_header(out.headers, "oozie-error-message"), "E0604: gone");
}

TEST(errors, stay_on_one_ascii_line_in_headers) {
  const response out = oozie_error(refuse("E0701", "a\r\nSet-Cookie: x=1 \xC3\xA9 end"), "GET");
  EXPECT_EQ(find_header(out.headers, "oozie-error-message"), "E0701: a  Set-Cookie: x=1 ? end");
  EXPECT_EQ(out.reason, "E0701: a  Set-Cookie: x=1 ? end");
}

TEST(errors, of_some_codes_carry_no_prefix) {
  for (const char* code : {"E1603", "E0002", "E1400"}) {
    const response out = oozie_error(refuse(code, "text"), "GET");
    EXPECT_EQ(find_header(out.headers, "oozie-error-message"), "text") << code;
  }
}

TEST(errors, map_to_statuses) {
  EXPECT_EQ(status_of(refuse("E0002", "x")), 503);
  EXPECT_EQ(status_of(refuse("E0508", "x")), 401);
  EXPECT_EQ(status_of({errc::unavailable, "x", "", "", ""}), 503);
  EXPECT_EQ(status_of({errc::io, "x", "", "", ""}), 500);
  EXPECT_EQ(status_of({errc::bad_input, "x", "", "", ""}), 400);
  EXPECT_EQ(
      find_header(oozie_error({errc::unavailable, "x", "", "", ""}, "PUT").headers, "Retry-After"),
      "1");
}

TEST(errors, under_api_are_json) {
  const response out =
      api_error({errc::bad_input, "no such \"thing\"", "", "bundle.xml:3:1", "Name it"});
  EXPECT_EQ(out.status, 400);
  EXPECT_EQ(out.body, R"({"error":{"code":"bad-input","place":"bundle.xml:3:1","remedy":"Name it",)"
                      R"("sentence":"no such \"thing\""}})");
}

}  // namespace
}  // namespace foliot::http
