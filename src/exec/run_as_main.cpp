#include "exec/run_as_main.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "exec/run_as_clear.hpp"
#include "exec/run_as_files.hpp"
#include "exec/run_as_start.hpp"
#include "exec/run_as_user.hpp"

namespace foliot::exec {

namespace {

constexpr size_t rules_bytes_max = 16U << 10;
constexpr unsigned clean_seconds_max = 600;

// A number without any rights, for user and group: the kernel's own for those that it cannot show.
constexpr uid_t nobody = 65'534;

failure forbidden(std::string sentence) {
  return {errc::forbidden, std::move(sentence), "JA002", "", ""};
}

/// What the caller may have prepared for a program of root's.
void forget_caller() {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  for (int fd = 0; fd < 3; ++fd) {
    // The next free number is the missing one: what is opened later must not become a stream.
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != fd) ::_exit(126);
  }
  ::close_range(3, ~0U, 0);
  ::clearenv();
  ::umask(077);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::chdir("/") != 0) ::_exit(126);
}

/// Who asked sudo; nothing where nobody did.
std::optional<uid_t> asked_by() {
  const char* text = std::getenv("SUDO_UID");
  if (text == nullptr) return {};
  const std::string_view all{text};
  uid_t out = 0;
  const auto read = std::from_chars(all.data(), all.data() + all.size(), out);
  if (read.ec != std::errc{} || read.ptr != all.data() + all.size()) return {};
  return out;
}

result<run_as_host> read_rules(const std::string& file, std::optional<uid_t> caller) {
  if (auto safe = belongs_to_root(file); !safe) return safe.error();
  const auto text = read_file_of(AT_FDCWD, file, 0, rules_bytes_max);
  if (!text) return text.error();
  auto rules = parse_run_as_rules(*text);
  if (!rules) return std::move(rules).error().within(file);
  run_as_host out{*std::move(rules), {}};
  auto engine = find_user(out.rules.engine_user);
  if (!engine) return std::move(engine).error().within(file);
  out.engine = *std::move(engine);
  if (caller != out.engine.uid)
    return forbidden("only sudo starts this program, for the user " + out.engine.name);
  return out;
}

/// What the engine has to know.
result<std::string> check(const run_as_host& on) {
  {
    const acting_as engine{on.engine.uid, on.engine.gid};
    const auto data = open_directory(on.rules.data, on.engine.uid);
    if (!data) return data.error();
  }
  const auto work = open_work_root(on);
  if (!work) return work.error();
  {
    const acting_as anybody{nobody, nobody};
    if (::faccessat(AT_FDCWD, on.rules.work.c_str(), X_OK, AT_EACCESS) != 0)
      return forbidden(on.rules.work + " cannot be passed by users (chmod 711 it and all above)");
  }
  const auto group = find_group(on.rules.group);
  if (!group) return group.error();
  return "data " + on.rules.data + "\nwork " + on.rules.work + "\n";
}

result<std::string> clean(const run_as_host& on, const std::string& name) {
  // Whoever goes on filling the directory shall not keep a process of root's busy for ever.
  ::alarm(clean_seconds_max);
  const auto root = open_work_root(on);
  if (!root) return root.error();
  if (auto done = clear_work(root->get(), name, on.rules.uid_min); !done) return done.error();
  return std::string{};
}

result<std::string> carry_out(const run_as_host& on, const std::string& verb,
                              const std::string& name) {
  if (verb == "end") {
    if (auto ended = end_gently_as_root(on, name); !ended) return ended.error();
    return std::string{};
  }
  return verb == "read" ? read_as_user(on, name) : clean(on, name);
}

int finish(const result<std::string>& said) {
  if (said) return write_all(1, *said) ? 0 : 1;
  static_cast<void>(write_all(2, said.error().text() + "\n").ok());
  return 1;
}

bool is_verb(std::string_view text) {
  return text == "start" || text == "end" || text == "read" || text == "clean";
}

}  // namespace

int run_as(int count, char** words, const std::string& rules) {
  const std::optional<uid_t> caller = asked_by();
  forget_caller();
  const std::string verb = count > 1 ? words[1] : "";
  const std::string name = count > 2 ? words[2] : "";
  const bool checks = count == 2 && verb == "check";
  if (!checks && (count != 3 || !is_verb(verb) || !check_run_name(name)))
    return finish(failure{errc::bad_input,
                          "usage: foliot-run-as check, or start, end, read or clean and a run", "",
                          "", ""});
  if (::getuid() != 0 || ::geteuid() != 0)
    return finish(forbidden("only root runs programs as other users"));
  const auto on = read_rules(rules, caller);
  if (checks) return finish(on ? check(*on) : on.error());
  if (verb != "start") return finish(on ? carry_out(*on, verb, name) : on.error());
  if (on) {
    start_as_user(*on, name);
  } else {
    finish(on.error());
  }
  return 1;
}

}  // namespace foliot::exec
