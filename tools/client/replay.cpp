#include "tools/client/replay.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "parse/definitions.hpp"
#include "store/epochs.hpp"
#include "store/replay.hpp"
#include "store/rocks_store.hpp"
#include "tools/client/moments.hpp"
#include "tools/client/past.hpp"
#include "tools/client/replay_step.hpp"

namespace foliot::client {

namespace {

int verify(const console& to, const kv_store& store, const model::definitions& definitions,
           bool strict) {
  const auto found = store::replay(store, definitions);
  if (!found) return report(to, found.error());
  const bool good = found->differ == 0 || !strict;
  if (to.json) {
    const nlohmann::json body{
        {"trees", found->trees},          {"entries", found->entries},
        {"records", found->entities},     {"differ", found->differ},
        {"otherCore", found->other_core}, {"unreadable", found->unreadable},
        {"unfolded", found->unfolded},    {"firstDifference", found->first_difference}};
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
  if (!ids) return report(to, ids.error());
  const store::store_reader now(store, std::move(*ids));
  const bool compares = options.query == "diff";
  const auto at = read_moment(store, compares ? options.before : options.at, zone);
  if (!at) return report(to, at.error());
  const replay_source source{store, now, definitions};
  if (compares) {
    const auto after = read_moment(store, options.after, zone);
    return after ? diff(to, source, options.id, *at, *after) : report(to, after.error());
  }
  if (options.query == "step") return step(to, source, options, *at);
  past_view past(store, now, definitions, settings, *at);
  const int outcome = ask(to, past.server(), options);
  if (options.query == "why" && outcome == exit_good && !to.json)
    to.err("foliot: which files were there then is not in the journal: all inputs are named\n");
  return outcome;
}

/// A directory for the notes of a reader beside the engine; gone with it.
class scratch_directory {
 public:
  scratch_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "foliot-replay-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  ~scratch_directory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

result<std::unique_ptr<store::rocks_store>> open(const std::string& data, bool live,
                                                 const std::string& scratch) {
  const std::string dir = data + "/store";
  if (live) return store::rocks_store::open_beside(dir, scratch);
  store::rocks_options how;
  how.create = false;
  auto opened = store::rocks_store::open(dir, how);
  if (!opened && opened.error().code == errc::locked)
    opened.error().remedy =
        "Add --live to read beside it what it has written so far, or stop it first";
  return opened;
}

}  // namespace

int replay(const console& to, const server::config& settings, const replay_options& options) {
  const auto zone = time::processing_zone::parse(settings.processing_timezone);
  if (!zone) return report(to, zone.error());
  const scratch_directory scratch;
  const auto opened = open(settings.data, options.live, scratch.path());
  if (!opened) return report(to, opened.error());
  const parse::cached_definitions definitions{*zone};
  if (options.query.empty()) return verify(to, **opened, definitions, options.verify);
  return answer(to, settings, options, **opened, definitions, *zone);
}

}  // namespace foliot::client
