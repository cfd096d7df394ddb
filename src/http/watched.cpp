#include "http/watched.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "http/job_search.hpp"
#include "http/own_limits.hpp"
#include "model/coordinator_update.hpp"
#include "model/dataset_instances.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Who waits for one thing.
struct waiters {
  std::string dataset;
  bool needed = false;  ///< Somebody cannot do without it: no input logic decides.
  uint64_t count = 0;
  std::vector<entity_id> first;

  void add(const entity_id& action, const std::string& name, bool necessary) {
    if (dataset.empty()) dataset = name;
    needed = needed || necessary;
    ++count;
    if (first.size() < own_limits::dataset_waiting_named) first.push_back(action);
  }
};

class watch_search {
 public:
  watch_search(const catalogue& from, const watched_query& query) : from_(from), query_(query) {}

  result<json> run() {
    if (auto gathered = gather(); !gathered) return std::move(gathered).error();
    json body;
    body["instances"] = instance_rows(body["next"]);
    body["open"] = open_rows();
    body["truncated"] = truncated_;
    return body;
  }

 private:
  result<void> gather() {
    if (query_.coordinator) {
      const auto record = from_.reader().record(*query_.coordinator);
      if (!record) return record.error();
      if (!*record) return {};
      return visit(*query_.coordinator, std::get<model::coordinator_record>(**record));
    }
    const auto jobs = unfinished_coordinators(from_.reader());
    if (!jobs) return jobs.error();
    truncated_ = jobs->total > jobs->rows.size();
    for (const model::job_row& row : jobs->rows) {
      auto seen = visit(row.id, std::get<model::coordinator_record>(row.record));
      if (!seen) return seen;
      if (looked_at_ > limits::backlog_actions_max || worked_out_ > own_limits::dataset_actions_max)
        break;
    }
    return {};
  }

  result<void> visit(const entity_id& id, const model::coordinator_record& record) {
    return from_.reader().actions(id, 1, UINT32_MAX,
                                  [&](uint32_t number, const model::action_record& action) {
                                    if (++looked_at_ > limits::backlog_actions_max)
                                      return !(truncated_ = true);
                                    if (action.state != model::status::waiting) return true;
                                    if (++worked_out_ > own_limits::dataset_actions_max)
                                      return !(truncated_ = true);
                                    add(action_of(id, number), record, action);
                                    return true;
                                  });
  }

  /// What cannot be named is told by `why` of the action.
  void add(const entity_id& id, const model::coordinator_record& record,
           const model::action_record& action) {
    const auto definition = from_.coordinator_of_tree(id, model::definition_of(record, id.number));
    if (!definition || !*definition) return;
    model::action_identity identity{from_.reader().ids().text(id), record.user, action.nominal,
                                    model::actual_time(action)};
    identity.reading = model::reading_of((**definition).conf);
    identity.born = action.created;
    const bool needed = !(**definition).logic;
    for (const model::data_event& event : (**definition).inputs) {
      const auto instances = model::instances_of(**definition, event, identity);
      if (!instances) continue;
      const std::string& dataset = (**definition).datasets[event.dataset].name;
      for (const model::dataset_instance& one : instances->fixed)
        add_instance(one.dependency, id, dataset, needed);
      std::string open;
      for (const el::open_range& range : instances->open) open += el::text_of(range);
      if (!open.empty()) open_[{coordinator_of(id), event.name, open}].add(id, dataset, needed);
    }
  }

  void add_instance(const std::string& uri, const entity_id& id, const std::string& dataset,
                    bool needed) {
    if (!uri.starts_with(query_.prefix) || (!query_.after.empty() && uri <= query_.after)) return;
    const auto known = instances_.find(uri);
    if (known == instances_.end() && instances_.size() >= own_limits::dataset_instances_max) {
      truncated_ = true;
      return;
    }
    instances_[uri].add(id, dataset, needed);
  }

  json row_of(const waiters& who) const {
    json actions = json::array();
    for (const entity_id& each : who.first) actions.push_back(from_.reader().ids().text(each));
    return {{"dataset", who.dataset},
            {"needed", who.needed},
            {"waiting", who.count},
            {"actions", std::move(actions)}};
  }

  json instance_rows(json& next) const {
    json rows = json::array();
    size_t looks = 0;
    next = nullptr;
    const std::string* last = nullptr;
    for (const auto& [uri, who] : instances_) {
      if (rows.size() == query_.length || looks == own_limits::dataset_looks_max) {
        next = *last;
        break;
      }
      last = &uri;
      ++looks;
      const bool there = from_.exists(uri);
      if (there && query_.missing) continue;
      json row = row_of(who);
      row["uri"] = uri;
      row["there"] = there;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  json open_rows() {
    json rows = json::array();
    if (!query_.after.empty() || !query_.prefix.empty()) return rows;
    for (const auto& [what, who] : open_) {
      if (rows.size() == query_.length) {
        truncated_ = true;
        break;
      }
      json row = row_of(who);
      row["coordinator"] = from_.reader().ids().text(what.coordinator);
      row["event"] = what.event;
      row["instances"] = what.text;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  struct open_event {
    entity_id coordinator;
    std::string event;
    std::string text;

    friend auto operator<=>(const open_event&, const open_event&) = default;
  };

  const catalogue& from_;
  const watched_query& query_;
  std::map<std::string, waiters> instances_;
  std::map<open_event, waiters> open_;
  uint64_t looked_at_ = 0;
  uint64_t worked_out_ = 0;
  bool truncated_ = false;
};

}  // namespace

result<json> watched_json(const catalogue& from, const watched_query& query) {
  return watch_search(from, query).run();
}

}  // namespace foliot::http
