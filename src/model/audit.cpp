#include "model/audit.hpp"

#include <charconv>

#include "model/tables.hpp"

namespace foliot::model {

std::string_view outcome_name(bulk_outcome outcome) {
  switch (outcome) {
    case bulk_outcome::done: return "done";
    case bulk_outcome::unchanged: return "unchanged";
    case bulk_outcome::refused: return "refused";
    case bulk_outcome::unknown: break;
  }
  return "unknown";
}

std::string audit_name(job_number number) {
  return std::to_string(epoch_of(number)) + "-" + std::to_string(counter_of(number));
}

std::optional<job_number> parse_audit_name(std::string_view text) {
  uint32_t epoch = 0;
  uint32_t counter = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, epoch);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, counter);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  return make_job_number(epoch, counter);
}

bool would_change(std::string_view order, entity_kind kind, status state) {
  switch (kind) {
    case entity_kind::bundle: return next_status(bundle_table, order, state).has_value();
    case entity_kind::coordinator: return next_status(coordinator_table, order, state).has_value();
    case entity_kind::workflow: return next_status(workflow_table, order, state).has_value();
    default: return false;
  }
}

}  // namespace foliot::model
