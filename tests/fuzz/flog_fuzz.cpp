// Bug reports: taken apart as they come, and a right one with changes inside of its rows, whose
// checks are right again: such is folded, verified, told entry by entry and looked at as it was.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "store/archive.hpp"
#include "store/epoch_rows.hpp"
#include "store/flog_check.hpp"
#include "store/past_index_build.hpp"
#include "store/past_reader.hpp"
#include "store/tree_export.hpp"
#include "store/tree_fold.hpp"
#include "tests/store/small_engine.hpp"

namespace {

using namespace foliot;

class story final : public store::small_story {
 public:
  story() { rows = store::export_tree(run.store, run.made, root, store::word_map::none())->rows; }
  void TestBody() override {}
  const store::known_definitions& definitions() const { return run.made; }
  std::vector<entity_id> everybody() const { return {bundle, coordinator, first, workflow}; }

  std::vector<kv_change> rows;
};

/// Takes numbers off the input.
class choices {
 public:
  choices(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}
  bool any() const { return !rest_.empty(); }
  size_t next() {
    if (rest_.empty()) return 0;
    const auto out = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return out;
  }

 private:
  std::string_view rest_;
};

void change_bytes(std::string& bytes, choices& by) {
  if (bytes.empty()) return;
  const size_t how = by.next();
  const size_t at = (by.next() * 256 + by.next()) % bytes.size();
  switch (how % 5) {
    case 0: bytes[at] = static_cast<char>(by.next()); return;
    case 1: bytes.insert(at, 1, static_cast<char>(by.next())); return;
    case 2: bytes.erase(at, 1 + by.next() % 8); return;
    case 3: bytes.replace(at, 1, "\xff\xff\xff\xff\x0f"); return;  // the largest u32
    default: bytes.replace(at, 1, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"); return;
  }
}

/// Changes what an entry says happened; the entry stays one.
void change_event(kv_change& row, choices& by) {
  const auto at = store::parse_journal_key(row.key);
  const auto entry = at ? store::decode_entry(at->partition, at->root, at->sequence, *row.value)
                        : result<model::journal_entry>(failure{errc::corrupt, "", "", "", ""});
  if (!entry || entry->snapshot) return change_bytes(*row.value, by);
  const std::string event = store::encode_event(entry->event);
  std::string counted;
  store::writer{counted}(event);
  const size_t place = row.value->find(counted);
  if (place == std::string::npos) return;
  std::string other = event;
  change_bytes(other, by);
  std::string again;
  store::writer{again}(other);
  row.value->replace(place, counted.size(), again);
}

void change_rows(std::vector<kv_change>& rows, choices& by) {
  if (rows.empty()) return;
  const size_t how = by.next();
  const size_t one = by.next() % rows.size();
  switch (how % 6) {
    case 0: rows.erase(rows.begin() + static_cast<long>(one)); return;
    case 1: std::swap(rows[one].value, rows[by.next() % rows.size()].value); return;
    case 2: change_bytes(rows[one].key, by); return;
    case 3: change_bytes(*rows[one].value, by); return;
    default: change_event(rows[one], by); return;
  }
}

/// All that `foliot replay FILE` does with a report.
void use(const story& from, const store::flog_content& content) {
  const auto strange = store::strange_rows(content);
  for (const std::string& sentence : strange) FOLIOT_ASSERT(!sentence.empty(), "it says what");
  rehearsal::memory_store kept;
  kv_batch rows;
  for (const kv_change& row : content.rows) rows.add(row);
  for (const kv_change& row : store::missing_epochs(content.rows)) rows.add(row);
  FOLIOT_ASSERT(kept.write(rows, true).ok(), "memory takes everything");
  const auto report = store::replay(kept, from.definitions());
  if (report) FOLIOT_ASSERT(report->differ == 0 || !report->first_difference.empty(), "it is told");
  (void)store::each_digest(kept, from.definitions(), [](const std::string&) { return true; });
  auto ids = store::load_epochs(kept);
  if (!ids) return;
  const store::store_reader now(kept, std::move(*ids));
  rehearsal::memory_store index_rows;
  (void)store::update_past_index(index_rows, kept, now, from.definitions(), "fuzz");
  const auto index = store::open_past_index(index_rows, kept, "fuzz");
  for (const uint64_t at : {uint64_t{4}, uint64_t{9}, UINT64_MAX}) {
    const store::past_reader past(kept, now, from.definitions(), {at, never},
                                  index && *index ? &**index : nullptr);
    for (const entity_id& id : from.everybody()) (void)past.record(id);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const story from;
  choices by(data, size);
  const size_t form = by.next();
  if (form % 4 == 0) {  // the bytes of a file
    const std::string_view rest(reinterpret_cast<const char*>(data) + (size != 0 ? 1 : 0),
                                size != 0 ? size - 1 : 0);
    for (const std::string& head : {std::string(), store::encode_flog({}, {}).substr(0, 9)})
      if (const auto content = store::decode_flog(head + std::string(rest)); content)
        use(from, *content);
    return 0;
  }
  std::vector<kv_change> rows = from.rows;
  for (int i = 0; i < 8 && by.any(); ++i) change_rows(rows, by);
  std::string file = store::encode_flog({"fuzz", model::core_version, false}, rows);
  if (form % 4 == 1) change_bytes(file, by);
  const auto content = store::decode_flog(file);
  if (content) use(from, *content);
  return 0;
}
