// Which requests wait for each other.
#include "http/costs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "http/body_limits.hpp"

namespace foliot::http {
namespace {

std::string kind(const std::string& path, const std::string& query = "",
                 const std::string& method = "GET") {
  request in;
  in.method = method;
  in.path = path;
  in.query = query;
  return kind_of_request(in, 0);
}

TEST(costs, kinds_are_what_takes_about_as_long) {
  const std::string jobs = "/oozie/v2/jobs";
  EXPECT_EQ(kind(jobs, "len=300&offset=1"), kind(jobs, "offset=5&len=500"));
  EXPECT_NE(kind(jobs, "len=10000"), kind(jobs, "len=50"));
  EXPECT_NE(kind(jobs, "len=50"), kind(jobs, "len=50&filter=name%3Dx"));
  EXPECT_NE(kind(jobs, "jobtype=wf"), kind(jobs, "jobtype=bundle"));
  EXPECT_EQ(kind("/oozie/v2/job/a-W"), kind("/oozie/v2/job/b-W"));
  EXPECT_NE(kind("/oozie/v2/job/a-W"), kind("/oozie/v2/job/a-W", "show=log"));
  EXPECT_NE(kind("/oozie/v2/job/a-W", "action=kill"),
            kind("/oozie/v2/job/a-W", "action=kill", "PUT"));
  EXPECT_NE(kind("/oozie/v2/admin/metrics"), kind("/oozie/v2/admin/status"));
  EXPECT_EQ(kind(jobs, "%ZZ"), kind(jobs, "%Z"));
}

std::string kind_with(size_t bytes) {
  request in;
  in.method = "PUT";
  in.path = "/oozie/v2/job/a-W";
  in.query = "action=kill";
  return kind_of_request(in, bytes);
}

TEST(costs, long_bodies_make_nothing_else_long) {
  const std::string kill = kind("/oozie/v2/job/a-W", "action=kill", "PUT");
  EXPECT_EQ(kind_with(limits::http_notable_body_bytes), kill);
  EXPECT_NE(kind_with(limits::http_notable_body_bytes + 1), kill);
  EXPECT_NE(kind_with(4 << 20), kind_with(limits::http_notable_body_bytes + 1));
  EXPECT_EQ(kind_with(4'000'000), kind_with(3'999'000));
}

TEST(costs, what_has_a_long_body_is_long_before_it_has_run) {
  EXPECT_FALSE(is_long_body(limits::http_long_body_bytes));
  EXPECT_TRUE(is_long_body(limits::http_long_body_bytes + 1));
}

TEST(costs, clients_cannot_make_up_kinds_without_end) {
  std::set<std::string> seen;
  for (const char* path : {"/oozie/v2/job/x", "/oozie/v2/jobs", "/oozie/v2/admin/", "/api/why/"})
    for (int i = 0; i < 30'000; ++i) {
      const std::string n = std::to_string(i);
      seen.insert(kind(path + n, "len=" + std::to_string(int64_t{i} * i) + "&show=a" + n +
                                     "&jobtype=" + n + "&action=" + n + "&" + n + "=1"));
    }
  for (size_t bytes = 1; bytes < size_t{4} << 20; bytes += 9'999) seen.insert(kind_with(bytes));
  EXPECT_LE(seen.size(), 40U);
  costs all;
  for (size_t i = 0; i < limits::http_kinds_max; ++i) all.took(std::to_string(i), 1);
  all.took("new", limits::http_long_ns);
  EXPECT_FALSE(all.is_long("new")) << "no more are learnt";
}

TEST(costs, are_learnt_and_unlearnt) {
  costs all;
  EXPECT_FALSE(all.is_long("list")) << "nothing is known";
  all.took("list", limits::http_long_ns);
  EXPECT_TRUE(all.is_long("list"));
  EXPECT_FALSE(all.is_long("other"));
  for (int i = 0; i < 3; ++i) all.took("list", 1'000);
  EXPECT_FALSE(all.is_long("list"));
}

}  // namespace
}  // namespace foliot::http
