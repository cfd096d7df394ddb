#include "store/rocks_store.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/table_properties_collectors.h>
#include <rocksdb/write_batch.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"
#include "store/log_notes.hpp"
#include "store/rocks_directory.hpp"

namespace foliot::store {

namespace {

constexpr size_t table_count = static_cast<size_t>(table::count_);

/// On disk: the names of the column families, in the order of `table`.
constexpr std::array<const char*, table_count> family_names{
    "default",    "record",     "journal",   "definition",  "by_id", "by_status", "by_user",
    "by_created", "quarantine", "by_parent", "by_external", "audit", "by_name"};

constexpr size_t mib = 1 << 20;

/// Where so many of so many rows in a row are deletions, their file is compacted.
constexpr size_t deletions_window = 1'024;
constexpr size_t deletions_in_window = 512;

/// The cache of blocks in four parts, 8 MiB each: the filter of a file of a million rows is 1.2 MB,
/// and one that is larger than its part is read anew for every row. 64 parts are the default.
constexpr int cache_shard_bits = 2;

// -- failures -------------------------------------------------------------------------------------

failure io_failure(const std::string& dir, const rocksdb::Status& status) {
  return {errc::io, "the database in " + dir + " cannot be used: " + status.ToString(), "", "",
          "Look at the disk's free space, mount options and health, then start again"};
}

failure from_status(const std::string& dir, const rocksdb::Status& status) {
  if (status.IsCorruption()) return corrupt("the database in " + dir + ": " + status.ToString());
  return io_failure(dir, status);
}

// -- settings -------------------------------------------------------------------------------------

rocksdb::DBOptions database_options(bool create, const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::DBOptions out;
  // What is not written to tables yet counts against the cache: the two together are bounded.
  out.write_buffer_manager =
      std::make_shared<rocksdb::WriteBufferManager>(limits::store_unwritten_bytes, cache);
  out.create_if_missing = create;
  out.create_missing_column_families = true;
  out.paranoid_checks = true;
  // A crash may cut the last record of the log; damage anywhere else must be noticed, because what
  // follows it was acknowledged.
  out.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  out.max_total_wal_size = 256 * mib;  // bounds what the next start has to read again
  out.max_background_jobs = 2;
  out.max_open_files = 512;
  out.bytes_per_sync = 1 * mib;
  out.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  out.keep_log_file_num = 2;
  out.max_log_file_size = 4 * mib;
  out.stats_dump_period_sec = 0;
  out.stats_persist_period_sec = 0;
  return out;
}

rocksdb::ColumnFamilyOptions family_options(table which,
                                            const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::ColumnFamilyOptions out;
  const bool busy = which == table::record || which == table::journal;
  // A list of a status that many jobs have passed through walks over what they left behind, so
  // that leaves memory soon, and is compacted where it stands close.
  const bool moving = which == table::by_status;
  const bool small = which == table::meta || which == table::quarantine || moving;
  out.write_buffer_size = (busy ? 32 : small ? 1 : 8) * mib;
  out.max_write_buffer_number = 3;
  out.level_compaction_dynamic_level_bytes = true;
  out.paranoid_file_checks = false;  // reads verify checksums; a second read of every file is not
  // What is young is rewritten soon: no compression there. LZ4 costs little below.
  const auto lz4 = rocksdb::CompressionType::kLZ4Compression;
  const auto none = rocksdb::CompressionType::kNoCompression;
  out.compression_per_level = {none, none, lz4, lz4, lz4, lz4, lz4};

  if (moving)
    out.table_properties_collector_factories.push_back(
        rocksdb::NewCompactOnDeletionCollectorFactory(deletions_window, deletions_in_window));

  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = cache;
  // A row that is looked up is read with its block, and half of a list's time were blocks.
  const bool looked_up =
      which == table::record || which == table::by_id || which == table::definition;
  blocks.block_size = (looked_up ? 4 : 16) << 10;
  blocks.format_version = 5;
  blocks.cache_index_and_filter_blocks = true;  // or their size would follow the database's
  if (which == table::record || which == table::by_id)
    blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10, false));
  out.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  return out;
}

}  // namespace

struct rocks_store::parts {
  std::string dir;
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> families;
  bool keep_blocks = false;
  mutable std::mutex mutex;
  std::optional<failure> latched;

  /// Of a database that can be read and is not written: not open yet.
  static result<std::unique_ptr<parts>> to_be_read(const std::string& dir);

  ~parts() {
    for (rocksdb::ColumnFamilyHandle* family : families)
      if (db && family != nullptr) db->DestroyColumnFamilyHandle(family);
    if (db) db->Close();
  }
  rocksdb::ColumnFamilyHandle* family(table where) const {
    return families[static_cast<size_t>(where)];
  }
  /// Blocks that an engine reads do not stay: who lives is in memory, the kernel has the files, and
  /// a purge or a long list would fill the cache with what nobody asks for again. Indexes and
  /// filters stay.
  rocksdb::ReadOptions read_options() const {
    rocksdb::ReadOptions out;
    out.fill_cache = keep_blocks;
    return out;
  }
};

rocks_store::rocks_store(std::unique_ptr<parts> all) : all_(std::move(all)) {}
rocks_store::~rocks_store() = default;

namespace {

failure open_failure(const std::string& dir, const rocksdb::Status& status) {
  const std::string text = status.ToString();
  if (status.IsIOError() && text.find("LOCK") != std::string::npos) {
    if (text.find("Permission denied") != std::string::npos)
      return forbidden("the files of the database in " + dir + " may not be written");
    if (text.find("lock") != std::string::npos)
      return locked(dir, text.find("current process") != std::string::npos);
  }
  if (text.find("Permission denied") != std::string::npos)
    return forbidden("the files of the database in " + dir + " may not be read and written");
  if (status.IsPathNotFound() || text.find("No such file") != std::string::npos)
    return corrupt("the database in " + dir + " misses a file: " + text);
  if (status.IsInvalidArgument() || status.IsNotSupported() || status.IsNotFound())
    return corrupt("the database in " + dir + " cannot be understood: " + text);
  return from_status(dir, status);
}

/// Refuses column families of a later version.
result<void> check_families(const std::string& dir) {
  std::vector<std::string> found;
  const rocksdb::Status listed = rocksdb::DB::ListColumnFamilies({}, dir, &found);
  if (!listed.ok()) return open_failure(dir, listed);
  for (const std::string& name : found)
    if (std::find(family_names.begin(), family_names.end(), name) == family_names.end())
      return failure{
          errc::too_new,
          "the database in " + dir + " has a table '" + name + "' that this Foliot does not know",
          "", "", "Start the version of Foliot that wrote it, or a later one"};
  return {};
}

}  // namespace

namespace {

/// Whether `dir` holds a database that this version may open.
result<void> check_database(const std::string& dir, bool create, uint64_t& log_bytes) {
  const directory_content content = look_into(dir);
  if (!content.current && content.data)
    return corrupt("the database in " + dir + " misses its file CURRENT");
  if (!content.current && !create)
    return failure{errc::not_found, "there is no database in " + dir, "", "",
                   "Check the data directory's name"};
  log_bytes = content.log_bytes;
  return content.current ? check_families(dir) : result<void>();
}

std::vector<rocksdb::ColumnFamilyDescriptor> all_families(
    const std::shared_ptr<rocksdb::Cache>& cache) {
  std::vector<rocksdb::ColumnFamilyDescriptor> out;
  out.reserve(table_count);
  for (size_t i = 0; i < table_count; ++i)
    out.emplace_back(family_names[i], family_options(static_cast<table>(i), cache));
  return out;
}

/// RocksDB names no file where a log is damaged: its notes do.
failure with_log(failure why, const std::string& dir) {
  if (why.code != errc::corrupt) return why;
  const auto before = rocks_store::open_before_damage(dir);
  if (before) why.sentence += " (" + before->log + ")";
  return why;
}

failure for_reading(const std::string& dir) {
  return {errc::io, "the database in " + dir + " was opened for reading alone", "", "",
          "Stop its engine first"};
}

}  // namespace

result<std::unique_ptr<rocks_store>> rocks_store::open(const std::string& dir,
                                                       const rocks_options& options) {
  if (auto ready = prepare_directory(dir, options.create); !ready) return ready.error();
  uint64_t log_bytes = 0;
  if (auto fine = check_database(dir, options.create, log_bytes); !fine) return fine.error();
  if (auto room = check_space(dir, log_bytes); !room) return room.error();

  const auto cache = rocksdb::NewLRUCache(limits::store_memory_bytes, cache_shard_bits);
  auto all = std::make_unique<parts>();
  all->dir = dir;
  all->keep_blocks = options.keep_blocks;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened = rocksdb::DB::Open(database_options(options.create, cache), dir,
                                                   all_families(cache), &all->families, &db);
  all->db.reset(db);
  if (!opened.ok()) return with_log(open_failure(dir, opened), dir);
  std::unique_ptr<rocks_store> out(new rocks_store(std::move(all)));
  if (auto ready = prepare_format(*out); !ready) {
    const bool names_it = ready.error().sentence.starts_with("the database in ");
    return names_it ? std::move(ready).error() : std::move(ready).error().within(dir);
  }
  return out;
}

result<std::unique_ptr<rocks_store::parts>> rocks_store::parts::to_be_read(const std::string& dir) {
  if (auto ready = check_readable(dir); !ready) return std::move(ready).error();
  uint64_t log_bytes = 0;
  if (auto fine = check_database(dir, false, log_bytes); !fine) return std::move(fine).error();
  auto all = std::make_unique<parts>();
  all->dir = dir;
  all->keep_blocks = true;
  return all;
}

result<std::unique_ptr<rocks_store>> rocks_store::open_beside(const std::string& dir,
                                                              const std::string& scratch) {
  auto made = parts::to_be_read(dir);
  if (!made) return std::move(made).error();
  std::unique_ptr<parts> all = *std::move(made);
  const auto cache = rocksdb::NewLRUCache(limits::store_memory_bytes, cache_shard_bits);
  rocksdb::DBOptions how = database_options(false, cache);
  how.create_missing_column_families = false;
  how.max_open_files = -1;    // files that the engine deletes meanwhile stay readable
  how.max_log_file_size = 0;  // one file of notes, whose directory may go
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened =
      rocksdb::DB::OpenAsSecondary(how, dir, scratch, all_families(cache), &all->families, &db);
  all->db.reset(db);
  if (!opened.ok()) return with_log(open_failure(dir, opened), dir);
  all->latched = for_reading(dir);
  return std::unique_ptr<rocks_store>(new rocks_store(std::move(all)));
}

result<rocks_store::before_damage> rocks_store::open_before_damage(const std::string& dir) {
  auto made = parts::to_be_read(dir);
  if (!made) return std::move(made).error();
  std::unique_ptr<parts> all = *std::move(made);
  const auto cache = rocksdb::NewLRUCache(limits::store_memory_bytes, cache_shard_bits);
  rocksdb::DBOptions how = database_options(false, cache);
  how.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  how.create_missing_column_families = false;
  how.max_open_files = -1;  // as of a reader beside an engine
  const auto notes = std::make_shared<log_notes>();
  how.info_log = notes;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened =
      rocksdb::DB::OpenForReadOnly(how, dir, all_families(cache), &all->families, &db);
  all->db.reset(db);
  if (!opened.ok()) return open_failure(dir, opened);
  const std::string log = notes->first();
  if (log.empty()) return failure{errc::not_found, "no log in " + dir + " is damaged", "", "", ""};
  all->latched = for_reading(dir);
  return before_damage{std::unique_ptr<rocks_store>(new rocks_store(std::move(all))), log};
}

namespace {

rocksdb::Slice slice_of(std::string_view text) { return {text.data(), text.size()}; }
std::string_view text_of(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

}  // namespace

result<void> rocks_store::write(const kv_batch& batch, bool sync) {
  rocksdb::WriteBatch out(batch.bytes());
  for (const kv_view change : batch) {
    rocksdb::ColumnFamilyHandle* family = all_->family(change.where);
    rocksdb::Status added;
    if (change.value)
      added = out.Put(family, slice_of(change.key), slice_of(*change.value));
    else if (change.range_end.empty())
      added = out.Delete(family, slice_of(change.key));
    else
      added = out.DeleteRange(family, slice_of(change.key), slice_of(change.range_end));
    FOLIOT_ASSERT(added.ok(), "a batch in memory takes every change");
  }
  rocksdb::WriteOptions how;
  how.sync = sync;
  const std::lock_guard hold(all_->mutex);
  if (all_->latched) return *all_->latched;
  const rocksdb::Status written = all_->db->Write(how, &out);
  if (written.ok()) return {};
  all_->latched = io_failure(all_->dir, written);
  return *all_->latched;
}

result<std::optional<std::string>> rocks_store::get(table where, std::string_view key) const {
  std::string value;
  const rocksdb::Status found =
      all_->db->Get(all_->read_options(), all_->family(where), slice_of(key), &value);
  if (found.IsNotFound()) return std::optional<std::string>();
  if (!found.ok()) return from_status(all_->dir, found);
  return std::optional<std::string>(std::move(value));
}

result<void> rocks_store::scan(table where, std::string_view from, std::string_view to,
                               const visitor& visit) const {
  rocksdb::ReadOptions how = all_->read_options();
  const rocksdb::Slice end = slice_of(to);
  if (!to.empty()) how.iterate_upper_bound = &end;
  const std::unique_ptr<rocksdb::Iterator> at(all_->db->NewIterator(how, all_->family(where)));
  for (at->Seek(slice_of(from)); at->Valid(); at->Next())
    if (!visit(text_of(at->key()), text_of(at->value()))) return {};
  if (!at->status().ok()) return from_status(all_->dir, at->status());
  return {};
}

result<void> rocks_store::scan_back(table where, std::string_view from, std::string_view to,
                                    const visitor& visit) const {
  rocksdb::ReadOptions how = all_->read_options();
  const rocksdb::Slice begin = slice_of(from);
  const rocksdb::Slice end = slice_of(to);
  if (!from.empty()) how.iterate_lower_bound = &begin;
  if (!to.empty()) how.iterate_upper_bound = &end;
  const std::unique_ptr<rocksdb::Iterator> at(all_->db->NewIterator(how, all_->family(where)));
  for (at->SeekToLast(); at->Valid(); at->Prev())
    if (!visit(text_of(at->key()), text_of(at->value()))) return {};
  if (!at->status().ok()) return from_status(all_->dir, at->status());
  return {};
}

uint64_t rocks_store::bytes_on_disk(table where) const {
  uint64_t bytes = 0;
  if (!all_->db->GetIntProperty(all_->family(where), rocksdb::DB::Properties::kTotalSstFilesSize,
                                &bytes))
    return 0;
  return bytes;
}

result<void> rocks_store::settle() {
  const rocksdb::Status flushed = all_->db->Flush(rocksdb::FlushOptions{}, all_->families);
  if (!flushed.ok()) return io_failure(all_->dir, flushed);
  return {};
}

}  // namespace foliot::store
