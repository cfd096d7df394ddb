// What only the real store can show: the refusals at opening, and damage on disk.
#include "store/rocks_store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "store/epochs.hpp"
#include "tests/store/example_tree.hpp"
#include "tests/store/scratch.hpp"

namespace foliot::store {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<rocks_store> opened(const std::string& dir) {
  auto out = rocks_store::open(dir);
  EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().text());
  return out.ok() ? std::move(out.value()) : nullptr;
}

failure refused(const std::string& dir, const rocks_options& options = {}) {
  auto out = rocks_store::open(dir, options);
  EXPECT_FALSE(out.ok());
  return out.ok() ? failure{} : out.error();
}

TEST(rocks_store, makes_a_directory_for_its_owner_only) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  ASSERT_TRUE(opened(dir));
  struct stat about {};
  ASSERT_EQ(::stat(dir.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0700u);
}

TEST(rocks_store, refuses_to_make_what_should_be_there) {
  const scratch_dir scratch;
  const auto missing = refused(scratch.path("db"), {.create = false});
  EXPECT_EQ(missing.code, errc::not_found);
  EXPECT_EQ(missing.text(),
            "there is no database in " + scratch.path("db") + ". Check the data directory's name.");
  EXPECT_FALSE(fs::exists(scratch.path("db")));
  const auto empty = refused(scratch.root(), {.create = false});
  EXPECT_EQ(empty.code, errc::not_found);
  EXPECT_TRUE(fs::is_empty(scratch.root()));
  EXPECT_EQ(refused(scratch.path("no/such/parent")).code, errc::io);
  std::ofstream(scratch.path("file")) << "x";
  EXPECT_EQ(refused(scratch.path("file")).code, errc::io);
}

/// Another user for as long as it lives, where the test runs as root.
class as_nobody {
 public:
  as_nobody() : root_(::geteuid() == 0) {
    if (root_) {
      EXPECT_EQ(::seteuid(65534), 0);
    }
  }
  ~as_nobody() {
    if (root_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }

 private:
  bool root_;
};

TEST(rocks_store, refuses_a_directory_without_permission) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  ASSERT_TRUE(opened(dir));
  fs::permissions(scratch.root(),
                  fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  fs::permissions(dir, ::geteuid() == 0 ? fs::perms::owner_all : fs::perms::owner_read);
  const auto why = [&] {
    const as_nobody other;
    return refused(dir);
  }();
  EXPECT_EQ(why.code, errc::forbidden);
  EXPECT_EQ(why.text(), "the directory " + dir +
                            " may not be read and written. Start as the user who owns it, or give "
                            "this user read, write and search permission.");
  fs::permissions(dir, fs::perms::owner_all);
  if (::geteuid() == 0) {
    const as_nobody other;
    EXPECT_EQ(refused(scratch.path("another")).code, errc::forbidden);
  }
  EXPECT_TRUE(opened(dir));
}

TEST(rocks_store, refuses_files_without_permission) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs a second user";
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  ASSERT_TRUE(opened(dir));
  fs::permissions(scratch.root(), fs::perms::all);
  fs::permissions(dir, fs::perms::all);
  for (const auto& file : fs::directory_iterator(dir))
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const as_nobody other;
  const auto why = refused(dir);
  EXPECT_EQ(why.code, errc::forbidden) << why.text();
}

TEST(rocks_store, refuses_a_database_in_use_by_this_process) {
  const scratch_dir scratch;
  const auto first = opened(scratch.path("db"));
  const auto second = refused(scratch.path("db"));
  EXPECT_EQ(second.code, errc::locked);
  EXPECT_EQ(second.text(), "the database in " + scratch.path("db") +
                               " is in use by this process. Stop that engine first, or give this "
                               "one a data directory of its own.");
  EXPECT_TRUE(first->write({{table::record, "a", "1"}}, true).ok());
}

/// Another process that holds a database until it is told to end.
class holder {
 public:
  explicit holder(const std::string& dir) {
    std::array<int, 2> in{}, out{};
    EXPECT_EQ(::pipe2(in.data(), O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(out.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], 0);
    posix_spawn_file_actions_adddup2(&files, out[1], 1);
    std::string program = FOLIOT_STORE_EXAMPLE, what = "hold", where = dir;
    std::array<char*, 4> arguments{program.data(), what.data(), where.data(), nullptr};
    EXPECT_EQ(::posix_spawn(&pid, program.c_str(), &files, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&files);
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    std::array<char, 5> held{};
    EXPECT_EQ(::read(out[0], held.data(), held.size()), 5);
    ::close(out[0]);
  }
  ~holder() {
    ::close(to_);
    int status = 0;
    EXPECT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
  }

  pid_t pid = 0;

 private:
  int to_ = -1;
};

TEST(rocks_store, refuses_a_database_in_use_by_another_process) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  ASSERT_TRUE(opened(dir));
  {
    const holder other(dir);
    const auto why = refused(dir);
    EXPECT_EQ(why.code, errc::locked);
    EXPECT_EQ(why.sentence,
              "the database in " + dir + " is in use by process " + std::to_string(other.pid));
    EXPECT_EQ(refused(dir).code, errc::locked);  // looking did not release it
  }
  EXPECT_TRUE(opened(dir));
}

TEST(rocks_store, refuses_a_later_format) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  const std::string later(1, static_cast<char>(format_version + 1));
  ASSERT_TRUE(opened(dir)->write({{table::meta, "format", later}}, true).ok());
  const auto why = refused(dir);
  EXPECT_EQ(why.code, errc::too_new);
  EXPECT_EQ(why.text(), dir +
                            ": the database has format 3, this Foliot knows up to 2. Start the "
                            "version of Foliot that wrote it, or a later one.");
}

/// A database with the example tree: in tables when `settled`, else in the log.
void make_example(const std::string& dir, bool settled) {
  const auto store = opened(dir);
  ASSERT_TRUE(take_epoch(*store, "foliot", sample_time).ok());
  ASSERT_TRUE(store->write(example_tree(), true).ok());
  ASSERT_TRUE(store->write({{table::record, "later", "x"}}, true).ok());
  if (settled) {
    ASSERT_TRUE(store->settle().ok());
  }
}

/// All files of `dir` whose name ends like that.
std::vector<fs::path> files_like(const std::string& dir, const std::string& end) {
  std::vector<fs::path> out;
  for (const auto& file : fs::directory_iterator(dir))
    if (file.path().string().ends_with(end) && fs::file_size(file) > 0) out.push_back(file.path());
  return out;
}

void damage(const fs::path& file, uint64_t offset) {
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekg(static_cast<std::streamoff>(offset));
  const char old = static_cast<char>(bytes.get());
  bytes.seekp(static_cast<std::streamoff>(offset));
  bytes.put(static_cast<char>(old ^ 0x55));
}

TEST(rocks_store, refuses_damage_within_the_log) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  make_example(dir, false);
  const auto logs = files_like(dir, ".log");
  ASSERT_FALSE(logs.empty());
  for (const auto& log : logs) damage(log, fs::file_size(log) / 2);
  const auto why = refused(dir);
  EXPECT_EQ(why.code, errc::corrupt);
  EXPECT_NE(why.text().find("Stop the engine and restore the data directory from a copy"),
            std::string::npos);
  EXPECT_NE(why.text().find(logs[0].string() + ": dropping "), std::string::npos) << why.text();
}

TEST(rocks_store, what_stands_before_the_damage_of_a_log_can_be_read) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  make_example(dir, false);
  EXPECT_EQ(rocks_store::open_before_damage(dir).error().code, errc::not_found);
  const auto logs = files_like(dir, ".log");
  ASSERT_EQ(logs.size(), 1U);
  damage(logs[0], fs::file_size(logs[0]) / 2);
  const auto before = rocks_store::open_before_damage(dir);
  ASSERT_TRUE(before.ok()) << before.error().text();
  EXPECT_EQ(before->log.find(logs[0].string() + ": dropping "), 0U) << before->log;
  EXPECT_TRUE(before->store->get(table::meta, epoch_key(1))->has_value());
  EXPECT_FALSE(before->store->get(table::record, "later")->has_value());
  EXPECT_EQ(before->store->write({{table::record, "a", "1"}}, true).error().code, errc::io);
  // An engine does not go on with it, then or later, and whoever reads sees the same again.
  EXPECT_EQ(refused(dir).code, errc::corrupt);
  EXPECT_TRUE(rocks_store::open_before_damage(dir).ok());
}

TEST(rocks_store, a_log_cut_off_by_a_crash_loses_its_last_batch_only) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  make_example(dir, false);
  for (const auto& log : files_like(dir, ".log")) fs::resize_file(log, fs::file_size(log) - 3);
  const auto store = opened(dir);
  ASSERT_TRUE(store);
  EXPECT_FALSE(store->get(table::record, "later")->has_value());
  EXPECT_TRUE(store->get(table::record, record_key(example_bundle))->has_value());
}

TEST(rocks_store, refuses_or_reports_damage_within_tables) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  make_example(dir, true);
  for (const auto& file : files_like(dir, ".sst")) damage(file, 10);
  const auto store = rocks_store::open(dir);
  if (!store.ok()) {
    EXPECT_EQ(store.error().code, errc::corrupt);
    return;
  }
  EXPECT_EQ((*store)->get(table::record, record_key(example_bundle)).error().code, errc::corrupt);
  const auto scanned = (*store)->scan(table::record, "", "",
                                      [](std::string_view, std::string_view) { return true; });
  ASSERT_FALSE(scanned.ok());
  EXPECT_EQ(scanned.error().code, errc::corrupt);
}

TEST(rocks_store, refuses_missing_and_foreign_files) {
  const scratch_dir scratch;
  for (const std::string end : {".sst", "CURRENT", "MANIFEST"}) {
    const std::string dir = scratch.path("db" + end);
    make_example(dir, true);
    for (const auto& file : fs::directory_iterator(dir))
      if (file.path().filename().string().find(end) != std::string::npos) fs::remove(file);
    EXPECT_EQ(refused(dir).code, errc::corrupt) << end;
    EXPECT_EQ(refused(dir).code, errc::corrupt) << end << ", again";
  }
  const std::string dir = scratch.path("foreign");
  make_example(dir, true);
  std::ofstream(dir + "/CURRENT") << "MANIFEST-nonsense\n";
  EXPECT_EQ(refused(dir).code, errc::corrupt);
}

/// Files cannot grow beyond `bytes` while it lives: what a full disk is to a write.
class full_disk {
 public:
  explicit full_disk(rlim_t bytes) : old_signal_(::signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &old_), 0);
    const rlimit limit{bytes, old_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  ~full_disk() {
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &old_), 0);
    ::signal(SIGXFSZ, old_signal_);
  }

 private:
  rlimit old_{};
  sighandler_t old_signal_;
};

TEST(rocks_store, a_write_error_latches) {
  const scratch_dir scratch;
  const std::string dir = scratch.path("db");
  {
    const auto store = opened(dir);
    ASSERT_TRUE(store->write({{table::record, "before", "1"}}, true).ok());
    {
      const full_disk limit(256 << 10);
      const std::string large(1 << 20, 'x');
      const auto failed = store->write({{table::record, "large", large}}, true);
      ASSERT_FALSE(failed.ok());
      EXPECT_EQ(failed.error().code, errc::io);
      EXPECT_NE(failed.error().text().find("the database in " + dir + " cannot be used: "),
                std::string::npos);
    }
    const auto after =
        store->write({{table::record, "after", "1"}}, true);  // the disk has room now
    ASSERT_FALSE(after.ok());
    EXPECT_EQ(after.error().code, errc::io);
    EXPECT_FALSE(store->get(table::record, "large")->has_value());
    EXPECT_FALSE(store->get(table::record, "after")->has_value());
    EXPECT_TRUE(store->get(table::record, "before")->has_value());
  }
  const auto again = opened(dir);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->get(table::record, "before")->has_value());
  EXPECT_FALSE(again->get(table::record, "after")->has_value());
  EXPECT_TRUE(again->write({{table::record, "after", "1"}}, true).ok());
}

TEST(rocks_store, measures_its_tables) {
  const scratch_dir scratch;
  const auto store = opened(scratch.path("db"));
  EXPECT_EQ(store->bytes_on_disk(table::record), 0u);
  ASSERT_TRUE(store->write({{table::record, "a", std::string(10'000, 'x')}}, true).ok());
  ASSERT_TRUE(store->settle().ok());
  EXPECT_GT(store->bytes_on_disk(table::record), 0u);
}

}  // namespace
}  // namespace foliot::store
