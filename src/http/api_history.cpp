// /api/history/ID: what happened to a job, an action or a node, with who and why, page by page.
#include <nlohmann/json.hpp>
#include <string>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/asked_node.hpp"
#include "http/errors.hpp"
#include "http/history.hpp"
#include "http/own_call.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Beyond it numbers of JSON are not exact for everybody.
constexpr uint64_t sequence_max = (uint64_t{1} << 53) - 1;

json time_of(instant at) {
  const auto text = time::format_pattern(at, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", time::zone{});
  return text ? json(*text) : json(nullptr);
}

json row_of(const history_event& event) {
  json out{{"sequence", event.sequence},  {"time", time_of(event.now)},
           {"version", event.version},    {"event", event.name},
           {"what", event.what},          {"from", text_or_null(event.from)},
           {"to", text_or_null(event.to)}};
  const audited_place place = read_audited(event.why.address);
  out["user"] = text_or_null(event.why.user);
  out["address"] = text_or_null(place.peer);
  if (!place.real.empty()) out["proxyUser"] = place.real;
  out["request"] = text_or_null(event.why.request_id);
  out["cause"] = nullptr;
  if (event.why.sequence != 0)
    out["cause"] = {{"sequence", event.why.sequence},
                    {"id", text_or_null(event.because_of)},
                    {"what", text_or_null(event.because)}};
  return out;
}

/// Of the job, the action or the node; NONE for a node that no run has reached.
result<std::string> status_of(const catalogue& from, const found_entity& entity) {
  if (entity.node.empty()) return std::string(model::name(model::state_of(entity.record)));
  const auto node = asked_node(from, entity);
  if (!node) return node.error();
  return std::string(*node == nullptr ? model::name(model::status::none)
                                      : model::name((*node)->state));
}

}  // namespace

response api::history(const api_call& call) const {
  own_reading query(call.query);
  history_query wanted;
  wanted.from = query.number("from", 0, sequence_max);
  wanted.length = query.number_or("len", history_length_default, 1, history_length_max);
  if (query.wrong()) return api_error(*query.wrong());
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found)
    return api_error({errc::not_found, "there is no job or action " + call.where.rest, "E0604", "",
                      "List the jobs with 'foliot list'"});
  const found_entity& entity = **found;
  const auto status = status_of(catalogue_, entity);
  if (!status) return api_error(status.error());
  const auto page = history_of(catalogue_, entity, wanted);
  if (!page) return api_error(page.error());
  json body;
  body["id"] = entity.node.empty() ? entity.wire : reader_.ids().node(entity.id.job, entity.node);
  body["status"] = *status;
  json rows = json::array();
  for (const history_event& event : page->events) rows.push_back(row_of(event));
  body["events"] = std::move(rows);
  body["older"] = page->older;
  body["next"] = page->next ? json(*page->next) : json(nullptr);
  if (!page->unfollowed.empty()) body["unfollowed"] = page->unfollowed;
  return json_answer(json_text(body));
}

}  // namespace foliot::http
