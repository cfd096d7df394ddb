#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/status.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/pause.hpp"
#include "tools/client/progress.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

constexpr int64_t poll_ms = 200;
/// A server that answered once may be away for so long: it restarts in seconds.
constexpr int64_t away_ms_max = 60'000;

bool has_ended(const std::string& status) {
  // A node's OK and ERROR are ends too, though a workflow may retry after an ERROR.
  if (status == "OK" || status == "ERROR") return true;
  const auto known = model::status_named(status);
  return known && model::is_terminal(*known);
}

bool has_succeeded(const std::string& status) { return status == "SUCCEEDED" || status == "OK"; }

int finish(const console& to, const wait_options& options, const std::string& status) {
  if (to.json)
    to.out(json{{"id", options.id}, {"status", status}}.dump() + "\n");
  else if (!options.progress)
    to.out(options.id + " " + painted(to, status, status) + "\n");
  return has_succeeded(status) ? exit_good : exit_failed;
}

int give_up(const console& to, const wait_options& options, const std::string& status) {
  if (to.json)
    to.out(json{{"id", options.id}, {"status", status}, {"timeout", true}}.dump() + "\n");
  to.err("foliot: " + options.id + " is " + (status.empty() ? "not answered for" : status) +
         " after " + std::to_string(options.timeout_ms / 1000) + " s. Ask why with 'foliot why " +
         options.id + "'.\n");
  return exit_timeout;
}

}  // namespace

int wait(const console& to, connection& server, const monotonic_clock& clock,
         const wait_options& options) {
  const int64_t begun = clock.now_ns();
  const auto elapsed_ms = [&] { return (clock.now_ns() - begun) / 1'000'000; };
  const bool progress = options.progress && !to.json;
  const std::string path =
      progress ? "/api/progress/" + exec::url_encode(options.id) : job_path(options.id);
  progress_view view(to);
  std::string status;
  int64_t answered_ms = -1;  // when an answer came last
  for (;;) {
    const auto answer = server.get_json(path);
    const int64_t now_ms = elapsed_ms();
    if (answer) {
      answered_ms = now_ms;
      status = answer->value("status", "");
      if (progress) view.show(*answer, now_ms);
      if (has_ended(status)) return finish(to, options, status);
    } else {
      const bool starting = answer.error().code == errc::unavailable;
      const bool known = answered_ms >= 0 && now_ms - answered_ms < away_ms_max;
      if (!starting || !known) return report(to, answer.error());
    }
    const int64_t left_ms = options.timeout_ms - now_ms;
    if (options.timeout_ms > 0 && left_ms <= 0) return give_up(to, options, status);
    pause_for(options.timeout_ms > 0 ? std::min(poll_ms, left_ms) : poll_ms);
  }
}

}  // namespace foliot::client
