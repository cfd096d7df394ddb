#include "exec/run_as_start.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <functional>
#include <utility>
#include <vector>

#include "exec/launch_child.hpp"
#include "exec/launch_tree.hpp"
#include "exec/launch_work.hpp"
#include "exec/passed_file.hpp"
#include "exec/pidfd.hpp"
#include "exec/run_as_clear.hpp"
#include "exec/run_as_files.hpp"
#include "exec/run_as_user.hpp"
#include "exec/run_groups.hpp"

namespace foliot::exec {

namespace {

constexpr size_t claim_bytes_max = 64U << 10;

failure forbidden(std::string sentence) {
  return {errc::forbidden, std::move(sentence), "JA002", "", ""};
}

result<std::string> read_run_file(const run_as_host& on, const std::string& file,
                                  size_t bytes_max) {
  const acting_as engine{on.engine.uid, on.engine.gid};
  const auto data = open_directory(on.rules.data, on.engine.uid);
  if (!data) return data.error();
  const auto runs = open_directory(data->get(), "runs", on.engine.uid);
  if (!runs) return runs.error();
  return read_file_of(runs->get(), file, on.engine.uid, bytes_max);
}

bool is_of_launcher(int fd, uid_t engine) {
  int domain = 0;
  int type = 0;
  ucred peer{};
  socklen_t length = sizeof domain;
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0) return false;
  length = sizeof type;
  if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0) return false;
  length = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return false;
  return domain == AF_UNIX && type == SOCK_SEQPACKET && peer.uid == engine;
}

/// Where the start of a run is told of: the socket that is standard input, then a pipe that the
/// launcher gets through it and that the start of the program closes.
class speaker {
 public:
  /// Standard input becomes empty: the program must not inherit the socket. Only a socket that
  /// `engine` made at both ends is spoken to: others would take root's word for root's.
  explicit speaker(uid_t engine) : socket_(::fcntl(0, F_DUPFD_CLOEXEC, 3)) {
    const unique_fd nothing{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
    ::dup2(nothing.get(), 0);
    if (!is_of_launcher(socket_.get(), engine)) socket_.reset();
  }

  void refuse(const failure& why) {
    const std::string text = encode_refusal(why);
    if (pipe_) {
      static_cast<void>(write_all(pipe_.get(), text).ok());
    } else if (::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) < 0) {
      static_cast<void>(write_all(2, why.text() + "\n").ok());
    }
  }

  result<void> begin() {
    if (!socket_)
      return forbidden("standard input is no socket of a launcher (does sudo log input?)");
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return io_failure("cannot make a pipe", errno);
    const unique_fd theirs{ends[0]};
    unique_fd ours{ends[1]};
    if (!pass_file(socket_.get(), std::string(1, '\0'), theirs.get()))
      return io_failure("the launcher does not listen", errno);
    pipe_ = std::move(ours);
    socket_.reset();
    return {};
  }

 private:
  unique_fd socket_;
  unique_fd pipe_;
};

/// So that a program may open /dev/stdout and /dev/stderr again. Only what surely is a pipe without
/// a name that the engine made: to give away any other file would be to give away the file.
void give_stream(int fd, uid_t engine, const user_facts& who) {
  struct stat facts {};
  struct statfs where {};
  if (::fstat(fd, &facts) != 0 || ::fstatfs(fd, &where) != 0) return;
  if (!S_ISFIFO(facts.st_mode) || where.f_type != PIPEFS_MAGIC || facts.st_uid != engine) return;
  static_cast<void>(::fchown(fd, who.uid, who.gid));
}

/// A process of another group would not be ended with the run.
result<void> check_own_group(const run_as_host& on, const std::string& name) {
  const auto claim = read_user_claim(on, name);
  if (!claim) return claim.error();
  const std::string own =
      own_group(slurp_file("/proc/self/mounts"), slurp_file("/proc/self/cgroup"));
  if (own.empty() || own != claim->group || !is_group_of(own, name))
    return forbidden("the run is not in its control group (does a PAM module of sudo move it?)");
  return {};
}

/// Empty, and the user's. Its parent is root's, so nobody can have put anything in its place.
result<unique_fd> make_user_work(const run_as_host& on, const std::string& name,
                                 const user_facts& who) {
  const auto root = open_work_root(on);
  if (!root) return root.error();
  if (auto cleared = clear_work(root->get(), name, on.rules.uid_min); !cleared)
    return cleared.error();
  if (::mkdirat(root->get(), name.c_str(), 0700) != 0)
    return io_failure("cannot create the work directory", errno);
  auto out = open_directory(root->get(), name, 0);
  if (out && ::fchown(out->get(), who.uid, who.gid) != 0)
    return io_failure("cannot give away the work directory", errno);
  return out;
}

result<void> start(const run_as_host& on, const std::string& name, speaker& say) {
  auto order = read_user_order(on, name);
  if (!order) return order.error();
  const auto who = allowed_user(order->spec.user, on.rules);
  if (!who) return who.error();
  if (auto inside = check_own_group(on, name); !inside) return inside;
  auto work = make_user_work(on, name, *who);
  if (!work) return work.error();
  if (auto begun = say.begin(); !begun) return begun;
  if (::fchdir(work->get()) != 0) return io_failure("cannot enter the work directory", errno);
  work->reset();
  give_stream(1, on.engine.uid, *who);
  give_stream(2, on.engine.uid, *who);
  become(*who);
  // From here on the order can have nothing done that its user may not do.
  order->way.work_root = on.rules.work;
  if (auto filled = fill_work(*order, -1); !filled) return filled.error();
  auto& environment = order->spec.environment;
  environment.insert(environment.begin(),
                     {"HOME=" + who->home, "USER=" + who->name, "LOGNAME=" + who->name});
  ::umask(022);
  return failure{errc::bad_input, execute(order->spec), "", "", ""};
}

/// Whether `pid` is in the control group whose directory is `group`.
bool is_member(int group, pid_t pid) {
  const unique_fd list{::openat(group, "cgroup.procs", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  const auto text = list ? read_all(list.get(), size_t{16} << 20) : result<std::string>{""};
  return text && has_word(*text, std::to_string(pid));
}

std::vector<pid_t> members(int group) {
  std::vector<pid_t> out;
  const unique_fd list{::openat(group, "cgroup.procs", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  const auto text = list ? read_all(list.get(), size_t{16} << 20) : result<std::string>{""};
  if (!text) return out;
  const char* at = text->data();
  const char* end = at + text->size();
  while (at < end) {
    pid_t pid = 0;
    const auto read = std::from_chars(at, end, pid);
    if (read.ec != std::errc{}) break;
    if (pid > 0) out.push_back(pid);
    at = read.ptr + 1;
  }
  return out;
}

/// Whether `pid` is a living child of `parent`.
bool is_child(pid_t pid, int64_t parent) {
  const auto facts = look_process(pid);
  return facts && facts->alive() && facts->parent == parent;
}

/// SIGTERM to a member of the group for which `meant` holds; whether there was one.
bool terminate(int group, pid_t pid, const std::function<bool(pid_t)>& meant) {
  if (!meant(pid)) return false;
  const unique_fd process{::pidfd_open(pid, 0)};
  // Asked again: a number that is such a member's now is the pidfd's.
  if (!process || !is_member(group, pid) || !meant(pid)) return false;
  return ::pidfd_send_signal(process.get(), SIGTERM, nullptr, 0) == 0;
}

}  // namespace

result<launch_order> read_user_order(const run_as_host& on, const std::string& name) {
  const auto text = read_run_file(on, order_name(name), user_order_bytes_max);
  if (!text) return text.error();
  return decode_user_order(*text, name);
}

result<pid_record> read_user_claim(const run_as_host& on, const std::string& name) {
  const auto text = read_run_file(on, claim_name(name), claim_bytes_max);
  if (!text) return text.error();
  const claim_text claim = decode_claim(*text);
  if (!claim.record || claim.record->user.empty())
    return forbidden("the run was not started as another user");
  if (claim.record->boot_id != boot_id()) return forbidden("the run is of another boot");
  return *claim.record;
}

result<unique_fd> open_work_root(const run_as_host& on) {
  if (auto safe = belongs_to_root(on.rules.work); !safe) return safe.error();
  return open_directory(on.rules.work, 0);
}

void start_as_user(const run_as_host& on, const std::string& name) {
  speaker say{on.engine.uid};
  const auto done = start(on, name, say);
  if (!done) say.refuse(done.error());
}

result<void> end_gently_as_root(const run_as_host& on, const std::string& name) {
  const auto claim = read_user_claim(on, name);
  if (!claim) return claim.error();
  if (!is_group_of(claim->group, name)) return forbidden("the run has no control group");
  // The engine's own group can hold nothing but what the engine had started: to move any other
  // process there, one needs rights that the engine does not have.
  const auto group = open_directory(claim->group, on.engine.uid);
  if (!group) return group.error();
  struct statfs where {};
  if (::fstatfs(group->get(), &where) != 0 || where.f_type != CGROUP2_SUPER_MAGIC)
    return forbidden(claim->group + " is no control group");
  bool found = false;
  for (const pid_t pid : members(group->get()))
    if (terminate(group->get(), pid, [&](pid_t each) { return is_child(each, claim->pid); }))
      found = true;
  // sudo waits for the program, unless it has become it.
  if (!found)
    terminate(group->get(), static_cast<pid_t>(claim->pid),
              [&](pid_t each) { return is_member(group->get(), each); });
  return {};
}

result<std::string> read_as_user(const run_as_host& on, const std::string& name) {
  const auto order = read_user_order(on, name);
  if (!order) return order.error();
  const run_spec& spec = order->spec;
  if (spec.output_file.empty() || spec.output_bytes_max == 0) return std::string{};
  const auto who = allowed_user(spec.user, on.rules);
  if (!who) return who.error();
  become(*who);
  return read_output(on.rules.work + "/" + name, spec.output_file, spec.output_bytes_max + 1);
}

}  // namespace foliot::exec
