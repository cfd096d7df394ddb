// Purging by hand: GET /api/purge tells what would go, POST lets it go; Oozie's PUT admin/purge.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/limits.hpp"
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// What each way to ask calls the ages, in days.
struct age_names {
  std::string_view workflow;
  std::string_view coordinator;
  std::string_view bundle;
};

void read_ages(own_reading& in, const age_names& names, purge_request& out) {
  const auto days = [&](std::string_view name) -> std::optional<uint32_t> {
    const auto number = in.number(name, 0, limits::purge_days_max);
    if (!number) return std::nullopt;
    return static_cast<uint32_t>(*number);
  };
  out.workflow_days = days(names.workflow);
  out.coordinator_days = days(names.coordinator);
  out.bundle_days = days(names.bundle);
}

result<purge_request> read_own(const parameters& query) {
  purge_request out;
  own_reading in(query);
  read_ages(in, {"workflow-days", "coordinator-days", "bundle-days"}, out);
  out.limit = in.number_or("limit", 0, 0, UINT32_MAX);
  out.old_actions = in.truth("old-actions");
  if (in.wrong()) return *in.wrong();
  return out;
}

/// Oozie's limit is that of one of its steps, so it says nothing about what goes.
result<purge_request> read_oozie(const parameters& query) {
  purge_request out;
  own_reading in(query, empty_value::absent);
  read_ages(in, {"wf", "coord", "bundle"}, out);
  in.number("limit", 0, UINT32_MAX);
  out.old_actions = in.truth("oldcoordaction");
  if (in.wrong()) return *in.wrong();
  return out;
}

json counts_of(const purged& done, bool preview) {
  return {{"preview", preview},
          {"trees", done.trees},
          {"bundles", done.bundles},
          {"coordinators", done.coordinators},
          {"actions", done.actions},
          {"workflows", done.workflows},
          {"journalEntries", done.entries},
          {"bytes", done.bytes}};
}

}  // namespace

void api::purge(const api_call& call, answer done) {
  const bool own = call.where.what == resource::purge;
  auto what = own ? read_own(call.query) : read_oozie(call.query);
  if (!what) return done(call.refused(what.error()));
  what->preview = call.in.method == "GET";
  if (!admit(done))
    return done(call.refused(
        {errc::unavailable, "too many requests are under way", "", "", "Ask again in a moment"}));
  const bool preview = what->preview;
  orders_.purge(*what, call.who,
                [own, preview, call, done = std::move(done)](const result<purged>& outcome) {
                  if (!outcome) return done(call.refused(outcome.error()));
                  if (own) return done(json_answer(json_text(counts_of(*outcome, preview))));
                  done(json_answer(json_text({{"purge", "Purge command executed successfully"}})));
                });
}

}  // namespace foliot::http
