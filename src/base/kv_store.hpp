// The port to durable storage: ordered tables of bytes, written in atomic batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace foliot {

/// On disk (one RocksDB column family each). Never renumber, never reuse; retire with a comment.
enum class table : uint8_t {
  meta = 0,        ///< Format version, epochs.
  record = 1,      ///< The newest record of every entity.
  journal = 2,     ///< Every step ever taken.
  definition = 3,  ///< Texts of applications, once per tree and hash.
  by_id = 4,       ///< Job number -> key of its record.
  by_status = 5,   ///< (kind, status, created, job).
  by_user = 6,     ///< (user, kind, created, job).
  by_created = 7,  ///< (kind, created, job).
  quarantine = 8,  ///< Entities that are not stepped any more, and why.
  by_parent =
      9,  ///< (parent job, child job): coordinators of a bundle, workflows of a coordinator.
  by_external = 10,  ///< (kind, external id, user, job): the names that users give.
  audit = 11,        ///< Commands to many jobs at once, and what came of them.
  by_name = 12,      ///< (kind, name, created, job).
  count_
};

/// One change: a value to put, or nothing to delete the key.
struct kv_change {
  table where = table::meta;
  std::string key;
  std::optional<std::string> value;
};

/// A change inside a batch; valid until the batch is changed.
struct kv_view {
  table where = table::meta;
  std::string_view key;
  std::optional<std::string_view> value;
  /// Where not empty: all keys from `key` up to this one, itself not included, are deleted.
  std::string_view range_end = {};
};

/// Changes in order, end to end in one buffer: a step costs an allocation, not one for each key and
/// value. All changes of one batch become visible and durable together or not at all.
class kv_batch {
 public:
  class iterator;

  kv_batch() = default;
  kv_batch(std::initializer_list<kv_change> changes) {
    for (const kv_change& change : changes) add(change);
  }

  /// Keys and values are shorter than 4 GiB (limits.hpp bounds them far below).
  void put(table where, std::string_view key, std::string_view value) {
    head(where, key, static_cast<uint32_t>(value.size()), 0);
    bytes_.append(value);
  }
  void erase(table where, std::string_view key) { head(where, key, 0, erased); }
  /// Deletes all keys with from <= key < to, however many there are. `to` is not empty.
  void erase_range(table where, std::string_view from, std::string_view to) {
    head(where, from, static_cast<uint32_t>(to.size()), ranged);
    bytes_.append(to);
  }
  void add(const kv_change& change) {
    change.value ? put(change.where, change.key, *change.value) : erase(change.where, change.key);
  }
  void append(const kv_batch& more) {
    bytes_ += more.bytes_;
    count_ += more.count_;
  }
  /// Room for so many more bytes, counting `bytes()`.
  void reserve(size_t bytes) { bytes_.reserve(bytes); }

  bool empty() const { return count_ == 0; }
  size_t size() const { return count_; }
  /// Keys, values and a few bytes for each change.
  size_t bytes() const { return bytes_.size(); }

  inline iterator begin() const;
  inline iterator end() const;

 private:
  static constexpr uint8_t erased = 0x80;
  static constexpr uint8_t ranged = 0x40;
  struct frame {
    uint8_t where;  ///< table, and `erased` or `ranged`.
    uint32_t key_size;
    uint32_t value_size;
  };

  void head(table where, std::string_view key, uint32_t value_size, uint8_t flags) {
    const frame front{static_cast<uint8_t>(static_cast<uint8_t>(where) | flags),
                      static_cast<uint32_t>(key.size()), value_size};
    bytes_.append(reinterpret_cast<const char*>(&front), sizeof front);
    bytes_.append(key);
    ++count_;
  }

  std::string bytes_;
  size_t count_ = 0;
};

class kv_batch::iterator {
 public:
  using value_type = kv_view;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using pointer = const kv_view*;
  using reference = kv_view;

  explicit iterator(const char* at) : at_(at) {}
  kv_view operator*() const {
    const frame front = frame_here();
    const char* key = at_ + sizeof front;
    kv_view out{
        static_cast<table>(front.where & ~(erased | ranged)), {key, front.key_size}, std::nullopt};
    const std::string_view rest(key + front.key_size, front.value_size);
    if ((front.where & ranged) != 0)
      out.range_end = rest;
    else if ((front.where & erased) == 0)
      out.value = rest;
    return out;
  }
  iterator& operator++() {
    const frame front = frame_here();
    at_ += sizeof front + front.key_size + front.value_size;
    return *this;
  }
  friend bool operator==(const iterator&, const iterator&) = default;

 private:
  frame frame_here() const {
    frame out;
    std::memcpy(&out, at_, sizeof out);
    return out;
  }
  const char* at_;
};

inline kv_batch::iterator kv_batch::begin() const { return iterator(bytes_.data()); }
inline kv_batch::iterator kv_batch::end() const { return iterator(bytes_.data() + bytes_.size()); }

/// Reads see the last written batch, synced or not. Thread-safe. Implementations: RocksDB
/// (store/rocks_store.hpp) and one in memory that forgets what was not synced
/// (rehearsal/memory_store.hpp).
class kv_store {
 public:
  /// Called for each pair in key order; false stops the scan.
  using visitor = std::function<bool(std::string_view key, std::string_view value)>;

  virtual ~kv_store() = default;

  /// Writes `batch` atomically; with `sync` it is on disk when this returns. Fails with errc::io;
  /// after a failure nothing of the batch is visible and every further write fails as well.
  virtual result<void> write(const kv_batch& batch, bool sync) = 0;

  /// The value at `key`, nothing when absent. Fails with errc::io or errc::corrupt.
  virtual result<std::optional<std::string>> get(table where, std::string_view key) const = 0;

  /// Visits all pairs with from <= key < to in order; an empty `to` means "to the end".
  virtual result<void> scan(table where, std::string_view from, std::string_view to,
                            const visitor& visit) const = 0;

  /// As `scan`, from the largest key below `to` downwards to `from`.
  virtual result<void> scan_back(table where, std::string_view from, std::string_view to,
                                 const visitor& visit) const = 0;
};

/// Reads from another store. What derives from it does something with the writes.
class store_in_front : public kv_store {
 public:
  /// `behind` outlives this.
  explicit store_in_front(kv_store& behind) : behind_(behind) {}

  result<std::optional<std::string>> get(table where, std::string_view key) const override {
    return behind_.get(where, key);
  }
  result<void> scan(table where, std::string_view from, std::string_view to,
                    const visitor& visit) const override {
    return behind_.scan(where, from, to, visit);
  }
  result<void> scan_back(table where, std::string_view from, std::string_view to,
                         const visitor& visit) const override {
    return behind_.scan_back(where, from, to, visit);
  }

 protected:
  kv_store& behind() { return behind_; }

 private:
  kv_store& behind_;
};

}  // namespace foliot
