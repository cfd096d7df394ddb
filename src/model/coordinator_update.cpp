#include "model/coordinator_update.hpp"

#include <algorithm>
#include <utility>

namespace foliot::model {

namespace {

/// Adds a range, grown onto the one before it where both follow the same definition.
void append(std::vector<former_definition>& to, const former_definition& range) {
  if (range.first > range.through) return;
  if (!to.empty() && to.back().definition == range.definition &&
      to.back().through + 1 == range.first)
    to.back().through = range.through;
  else
    to.push_back(range);
}

}  // namespace

hash128 definition_of(const coordinator_record& record, uint32_t number) {
  for (const former_definition& each : record.former)
    if (each.first <= number && number <= each.through) return each.definition;
  return record.definition;
}

coordinator_record with_definition(coordinator_record record,
                                   const coordinator_events::updated& event) {
  std::vector<former_definition> former;
  uint32_t next = 1;
  for (const former_definition& each : record.former) {
    append(former, {next, each.first - 1, record.definition});
    append(former, each);
    next = each.through + 1;
  }
  append(former, {next, record.actions, record.definition});
  // A definition that comes back is the job's again.
  std::erase_if(former,
                [&](const former_definition& each) { return each.definition == event.definition; });
  record.former = std::move(former);
  record.definition = event.definition;
  record.app_path = event.app_path;
  record.concurrency_changed = false;
  record.concurrency = 0;
  return record;
}

void follow_newest(coordinator_record& record, const std::vector<uint32_t>& numbers) {
  std::vector<former_definition> former;
  for (const former_definition& each : record.former) {
    uint32_t next = each.first;
    auto chosen = std::lower_bound(numbers.begin(), numbers.end(), each.first);
    for (; chosen != numbers.end() && *chosen <= each.through; ++chosen) {
      append(former, {next, *chosen - 1, each.definition});
      next = *chosen + 1;
    }
    append(former, {next, each.through, each.definition});
  }
  record.former = std::move(former);
}

void forget_former_beyond(coordinator_record& record, uint32_t keep) {
  std::erase_if(record.former, [&](const former_definition& each) { return each.first > keep; });
  if (!record.former.empty())
    record.former.back().through = std::min(record.former.back().through, keep);
}

}  // namespace foliot::model
