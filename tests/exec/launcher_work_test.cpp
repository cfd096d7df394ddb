// What stands in the work directory before a program starts, what is read there after it, and what
// is said when it cannot be started.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <cerrno>
#include <map>
#include <thread>

#include "tests/exec/archive_writer.hpp"
#include "tests/exec/endless_unpacker.hpp"
#include "tests/exec/run_fixture.hpp"

namespace foliot::exec {
namespace {

class launcher_work : public run_fixture {
 protected:
  std::string stdout_of(const std::string& name) const {
    return read(data_ + "/logs/" + name + ".stdout");
  }
  std::string stderr_of(const std::string& name) const {
    return read(data_ + "/logs/" + name + ".stderr");
  }

  run_spec with_output(const std::string& name, const std::string& script,
                       const std::string& file) const {
    run_spec spec = shell(name, script);
    spec.output_bytes_max = 4;
    spec.output_file = file;
    return spec;
  }
};

TEST_F(launcher_work, holds_the_documents_for_the_owner_alone) {
  run_spec spec = shell("a", "cat conf.xml; stat -c %a conf.xml");
  spec.documents = {{"conf.xml", std::string{"<a>\n\0b", 6}}, {"empty", ""}};
  EXPECT_EQ(run(spec).exit_code, 0);
  const std::string wanted{"<a>\n\0b600\n", 10};
  EXPECT_EQ(stdout_of("a"), wanted);
}

TEST_F(launcher_work, scripts_need_no_right_to_be_executed) {
  write(path("main.sh"), "#!/bin/sh\necho main $1\n./other.sh\ntest -L table && cat table\n");
  write(path("other.sh"), "#!/bin/sh\necho other\n");
  write(path("table"), "kept as a link\n");
  for (const char* each : {"main.sh", "other.sh", "table"}) ::chmod(path(each).c_str(), 0444);
  int i = 0;
  for (const char* name : {"main.sh", "./main.sh"}) {
    const std::string id = "r" + std::to_string(i++);
    run_spec spec = program(
        id, name,
        {{path("main.sh"), "main.sh"}, {path("other.sh"), "other.sh"}, {path("table"), "table"}});
    spec.environment = {"PATH=/usr/bin:/bin"};
    spec.arguments = {"word"};
    const run_ended end = run(spec);
    EXPECT_EQ(end.outcome, run_outcome::exited) << end.message;
    EXPECT_EQ(stdout_of(id), "main word\nother\nkept as a link\n") << stderr_of(id);
  }
  struct stat facts {};
  ::stat(path("main.sh").c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777, 0444u) << "the application's own file was changed";
}

TEST_F(launcher_work, refuses_documents_outside_and_names_given_twice) {
  run_spec spec = shell("a", "true");
  spec.documents = {{"../x", "text"}};
  EXPECT_EQ(run(spec).outcome, run_outcome::not_started);
  spec.name = "b";
  spec.documents = {{"x", "1"}, {"x", "2"}};
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("two files of the action want to be called 'x'"), std::string::npos)
      << end.message;
  // A document does not follow a link to a file outside.
  write(path("target"), "old");
  spec.name = "c";
  spec.files = {{path("target"), "x"}};
  spec.documents = {{"x", "new"}};
  EXPECT_EQ(run(spec).outcome, run_outcome::not_started);
  EXPECT_EQ(read(path("target")), "old");
}

TEST_F(launcher_work, holds_the_archives_unpacked) {
  write_archive(path("one.tar.gz"), archive_kind::tar_gz,
                {{"bin/tool", "#!/bin/sh\necho tool\n", {}, {}, AE_IFREG, 0755}});
  write_archive(path("two.zip"), archive_kind::zip, {{"data", "zipped\n"}});
  run_spec spec = shell("a", "one/bin/tool; cat two.jar/data");
  spec.archives = {{path("one.tar.gz"), "one"}, {path("two.zip"), "two.jar"}};
  EXPECT_EQ(run(spec).exit_code, 0) << stderr_of("a");
  EXPECT_EQ(stdout_of("a"), "tool\nzipped\n");
  EXPECT_TRUE(stderr_of("a").empty());
}

TEST_F(launcher_work, says_why_an_archive_cannot_be_unpacked) {
  write(path("text.zip"), "no archive");
  write_archive(path("evil.tar"), archive_kind::tar, {{"../evil", "x"}});
  const std::map<std::string, std::string> wanted{
      {"text.zip", "Look whether it is whole: tar -tf or unzip -l."},
      {"evil.tar", "'..'"},
      {"missing.tgz", "No such file"}};
  for (const auto& [file, word] : wanted) {
    run_spec spec = shell(file, "true");
    spec.archives = {{path(file), "x"}};
    const run_ended end = run(spec);
    EXPECT_EQ(end.outcome, run_outcome::not_started);
    EXPECT_NE(end.message.find("the archive " + path(file)), std::string::npos) << end.message;
    EXPECT_NE(end.message.find(word), std::string::npos) << end.message;
    EXPECT_NE(end.message.find(data_ + "/logs/" + file + ".stderr"), std::string::npos);
    EXPECT_NE(stderr_of(file).find(word), std::string::npos) << stderr_of(file);
    EXPECT_FALSE(std::filesystem::exists(work_directory(data_, file)));
  }
}

TEST_F(launcher_work, a_kill_ends_the_unpacking) {
  const fifo never{path("never")};
  launcher_ = with_endless_unpacker(path("bin"), never.file());
  connect();
  write_archive(path("one.tar"), archive_kind::tar, {{"file", "text"}});
  run_spec spec = shell("a", "echo ran >> " + path("ledger"));
  spec.archives = {{path("one.tar"), "x"}};
  client_->start(spec);
  while (holder("a") == 0) std::this_thread::yield();
  client_->kill("a");
  EXPECT_EQ(end_of("a").outcome, run_outcome::killed);
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

TEST_F(launcher_work, a_named_file_is_the_output_whatever_the_exit_status) {
  EXPECT_EQ(run(with_output("a", "echo no; printf abc > out; exit 0", "out")).output, "abc");
  const run_ended failed = run(with_output("b", "printf abc > out; exit 3", "out"));
  EXPECT_EQ(failed.output, "abc");
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_EQ(run(with_output("c", "printf abcd > out", "out")).output, "abcd");
  EXPECT_EQ(run(with_output("d", "printf abcdef > out", "out")).output, "abcde");
  EXPECT_EQ(run(with_output("e", "mkdir sub; printf x > sub/out", "sub/out")).output, "x");
  EXPECT_EQ(run(with_output("f", "echo only on stdout", "out")).output, "");
  EXPECT_EQ(run(with_output("g", "kill -9 $$", "out")).output, "");
}

TEST_F(launcher_work, the_output_file_is_read_only_inside_of_the_work_directory) {
  write(path("secret"), "secret");
  const run_ended inside = run(with_output("a", "printf abc > real; ln -s real out", "out"));
  EXPECT_EQ(inside.output, "abc");
  EXPECT_EQ(inside.message, "");
  int i = 0;
  for (const std::string& script :
       {"ln -s " + path("secret") + " out", std::string{"ln -s ../../../secret out"},
        "ln -s " + base_ + " d; ln -s d/secret out", std::string{"mkfifo out"},
        std::string{"mkdir out"}, std::string{"ln -s out out"}}) {
    const run_ended end = run(with_output("r" + std::to_string(i++), script, "out"));
    EXPECT_EQ(end.outcome, run_outcome::exited) << script;
    EXPECT_EQ(end.output, "") << script;
    EXPECT_NE(end.message.find("the output file out"), std::string::npos) << end.message;
  }
}

TEST_F(launcher_work, a_failure_tells_where_its_standard_error_is) {
  const run_ended end = run(shell("a", "echo problem >&2; exit 1"));
  EXPECT_EQ(end.message, "its standard error is in " + data_ + "/logs/a.stderr");
  EXPECT_EQ(stderr_of("a"), "problem\n");
  EXPECT_EQ(run(shell("b", "true")).message, "");
}

TEST_F(launcher_work, says_why_a_program_cannot_be_started) {
  std::filesystem::create_directory(path("directory"));
  write(path("plain"), "text");
  write(path("script"), "#!/no/such/interpreter\n");
  ::chmod(path("script").c_str(), 0700);
  const std::map<std::string, std::string> wanted{
      {path("missing"), "neither in the work directory"},
      {path("directory"), "it is a directory"},
      {path("plain"), "it is not executable"},
      {path("script"), "interpreter"}};
  int i = 0;
  for (const auto& [program_path, word] : wanted) {
    const std::string name = "r" + std::to_string(i++);
    const run_ended end = run(program(name, program_path));
    EXPECT_EQ(end.outcome, run_outcome::not_started);
    EXPECT_NE(end.message.find(word), std::string::npos) << end.message;
    EXPECT_NE(end.message.find("its log is " + data_ + "/logs/" + name + ".stderr"),
              std::string::npos);
    EXPECT_NE(stderr_of(name).find("[foliot: not started: the program '" + program_path),
              std::string::npos);
  }
  run_spec longer = program("long", "true");
  longer.arguments = {std::string(200'000, 'x')};  // the kernel takes 128 KiB of one argument
  EXPECT_NE(run(longer).message.find("too long for this host"), std::string::npos);
}

TEST_F(launcher_work, a_full_directory_of_works_is_the_end_of_the_run) {
  // No directory can be made below a file: the same refusal as on a full disk, for root as well.
  client_.reset();
  std::filesystem::remove(data_ + "/work");
  write(data_ + "/work", "");
  connect();
  const run_ended end = run(shell("a", "echo ran >> " + path("ledger")));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("cannot create the work directory"), std::string::npos) << end.message;
  EXPECT_NE(stderr_of("a").find("cannot create the work directory"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

/// A data directory without any space, where the test may make one.
class launcher_on_a_full_disk : public launcher_work {
 protected:
  void SetUp() override {
    launcher_work::SetUp();
    client_.reset();
    // Mounted for this test alone; what is started from now on sees it too.
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", data_.c_str(), "tmpfs", 0, "size=256k") != 0) {
      GTEST_SKIP() << "this user may not mount a small file system";
    }
    connect();
    const unique_fd filler{::open(filler_path().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    const std::string block(4'096, 'x');
    while (::write(filler.get(), block.data(), block.size()) > 0) continue;
    ASSERT_EQ(errno, ENOSPC);
  }
  void TearDown() override {
    client_.reset();
    ::umount2(data_.c_str(), MNT_DETACH);
    launcher_work::TearDown();
  }
  std::string filler_path() const { return data_ + "/filler"; }
  std::string ledger() const { return "echo ran >> " + path("ledger"); }
};

TEST_F(launcher_on_a_full_disk, a_run_is_given_up_after_a_while_and_the_next_works) {
  const run_ended end = run(shell("a", ledger()));
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("this host could not start it"), std::string::npos) << end.message;
  EXPECT_NE(end.message.find("No space left on device"), std::string::npos) << end.message;
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
  std::filesystem::remove(filler_path());
  EXPECT_EQ(run(shell("b", ledger())).outcome, run_outcome::exited);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

TEST_F(launcher_on_a_full_disk, documents_that_do_not_fit_end_the_run_too) {
  std::filesystem::resize_file(filler_path(), 128 << 10);
  run_spec spec = shell("a", ledger());
  spec.documents = {{"large", std::string(200 << 10, 'x')}};
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("the file large in the work directory"), std::string::npos)
      << end.message;
  EXPECT_NE(end.message.find("No space left on device; its log is "), std::string::npos)
      << end.message;
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

TEST_F(launcher_on_a_full_disk, an_archive_that_does_not_fit_is_not_cut_short) {
  write_archive(path("large.tar"), archive_kind::tar, {{"large", std::string(200 << 10, 'x')}});
  std::filesystem::resize_file(filler_path(), 128 << 10);
  run_spec spec = shell("a", ledger());
  spec.archives = {{path("large.tar"), "x"}};
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("'large' cannot be written"), std::string::npos) << end.message;
  EXPECT_NE(end.message.find("No space left on device"), std::string::npos) << end.message;
  EXPECT_FALSE(std::filesystem::exists(path("ledger")));
}

TEST_F(launcher_on_a_full_disk, a_program_that_fills_it_ends_all_the_same) {
  std::filesystem::remove(filler_path());
  run_spec spec = shell("a", "echo before > out; cat /dev/zero > fills; exit 3");
  spec.output_file = "out";
  spec.output_bytes_max = 100;
  const run_ended end = run(spec);
  EXPECT_EQ(end.outcome, run_outcome::exited);
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.output, "before\n");
  EXPECT_EQ(run(shell("b", ledger())).outcome, run_outcome::exited);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

TEST_F(launcher_work, a_host_without_descriptors_is_given_up_after_a_while_and_the_next_works) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const run_ended end = run(shell("a", "echo ran >> " + path("ledger")));
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(end.outcome, run_outcome::not_started);
  EXPECT_NE(end.message.find("Too many open files"), std::string::npos) << end.message;
  EXPECT_EQ(run(shell("b", "echo ran >> " + path("ledger"))).outcome, run_outcome::exited);
  EXPECT_EQ(lines(path("ledger")).size(), 1u);
}

}  // namespace
}  // namespace foliot::exec
