// Journals of engines in another processing zone than the reader's.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <string>

#include "parse/definitions.hpp"
#include "store/rocks_store.hpp"
#include "store/tree_export.hpp"
#include "store/zone_row.hpp"
#include "tests/tools/past_report.hpp"
#include "tools/client/export.hpp"
#include "tools/client/replay.hpp"
#include "tools/client/zone_hint.hpp"

namespace foliot::client {
namespace {

/// A coordinator of an engine in India, as its data directory has it.
class past_in_another_zone : public past_report {
 protected:
  static constexpr const char* india = "GMT+0530";
  past_in_another_zone() {
    std::filesystem::create_directories(data_ + "/store");
    settings_.data = data_;
    const parse::cached_definitions there{*time::processing_zone::parse(india)};
    const entity_id id{0, entity_kind::coordinator, 0, make_job_number(1, 7),
                       make_job_number(1, 7)};
    const std::string xml =
        "<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='daily' "
        "frequency='${coord:days(1)}' start='2026-01-01T00:00+0530' end='2026-01-03T00:00+0530' "
        "timezone='UTC'><action><workflow><app-path>/apps/load</app-path></workflow></action>"
        "</coordinator-app>";
    const model::definition_text text{entity_kind::coordinator, "file:///apps/daily", "", xml, {}};
    const auto made = there.coordinator(text);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    run_.made.coordinator_made = **made;
    const hash128 hash = run_.define(id.root, entity_kind::coordinator, xml);
    run_.coordinator(
        id, model::coordinator_events::created{hash, "ada", "daily", "file:///apps/daily"});
    wire_here_ = run_.ids.text(id);
    const auto tree = store::export_tree(run_.store, there, id.root, store::word_map::none());
    EXPECT_TRUE(tree.ok()) << (tree.ok() ? "" : tree.error().text());
    kv_batch rows;
    for (const kv_change& row : tree->rows) rows.add(row);
    EXPECT_TRUE(store::rocks_store::open(data_ + "/store").value()->write(rows, true).ok());
  }
  ~past_in_another_zone() override { std::filesystem::remove_all(data_); }

  outcome ask(const std::string& file, const replay_options& of, const char* zone) {
    outcome got;
    console to;
    to.out = [&](std::string_view text) { got.out += text; };
    to.err = [&](std::string_view text) { got.err += text; };
    replay_options options = of;
    options.file = file;
    settings_.processing_timezone = zone;
    got.status = client::replay(to, settings_, options);
    return got;
  }
  int exported_in(const char* zone) {
    err_.clear();
    console to;
    to.out = [](std::string_view) {};
    to.err = [&](std::string_view text) { err_ += text; };
    settings_.processing_timezone = zone;
    return export_tree(to, settings_, {wire_here_, true, false, file_});
  }

  const std::string data_ = testing::TempDir() + "foliot_zone_data_" + std::to_string(::getpid());
  server::config settings_;
  std::string err_;
  std::string wire_here_;
};

TEST_F(past_in_another_zone, a_report_folds_everywhere) {
  ASSERT_EQ(exported_in(india), exit_good) << err_;
  EXPECT_EQ(err_.find("do not fold"), std::string::npos) << err_;
  replay_options options;
  options.verify = true;
  const outcome got = ask(file_, options, "UTC");
  EXPECT_EQ(got.status, exit_good) << got.out << got.err;
  EXPECT_NE(got.out.find("1 records, 0 differ"), std::string::npos) << got.out;
  const outcome info = ask(file_, query("list"), "UTC");
  EXPECT_EQ(info.status, exit_good) << info.err;
  options.verify = false;
  options.scenario = true;
  EXPECT_NE(ask(file_, options, "UTC").err.find("in the processing zone UTC only"),
            std::string::npos);
}

TEST_F(past_in_another_zone, who_reads_in_the_wrong_one_is_told) {
  const std::string hint =
      "was the engine started with another processing_timezone than UTC? Give "
      "the same: --set processing_timezone=GMT+0530";
  replay_options options;
  options.verify = true;
  const outcome wrong = ask("", options, "UTC");
  EXPECT_EQ(wrong.status, exit_failed);
  EXPECT_NE(wrong.err.find(hint), std::string::npos) << wrong.out << wrong.err;
  const outcome right = ask("", options, india);
  EXPECT_EQ(right.status, exit_good) << right.out;
  EXPECT_EQ(right.err, "");
  ASSERT_EQ(exported_in("UTC"), exit_good);
  EXPECT_NE(err_.find(hint), std::string::npos) << err_;
}

TEST_F(past_in_another_zone, what_the_engine_kept_is_used) {
  {
    auto kept = store::rocks_store::open(data_ + "/store").value();
    ASSERT_TRUE(store::keep_zone(*kept, *time::processing_zone::parse(india)).ok());
  }
  replay_options options;
  options.verify = true;
  const outcome got = ask("", options, "UTC");
  EXPECT_EQ(got.status, exit_good) << got.out;
  EXPECT_EQ(got.err, "");
  ASSERT_EQ(exported_in("UTC"), exit_good);
  EXPECT_EQ(err_.find("processing_timezone"), std::string::npos) << err_;
  EXPECT_EQ(ask(file_, options, "UTC").status, exit_good);
}

TEST(zone_hint, speaks_of_datetimes_of_other_zones_only) {
  const auto utc = *time::processing_zone::parse("UTC");
  const auto india = *time::processing_zone::parse("GMT+0530");
  const std::string behind = "' is no datetime";
  EXPECT_NE(zone_hint("x: '2026-01-01T00:00Z" + behind, india).find("timezone=UTC"),
            std::string::npos);
  EXPECT_NE(zone_hint("'2026-01-01T00:00-0800" + behind + ".", utc).find("timezone=GMT-0800"),
            std::string::npos);
  for (const std::string& text : std::initializer_list<std::string>{
           "'2026-01-01T00:00Z" + behind, "'2026-13-01T00:00+0530" + behind, "'+0530" + behind,
           "2026-01-01T00:00+0530" + behind, behind, "'" + behind, "",
           "'2026-01-01T00:00+0530' is late", "'2026-01-01T00:00+9999" + behind})
    EXPECT_EQ(zone_hint(text, utc), "") << text;
}

}  // namespace
}  // namespace foliot::client
