// Whether the pages of the stored records are those that their heads name.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"

namespace foliot::store {

/// Takes the rows of table::record in the order of their keys. A head that is right names its pages
/// by their hash, so right pages are all that it wants.
class page_check {
 public:
  using blame = std::function<void(const entity_id&, const failure&)>;
  explicit page_check(blame differs) : differs_(std::move(differs)) {}

  /// `right`: of a row that is no page, whether it is what it should be. Behind one that is not no
  /// page is looked at.
  void take(std::string_view key, std::string_view value, bool right) {
    const auto id = parse_record_key(key);
    if (!id) return;
    if (!is_page(*id)) {
      end();
      if (right && is_head(value)) head_ = *id;
    }
    if (!head_) return;
    const auto joined = rows_.take(key, value);
    if (!joined) return give_up(joined.error());
  }
  /// No row follows.
  void end() {
    if (const auto whole = rows_.end(); head_ && !whole) give_up(whole.error());
    head_.reset();
  }

 private:
  void give_up(const failure& why) {
    differs_(*head_, why);
    head_.reset();
    rows_ = {};
  }

  blame differs_;
  record_rows rows_;
  std::optional<entity_id> head_;  ///< Whose pages come next.
};

}  // namespace foliot::store
