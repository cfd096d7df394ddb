#include "tools/client/replay.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/visible.hpp"
#include "parse/definitions.hpp"
#include "store/epochs.hpp"
#include "store/replay.hpp"
#include "store/table_check.hpp"
#include "tools/client/moments.hpp"
#include "tools/client/past.hpp"
#include "tools/client/replay_index.hpp"
#include "tools/client/replay_scenario.hpp"
#include "tools/client/replay_step.hpp"
#include "tools/client/replay_with.hpp"
#include "tools/client/stored.hpp"
#include "tools/client/zone_hint.hpp"

namespace foliot::client {

namespace {

int verify(const console& to, const stored& source, const model::definitions& definitions,
           const time::processing_zone& zone, bool strict) {
  const auto found = store::replay(source.store(), definitions);
  if (!found) return report(to, of_a_copy(found.error()));
  if (const std::string hint = zone_hint(found->first_difference, zone); !hint.empty())
    to.err("foliot: " + hint + "\n");
  const auto tables = store::unreadable_tables(source.store());
  if (!tables) return report(to, tables.error());
  const bool good = (found->differ == 0 && !source.damaged() && tables->empty()) || !strict;
  if (to.json) {
    const nlohmann::json body{
        {"trees", found->trees},          {"entries", found->entries},
        {"records", found->entities},     {"differ", found->differ},
        {"otherCore", found->other_core}, {"unreadable", found->unreadable},
        {"unfolded", found->unfolded},    {"firstDifference", found->first_difference},
        {"unreadableTables", *tables}};
    to.out(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return good ? exit_good : exit_failed;
  }
  to.out(std::to_string(found->entries) + " journal entries of " + std::to_string(found->trees) +
         " trees\n");
  if (found->differ != 0) to.out("first difference: " + found->first_difference + "\n");
  if (found->other_core != 0)
    to.out(std::to_string(found->other_core) + " entries were written by another version\n");
  if (found->unreadable != 0)
    to.out(std::to_string(found->unreadable) + " entries cannot be read\n");
  if (found->unfolded != 0)
    to.out(std::to_string(found->unfolded) +
           " entries are older than the snapshot that their entity begins with since a purge\n");
  for (const std::string& table : *tables) to.out(table + "\n");
  to.out(std::to_string(found->entities) + " records, " + std::to_string(found->differ) +
         " differ\n");
  return good ? exit_good : exit_failed;
}

/// Asks the view of the moment with the live commands.
int ask(const console& to, connection& server, const replay_options& options) {
  if (options.query == "info") return info(to, server, options.id);
  if (options.query == "list") return list(to, server, options.list);
  if (options.query == "tree") return tree(to, server, options.id, options.tree_length);
  if (options.query == "why") return why(to, server, options.id);
  if (options.query == "log") return log(to, server, options.id);
  history_options which = options.history;
  which.id = options.id;
  return history(to, server, which);
}

int answer(const console& to, const server::config& settings, const replay_options& options,
           const kv_store& store, const model::definitions& definitions,
           const time::processing_zone& zone) {
  auto ids = store::load_epochs(store);
  if (!ids) return report(to, of_a_copy(std::move(ids).error()));
  const store::store_reader now(store, std::move(*ids));
  const journal_index index = options.file.empty()
                                  ? open_index(to, settings.data, options, store, now, definitions)
                                  : journal_index();
  const bool compares = options.query == "diff";
  const auto at =
      read_moment(store, compares ? std::optional(options.before) : options.at, zone, index.get());
  if (!at) return report(to, of_a_copy(at.error()));
  const replay_source source{store, now, definitions, index.get()};
  if (compares) {
    const auto after = read_moment(store, options.after, zone, index.get());
    return after ? diff(to, source, options.id, *at, *after) : report(to, after.error());
  }
  if (options.query == "step") return step(to, source, options, *at);
  past_view past(store, now, definitions, settings, *at, index.get());
  const int outcome = ask(to, past.server(), options);
  if (const auto why = past.reader().take_unlisted(); why && outcome == exit_good)
    to.err(
        "foliot: a table that lists jobs cannot be read, so they were looked for tree by tree: " +
        visible(why->sentence) + "\n");
  if (options.query == "why" && outcome == exit_good && !to.json)
    to.err("foliot: which files were there then is not in the journal: all inputs are named\n");
  return outcome;
}

/// The arguments that name what is read.
std::vector<std::string> source_of(const server::config& settings, const replay_options& options) {
  if (!options.file.empty()) return {options.file};
  std::vector<std::string> out{"--data", settings.data, "--set",
                               "processing_timezone=" + settings.processing_timezone};
  if (options.live) out.emplace_back("--live");
  return out;
}

/// Compares what another foliot told with what this one makes; the first difference to its fields.
int compare_with(const console& to, const server::config& settings, const replay_options& options,
                 const kv_store& store, const model::definitions& definitions,
                 const std::string& others) {
  const auto found = compare(store, definitions, others);
  if (!found) return report(to, found.error());
  if (found->sequence == 0) return tell(to, options.other, *found, "", "");
  auto ids = store::load_epochs(store);
  if (!ids) return report(to, ids.error());
  const store::store_reader now(store, std::move(*ids));
  std::string here;
  console quiet;
  quiet.json = true;
  quiet.out = [&](std::string_view text) { here += text; };
  quiet.err = [](std::string_view) {};
  replay_options one;
  one.id = found->id;
  one.from = found->sequence;
  one.steps = 1;
  (void)step(quiet, {store, now, definitions}, one, {found->sequence, never});
  // We have the database open: the other reads beside us.
  auto source = source_of(settings, options);
  if (options.file.empty() && !options.live) source.emplace_back("--live");
  const auto there = step_of(options.other, source, *found);
  return tell(to, options.other, *found, here, there ? *there : "");
}

/// What is asked for besides a question would be passed over silently.
std::optional<failure> contradiction(const replay_options& options) {
  const bool whole = options.query.empty();
  if (options.at && whole)
    return failure{errc::bad_input, "nothing is asked about that moment", "", "--at",
                   "Add info, list, tree, why, log or history; --verify, --digests and --with "
                   "take the whole journal"};
  if (options.digests + options.verify + !options.other.empty() + !whole > 1)
    return failure{errc::bad_input, "more than one thing is asked for", "", "replay",
                   "Ask for one of --verify, --digests, --with PROGRAM and a question"};
  if (!options.file.empty() && options.live)
    return failure{errc::bad_input, "no engine runs on a bug report", "", "--live",
                   "Leave it out, or name no file"};
  return std::nullopt;
}

}  // namespace

int replay(const console& to, const server::config& given, const replay_options& options) {
  server::config settings = given;
  if (options.scenario) {
    if (const int bad = check_scenario(to, settings.processing_timezone, options); bad != exit_good)
      return bad;
  } else if (const auto wrong = contradiction(options)) {
    return report(to, *wrong);
  }
  std::string others;
  if (!options.other.empty()) {  // first: only one of us may have the database open
    auto told = digests_of(options.other, source_of(settings, options));
    if (!told) return report(to, told.error());
    others = std::move(*told);
  }
  const auto opened = options.file.empty() ? open_data(to, settings.data, options.live)
                                           : open_report(to, options.file);
  if (!opened) return report(to, opened.error());
  if (!opened->zone().empty()) settings.processing_timezone = opened->zone();
  const auto zone = time::processing_zone::parse(settings.processing_timezone);
  if (!zone) return report(to, zone.error());
  const parse::cached_definitions definitions{*zone};
  const kv_store& store = opened->store();
  if (options.scenario) {
    const int bad = check_scenario(to, settings.processing_timezone, options);
    return bad == exit_good ? scenario(to, *opened, definitions) : bad;
  }
  if (options.digests) return digests(to, store, definitions);
  if (!options.other.empty())
    return compare_with(to, settings, options, store, definitions, others);
  if (options.query.empty()) return verify(to, *opened, definitions, *zone, options.verify);
  return answer(to, settings, options, store, definitions, *zone);
}

}  // namespace foliot::client
