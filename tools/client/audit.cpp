// audit: what was ordered of many jobs at once, and what came of it.
#include <nlohmann/json.hpp>

#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

constexpr size_t no_column = 99;

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

/// "10 done, 2 unchanged"; what there is none of is left out.
std::string outcomes(const json& entry) {
  std::string out;
  const auto counts = entry.find("counts");
  if (counts == entry.end() || !counts->is_object()) return out;
  for (const char* name : {"done", "unchanged", "refused", "unknown"}) {
    const uint64_t count = counts->value(name, uint64_t{0});
    if (count != 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  }
  return out.empty() ? "no jobs" : out;
}

void show_one(const console& to, const json& entry) {
  to.out(text_of(entry, "action") + " of " + text_of(entry, "kind") + "s  " +
         bold(to, text_of(entry, "id")) + "\n");
  const auto fact = [&](const char* label, const std::string& value) {
    std::string head = "  " + std::string(label);
    head.resize(14, ' ');
    to.out(dim(to, head) + value + "\n");
  };
  const std::string ended = short_date(text_of(entry, "ended"));
  fact("filter", text_of(entry, "filter"));
  fact("matching", text_of(entry, "matching") + ", " + text_of(entry, "selected") + " selected");
  fact("user", text_of(entry, "user") + " at " + text_of(entry, "address"));
  fact("asked", short_date(text_of(entry, "asked")));
  fact("ended", ended == "-" ? "under way, or the engine stopped before all had answered" : ended);
  fact("outcome", outcomes(entry));
  text_table table({"OUTCOME", "ID", "CODE", "REASON"}, 3, no_column);
  const auto jobs = entry.find("jobs");
  if (jobs != entry.end() && jobs->is_array())
    for (const json& job : *jobs)
      table.add({text_of(job, "outcome"), text_of(job, "id"), text_of(job, "code"),
                 text_of(job, "message")});
  if (!table.empty()) to.out("\n" + table.text(to, 2));
}

}  // namespace

int audit(const console& to, connection& server, const std::string& id, uint32_t length) {
  const std::string path = id.empty() ? "/api/audit" : "/api/audit/" + exec::url_encode(id);
  connection::query query;
  if (id.empty()) query.emplace_back("len", std::to_string(length));
  const auto answer = server.get_json(path, query);
  if (!answer) return report(to, answer.error());
  if (to.json)
    return to.out(answer->dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), exit_good;
  if (!id.empty()) return show_one(to, *answer), exit_good;
  text_table table({"ID", "ASKED", "USER", "ORDER", "KIND", "FILTER", "OUTCOME"}, 5, no_column);
  const auto entries = answer->find("entries");
  if (entries != answer->end() && entries->is_array())
    for (const json& entry : *entries)
      table.add({text_of(entry, "id"), short_date(text_of(entry, "asked")).substr(0, 16),
                 text_of(entry, "user"), text_of(entry, "action"), text_of(entry, "kind"),
                 text_of(entry, "filter"), outcomes(entry)});
  if (table.empty()) return to.out("no orders to many jobs\n"), exit_good;
  to.out(table.text(to));
  if (answer->value("more", false)) to.out("... older ones: ask for more with --len\n");
  return exit_good;
}

}  // namespace foliot::client
