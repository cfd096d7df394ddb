#include "exec/launch_main.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "exec/launch_child.hpp"
#include "exec/launch_claim.hpp"
#include "exec/launch_crash.hpp"
#include "exec/launch_follow.hpp"
#include "exec/launch_group.hpp"
#include "exec/launch_tree.hpp"
#include "exec/launch_user.hpp"
#include "exec/launch_work.hpp"
#include "exec/run_files.hpp"

namespace foliot::exec {

namespace {

constexpr size_t order_bytes_max = 64U << 20;

/// What a launcher works with.
struct setting {
  launch_order order;
  unique_fd runs;
  unique_fd signals;
  claim held;

  const std::string& name() const { return order.spec.name; }
  void crash(const char* point) const { crash_point(point, name().c_str(), order.engine_pid); }
};

/// The order's file is shared with the engine: it reads there why we ended.
int fail(int status, const failure& why) {
  if (::ftruncate(0, 0) == 0 && ::lseek(0, 0, SEEK_SET) == 0) {
    static_cast<void>(write_all(0, why.text()).ok());
  }
  return status;
}

/// The engine that gave the order is our parent as long as it lives.
bool engine_lives(const setting& at) {
  return ::getppid() == static_cast<pid_t>(at.order.engine_pid);
}

/// A living engine reads the exit file at once and syncs what it read into its own records. A sync
/// here would be done later than that, in vain: should the power fail before the engine's, the run
/// would be LOST for want of the one as of the other. Without an engine nobody else keeps it.
result<void> keep_end(const setting& at, const run_ended& end) {
  return write_end(at.runs.get(), end,
                   engine_lives(at) ? safety::against_crashes : safety::against_power_failure);
}

/// What another user's run left that cannot be cleared now keeps its order: the engine tries again.
void clear(const setting& at) {
  if (has_user_work(at.runs.get(), at.name()))
    static_cast<void>(clear_user_work(at.runs.get(), at.order.way, at.name()).ok());
  remove_work(work_directory(at.order.data_directory, at.name()));
}

/// The outcome is known to us alone: a full disk is waited out, however long it takes. Nobody needs
/// the work directory any more, and it may be what fills the disk.
int finish(const setting& at, const run_ended& end) {
  while (!keep_end(at, end)) {
    clear(at);
    ::poll(nullptr, 0, 500);
  }
  at.crash("exit-written");
  clear(at);
  return launcher_done;
}

int finish_killed(const setting& at) {
  run_ended end;
  end.name = at.name();
  end.outcome = run_outcome::killed;
  end.message = "it was killed before it started";
  return finish(at, end);
}

/// It will never run, and people find out why where its output would be.
run_ended told_refusal(const setting& at, failure why) {
  run_ended end;
  end.name = at.name();
  end.outcome = run_outcome::not_started;
  end.code = std::exchange(why.oozie, {});
  const std::string text = why.text();
  note_unstarted(at.order, text);
  end.message = text + (text.ends_with('.') ? " Its log is " : "; its log is ") +
                log_path(at.order.data_directory, at.name(), "stderr");
  return end;
}

/// Of another user's run foliot-run-as prepares the work directory.
result<readiness> prepare(const setting& at) {
  if (at.order.spec.user.empty()) return prepare_work(at.order, at.signals.get());
  const auto written = write_user_order(at.runs.get(), at.order);
  return written ? result<readiness>{readiness::ready} : written.error();
}

/// Lets the child go, and waits until the program was executed.
result<readiness> begin(const setting& at, blocked_child& child) {
  const bool other = !at.order.spec.user.empty();
  if (auto going = let_go(child); !going) {
    failure why = going.error();
    if (other) why.oozie = "JA002";  // it was sudo that could not be executed
    return why;
  }
  return other ? await_user(child, at.signals.get()) : readiness::ready;
}

/// What is known of the blocked process `pid`.
result<pid_record> record_of(const setting& at, pid_t pid) {
  const auto facts = look_process(pid);
  const auto self = look_process(::getpid());
  pid_record out{pid, facts ? facts->start_ticks : 0, boot_id(),
                 "",  at.order.spec.end_gently_ms,    at.order.spec.user};
  if (!facts || out.boot_id.empty())
    return failure{errc::io, "cannot read /proc about the new process", "", "", ""};
  if (!at.order.group_root.empty() && self)
    out.group = group_path(at.order.group_root, at.name(), self->pid, self->start_ticks);
  return out;
}

/// The claim is ours and empty: it has surely not run.
int start(setting& at) {
  auto prepared = prepare(at);
  if (!prepared) {
    // Nobody needs it, and what it took is enough for the result. If that cannot be written all the
    // same, nothing is known to us alone yet: the engine tries again, or gives up.
    clear(at);
    const auto written = keep_end(at, told_refusal(at, prepared.error()));
    return written ? launcher_done : fail(launcher_io, prepared.error());
  }
  if (*prepared == readiness::killed) return finish_killed(at);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  auto child = fork_blocked(at.order);
  if (!child) return fail(launcher_io, child.error());
  const auto record = record_of(at, child->pid);
  result<void> written = record ? write_record(at.held, at.runs.get(), *record) : record.error();
  if (!written) return fail(launcher_io, written.error());  // our end ends the child
  at.crash("pid-written");
  // Made when it is known by name: whoever comes after us finds it.
  run_group group;
  if (!record->group.empty())
    group = run_group::make(record->group, child->pid, at.order.spec.bounds);
  if (kill_asked(at.signals.get())) {
    child->go.reset();
    ::waitpid(child->pid, nullptr, 0);
    group.remove();
    return finish_killed(at);
  }
  at.crash("before-exec");
  const auto begun = begin(at, *child);
  if (!begun || *begun == readiness::killed) {
    kill_descendants(group);
    group.remove();
    return begun ? finish_killed(at) : finish(at, told_refusal(at, begun.error()));
  }
  write_started(at.held);
  at.crash("running");
  const run_ended end = follow_child(at.order, *child, group, at.signals.get());
  group.remove();
  return finish(at, end);
}

}  // namespace

int run_launcher() {
  setting at;
  const auto text = read_all(0, order_bytes_max);
  if (!text) return fail(launcher_usage, text.error());
  auto order = decode_order(*text);
  if (!order) return fail(launcher_usage, order.error());
  at.order = *std::move(order);
  if (auto named = check_run_name(at.name()); !named) return fail(launcher_usage, named.error());

  auto signals = open_signals();
  if (!signals) return fail(launcher_io, signals.error());
  at.signals = *std::move(signals);
  const std::string runs = runs_directory(at.order.data_directory);
  at.runs.reset(::open(runs.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.runs) return fail(launcher_io, io_failure("cannot open " + runs, errno));

  auto held = take_claim(at.runs.get(), at.name());
  if (!held) return fail(launcher_io, held.error());
  if (held->busy) return launcher_busy;
  at.held = *std::move(held);
  // Half an exit file is what a power failure left: as good as none, and the claim decides.
  const auto before = read_end(at.runs.get(), at.name());
  if (before ? before->has_value() : before.error().code != errc::corrupt) return launcher_done;
  if (at.held.text.record) {
    const pid_record& record = *at.held.text.record;
    run_group group{record.boot_id == boot_id() ? record.group : std::string{}};
    const run_ended end = follow_stranger(at.order, record, group, at.signals.get());
    group.remove();
    return finish(at, end);
  }
  // A later engine may have had this run started, ended and forgotten already: an order from a dead
  // engine is void. While ours lives it forgets nothing that we may still claim.
  if (!engine_lives(at)) {
    // Nobody may ever ask for it again. Locked still, so nobody holds it as well.
    ::unlinkat(at.runs.get(), claim_name(at.name()).c_str(), 0);
    return launcher_orphaned;
  }
  at.crash("claimed");
  if (at.order.kill || kill_asked(at.signals.get())) {
    return finish_killed(at);
  }
  return start(at);
}

}  // namespace foliot::exec
