#include "store/past_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "store/journal_scan.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// So many actions are looked up one by one; of more, all of the coordinator are folded together.
constexpr uint64_t looked_up_max = 2'000;
/// Without the index each one costs a pass over the journal: whoever asks for more asks for many.
constexpr uint32_t alone_max = 4;

}  // namespace

past_reader::past_reader(const kv_store& store, const store_reader& now,
                         const model::definitions& definitions, moment at, const past_index* index)
    : store_(store), now_(now), definitions_(definitions), at_(at), index_(index) {}

result<std::optional<entity_id>> past_reader::locate(entity_kind kind, job_number job) const {
  auto found = now_.locate(kind, job);
  if (found || found.error().code != errc::corrupt) return found;
  const std::lock_guard hold(mutex_);
  unlisted_ = found.error();
  return locate_walked(kind, job);
}

// -- records --------------------------------------------------------------------------------------

void past_reader::remember(const entity_id& id,
                           const std::optional<model::any_record>& then) const {
  if (known_.size() >= folded_together_max) known_.clear();
  known_.insert_or_assign(id, then);
}

result<std::optional<model::any_record>> past_reader::one(const entity_id& id) const {
  if (const auto known = known_.find(id); known != known_.end()) return known->second;
  auto found = together({{id, std::nullopt}});
  if (!found) return std::move(found).error();
  if (found->front()) remember(id, *found->front());
  return std::move(found->front());
}

result<const past_reader::folded_records*> past_reader::actions_of(
    const entity_id& coordinator) const {
  auto known = actions_.find(coordinator);
  if (known == actions_.end()) {
    auto all = fold(
        coordinator.root, 0,
        [&](const entity_id& each) {
          return each.kind == entity_kind::action && each.job == coordinator.job;
        },
        nullptr);
    if (!all) return of_the_past(all.error());
    known = actions_.emplace(coordinator, std::move(*all)).first;
  }
  return &known->second;
}

// -- the reader -----------------------------------------------------------------------------------

result<std::optional<model::any_record>> past_reader::record(const entity_id& id) const {
  const std::lock_guard hold(mutex_);
  if (id.kind != entity_kind::action) return one(id);
  if (index_ != nullptr) {
    auto alone = one(id);
    return !alone || *alone ? alone : in_range(id);
  }
  const auto group = actions_.find(coordinator_of(id));
  if (group == actions_.end() && ++alone_[coordinator_of(id)] <= alone_max) {
    auto alone = one(id);
    if (!alone || *alone) return alone;
  }
  // It may be one of a range of SKIPPED actions.
  const auto all = actions_of(coordinator_of(id));
  if (!all) return all.error();
  auto found = (*all)->upper_bound(id);
  while (found != (*all)->begin()) {
    --found;
    const one_record& then = found->second;
    if (!then) return then;  // nobody knows up to where it reaches
    if (!*then) continue;
    const auto& action = std::get<model::action_record>(**then);
    const bool holds =
        found->first.number == id.number || (action.extra && action.extra->through >= id.number);
    if (holds) return then;
    break;
  }
  return std::optional<model::any_record>();
}

result<std::optional<entity_id>> past_reader::find_external(entity_kind kind,
                                                            std::string_view external_id,
                                                            std::string_view user) const {
  auto found = now_.find_external(kind, external_id, user);
  if (!found) return of_the_past(std::move(found).error());
  if (!*found) return found;
  const auto then = record(**found);
  if (!then) return then.error();
  return *then ? found : result<std::optional<entity_id>>(std::optional<entity_id>());
}

result<void> past_reader::actions(
    const entity_id& coordinator, uint32_t first, uint64_t length,
    const std::function<bool(uint32_t, const model::action_record&)>& visit) const {
  const std::lock_guard hold(mutex_);
  if (index_ != nullptr && length <= looked_up_max)
    return some_actions(coordinator, first, length, visit);
  const auto all = actions_of(coordinator);
  if (!all) return all.error();
  for (const auto& [id, record] : **all) {
    if (!record) {
      if (auto left = leave_out(id, record.error()); !left) return left;
      continue;
    }
    if (!*record) continue;
    const auto& action = std::get<model::action_record>(**record);
    const bool reaches = id.number >= first || (action.extra && action.extra->through >= first);
    if (!reaches) continue;
    if (length-- == 0 || !visit(id.number, action)) break;
  }
  return {};
}

result<std::optional<model::definition_text>> past_reader::definition(job_number root,
                                                                      const hash128& hash) const {
  auto text = now_.definition(root, hash);
  if (!text) return of_the_past(std::move(text).error());
  return text;
}

result<void> past_reader::journal(
    job_number root, uint64_t from,
    const std::function<bool(const model::journal_entry&)>& visit) const {
  const auto scanned = scan_journal(
      store_, partition, root, from,
      [&](uint64_t sequence, const entry_head& head) {
        return at_.holds(sequence, head.now) ? entry_use::take : entry_use::stop;
      },
      visit);
  return scanned ? scanned : of_the_past(scanned.error());
}

result<void> past_reader::leave_out(const entity_id& id, const failure& why) const {
  if (why.code != errc::corrupt) return why;
  left_out_.insert(id);
  return {};
}

uint64_t past_reader::take_left_out() const {
  const std::lock_guard hold(mutex_);
  return std::exchange(left_out_, {}).size();
}

result<std::optional<model::quarantine_note>> past_reader::quarantined(const entity_id& id) const {
  auto note = now_.quarantined(id);
  if (!note) return of_the_past(std::move(note).error());
  if (*note && (*note)->since > at_.time) note->reset();
  return note;
}

result<void> past_reader::audit(job_number before,
                                const std::function<bool(const model::audit_entry&)>& visit) const {
  auto shown = now_.audit(before, [&](const model::audit_entry& entry) {
    return entry.asked > at_.time || visit(entry);
  });
  if (!shown) return of_the_past(std::move(shown).error());
  return {};
}

}  // namespace foliot::store
