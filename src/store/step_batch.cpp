#include "store/step_batch.hpp"

#include "base/contract.hpp"
#include "model/external_id.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"

namespace foliot::store {

namespace {

/// What the indexes need to know of a job's record.
struct job_facts {
  uint64_t version = 0;
  model::status state = model::status::none;
  instant created;
  const std::string* user = nullptr;  ///< Null for actions, as the name.
  const std::string* name = nullptr;
  hash128 definition;  ///< Zero for actions.
  std::optional<job_number> parent;
};

job_facts facts_of(const record_view& record) {
  return std::visit(
      [](const auto* content) {
        using record_type = std::remove_cvref_t<decltype(*content)>;
        FOLIOT_ASSERT(content != nullptr, "a record of the step");
        job_facts out;
        out.version = content->version;
        out.state = content->state;
        out.created = content->created;
        if constexpr (!std::is_same_v<record_type, model::action_record>) {
          out.user = &content->user;
          out.name = &content->name;
          out.definition = content->definition;
        }
        if constexpr (std::is_same_v<record_type, model::coordinator_record>) {
          if (content->bundle != 0) out.parent = content->bundle;
        }
        if constexpr (std::is_same_v<record_type, model::workflow_record>) {
          if (content->parent.kind != entity_kind::none) out.parent = content->parent.job;
        }
        return out;
      },
      record);
}

void index_birth(const entity_id& id, const job_facts& job, kv_batch& out) {
  const std::string root = encode_u64(id.root);
  const std::string kind(1, static_cast<char>(id.kind));
  out.put(table::by_id, by_id_key(id.partition, id.job), kind + root);
  out.put(table::by_created, by_created_key(id.partition, id.kind, job.created, id.job), root);
  out.put(table::by_user, by_user_key(id.partition, *job.user, id.kind, job.created, id.job), root);
  out.put(table::by_name, by_name_key(id.partition, id.kind, *job.name, job.created, id.job), root);
  if (job.parent)
    out.put(table::by_parent, by_parent_key(id.partition, id.root, *job.parent, id.job), kind);
}

void index_status(const entity_id& id, const std::optional<job_facts>& before, const job_facts& job,
                  kv_batch& out) {
  if (before && before->state == job.state) return;
  if (before)
    out.erase(table::by_status,
              by_status_key(id.partition, id.kind, before->state, before->created, id.job));
  out.put(table::by_status, by_status_key(id.partition, id.kind, job.state, job.created, id.job),
          encode_u64(id.root));
}

}  // namespace

encoded_step encode_step(const recorded_step& step) {
  const entity_id& id = step.entity;
  FOLIOT_ASSERT(kind_of(step.after) == id.kind, "the record is the entity's");
  FOLIOT_ASSERT(!step.before || kind_of(*step.before) == id.kind, "both records are of one kind");
  const job_facts after = facts_of(step.after);
  std::optional<job_facts> before;
  if (step.before) before = facts_of(*step.before);
  if (before && before->version == 0) before.reset();  // a default record: not born

  encoded_step out;
  const std::string record = encode_row(step.after);
  out.digest = hash_of(record);
  out.behind = step.behind;
  out.cause = step.why == nullptr || step.behind > 0 ? 0 : step.why->sequence;
  constexpr size_t key_and_frame = 40;
  out.changes.reserve(record.size() + key_and_frame);
  if (after.state == model::status::none)  // taken away again: only actions are
    out.changes.erase(table::record, record_key(id));
  else
    out.changes.put(table::record, record_key(id), record);
  if (const auto* now = std::get_if<const model::workflow_record*>(&step.after))
    change_pages(id, step.before ? std::get<const model::workflow_record*>(*step.before) : nullptr,
                 **now, step.pages_stored, out.changes);
  if (id.kind != entity_kind::action) {
    if (!before) index_birth(id, after, out.changes);
    index_status(id, before, after, out.changes);
  }
  out.journal = encode_entry_body({id,
                                   after.version,
                                   step.now,
                                   step.event,
                                   step.why,
                                   model::core_version,
                                   after.definition,
                                   step.tz_version,
                                   out.digest,
                                   {},
                                   step.behind > 0});
  constexpr size_t journal_overhead = 18 + 6 + 12;  // key, version byte and epoch, frame
  out.bytes = out.journal.size() + journal_overhead + out.changes.bytes();
  return out;
}

kv_change journal_change(uint16_t partition, job_number root, uint64_t sequence, uint32_t epoch,
                         const encoded_step& step) {
  FOLIOT_ASSERT(sequence > step.behind, "sequences count from 1");
  return {table::journal, journal_key(partition, root, sequence),
          join_entry(epoch, step.journal, sequence,
                     step.behind > 0 ? sequence - step.behind : step.cause)};
}

kv_change sequence_change(uint16_t partition, uint64_t last_sequence) {
  return {table::meta, sequence_key(partition), encode_u64(last_sequence)};
}

std::pair<hash128, kv_change> definition_change(uint16_t partition, job_number root,
                                                const model::definition_text& text) {
  std::string bytes = encode_definition(text);
  const hash128 hash = hash_of(bytes);
  return {hash, {table::definition, definition_key(partition, root, hash), std::move(bytes)}};
}

namespace {

/// Where by_external leads to a root with that definition; nothing without an external id.
std::optional<std::string> external_key(const entity_id& root, const model::definition_text& text) {
  const auto external = text.conf.find(model::external_id_property(root.kind));
  if (external == text.conf.end() || external->second.empty()) return std::nullopt;
  const auto user = text.conf.find("user.name");
  return by_external_key(root.partition, root.kind, external->second,
                         user == text.conf.end() ? std::string_view() : user->second, root.job);
}

}  // namespace

void add_root_rows(const entity_id& root, const model::definition_text& text, kv_batch& out) {
  out.add(definition_change(root.partition, root.root, text).second);
  if (const auto key = external_key(root, text))
    out.put(table::by_external, *key, encode_u64(root.root));
}

void erase_external_row(const entity_id& root, const model::definition_text& text, kv_batch& out) {
  if (const auto key = external_key(root, text)) out.erase(table::by_external, *key);
}

void erase_index_rows(const entity_id& id, const model::any_record& record, kv_batch& out) {
  if (id.kind == entity_kind::action) return;
  const job_facts job = facts_of(view(record));
  out.erase(table::by_id, by_id_key(id.partition, id.job));
  out.erase(table::by_created, by_created_key(id.partition, id.kind, job.created, id.job));
  out.erase(table::by_user, by_user_key(id.partition, *job.user, id.kind, job.created, id.job));
  out.erase(table::by_name, by_name_key(id.partition, id.kind, *job.name, job.created, id.job));
  out.erase(table::by_status, by_status_key(id.partition, id.kind, job.state, job.created, id.job));
}

void add_name_row(const entity_id& id, const model::any_record& record, kv_batch& out) {
  if (id.kind == entity_kind::action) return;
  const job_facts job = facts_of(view(record));
  out.put(table::by_name, by_name_key(id.partition, id.kind, *job.name, job.created, id.job),
          encode_u64(id.root));
}

encoded_step encode_snapshot(const entity_id& id, const model::any_record& record, instant now,
                             std::string_view tz_version) {
  const job_facts facts = facts_of(view(record));
  encoded_step out;
  const std::string bytes = encode_record(record);
  out.digest = hash_of(bytes);
  const model::cause why;
  entry_body body;
  body.entity = id;
  body.version = facts.version;
  body.now = now;
  body.why = &why;
  body.definition = facts.definition;
  body.tz_version = tz_version;
  body.digest = out.digest;
  body.snapshot = bytes;
  out.journal = encode_entry_body(body);
  constexpr size_t journal_overhead = 18 + 6 + 12;  // key, version byte and epoch, frame
  out.bytes = out.journal.size() + journal_overhead;
  return out;
}

kv_change audit_change(uint16_t partition, const model::audit_entry& entry) {
  return {table::audit, audit_key(partition, entry.number), encode_audit(entry)};
}

kv_change quarantine_change(const model::quarantine_note& note) {
  return {table::quarantine, record_key(note.entity), encode_note(note)};
}

kv_change release_change(const entity_id& id) {
  return {table::quarantine, record_key(id), std::nullopt};
}

}  // namespace foliot::store
