// GET /api/datasets: data that is waited for, and by whom.
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"
#include "http/own_limits.hpp"
#include "http/watched.hpp"

namespace foliot::http {

response api::datasets(const api_call& call) const {
  own_reading in(call.query);
  watched_query query;
  const std::string coordinator = in.text("coordinator", own_limits::parameter_characters_max);
  query.prefix = in.text("prefix", own_limits::parameter_characters_max);
  query.after = in.text("after", own_limits::parameter_characters_max);
  query.missing = in.truth("missing").value_or(false);
  query.length =
      in.number_or("len", own_limits::dataset_rows_default, 1, own_limits::dataset_rows_max);
  if (in.wrong()) return api_error(*in.wrong());
  if (!coordinator.empty()) {
    const auto job = catalogue_.find_job(coordinator);
    if (!job) return api_error(job.error());
    if (!*job || (**job).kind != entity_kind::coordinator)
      return api_error({errc::not_found, "there is no coordinator " + coordinator, "E0604",
                        "coordinator", "List them with 'foliot list --type coordinator'"});
    query.coordinator = **job;
  }
  const auto body = watched_json(catalogue_, query);
  return body ? json_answer(json_text(*body)) : api_error(body.error());
}

}  // namespace foliot::http
