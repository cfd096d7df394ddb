#include "model/why_parts.hpp"

#include <algorithm>
#include <utility>

#include "time/datetime.hpp"

namespace foliot::model {

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
  out.push_back({"quarantine",
                 "is quarantined: the event " + note->event + " broke a rule (" + note->why + ")",
                 note->since, "a kill, the one order that it takes",
                 "Kill it, then rerun or submit it again; report this sentence as a defect"});
}

void add_held(status state, instant since, std::vector<reason>& out) {
  switch (state) {
    case status::suspended:
    case status::suspended_with_error:
    case status::prep_suspended:
      out.push_back({"held", "is suspended", since, "a resume order", "Resume the job"});
      break;
    case status::paused:
    case status::paused_with_error:
    case status::prep_paused:
      out.push_back(
          {"paused", "is paused", since, "a new pause time", "Reset the pause time of the job"});
      break;
    default: break;
  }
}

void add_step(std::string what, instant since, std::vector<reason>& out) {
  out.push_back({"step", std::move(what), since, "the engine's next step", ""});
}

}  // namespace foliot::model
