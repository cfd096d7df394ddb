// Where the past is read from: a data directory without its engine, beside it, or a bug report.
#pragma once

#include <memory>
#include <string>

#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

/// An opened store; what it needs goes with it.
class stored {
 public:
  struct parts;
  explicit stored(std::unique_ptr<parts> all);
  stored(stored&&) noexcept;
  stored& operator=(stored&&) noexcept;
  ~stored();

  const kv_store& store() const;
  /// Whether something was found wrong with the file itself.
  bool damaged() const;
  /// The processing zone that the data directory or the report says it folds in; empty: it says
  /// none.
  const std::string& zone() const;

 private:
  std::unique_ptr<parts> all_;
};

/// The same, damage with the remedy of who only reads: no engine is to be stopped for it.
failure of_a_copy(failure why);

/// The database of the data directory `data`. `live`: an engine may run on it; it is read beside
/// that, as far as it is written by now. Where a log of it is damaged what was written before that
/// is there; `to`'s err is told what is not, and where no log is there at all. Fails as rocks_store
/// does.
result<stored> open_data(const console& to, const std::string& data, bool live);

/// The tree of a bug report, in memory. What is damaged in it is told to `to`'s err, sentence by
/// sentence; what is whole is there. Fails where the file cannot be read or is none.
result<stored> open_report(const console& to, const std::string& file);

}  // namespace foliot::client
