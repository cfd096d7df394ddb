// A small tree as the engine would write it: a coordinator with actions and their workflows.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/keys.hpp"
#include "store/step_batch.hpp"

namespace foliot::store {

inline constexpr instant sample_time{1'732'104'000'000};  // 2024-11-20T12:00Z

inline std::string hex(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    out += digits[static_cast<uint8_t>(c) >> 4];
    out += digits[static_cast<uint8_t>(c) & 15];
  }
  return out;
}

inline model::coordinator_record sample_coordinator() {
  model::coordinator_record out;
  out.version = 1;
  out.state = model::status::running;
  out.created = out.modified = out.since = sample_time;
  out.definition = {0x0102030405060708, 0x090a0b0c0d0e0f10};
  out.user = "ada";
  out.name = "daily";
  out.app_path = "file:///apps/daily";
  return out;
}

inline model::action_record sample_action() {
  model::action_record out;
  out.version = 3;
  out.state = model::status::submitted;
  out.nominal = instant{1'704'067'200'000};  // 2024-01-01T00:00Z
  out.created = sample_time;
  out.modified = plus_ms(sample_time, 1'500);
  out.workflow = make_job_number(1, 7);
  return out;
}

inline model::workflow_record sample_workflow(const entity_id& parent) {
  model::workflow_record out;
  out.version = 1;
  out.state = model::status::running;
  out.created = out.started = out.modified = out.since = sample_time;
  out.definition = {1, 2};
  out.conf = {{"queue", "default"}};
  out.user = "ada";
  out.name = "load";
  out.app_path = "file:///apps/load";
  out.parent = parent;
  return out;
}

inline model::bundle_record sample_bundle() {
  model::bundle_record out;
  out.version = 1;
  out.state = model::status::prep;
  out.created = out.modified = out.since = sample_time;
  out.definition = {3, 4};
  out.user = "ada";
  out.name = "retail";
  out.app_path = "file:///apps/retail";
  model::bundle_member member;
  member.coordinator = make_job_number(1, 2);
  member.created = true;
  out.members.push_back(member);
  return out;
}

/// Steps as the committer writes them: changes, journal rows, the sequence row once.
class sample_log {
 public:
  template <class Record, class Event>
  void add(const entity_id& id, const std::optional<Record>& before, const Record& after,
           const Event& event) {
    recorded_step step{id, std::nullopt, &after, &event, after.modified, &why, "2024a"};
    if (before) step.before = &*before;
    encoded_step out = encode_step(step);
    batch.append(out.changes);
    batch.add(journal_change(id.partition, id.root, ++sequence, 1, out));
  }
  /// Births with an event that fits the kind.
  void born(const entity_id& id, const model::bundle_record& record) {
    add<model::bundle_record, model::bundle_event>(id, {}, record, model::bundle_events::created{});
  }
  void born(const entity_id& id, const model::coordinator_record& record) {
    add<model::coordinator_record, model::coordinator_event>(id, {}, record,
                                                             model::coordinator_events::created{});
  }
  void born(const entity_id& id, const model::action_record& record) {
    add<model::action_record, model::action_event>(id, {}, record,
                                                   model::action_events::created{record.nominal});
  }
  void born(const entity_id& id, const model::workflow_record& record) {
    add<model::workflow_record, model::workflow_event>(id, {}, record,
                                                       model::workflow_events::created{});
  }
  kv_batch take() {
    batch.add(sequence_change(0, sequence));
    return std::exchange(batch, {});
  }

  model::cause why;
  uint64_t sequence = 0;
  kv_batch batch;
};

inline entity_id job_id(entity_kind kind, job_number root, job_number job) {
  return {0, kind, 0, root, job};
}

}  // namespace foliot::store
