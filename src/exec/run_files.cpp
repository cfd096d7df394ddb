#include "exec/run_files.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

namespace {

// An order holds arguments and environment (the kernel allows about 2 MiB of them), an exit file
// the captured output.
constexpr size_t file_bytes_max = 64U << 20;

// 2: archives, documents, output files, gentle ends, limits.
constexpr int64_t order_format = 2;
// With the user that it runs as: a launcher that does not know about users must not start it.
constexpr int64_t user_order_format = 3;

struct field {
  std::string_view key;
  std::string_view value;
};

void put(std::string& out, std::string_view key, std::string_view value) {
  out.append(key).append(" ").append(std::to_string(value.size())).append("\n");
  out.append(value).append("\n");
}

void put(std::string& out, std::string_view key, int64_t value) {
  put(out, key, std::string_view{std::to_string(value)});
}

/// Takes the next field off `text`; nothing when it is not complete.
std::optional<field> take(std::string_view& text) {
  const size_t line = text.find('\n');
  const size_t blank = text.find(' ');
  if (line == std::string_view::npos || blank == std::string_view::npos || blank > line) return {};
  size_t length = 0;
  const char* end = text.data() + line;
  const auto parsed = std::from_chars(text.data() + blank + 1, end, length);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return {};
  if (length >= text.size() - line - 1) return {};  // the final newline must be there too
  const field out{text.substr(0, blank), text.substr(line + 1, length)};
  if (text[line + 1 + length] != '\n') return {};
  text.remove_prefix(line + length + 2);
  return out;
}

int64_t number(std::string_view text) {
  int64_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

void put(std::string& out, const run_limits& bounds) {
  put(out, "memory-max", static_cast<int64_t>(bounds.memory_bytes));
  put(out, "cpu-max", static_cast<int64_t>(bounds.cpu_seconds));
  put(out, "processes-max", int64_t{bounds.processes});
  put(out, "open-files-max", int64_t{bounds.open_files});
  put(out, "file-max", static_cast<int64_t>(bounds.file_bytes));
  put(out, "nice", int64_t{bounds.nice});
}

void take_bound(run_limits& out, const field& from) {
  const auto& [key, value] = from;
  if (key == "memory-max") out.memory_bytes = static_cast<uint64_t>(number(value));
  if (key == "cpu-max") out.cpu_seconds = static_cast<uint64_t>(number(value));
  if (key == "processes-max") out.processes = static_cast<uint32_t>(number(value));
  if (key == "open-files-max") out.open_files = static_cast<uint32_t>(number(value));
  if (key == "file-max") out.file_bytes = static_cast<uint64_t>(number(value));
  if (key == "nice") out.nice = static_cast<uint32_t>(number(value));
}

/// What has two values; the second always follows the first.
void take_pair(run_spec& out, const field& from) {
  const auto& [key, value] = from;
  if (key == "file") out.files.push_back({std::string{value}, ""});
  if (key == "link" && !out.files.empty()) out.files.back().link_name = value;
  if (key == "archive") out.archives.push_back({std::string{value}, ""});
  if (key == "unpacked" && !out.archives.empty()) out.archives.back().link_name = value;
  if (key == "document") out.documents.emplace_back(std::string{value}, "");
  if (key == "content" && !out.documents.empty()) out.documents.back().second = value;
}

failure damaged(const char* what) { return {errc::corrupt, what, "", "", ""}; }

constexpr std::string_view outcome_names[] = {"exited", "signalled", "killed", "not-started",
                                              "lost"};

}  // namespace

int kill_signal() { return SIGUSR1; }

std::string runs_directory(const std::string& data) { return data + "/runs"; }

std::string work_directory(const std::string& data, const std::string& name) {
  return data + "/work/" + name;
}

std::string work_directory(const launch_order& order) {
  return order.spec.user.empty() ? work_directory(order.data_directory, order.spec.name)
                                 : order.way.work_root + "/" + order.spec.name;
}

std::string log_path(const std::string& data, const std::string& name, std::string_view stream) {
  return data + "/logs/" + name + "." + std::string{stream};
}

std::string claim_name(const std::string& name) { return name + ".claim"; }

std::string exit_name(const std::string& name) { return name + ".exit"; }

std::string order_name(const std::string& name) { return name + ".order"; }

result<void> check_run_name(const std::string& name) {
  constexpr std::string_view allowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@:-";
  if (name.empty() || name.size() > 200 || name.front() == '.' ||
      name.find_first_not_of(allowed) != std::string::npos) {
    return failure{errc::bad_input, "'" + name.substr(0, 220) + "' cannot be the name of a run", "",
                   "", "Use 1 to 200 of A-Z a-z 0-9 . _ @ : - and no dot at the beginning"};
  }
  return {};
}

std::string encode(const launch_order& order) {
  const run_spec& spec = order.spec;
  std::string out;
  put(out, "order", spec.user.empty() ? order_format : user_order_format);
  put(out, "kill", order.kill ? 1 : 0);
  put(out, "data", order.data_directory);
  put(out, "engine", order.engine_pid);
  put(out, "name", spec.name);
  put(out, "program", spec.program);
  for (const auto& argument : spec.arguments) put(out, "argument", argument);
  for (const auto& variable : spec.environment) put(out, "variable", variable);
  for (const auto& file : spec.files) {
    put(out, "file", file.source);
    put(out, "link", file.link_name);
  }
  for (const auto& archive : spec.archives) {
    put(out, "archive", archive.source);
    put(out, "unpacked", archive.link_name);
  }
  for (const auto& [name, content] : spec.documents) {
    put(out, "document", name);
    put(out, "content", content);
  }
  put(out, "log-max", static_cast<int64_t>(spec.log_bytes_max));
  put(out, "output-max", static_cast<int64_t>(spec.output_bytes_max));
  put(out, "output-file", spec.output_file);
  put(out, "end-gently", int64_t{spec.end_gently_ms});
  put(out, spec.bounds);
  put(out, "unpacker", order.unpacker);
  put(out, "group-root", order.group_root);
  if (!order.way.program.empty()) {
    put(out, "sudo", order.way.sudo);
    put(out, "run-as", order.way.program);
    put(out, "work-root", order.way.work_root);
  }
  if (!spec.user.empty()) put(out, "user", spec.user);
  put(out, "end", "");
  return out;
}

result<launch_order> decode_order(std::string_view text) {
  launch_order out;
  run_spec& spec = out.spec;
  bool known = false;
  while (const auto next = take(text)) {
    const auto& [key, value] = *next;
    // Format 1 had less; a launcher that knows only that refuses an order of format 2.
    if (key == "order") known = value == "1" || value == "2" || value == "3";
    if (key == "kill") out.kill = value == "1";
    if (key == "data") out.data_directory = value;
    if (key == "engine") out.engine_pid = number(value);
    if (key == "name") spec.name = value;
    if (key == "program") spec.program = value;
    if (key == "argument") spec.arguments.emplace_back(value);
    if (key == "variable") spec.environment.emplace_back(value);
    take_pair(spec, *next);
    take_bound(spec.bounds, *next);
    if (key == "log-max") spec.log_bytes_max = static_cast<uint64_t>(number(value));
    if (key == "output-max") spec.output_bytes_max = static_cast<uint64_t>(number(value));
    if (key == "output-file") spec.output_file = value;
    if (key == "end-gently") spec.end_gently_ms = static_cast<uint32_t>(number(value));
    if (key == "unpacker") out.unpacker = value;
    if (key == "group-root") out.group_root = value;
    if (key == "sudo") out.way.sudo = value;
    if (key == "run-as") out.way.program = value;
    if (key == "work-root") out.way.work_root = value;
    if (key == "user") spec.user = value;
    if (key == "end" && known) return out;
  }
  return damaged("the order to the launcher is not complete");
}

std::string encode(const pid_record& record) {
  std::string out;
  put(out, "claim", 1);
  put(out, "pid", record.pid);
  put(out, "start-ticks", static_cast<int64_t>(record.start_ticks));
  put(out, "boot", record.boot_id);
  put(out, "group", record.group);
  put(out, "end-gently", int64_t{record.end_gently_ms});
  if (!record.user.empty()) put(out, "user", record.user);
  put(out, "end", "");
  return out;
}

std::string started_mark() {
  std::string out;
  put(out, "started", "");
  return out;
}

claim_text decode_claim(std::string_view text) {
  claim_text out;
  pid_record record;
  while (const auto next = take(text)) {
    const auto& [key, value] = *next;
    if (key == "pid") record.pid = number(value);
    if (key == "start-ticks") record.start_ticks = static_cast<uint64_t>(number(value));
    if (key == "boot") record.boot_id = value;
    if (key == "group") record.group = value;
    if (key == "end-gently") record.end_gently_ms = static_cast<uint32_t>(number(value));
    if (key == "user") record.user = value;
    if (key == "end" && record.pid > 0) out.record = record;
    if (key == "started") out.started = out.record.has_value();
  }
  return out;
}

std::string encode(const run_ended& end) {
  std::string out;
  put(out, "exit", 1);
  put(out, "name", end.name);
  put(out, "outcome", outcome_names[static_cast<size_t>(end.outcome)]);
  put(out, "code", end.exit_code);
  put(out, "signal", end.signal);
  put(out, "message", end.message);
  put(out, "output", end.output);
  if (!end.code.empty()) put(out, "refusal", end.code);
  put(out, "end", "");
  return out;
}

result<run_ended> decode_end(std::string_view text) {
  run_ended out;
  bool known = false;
  while (const auto next = take(text)) {
    const auto& [key, value] = *next;
    if (key == "name") out.name = value;
    if (key == "outcome") {
      for (size_t i = 0; i < std::size(outcome_names); ++i) {
        if (outcome_names[i] != value) continue;
        out.outcome = static_cast<run_outcome>(i);
        known = true;
      }
    }
    if (key == "code") out.exit_code = static_cast<int32_t>(number(value));
    if (key == "signal") out.signal = static_cast<int32_t>(number(value));
    if (key == "message") out.message = value;
    if (key == "refusal") out.code = value;
    if (key == "output") out.output = value;
    if (key == "end" && known) return out;
  }
  return damaged("the exit file of a run is not complete");
}

result<std::optional<run_ended>> read_end(int runs_fd, const std::string& name) {
  unique_fd fd{::openat(runs_fd, exit_name(name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
  if (!fd && errno == ENOENT) return std::optional<run_ended>{};
  if (!fd) return io_failure("cannot open the exit file of run " + name, errno);
  auto text = read_all(fd.get(), file_bytes_max);
  if (!text) return text.error();
  auto end = decode_end(*text);
  if (end && end->name != name) end = damaged("the exit file is of another run");
  if (!end) return std::move(end).error().within("run " + name);
  return std::optional<run_ended>{*std::move(end)};
}

result<std::string> read_all(int fd, size_t bytes_max) {
  std::string out;
  char buffer[16 << 10];
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(fd, buffer, sizeof buffer, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_failure("cannot read a file", errno);
    if (got == 0) return out;
    out.append(buffer, static_cast<size_t>(got));
    at += got;
    if (out.size() > bytes_max) {
      return failure{errc::too_large,
                     "a file is larger than " + std::to_string(bytes_max) + " bytes", "", "", ""};
    }
  }
}

result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return io_failure("cannot write to a file", errno);
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return {};
}

failure io_failure(const std::string& what, int error) {
  return {errc::io, what + ": " + std::strerror(error), "", "", ""};
}

}  // namespace foliot::exec
