// What consoles ask single actors of the staff, and what they change.
#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "actors/looks.hpp"
#include "actors/type_ids.hpp"
#include "exec/http_client.hpp"
#include "http/message.hpp"
#include "model/start_governor.hpp"
#include "server/about.hpp"
#include "server/engine_desk.hpp"

namespace foliot::server {

namespace admin = actors::admin;
namespace msg = actors::msg;

namespace {

/// Those who wait for a URI, as a row of `datasets` shows them.
constexpr size_t waiters_shown = 5;
/// Runs that are looked at to count those that wait for a slot.
constexpr size_t runs_counted_max = 10'000;
constexpr int64_t ns_per_us = 1'000;

struct gathered_staff {
  admin::actors_report report;
  std::function<void(admin::actors_report)> done;
  ~gathered_staff() { done(std::move(report)); }
};

/// What may be changed while the engine runs.
bool is_changeable(std::string_view name) { return name == "log_level" || name == "safe_mode"; }

std::optional<log_level> level_of(std::string_view text) {
  constexpr std::pair<std::string_view, log_level> levels[] = {{"debug", log_level::debug},
                                                               {"info", log_level::info},
                                                               {"warn", log_level::warn},
                                                               {"error", log_level::error}};
  for (const auto& [word, level] : levels)
    if (word == text) return level;
  return {};
}

}  // namespace

void engine_desk::actors(const admin::ask&, std::function<void(admin::actors_report)> done) {
  auto out = std::make_shared<gathered_staff>();
  out->done = std::move(done);
  const actors::engine_counters& counters = parts_.rt.counters;
  for (size_t kind = 1; kind < counters.live.size(); ++kind)
    out->report.kinds.push_back(
        {kind_word(static_cast<entity_kind>(kind)),
         static_cast<uint64_t>(std::max<int64_t>(0, counters.live[kind].load())),
         counters.steps[kind].load()});
  out->report.staff = {{"committer"}, {"registry"}, {"executor"}, {"alarm"}};
  // Each writes a row of its own, from its own thread; the last who lets go of `out` sends it.
  const int64_t begin = parts_.steady.now_ns();
  const auto answered = [out, begin, &steady = parts_.steady](size_t row) {
    out->report.staff[row].wait_us = static_cast<uint64_t>((steady.now_ns() - begin) / ns_per_us);
  };
  const actors::crew& staff = parts_.rt.staff;
  caf::anon_send(caf::actor_cast<actors::watching_committer_actor>(staff.committer),
                 msg::look_at_committer{[answered] { answered(0); }});
  caf::anon_send(caf::actor_cast<actors::watching_registry_actor>(staff.registry),
                 msg::look_at_watches{{}, 0, 0, [answered](const auto&) { answered(1); }});
  caf::anon_send(caf::actor_cast<actors::watching_executor_actor>(staff.executor),
                 msg::look_at_runs{"", 0, [answered](const auto&) { answered(2); }});
  caf::anon_send(caf::actor_cast<actors::watching_alarm_actor>(staff.alarm),
                 msg::look_at_alarm{{}, [answered](const auto&) { answered(3); }});
}

void engine_desk::committer(const admin::ask&, std::function<void(admin::committer_report)> done) {
  const int64_t begin = parts_.steady.now_ns();
  caf::anon_send(caf::actor_cast<actors::watching_committer_actor>(parts_.rt.staff.committer),
                 msg::look_at_committer{[this, begin, done = std::move(done)] {
                   admin::committer_report out = parts_.tap.look();
                   out.wait_us =
                       static_cast<uint64_t>((parts_.steady.now_ns() - begin) / ns_per_us);
                   done(std::move(out));
                 }});
}

void engine_desk::datasets(const admin::ask& question,
                           std::function<void(admin::datasets_report)> done) {
  caf::anon_send(
      caf::actor_cast<actors::watching_registry_actor>(parts_.rt.staff.registry),
      msg::look_at_watches{{},
                           admin::rows_of(question),
                           waiters_shown,
                           [this, done = std::move(done)](const msg::look_at_watches::seen& seen) {
                             admin::datasets_report out;
                             out.uris = seen.uris;
                             out.waiters = seen.waiters;
                             out.rows.reserve(seen.rows.size());
                             for (const auto& each : seen.rows) {
                               admin::dataset_row& row = out.rows.emplace_back();
                               row.uri = admin::bounded(each.uri);
                               row.waiting = each.waiting;
                               for (const entity_id& id : each.first)
                                 row.waiters.push_back(parts_.rt.ports.reader.ids().text(id));
                             }
                             done(std::move(out));
                           }});
}

void engine_desk::slots(const admin::ask&, std::function<void(admin::slots_report)> done) {
  admin::slots_report out;
  out.run_slots = parts_.settings.run_slots;
  parts_.rt.starts.look([&](const model::start_governor& governor) {
    out.starts_per_minute = governor.limit().per_minute;
    out.starts_burst = governor.limit().burst;
    out.starts_waiting = governor.waiting();
    out.starts_at_hand = governor.at_hand(parts_.clock.now());
  });
  caf::anon_send(caf::actor_cast<actors::watching_executor_actor>(parts_.rt.staff.executor),
                 msg::look_at_runs{"", runs_counted_max,
                                   [this, out, done = std::move(done)](
                                       const msg::look_at_runs::seen& seen) mutable {
                                     out.runs_known = seen.all;
                                     for (const std::string& name : seen.names)
                                       if (parts_.runs.queued(name).waits) ++out.runs_waiting;
                                     done(std::move(out));
                                   }});
}

void engine_desk::runs(const admin::ask& question, std::function<void(admin::runs_report)> done) {
  caf::anon_send(caf::actor_cast<actors::watching_executor_actor>(parts_.rt.staff.executor),
                 msg::look_at_runs{
                     question.id, admin::rows_of(question),
                     [this, done = std::move(done)](const msg::look_at_runs::seen& seen) {
                       admin::runs_report out;
                       out.all = seen.all;
                       out.rows.reserve(seen.names.size());
                       for (const std::string& name : seen.names)
                         out.rows.push_back({admin::bounded(name), name.substr(0, name.find('@')),
                                             parts_.runs.queued(name).waits ? "waits" : "ordered"});
                       done(std::move(out));
                     }});
}

admin::settings_report engine_desk::settings(const admin::ask&) {
  admin::settings_report out;
  for (const auto& [name, value] : settings_shown(parts_.settings))
    out.rows.push_back(
        {name, name == "log_level" ? log_level_ : admin::bounded(value), is_changeable(name)});
  const char* space = parts_.saving.is_forced() ? "on" : "auto";
  out.rows.push_back({"safe_mode", space, true});
  std::sort(out.rows.begin(), out.rows.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

admin::settings_report engine_desk::change(const std::string& console,
                                           const admin::change_setting& order) {
  const auto refuse = [](std::string sentence, std::string remedy) {
    admin::settings_report out;
    out.head = admin::refused({errc::bad_input, std::move(sentence), "", "", std::move(remedy)});
    return out;
  };
  if (!is_changeable(order.name))
    return refuse("'" + admin::bounded(order.name) + "' cannot be changed while the engine runs",
                  "Change log_level or safe_mode; the others are read from foliot.toml at a start");
  if (order.name == "safe_mode") {
    if (order.value != "on" && order.value != "auto")
      return refuse("'" + admin::bounded(order.value) + "' is neither on nor auto",
                    "Give on, or auto: as the free space demands");
    parts_.saving.force(order.value == "on");
    parts_.saving.is_on();  // tells the log
  } else {
    const auto level = level_of(order.value);
    if (!level)
      return refuse("'" + admin::bounded(order.value) + "' is no level",
                    "Give debug, info, warn or error");
    parts_.log.set_least(*level);
    log_level_ = order.value;
  }
  remark("'" + user_of(console) + "' at console '" + console + "' set " + order.name + " to " +
         order.value);
  return settings({});
}

void engine_desk::request(const std::string& console, admin::user_request what,
                          std::function<void(admin::user_reply)> done) {
  auto call = to_http(console, user_of(console), std::move(what));
  if (!call) {
    admin::user_reply out;
    out.head = admin::refused(call.error());
    return done(std::move(out));
  }
  parts_.api.handle(std::move(*call), [done = std::move(done)](http::response reply) {
    done(from_http(std::move(reply)));
  });
}

result<http::request> to_http(const std::string& console, const std::string& user,
                              admin::user_request what) {
  const bool known = what.method == "GET" || what.method == "PUT" || what.method == "POST";
  if (!known || !what.path.starts_with('/') || what.path.find('?') != std::string::npos)
    return failure{errc::bad_input, "this is no request", "",
                   admin::bounded(what.method + " " + what.path), "Give GET, PUT or POST /PATH"};
  if (what.path.size() + what.query.size() > limits::http_url_bytes_max)
    return failure{errc::too_large, "the address is too long", "", "", "Shorten the filter"};
  http::request out;
  out.method = std::move(what.method);
  out.path = std::move(what.path);
  // The first of a name wins: nobody can ask in the name of another.
  out.query = "user.name=" + exec::url_encode(user);
  if (!what.query.empty()) out.query += "&" + what.query;
  if (!what.content_type.empty())
    out.headers.emplace_back("Content-Type", std::move(what.content_type));
  out.body = std::move(what.body);
  out.peer = "console:" + console;
  return out;
}

admin::user_reply from_http(http::response reply) {
  admin::user_reply out;
  if (reply.body.size() > admin::admin_body_bytes_max) {
    out.head = admin::refused({errc::too_large, "the answer is too large for a console", "", "",
                               "Ask for less, or over HTTP"});
    return out;
  }
  out.status = static_cast<uint32_t>(reply.status);
  out.reason = reply.reason.empty() ? std::string(http::usual_reason(reply.status))
                                    : std::move(reply.reason);
  for (auto& [name, value] : reply.headers)
    if (name != "Set-Cookie") out.headers.push_back({std::move(name), std::move(value)});
  out.body = std::move(reply.body);
  return out;
}

}  // namespace foliot::server
