#include "exec/launch_child.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "exec/launch_limits.hpp"
#include "exec/run_as_ask.hpp"

namespace foliot::exec {

namespace {

struct both_ends {
  unique_fd read;
  unique_fd write;
};

result<both_ends> make_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return io_failure("cannot make a pipe", errno);
  return both_ends{unique_fd{fds[0]}, unique_fd{fds[1]}};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

/// "K=V" pairs, the last of each K.
std::vector<std::string> environment_of(const run_spec& spec) {
  std::vector<std::string> out;
  for (const auto& variable : spec.environment) {
    const std::string key = variable.substr(0, variable.find('=')) + "=";
    std::erase_if(out, [&](const std::string& other) { return other.starts_with(key); });
    out.push_back(variable);
  }
  for (auto& variable : out) {
    // The work directory comes first, whatever PATH the user gives (as Oozie's ShellMain does).
    if (variable.starts_with("PATH=") && !variable.starts_with("PATH=.:")) {
      variable.insert(5, ".:");
    }
  }
  return out;
}

std::string why_not_executed(const std::string& program, int error) {
  std::string out = "the program '" + program + "' could not be started: ";
  if (error == ENOENT && ::access(program.c_str(), F_OK) == 0) {
    return out + "the interpreter named in its first line does not exist";
  }
  if (error == ENOENT) return out + "it is neither in the work directory nor in PATH";
  struct stat facts {};
  if (error == EACCES && ::stat(program.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
    return out + "it is a directory";
  }
  if (error == EACCES) return out + "it is not executable";
  if (error == E2BIG) return out + "its arguments and its environment are too long for this host";
  return out + std::strerror(error);
}

struct child_ends {
  int go;
  int report;
  int out;
  int err;
  int word;
};

[[noreturn]] void give_up(int report, const std::string& sentence) {
  static_cast<void>(write_all(report, sentence).ok());
  ::_exit(127);
}

/// No descriptor beyond the standard ones survives, and no signal is treated otherwise than usual.
void make_plain() {
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The limits are for the program, so foliot-run-as sets them.
std::string execute_sudo(const launch_order& order) {
  make_plain();
  const std::vector<std::string> words{order.way.sudo,    "-n",    "--",
                                       order.way.program, "start", order.spec.name};
  const std::vector<std::string> variables{plain_path()};
  ::execve(order.way.sudo.c_str(), pointers(words).data(), pointers(variables).data());
  return why_not_executed(order.way.sudo, errno);
}

[[noreturn]] void become_program(const launch_order& order, const child_ends& ends) {
  ::setsid();
  char byte = 0;
  ssize_t got = 0;
  while ((got = ::read(ends.go, &byte, 1)) < 0 && errno == EINTR) continue;
  if (got != 1) ::_exit(127);

  const bool other = !order.spec.user.empty();
  const std::string work = other ? "/" : work_directory(order);
  if (::chdir(work.c_str()) != 0) {
    give_up(ends.report, "cannot enter the work directory " + work + ": " + std::strerror(errno));
  }
  const int in = other ? ends.word : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (::dup2(in, 0) < 0 || ::dup2(ends.out, 1) < 0 || ::dup2(ends.err, 2) < 0) {
    give_up(ends.report, std::string{"cannot set up standard streams: "} + std::strerror(errno));
  }
  give_up(ends.report, other ? execute_sudo(order) : execute(order.spec));
}

}  // namespace

std::string execute(const run_spec& spec) {
  make_plain();
  if (auto limited = limit_this_process(spec.bounds); !limited) return limited.error().sentence;
  std::vector<std::string> arguments{spec.program};
  arguments.insert(arguments.end(), spec.arguments.begin(), spec.arguments.end());
  const std::vector<std::string> variables = environment_of(spec);
  // execvp looks at the PATH of its own process, so the environment is put in place first.
  std::vector<char*> environment = pointers(variables);
  ::environ = environment.data();
  ::execvp(spec.program.c_str(), pointers(arguments).data());
  return why_not_executed(spec.program, errno);
}

result<blocked_child> fork_blocked(const launch_order& order) {
  auto go = make_pipe();
  if (!go) return go.error();
  auto report = make_pipe();
  if (!report) return report.error();
  auto out = make_pipe();
  if (!out) return out.error();
  auto err = make_pipe();
  if (!err) return err.error();
  blocked_child child;
  unique_fd word;
  if (!order.spec.user.empty()) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return io_failure("cannot make a socket", errno);
    child.word.reset(ends[0]);
    word.reset(ends[1]);
  }
  child.pid = ::fork();
  if (child.pid < 0) return io_failure("cannot make a process", errno);
  if (child.pid == 0) {
    go->write.reset();  // or the launcher's death would not be seen
    become_program(order, {go->read.get(), report->write.get(), out->write.get(), err->write.get(),
                           word.get()});
  }
  child.go = std::move(go->write);
  child.report = std::move(report->read);
  child.out = std::move(out->read);
  child.err = std::move(err->read);
  ::fcntl(child.out.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(child.err.get(), F_SETFL, O_NONBLOCK);
  return child;
}

result<void> let_go(blocked_child& child) {
  auto gone = write_all(child.go.get(), "1");
  child.go.reset();
  if (!gone) return failure{errc::bad_input, "the process ended before it was started", "", "", ""};
  std::string sentence;
  char buffer[512];
  for (;;) {
    const ssize_t got = ::read(child.report.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    sentence.append(buffer, static_cast<size_t>(got));
  }
  child.report.reset();
  if (sentence.empty()) return {};
  return failure{errc::bad_input, sentence, "", "", ""};
}

pid_t fork_sibling() {
  // Every argument but the flags is zero, so their order, which differs by machine, is no matter.
  return static_cast<pid_t>(::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0UL, 0UL, 0UL, 0UL));
}

}  // namespace foliot::exec
