// What consoles ask single actors of the staff, and the commands of users.
#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "actors/looks.hpp"
#include "actors/type_ids.hpp"
#include "exec/http_client.hpp"
#include "http/filter_text.hpp"
#include "http/message.hpp"
#include "model/start_governor.hpp"
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

}  // namespace

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
  out.run_slots = parts_.runs.slots();
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

namespace {

/// "&" before each parameter but `user.name`: nobody can ask in the name of another, and some
/// requests refuse what is given twice.
std::string without_user(std::string_view query) {
  std::string out;
  while (!query.empty()) {
    const std::string_view one = http::take_piece(query, "&");
    const auto read = http::parameters::parse(std::string(one));
    if (!one.empty() && !(read && read->find("user.name"))) out.append("&").append(one);
  }
  return out;
}

}  // namespace

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
  out.query = "user.name=" + exec::url_encode(user) + without_user(what.query);
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
