#include <nlohmann/json.hpp>

#include "time/cron.hpp"
#include "time/datetime.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/json_out.hpp"
#include "tools/offline/wall_text.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

/// The most that is printed at once: a guard against a slip of the finger.
constexpr uint32_t fires_max = 1'000'000;

void print_fires(const console& to, const std::vector<instant>& fires, const time::zone& where) {
  const bool both = where.id() != "UTC";
  for (const instant at : fires) {
    std::string line = time::format_datetime(at, {});
    if (both) line += "   " + client::dim(to, wall_text(at, where));
    to.out(line + "\n");
  }
}

/// What Oozie reads, to stop at it later (E0803), has no fire times; all else is no expression.
int refuse(const console& to, const failure& error) {
  if (!to.json || error.oozie != "E0803") return report_answer(to, error);
  print_json(to, {{"error", json_of(error)}, {"fire_times", json::array()}});
  return client::exit_failed;
}

}  // namespace

int show_fires(const console& to, const cron_options& options) {
  const auto where = time::find_zone(options.zone);
  if (!where) return report_answer(to, where.error().within("--tz"));
  const auto start = time::parse_datetime(options.start, {}, dialect::lenient);
  if (!start) return report_answer(to, start.error().within("--start"));
  const dialect reading = options.reading == "oozie" ? dialect::oozie : dialect::lenient;
  const auto expression = time::cron::parse(options.expression, reading);
  if (!expression) return refuse(to, expression.error());
  if (options.count > fires_max)
    return report_answer(to, {errc::too_large, "--count is more than " + std::to_string(fires_max),
                              "", "--count", "Ask for fewer"});
  std::vector<instant> fires;
  instant after{start->ms - 1};
  while (fires.size() < options.count) {
    after = expression->next_after(after, *where);
    if (after == never) break;
    fires.push_back(after);
  }
  if (to.json) {
    json times = json::array();
    for (const instant at : fires) times.push_back(time::format_datetime(at, {}));
    return print_json(to, {{"fire_times", std::move(times)}}), client::exit_good;
  }
  print_fires(to, fires, *where);
  if (fires.empty()) to.err("foliot: it never fires\n");
  return client::exit_good;
}

}  // namespace foliot::offline
