#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/visible.hpp"
#include "exec/helper/limits.hpp"
#include "exec/helper/parts.hpp"
#include "exec/helper/program.hpp"
#include "exec/helper/ssh_client.hpp"
#include "exec/helper/ssh_scripts.hpp"

namespace foliot::exec::helper {

namespace {

constexpr int connection_failed = 255;  // ssh's own status

/// Below the home directory and nowhere else.
bool is_inside(std::string_view directory) {
  if (directory.empty() || directory.front() == '/' || directory.front() == '-') return false;
  for (std::string_view rest = directory; !rest.empty();) {
    const size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view name = rest.substr(0, slash);
    if (name.empty() || name == "." || name == "..") return false;
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return true;
}

bool is_id(std::string_view id) {
  return !id.empty() && id.front() != '.' && id.front() != '-' &&
         id.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-") ==
             std::string_view::npos;
}

failure bad_plan(std::string sentence, const char* code) {
  return {errc::bad_input, std::move(sentence), code, "", ""};
}

result<std::string> destination_of(const document& plan, const document& settings) {
  std::string host = plan.text("host");
  const std::string user = plan.text("user");
  if (host.find('@') == std::string::npos) host = user + "@" + host;
  if (!is_destination(host))
    return bad_plan("'" + visible(host).substr(0, message_bytes_max) + "' is no host to sign in to",
                    "UNKNOWN_ERROR");
  if (settings.text("ssh_user_at_host", "allowed") == "refused" &&
      host.substr(0, host.find('@')) != user)
    return bad_plan("the host names another user than " + user, "ERR_USER_MISMATCH");
  return host;
}

/// What the script said behind the mark, line by line; what follows the last of them is data.
struct answer {
  std::string word;  ///< The last one: "success", "later", ...
  std::string rest;  ///< Of its line.
  std::string data;  ///< Behind its line.
  std::string pid;   ///< Of "started".
};

answer answer_in(std::string_view output) {
  answer out;
  const std::string_view mark = remote_mark;
  while (!output.empty()) {
    const size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    const size_t blank = std::min(line.find(' '), line.size());
    out.word = line.substr(0, blank);
    out.rest = trim(line.substr(blank));
    if (out.word == "started") out.pid = out.rest;
    if (out.word != "success") continue;
    out.data = output;  // the command's own words may look like ours
    break;
  }
  return out;
}

class remote_run {
 public:
  remote_run(const surroundings& in, std::string host, remote_command command)
      : in_(in), host_(std::move(host)), command_(std::move(command)) {}

  outcome run() {
    const int64_t retries = in_.settings.number("ssh_reconnects", 3);
    int64_t failed = 0;
    int64_t pause = ssh_pause_ms;
    for (;;) {
      auto made = call(follow_script(command_), 0, &in_.end);
      if (!made) return outcome_of(made.error());
      const answer said = answer_in(made->output);
      if (!said.pid.empty() && !started_) {
        started_ = true;
        note("started on " + host_ + " as process " + said.pid);
      }
      if (said.word == "error" && !trim(made->errors).empty()) note(trim(made->errors));
      if (auto over = judge(said)) return *over;
      if (made->ended || in_.end.asked()) return end_it();
      if (!said.pid.empty()) {  // it was connected: what counts are failures in a row
        failed = 0;
        pause = ssh_pause_ms;
        if (said.word == "later") continue;
      }
      outcome trouble = ssh_trouble(made->errors);
      // Before the start was seen, what is known to keep it from starting is the action's end;
      // whatever else broke the connection may have come after it.
      const bool broken = made->status == connection_failed || made->status < 0;
      if (!started_ && (trouble.code != "UNKNOWN_ERROR" || !broken)) return trouble;
      if (failed++ == retries) return give_up(trouble);
      note("the connection to " + host_ + " failed: " + trouble.message);
      if (in_.end.wait(pause)) return end_it();
      pause = std::min(pause * 2, ssh_pause_ms_max);
    }
  }

 private:
  result<program_end> call(std::string script, int64_t timeout_ms, ending* end) const {
    program_call out;
    out.words = {"ssh"};
    const std::vector<std::string> options = ssh_options(in_.settings);
    out.words.insert(out.words.end(), options.begin(), options.end());
    out.words.insert(out.words.end(), {"--", host_, "exec /bin/sh -s"});
    out.input = std::move(script);
    out.output_bytes_max += command_.capture_bytes_max;
    out.timeout_ms = timeout_ms;
    return run_program(out, end);
  }

  /// What the end of the command means; nothing while there is none.
  std::optional<outcome> judge(const answer& said) {
    if (said.word == "success") {
      outcome out;
      out.data = said.data;
      if (command_.capture_bytes_max > 0 && said.data.size() >= command_.capture_bytes_max)
        out = {outcome_type::error,
               "ERR_OUTPUT_EXCEED_MAX_LEN",
               "the output is longer than " + std::to_string(command_.capture_bytes_max - 1) +
                   " bytes",
               {}};
      clear();
      return out;
    }
    if (said.word == "error") {
      clear();
      return outcome{outcome_type::error, "E1111", said.rest, {}};
    }
    if (said.word == "gone") {
      clear();
      return outcome{outcome_type::error,
                     "E1111",
                     "the command is gone from " + host_ + " and left no exit code",
                     {}};
    }
    return std::nullopt;
  }

  /// The directory must go, or at least the claim: the next attempt would find this one's end.
  void clear() const {
    const bool all = in_.settings.text("ssh_delete_remote_directory", "true") != "false";
    int64_t pause = ssh_pause_ms;
    for (int64_t left = in_.settings.number("ssh_reconnects", 3); left >= 0; --left) {
      auto made = call(clear_script(command_, all), ssh_kill_ms, &in_.end);
      if (made && answer_in(made->output).word == "cleared") return;
      if (in_.end.wait(left > 0 ? pause : 0)) break;
      pause = std::min(pause * 2, ssh_pause_ms_max);
    }
    note("what it left on " + host_ + " could not be taken away: " + command_.directory);
  }

  /// Our own end was asked for: the command ends with us.
  outcome end_it() const {
    note("ending it on " + host_);
    auto made = call(kill_script(command_), ssh_kill_ms, nullptr);
    const answer said = made ? answer_in(made->output) : answer{};
    const bool done = said.word == "killed";
    note(done ? "it was ended" : "it could not be ended: nobody knows whether it still runs");
    // Where it had not begun the claim stays, so that a start under way finds it taken.
    const bool all = in_.settings.text("ssh_delete_remote_directory", "true") != "false";
    if (said.rest == "running" && all)
      static_cast<void>(call(clear_script(command_, true), ssh_kill_ms / 5, nullptr).ok());
    return {outcome_type::error, "E1111", done ? "it was killed" : "it could not be killed", {}};
  }

  outcome give_up(const outcome& trouble) const {
    if (!started_) {
      end_it();  // for all we know it may have begun
      return trouble;
    }
    return {outcome_type::failed,
            "COULD_NOT_CONNECT",
            "the connection to " + host_ +
                " does not come back, and the command may still run: " + trouble.message,
            {}};
  }

  const surroundings& in_;
  std::string host_;
  remote_command command_;
  bool started_ = false;
};

}  // namespace

outcome run_remote(const surroundings& in) {
  auto host = destination_of(in.plan, in.settings);
  if (!host) return outcome_of(host.error());
  remote_command command;
  command.directory = in.plan.text("directory");
  command.id = in.plan.text("id");
  command.words = in.plan.texts("word");
  command.look_seconds = ssh_look_seconds;
  const int64_t capture = in.plan.number("capture", 0);
  // One byte more tells that there was more.
  if (capture > 0) command.capture_bytes_max = static_cast<size_t>(capture) + 1;
  if (!is_inside(command.directory) || !is_id(command.id) || command.words.empty())
    return outcome_of(bad_plan("the plan of the ssh action cannot be understood", "UNKNOWN_ERROR"));
  return remote_run{in, std::move(*host), std::move(command)}.run();
}

}  // namespace foliot::exec::helper
