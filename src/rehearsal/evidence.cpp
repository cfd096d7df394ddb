// What is known of an entity: why it rests, and what happened to it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/local_path.hpp"
#include "http/api.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

namespace {

constexpr size_t log_lines_shown = 5;

}  // namespace

/// What /api/why answers, a reason a line.
std::vector<std::string> stage::reasons_of(const entity_id& id) {
  const model::reader& reader = world_.engine().reader();
  http::api_options options;
  options.exists = [this](const std::string& uri) {
    const auto path = local_path(uri);
    return path && world_.files.exists(*path);
  };
  options.safe_mode = [this] { return world_.disk_full; };
  options.starts = [this](const auto& look) { world_.engine().starts().look(look); };
  http::api api(reader, definitions_, world_.engine().gate(), world_.time, std::move(options));
  std::string body;
  api.handle({"GET", "/api/why/" + reader.ids().text(id), "", {}, "", ""},
             [&body](const http::response& got) { body = got.body; });
  const auto told = nlohmann::json::parse(body, nullptr, false);
  if (told.is_discarded() || !told.contains("reasons")) return {body};
  std::vector<std::string> out;
  for (const auto& reason : told["reasons"]) {
    out.push_back(reason["kind"].get<std::string>() + ": " + reason["what"].get<std::string>());
    for (const char* more : {"wakes", "remedy"})
      if (const std::string text = reason[more].get<std::string>(); !text.empty())
        out.back() += "; " + std::string(more) + ": " + text;
  }
  for (std::string& each : out) each = with_names(each);
  return out;
}

/// `text` with the scenario's names where it has wire ids.
std::string stage::with_names(const std::string& text) {
  static constexpr std::string_view of_ids =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-@";
  const model::reader& reader = world_.engine().reader();
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_not_of(of_ids, at), text.size());
    const std::string word = text.substr(at, std::max<size_t>(end - at, 1));
    const auto parsed = word.size() > 20 ? reader.ids().parse(word) : std::nullopt;
    const auto id = parsed ? reader.locate(parsed->kind, parsed->job)
                           : result<std::optional<entity_id>>(std::nullopt);
    if (id && *id)
      out += name_of(parsed->number == 0 ? **id : action_of(**id, parsed->number));
    else
      out += word;
    at += word.size();
  }
  return out;
}

/// What happened to `id` and its workflow last, oldest first.
std::vector<std::string> stage::log_of(const entity_id& id) {
  const auto workflow = id.kind == entity_kind::action ? workflow_of(id) : std::nullopt;
  std::vector<std::string> out;
  for (const happening& each :
       journal_of(id.root, [&](entity_id of) { return of == id || of == workflow; }))
    out.push_back(text_of(each.at) + "  " + each.who + "  " + each.what);
  if (out.size() > log_lines_shown) out.erase(out.begin(), out.end() - log_lines_shown);
  return out;
}

std::string stage::name_of(const entity_id& id) {
  if (id.kind == entity_kind::action)
    return name_of(coordinator_of(id)) + "@" + std::to_string(id.number);
  const auto root = roots_.find(id.root);
  std::string wire = world_.engine().reader().ids().text(id);
  if (root == roots_.end()) return wire;
  const auto record = world_.record(id);
  if (record && id.kind == entity_kind::coordinator) {
    const auto& own = std::get<model::coordinator_record>(*record);
    return own.bundle == 0 ? root->second : root->second + "/" + own.name;
  }
  if (record && id.kind == entity_kind::workflow) {
    const entity_id parent = std::get<model::workflow_record>(*record).parent;
    if (parent.kind == entity_kind::action) return name_of(parent) + "/workflow";
    if (parent.kind == entity_kind::workflow) return name_below(parent, id.job).value_or(wire);
    if (parent.kind != entity_kind::none) return wire;
  }
  return root->second;
}

/// By the node of `parent` that it belongs to, if that still names it.
std::optional<std::string> stage::name_below(const entity_id& parent, job_number child) {
  const auto found = world_.record(parent);
  if (!found) return std::nullopt;
  const auto& record = std::get<model::workflow_record>(*found);
  const auto text = world_.engine().reader().definition(parent.root, record.definition);
  if (!text || !*text) return std::nullopt;
  const auto definition = definitions_.workflow(**text);
  if (!definition) return std::nullopt;
  for (const model::node_state& node : record.nodes)
    if (node.child == child && node.node < (*definition)->nodes.size())
      return name_of(parent) + "/" + (*definition)->nodes[node.node].name;
  return std::nullopt;
}

/// The journal of one tree, as far as it is about `wanted`.
std::vector<happening> stage::journal_of(job_number root,
                                         const std::function<bool(entity_id)>& wanted) {
  std::vector<happening> out;
  std::map<entity_id, std::string> names;
  const auto read =
      world_.engine().reader().journal(root, 0, [&](const model::journal_entry& entry) {
        if (!wanted(entry.entity)) return true;
        auto name = names.find(entry.entity);
        if (name == names.end()) name = names.emplace(entry.entity, name_of(entry.entity)).first;
        out.push_back({entry.now, name->second, model::describe(entry.event)});
        return true;
      });
  return read ? out : std::vector<happening>();
}

uint64_t stage::count_actions() {
  uint64_t out = 0;
  const model::reader& reader = world_.engine().reader();
  for (const auto& [name, wire] : jobs_) {
    const auto id = find(name);
    if (!id) continue;
    std::vector<entity_id> coordinators{*id};
    if (id->kind == entity_kind::bundle)
      if (auto below = reader.children(*id)) coordinators = std::move(*below);
    for (const entity_id& each : coordinators) {
      const auto record = world_.record(each);
      if (const auto* own = record ? std::get_if<model::coordinator_record>(&*record) : nullptr)
        out += own->actions;
    }
  }
  return out;
}

}  // namespace foliot::rehearsal
