#include "store/epochs.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/epoch_rows.hpp"
#include "store/named_jobs.hpp"
#include "store/node_pages.hpp"
#include "store/step_batch.hpp"

namespace foliot::store {

namespace {

constexpr uint8_t epoch_version = 1;

struct epoch_row {
  uint32_t epoch = 0;
  instant started;  ///< Its stamp.
  std::string system_id;
};

result<epoch_row> decode_epoch(std::string_view key, std::string_view value) {
  const auto epoch = parse_epoch_key(key);
  if (!epoch) return corrupt("the key of an epoch cannot be read");
  epoch_row out{*epoch, {}, {}};
  uint8_t version = 0;
  reader in(value);
  in(version);
  if (version > epoch_version) return too_new("an epoch", version, epoch_version);
  in(out.started, out.system_id);
  if (in.failed() || !in.at_end() || version == 0 || !check_system_id(out.system_id))
    return corrupt("epoch " + std::to_string(*epoch) + " cannot be read");
  return out;
}

/// All epochs in order.
result<std::vector<epoch_row>> read_epochs(const kv_store& store) {
  std::vector<epoch_row> out;
  std::optional<failure> wrong;
  const auto scanned = store.scan(table::meta, epoch_prefix(), prefix_end(epoch_prefix()),
                                  [&](std::string_view key, std::string_view value) {
                                    auto row = decode_epoch(key, value);
                                    if (!row) return wrong = std::move(row.error()), false;
                                    out.push_back(std::move(row.value()));
                                    return true;
                                  });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return out;
}

wire_ids ids_of(const std::vector<epoch_row>& rows) {
  wire_ids out;
  for (const epoch_row& row : rows) out.add(row.epoch, {epoch_stamp(row.started), row.system_id});
  return out;
}

result<bool> is_empty(const kv_store& store) {
  bool empty = true;
  for (uint8_t t = 0; t < static_cast<uint8_t>(table::count_) && empty; ++t) {
    const auto scanned =
        store.scan(static_cast<table>(t), "", "", [&](std::string_view, std::string_view) {
          empty = false;
          return false;
        });
    if (!scanned) return scanned.error();
  }
  return empty;
}

kv_change format_row() {
  return {table::meta, format_key(), std::string(1, static_cast<char>(format_version))};
}

/// Bytes of rows that a conversion holds in memory before it writes them.
constexpr size_t conversion_batch_bytes = 1 << 20;

/// From layout 1: names every job in by_name. The format's row is written last, so whatever was
/// written before a crash is written once more.
result<void> convert(kv_store& store) {
  kv_batch rows;
  result<void> written;
  const auto scanned = each_record(store, "", "", [&](joined_record&& job) {
    add_name_row(job.id, job.record, rows);
    if (rows.bytes() < conversion_batch_bytes) return true;
    written = store.write(rows, false);
    rows = {};
    return written.ok();
  });
  if (!scanned) return scanned.error();
  if (!written) return written;
  rows.add(format_row());
  return store.write(rows, true);
}

/// Where no group wrote a sequence row: the last entry of every tree is looked at.
result<uint64_t> search_last_sequence(const kv_store& store, uint16_t partition) {
  uint64_t last = 0;
  const std::string end = partition == UINT16_MAX
                              ? std::string()
                              : tree_prefix(static_cast<uint16_t>(partition + 1), 0);
  std::string from = tree_prefix(partition, 0);
  while (true) {
    std::optional<job_number> root;
    const auto first =
        store.scan(table::journal, from, end, [&](std::string_view key, std::string_view) {
          const auto at = parse_journal_key(key);
          if (at) root = at->root;
          return false;
        });
    if (!first) return first.error();
    if (!root) return last;
    const std::string prefix = tree_prefix(partition, *root);
    const std::string after = prefix_end(prefix);
    const auto newest =
        store.scan_back(table::journal, prefix, after, [&](std::string_view key, std::string_view) {
          const auto at = parse_journal_key(key);
          if (at) last = std::max(last, at->sequence);
          return false;
        });
    if (!newest) return newest.error();
    if (after.empty()) return last;
    from = after;
  }
}

}  // namespace

result<void> prepare_format(kv_store& store) {
  const auto found = store.get(table::meta, format_key());
  if (!found) return found.error();
  if (found.value()) {
    const std::string& format = *found.value();
    if (format.size() != 1 || format[0] == '\0') return corrupt("the format row cannot be read");
    const auto version = static_cast<uint8_t>(format[0]);
    if (version > format_version) return too_new("the database", version, format_version);
    return version < format_version ? convert(store) : result<void>();
  }
  const auto empty = is_empty(store);
  if (!empty) return empty.error();
  if (!*empty) return corrupt("the database holds data but does not say its format");
  return store.write({format_row()}, true);
}

result<epoch_taken> take_epoch(kv_store& store, std::string_view system_id, instant now,
                               uint16_t partition) {
  if (auto fine = check_system_id(system_id); !fine) return std::move(fine.error());
  if (auto ready = prepare_format(store); !ready) return std::move(ready.error());
  auto rows = read_epochs(store);
  if (!rows) return rows.error();
  const auto sequence = last_sequence(store, partition);
  if (!sequence) return sequence.error();

  epoch_row next{1, now, std::string(system_id)};
  for (const epoch_row& row : *rows) {
    if (row.epoch == UINT32_MAX) return corrupt("the last possible epoch was taken");
    next.epoch = std::max(next.epoch, row.epoch + 1);
    next.started = std::max(next.started, plus_ms(row.started, 1));
  }
  std::string value;
  writer{value}(epoch_version, next.started, next.system_id);
  if (auto written = store.write({{table::meta, epoch_key(next.epoch), value}}, true); !written)
    return std::move(written.error());
  rows->push_back(std::move(next));
  return epoch_taken{rows->back().epoch, ids_of(*rows), *sequence};
}

result<wire_ids> load_epochs(const kv_store& store) {
  const auto rows = read_epochs(store);
  if (!rows) return rows.error();
  return ids_of(*rows);
}

result<renamed_epochs> rename_epochs(const kv_store& store,
                                     const std::function<std::string(const std::string&)>& name) {
  auto epochs = read_epochs(store);
  if (!epochs) return std::move(epochs).error();
  renamed_epochs out;
  out.rows.push_back(format_row());
  for (epoch_row& row : *epochs) {
    row.system_id = name(row.system_id);
    if (!check_system_id(row.system_id)) row.system_id = "foliot";
    std::string value;
    writer{value}(epoch_version, row.started, row.system_id);
    out.rows.push_back({table::meta, epoch_key(row.epoch), std::move(value)});
  }
  out.ids = ids_of(*epochs);
  return out;
}

std::vector<kv_change> missing_epochs(const std::vector<kv_change>& rows) {
  std::set<uint32_t> named;
  std::set<uint32_t> seen;
  for (const kv_change& row : rows) {
    if (row.where == table::meta) {
      const auto epoch = parse_epoch_key(row.key);
      if (epoch && decode_epoch(row.key, row.value.value_or(""))) named.insert(*epoch);
    } else {
      for (const job_number job : jobs_in_row(row)) seen.insert(epoch_of(job));
    }
  }
  std::vector<kv_change> out;
  for (const uint32_t epoch : seen) {
    if (named.contains(epoch)) continue;
    std::string value;
    writer{value}(epoch_version, instant{epoch}, std::string("unknown"));
    out.push_back({table::meta, epoch_key(epoch), std::move(value)});
  }
  return out;
}

result<uint64_t> last_sequence(const kv_store& store, uint16_t partition) {
  const auto row = store.get(table::meta, sequence_key(partition));
  if (!row) return row.error();
  if (!row.value()) return search_last_sequence(store, partition);
  const auto sequence = decode_u64(*row.value());
  if (!sequence) return corrupt("the last sequence of the journal cannot be read");
  return *sequence;
}

}  // namespace foliot::store
