// Control groups: on a tree of plain files that looks like one, and on the kernel's where this user
// may make groups.
#include "exec/run_groups.hpp"

#include "exec/launch_group.hpp"
#include "exec/launch_limits.hpp"
#include "exec/launch_tree.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;

TEST(own_group, is_where_the_kernel_says) {
  const std::string mounts =
      "proc /proc proc rw 0 0\ncgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n"
      "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
  EXPECT_EQ(own_group(mounts, "0::/system.slice/foliot.service\n"),
            "/sys/fs/cgroup/system.slice/foliot.service");
  EXPECT_EQ(own_group(mounts, "3:cpu:/x\n0::/\n"), "/sys/fs/cgroup");
  EXPECT_EQ(own_group(mounts, "3:cpu:/x\n"), "");
  EXPECT_EQ(own_group(mounts, "0::/../other\n"), "");
  EXPECT_EQ(own_group("proc /proc proc rw 0 0\n", "0::/\n"), "");
  EXPECT_EQ(own_group("", ""), "");
  EXPECT_EQ(own_group("c /sys/a\\040b cgroup2 rw 0 0\n", "0::/\n"), "");
}

/// Directories with the files that the kernel would have made.
class fake_groups : public run_fixture {
 protected:
  void SetUp() override {
    run_fixture::SetUp();
    parent_ = base_ + "/group";
    fs::create_directory(parent_);
    write(parent_ + "/cgroup.controllers", "cpuset cpu io memory pids\n");
    write(parent_ + "/cgroup.subtree_control", "");
    root_ = parent_ + "/runs";
    make_root("memory pids cpu\n");
  }

  void make_root(const std::string& controllers) const {
    fs::create_directory(root_);
    write(root_ + "/cgroup.procs", "");
    write(root_ + "/cgroup.controllers", controllers);
    write(root_ + "/cgroup.subtree_control", controllers);
  }

  /// A group with the files that the kernel would have put there.
  std::string group_with(const std::vector<std::string>& files) const {
    const std::string out = root_ + "/run-1-2-a";
    fs::create_directory(out);
    for (const auto& each : files) write(out + "/" + each, "");
    return out;
  }

  std::string parent_;
  std::string root_;
};

TEST_F(fake_groups, hand_on_the_controllers_that_are_there) {
  const auto opened = open_group_root(root_);
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_EQ(opened->path, root_);
  // Each is written by itself; in a plain file the last one stays.
  EXPECT_EQ(read(parent_ + "/cgroup.subtree_control").substr(0, 4), "+cpu");
  const auto again = open_group_root(root_);
  EXPECT_TRUE(again.ok());
}

TEST_F(fake_groups, say_which_controllers_keep_limits) {
  write(root_ + "/cgroup.controllers", "");
  write(root_ + "/cgroup.subtree_control", "pids memory\n");
  const auto opened = open_group_root(root_);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->controllers, "memory pids");
}

TEST_F(fake_groups, are_refused_where_there_is_none) {
  EXPECT_FALSE(open_group_root("relative"));
  EXPECT_FALSE(open_group_root(base_ + "/nowhere/runs"));
  fs::create_directory(base_ + "/plain");
  const auto opened = open_group_root(base_ + "/plain/runs");
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().sentence.find("no control group"), std::string::npos);
  EXPECT_FALSE(find_group_root(base_ + "/plain/runs"));
  EXPECT_EQ(find_group_root("off")->path, "");
}

TEST_F(fake_groups, of_launchers_that_are_gone_are_removed_when_they_are_empty) {
  const auto self = look_process(::getpid());
  ASSERT_TRUE(self);
  const auto mine = group_path(root_, "mine", self->pid, self->start_ticks);
  const auto reused = group_path(root_, "a-b", self->pid, self->start_ticks + 1);
  const auto other = root_ + "/somebody-elses";
  for (const auto& each : {mine, reused, other}) fs::create_directory(each);
  ASSERT_TRUE(open_group_root(root_));
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_TRUE(fs::exists(other));
  EXPECT_FALSE(fs::exists(reused));
}

TEST_F(fake_groups, a_group_that_cannot_be_entered_is_none) {
  // In a plain directory there is no cgroup.procs.
  EXPECT_FALSE(run_group::make(root_ + "/run-1-2-a", ::getpid(), {}));
  EXPECT_FALSE(fs::exists(root_ + "/run-1-2-a"));
  EXPECT_FALSE(run_group::make(base_ + "/nowhere/a", ::getpid(), {}));
}

TEST_F(fake_groups, confine_a_process_within_the_limits_that_have_controllers) {
  const std::vector<std::string> files{"memory.max", "memory.swap.max", "memory.oom.group",
                                       "pids.max",   "cpu.weight.nice", "cgroup.procs"};
  const run_limits bounds{.memory_bytes = 512 << 20, .processes = 64, .nice = 30};
  std::string path = group_with(files);
  EXPECT_TRUE(run_group{path}.confine(4711, bounds));
  EXPECT_EQ(read(path + "/memory.max"), "536870912");
  EXPECT_EQ(read(path + "/memory.swap.max"), "0");
  EXPECT_EQ(read(path + "/memory.oom.group"), "1");
  EXPECT_EQ(read(path + "/pids.max"), "64");
  EXPECT_EQ(read(path + "/cpu.weight.nice"), "19");
  EXPECT_EQ(read(path + "/cgroup.procs"), "4711");
  // Without limits, or without controllers, the process is in the group and nothing else is set.
  for (const auto& [controllers, limited] :
       {std::pair{"memory pids\n", run_limits{}}, std::pair{"cpu\n", bounds}}) {
    write(root_ + "/cgroup.subtree_control", controllers);
    path = group_with(files);
    EXPECT_TRUE(run_group{path}.confine(1, limited));
    EXPECT_EQ(read(path + "/memory.max"), "");
    EXPECT_EQ(read(path + "/pids.max"), "");
    EXPECT_EQ(read(path + "/cgroup.procs"), "1");
  }
  // A limit that cannot be set is no limit: its process does not run in there.
  write(root_ + "/cgroup.subtree_control", "memory\n");
  fs::remove(path + "/memory.max");
  write(path + "/cgroup.procs", "");
  EXPECT_FALSE(run_group{path}.confine(1, bounds));
  EXPECT_EQ(read(path + "/cgroup.procs"), "");
}

TEST_F(fake_groups, tell_which_limit_ended_a_run) {
  const std::string path = group_with({"memory.events", "pids.events"});
  write(path + "/memory.events", "oom 1\noom_kill 1\n");
  const run_group group{path};
  const run_limits bounds{.memory_bytes = 1 << 30, .processes = 64};
  const limit_watch watch{bounds, group, descendants, true};
  EXPECT_EQ(watch.fd(), -1) << "the kernel keeps both";
  run_ended end;
  EXPECT_EQ(watch.explain(end), "") << "it succeeded in spite of it";
  end.outcome = run_outcome::signalled;
  end.signal = SIGKILL;
  EXPECT_EQ(watch.explain(end), "ended by the memory limit of 1 GiB");
  write(path + "/memory.events", "oom 0\noom_kill 0\n");
  EXPECT_EQ(watch.explain(end), "");
  write(path + "/pids.events", "max 7\n");
  EXPECT_EQ(watch.explain(end), "it came upon its limit of 64 processes");
}

TEST_F(fake_groups, kill_and_tell_figures) {
  const std::string path = group_with({"cgroup.kill", "memory.events", "cpu.stat"});
  write(path + "/memory.events", "low 0\noom 3\noom_kill 2\noom_kill_x 9\n");
  run_group group{path};
  ASSERT_TRUE(group);
  EXPECT_TRUE(group.keeps("memory"));
  EXPECT_TRUE(group.keeps("pids"));
  EXPECT_FALSE(group.keeps("cpu"));
  EXPECT_EQ(group.figure("memory.events", "oom_kill"), 2U);
  EXPECT_EQ(group.figure("memory.events", "missing"), std::nullopt);
  EXPECT_EQ(group.figure("missing", "oom"), std::nullopt);
  EXPECT_TRUE(group.kill());
  EXPECT_EQ(read(path + "/cgroup.kill"), "1");
  const run_group none;
  EXPECT_FALSE(none);
  EXPECT_FALSE(none.kill());
  EXPECT_FALSE(none.keeps("memory"));
}

// -- the kernel's --------------------------------------------------------------------------------

class real_groups : public run_fixture {
 protected:
  void SetUp() override {
    run_fixture::SetUp();
    const std::string own =
        own_group(slurp_file("/proc/self/mounts"), slurp_file("/proc/self/cgroup"));
    const std::string root = own + "/foliot-test-" + std::to_string(::getpid());
    const auto opened = own.empty() ? result<group_root>{group_root{}} : open_group_root(root);
    if (!opened || opened->path.empty()) GTEST_SKIP() << "this user may make no control groups";
    root_ = root;
    controllers_ = opened->controllers;
    reconnect();
  }
  void TearDown() override {
    run_fixture::TearDown();
    if (root_.empty()) return;
    for (const auto& each : groups()) ::rmdir((root_ + "/" + each).c_str());
    EXPECT_EQ(::rmdir(root_.c_str()), 0) << "a group was left over";
  }

  /// An engine side whose host has these limits.
  void reconnect(const run_limits& bounds = {}) {
    client_.reset();
    inbox_ = std::make_unique<inbox>();
    launcher_options options;
    options.data_directory = data_;
    options.launcher_program = FOLIOT_LAUNCHER;
    options.retry_ms = 5;
    options.group_root = root_;
    options.bounds = bounds;
    auto opened = launcher_client::open(options);
    ASSERT_TRUE(opened);
    client_ = *std::move(opened);
    client_->deliver_to([this](run_news each) { inbox_->push(std::move(each)); });
  }

  std::vector<std::string> groups() const {
    std::vector<std::string> out;
    for (const auto& each : fs::directory_iterator{root_})
      if (each.is_directory()) out.push_back(each.path().filename().string());
    return out;
  }

  std::string root_;
  std::string controllers_;
};

TEST_F(real_groups, hold_the_run_and_go_with_it) {
  const run_ended end =
      run(shell("a", "grep ^0:: /proc/self/cgroup; (grep ^0:: /proc/self/cgroup)"));
  EXPECT_EQ(end.exit_code, 0);
  const auto found = lines(data_ + "/logs/a.stdout");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0].find("/run-"), std::string::npos) << found[0];
  EXPECT_TRUE(found[0].ends_with("-a")) << found[0];
  EXPECT_TRUE(groups().empty());
}

TEST_F(real_groups, end_daemons_that_dropped_their_environment_after_the_launcher_died) {
  fifo ready{path("ready")};
  client_->start(shell("a", "env -i setsid /bin/sh -c 'echo $$ > " + ready.file() +
                                "; exec /bin/sleep 1000' & echo $$ > " + ready.file() +
                                "; exec sleep 1000"));
  const pid_t one = std::stoi(ready.take());
  const pid_t two = std::stoi(ready.take());
  ASSERT_TRUE(inbox_->wait<run_started>("a"));
  const pid_t launcher = holder("a");
  client_.reset();
  ::kill(static_cast<pid_t>(launcher), SIGKILL);
  reconnect();
  client_->kill("a");
  const run_ended end = end_of("a");
  EXPECT_EQ(end.outcome, run_outcome::killed);
  for (const pid_t pid : {one, two}) EXPECT_FALSE(lives_on(pid)) << pid;
}

TEST_F(real_groups, measure_cpu_time) {
  reconnect({.cpu_seconds = 1});
  const run_ended end = run(shell("a", "while :; do :; done"));
  EXPECT_EQ(end.outcome, run_outcome::signalled);
  EXPECT_NE(end.message.find("seconds of CPU time"), std::string::npos) << end.message;
}

TEST_F(real_groups, keep_memory_within_its_limit) {
  if (controllers_.find("memory") == std::string::npos)
    GTEST_SKIP() << "the memory controller is not delegated here";
  reconnect({.memory_bytes = 64 << 20});
  const run_ended end = run(shell("a", "head -c 2000000000 /dev/zero | tail"));
  EXPECT_NE(end.message.find("ended by the memory limit of 64 MiB"), std::string::npos)
      << end.message;
}

}  // namespace
}  // namespace foliot::exec
