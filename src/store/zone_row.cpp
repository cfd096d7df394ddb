#include "store/zone_row.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

constexpr uint8_t zone_version = 1;

result<bool> holds_jobs(const kv_store& store) {
  bool any = false;
  const auto scanned =
      store.scan(table::by_created, "", "",
                 [&](std::string_view, std::string_view) { return any = true, false; });
  if (!scanned) return scanned.error();
  return any;
}

}  // namespace

result<void> keep_zone(kv_store& store, const time::processing_zone& zone) {
  if (auto ready = prepare_format(store); !ready) return ready;
  const auto kept = kept_zone(store);
  if (!kept) return kept.error();
  if (*kept == zone) return {};
  if (*kept) {
    const auto bound = holds_jobs(store);
    if (!bound) return bound.error();
    const std::string before = (*kept)->name();
    if (*bound)
      return failure{errc::conflict,
                     "the jobs of this data directory were read in the processing zone " + before +
                         ", and " + zone.name() + " would read their datetimes otherwise",
                     "", "processing_timezone",
                     "Set it to " + before + " again, or name another data directory"};
  }
  std::string value;
  writer{value}(zone_version, zone.name());
  return store.write({{table::meta, zone_key(), value}}, true);
}

result<std::optional<time::processing_zone>> kept_zone(const kv_store& store) {
  const auto found = store.get(table::meta, zone_key());
  if (!found) return found.error();
  if (!found.value()) return std::optional<time::processing_zone>();
  uint8_t version = 0;
  std::string name;
  reader in(*found.value());
  in(version);
  if (version > zone_version) return too_new("the processing zone", version, zone_version);
  in(name);
  const auto zone = time::processing_zone::parse(name);
  if (in.failed() || !in.at_end() || version == 0 || !zone)
    return corrupt("the processing zone cannot be read");
  return std::optional(*zone);
}

}  // namespace foliot::store
