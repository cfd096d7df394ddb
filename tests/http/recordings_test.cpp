// Bulk queries and look-ups by external id recorded with a real Oozie 5.2.1: status, code and
// members of the answers must be the same over jobs that have the same names.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/http/world.hpp"
#include "tests/recordings.hpp"

namespace foliot::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The recorded session's bundles "two-x" and "mixed", the latter with a KILLED action.
void add_bundles(world& w) {
  std::get<model::bundle_record>(w.reader.records[bundle_id]).name = "mixed";
  std::get<model::coordinator_record>(w.reader.records[coordinator_id]).name = "bad";
  std::get<model::action_record>(w.reader.records[action_of(coordinator_id, 2)]).state =
      model::status::killed;
  auto other = std::get<model::bundle_record>(w.reader.records[bundle_id]);
  other.name = "two-x";
  const job_number job = make_job_number(1, 3);
  w.reader.records[{0, entity_kind::bundle, 0, job, job}] = other;
}

std::set<std::string> members(const json& object) {
  std::set<std::string> out;
  for (const auto& [name, value] : object.items()) out.insert(name);
  return out;
}

void compare_bodies(const std::string& name, const json& ours, const json& theirs) {
  EXPECT_EQ(members(ours), members(theirs)) << name;
  if (!theirs.contains("bulkresponses")) return;
  EXPECT_EQ(ours.at("offset"), theirs.at("offset")) << name;
  EXPECT_EQ(ours.at("len"), theirs.at("len")) << name;
  if (ours["bulkresponses"].empty() || theirs["bulkresponses"].empty()) return;
  const json& our_row = ours["bulkresponses"][0];
  const json& their_row = theirs["bulkresponses"][0];
  EXPECT_EQ(members(our_row), members(their_row)) << name;
  for (const auto& [part, content] : their_row.items()) {
    EXPECT_EQ(members(our_row.at(part)), members(content)) << name << ": " << part;
    for (const auto& [key, value] : content.items()) {
      if (!value.is_null() || key.find("error") != std::string::npos) continue;
      EXPECT_TRUE(our_row.at(part).at(key).is_null()) << name << ": " << part << "." << key;
    }
  }
}

TEST(recordings, bulk_queries_and_external_ids_are_answered_alike) {
  if (!fs::exists(recordings())) GTEST_SKIP() << "the recordings are not here";
  size_t seen = 0;
  for (const char* area : {"jobs", "wf"}) {
    std::ifstream in(recordings() / "a" / (std::string(area) + ".jsonl"));
    for (std::string line; std::getline(in, line);) {
      const json step = json::parse(line);
      if (!step.contains("request") || step["request"]["method"] != "GET") continue;
      const std::string path = step["request"]["path"];
      const std::string name = step["name"];
      const bool external = path.find("?external-id=") != std::string::npos;
      // In version 0 a bulk query is a list of workflows; ids are the recorded server's own.
      if (!external && path.find("jobs?bulk=") == std::string::npos) continue;
      if (path.starts_with("/v0/jobs?bulk") || path.find("-oracle-") != std::string::npos) continue;
      world w;
      add_bundles(w);
      w.reader.externals.emplace(std::pair{"ext-1", "root"}, workflow_id);
      const http::response out = w.ask("GET", "/oozie" + path);
      const json& theirs = step["response"];
      EXPECT_EQ(out.status, theirs["status"]) << name;
      EXPECT_EQ(http::find_header(out.headers, "oozie-error-code").value_or(""),
                theirs["headers"].value("oozie-error-code", std::string()))
          << name;
      compare_bodies(name, json::parse(out.body), json::parse(theirs["body"].get<std::string>()));
      ++seen;
    }
  }
  EXPECT_GE(seen, 20U);
}

}  // namespace
}  // namespace foliot::testing
