// Values kept by the hash of what they were made of; those used last stay.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/hash.hpp"
#include "base/limits.hpp"

namespace foliot::parse {

/// Thread-safe. Holds at most limits::cached_definitions_max values.
template <class T>
class text_cache {
 public:
  using value = std::shared_ptr<const T>;

  /// What is kept under `key`; null when nothing is.
  value find(const hash128& key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    ages_.splice(ages_.begin(), ages_, found->second.age);
    return found->second.content;
  }

  void keep(const hash128& key, value content) {
    const std::lock_guard lock(mutex_);
    if (entries_.contains(key)) return;
    ages_.push_front(key);
    entries_.emplace(key, entry{std::move(content), ages_.begin()});
    while (entries_.size() > limits::cached_definitions_max) {
      entries_.erase(ages_.back());
      ages_.pop_back();
    }
  }

 private:
  struct key_hash {
    size_t operator()(const hash128& key) const { return static_cast<size_t>(key.low); }
  };
  struct entry {
    value content;
    std::list<hash128>::iterator age;
  };

  std::mutex mutex_;
  std::list<hash128> ages_;  ///< The one used last is first.
  std::unordered_map<hash128, entry, key_hash> entries_;
};

/// Collects what a value depends on; lengths keep neighbours apart.
class text_key {
 public:
  text_key& add(std::string_view part) {
    bytes_ += std::to_string(part.size());
    bytes_ += ':';
    bytes_ += part;
    return *this;
  }
  hash128 hash() const { return hash_of(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace foliot::parse
