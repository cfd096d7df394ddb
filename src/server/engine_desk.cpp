#include "server/engine_desk.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "exec/run_as_engine.hpp"
#include "model/journal.hpp"
#include "server/console_time.hpp"
#include "store/recovery_scan.hpp"

namespace foliot::server {

namespace admin = actors::admin;

namespace {

std::string name_of(const model::any_record& record) {
  return std::visit(
      [](const auto& of) {
        if constexpr (requires { of.name; })
          return std::string(of.name);
        else
          return std::string();
      },
      record);
}

}  // namespace

engine_desk::engine_desk(desk_parts parts)
    : parts_(std::move(parts)),
      started_(console_time(parts_.clock.now())),
      settings_(parts_.settings, parts_.log.levels(), effects()) {}

std::string engine_desk::program() const { return FOLIOT_VERSION; }

std::string engine_desk::chance() {
  constexpr size_t bytes = 16;
  auto out = random_hex(bytes);
  FOLIOT_ASSERT(out.ok(), "the system has no random bytes any more");
  return std::move(*out);
}

std::string engine_desk::certificate_of(const std::string& console) {
  return parts_.keys.leaf_of(console, parts_.clock.now()).value_or("");
}

bool engine_desk::proves(const std::string& console, const std::string& text,
                         const std::string& signature) {
  const auto leaf = parts_.keys.leaf_of(console, parts_.clock.now());
  return leaf && is_signed(*leaf, text, signature);
}

void engine_desk::remark(const std::string& sentence) {
  parts_.log.write(log_level::info, "console", sentence);
}

/// Who can read the local console's file is the engine's user.
std::string engine_desk::user_of(const std::string& console) const {
  return console == local_console ? exec::own_user_name() : console;
}

admin::status_report engine_desk::status(const std::string& console) {
  const actors::engine_counters& counters = parts_.rt.counters;
  admin::status_report out;
  out.system_id = parts_.settings.system_id;
  out.program = program();
  out.url = parts_.url();
  out.data = parts_.directory;
  out.user = user_of(console);
  out.now = console_time(parts_.clock.now());
  out.started = started_;
  out.ready = parts_.ready();
  out.safe_mode = parts_.saving.is_on();
  for (size_t kind = 1; kind < counters.live.size(); ++kind) {
    out.live += static_cast<uint64_t>(std::max<int64_t>(0, counters.live[kind].load()));
    out.steps += counters.steps[kind].load();
  }
  out.quarantined = counters.quarantined.load();
  out.runs_started = counters.runs_ordered.load();
  for (const auto& ended : counters.runs_ended) out.runs_ended += ended.load();
  return out;
}

result<entity_id> engine_desk::find(const std::string& id) const {
  const failure unknown{errc::not_found, "there is no such job or action", "E0604",
                        admin::bounded(id), "See them with 'list'"};
  const model::reader& reader = parts_.rt.ports.reader;
  const auto parsed = reader.ids().parse(id);
  if (!parsed) return unknown;
  const bool action = parsed->kind == entity_kind::action;
  auto job = reader.locate(action ? entity_kind::coordinator : parsed->kind, parsed->job);
  if (!job) return std::move(job).error();
  if (!*job) return unknown;
  return action ? action_of(**job, parsed->number) : **job;
}

result<job_number> engine_desk::root_of(const std::string& id) {
  const auto found = find(id);
  if (!found) return found.error();
  return found->root;
}

result<void> engine_desk::add_row(const entity_id& id, uint32_t depth, uint32_t limit,
                                  admin::tree_report& out) const {
  if (out.rows.size() >= limit) {
    out.more = true;
    return {};
  }
  const model::reader& reader = parts_.rt.ports.reader;
  const auto record = reader.record(id);
  if (!record) return record.error();
  if (!*record) return {};
  out.rows.push_back({depth, reader.ids().text(id), kind_word(id.kind),
                      admin::bounded(name_of(**record)),
                      std::string(model::name(model::state_of(**record))),
                      model::is_pending(**record), model::version_of(**record)});
  if (id.kind == entity_kind::coordinator) return add_actions(id, depth + 1, limit, out);
  if (id.kind == entity_kind::bundle || id.kind == entity_kind::workflow) {
    const auto children = reader.children(id);
    if (!children) return children.error();
    for (const entity_id& child : *children)
      if (auto added = add_row(child, depth + 1, limit, out); !added || out.more) return added;
  }
  const auto* action = std::get_if<model::action_record>(&**record);
  if (action == nullptr || action->workflow == 0) return {};
  return add_row({id.partition, entity_kind::workflow, 0, id.root, action->workflow}, depth + 1,
                 limit, out);
}

/// The newest actions are what people look for: as many as there is room for, the oldest first.
result<void> engine_desk::add_actions(const entity_id& coordinator, uint32_t depth, uint32_t limit,
                                      admin::tree_report& out) const {
  const model::reader& reader = parts_.rt.ports.reader;
  const auto record = reader.record(coordinator);
  if (!record) return record.error();
  const auto* job = *record ? std::get_if<model::coordinator_record>(&**record) : nullptr;
  if (job == nullptr) return {};
  std::vector<uint32_t> numbers;
  const uint32_t room = limit - static_cast<uint32_t>(std::min<size_t>(limit, out.rows.size()));
  const uint32_t last = job->actions;
  const uint32_t first = last > room ? last - room + 1 : 1;
  auto seen =
      reader.actions(coordinator, first, room, [&](uint32_t number, const model::action_record&) {
        numbers.push_back(number);
        return true;
      });
  if (!seen) return seen;
  out.more = out.more || first > 1;
  for (const uint32_t number : numbers)
    if (auto added = add_row(action_of(coordinator, number), depth, limit, out); !added)
      return added;
  return {};
}

admin::tree_report engine_desk::tree(const admin::ask& question) {
  admin::tree_report out;
  const auto found = find(question.id);
  const result<void> added =
      found ? add_row(*found, 0, static_cast<uint32_t>(admin::rows_of(question)), out)
            : result<void>(found.error());
  if (!added) out.head = admin::refused(added.error());
  return out;
}

admin::quarantine_report engine_desk::quarantine(const admin::ask& question) {
  admin::quarantine_report out;
  const wire_ids& ids = parts_.rt.ports.reader.ids();
  const auto seen = store::scan_quarantined(parts_.store, [&](const model::quarantine_note& note) {
    ++out.all;
    if (out.rows.size() < admin::rows_of(question))
      out.rows.push_back({ids.text(note.entity), console_time(note.since),
                          admin::bounded(note.event), admin::bounded(note.why)});
    return true;
  });
  if (!seen) out.head = admin::refused(seen.error());
  return out;
}

}  // namespace foliot::server
