// /api/tree/ID: a job, an action or a workflow with everything below it, each with its status.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Actions of a coordinator that are shown, the newest: where nothing is asked for, and at most.
constexpr uint64_t actions_default = 10;
constexpr uint64_t actions_max = 1'000;
/// Rows of one answer: some megabytes. What does not fit is counted in `more`.
constexpr size_t rows_max = 10'000;
/// Workflows below workflows that are gone into.
constexpr int depth_max = 16;

class grower {
 public:
  grower(const catalogue& from, uint64_t actions) : from_(from), actions_(actions) {}

  /// How many jobs cannot be read: they do not take the others away.
  uint64_t left_out() const { return left_out_; }

  result<json> of(const entity_id& id, const model::any_record& record, int depth = 0) {
    json out{{"id", from_.reader().ids().text(id)}, {"status", model::name(state(id, record))}};
    ++rows_;
    json below = json::array();
    result<uint64_t> more = uint64_t{0};
    if (const auto* bundle = std::get_if<model::bundle_record>(&record)) {
      out["kind"] = "bundle";
      out["name"] = bundle->name;
      more = members(id, *bundle, below);
    } else if (const auto* coordinator = std::get_if<model::coordinator_record>(&record)) {
      out["kind"] = "coordinator";
      out["name"] = coordinator->name;
      more = actions(id, *coordinator, below);
    } else if (const auto* action = std::get_if<model::action_record>(&record)) {
      out["kind"] = "action";
      out["name"] = "@" + std::to_string(id.number);
      out["nominalTime"] = date_or_null(action->nominal);
      if (action->workflow != 0)
        more =
            job({id.partition, entity_kind::workflow, 0, id.root, action->workflow}, below, depth);
    } else {
      const auto& workflow = std::get<model::workflow_record>(record);
      out["kind"] = "workflow";
      out["name"] = workflow.name;
      more = nodes(id, workflow, below, depth);
    }
    if (!more) return more.error();
    out["below"] = std::move(below);
    if (*more != 0) out["more"] = *more;
    return out;
  }

 private:
  model::status state(const entity_id& id, const model::any_record& record) const {
    const auto shown = from_.shown_state({id, "", "", record});
    return shown ? *shown : model::state_of(record);
  }
  bool full() const { return rows_ >= rows_max; }

  /// Adds the entity if it is there. Gives how many were left out.
  result<uint64_t> job(const entity_id& id, json& below, int depth) {
    if (full() || depth >= depth_max) return uint64_t{1};
    const auto record = from_.reader().record(id);
    if (!record) {
      if (record.error().code != errc::corrupt) return record.error();
      ++left_out_;
      return uint64_t{0};
    }
    if (!*record) return uint64_t{0};
    auto row = of(id, **record, depth);
    if (!row) return row.error();
    below.push_back(std::move(*row));
    return uint64_t{0};
  }

  result<uint64_t> members(const entity_id& id, const model::bundle_record& record, json& below) {
    uint64_t more = 0;
    for (const model::bundle_member& member : record.members) {
      if (!member.created) continue;
      auto left =
          job({id.partition, entity_kind::coordinator, 0, id.root, member.coordinator}, below, 0);
      if (!left) return left;
      more += *left;
    }
    return more;
  }

  result<uint64_t> actions(const entity_id& id, const model::coordinator_record& record,
                           json& below) {
    const auto wanted = static_cast<uint32_t>(actions_);
    const uint32_t first = record.actions > wanted ? record.actions - wanted + 1 : 1;
    std::vector<std::pair<uint32_t, model::action_record>> found;
    found.reserve(std::min<size_t>(wanted, record.actions));
    const auto seen = from_.reader().actions(
        id, first, wanted, [&](uint32_t number, const model::action_record& action) {
          found.emplace_back(number, action);
          return true;
        });
    if (!seen) return seen.error();
    uint64_t more = first - 1;
    for (const auto& [number, action] : found) {
      if (full()) {
        ++more;
        continue;
      }
      auto row = of(action_of(id, number), action);
      if (!row) return row.error();
      below.push_back(std::move(*row));
    }
    return more;
  }

  result<uint64_t> nodes(const entity_id& id, const model::workflow_record& record, json& below,
                         int depth) {
    const auto definition = from_.workflow_of_tree(id, record.definition);
    uint64_t more = 0;
    for (const model::node_state& node : record.nodes) {
      if (full()) {
        ++more;
        continue;
      }
      ++rows_;
      const bool known = definition && node.node < (*definition)->nodes.size();
      const std::string name =
          known ? (*definition)->nodes[node.node].name : std::to_string(node.node);
      json row{{"id", from_.reader().ids().node(id.job, name)},
               {"kind", "node"},
               {"name", name},
               {"type", known ? json((*definition)->nodes[node.node].type) : json(nullptr)},
               {"status", model::name(node.state)},
               {"below", json::array()}};
      if (node.child != 0) {
        auto left = job({id.partition, entity_kind::workflow, 0, id.root, node.child}, row["below"],
                        depth + 1);
        if (!left) return left;
        if (*left != 0) row["more"] = *left;
      }
      below.push_back(std::move(row));
    }
    return more;
  }

  const catalogue& from_;
  uint64_t actions_;
  size_t rows_ = 0;
  uint64_t left_out_ = 0;
};

}  // namespace

response api::tree(const api_call& call) const {
  own_reading query(call.query);
  const uint64_t actions = query.number_or("len", actions_default, 1, actions_max);
  if (query.wrong()) return api_error(*query.wrong());
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found || !(*found)->node.empty())
    return api_error({errc::not_found, "there is no job or action " + call.where.rest, "E0604", "",
                      "List the jobs with 'foliot list'"});
  grower growing(catalogue_, actions);
  auto body = growing.of((*found)->id, (*found)->record);
  if (!body) return api_error(body.error());
  if (growing.left_out() != 0) (*body)["leftOut"] = growing.left_out();
  return json_answer(json_text(*body));
}

}  // namespace foliot::http
