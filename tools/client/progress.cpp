#include "tools/client/progress.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace foliot::client {

using nlohmann::json;

namespace {

/// Statuses in the order of an action's life, so that columns of text keep their place.
constexpr std::array life{"WAITING", "READY",    "SUBMITTED", "RUNNING", "SUSPENDED", "SUCCEEDED",
                          "SKIPPED", "TIMEDOUT", "KILLED",    "FAILED",  "IGNORED"};

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

uint64_t count_of(const json& row, const char* status) {
  const auto counts = row.find("counts");
  return counts != row.end() && counts->is_object() ? counts->value(status, uint64_t{0}) : 0;
}

/// "12 of 24": ended well, of all there will be.
std::string done_of(const json& row) {
  const uint64_t done = count_of(row, "SUCCEEDED") + count_of(row, "SKIPPED");
  const auto expected = row.find("expected");
  const uint64_t all = expected != row.end() && expected->is_number_unsigned()
                           ? expected->get<uint64_t>()
                           : row.value("actions", uint64_t{0});
  return std::to_string(done) + " of " + std::to_string(all);
}

std::string counts_text(const json& row) {
  std::string out;
  for (const char* status : life) {
    const uint64_t count = count_of(row, status);
    if (count != 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + status;
  }
  return out;
}

std::string reached(const json& row) {
  const std::string out = text_of(row, "reached");
  return out.empty() ? "-" : out;
}

std::string seconds_text(int64_t ms) {
  const int64_t tenths = ms / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

void progress_view::show(const json& answer, int64_t elapsed_ms) {
  if (to_.terminal)
    redraw(answer, elapsed_ms);
  else
    print_changes(answer);
}

void progress_view::redraw(const json& answer, int64_t elapsed_ms) {
  text_table table({"COORDINATOR", "STATE", "DONE", "REACHED", "ACTIONS"}, 4, 1);
  for (const json& row : answer["coordinators"])
    table.add({cut(text_of(row, "name"), 20), text_of(row, "status"), done_of(row), reached(row),
               counts_text(row)});
  const std::string status = text_of(answer, "status");
  std::string out = bold(to_, text_of(answer, "id")) + "  " + painted(to_, status, status) + "  " +
                    dim(to_, seconds_text(elapsed_ms)) + "\n";
  if (!table.empty()) out += table.text(to_, 2);
  std::string head;
  if (lines_ != 0) head = "\x1b[" + std::to_string(lines_) + "A\x1b[J";
  lines_ = static_cast<size_t>(std::count(out.begin(), out.end(), '\n'));
  to_.out(head + out);
}

void progress_view::print_changes(const json& answer) {
  const auto print = [&](const std::string& key, const std::string& line) {
    std::string& before = last_[key];
    if (before == line) return;
    before = line;
    to_.out(line + "\n");
  };
  for (const json& row : answer["coordinators"]) {
    const std::string counts = counts_text(row);
    print(text_of(row, "id"), text_of(row, "name") + ": " + text_of(row, "status") + ", " +
                                  done_of(row) + " done, reached " + reached(row) +
                                  (counts.empty() ? "" : " (" + counts + ")"));
  }
  print("", text_of(answer, "id") + ": " + text_of(answer, "status"));
}

}  // namespace foliot::client
