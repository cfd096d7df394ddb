// A report of one workflow, which was submitted, then started, and `foliot replay` over it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/definitions.hpp"
#include "store/flog.hpp"
#include "store/tree_export.hpp"
#include "tests/store/small_engine.hpp"
#include "tools/client/replay.hpp"

namespace foliot::client {

constexpr const char* reported_xml =
    "<workflow-app xmlns='uri:oozie:workflow:0.5' name='load'><start to='end'/>"
    "<end name='end'/></workflow-app>";

struct outcome {
  int status = -1;
  std::string out;
  std::string err;
};

/// The file goes with the test.
class past_report : public ::testing::Test {
 protected:
  past_report() {
    const model::definition_text text{
        entity_kind::workflow, "file:///apps/retail", "", reported_xml, {}};
    run_.made.workflow_made = **definitions_.workflow(text);
    run_.conf = {};
    const hash128 hash = run_.define(id_.root, entity_kind::workflow, reported_xml);
    run_.workflow(id_, model::workflow_events::created{
                           hash, {}, {}, "ada", "load", "file:///apps/retail", {}, true});
    run_.workflow(id_, model::workflow_events::started{});
    write(store::encode_flog({"x", model::core_version, false}, tree(store::word_map::none())));
  }
  ~past_report() override { std::filesystem::remove(file_); }

  std::vector<kv_change> tree(store::word_map words) { return tree(id_.root, std::move(words)); }
  std::vector<kv_change> tree(job_number root, store::word_map words) {
    auto out = store::export_tree(run_.store, definitions_, root, std::move(words));
    EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().text());
    return out.ok() ? std::move(out->rows) : std::vector<kv_change>{};
  }
  void write(const std::string& bytes) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }
  outcome replay(replay_options options, bool as_json = false) {
    options.file = file_;
    outcome got;
    console to;
    to.json = as_json;
    to.out = [&](std::string_view text) { got.out += text; };
    to.err = [&](std::string_view text) { got.err += text; };
    got.status = client::replay(to, server::config{}, options);
    return got;
  }
  replay_options query(const std::string& name, const std::string& at = "") const {
    replay_options out;
    out.query = name;
    out.id = wire_;
    if (!at.empty()) out.at = at;
    return out;
  }

  const parse::cached_definitions definitions_{*time::processing_zone::parse("UTC")};
  store::engine run_;
  const entity_id id_{0, entity_kind::workflow, 0, make_job_number(1, 4), make_job_number(1, 4)};
  const std::string wire_ = run_.ids.text(id_);
  const std::string file_ = testing::TempDir() + "foliot_report_" + std::to_string(::getpid());
};

}  // namespace foliot::client
