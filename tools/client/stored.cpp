#include "tools/client/stored.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "base/visible.hpp"
#include "rehearsal/memory_store.hpp"
#include "store/epoch_rows.hpp"
#include "store/epochs.hpp"
#include "store/flog.hpp"
#include "store/flog_check.hpp"
#include "store/rocks_directory.hpp"
#include "store/rocks_store.hpp"
#include "store/zone_row.hpp"

namespace foliot::client {

namespace {

/// A directory for the notes of a reader beside the engine.
class scratch_directory {
 public:
  scratch_directory() {
    std::error_code problem;
    const auto above = std::filesystem::temp_directory_path(problem);
    if (problem) return;  // TMPDIR is none
    std::string name = (above / "foliot-replay-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  ~scratch_directory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  /// Empty: it could not be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// To open a database is to write files into it, which its engine could not read if they were
/// somebody else's.
result<void> check_owner(const std::string& dir) {
  struct stat about {};
  if (::stat(dir.c_str(), &about) != 0 || about.st_uid == ::geteuid()) return {};
  return failure{errc::forbidden, "the database in " + dir + " belongs to another user", "", "",
                 "Run this as the user of the engine, or add --live, which only reads"};
}

result<std::string> read_report(const std::string& file) {
  std::error_code problem;
  const auto size = std::filesystem::file_size(file, problem);
  if (problem)
    return failure{errc::io, "the bug report cannot be read: " + problem.message(), "", file,
                   "Check its name"};
  if (size > store::flog_bytes_max)
    return failure{errc::too_large,
                   "the file has " + std::to_string(size >> 20) + " MiB, and " +
                       std::to_string(store::flog_bytes_max >> 20) + " are taken",
                   "", file, "Export a smaller tree"};
  std::ifstream in(file, std::ios::binary);
  std::string out((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in)
    return failure{errc::io, "the bug report cannot be read", "", file, "Check its permissions"};
  return out;
}

}  // namespace

namespace {

/// What it reads of a database, with the remedy of who only reads where a part of it is damaged.
class copy_reader final : public kv_store {
 public:
  explicit copy_reader(std::unique_ptr<store::rocks_store> database)
      : database_(std::move(database)) {}

  result<void> write(const kv_batch& batch, bool sync) override {
    return database_->write(batch, sync);
  }
  result<std::optional<std::string>> get(table where, std::string_view key) const override {
    auto found = database_->get(where, key);
    if (!found) return of_a_copy(std::move(found).error());
    return found;
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    const auto done = database_->scan(where, from, to, visit);
    return done ? done : of_a_copy(done.error());
  }
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override {
    const auto done = database_->scan_back(where, from, to, visit);
    return done ? done : of_a_copy(done.error());
  }

 private:
  std::unique_ptr<store::rocks_store> database_;
};

}  // namespace

struct stored::parts {
  std::unique_ptr<kv_store> store;
  bool damaged = false;
  std::string zone;
};

namespace {

/// The notes go as soon as nobody needs their names: whoever ends this leaves none behind.
result<std::unique_ptr<store::rocks_store>> open_beside(const std::string& dir) {
  const scratch_directory notes;
  if (notes.path().empty())
    return failure{errc::io, "no directory for temporary files can be made", "", "",
                   "Set TMPDIR to a directory that this user may write to"};
  return store::rocks_store::open_beside(dir, notes.path());
}

}  // namespace

namespace {

/// Says what is not there of a database whose log is damaged.
result<void> tell_lost(const console& to, const store::rocks_store::before_damage& before) {
  const auto last = store::last_sequence(*before.store);
  if (!last) return of_a_copy(last.error());
  to.err("foliot: a log of the database is damaged: " + visible(before.log) +
         ". What was written before that is read, up to journal entry " + std::to_string(*last) +
         "; what was written later is lost\n");
  return {};
}

}  // namespace

stored::stored(std::unique_ptr<parts> all) : all_(std::move(all)) {}
stored::stored(stored&&) noexcept = default;
stored& stored::operator=(stored&&) noexcept = default;
stored::~stored() = default;

const kv_store& stored::store() const { return *all_->store; }
bool stored::damaged() const { return all_->damaged; }
const std::string& stored::zone() const { return all_->zone; }

failure of_a_copy(failure why) {
  if (why.code == errc::corrupt) why.remedy = "Restore the data directory from a copy";
  return why;
}

result<stored> open_data(const console& to, const std::string& data, bool live) {
  auto all = std::make_unique<stored::parts>();
  const std::string dir = data + "/store";
  const store::directory_content content = store::look_into(dir);
  store::rocks_options how;
  how.create = false;
  how.keep_blocks = true;
  if (!live)
    if (auto own = check_owner(dir); !own) return std::move(own).error();
  auto opened = live ? open_beside(dir) : store::rocks_store::open(dir, how);
  if (!opened) {
    failure why = std::move(opened).error();
    if (why.code == errc::locked)
      why.remedy = "Add --live to read beside it what it has written so far, or stop it first";
    if (why.code != errc::corrupt) return why;
    auto before = store::rocks_store::open_before_damage(dir);
    if (!before) return of_a_copy(std::move(why));
    if (auto told = tell_lost(to, *before); !told) return told.error();
    all->damaged = true;
    opened = std::move(before->store);
  }
  if (content.current && !content.log) {
    all->damaged = true;
    to.err("foliot: the database in " + visible(dir) +
           " has no log: what had not been moved to its tables by then, if anything, is lost\n");
  }
  all->store = std::make_unique<copy_reader>(std::move(*opened));
  const auto kept = store::kept_zone(*all->store);
  if (!kept) return of_a_copy(kept.error());
  if (*kept) all->zone = (*kept)->name();
  return stored(std::move(all));
}

result<stored> open_report(const console& to, const std::string& file) {
  const auto bytes = read_report(file);
  if (!bytes) return bytes.error();
  auto content = store::decode_flog(*bytes);
  if (!content) return std::move(content).error().within(file);
  const std::vector<std::string> strange = store::strange_rows(*content);
  const auto tell = [&](const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences)
      to.err("foliot: " + visible(file + ": " + sentence) + "\n");
  };
  tell(content->damage);
  tell(strange);
  kv_batch rows;
  for (const kv_change& row : content->rows) rows.add(row);
  for (const kv_change& row : store::missing_epochs(content->rows)) rows.add(row);
  auto all = std::make_unique<stored::parts>();
  all->zone = content->origin.zone;
  all->damaged = !content->damage.empty() || !strange.empty();
  all->store = std::make_unique<rehearsal::memory_store>();
  if (auto written = all->store->write(rows, true); !written) return std::move(written).error();
  return stored(std::move(all));
}

}  // namespace foliot::client
