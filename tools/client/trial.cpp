#include "tools/client/trial.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rehearsal/arguments.hpp"
#include "rehearsal/trial.hpp"

namespace foliot::client {

namespace {

constexpr size_t name_width_max = 64;

/// One file with what came of it.
struct judged {
  rehearsal::trial what;
  int64_t ns = 0;
};

std::string milliseconds(int64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, ns < 99'950'000 ? "%.1f ms" : "%.0f ms",
                static_cast<double>(ns) / 1e6);
  return text;
}

std::string count(uint64_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

/// "2026-01-05 00:10:00" of a virtual time.
std::string clock_text(instant at) {
  std::string out = rehearsal::text_of(instant{at.ms - at.ms % ms_per_second});
  out[10] = ' ';
  if (out.size() == 17) return out.substr(0, 16) + ":00";
  return out.substr(0, 19);
}

/// `text`, its further lines below its first.
std::string indented(const std::string& text, size_t by) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(by, ' ');
  }
  return out;
}

void tell_story(const console& to, const rehearsal::played& of) {
  size_t width = 0;
  for (const auto& each : of.story) width = std::max(width, width_of(each.who));
  for (const auto& each : of.story) {
    const std::string when = "    " + clock_text(each.at) + "  ";
    if (each.who.empty())
      to.out(when + bold(to, "> " + each.what) + "\n");
    else
      to.out(when + each.who + std::string(width - width_of(each.who) + 2, ' ') + each.what + "\n");
  }
}

void tell_problem(const console& to, const rehearsal::trial& of) {
  const rehearsal::problem& bad = *of.outcome.bad;
  to.out("  " + of.file + ":" + std::to_string(bad.line) + ": " + indented(bad.sentence, 4) + "\n");
  if (!of.line.empty()) to.out("    line  " + of.line + "\n");
  for (const std::string& each : bad.why) to.out("    why   " + each + "\n");
  for (const std::string& each : bad.log) to.out("    log   " + each + "\n");
}

void tell(const console& to, const judged& one, size_t width, bool verbose) {
  const bool good = !one.what.outcome.bad;
  const std::string name = one.what.file;
  const size_t blanks = width > width_of(name) ? width - width_of(name) : 0;
  to.out(painted(to, good ? "SUCCEEDED" : "FAILED", good ? "ok    " : "FAILED") + "  " + name +
         std::string(blanks, ' ') + "  " + count(one.what.outcome.actions, "action") + ", " +
         milliseconds(one.ns) + "\n");
  if (verbose) tell_story(to, one.what.outcome);
  if (!good) tell_problem(to, one.what);
}

nlohmann::json json_of(const judged& one, bool verbose) {
  nlohmann::json out{{"file", one.what.file},
                     {"title", one.what.title},
                     {"passed", !one.what.outcome.bad},
                     {"actions", one.what.outcome.actions},
                     {"programs", one.what.outcome.runs},
                     {"milliseconds", static_cast<double>(one.ns / 1000) / 1000}};
  if (const auto& bad = one.what.outcome.bad)
    out["problem"] = {{"line", bad->line},
                      {"statement", one.what.line},
                      {"message", bad->sentence},
                      {"why", bad->why},
                      {"log", bad->log}};
  if (verbose) {
    out["story"] = nlohmann::json::array();
    for (const auto& each : one.what.outcome.story)
      out["story"].push_back(
          {{"time", rehearsal::text_of(each.at)}, {"who", each.who}, {"what", each.what}});
  }
  return out;
}

int wrong_usage(const console& to, const failure& error) {
  report(to, error);
  return exit_usage;
}

}  // namespace

int test(const console& to, const monotonic_clock& clock, const test_options& options) {
  const auto files = rehearsal::scenario_files(options.paths);
  if (!files) return wrong_usage(to, files.error());
  std::error_code ignored;
  if (!options.folder.empty() && !std::filesystem::is_directory(options.folder, ignored))
    return wrong_usage(to, {errc::not_found, "there is no such directory", "", options.folder,
                            "Name the application directory behind --app"});
  size_t width = 0;
  for (const std::string& file : *files)
    width = std::max(width, std::min(width_of(file), name_width_max));
  size_t passed = 0;
  nlohmann::json all = nlohmann::json::array();
  for (const std::string& file : *files) {
    const int64_t begun = clock.now_ns();
    auto played = rehearsal::play_file(
        file, {rehearsal::crashes::none, options.seed, options.folder, options.verbose});
    if (!played) return wrong_usage(to, played.error());
    const judged one{std::move(*played), clock.now_ns() - begun};
    if (!one.what.outcome.bad) ++passed;
    if (to.json)
      all.push_back(json_of(one, options.verbose));
    else
      tell(to, one, width, options.verbose);
  }
  const size_t failed = files->size() - passed;
  if (to.json) {
    const nlohmann::json body{{"passed", passed}, {"failed", failed}, {"scenarios", all}};
    to.out(body.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } else {
    to.out(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed\n");
  }
  return failed == 0 ? exit_good : exit_failed;
}

}  // namespace foliot::client
