// foliot-run-as, called by hand with everything that it must not believe.
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/exec/run_as_fixture.hpp"

namespace foliot::exec {
namespace {

/// Every refusal here is one of the program alone: no sudo is in between.
class run_as_by_hand : public run_as_users {
 protected:
  void SetUp() override {
    run_as_users::SetUp();
    if (IsSkipped()) return;
    client_.reset();
    std::filesystem::create_directories(data_ + "/runs");
    ::chmod((data_ + "/runs").c_str(), 0700);
  }

  /// Its standard error, with the exit status in front. `caller` is SUDO_UID; "-" for none.
  std::string call(const std::string& words, const std::string& caller = "0",
                   const std::string& before = "") const {
    const std::string said = base_ + "/said";
    const std::string line = "cd / && " + before + " env -i " +
                             (caller == "-" ? "" : "SUDO_UID=" + caller + " ") + program_ + " " +
                             words + " > " + base_ + "/out 2> " + said +
                             " < /dev/null; echo $? >> " + said;
    const int status = run_line(line);
    EXPECT_EQ(status, 0) << line;
    return read(said);
  }

  static int run_line(const std::string& line, int in = 0) {
    const char* words[] = {"sh", "-c", line.c_str(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in, 0);
    pid_t pid = 0;
    const int error =
        ::posix_spawn(&pid, "/bin/sh", &actions, nullptr, const_cast<char**>(words), ::environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return -1;
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status;
  }

  launch_order order_of(const std::string& name) const {
    launch_order out;
    out.data_directory = data_;
    out.unpacker = base_ + "/bin/foliot-unpack";
    out.way = {"/usr/bin/sudo", program_, base_ + "/work"};
    out.spec.name = name;
    out.spec.user = "daemon";
    out.spec.program = "sh";
    out.spec.arguments = {"-c", "echo ran > " + base_ + "/ran"};
    out.spec.output_file = "out";
    out.spec.output_bytes_max = 10;
    return out;
  }

  void write_order(const std::string& name, const std::string& text) const {
    std::filesystem::remove(run_path(order_name(name)));
    write(run_path(order_name(name)), text);
    ::chmod(run_path(order_name(name)).c_str(), 0600);
  }

  /// A claim that names a group, as a launcher writes it.
  void write_claim(const std::string& name, const std::string& group, int64_t pid) const {
    pid_record record{pid, 1, boot_id(), group, 0, "daemon"};
    write(run_path(claim_name(name)), encode(record));
    ::chmod(run_path(claim_name(name)).c_str(), 0600);
  }

  void expect_refused(const std::string& words, const std::string& why,
                      const std::string& caller = "0") const {
    const std::string said = call(words, caller);
    EXPECT_TRUE(said.ends_with("1\n")) << words << ": " << said;
    EXPECT_NE(said.find(why), std::string::npos) << words << ": " << said;
    EXPECT_FALSE(std::filesystem::exists(base_ + "/ran"));
  }
};

TEST_F(run_as_by_hand, takes_no_words_but_its_own) {
  for (const char* words :
       {"", "start", "start a b", "check a", "run a", "start ../a", "start ''", "start .a",
        "start a/b", "end /etc/passwd", "clean ..", "read .", "-h", "--help", "start 'a\nb'"})
    expect_refused(words, "usage");
  expect_refused("start " + std::string(201, 'a'), "usage");
}

TEST_F(run_as_by_hand, works_for_the_engines_user_through_sudo_alone) {
  EXPECT_EQ(call("check"), "0\n");
  EXPECT_EQ(read(base_ + "/out"), "data " + data_ + "\nwork " + base_ + "/work\n");
  for (const char* caller : {"-", "1", "65534", "''", "x", "-1", "'0 '", "4294967296"})
    expect_refused("check", "only sudo starts this program", caller);
  const std::string said = call("check", "0", "setpriv --reuid=1 --regid=1 --clear-groups");
  EXPECT_NE(said.find("only root"), std::string::npos) << said;
}

TEST_F(run_as_by_hand, believes_rules_that_are_roots_alone) {
  const std::string rules = base_ + "/bin/run-as.conf";
  for (const mode_t mode : {0664, 0646}) {
    ::chmod(rules.c_str(), mode);
    expect_refused("check", "can be written by others");
  }
  ::chmod(rules.c_str(), 0644);
  EXPECT_EQ(::chown(rules.c_str(), 1, 1), 0);
  expect_refused("check", "belongs to the user number 1");
  EXPECT_EQ(::chown(rules.c_str(), 0, 0), 0);
  ::chmod((base_ + "/bin").c_str(), 0777);
  expect_refused("check", "is not root's alone");
  ::chmod((base_ + "/bin").c_str(), 0755);
  EXPECT_EQ(::chown(base_.c_str(), 1, 1), 0);
  expect_refused("check", "is not root's alone");
  EXPECT_EQ(::chown(base_.c_str(), 0, 0), 0);
  std::filesystem::rename(rules, base_ + "/other");
  std::filesystem::create_symlink(base_ + "/other", rules);
  expect_refused("check", "no plain file");
  std::filesystem::remove(rules);
  expect_refused("check", "cannot open");
  write(rules, "nonsense\n");
  expect_refused("check", "no rule");
  write(rules, std::string(100'000, '#'));
  expect_refused("check", "");
}

TEST_F(run_as_by_hand, puts_work_directories_where_nobody_but_root_can_move_them) {
  const std::string work = base_ + "/work";
  ::chmod(work.c_str(), 0777);
  expect_refused("check", "can be written by others");
  ::chmod(work.c_str(), 0700);
  expect_refused("check", "cannot be passed");
  ::chmod(work.c_str(), 0711);
  EXPECT_EQ(::chown(work.c_str(), 1, 1), 0);
  expect_refused("check", "belongs to");
  expect_refused("clean a", "belongs to");
  EXPECT_EQ(::chown(work.c_str(), 0, 0), 0);
  std::filesystem::rename(work, base_ + "/elsewhere");
  std::filesystem::create_directory_symlink(base_ + "/elsewhere", work);
  expect_refused("check", "");
}

TEST_F(run_as_by_hand, reads_orders_that_only_the_engine_can_have_written) {
  const std::string file = run_path(order_name("a"));
  const std::string good = encode(order_of("a"));
  expect_refused("read a", "cannot open a.order");
  write_order("a", good);
  EXPECT_NE(call("read a").find("0\n"), std::string::npos) << "nothing is there to be read";
  EXPECT_EQ(::chown(file.c_str(), 1, 1), 0);
  expect_refused("read a", "belongs to the user number 1");
  EXPECT_EQ(::chown(file.c_str(), 0, 0), 0);
  ::chmod(file.c_str(), 0660);
  expect_refused("read a", "can be written by others");
  ::chmod(file.c_str(), 0600);
  std::filesystem::create_hard_link(file, base_ + "/second");
  expect_refused("read a", "second name");
  std::filesystem::remove(base_ + "/second");
  std::filesystem::rename(file, base_ + "/moved");
  std::filesystem::create_symlink(base_ + "/moved", file);
  expect_refused("read a", "is a link");
  std::filesystem::remove(file);
  EXPECT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_refused("read a", "no plain file");
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  expect_refused("read a", "no plain file");
  std::filesystem::remove(file);
  write_order("a", encode(order_of("b")));
  expect_refused("read a", "another run");
  write_order("a", good + "x");
  expect_refused("read a", "not as an engine writes it");
  write_order("a", "");
  expect_refused("read a", "not complete");
  write_order("a", good);
  ::chmod(data_.c_str(), 0777);
  expect_refused("read a", "can be written by others");
  ::chmod(data_.c_str(), 0755);
  EXPECT_EQ(::chown((data_ + "/runs").c_str(), 1, 1), 0);
  expect_refused("read a", "belongs to");
}

TEST_F(run_as_by_hand, starts_nothing_outside_of_the_runs_control_group) {
  write_order("a", encode(order_of("a")));
  expect_refused("start a", "a.claim");
  for (const std::string& group :
       {std::string{}, group_ + "/run-1-2-a", std::string{"/sys/fs/cgroup/run-1-2-a"},
        own_group(slurp_file("/proc/self/mounts"), slurp_file("/proc/self/cgroup"))}) {
    write_claim("a", group, ::getpid());
    expect_refused("start a", "not in its control group");
  }
  EXPECT_FALSE(std::filesystem::exists(work("a")));
}

TEST_F(run_as_by_hand, speaks_to_a_launcher_alone_and_gives_no_file_away) {
  launch_order order = order_of("a");
  order.spec.arguments = {"-c", "id -u"};
  write_order("a", encode(order));
  const std::string group = group_ + "/run-1-2-a";
  std::filesystem::create_directory(group);
  write_claim("a", group, ::getpid());
  // Its standard input is /dev/null, then a socket of another kind, then one as a launcher's.
  const std::string moved = "echo $$ > " + group + "/cgroup.procs && ";
  EXPECT_NE(call("start a", "0", moved).find("no socket of a launcher"), std::string::npos);
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET}) {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends), 0);
    const unique_fd ours{ends[0]};
    const unique_fd theirs{ends[1]};
    const std::string file = path("kept");
    write(file, "");
    EXPECT_EQ(run_line("cd / && " + moved + "exec env -i SUDO_UID=0 " + program_ + " start a > " +
                           file + " 2>> " + file,
                       theirs.get()) != 0,
              type == SOCK_STREAM);
    struct stat facts {};
    ASSERT_EQ(::stat(file.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_uid, 0U) << "it is the program's output, not its file";
    EXPECT_EQ(read(file) == "1\n", type == SOCK_SEQPACKET) << read(file);
  }
  EXPECT_EQ(call("clean a"), "0\n");
  EXPECT_FALSE(std::filesystem::exists(work("a")));
  EXPECT_EQ(::rmdir(group.c_str()), 0);
}

TEST_F(run_as_by_hand, signals_nobody_outside_of_the_runs_control_group) {
  // A child of this very process, which an engine could name as that of a run.
  const char* words[] = {"sleep", "1000", nullptr};
  pid_t pid = 0;
  ASSERT_EQ(::posix_spawn(&pid, "/bin/sleep", nullptr, nullptr, const_cast<char**>(words), nullptr),
            0);
  const std::string outside = base_ + "/run-1-2-a";
  std::filesystem::create_directory(outside);
  write(outside + "/cgroup.procs", std::to_string(pid) + "\n");
  write_claim("a", outside, ::getpid());
  expect_refused("end a", "is no control group");
  write_claim("a", group_ + "/run-1-2-b", ::getpid());
  expect_refused("end a", "has no control group");
  const std::string theirs = group_ + "/run-1-2-a";
  std::filesystem::create_directory(theirs);
  write_claim("a", theirs, ::getpid());
  EXPECT_EQ(call("end a"), "0\n") << "an empty group";
  EXPECT_TRUE(exists(pid));
  // Of a member only the program is meant, not what it started.
  write(theirs + "/cgroup.procs", std::to_string(pid));
  write_claim("a", theirs, 1);  // a parent that it does not have, and that is no member
  EXPECT_EQ(call("end a"), "0\n");
  EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), 0);
  write_claim("a", theirs, ::getpid());
  EXPECT_EQ(call("end a"), "0\n");
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  ::rmdir(theirs.c_str());
}

TEST_F(run_as_by_hand, deletes_nothing_but_a_users_work_directory) {
  EXPECT_EQ(call("clean a"), "0\n") << "there is none";
  // Root's own, with something in it, is no run's.
  std::filesystem::create_directory(work("a"));
  write(work("a") + "/file", "kept");
  expect_refused("clean a", "cannot delete the work directory");
  EXPECT_EQ(read(work("a") + "/file"), "kept");
  // A file of root's in a user's directory goes, as the user may delete it; a tree of root's stays.
  EXPECT_EQ(::chown(work("a").c_str(), 1, 1), 0);
  std::filesystem::create_directory(work("a") + "/roots");
  write(work("a") + "/roots/file", "kept");
  expect_refused("clean a", "cannot be deleted");
  EXPECT_FALSE(std::filesystem::exists(work("a") + "/file"));
  EXPECT_EQ(read(work("a") + "/roots/file"), "kept");
  // A link in the place of a directory is not followed.
  std::filesystem::create_directory(path("elsewhere"));
  write(path("elsewhere/file"), "kept");
  EXPECT_EQ(::chown(path("elsewhere").c_str(), 1, 1), 0);
  std::filesystem::create_directory_symlink(path("elsewhere"), work("b"));
  expect_refused("clean b", "cannot open the work directory");
  EXPECT_EQ(read(path("elsewhere/file")), "kept");
  // Of a user below the least number.
  write_rules("daemon", 2);
  expect_refused("clean a", "run_as_uid_min");
}

TEST_F(run_as_by_hand, an_engine_does_not_start_with_one_that_others_can_write) {
  EXPECT_TRUE(open_run_as(program_, data_, group_));
  EXPECT_FALSE(open_run_as(program_, data_, ""));
  EXPECT_FALSE(open_run_as(program_, data_, base_));
  const auto other = open_run_as(program_, data_ + "2", group_);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().sentence.find("serves the data directory"), std::string::npos);
  ::chmod(program_.c_str(), 0775);
  EXPECT_FALSE(open_run_as(program_, data_, group_));
  ::chmod(program_.c_str(), 0755);
  std::filesystem::remove(base_ + "/bin/run-as.conf");
  const auto without = open_run_as(program_, data_, group_);
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().text().find("ALL=(root) NOPASSWD: " + program_), std::string::npos)
      << without.error().text();
}

}  // namespace
}  // namespace foliot::exec
