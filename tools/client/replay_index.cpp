#include "tools/client/replay_index.hpp"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/visible.hpp"
#include "server/clocks.hpp"
#include "store/epochs.hpp"
#include "store/rocks_store.hpp"

namespace foliot::client {

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
  auto opened = store::rocks_store::open(dir, {.keep_blocks = true});
  if (!opened) return without(opened.error());
  auto all = std::make_unique<journal_index::parts>();
  all->rows = std::move(*opened);
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
