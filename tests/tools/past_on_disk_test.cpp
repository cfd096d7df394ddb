// `foliot replay` and `foliot export` over a data directory on disk, and the index beside it.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "store/rocks_store.hpp"
#include "store/tree_export.hpp"
#include "tests/tools/past_report.hpp"
#include "tools/client/export.hpp"
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

  int exported() { return exported(file_); }
  int exported(const std::string& file) {
    err_.clear();
    console to;
    to.out = [](std::string_view) {};
    to.err = [&](std::string_view text) { err_ += text; };
    return export_tree(to, settings_, {wire_, true, false, file});
  }

  const std::string data_ = testing::TempDir() + "foliot_past_data_" + std::to_string(::getpid());
  server::config settings_;
  std::string err_;
};

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
  EXPECT_TRUE(open_data(data_, true).ok());
}

}  // namespace
}  // namespace foliot::client
