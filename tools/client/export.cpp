#include "tools/client/export.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "parse/definitions.hpp"
#include "rehearsal/memory_store.hpp"
#include "server/console_keys.hpp"
#include "store/epochs.hpp"
#include "store/flog.hpp"
#include "store/past_reader.hpp"
#include "store/replay.hpp"
#include "store/store_reader.hpp"
#include "store/tree_export.hpp"
#include "tools/client/stored.hpp"
#include "tools/client/zone_hint.hpp"

namespace foliot::client {

namespace {

result<job_number> root_of(const kv_store& store, const model::definitions& definitions,
                           const std::string& id) {
  auto ids = store::load_epochs(store);
  if (!ids) return std::move(ids).error();
  const auto parsed = ids->parse(id);
  const failure unknown{errc::not_found, "there is no job or action " + id, "E0604", "",
                        "List the jobs with 'foliot list'"};
  if (!parsed) return unknown;
  const entity_kind kind =
      parsed->kind == entity_kind::action ? entity_kind::coordinator : parsed->kind;
  // Of the past: that finds jobs whose index row cannot be read.
  const store::store_reader now(store, *ids);
  const auto found = store::past_reader(store, now, definitions, {}).locate(kind, parsed->job);
  if (!found) return found.error();
  return *found ? result<job_number>((*found)->root) : result<job_number>(unknown);
}

/// Into a pipe or a device, which nothing can take the place of.
result<void> write_into(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) return {};
  return failure{errc::io, std::string("it takes no more: ") + std::strerror(errno), "", path, ""};
}

/// How much of a report is not what its own journal leads to.
result<store::replay_report> replayed(const store::tree_export& tree,
                                      const model::definitions& definitions) {
  kv_batch rows;
  for (const kv_change& row : tree.rows) rows.add(row);
  rehearsal::memory_store read;
  if (auto written = read.write(rows, true); !written) return std::move(written).error();
  return store::replay(read, definitions);
}

/// What reads the report finds in it no difference that is not in the data directory as well. Fails
/// with errc::unsupported.
result<void> verify(const store::tree_export& tree, const kv_store& store, job_number root,
                    const model::definitions& definitions) {
  const auto of_words = replayed(tree, definitions);
  if (!of_words) return of_words.error();
  if (of_words->differ == 0) return {};
  const auto as_stored = store::export_tree(store, definitions, root, store::word_map::none());
  if (!as_stored) return as_stored.error();
  const auto of_store = replayed(*as_stored, definitions);
  if (!of_store) return of_store.error();
  if (of_words->differ <= of_store->differ) return {};
  return failure{
      errc::unsupported,
      "with its words replaced the report does not verify: " + of_words->first_difference, "", "",
      "Export it without --anonymise, and look at what you send"};
}

}  // namespace

result<void> write_report(const std::string& path, const std::string& bytes) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::file_status there = fs::status(path, none);
  const bool takes_place = !fs::exists(there) || fs::is_regular_file(there);
  // Where a link leads to, the link itself stays.
  const fs::path behind =
      fs::is_symlink(fs::symlink_status(path, none)) ? fs::canonical(path, none) : fs::path(path);
  const std::string target = behind.empty() ? path : behind.string();
  auto written =
      takes_place ? server::write_private_file(target, bytes) : write_into(target, bytes);
  if (written) return {};
  failure why = std::move(written).error();
  why.sentence = "the bug report cannot be written: " + why.sentence;
  why.remedy = "Name another file with --out";
  return why;
}

int export_tree(const console& to, const server::config& settings, const export_options& options) {
  if (options.file.empty() && (to.terminal || to.json))
    return report(to, {errc::bad_input, "a bug report is no text", "", "",
                       "Name a file with --out, or redirect the output: > bug.flog"});
  const auto opened = open_data(to, settings.data, options.live);
  if (!opened) return report(to, opened.error());
  const auto zone = time::processing_zone::parse(
      opened->zone().empty() ? settings.processing_timezone : opened->zone());
  if (!zone) return report(to, zone.error());
  const parse::cached_definitions definitions{*zone};
  const auto root = root_of(opened->store(), definitions, options.id);
  if (!root) return report(to, root.error());
  auto tree = store::export_tree(opened->store(), definitions, *root,
                                 options.anonymise ? store::word_map() : store::word_map::none());
  if (!tree) return report(to, tree.error());
  if (options.anonymise)
    if (auto good = verify(*tree, opened->store(), *root, definitions); !good)
      return report(to, good.error());
  const std::string bytes = store::encode_flog(
      {FOLIOT_VERSION, model::core_version, options.anonymise, zone->name()}, tree->rows);
  if (options.file.empty()) {
    to.out(bytes);
  } else if (auto written = write_report(options.file, bytes); !written) {
    return report(to, written.error());
  }
  if (const std::string hint = zone_hint(tree->first_broken, *zone); !hint.empty())
    to.err("foliot: " + hint + "\n");
  if (to.json) {
    const nlohmann::json body{{"file", options.file},
                              {"bytes", bytes.size()},
                              {"entries", tree->entries},
                              {"broken", tree->broken},
                              {"anonymised", options.anonymise}};
    return to.out(body.dump() + "\n"), exit_good;
  }
  to.err(std::to_string(tree->entries) + " journal entries, " + std::to_string(bytes.size()) +
         " bytes" + (options.anonymise ? "" : ", NOT anonymised: look at what you send") + "\n");
  if (tree->broken != 0)
    to.err(std::to_string(tree->broken) + " of them do not fold: the report shows it too\n");
  return exit_good;
}

}  // namespace foliot::client
