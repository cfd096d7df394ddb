#include "store/rocks_store.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/table_properties_collectors.h>
#include <rocksdb/write_batch.h>
#include <rocksdb/write_buffer_manager.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "store/codec.hpp"
#include "store/epochs.hpp"

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

// -- failures -------------------------------------------------------------------------------------

failure io_failure(const std::string& dir, const rocksdb::Status& status) {
  return {errc::io, "the database in " + dir + " cannot be used: " + status.ToString(), "", "",
          "Look at the disk's free space, mount options and health, then start again"};
}

failure from_status(const std::string& dir, const rocksdb::Status& status) {
  if (status.IsCorruption()) return corrupt("the database in " + dir + ": " + status.ToString());
  return io_failure(dir, status);
}

failure forbidden(const std::string& what) {
  return {errc::forbidden, what, "", "",
          "Start as the user who owns it, or give this user read, write and search permission"};
}

/// Who holds the lock of another process, as text; empty when unknown.
std::string holder_of(const std::string& lock_file) {
  const int fd = ::open(lock_file.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return {};
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const int asked = ::fcntl(fd, F_GETLK, &lock);
  ::close(fd);
  if (asked != 0 || lock.l_type == F_UNLCK || lock.l_pid <= 0) return {};
  return "process " + std::to_string(lock.l_pid);
}

failure locked(const std::string& dir, bool this_process) {
  // Closing a second descriptor of our own lock file would release the lock: do not look then.
  const std::string holder = this_process ? "this process" : holder_of(dir + "/LOCK");
  return {
      errc::locked,
      "the database in " + dir + " is in use by " + (holder.empty() ? "another engine" : holder),
      "", "", "Stop that engine first, or give this one a data directory of its own"};
}

// -- the directory --------------------------------------------------------------------------------

result<void> prepare_directory(const std::string& dir, bool create) {
  struct stat about {};
  if (::stat(dir.c_str(), &about) != 0) {
    if (errno == EACCES) return forbidden("the directory " + dir + " may not be looked at");
    if (errno != ENOENT)
      return failure{errc::io, "the directory " + dir + " cannot be used: " + std::strerror(errno),
                     "", "", "Give another data directory"};
    if (!create)
      return failure{errc::not_found, "there is no database in " + dir, "", "",
                     "Check the data directory's name"};
    if (::mkdir(dir.c_str(), 0700) == 0) return {};
    if (errno == EACCES || errno == EPERM || errno == EROFS)
      return forbidden("the directory " + dir + " may not be made");
    return failure{errc::io, "the directory " + dir + " cannot be made: " + std::strerror(errno),
                   "", "", "Make its parent directory, or give another data directory"};
  }
  if (!S_ISDIR(about.st_mode))
    return failure{errc::io, dir + " is not a directory", "", "", "Give another data directory"};
  if (::eaccess(dir.c_str(), R_OK | W_OK | X_OK) != 0)
    return forbidden("the directory " + dir + " may not be read and written");
  return {};
}

struct directory_content {
  bool current = false;  ///< CURRENT: there is a database.
  bool data = false;     ///< Tables or logs: there was a database.
  uint64_t log_bytes = 0;
};

bool ends_with(std::string_view name, std::string_view end) {
  return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

directory_content look_into(const std::string& dir) {
  directory_content out;
  DIR* open = ::opendir(dir.c_str());
  if (open == nullptr) return out;
  while (const dirent* entry = ::readdir(open)) {
    const std::string_view name = entry->d_name;
    if (name == "CURRENT") out.current = true;
    if (ends_with(name, ".sst") || ends_with(name, ".log")) out.data = true;
    struct stat about {};
    if (ends_with(name, ".log") && ::fstatat(::dirfd(open), entry->d_name, &about, 0) == 0)
      out.log_bytes += static_cast<uint64_t>(about.st_size);
  }
  ::closedir(open);
  return out;
}

/// What cannot be asked for is not refused: opening tells.
result<void> check_space(const std::string& dir, uint64_t log_bytes) {
  struct statvfs facts {};
  if (::statvfs(dir.c_str(), &facts) != 0) return {};
  const uint64_t left = static_cast<uint64_t>(facts.f_bavail) * facts.f_frsize;
  const uint64_t needed = log_bytes + limits::database_open_bytes_min;
  if (left >= needed) return {};
  return failure{errc::io,
                 "the database in " + dir + " cannot be opened: its file system has " +
                     std::to_string(left >> 10) + " KiB left, and " + std::to_string(needed >> 10) +
                     " KiB are needed",
                 "", "", "Free space there, then start again; nothing is lost"};
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
  mutable std::mutex mutex;
  std::optional<failure> latched;

  ~parts() {
    for (rocksdb::ColumnFamilyHandle* family : families)
      if (db && family != nullptr) db->DestroyColumnFamilyHandle(family);
    if (db) db->Close();
  }
  rocksdb::ColumnFamilyHandle* family(table where) const {
    return families[static_cast<size_t>(where)];
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

result<std::unique_ptr<rocks_store>> rocks_store::open(const std::string& dir,
                                                       const rocks_options& options) {
  if (auto ready = prepare_directory(dir, options.create); !ready) return ready.error();
  const directory_content content = look_into(dir);
  if (!content.current && content.data)
    return corrupt("the database in " + dir + " misses its file CURRENT");
  if (!content.current && !options.create)
    return failure{errc::not_found, "there is no database in " + dir, "", "",
                   "Check the data directory's name"};
  if (content.current)
    if (auto known = check_families(dir); !known) return known.error();
  if (auto room = check_space(dir, content.log_bytes); !room) return room.error();

  const auto cache = rocksdb::NewLRUCache(limits::store_memory_bytes);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (size_t i = 0; i < table_count; ++i)
    families.emplace_back(family_names[i], family_options(static_cast<table>(i), cache));
  auto all = std::make_unique<parts>();
  all->dir = dir;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened = rocksdb::DB::Open(database_options(options.create, cache), dir,
                                                   families, &all->families, &db);
  all->db.reset(db);
  if (!opened.ok()) return open_failure(dir, opened);
  std::unique_ptr<rocks_store> out(new rocks_store(std::move(all)));
  if (auto ready = prepare_format(*out); !ready) {
    const bool names_it = ready.error().sentence.starts_with("the database in ");
    return names_it ? std::move(ready).error() : std::move(ready).error().within(dir);
  }
  return out;
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

namespace {

/// Blocks that are read do not stay: who lives is in memory, the kernel has the files, and a purge
/// or a long list would fill the cache with what nobody asks for again. Indexes and filters stay.
rocksdb::ReadOptions read_options() {
  rocksdb::ReadOptions out;
  out.fill_cache = false;
  return out;
}

}  // namespace

result<std::optional<std::string>> rocks_store::get(table where, std::string_view key) const {
  std::string value;
  const rocksdb::Status found =
      all_->db->Get(read_options(), all_->family(where), slice_of(key), &value);
  if (found.IsNotFound()) return std::optional<std::string>();
  if (!found.ok()) return from_status(all_->dir, found);
  return std::optional<std::string>(std::move(value));
}

result<void> rocks_store::scan(table where, std::string_view from, std::string_view to,
                               const visitor& visit) const {
  rocksdb::ReadOptions how = read_options();
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
  rocksdb::ReadOptions how = read_options();
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
