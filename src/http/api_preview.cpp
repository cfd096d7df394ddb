// GET /api/preview/ID: which actions a job makes next, on which data. POST /api/preview: the same
// of an application that is not submitted.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/coming.hpp"
#include "http/errors.hpp"
#include "http/json_body.hpp"
#include "http/own_call.hpp"
#include "http/own_limits.hpp"
#include "model/tables.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

constexpr const char* body_form =
    "Send {\"properties\": {\"oozie.coord.application.path\": \"file:///PATH\"}}";

failure wrong_body(std::string sentence, std::string place) {
  return {errc::bad_input, std::move(sentence), "", std::move(place), body_form};
}

/// Control characters but for `allowed`: no file name and no property holds them, and what calls
/// the system would read no further.
bool has_control(const std::string& text, std::string_view allowed) {
  return std::any_of(text.begin(), text.end(), [&](char c) {
    return static_cast<unsigned char>(c) < ' ' && allowed.find(c) == std::string_view::npos;
  });
}

failure too_long(std::string sentence, size_t most, const std::string& place) {
  failure out = wrong_body(std::move(sentence) + std::to_string(most) + " bytes", place);
  out.code = errc::too_large;
  return out;
}

/// {"properties": {NAME: TEXT, ...}} and nothing else.
result<model::configuration> properties_in(const std::string& body) {
  static constexpr json_form form{"properties",
                                  true,
                                  "no object of names and texts",
                                  "the value of a property is a text",
                                  limits::properties_max,
                                  body_form};
  model::configuration out;
  auto read = read_json_body(
      body, form,
      [&out](std::string name, std::string text, const std::string& place) -> result<void> {
        if (name.empty() || has_control(name, "") || has_control(text, "\t\n\r"))
          return wrong_body("a property has a name, and no control characters", place);
        if (name.size() > limits::property_name_bytes_max)
          return too_long("the name is longer than ", limits::property_name_bytes_max, place);
        if (text.size() > limits::property_value_bytes_max)
          return too_long("the value is longer than ", limits::property_value_bytes_max, place);
        if (!out.emplace(std::move(name), std::move(text)).second)
          return wrong_body("there are two properties of this name", place);
        return {};
      });
  if (!read) return std::move(read).error();
  return out;
}

result<coming_window> window_in(const parameters& query) {
  own_reading in(query);
  coming_window out{in.time("from"), in.time("to"),
                    in.number_or("count", own_limits::preview_actions_default, 1,
                                 own_limits::preview_actions_max)};
  if (in.wrong()) return *in.wrong();
  if (out.from && out.to && *out.to < *out.from)
    return failure{errc::bad_input, "this is before 'from'", "E1603", "to",
                   "Give a time that is not before 'from'"};
  return out;
}

/// What a preview tells besides what is coming.
struct preview_head {
  json id = nullptr;
  const char* kind = "coordinator";
  std::string name;
  json status = nullptr;
  std::optional<instant> kick_off;
  json refused = json::array();  ///< {"name", "code", "sentence"}
  bool truncated = false;
};

void add_refused(json& to, const std::string& name, const std::string& code,
                 const std::string& sentence) {
  to.push_back({{"name", name}, {"code", code}, {"sentence", sentence}});
}

json whole(preview_head head, json coming) {
  coming["id"] = std::move(head.id);
  coming["kind"] = head.kind;
  coming["name"] = head.name;
  coming["status"] = std::move(head.status);
  coming["kickOffTime"] =
      head.kick_off ? json(time::format_datetime(*head.kick_off, {})) : json(nullptr);
  coming["refused"] = std::move(head.refused);
  coming["truncated"] = head.truncated;
  return coming;
}

/// The members that were read, as coordinators to come; the refused ones go to `head`.
std::vector<coming_coordinator> members_of(const model::understood_application& of,
                                           const std::string& user, preview_head& head) {
  std::vector<coming_coordinator> out;
  for (const model::understood_member& each : of.coordinators) {
    if (each.definition)
      out.push_back({{}, each.name, user, each.definition});
    else
      add_refused(head.refused, each.name, each.refusal_code, each.refusal);
  }
  head.truncated = of.truncated;
  return out;
}

result<coming_coordinator> job_of(const catalogue& from, const entity_id& id,
                                  const model::coordinator_record& record) {
  const auto definition = from.coordinator_of_tree(id, record.definition);
  if (!definition) return definition.error();
  return coming_coordinator{id, record.name, record.user, *definition, record};
}

/// The coordinators of a bundle that are born.
result<std::vector<coming_coordinator>> born_members(const catalogue& from, const entity_id& bundle,
                                                     const model::bundle_record& record,
                                                     const model::bundle_definition& definition,
                                                     preview_head& head) {
  std::vector<coming_coordinator> out;
  for (const model::bundle_member& each : record.members) {
    const std::string name =
        each.index < definition.coordinators.size() ? definition.coordinators[each.index].name : "";
    if (each.refused) add_refused(head.refused, name, each.refusal_code, each.refusal);
    if (!each.created) continue;
    if (out.size() == own_limits::preview_members_max) {
      head.truncated = true;
      break;
    }
    const entity_id id{bundle.partition, entity_kind::coordinator, 0, bundle.root,
                       each.coordinator};
    const auto child = from.reader().record(id);
    if (!child) return child.error();
    if (!*child) continue;
    auto job = job_of(from, id, std::get<model::coordinator_record>(**child));
    if (!job) return std::move(job).error();
    out.push_back(std::move(*job));
  }
  return out;
}

/// Before its start a bundle has no coordinators: those are shown that it would start now.
result<std::vector<coming_coordinator>> members_of_job(const catalogue& from,
                                                       const found_entity& entity,
                                                       const read_members_fn& read,
                                                       preview_head& head) {
  const auto& record = std::get<model::bundle_record>(entity.record);
  const auto definition = from.bundle_of_tree(entity.id, record.definition);
  if (!definition) return definition.error();
  head.kick_off = (**definition).kick_off;
  if (!record.members.empty() || model::is_terminal(record.state) || !read)
    return born_members(from, entity.id, record, **definition, head);
  const auto text = from.text(entity.id.root, record.definition);
  if (!text) return text.error();
  const auto members = read(*text, entity.wire);
  if (!members) return members.error();
  return members_of(*members, record.user, head);
}

}  // namespace

response api::preview_job(const api_call& call) const {
  const auto window = window_in(call.query);
  if (!window) return api_error(window.error());
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found)
    return api_error({errc::not_found, "there is no job " + call.where.rest, "E0604", "id",
                      "List the jobs with 'foliot list'"});
  const found_entity& entity = **found;
  preview_head head;
  head.id = entity.wire;
  head.status = model::name(model::state_of(entity.record));
  std::vector<coming_coordinator> jobs;
  if (const auto* record = std::get_if<model::coordinator_record>(&entity.record)) {
    head.name = record->name;
    auto job = job_of(catalogue_, entity.id, *record);
    if (!job) return api_error(job.error());
    jobs.push_back(std::move(*job));
  } else if (const auto* bundle = std::get_if<model::bundle_record>(&entity.record)) {
    head.kind = "bundle";
    head.name = bundle->name;
    auto members = members_of_job(catalogue_, entity, options_.read_members, head);
    if (!members) return api_error(members.error());
    jobs = std::move(*members);
  } else {
    return api_error({errc::bad_input, entity.wire + " has no schedule of its own", "", "id",
                      "Name a coordinator or a bundle"});
  }
  return json_answer(json_text(whole(std::move(head), coming_json(reader_.ids(), jobs, *window))));
}

response api::preview_submission(const api_call& call) const {
  const auto window = window_in(call.query);
  if (!window) return api_error(window.error());
  const std::string type = main_type(call.in.headers);
  const bool as_json = type == "application/json";
  if (!as_json && type != "application/xml")
    return api_error(
        {errc::bad_input, "the content type is '" + type.substr(0, 100) + "'", "", "Content-Type",
         "Send application/json, or a configuration document as application/xml"},
        415);
  if (!options_.understand || !options_.read_configuration)
    return api_error({errc::unsupported, "nothing is read here", "", "", ""}, 501);
  auto conf =
      as_json ? properties_in(call.in.body) : options_.read_configuration("body", call.in.body);
  if (!conf) return api_error(conf.error());
  if (!call.who.user.empty()) (*conf)["user.name"] = call.who.user;
  auto read = options_.understand(*conf);
  // A file that is not there is a mistake of the submission, not of the address.
  if (!read) {
    const int status = status_of(read.error());
    return api_error(read.error(), status == 404 ? 400 : status);
  }
  preview_head head;
  head.name = read->name;
  head.kick_off = read->kick_off;
  if (read->kind == entity_kind::bundle) head.kind = "bundle";
  if (read->kind == entity_kind::workflow) head.kind = "workflow";
  const auto jobs = members_of(*read, read->user, head);
  json body = whole(std::move(head), coming_json(reader_.ids(), jobs, *window));
  body["warnings"] = std::move(read->warnings);
  return json_answer(json_text(body));
}

}  // namespace foliot::http
