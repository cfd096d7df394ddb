#include "model/entity_fold.hpp"

#include <utility>
#include <variant>

#include "model/coordinator_update.hpp"

namespace foliot::model {

// -- definitions ----------------------------------------------------------------------------------

result<std::shared_ptr<const definition_text>> tree_definitions::text(const hash128& hash) {
  if (const auto known = texts_.find(hash); known != texts_.end()) return known->second;
  auto stored = from_.definition(root_, hash);
  if (!stored) return std::move(stored).error();
  if (!*stored)
    return failure{errc::not_found, "definition " + to_hex(hash) + " is not stored", "", "", ""};
  auto out = std::make_shared<const definition_text>(std::move(**stored));
  texts_.emplace(hash, out);
  return out;
}

result<std::shared_ptr<const bundle_definition>> tree_definitions::bundle(const hash128& hash) {
  const auto source = text(hash);
  if (!source) return source.error();
  return understands_.bundle(**source);
}

result<std::shared_ptr<const coordinator_definition>> tree_definitions::coordinator(
    const hash128& hash) {
  const auto source = text(hash);
  if (!source) return source.error();
  return understands_.coordinator(**source);
}

result<std::shared_ptr<const workflow_definition>> tree_definitions::workflow(const hash128& hash) {
  const auto source = text(hash);
  if (!source) return source.error();
  return understands_.workflow(**source);
}

// -- steps ----------------------------------------------------------------------------------------

result<bundle_step> step_of(definition_source& definitions, const journal_entry& entry,
                            const bundle_record& record, const bundle_event& event) {
  const auto definition = definitions.bundle(entry.definition);
  if (!definition) return definition.error();
  return advance(bundle_context{entry.entity, **definition}, record, event, entry.now);
}

result<coordinator_step> step_of(definition_source& definitions, const journal_entry& entry,
                                 const coordinator_record& record, const coordinator_event& event) {
  const auto definition = definitions.coordinator(entry.definition);
  if (!definition) return definition.error();
  return advance(coordinator_context{entry.entity, **definition}, record, event, entry.now);
}

result<action_step> step_of(definition_source& definitions, const journal_entry& entry,
                            const action_record& record, const action_event& event,
                            const coordinator_record& job) {
  const auto definition = definitions.coordinator(definition_of(job, entry.entity.number));
  if (!definition) return definition.error();
  return advance(action_context{entry.entity, **definition, (*definition)->end}, record, event,
                 entry.now);
}

result<workflow_step> step_of(definition_source& definitions, const journal_entry& entry,
                              const workflow_record& record, const workflow_event& event,
                              const std::string& wire) {
  // What the record will hold after a birth or a rerun stands in the event.
  hash128 base_hash = record.conf_base;
  const configuration* own = &record.conf;
  if (const auto* birth = std::get_if<workflow_events::created>(&event)) {
    base_hash = birth->conf_base;
    own = &birth->conf;
  } else if (const auto* again = std::get_if<workflow_events::rerun>(&event)) {
    base_hash = again->conf_base;
    own = &again->conf;
  }
  const auto definition = definitions.workflow(entry.definition);
  if (!definition) return definition.error();
  const auto base = definitions.text(base_hash == hash128{} ? entry.definition : base_hash);
  if (!base) return base.error();
  const configuration conf = merged((*base)->conf, *own);
  return advance(workflow_context{entry.entity, wire, **definition, conf, lost_rule_of(conf)},
                 record, event, entry.now);
}

// -- the fold -------------------------------------------------------------------------------------

any_record blank_record(entity_kind kind) {
  switch (kind) {
    case entity_kind::bundle: return bundle_record{};
    case entity_kind::coordinator: return coordinator_record{};
    case entity_kind::action: return action_record{};
    default: return workflow_record{};
  }
}

entity_fold::entity_fold(fold_context context)
    : context_(std::move(context)), record_(blank_record(context_.self.kind)) {}

result<void> entity_fold::take(const journal_entry& entry, const step_fn& shown) {
  if (lost_) return *lost_;
  if (entry.snapshot) {
    if (!begun_) return begin(*entry.snapshot, shown);
    return {};
  }
  if (!begun_ && entry.version != 1) {
    seen_ = entry.version;
    waiting_.push_back(entry);
    return {};
  }
  begun_ = true;
  return follow(entry, shown);
}

result<void> entity_fold::begin(const any_record& snapshot, const step_fn& shown) {
  begun_ = true;
  record_ = snapshot;
  known_from_ = version_of(snapshot);
  for (const journal_entry& entry : std::exchange(waiting_, {}))
    if (auto followed = follow(entry, shown); !followed) return followed;
  return {};
}

result<void> entity_fold::follow(const journal_entry& entry, const step_fn& shown) {
  seen_ = entry.version;
  if (entry.version <= known_from_) return {};
  result<void> out;
  if (std::holds_alternative<bundle_event>(entry.event))
    out = advance_by<bundle_record, bundle_event>(entry, shown);
  else if (std::holds_alternative<coordinator_event>(entry.event))
    out = advance_by<coordinator_record, coordinator_event>(entry, shown);
  else if (std::holds_alternative<action_event>(entry.event))
    out = advance_by<action_record, action_event>(entry, shown);
  else
    out = advance_by<workflow_record, workflow_event>(entry, shown);
  if (!out) lost_ = out.error();
  return out;
}

template <class Record, class Event>
result<void> entity_fold::advance_by(const journal_entry& entry, const step_fn& shown) {
  const auto wrong = [&](const std::string& what) {
    return failure{errc::corrupt, what, "",
                   "entry " + std::to_string(entry.sequence) + " (" +
                       std::string(event_name(entry.event)) + ") of " + context_.wire,
                   "'foliot replay --verify' checks the whole journal"};
  };
  const auto* record = std::get_if<Record>(&record_);
  const auto* event = std::get_if<Event>(&entry.event);
  if (record == nullptr || event == nullptr) return wrong("the event is one of another kind");
  const auto made = [&] {
    if constexpr (std::is_same_v<Record, action_record>) {
      auto job = context_.coordinator();
      if (!job) return result<action_step>(std::move(job).error());
      return step_of(*context_.definitions, entry, *record, *event, *job);
    } else if constexpr (std::is_same_v<Record, workflow_record>) {
      return step_of(*context_.definitions, entry, *record, *event, context_.wire);
    } else {
      return step_of(*context_.definitions, entry, *record, *event);
    }
  };
  auto next = made();
  if (!next) return wrong(next.error().text());
  if (next->broken) return wrong("the step breaks a contract: " + *next->broken);
  if (!next->accepted) return wrong("the event is not accepted");
  if (next->next.version != entry.version)
    return wrong("the step makes version " + std::to_string(next->next.version) + " instead of " +
                 std::to_string(entry.version));
  any_record after = std::move(next->next);
  if (shown) shown(entry, record_, after);
  // What is taken away may be born again under the same number.
  const bool gone = state_of(after) == status::none;
  record_ = gone ? blank_record(context_.self.kind) : std::move(after);
  if (gone) known_from_ = 0;
  return {};
}

}  // namespace foliot::model
