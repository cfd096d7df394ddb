#include "store/named_jobs.hpp"

#include <concepts>
#include <string_view>
#include <type_traits>
#include <variant>

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/entry_head.hpp"
#include "store/fields.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

/// Looks at every field, as writer and reader do. A number of a job looks like any other number, so
/// the structs that hold one are told here.
class job_finder {
 public:
  bool since(uint8_t /*version*/) const { return true; }
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  template <class... B>
  void bits(const B&... /*truths*/) {}

  std::vector<job_number> found;

 private:
  void add(job_number job) {
    if (job != 0) found.push_back(job);
  }
  void note(const entity_id& id) {
    if (id.kind == entity_kind::none) return;
    add(id.root);
    add(id.job);
  }
  void note(const model::bundle_member& value) { add(value.coordinator); }
  void note(const model::bundle_record& value) { add(value.recovery); }
  void note(const model::coordinator_record& value) { add(value.bundle); }
  void note(const model::action_record& value) { add(value.workflow); }
  void note(const model::action_extra& value) { add(value.again); }
  void note(const model::node_state& value) { add(value.child); }
  void note(const model::bundle_events::started& value) {
    for (const job_number each : value.coordinators) add(each);
  }
  void note(const model::bundle_events::recovery_named& value) { add(value.workflow); }
  void note(const model::bundle_events::recovery_ended& value) { add(value.workflow); }
  void note(const model::coordinator_events::created& value) { add(value.bundle); }
  void note(const model::coordinator_events::pruned& value) {
    for (const job_number each : value.workflows) add(each);
  }
  void note(const model::action_events::submitted& value) { add(value.workflow); }
  void note(const model::workflow_events::child_named& value) { add(value.child); }
  void note(const model::workflow_events::child_ended& value) { add(value.child); }
  template <class T>
  void note(const T& /*value*/) {}

  template <class T>
  void put(const T& value) {
    if constexpr (std::integral<T> || std::is_enum_v<T> || std::same_as<T, std::string> ||
                  std::same_as<T, hash128> || std::same_as<T, instant> ||
                  std::same_as<T, el::value> || is_text_map<T>) {
      // names nobody
    } else if constexpr (std::same_as<T, model::node_list>) {
      for (const model::node_state& node : value) put(node);
    } else if constexpr (is_list<T>) {
      for (const auto& item : value) put(item);
    } else if constexpr (is_couple<T>) {
      put(value.first);
      put(value.second);
    } else if constexpr (is_shared<T> || is_maybe<T>) {
      if (value) put(*value);
    } else if constexpr (is_choice<T>) {
      std::visit([this](const auto& chosen) { this->put(chosen); }, value);
    } else if constexpr (!std::is_empty_v<T>) {
      note(value);
      fields(*this, value);
    }
  }
};

template <class T>
std::vector<job_number> found_in(const T& value) {
  job_finder finder;
  finder(value);
  return std::move(finder.found);
}

void append(std::vector<job_number>& to, const std::vector<job_number>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<job_number> jobs_in_entry(const journal_position& at, std::string_view value) {
  std::vector<job_number> out{at.root};
  if (const auto entry = decode_entry(at.partition, at.root, at.sequence, value); entry)
    append(out, named_jobs(*entry));
  else if (const auto head = decode_entry_head(at.partition, at.root, at.sequence, value); head)
    out.push_back(head->entity.job);
  return out;
}

}  // namespace

std::vector<job_number> named_jobs(const model::any_event& event) { return found_in(event); }
std::vector<job_number> named_jobs(const model::any_record& record) { return found_in(record); }

std::vector<job_number> named_jobs(const model::journal_entry& entry) {
  std::vector<job_number> out = entry.snapshot ? found_in(*entry.snapshot) : found_in(entry.event);
  out.push_back(entry.entity.root);
  out.push_back(entry.entity.job);
  return out;
}

std::vector<job_number> jobs_in_row(const kv_change& row) {
  const std::string_view value = row.value ? std::string_view(*row.value) : std::string_view();
  if (row.where == table::journal) {
    const auto at = parse_journal_key(row.key);
    return at ? jobs_in_entry(*at, value) : std::vector<job_number>{};
  }
  if (row.where != table::record) return {};
  const auto id = parse_record_key(row.key);
  if (!id) return {};
  std::vector<job_number> out{id->root, id->job};
  if (const auto content = decode_row(id->kind, value); content)
    append(out, named_jobs(content->record));
  return out;
}

}  // namespace foliot::store
