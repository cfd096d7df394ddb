#include "model/why_parts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "time/datetime.hpp"

namespace foliot::model {

std::string_view name(reason_kind kind) {
  constexpr std::array<std::string_view, 18> names{
      "quarantine", "held",    "parent",   "paused", "clock",    "throttle",
      "input",      "cleanup", "slot",     "run",    "children", "loading",
      "order",      "retry",   "governor", "space",  "fact",     "step"};
  return names.at(static_cast<size_t>(kind));
}

std::string_view name(remedy_kind kind) {
  constexpr std::array<std::string_view, 7> names{
      "none", "ask", "create", "start", "resume", "reset-pause", "raise-concurrency"};
  return names.at(static_cast<size_t>(kind));
}

reason& add(std::vector<reason>& out, reason_kind kind, std::string what, instant since,
            std::string wakes, std::string remedy) {
  reason& made = out.emplace_back();
  made.kind = kind;
  made.what = std::move(what);
  made.since = since;
  made.wakes = std::move(wakes);
  made.remedy = std::move(remedy);
  return made;
}

void ask(reason& of, std::vector<entity_id> holders) {
  of.holders = std::move(holders);
  if (!of.holders.empty()) of.act = remedy_kind::ask;
}

std::string at_text(instant at) { return time::format_datetime(at, time::processing_zone{}); }

std::string numbers_text(const std::vector<uint32_t>& numbers) {
  std::string out;
  const size_t listed = std::min(numbers.size(), reasons_listed_max);
  for (size_t i = 0; i < listed; ++i) {
    if (i > 0) out += ", ";
    out += "@" + std::to_string(numbers[i]);
  }
  if (listed < numbers.size()) out += " and " + std::to_string(numbers.size() - listed) + " more";
  return out;
}

void add_quarantine(const std::optional<quarantine_note>& note, std::vector<reason>& out) {
  if (!note) return;
  add(out, reason_kind::quarantine,
      "is quarantined: the event " + note->event + " broke a rule (" + note->why + ")", note->since,
      "a kill, the one order that it takes",
      "Kill it, then rerun or submit it again; report this sentence as a defect");
}

void add_held(const entity_id& self, status state, instant since, std::vector<reason>& out) {
  constexpr status_set suspended{status::suspended, status::suspended_with_error,
                                 status::prep_suspended};
  constexpr status_set paused{status::paused, status::paused_with_error, status::prep_paused};
  if (suspended.has(state)) {
    reason& made = add(out, reason_kind::held, "is suspended", since, "a resume order",
                       "Resume the job: foliot resume ID");
    made.act = remedy_kind::resume;
    made.target = self;
  } else if (paused.has(state)) {
    reason& made = add(out, reason_kind::paused, "is paused", since, "a new pause time",
                       "Reset the pause time: foliot change ID pausetime=");
    made.act = remedy_kind::reset_pause;
    made.target = self;
  }
}

void add_step(std::string what, instant since, std::vector<reason>& out) {
  add(out, reason_kind::step, std::move(what), since, "the engine's next step", "");
}

}  // namespace foliot::model
