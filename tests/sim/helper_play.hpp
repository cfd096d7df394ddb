// What Foliot's helper program does in a simulated world, by the subject of the mail it is to send.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "exec/run_port.hpp"
#include "rehearsal/chance.hpp"
#include "rehearsal/virtual_runs.hpp"

namespace foliot::sim {

/// Words of the subject give the percentage of its failures by their type: T20 (transient), M20
/// (non_transient), E20 (error), F20 (failed). Nothing where the run is no mail.
inline std::optional<rehearsal::performance> play_mail(const exec::run_spec& spec,
                                                       rehearsal::chance& luck) {
  if (spec.arguments.empty() || spec.arguments.front() != "email" || spec.documents.empty())
    return std::nullopt;
  const std::string& plan = spec.documents.front().second;
  const size_t begin = plan.find("subject=");
  const std::string subject =
      begin == std::string::npos ? "" : plan.substr(begin + 8, plan.find('\n', begin) - begin - 8);
  rehearsal::performance out;
  out.takes_ms = luck.between(0, 5'000);
  out.output = "type=ok\n";
  const uint64_t drawn = luck.below(100);
  uint64_t sum = 0;
  for (size_t at = 0; at < subject.size(); at = subject.find(' ', at) + 1) {
    sum += std::strtoull(subject.c_str() + at + 1, nullptr, 10);
    const char what = subject[at];
    const char* type = what == 'T'   ? "transient"
                       : what == 'M' ? "non_transient"
                       : what == 'E' ? "error"
                       : what == 'F' ? "failed"
                                     : nullptr;
    if (type != nullptr && drawn < sum) {
      out.output = std::string("type=") + type + "\ncode=EM007\nmessage=no mail today\n";
      out.exit_code = 1;
      break;
    }
    if (subject.find(' ', at) == std::string::npos) break;
  }
  return out;
}

}  // namespace foliot::sim
