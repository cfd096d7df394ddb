#include "tools/client/replay.hpp"

#include <nlohmann/json.hpp>

#include "parse/definitions.hpp"
#include "store/replay.hpp"
#include "store/rocks_store.hpp"

namespace foliot::client {

int replay(const console& to, const server::config& settings, bool verify) {
  const auto zone = time::processing_zone::parse(settings.processing_timezone);
  if (!zone) return report(to, zone.error());
  store::rocks_options how;
  how.create = false;
  const auto opened = store::rocks_store::open(settings.data + "/store", how);
  if (!opened) return report(to, opened.error());
  const parse::cached_definitions definitions{*zone};
  const auto found = store::replay(**opened, definitions);
  if (!found) return report(to, found.error());
  const bool good = found->differ == 0 || !verify;
  if (to.json) {
    const nlohmann::json body{{"trees", found->trees},
                              {"entries", found->entries},
                              {"records", found->entities},
                              {"differ", found->differ},
                              {"otherCore", found->other_core},
                              {"unfolded", found->unfolded},
                              {"firstDifference", found->first_difference}};
    to.out(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return good ? exit_good : exit_failed;
  }
  to.out(std::to_string(found->entries) + " journal entries of " + std::to_string(found->trees) +
         " trees\n");
  if (found->differ != 0) to.out("first difference: " + found->first_difference + "\n");
  if (found->other_core != 0)
    to.out(std::to_string(found->other_core) + " entries were written by another version\n");
  if (found->unfolded != 0)
    to.out(std::to_string(found->unfolded) +
           " entries are older than the snapshot that their entity begins with since a purge\n");
  to.out(std::to_string(found->entities) + " records, " + std::to_string(found->differ) +
         " differ\n");
  return good ? exit_good : exit_failed;
}

}  // namespace foliot::client
