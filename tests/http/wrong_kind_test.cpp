// Orders to jobs of the wrong kind (rest.md 8).
#include <gtest/gtest.h>

#include <string>

#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

const http::header_list xml{{"Content-Type", "application/xml"}};
const std::string nobody = "0000099-260105030000000-foliot";

struct answer {
  int status = 0;
  std::string code;
};

answer put(const std::string& id, const std::string& action, const http::header_list& headers = xml,
           const std::string& version = "v2") {
  world w;
  const http::response out = w.ask("PUT", "/oozie/" + version + "/job/" + id + "?action=" + action,
                                   "<configuration/>", headers);
  EXPECT_EQ(out.body, "");
  EXPECT_TRUE(w.commands.calls.empty()) << id << " " << action;
  return {out.status, std::string(http::find_header(out.headers, "oozie-error-code").value_or(""))};
}

void expect(const std::string& id, const std::string& action, int status, const std::string& code) {
  const answer out = put(id, action);
  EXPECT_EQ(out.status, status) << id << " " << action;
  EXPECT_EQ(out.code, code) << id << " " << action;
}

TEST(wrong_kind, a_bundle_is_not_rerun_as_a_workflow_is) {
  expect(bundle_wire, "rerun", 400, "E0301");
  expect(bundle_wire, "coord-rerun&type=action&scope=1", 400, "E0301");
  expect(nobody + "-B", "rerun", 400, "E0605");
}

TEST(wrong_kind, reruns_of_others_fail_as_in_oozie) {
  for (const std::string action : {"coord-rerun", "bundle-rerun"}) {
    expect(workflow_wire, action, 500, "");
    expect(nobody + "-W", action, 400, "E0605");
  }
  for (const std::string action : {"rerun", "bundle-rerun"})
    for (const std::string& id : {coordinator_wire, coordinator_wire + "@1",
                                  workflow_wire + "@load", std::string("moon"), nobody + "-C"})
      expect(id, action, 500, "");
}

TEST(wrong_kind, an_action_is_neither_changed_nor_ignored_by_its_id) {
  for (const char* number : {"@1", "@999"}) {
    const std::string action = coordinator_wire + number;
    expect(action, "change&value=concurrency%3D8", 400, "E0604");
    expect(action, "ignore", 400, "E0604");
    expect(action, "ignore&type=action&scope=1", 400, "E0603");
  }
}

TEST(wrong_kind, reruns_need_xml) {
  EXPECT_EQ(put(bundle_wire, "rerun", {}).code, "E0300");
  EXPECT_EQ(put(coordinator_wire, "rerun", {{"Content-Type", "text/xml"}}).code, "E0300");
}

TEST(wrong_kind, what_is_for_coordinators_is_refused) {
  expect(workflow_wire, "change&value=endtime%3D", 400, "E0604");
  for (const std::string& id : {workflow_wire, bundle_wire}) {
    expect(id, "ignore", 400, "E0302");
    expect(id, "update", 400, "E0605");
    EXPECT_EQ(put(id, "ignore", xml, "v1").code, "E0303") << "version 1 has no such action";
  }
  expect(workflow_wire, "sla-disable", 400, "E0301");
  expect(nobody + "-C", "sla-enable", 400, "E0605");
  expect(nobody + "-B", "sla-enable", 400, "E1026");
  expect(nobody + "-B", "sla-change&value=should-end%3D5", 400, "E1027");
  expect("moon", "sla-enable", 500, "");
  for (const std::string& id : {workflow_wire + "@load", std::string("moon")}) {
    expect(id, "ignore", 400, "E0604");
    expect(id, "coord-rerun&type=action&scope=1", 400, "E0605");
  }
}

TEST(wrong_kind, the_right_kind_passes) {
  for (const auto& [id, action] : {std::pair{coordinator_wire, "coord-rerun&type=action&scope=1"},
                                   {workflow_wire, "rerun"},
                                   {bundle_wire, "bundle-rerun"},
                                   {bundle_wire, "rerun&coord-scope=ingest"},
                                   {bundle_wire, "rerun&date-scope=2026-01-05T00:00Z"}}) {
    world w;
    w.api->handle(request_of("PUT", "/oozie/v2/job/" + id + "?action=" + action, "", xml),
                  [](http::response) {});
    EXPECT_EQ(w.commands.calls.size(), 1U) << action;
  }
}

}  // namespace
}  // namespace foliot::testing
