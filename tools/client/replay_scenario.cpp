#include "tools/client/replay_scenario.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/visible.hpp"
#include "rehearsal/retelling.hpp"
#include "store/epochs.hpp"
#include "store/replay_definitions.hpp"
#include "store/replay_trees.hpp"
#include "store/store_reader.hpp"

namespace foliot::client {

namespace {

int refuse(const console& to, const char* sentence, const char* remedy) {
  return report(to, {errc::bad_input, sentence, "", "--scenario", remedy});
}

result<rehearsal::retelling> retold(const kv_store& store, const model::definitions& understands) {
  auto ids = store::load_epochs(store);
  if (!ids) return std::move(ids).error();
  const auto tree = store::next_tree(store, table::journal, "");
  if (!tree) return tree.error();
  const store::store_reader reader(store, *ids);
  store::replay_definitions definitions(store, understands);
  std::vector<model::journal_entry> entries;
  if (*tree) {
    definitions.enter((*tree)->partition, (*tree)->root);
    const auto read = reader.journal((*tree)->root, 0, [&](const model::journal_entry& entry) {
      entries.push_back(entry);
      return true;
    });
    if (!read) return read.error();
  }
  return rehearsal::retell({entries, *ids, definitions});
}

}  // namespace

int check_scenario(const console& to, const std::string& zone, const replay_options& options) {
  if (options.file.empty())
    return refuse(to, "a scenario is made of a bug report, and none is named",
                  "Write one with 'foliot export ID > bug.flog', then name it");
  if (!options.query.empty() || options.verify || options.digests || !options.other.empty() ||
      options.at)
    return refuse(to, "a scenario is made of the whole report, without another question",
                  "Leave the query away, and --verify, --digests, --with and --at");
  if (zone != "UTC")
    return refuse(to, "scenarios are played in the processing zone UTC only",
                  "Leave the setting processing_timezone away; a report of an engine of "
                  "another zone can be looked into, but not played");
  return exit_good;
}

int scenario(const console& to, const stored& source, const model::definitions& definitions) {
  if (source.damaged())
    return refuse(to, "the report is damaged: a scenario of it would show what was never so",
                  "Export the job anew, or send the file in a way that does not change it");
  const auto made = retold(source.store(), definitions);
  if (!made) return report(to, made.error());
  if (to.json) {
    nlohmann::json missing = nlohmann::json::array();
    for (const rehearsal::left_out& each : made->missing)
      missing.push_back({{"sequence", each.sequence}, {"what", each.sentence}});
    const nlohmann::json body{{"scenario", made->text}, {"leftOut", std::move(missing)}};
    to.out(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return exit_good;
  }
  to.out(made->text);
  for (const rehearsal::left_out& each : made->missing)
    to.err("foliot: left out, entry " + std::to_string(each.sequence) + ": " +
           visible(each.sentence) + "\n");
  return exit_good;
}

}  // namespace foliot::client
