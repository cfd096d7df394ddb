// The index of the past beside a data directory: a long journal is read over once, then each
// question about it reads a few entries.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/kv_store.hpp"
#include "store/past_index_build.hpp"
#include "tools/client/console.hpp"
#include "tools/client/replay_options.hpp"

namespace foliot::client {

/// Journals of fewer entries are read over faster than an index is opened.
inline constexpr uint64_t index_from_entries = 200'000;
/// So many entries that the index does not know yet are read over; where there are more, it is
/// brought up to date first.
inline constexpr uint64_t index_tail_max = 100'000;

/// An opened index, or none.
class journal_index {
 public:
  struct parts;
  journal_index();
  explicit journal_index(std::unique_ptr<parts> all);
  journal_index(journal_index&&) noexcept;
  ~journal_index();

  /// Null: the journal is to be read over.
  const store::past_index* get() const;

 private:
  std::unique_ptr<parts> all_;
};

/// Where the index of the data directory `data` is kept: beside it, with ".replay" behind its name.
std::string index_directory(const std::string& data);

/// The index of the journal of `now`'s store in the directory that `options` name, else in
/// index_directory(data). It is made, or brought up to date, where that is worth
/// it, which is told to `to`'s err. Where it cannot be had the reason is told there, and there is
/// none.
journal_index open_index(const console& to, const std::string& data, const replay_options& options,
                         const kv_store& store, const store::store_reader& now,
                         const model::definitions& definitions);

}  // namespace foliot::client
