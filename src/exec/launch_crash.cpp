#include "exec/launch_crash.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

bool make_new(const std::string& path) {
  return static_cast<bool>(
      unique_fd{::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600)});
}

int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// Passes are counted by files, because each launcher is a process of its own.
bool allowed_again() {
  const char* once = std::getenv("FOLIOT_CRASH_ONCE");
  if (once == nullptr) return true;
  const int most = number_of("FOLIOT_CRASH_MAX", 0);
  const int skip = number_of("FOLIOT_CRASH_SKIP", 0);
  if (most == 0 && skip == 0) return make_new(once);
  const int last = skip + (most == 0 ? 1 : most);
  for (int i = 1; i <= last; ++i) {
    if (make_new(std::string{once} + "." + std::to_string(i))) return i > skip;
  }
  return false;
}

void note(std::string_view point, std::string_view run_name) {
  const char* log = std::getenv("FOLIOT_CRASH_LOG");
  if (log == nullptr) return;
  unique_fd fd{::open(log, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600)};
  const std::string line = std::string{point} + " " + std::string{run_name} + "\n";
  if (::write(fd.get(), line.data(), line.size()) < 0) return;
}

}  // namespace

void crash_point(const char* point, const char* run_name, int64_t engine_pid) {
  const char* test = std::getenv("FOLIOT_TEST_CRASH");
  const char* wanted = std::getenv("FOLIOT_CRASH_AT");
  if (test == nullptr || std::string_view{test} != "1" || wanted == nullptr) return;
  std::string_view where{wanted};
  std::string_view who;
  if (const size_t colon = where.find(':'); colon != std::string_view::npos) {
    who = where.substr(colon + 1);
    where = where.substr(0, colon);
  }
  if (where != point || !allowed_again()) return;
  note(wanted, run_name);
  // An engine that is gone already has no number any more: never kill whoever adopted us.
  if (!who.empty() && ::getppid() == engine_pid) ::kill(static_cast<pid_t>(engine_pid), SIGKILL);
  if (who != "engine") ::kill(::getpid(), SIGKILL);
}

}  // namespace foliot::exec
