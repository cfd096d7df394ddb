#include "tools/offline/preview.hpp"

#include <algorithm>
#include <utility>

#include "model/nominal_times.hpp"

namespace foliot::offline {

namespace {

using model::coordinator_definition;

void work_out(const coordinator_definition& job, const std::string& user, previewed_action& out) {
  model::action_identity identity{job.name + "@" + std::to_string(out.number), user, out.nominal,
                                  out.nominal};
  identity.reading = model::reading_of(job.conf);
  previewed_action made = model::preview_action(job, identity);
  made.coordinator = out.coordinator;
  made.number = out.number;
  out = std::move(made);
}

}  // namespace

std::vector<previewed_action> preview_actions(const loaded_application& of,
                                              const preview_window& window,
                                              const std::string& user) {
  std::vector<previewed_action> out;
  for (size_t i = 0; i < of.coordinators.size(); ++i) {
    const coordinator_definition& each = of.coordinators[i].definition;
    const instant from = std::max(window.from.value_or(each.start), each.start);
    // A corrected cron time may lie before the start; without --from it is shown all the same.
    const instant first = window.from ? *window.from : instant{from.ms - ms_per_day};
    for (const model::numbered_time& at :
         nominal_times(each, first, window.to.value_or(never), window.count)) {
      previewed_action made;
      made.coordinator = i;
      made.number = at.number;
      made.nominal = at.nominal;
      out.push_back(std::move(made));
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.nominal < b.nominal; });
  if (out.size() > window.count) out.resize(window.count);
  for (previewed_action& each : out)
    work_out(of.coordinators[each.coordinator].definition, user, each);
  return out;
}

std::optional<previewed_action> first_action(const coordinator_definition& of,
                                             const std::string& user) {
  const auto times = nominal_times(of, {of.start.ms - ms_per_day}, never, 1);
  if (times.empty()) return std::nullopt;
  previewed_action out;
  out.number = times.front().number;
  out.nominal = times.front().nominal;
  work_out(of, user, out);
  return out;
}

}  // namespace foliot::offline
