// What consoles ask about one entity, and the order that puts one back to work.
#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <memory>
#include <utility>
#include <vector>

#include "actors/looks.hpp"
#include "actors/type_ids.hpp"
#include "model/journal.hpp"
#include "server/console_time.hpp"
#include "server/engine_desk.hpp"

namespace foliot::server {

namespace admin = actors::admin;

namespace {

/// URIs and runs of one entity that are shown.
constexpr size_t parts_of_entity_shown = 100;

/// What records of all kinds have, and what only some have.
template <class Record>
void tell_record(const Record& record, std::vector<admin::fact>& out) {
  const auto tell = [&](const char* name, std::string value) {
    if (!value.empty()) out.push_back({name, admin::bounded(std::move(value))});
  };
  if constexpr (requires { record.name; }) tell("name", record.name);
  if constexpr (requires { record.user; }) tell("user", record.user);
  if constexpr (requires { record.app_path; }) tell("appPath", record.app_path);
  if constexpr (requires { record.nominal; }) tell("nominal", console_time(record.nominal));
  if constexpr (requires { record.created; }) tell("created", console_time(record.created));
  if constexpr (requires { record.since; }) tell("since", console_time(record.since));
  if constexpr (requires { record.modified; }) tell("modified", console_time(record.modified));
  if constexpr (requires { record.error_code; }) tell("errorCode", record.error_code);
  if constexpr (requires { record.error.size(); }) tell("error", record.error);
  if constexpr (requires { record.error->message; })
    if (record.error) tell("error", record.error->message);
  if constexpr (requires { record.nodes.size(); })
    tell("nodes", std::to_string(record.nodes.size()));
  if constexpr (requires { record.members.size(); })
    tell("members", std::to_string(record.members.size()));
}

/// Hands an entity's report on when the last of those who add to it has.
struct gathered {
  admin::entity_report report;
  std::function<void(admin::entity_report)> done;
  ~gathered() { done(std::move(report)); }
};

}  // namespace

void engine_desk::entity(const admin::ask& question,
                         std::function<void(admin::entity_report)> done) {
  auto out = std::make_shared<gathered>();
  out->done = std::move(done);
  admin::entity_report& report = out->report;
  const auto refuse = [&](const failure& error) { report.head = admin::refused(error); };
  const auto found = find(question.id);
  if (!found) return refuse(found.error());
  const model::reader& reader = parts_.rt.ports.reader;
  const auto record = reader.record(*found);
  if (!record) return refuse(record.error());
  if (!*record)
    return refuse(
        {errc::not_found, "there is no such action", "E0605", admin::bounded(question.id), ""});
  report.id = reader.ids().text(*found);
  report.kind = kind_word(found->kind);
  report.status = model::name(model::state_of(**record));
  report.version = model::version_of(**record);
  report.pending = model::is_pending(**record);
  const entity_id parent = model::parent_of(*found, **record);
  if (parent.kind != entity_kind::none) report.parent = reader.ids().text(parent);
  std::visit([&](const auto& of) { tell_record(of, report.record); }, **record);
  if (const auto note = reader.quarantined(*found); note && *note)
    report.quarantine = admin::bounded((**note).event + ": " + (**note).why);

  // Each writes members of its own, from its own thread; the last who lets go of `out` sends it.
  parts_.commands.look(*found, [out](actors::msg::entity_life life) {
    admin::entity_report& seen = out->report;
    seen.lives = true;
    seen.newest = life.version;
    seen.unwritten = life.unwritten;
    seen.mailbox = life.messages;
    seen.owed.reserve(life.owed.size());
    for (auto& each : life.owed)
      seen.owed.push_back({admin::bounded(std::move(each.what)), each.handed});
    seen.owed_all = life.owed_all;
  });
  const actors::crew& staff = parts_.rt.staff;
  caf::anon_send(caf::actor_cast<actors::watching_alarm_actor>(staff.alarm),
                 actors::msg::look_at_alarm{*found, [out](std::optional<instant> at) {
                                              if (at) out->report.alarm = console_time(*at);
                                            }});
  caf::anon_send(
      caf::actor_cast<actors::watching_registry_actor>(staff.registry),
      actors::msg::look_at_watches{*found, parts_of_entity_shown, 0,
                                   [out](const actors::msg::look_at_watches::seen& seen) {
                                     for (const auto& row : seen.rows)
                                       out->report.watches.push_back(admin::bounded(row.uri));
                                   }});
  if (found->kind != entity_kind::workflow) return;
  caf::anon_send(caf::actor_cast<actors::watching_executor_actor>(staff.executor),
                 actors::msg::look_at_runs{report.id + "@", parts_of_entity_shown,
                                           [out](actors::msg::look_at_runs::seen seen) {
                                             out->report.runs = std::move(seen.names);
                                           }});
}

void engine_desk::retry(const std::string& console, const std::string& id,
                        std::function<void(admin::retry_report)> done) {
  const auto found = find(id);
  if (!found) {
    admin::retry_report out;
    out.head = admin::refused(found.error());
    audit(console, id, "quarantine retry", &found.error());
    return done(std::move(out));
  }
  const std::string known = parts_.rt.ports.reader.ids().text(*found);
  parts_.commands.retry(*found, [this, console, known, done = std::move(done)](
                                    const result<actors::msg::retried>& outcome) {
    admin::retry_report out;
    out.id = known;
    audit(console, known, "quarantine retry", outcome ? nullptr : &outcome.error());
    if (!outcome) {
      out.head = admin::refused(outcome.error());
      return done(std::move(out));
    }
    out.status = model::name(outcome->state);
    out.version = outcome->version;
    out.quarantined = outcome->quarantined;
    done(std::move(out));
  });
}

}  // namespace foliot::server
