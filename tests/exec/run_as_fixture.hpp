// foliot-run-as as root installs it, in a temporary directory, and an engine side that uses it.
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "exec/run_as_engine.hpp"
#include "exec/run_groups.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {

class run_as_users : public run_fixture {
 protected:
  void SetUp() override {
    run_fixture::SetUp();
    if (::geteuid() != 0) GTEST_SKIP() << "only root can try programs of other users";
    if (::access("/usr/bin/sudo", X_OK) != 0) GTEST_SKIP() << "sudo is not installed";
    if (::getpwnam("daemon") == nullptr || ::getgrnam("daemon") == nullptr)
      GTEST_SKIP() << "this host has no user daemon";
    const std::string own =
        own_group(slurp_file("/proc/self/mounts"), slurp_file("/proc/self/cgroup"));
    const std::string root = own + "/foliot-as-" + std::to_string(::getpid());
    const auto opened = own.empty() ? result<group_root>{group_root{}} : open_group_root(root);
    if (!opened || opened->path.empty() || !std::filesystem::exists(root + "/cgroup.kill"))
      GTEST_SKIP() << "there are no control groups that the kernel ends";
    group_ = root;
    install();
    reconnect();
  }

  void TearDown() override {
    run_fixture::TearDown();
    if (group_.empty()) return;
    EXPECT_EQ(::rmdir(group_.c_str()), 0) << "a group was left over";
  }

  /// As root installs it: its own, in directories of its own, with rules.
  void install() {
    ::chmod(base_.c_str(), 0711);
    std::filesystem::create_directory(base_ + "/bin");
    const std::filesystem::path built = std::filesystem::path{FOLIOT_LAUNCHER}.parent_path();
    for (const char* each : {"foliot-launcher", "foliot-unpack"})
      std::filesystem::copy_file(built / each, base_ + "/bin/" + each);
    std::filesystem::copy_file(FOLIOT_RUN_AS, base_ + "/bin/foliot-run-as");
    ::chmod((base_ + "/bin/foliot-run-as").c_str(), 0755);
    std::filesystem::create_directory(base_ + "/work");
    ::chmod((base_ + "/work").c_str(), 0711);
    write_rules("daemon", 1);
    launcher_ = base_ + "/bin/foliot-launcher";
    program_ = base_ + "/bin/foliot-run-as";
  }

  void write_rules(const std::string& group, uint32_t uid_min) const {
    write(base_ + "/bin/run-as.conf", "engine_user = root\ndata = " + data_ + "\nwork = " + base_ +
                                          "/work\nrun_as_group = " + group +
                                          "\nrun_as_uid_min = " + std::to_string(uid_min) + "\n");
  }

  void reconnect(const run_limits& bounds = {}) {
    client_.reset();
    inbox_ = std::make_unique<inbox>();
    const auto way = open_run_as(program_, data_, group_);
    ASSERT_TRUE(way) << way.error().text();
    EXPECT_EQ(way->work_root, base_ + "/work");
    launcher_options options;
    options.data_directory = data_;
    options.launcher_program = launcher_;
    options.retry_ms = 5;
    options.group_root = group_;
    options.bounds = bounds;
    options.way = *way;
    auto opened = launcher_client::open(options);
    ASSERT_TRUE(opened);
    client_ = *std::move(opened);
    client_->deliver_to([this](run_news each) { inbox_->push(std::move(each)); });
  }

  static run_spec as_daemon(run_spec spec) {
    spec.user = "daemon";
    return spec;
  }
  run_ended run_as_daemon(const std::string& name, const std::string& script) {
    return run(as_daemon(shell(name, script)));
  }

  std::string log(const std::string& name, const std::string& stream = "stdout") const {
    return read(data_ + "/logs/" + name + "." + stream);
  }
  std::string work(const std::string& name) const { return base_ + "/work/" + name; }

  /// Nothing of an ended run is left but its logs; `forget` takes the rest.
  void expect_nothing_left(const std::string& name) {
    // The work directory goes after the end was told: a launcher that is gone has done it.
    while (holder(name) != 0) continue;
    EXPECT_FALSE(std::filesystem::exists(work(name)));
    EXPECT_FALSE(std::filesystem::exists(run_path(order_name(name))));
    for (const auto& each : std::filesystem::directory_iterator{group_})
      EXPECT_FALSE(each.is_directory()) << each.path();
  }

  std::string group_;
  std::string program_;
};

}  // namespace foliot::exec
