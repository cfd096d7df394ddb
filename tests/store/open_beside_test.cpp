// Reading a database that somebody else has open.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "store/epochs.hpp"
#include "store/rocks_store.hpp"
#include "tests/store/samples.hpp"
#include "tests/store/scratch.hpp"

namespace foliot::store {
namespace {

TEST(open_beside, reads_what_is_written_and_disturbs_nobody) {
  const scratch_dir dir;
  const scratch_dir notes;
  auto engine = rocks_store::open(dir.path("store")).value();
  ASSERT_TRUE(take_epoch(*engine, "foliot", sample_time).ok());
  ASSERT_TRUE(engine->write({{table::record, "a", "1"}, {table::record, "b", "2"}}, true).ok());
  const auto beside = rocks_store::open_beside(dir.path("store"), notes.root());
  ASSERT_TRUE(beside.ok()) << beside.error().text();
  EXPECT_EQ((*beside)->get(table::record, "a").value(), "1");
  std::string seen;
  const auto note = [&](std::string_view key, std::string_view value) {
    seen.append(key).append(value);
    return true;
  };
  ASSERT_TRUE((*beside)->scan(table::record, "", "", note).ok());
  ASSERT_TRUE((*beside)->scan_back(table::record, "", "", note).ok());
  EXPECT_EQ(seen, "a1b2b2a1");
  EXPECT_TRUE(load_epochs(**beside).ok());

  // The engine goes on, and moves its files; the view stays what it was.
  ASSERT_TRUE(
      engine->write({{table::record, "a", "3"}, {table::record, "b", std::nullopt}}, true).ok());
  ASSERT_TRUE(engine->settle().ok());
  EXPECT_EQ((*beside)->get(table::record, "a").value(), "1");
  EXPECT_EQ((*beside)->get(table::record, "b").value(), "2");
  EXPECT_EQ(engine->get(table::record, "a").value(), "3");
  EXPECT_EQ((*beside)->write({{table::record, "a", "9"}}, true).error().code, errc::io);
  EXPECT_EQ(engine->get(table::record, "a").value(), "3");
}

TEST(open_beside, refuses_what_is_no_database) {
  const scratch_dir dir;
  EXPECT_EQ(rocks_store::open_beside(dir.root(), dir.root()).error().code, errc::not_found);
  EXPECT_EQ(rocks_store::open_beside(dir.path("none"), dir.root()).error().code, errc::not_found);
}

TEST(open_beside, tells_a_missing_permission_from_a_missing_database) {
  const scratch_dir dir;
  (void)rocks_store::open(dir.path("store")).value();
  std::filesystem::permissions(dir.path("store"), std::filesystem::perms::none);
  constexpr uid_t nobody = 65534;
  const bool root = ::geteuid() == 0;  // who may read everything
  const auto asked = [&](const std::string& store) {
    EXPECT_TRUE(!root || ::seteuid(nobody) == 0);
    const auto opened = rocks_store::open_beside(store, dir.path("notes"));
    EXPECT_TRUE(!root || ::seteuid(0) == 0);
    return opened ? std::string() : opened.error().text();
  };
  std::filesystem::permissions(dir.root(), std::filesystem::perms(0755));
  EXPECT_NE(asked(dir.path("store")).find("store may not be read."), std::string::npos);
  EXPECT_NE(asked(dir.path("none")).find("there is no database"), std::string::npos);
  std::filesystem::permissions(dir.root(), std::filesystem::perms::none);
  EXPECT_NE(asked(dir.path("store")).find("store may not be looked at."), std::string::npos);
  std::filesystem::permissions(dir.root(), std::filesystem::perms(0700));
  std::filesystem::permissions(dir.path("store"), std::filesystem::perms(0700));
}

}  // namespace
}  // namespace foliot::store
