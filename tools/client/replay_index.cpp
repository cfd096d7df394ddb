#include "tools/client/replay_index.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/visible.hpp"
#include "server/clocks.hpp"
#include "store/epochs.hpp"
#include "store/rocks_store.hpp"

namespace foliot::client {

namespace {

/// The same of an index: nothing is lost with it, and no engine has it.
failure of_index(failure why, const std::string& dir) {
  constexpr std::string_view database = "the database in ";
  if (why.sentence.starts_with(database)) why.sentence.replace(0, database.size(), "the index in ");
  if (why.code == errc::corrupt || why.code == errc::too_new) {
    why.remedy = "Delete " + dir + " and ask again, or ask with --no-index";
  } else if (why.code == errc::locked) {
    why.sentence = "the index in " + dir + " is in use: another replay reads or makes it";
    why.remedy = "Ask again when it has ended, or have an index of your own with --index DIR";
  } else if (why.code == errc::forbidden) {
    why.remedy = "Have an index of your own with --index DIR, or ask with --no-index";
  }
  return why;
}

/// The rows of the index in `dir`: what goes wrong there is no fault of the journal's.
class index_rows final : public store_in_front {
 public:
  index_rows(std::unique_ptr<kv_store> rows, std::string dir)
      : store_in_front(*rows), rows_(std::move(rows)), dir_(std::move(dir)) {}

  result<void> write(const kv_batch& batch, bool sync) override {
    return told(rows_->write(batch, sync));
  }
  result<std::optional<std::string>> get(table where, std::string_view key) const override {
    auto found = rows_->get(where, key);
    if (!found) return of_index(std::move(found).error(), dir_);
    return found;
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    return told(rows_->scan(where, from, to, visit));
  }
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override {
    return told(rows_->scan_back(where, from, to, visit));
  }

 private:
  result<void> told(result<void> done) const { return done ? done : of_index(done.error(), dir_); }

  std::unique_ptr<kv_store> rows_;
  std::string dir_;
};

/// An index holds records: others may not read them. The directory that we make is private.
result<void> check_private(const std::string& dir) {
  struct stat about {};
  if (::stat(dir.c_str(), &about) != 0) return {};
  const char* const remedy =
      "Name one that does not exist yet, or make it this user's alone (chmod 700)";
  if (about.st_uid != ::geteuid())
    return failure{errc::forbidden, "the directory " + dir + " belongs to another user", "", "",
                   remedy};
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return failure{errc::forbidden, "other users may look into the directory " + dir, "", "",
                   remedy};
  return {};
}

}  // namespace

struct journal_index::parts {
  std::unique_ptr<kv_store> rows;
  std::optional<store::past_index> index;
};

journal_index::journal_index() = default;
journal_index::journal_index(std::unique_ptr<parts> all) : all_(std::move(all)) {}
journal_index::journal_index(journal_index&&) noexcept = default;
journal_index::~journal_index() = default;

const store::past_index* journal_index::get() const {
  return all_ && all_->index ? &*all_->index : nullptr;
}

namespace {

/// Whose snapshots an index may hold.
std::string rules() { return FOLIOT_VERSION "/" + std::to_string(model::core_version); }

}  // namespace

std::string index_directory(const std::string& data) {
  std::string out = std::filesystem::absolute(data).lexically_normal().string();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  return out + ".replay";
}

journal_index open_index(const console& to, const std::string& data, const replay_options& options,
                         const kv_store& store, const store::store_reader& now,
                         const model::definitions& definitions) {
  const auto last = store::last_sequence(store);
  if (options.no_index || !last || *last < index_from_entries) return {};
  const std::string dir = options.index.empty() ? index_directory(data) : options.index;
  const auto without = [&](const failure& why) {
    to.err("foliot: " + visible(why.text()) + "\nfoliot: there is no index in " + visible(dir) +
           ": the journal is read over\n");
    return journal_index();
  };
  if (auto own = check_private(dir); !own) return without(own.error());
  auto opened = store::rocks_store::open(dir, {.keep_blocks = true});
  if (!opened) return without(of_index(std::move(opened).error(), dir));
  auto all = std::make_unique<journal_index::parts>();
  all->rows = std::make_unique<index_rows>(std::move(*opened), dir);
  auto known = store::open_past_index(*all->rows, store, rules());
  if (!known) return without(known.error());
  if (!*known || *last > (*known)->through() + index_tail_max) {
    to.err("foliot: a journal of " + std::to_string(*last) + " entries: its index in " +
           visible(dir) + " is " + (*known ? "brought up to date" : "made") + "\n");
    const server::steady_clock_source clock;
    const int64_t begun = clock.now_ns();
    const auto made = store::update_past_index(*all->rows, store, now, definitions, rules());
    if (!made) return without(made.error());
    char took[32];
    std::snprintf(took, sizeof took, "%.1f s", static_cast<double>(clock.now_ns() - begun) / 1e9);
    to.err("foliot: " + std::to_string(made->entries) + " entries, " +
           std::to_string(made->snapshots) + " snapshots, " + took + "\n");
    known = store::open_past_index(*all->rows, store, rules());
    if (!known) return without(known.error());
  }
  if (*known) all->index.emplace(std::move(**known));
  return journal_index(std::move(all));
}

}  // namespace foliot::client
