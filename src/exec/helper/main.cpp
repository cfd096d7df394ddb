#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "exec/helper/parts.hpp"
#include "exec/helper/program.hpp"

namespace foliot::exec::helper {

namespace {

constexpr int done = 0;
constexpr int not_done = 1;
constexpr int usage = 64;     // EX_USAGE of sysexits.h
constexpr int io_error = 74;  // EX_IOERR

struct part {
  std::string_view name;
  outcome (*work)(const surroundings& in);
};
constexpr std::array<part, 3> parts{
    {{"email", send_email}, {"git", clone_repository}, {"ssh", run_remote}}};

/// Nothing where the variable is not set: every setting has a default.
result<document> read_settings() {
  const char* path = std::getenv("FOLIOT_ACTION_SETTINGS");
  if (path == nullptr || *path == '\0') return document{};
  return document::read(path);
}

}  // namespace

void note(std::string_view line) {
  std::fprintf(stderr, "foliot-action: %.*s\n", static_cast<int>(line.size()), line.data());
}

int run_helper(int count, char** words, const wall_clock& clock) {
  const std::string_view name = count == 2 ? words[1] : "";
  const part* wanted = nullptr;
  for (const part& each : parts)
    if (each.name == name) wanted = &each;
  if (wanted == nullptr) {
    note("the engine runs it: foliot-action email|git|ssh, with plan.properties in its directory");
    return usage;
  }
  ending end;
  const char* path = std::getenv("PATH");
  ::setenv("PATH", absolute_path_only(path == nullptr ? "" : path).c_str(), 1);
  const auto plan = document::read("plan.properties");
  const auto settings = read_settings();
  for (const auto* each : {&plan, &settings}) {
    if (each->ok()) continue;
    note(each->error().text());
    return io_error;
  }
  const outcome made = wanted->work({*plan, *settings, clock, end});
  if (made.type != outcome_type::ok) note(made.code + ": " + made.message);
  // Beside it first: what stands under the name is whole.
  auto written = write_file("result.properties.new", encode(made), 0600);
  if (written && std::rename("result.properties.new", "result.properties") == 0)
    return made.type == outcome_type::ok ? done : not_done;
  note("the result cannot be written");
  return io_error;
}

}  // namespace foliot::exec::helper
