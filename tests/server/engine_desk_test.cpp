// What the engine tells consoles and takes from them: the parts that need no engine.
#include "server/engine_desk.hpp"

#include <gtest/gtest.h>

#include "server/console_time.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::server {
namespace {

namespace admin = actors::admin;

constexpr instant now{1'767'571'200'000};  // 2026-01-05T00:00:00Z

class still_clock final : public wall_clock {
 public:
  instant now() const override { return server::now; }
};

TEST(engine_desk, a_console_asks_in_its_own_name_only) {
  const auto call = to_http(
      "ada", "ada", {"", "PUT", "/oozie/v2/job/1", "action=kill&user.name=root", "text/xml", "x"});
  ASSERT_TRUE(call);
  EXPECT_EQ(call->method, "PUT");
  EXPECT_EQ(call->query, "user.name=ada&action=kill");
  const auto parameters = http::parameters::parse(call->query);
  ASSERT_TRUE(parameters);
  EXPECT_EQ(parameters->find("user.name"), "ada");
  EXPECT_EQ(call->peer, "console:ada");
  for (const char* query :
       {"user.name=root", "user%2Ename=root&len=1", "len=1&&user.name=a&user.name"})
    EXPECT_EQ(to_http("ada", "ada", {"", "GET", "/", query, "", ""})->query,
              std::string("user.name=ada") +
                  (std::string(query).find("len") == std::string::npos ? "" : "&len=1"))
        << query;
  EXPECT_EQ(to_http("ada", "ada", {"", "GET", "/", "a=%zz&b=c%26d", "", ""})->query,
            "user.name=ada&a=%zz&b=c%26d");
  EXPECT_EQ(call->body, "x");
  EXPECT_EQ(http::find_header(call->headers, "content-type"), "text/xml");
}

TEST(engine_desk, what_is_no_request_is_refused) {
  for (const char* method : {"", "DELETE", "get", "OPTIONS"})
    EXPECT_FALSE(to_http("ada", "ada", {"", method, "/", "", "", ""})) << method;
  for (const char* path : {"", "x", "http://other/", "/a?user.name=root"})
    EXPECT_FALSE(to_http("ada", "ada", {"", "GET", path, "", "", ""})) << path;
  const std::string longest(limits::http_url_bytes_max, 'x');
  EXPECT_FALSE(to_http("ada", "ada", {"", "GET", "/" + longest, "", "", ""}));
}

TEST(engine_desk, an_answer_brings_its_headers_but_no_cookie) {
  http::response reply;
  reply.status = 404;
  reply.headers = {{"Oozie-Error-Code", "E0604"}, {"Set-Cookie", "hadoop.auth=x"}};
  reply.body = "body";
  const admin::user_reply out = from_http(reply);
  EXPECT_EQ(out.status, 404U);
  EXPECT_EQ(out.reason, "Not Found");
  ASSERT_EQ(out.headers.size(), 1U);
  EXPECT_EQ(out.headers[0].value, "E0604");
  reply.body.assign(admin::admin_body_bytes_max + 1, 'x');
  EXPECT_EQ(from_http(reply).head.code, "too-large");
}

TEST(engine_desk, texts_are_bounded_by_whole_characters) {
  EXPECT_EQ(admin::bounded("short"), "short");
  std::string umlauts;
  while (umlauts.size() <= admin::admin_text_bytes_max) umlauts += "ä";
  const std::string cut = admin::bounded("x" + umlauts);
  EXPECT_LE(cut.size(), admin::admin_text_bytes_max);
  EXPECT_GE(cut.size(), admin::admin_text_bytes_max - 1);
  EXPECT_TRUE(cut.ends_with("..."));
  EXPECT_EQ(admin::rows_of({"", "", 0}), 1U);
  EXPECT_EQ(admin::rows_of({"", "", UINT32_MAX}), admin::admin_rows_max);
}

TEST(console_tap, tells_how_figures_spread) {
  EXPECT_EQ(spread_of({}).most, 0U);
  std::vector<uint64_t> values;
  for (uint64_t i = 1; i <= 101; ++i) values.push_back(102 - i);
  const admin::spread out = spread_of(values);
  EXPECT_EQ(out.middle, 51U);
  EXPECT_EQ(out.p99, 100U);
  EXPECT_EQ(out.most, 101U);
}

class tapped : public testing::Test {
 protected:
  tapped() {
    ids.add(1, {"260105000000000", "foliot"});
    tap.deliver_to([this](console_tap::maker make) { groups.push_back(std::move(make)); });
  }
  kv_batch batch(uint32_t records) const {
    kv_batch out;
    for (uint32_t i = 0; i < records; ++i) {
      const job_number job = make_job_number(1, i);
      model::workflow_record record;
      record.version = 3;
      record.state = model::status::running;
      out.put(table::record, store::record_key({0, entity_kind::workflow, 0, job, job}),
              store::encode_record(model::any_record(record)));
    }
    out.put(table::meta, "x", "y");
    return out;
  }

  still_clock clock;
  wire_ids ids;
  console_tap tap{clock, ids};
  std::vector<console_tap::maker> groups;
};

TEST_F(tapped, counts_what_nobody_follows) {
  tap.written(batch(2), 5, 700, 3'000'000);
  tap.written(batch(2), 1, 300, 1'000'000);
  EXPECT_TRUE(groups.empty());
  const admin::committer_report out = tap.look();
  EXPECT_EQ(out.groups, 2U);
  EXPECT_EQ(out.steps, 6U);
  EXPECT_EQ(out.bytes, 1'000U);
  EXPECT_EQ(out.window, 2U);
  EXPECT_EQ(out.write_us.most, 3'000U);
}

TEST_F(tapped, forgets_the_oldest_groups) {
  tap.written(batch(0), 1, 1, 9'000'000);
  for (size_t i = 0; i < groups_kept; ++i) tap.written(batch(0), 1, 1, 1'000'000);
  EXPECT_EQ(tap.look().window, groups_kept);
  EXPECT_EQ(tap.look().write_us.most, 1'000U);
}

TEST_F(tapped, tells_records_to_who_follows) {
  tap.follow(true);
  tap.written(batch(2), 2, 1, 1);
  ASSERT_EQ(groups.size(), 1U);
  const admin::fresh_records out = groups[0]();
  ASSERT_EQ(out.rows.size(), 2U);
  EXPECT_EQ(out.lost, 0U);
  EXPECT_EQ(out.rows[0].what.id, "0000000-260105000000000-foliot-W");
  EXPECT_EQ(out.rows[0].what.status, "RUNNING");
  EXPECT_EQ(out.rows[0].what.version, 3U);
  EXPECT_EQ(out.rows[0].what.time, "2026-01-05T00:00:00Z");
}

TEST_F(tapped, counts_what_is_too_much) {
  tap.follow(true);
  tap.written(batch(records_of_group_max + 7), 1, 1, 1);
  EXPECT_EQ(groups.at(0)().lost, 7U);
  for (size_t i = 1; i < groups_in_flight_max; ++i) tap.written(batch(1), 1, 1, 1);
  EXPECT_EQ(groups.size(), groups_in_flight_max);
  tap.written(batch(5), 1, 1, 1);
  EXPECT_EQ(groups.size(), groups_in_flight_max) << "nobody has dealt with those before";
  groups.clear();
  tap.written(batch(1), 1, 1, 1);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0]().lost, 5U);
}

}  // namespace
}  // namespace foliot::server
