#include "http/bulk_search.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "http/errors.hpp"
#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// A match, as far as the order asks.
struct match {
  instant created;
  uint32_t number = 0;

  friend auto operator<=>(const match&, const match&) = default;
};

class bulk_search {
 public:
  bulk_search(const catalogue& from, const bulk_query& query, const list_page& page)
      : from_(from), reader_(from.reader()), query_(query), page_(page) {}

  result<bulk_answer> run() {
    auto bundles = find_bundles();
    if (!bundles) return std::move(bundles).error();
    if (bundles->empty())
      return refuse("E0603", "none of the bundles of the query exists",
                    "List bundles by jobtype=bundle to see their names");
    find_coordinators();
    for (const entity_id& bundle : *bundles)
      if (auto done = add_bundle(bundle); !done) return std::move(done).error();
    return std::move(out_);
  }

 private:
  /// The job that `text` names, when it is the wire id of a job of that kind.
  std::optional<job_number> job_named(entity_kind kind, std::string_view text) const {
    const auto parsed = reader_.ids().parse(text);
    if (!parsed || parsed->kind != kind || !parsed->node.empty()) return std::nullopt;
    return parsed->job;
  }

  /// The first value says whether ids or names are meant.
  result<std::set<entity_id>> find_bundles() const {
    model::job_filter wanted;
    if (!job_named(entity_kind::bundle, query_.bundles.front())) {
      wanted.names = query_.bundles;
    } else {
      for (const std::string& each : query_.bundles)
        if (const auto job = job_named(entity_kind::bundle, each)) wanted.ids.push_back(*job);
    }
    std::set<entity_id> out;
    for (uint64_t offset = 0;;) {
      const auto found = reader_.jobs(entity_kind::bundle, wanted, offset, limits::list_length_max);
      if (!found) return found.error();
      for (const model::job_row& row : found->rows) out.insert(row.id);
      offset += limits::list_length_max;
      if (offset >= found->total) return out;
    }
  }

  void find_coordinators() {
    const auto& wanted = query_.coordinators;
    if (wanted.empty()) return;
    by_id_ = job_named(entity_kind::coordinator, wanted.front()).has_value();
    for (const std::string& each : wanted)
      if (const auto job = job_named(entity_kind::coordinator, each); by_id_ && job)
        jobs_.insert(*job);
  }

  bool wants(const entity_id& id, const model::coordinator_record& record) const {
    if (query_.coordinators.empty()) return true;
    if (by_id_) return jobs_.contains(id.job);
    const auto& names = query_.coordinators;
    return std::find(names.begin(), names.end(), record.name) != names.end();
  }

  result<void> add_bundle(const entity_id& id) {
    const auto found = reader_.record(id);
    if (!found) return found.error();
    if (!*found) return {};
    auto record = std::get<model::bundle_record>(**found);
    hides_errors_ = record.reading == dialect::oozie;
    if (hides_errors_) record.state = model::hiding_errors(record.state);
    bundle_ = bulk_bundle_json(reader_.ids().text(id), record);
    skip_ = static_cast<uint64_t>(page_.offset - 1);
    take_ = static_cast<uint64_t>(page_.length);
    std::set<job_number> coordinators;
    for (const model::bundle_member& member : record.members)
      if (member.created) coordinators.insert(member.coordinator);
    for (job_number job : coordinators)
      if (auto done = add_coordinator({id.partition, entity_kind::coordinator, 0, id.root, job});
          !done)
        return done;
    return {};
  }

  result<void> add_coordinator(const entity_id& id) {
    const auto found = reader_.record(id);
    if (!found) return found.error();
    if (!*found) return {};
    auto record = std::get<model::coordinator_record>(**found);
    if (!wants(id, record)) return {};
    if (hides_errors_) record.state = model::hiding_errors(record.state);
    std::vector<match> matches;
    auto seen = reader_.actions(id, 1, UINT32_MAX,
                                [&](uint32_t number, const model::action_record& action) {
                                  if (query_.takes(action))
                                    matches.push_back({action.created, number});
                                  return true;
                                });
    if (!seen) return seen;
    std::sort(matches.begin(), matches.end());
    out_.total += matches.size();
    const json coordinator = bulk_coordinator_json(reader_.ids().text(id), record);
    for (const match& each : matches) {
      if (skip_ > 0) {
        --skip_;
      } else if (take_ > 0) {
        --take_;
        if (auto added = add_row(coordinator, action_of(id, each.number)); !added) return added;
      }
    }
    return {};
  }

  result<void> add_row(const json& coordinator, const entity_id& id) {
    if (out_.rows.size() == limits::list_length_max)
      return refuse("E0302",
                    "the answer would have more than " + std::to_string(limits::list_length_max) +
                        " rows, since len counts for each bundle",
                    "Name fewer bundles, or give a smaller len");
    const auto found = reader_.record(id);
    if (!found) return found.error();
    if (!*found) return {};
    auto action = from_.bulk_action(id, std::get<model::action_record>(**found));
    if (!action) return std::move(action).error();
    out_.rows.push_back(
        {{"bulkbundle", bundle_}, {"bulkcoord", coordinator}, {"bulkaction", std::move(*action)}});
    return {};
  }

  const catalogue& from_;
  const model::reader& reader_;
  const bulk_query& query_;
  const list_page& page_;
  bool by_id_ = false;         // What the query calls coordinators by.
  std::set<job_number> jobs_;  // The coordinators, when by ids.
  bool hides_errors_ = false;  ///< Of the bundle whose rows are being added.
  json bundle_;                // Of the bundle that is looked at.
  uint64_t skip_ = 0;          // What is left of the offset in it.
  uint64_t take_ = 0;          // What is left of the length in it.
  bulk_answer out_;
};

}  // namespace

result<bulk_answer> search_bulk(const catalogue& from, const bulk_query& query,
                                const list_page& page) {
  return bulk_search(from, query, page).run();
}

}  // namespace foliot::http
