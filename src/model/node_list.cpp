#include "model/node_list.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"

namespace foliot::model {

namespace {

/// Whether nobody else holds that object, and what others did with it has happened before. A
/// sanitizer does not see the fence.
template <class T>
bool is_sole([[maybe_unused]] const std::shared_ptr<T>& held) {
#if defined(__SANITIZE_THREAD__)
  return false;
#else
  if (held.use_count() != 1) return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
#endif
}

std::shared_ptr<const node_page> page_of(std::vector<node_state> states) {
  auto out = std::make_shared<node_page>();
  out->states = std::move(states);
  return out;
}

}  // namespace

const std::vector<node_list::page_pointer>& node_list::no_pages() {
  static const std::vector<page_pointer> none;
  return none;
}

node_list::node_list(std::vector<node_state> states) {
  if (states.size() <= node_page_size) {
    tail_ = std::move(states);
    return;
  }
  for (node_state& state : states) push_back(std::move(state));
}

node_list::node_list(std::vector<page_pointer> pages, std::vector<node_state> tail)
    : tail_(std::move(tail)) {
  FOLIOT_ASSERT(tail_.size() <= node_page_size, "a tail is not longer than a page");
  FOLIOT_ASSERT(pages.empty() || !tail_.empty(), "something stands behind pages");
  for ([[maybe_unused]] const page_pointer& page : pages)
    FOLIOT_ASSERT(page->states.size() == node_page_size, "pages are full");
  if (!pages.empty()) pages_ = std::make_shared<std::vector<page_pointer>>(std::move(pages));
}

std::vector<node_list::page_pointer>& node_list::own_pages() {
  if (!pages_)
    pages_ = std::make_shared<std::vector<page_pointer>>();
  else if (!is_sole(pages_))
    pages_ = std::make_shared<std::vector<page_pointer>>(*pages_);
  return *pages_;
}

node_state& node_list::edit(size_t at) {
  track_.reset();
  const size_t page = at / node_page_size;
  if (page >= pages().size()) return tail_[at - pages().size() * node_page_size];
  page_pointer& held = own_pages()[page];
  if (!is_sole(held)) held = page_of(held->states);
  // It was made by make_shared<node_page>, and nobody else has it.
  auto& own = const_cast<node_page&>(*held);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  own.digest.forget();
  return own.states[at % node_page_size];
}

void node_list::push_back(node_state state) {
  track_.reset();
  if (tail_.size() == node_page_size) own_pages().push_back(page_of(std::exchange(tail_, {})));
  tail_.push_back(std::move(state));
}

void node_list::erase(const std::vector<size_t>& positions) {
  if (positions.empty()) return;
  track_.reset();
  const size_t whole = std::min(positions.front() / node_page_size, pages().size());
  std::vector<node_state> rest;
  auto gone = positions.begin();
  for (size_t at = whole * node_page_size; at < size(); ++at) {
    if (gone != positions.end() && *gone == at)
      ++gone;
    else
      rest.push_back((*this)[at]);
  }
  std::vector<page_pointer> before(pages().begin(), pages().begin() + static_cast<long>(whole));
  if (rest.empty() && !before.empty()) {
    rest = before.back()->states;
    before.pop_back();
  }
  node_list made;
  if (!before.empty()) made.own_pages() = std::move(before);
  for (node_state& state : rest) made.push_back(std::move(state));
  *this = std::move(made);
}

void node_list::clear() { *this = {}; }

bool operator==(const node_list& left, const node_list& right) {
  if (left.tail_ != right.tail_) return false;
  const auto& ours = left.pages();
  const auto& theirs = right.pages();
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [](const auto& one, const auto& other) {
                      return one == other || one->states == other->states;
                    });
}

std::optional<size_t> position_of(const node_list& list, node_index node) {
  if (const node_track* track = list.track()) {
    if (node >= track->position.size() || track->position[node] == 0) return std::nullopt;
    return track->position[node] - size_t{1};
  }
  for (size_t at = 0; at < list.size(); ++at)
    if (list[at].node == node) return at;
  return std::nullopt;
}

}  // namespace foliot::model
