// The port to processes that outlive the engine. Real: exec/launcher_client.hpp; fake:
// rehearsal/virtual_runs.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/instant.hpp"
#include "base/limits.hpp"

namespace foliot::exec {

/// A file to be linked into the work directory before the program starts.
struct run_file {
  std::string source;     ///< Absolute path on this host.
  std::string link_name;  ///< Name below the work directory; no '/', not "." or "..".
};

/// What one run may take, all its processes together unless said otherwise; 0: as much as there
/// is.
struct run_limits {
  uint64_t memory_bytes = 0;  ///< Beyond it the whole run is ended.
  uint64_t cpu_seconds = 0;   ///< Of all processes together, those that ended as well.
  uint32_t processes = 0;     ///< With their threads, where the kernel counts (cgroup pids).
  uint32_t open_files = 0;    ///< Of each process.
  uint64_t file_bytes = 0;    ///< Of each file that a process writes; SIGXFSZ beyond.
  uint32_t nice = 0;          ///< 0 to 19, added to the launcher's.

  friend bool operator==(const run_limits&, const run_limits&) = default;
};

/// One run of one program. `name` was chosen beforehand and is on disk in the entity's record.
struct run_spec {
  std::string name;     ///< Unique for ever; 1 to 200 of [A-Za-z0-9._@:-], not starting with '.'.
  std::string program;  ///< As execvp takes it; looked up in `.` (work dir) first, then PATH.
  std::vector<std::string> arguments;    ///< Without the program itself.
  std::vector<std::string> environment;  ///< "K=V"; added to a minimal one, later wins.
  std::vector<run_file> files;
  /// tar, tar.gz, tgz, zip or jar; unpacked into a directory called `link_name`.
  std::vector<run_file> archives;
  /// Written into the work directory, for the owner alone: (name as `link_name`, content).
  std::vector<std::pair<std::string, std::string>> documents;
  /// Kept of stdout and of stderr, each; the last bytes, in two files (exec/launch_log.hpp).
  uint64_t log_bytes_max = limits::run_log_bytes_max;
  uint64_t output_bytes_max = 0;  ///< > 0: `run_ended::output` holds stdout, cut one byte above it.
  /// Path below the work directory: the output is what stands there at the end, whatever the exit
  /// status; nothing where there is no such file or it lies outside. Empty: stdout.
  std::string output_file;
  /// A kill sends SIGTERM to the program itself and SIGKILL to all of it so much later; 0: SIGKILL
  /// at once.
  uint32_t end_gently_ms = 0;
  /// Who it runs as; empty: the engine's own user. Another one only where the launcher client was
  /// told how (exec/run_as_way.hpp), else it is not started.
  std::string user;
  run_limits bounds;  ///< The launcher client fills in its host's, whatever stands here.
};

enum class run_outcome : uint8_t {
  exited,       ///< The program ended by itself; `exit_code` is its status.
  signalled,    ///< It was ended by `signal`, not by us.
  killed,       ///< `kill` ended it, or took its claim before it could start.
  not_started,  ///< It could not be started at all; `message` says why.
  lost,         ///< It ran, and how it ended cannot be known (rulings, seed 002).
};

/// The program was started and that fact is on disk.
struct run_started {
  std::string name;
  int64_t pid = 0;
};

/// The run is over and that fact is on disk. May be told more than once.
struct run_ended {
  std::string name;
  run_outcome outcome = run_outcome::exited;
  int32_t exit_code = 0;
  int32_t signal = 0;
  std::string output;  ///< Captured standard output, when asked for.
  /// For people: why it was not started or is lost, which limit ended it, where its log is.
  std::string message;
  std::string code = {};  ///< Of `not_started`: Oozie's code where it is not the usual one (JA002).
};

using run_news = std::variant<run_started, run_ended>;

/// Starts, follows and kills runs by name. Calls return at once and never block on a disk or a
/// process; news come through the sink, from a thread of the port. Every call is idempotent:
/// whatever happened to `name` before, after a crash as well, is found out and told.
class run_port {
 public:
  using sink = std::function<void(run_news)>;

  virtual ~run_port() = default;

  /// Where news go. Set once before the first `start`.
  virtual void deliver_to(sink news) = 0;
  /// Makes sure that the run called `spec.name` is started exactly once, ever, and followed.
  virtual void start(run_spec spec) = 0;
  /// Ends the run and every process it made. One that was not started yet never will be.
  virtual void kill(const std::string& name) = 0;
  /// The outcome is durable elsewhere: the claim, records and result of `name` may be deleted (its
  /// stdout and stderr stay). Unknown names are ignored.
  virtual void forget(const std::string& name) = 0;
  /// As `forget`, and its stdout and stderr go as well: its job was purged.
  virtual void erase(const std::string& name) { forget(name); }
};

}  // namespace foliot::exec
