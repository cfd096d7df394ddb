// Purging by hand: GET /api/purge tells what would go, POST lets it go; Oozie's PUT admin/purge.
#include <charconv>
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

/// The number in `text`, 0 to `most`; nothing when it is none.
std::optional<uint64_t> number_in(std::string_view text, uint64_t most) {
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || out > most) return std::nullopt;
  return out;
}

/// Reads parameters one by one; remembers the first that is wrong. An empty one is as if absent.
class purge_reading {
 public:
  explicit purge_reading(const parameters& query) : query_(query) {}

  void days(const char* name, std::optional<uint32_t>& out) {
    const auto text = given(name);
    if (!text) return;
    const auto number = number_in(*text, limits::purge_days_max);
    if (number)
      out = static_cast<uint32_t>(*number);
    else
      refuse_value(name, *text,
                   "a whole number of days from 0 to " + std::to_string(limits::purge_days_max));
  }
  void number(const char* name, uint64_t& out) {
    const auto text = given(name);
    if (!text) return;
    const auto number = number_in(*text, UINT32_MAX);
    if (number)
      out = *number;
    else
      refuse_value(name, *text, "a whole number, 0 or more");
  }
  void truth(const char* name, std::optional<bool>& out) {
    const auto text = given(name);
    if (!text) return;
    if (*text == "true" || *text == "false")
      out = *text == "true";
    else
      refuse_value(name, *text, "true or false");
  }
  const std::optional<failure>& wrong() const { return wrong_; }

 private:
  std::optional<std::string> given(const char* name) const {
    const auto text = query_.find(name);
    if (!text || text->empty()) return std::nullopt;
    return *text;
  }
  void refuse_value(const char* name, const std::string& text, const std::string& wanted) {
    if (wrong_) return;
    wrong_ = refuse("E1603", "'" + text.substr(0, 100) + "' is not " + wanted, "Give " + wanted);
    wrong_->place = name;
  }

  const parameters& query_;
  std::optional<failure> wrong_;
};

result<purge_request> read_own(const parameters& query) {
  purge_request out;
  own_reading in(query);
  const auto days = [&](const char* name) -> std::optional<uint32_t> {
    const auto number = in.number(name, 0, limits::purge_days_max);
    if (!number) return std::nullopt;
    return static_cast<uint32_t>(*number);
  };
  out.workflow_days = days("workflow-days");
  out.coordinator_days = days("coordinator-days");
  out.bundle_days = days("bundle-days");
  out.limit = in.number_or("limit", 0, 0, UINT32_MAX);
  out.old_actions = in.truth("old-actions");
  if (in.wrong()) return *in.wrong();
  return out;
}

/// Oozie's limit is that of one of its steps, so it says nothing about what goes.
result<purge_request> read_oozie(const parameters& query) {
  purge_request out;
  purge_reading in(query);
  uint64_t step = 0;
  in.days("wf", out.workflow_days);
  in.days("coord", out.coordinator_days);
  in.days("bundle", out.bundle_days);
  in.number("limit", step);
  in.truth("oldcoordaction", out.old_actions);
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
