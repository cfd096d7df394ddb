#include "server/console_tap.hpp"

#include <algorithm>

#include "model/journal.hpp"
#include "server/console_time.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::server {

using actors::admin::fresh_records;

std::string kind_word(entity_kind kind) {
  constexpr std::array<std::string_view, 5> names{"none", "bundle", "coordinator", "action",
                                                  "workflow"};
  return std::string(names[static_cast<size_t>(kind)]);
}

actors::admin::spread spread_of(std::vector<uint64_t> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](size_t percent) { return values[(values.size() - 1) * percent / 100]; };
  return {at(50), at(99), values.back()};
}

void console_tap::written(const kv_batch& batch, size_t steps, size_t bytes, int64_t ns) {
  constexpr int64_t ns_per_us = 1'000;
  {
    const std::lock_guard lock(mutex_);
    ring_[groups_++ % groups_kept] = {steps, bytes, static_cast<uint64_t>(ns / ns_per_us)};
    steps_ += steps;
    bytes_ += bytes;
  }
  if (anybody_) tell(batch);
}

actors::admin::committer_report console_tap::look() const {
  std::vector<group> last;
  actors::admin::committer_report out;
  {
    const std::lock_guard lock(mutex_);
    const size_t count = static_cast<size_t>(std::min<uint64_t>(groups_, groups_kept));
    last.assign(ring_.begin(), ring_.begin() + static_cast<ptrdiff_t>(count));
    out.groups = groups_;
    out.steps = steps_;
    out.bytes = bytes_;
  }
  const auto spread_by = [&](uint64_t group::*member) {
    std::vector<uint64_t> values;
    values.reserve(last.size());
    for (const group& each : last) values.push_back(each.*member);
    return spread_of(std::move(values));
  };
  out.window = static_cast<uint32_t>(last.size());
  out.group_steps = spread_by(&group::steps);
  out.group_bytes = spread_by(&group::bytes);
  out.write_us = spread_by(&group::us);
  return out;
}

void console_tap::deliver_to(std::function<void(maker)> sink) {
  const std::lock_guard lock(mutex_);
  sink_ = std::move(sink);
}

/// The committer waits for this: it copies, others decode.
void console_tap::tell(const kv_batch& batch) {
  const bool full = in_flight_->load() >= groups_in_flight_max;
  auto rows = std::make_shared<std::vector<row>>();
  uint64_t skipped = 0;
  for (const kv_view change : batch) {
    if (change.where != table::record || !change.value) continue;
    if (full || rows->size() >= records_of_group_max)
      ++skipped;
    else
      rows->emplace_back(change.key, *change.value);
  }
  lost_ += skipped;
  if (full || rows->empty()) return;
  const std::lock_guard lock(mutex_);
  if (!sink_) return;
  ++*in_flight_;
  const std::shared_ptr<void> landed(nullptr, [count = in_flight_](void*) { --*count; });
  sink_([this, rows, landed, at = clock_.now(), lost = lost_.exchange(0)] {
    return read(*rows, at, lost);
  });
}

fresh_records console_tap::read(const std::vector<row>& rows, instant at, uint64_t lost) const {
  fresh_records out;
  out.lost = lost;
  out.rows.reserve(rows.size());
  for (const auto& [key, value] : rows) {
    const auto id = store::parse_record_key(key);
    if (!id) continue;  // a page of a long record: its head is a row of its own
    const auto stored = store::decode_row(id->kind, value);
    if (!stored) {
      ++out.lost;
      continue;
    }
    const model::any_record& record = stored->record;
    out.rows.push_back({id->root,
                        {console_time(at), ids_.text(*id), kind_word(id->kind),
                         std::string(model::name(model::state_of(record))),
                         model::is_pending(record), model::version_of(record)}});
  }
  return out;
}

}  // namespace foliot::server
