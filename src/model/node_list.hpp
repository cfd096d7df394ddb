// The nodes that a workflow has visited. A long list stands in pages that copies share, so that a
// step of a workflow of ten thousand nodes costs as much as one of ten.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "model/node_state.hpp"

namespace foliot::model {

/// States in one page. On disk: most workflows visit fewer nodes and have no page at all, and a
/// step writes at most so many states beside those that it changes.
inline constexpr size_t node_page_size = 32;

/// How many of `states` stand in pages: all but the last 1 to 32. The split follows from their
/// number alone, so equal lists have equal pages.
constexpr size_t node_pages_of(size_t states) {
  return states == 0 ? 0 : (states - 1) / node_page_size;
}

/// A hash that is found when it is asked for first. Threads may find it at the same time: all find
/// the same.
class lazy_hash {
 public:
  lazy_hash() = default;
  lazy_hash(const lazy_hash&) = delete;
  lazy_hash& operator=(const lazy_hash&) = delete;

  template <class Find>
  hash128 get(const Find& find) const {
    if (!known_.load(std::memory_order_acquire)) {
      const hash128 found = find();
      high_.store(found.high, std::memory_order_relaxed);
      low_.store(found.low, std::memory_order_relaxed);
      known_.store(true, std::memory_order_release);
    }
    return {high_.load(std::memory_order_relaxed), low_.load(std::memory_order_relaxed)};
  }
  void forget() { known_.store(false, std::memory_order_relaxed); }

 private:
  mutable std::atomic<uint64_t> high_{0};
  mutable std::atomic<uint64_t> low_{0};
  mutable std::atomic<bool> known_{false};
};

/// `node_page_size` states in a row.
struct node_page {
  std::vector<node_state> states;
  lazy_hash digest;  ///< Of its bytes on disk; the store finds it.
};

/// What a walk found out about a list and the definition that its nodes are of, for the next step:
/// derived, never stored, gone with the first change of the list.
struct node_track {
  std::vector<uint16_t> position;       ///< By node: where its state stands, from 1; 0: nowhere.
  std::vector<node_index> scope;        ///< By node: the innermost fork around it.
  std::vector<uint32_t> arrivals;       ///< By fork: its paths that have reached a join.
  std::vector<uint16_t> kept_position;  ///< As `position`, in the list of kept nodes; may be empty.
  /// Where in the pages stands what may still move or be owed something, ascending: what is open,
  /// not ended, not followed yet, or ended by the newest step.
  std::vector<uint16_t> live;
};

/// A sequence of node states. Reading is that of a vector; writing goes through `edit`, because
/// copies share their pages. Copies may be read and written in different threads.
class node_list {
 public:
  using value_type = node_state;
  using page_pointer = std::shared_ptr<const node_page>;
  class const_iterator;
  using iterator = const_iterator;

  node_list() = default;
  node_list(std::initializer_list<node_state> states)
      : node_list(std::vector<node_state>(states)) {}
  explicit node_list(std::vector<node_state> states);
  /// From whole pages and the 1 to 32 states behind them; without pages there may be none.
  node_list(std::vector<page_pointer> pages, std::vector<node_state> tail);

  size_t size() const { return pages().size() * node_page_size + tail_.size(); }
  bool empty() const { return tail_.empty(); }
  const node_state& operator[](size_t at) const {
    const size_t page = at / node_page_size;
    return page < pages().size() ? pages()[page]->states[at % node_page_size]
                                 : tail_[at - pages().size() * node_page_size];
  }
  const node_state& front() const { return (*this)[0]; }
  const node_state& back() const { return tail_.back(); }
  inline const_iterator begin() const;
  inline const_iterator end() const;

  /// The state at `at`, to be changed. Valid until the next call of a function that is not const;
  /// the list may not be copied in between.
  node_state& edit(size_t at);
  node_state& edit_back() { return edit(size() - 1); }
  void push_back(node_state state);
  /// Takes away the states at those positions, ascending. Pages before the first stay.
  void erase(const std::vector<size_t>& positions);
  void clear();

  const std::vector<page_pointer>& pages() const { return pages_ ? *pages_ : no_pages(); }
  /// The states behind the pages.
  const std::vector<node_state>& tail() const { return tail_; }

  /// What is known of exactly this list, or null.
  const node_track* track() const { return track_.get(); }
  void remember(std::shared_ptr<const node_track> track) { track_ = std::move(track); }

  friend bool operator==(const node_list& left, const node_list& right);

 private:
  static const std::vector<page_pointer>& no_pages();
  std::vector<page_pointer>& own_pages();

  std::shared_ptr<std::vector<page_pointer>> pages_;  ///< Null while there are none.
  std::vector<node_state> tail_;
  std::shared_ptr<const node_track> track_;
};

class node_list::const_iterator {
 public:
  using value_type = node_state;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using pointer = const node_state*;
  using reference = const node_state&;

  const_iterator() = default;
  const_iterator(const node_list* list, size_t at) : list_(list), at_(at) {}
  reference operator*() const { return (*list_)[at_]; }
  pointer operator->() const { return &(*list_)[at_]; }
  reference operator[](difference_type n) const { return *(*this + n); }
  const_iterator& operator++() { return ++at_, *this; }
  const_iterator& operator--() { return --at_, *this; }
  const_iterator operator++(int) { return {list_, at_++}; }
  const_iterator operator--(int) { return {list_, at_--}; }
  const_iterator& operator+=(difference_type n) {
    at_ = static_cast<size_t>(static_cast<difference_type>(at_) + n);
    return *this;
  }
  const_iterator& operator-=(difference_type n) { return *this += -n; }
  friend const_iterator operator+(const_iterator at, difference_type n) { return at += n; }
  friend const_iterator operator+(difference_type n, const_iterator at) { return at += n; }
  friend const_iterator operator-(const_iterator at, difference_type n) { return at -= n; }
  friend difference_type operator-(const const_iterator& left, const const_iterator& right) {
    return static_cast<difference_type>(left.at_) - static_cast<difference_type>(right.at_);
  }
  friend bool operator==(const const_iterator& left, const const_iterator& right) {
    return left.at_ == right.at_;
  }
  friend auto operator<=>(const const_iterator& left, const const_iterator& right) {
    return left.at_ <=> right.at_;
  }

 private:
  const node_list* list_ = nullptr;
  size_t at_ = 0;
};

inline node_list::const_iterator node_list::begin() const { return {this, 0}; }
inline node_list::const_iterator node_list::end() const { return {this, size()}; }

/// Calls `visit(position, state)` for each state that may still move or be owed something, in
/// order; where nothing is known of the list, for all.
template <class Visit>
void each_live(const node_list& list, const Visit& visit) {
  size_t from = 0;
  if (const node_track* track = list.track()) {
    for (const uint16_t at : track->live) visit(size_t{at}, list[at]);
    from = list.pages().size() * node_page_size;
  }
  for (size_t at = from; at < list.size(); ++at) visit(at, list[at]);
}

/// Where the state of `node` stands in `list`; nothing where it does not.
std::optional<size_t> position_of(const node_list& list, node_index node);

/// Which pages of `now` are others than those of `before`, ascending. Pages that copies share are
/// not looked into; `differ(old, new)` tells of two that are not the same object.
template <class Differ>
std::vector<size_t> changed_pages(const node_list& before, const node_list& now,
                                  const Differ& differ) {
  std::vector<size_t> out;
  const auto& old = before.pages();
  const auto& fresh = now.pages();
  if (&old == &fresh) return out;
  for (size_t i = 0; i < fresh.size(); ++i)
    if (i >= old.size() || (old[i] != fresh[i] && differ(*old[i], *fresh[i]))) out.push_back(i);
  return out;
}

}  // namespace foliot::model
