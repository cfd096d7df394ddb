// What the engine and its launchers tell each other on disk: the names and the formats of the
// files of a run. docs: a file is a list of fields, each "key length\nbytes\n"; a format number
// comes first, so that a newer launcher or engine can tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "exec/run_as_way.hpp"
#include "exec/run_port.hpp"

namespace foliot::exec {

/// Of a launcher's process: why it ended. On the wire between releases; never renumber.
enum launcher_exit : int {
  launcher_done = 0,      ///< There is an exit file.
  launcher_busy = 3,      ///< Another launcher holds the claim.
  launcher_orphaned = 4,  ///< The engine that gave the order died before the claim was taken.
  launcher_usage = 64,    ///< The order cannot be understood.
  launcher_io = 74        ///< The operating system refused; nothing was started.
};

/// The signal that tells a launcher to end its run. SIGTERM, SIGINT and SIGHUP are ignored: a
/// service manager that stops the engine must not end the runs.
int kill_signal();

/// An order to a launcher, given through its standard input.
struct launch_order {
  bool kill = false;  ///< End the run, or take its claim so that it never starts.
  std::string data_directory;
  int64_t engine_pid = 0;
  std::string unpacker;    ///< Absolute path of foliot-unpack.
  std::string group_root;  ///< Where control groups of runs are made (cgroup v2); empty: nowhere.
  run_spec spec;           ///< With the whole environment of the program.
  run_as_way way = {};     ///< How runs of other users are started.
};

/// Who runs: enough to know the process again after everybody else died.
struct pid_record {
  int64_t pid = 0;
  uint64_t start_ticks = 0;  ///< Field 22 of /proc/<pid>/stat.
  std::string boot_id;
  std::string group;           ///< Its control group's directory; empty: none.
  uint32_t end_gently_ms = 0;  ///< As in run_spec: a later launcher may know no more than the name.
  std::string user = {};       ///< As in run_spec; `pid` is sudo's then.
};

/// What a claim file says. The record is written and synced before the program is let go; `started`
/// is added when it was executed.
struct claim_text {
  std::optional<pid_record> record;
  bool started = false;
};

/// `<data>/runs`: claims and results. `<data>/work/<name>`: the program's directory, gone after its
/// end. `<data>/logs`: standard output and error.
std::string runs_directory(const std::string& data);
std::string work_directory(const std::string& data, const std::string& name);
/// Of the run of `order`: that, or below the way's `work_root` where it is another user's.
std::string work_directory(const launch_order& order);
/// `stream` is "stdout" or "stderr", or one of them with ".1": what was written before that.
std::string log_path(const std::string& data, const std::string& name, std::string_view stream);
std::string claim_name(const std::string& name);
std::string exit_name(const std::string& name);
/// What foliot-run-as is to start; there as long as something of that run may be left.
std::string order_name(const std::string& name);

/// Whether `name` is 1 to 200 of [A-Za-z0-9._@:-] and does not start with '.': it becomes a file
/// name. Fails with errc::bad_input.
result<void> check_run_name(const std::string& name);

std::string encode(const launch_order& order);
std::string encode(const pid_record& record);
std::string encode(const run_ended& end);
std::string started_mark();

/// Fail with errc::corrupt when the text is not complete.
result<launch_order> decode_order(std::string_view text);
result<run_ended> decode_end(std::string_view text);
/// A torn record is none: it was not synced, so its program was not let go.
claim_text decode_claim(std::string_view text);

/// The exit file of `name`; nothing where there is none. Fails with errc::io or errc::corrupt.
result<std::optional<run_ended>> read_end(int runs_fd, const std::string& name);

/// All of `fd` from its beginning, at most `bytes_max`. Fails with errc::io or errc::too_large.
result<std::string> read_all(int fd, size_t bytes_max);
/// Writes all of `bytes` at the descriptor's position. Fails with errc::io.
result<void> write_all(int fd, std::string_view bytes);
/// errc::io with `what` and the text of `error` (an errno).
failure io_failure(const std::string& what, int error);

}  // namespace foliot::exec
