// `foliot replay` and `foliot export` over a data directory on disk, and the index beside it.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "store/keys.hpp"
#include "store/rocks_store.hpp"
#include "store/step_batch.hpp"
#include "store/tree_export.hpp"
#include "tests/tools/past_report.hpp"
#include "tools/client/export.hpp"
#include "tools/client/replay.hpp"
#include "tools/client/replay_index.hpp"
#include "tools/client/stored.hpp"

namespace foliot::client {
namespace {

/// A data directory with the story in it.
class past_on_disk : public past_report {
 protected:
  past_on_disk() {
    const std::string store = data_ + "/store";
    std::filesystem::create_directories(store);
    auto made = store::rocks_store::open(store);
    EXPECT_TRUE(made.ok());
    kv_batch rows;
    for (const kv_change& row : tree(store::word_map::none())) rows.add(row);
    EXPECT_TRUE((*made)->write(rows, true).ok());
    settings_.data = data_;
  }
  ~past_on_disk() override { std::filesystem::remove_all(data_); }

  /// Its last entry has a number from which on journals have an index.
  void make_it_long() {
    auto made = store::rocks_store::open(data_ + "/store");
    const std::string first = store::journal_key(0, id_.root, 2);
    const auto entry = (*made)->get(table::journal, first).value();
    kv_batch rows;
    rows.erase(table::journal, first);
    rows.put(table::journal, store::journal_key(0, id_.root, index_from_entries), *entry);
    rows.add(store::sequence_change(0, index_from_entries));
    EXPECT_TRUE((*made)->write(rows, true).ok());
  }
  /// What `replay` says of its index in `dir`.
  std::string told_with_index(const std::string& dir) {
    replay_options options = query("info");
    options.index = dir;
    std::string out;
    console to;
    to.out = [](std::string_view) {};
    to.err = [&](std::string_view text) { out += text; };
    EXPECT_EQ(client::replay(to, settings_, options), exit_good) << out;
    return out;
  }

  int exported() { return exported(file_); }
  int exported(const std::string& file) {
    err_.clear();
    console to;
    to.out = [](std::string_view) {};
    to.err = [&](std::string_view text) { err_ += text; };
    return export_tree(to, settings_, {wire_, true, false, file});
  }

  /// The files of its database whose names end so.
  std::vector<std::string> files(const std::string& end) const {
    std::vector<std::string> out;
    for (const auto& file : std::filesystem::directory_iterator(data_ + "/store"))
      if (file.path().string().ends_with(end)) out.push_back(file.path().string());
    return out;
  }
  static void damage(const std::string& file, uint64_t offset) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(offset));
    const char old = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(offset));
    bytes.put(static_cast<char>(old ^ 1));
  }
  /// What replay of the data directory says.
  outcome replay_data(const replay_options& options) {
    outcome out;
    console to;
    to.out = [&](std::string_view text) { out.out += text; };
    to.err = [&](std::string_view text) { out.err += text; };
    out.status = client::replay(to, settings_, options);
    return out;
  }

  const std::string data_ = testing::TempDir() + "foliot_past_data_" + std::to_string(::getpid());
  server::config settings_;
  std::string err_;
};

TEST_F(past_on_disk, whatever_table_is_damaged_lists_show_the_rest) {
  ASSERT_TRUE((*store::rocks_store::open(data_ + "/store"))->settle().ok());
  replay_options verified;
  verified.verify = true;
  replay_options listed = query("list");
  listed.id.clear();
  ASSERT_EQ(replay_data(verified).status, exit_good);
  const auto tables = files(".sst");
  ASSERT_GE(tables.size(), 8U);
  size_t shown = 0;
  size_t whole = 0;
  for (const std::string& table : tables) {
    damage(table, 10);
    const outcome all = replay_data(verified);
    EXPECT_EQ(all.status, exit_failed) << table << all.out;
    EXPECT_NE((all.out + all.err).find(std::filesystem::path(table).filename()), std::string::npos)
        << all.out << all.err;
    const outcome list = replay_data(listed);
    const bool found = list.out.find(wire_) != std::string::npos;
    shown += found ? 1 : 0;
    EXPECT_TRUE(found || !list.err.empty()) << table;
    const outcome step = replay_data(query("step"));
    EXPECT_TRUE(step.status == exit_good || !found) << table << step.err;
    err_.clear();
    whole += exported() == exit_good ? 1 : 0;
    for (const std::string& text : {all.out, all.err, list.out, list.err, step.err, err_})
      EXPECT_EQ(text.find("Stop the engine"), std::string::npos) << text;
    damage(table, 10);  // as it was
  }
  // Not without epochs, which ids are made of, nor entries, nor the definition that they go by.
  EXPECT_EQ(shown, tables.size() - 3);
  EXPECT_EQ(whole, shown - 1);  // a report holds the records too
}

TEST_F(past_on_disk, what_stands_before_the_damage_of_a_log_is_shown) {
  {
    auto made = store::rocks_store::open(data_ + "/store");
    kv_batch rows;
    for (int i = 0; i < 100; ++i) rows.put(table::definition, std::to_string(i), "behind");
    ASSERT_TRUE((*made)->write(rows, true).ok());
    ASSERT_TRUE((*made)->settle().ok());
    ASSERT_TRUE((*made)->write({{table::definition, "a", "1"}}, true).ok());
    ASSERT_TRUE((*made)->write({{table::definition, "b", "2"}}, true).ok());
  }
  std::string log;
  for (const std::string& file : files(".log"))
    if (std::filesystem::file_size(file) != 0) log = file;
  damage(log, 20);
  replay_options verified;
  verified.verify = true;
  for (const bool live : {false, true}) {
    verified.live = live;
    const outcome got = replay_data(verified);
    EXPECT_EQ(got.status, exit_failed);
    EXPECT_EQ(got.out, "2 journal entries of 1 trees\n1 records, 0 differ\n");
    EXPECT_EQ(got.err.find("foliot: a log of the database is damaged: " + log + ": dropping "), 0U)
        << got.err;
    EXPECT_NE(got.err.find("What was written before that is read, up to journal entry 2; what was "
                           "written later is lost\n"),
              std::string::npos)
        << got.err;
  }
}

TEST_F(past_on_disk, a_database_without_any_log_is_told) {
  ASSERT_TRUE((*store::rocks_store::open(data_ + "/store"))->settle().ok());
  for (const std::string& file : files(".log")) std::filesystem::remove(file);
  replay_options verified;
  verified.verify = true;
  const outcome got = replay_data(verified);
  EXPECT_EQ(got.status, exit_failed);
  EXPECT_NE(got.err.find(" has no log: "), std::string::npos) << got.err;
}

TEST_F(past_on_disk, a_reader_beside_an_engine_keeps_no_notes) {
  const std::string notes = data_ + "/notes";
  std::filesystem::create_directory(notes);
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", notes.c_str(), 1);
  const auto opened = open_data(console(), data_, true);
  EXPECT_TRUE(std::filesystem::is_empty(notes));  // while it is open
  ::setenv("TMPDIR", (notes + "/none").c_str(), 1);
  const auto without = open_data(console(), data_, true);
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  const std::string key = store::journal_key(0, id_.root, 1);
  EXPECT_TRUE(opened->store().get(table::journal, key).value().has_value());
  ASSERT_FALSE(without.ok());
  EXPECT_NE(without.error().remedy.find("TMPDIR"), std::string::npos) << without.error().text();
}

TEST_F(past_on_disk, an_index_is_for_who_asks_alone) {
  make_it_long();
  const std::string dir = data_ + "/index";
  std::filesystem::create_directory(dir);
  std::filesystem::permissions(dir, std::filesystem::perms(0755));
  std::string told = told_with_index(dir);
  EXPECT_NE(told.find("other users may look into the directory " + dir), std::string::npos) << told;
  EXPECT_NE(told.find("the journal is read over"), std::string::npos) << told;
  EXPECT_TRUE(std::filesystem::is_empty(dir));
  std::filesystem::permissions(dir, std::filesystem::perms(0700));
  EXPECT_NE(told_with_index(dir).find("is made"), std::string::npos);
  EXPECT_EQ(told_with_index(dir), "");
}

TEST_F(past_on_disk, an_index_in_use_or_damaged_has_its_own_remedy) {
  make_it_long();
  const std::string dir = data_ + "/index";
  EXPECT_NE(told_with_index(dir).find("is made"), std::string::npos);
  {
    const auto other = store::rocks_store::open(dir);
    ASSERT_TRUE(other.ok());
    const std::string told = told_with_index(dir);
    EXPECT_NE(told.find("another replay reads or makes it. Ask again"), std::string::npos) << told;
    EXPECT_NE(told.find("the journal is read over"), std::string::npos) << told;
  }
  std::filesystem::remove(dir + "/CURRENT");
  const std::string told = told_with_index(dir);
  EXPECT_NE(told.find("Delete " + dir + " and ask again, or ask with --no-index"),
            std::string::npos)
      << told;
  EXPECT_EQ(told.find("Stop"), std::string::npos) << told;
}

TEST_F(past_on_disk, a_report_is_for_nobody_else) {
  std::filesystem::remove(file_);
  ASSERT_EQ(exported(), exit_good) << err_;
  struct stat about {};
  ASSERT_EQ(::stat(file_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600U);
  EXPECT_GT(about.st_size, 0);
}

TEST_F(past_on_disk, a_report_takes_the_place_of_an_older_one) {
  write("older");
  std::filesystem::permissions(file_, std::filesystem::perms(0644));
  const std::string link = file_ + ".link";
  std::filesystem::create_symlink(file_, link);
  ASSERT_EQ(exported(link), exit_good) << err_;
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  std::filesystem::remove(link);
  EXPECT_EQ(std::filesystem::status(file_).permissions(), std::filesystem::perms(0600));
  replay_options options;
  options.verify = true;
  EXPECT_EQ(replay(options).status, 0);
}

TEST_F(past_on_disk, the_database_of_another_user_is_not_written_to) {
  constexpr uid_t other = 65534;
  if (::chown((data_ + "/store").c_str(), other, other) != 0) GTEST_SKIP() << "needs root";
  EXPECT_EQ(exported(), exit_failed);
  EXPECT_NE(err_.find("belongs to another user"), std::string::npos) << err_;
  EXPECT_TRUE(open_data(console(), data_, true).ok());
}

}  // namespace
}  // namespace foliot::client
