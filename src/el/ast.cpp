#include "el/ast.hpp"

#include <algorithm>

#include "el/parser.hpp"

namespace foliot::el {

expression expression::constant(std::string text) {
  auto tree = std::make_shared<text_tree>();
  tree->segments.emplace_back(text);
  tree->source = std::move(text);
  expression made;
  made.tree_ = std::move(tree);
  return made;
}

const std::string& expression::source() const {
  static const std::string empty;
  return tree_ == nullptr ? empty : tree_->source;
}

bool expression::is_constant() const { return tree_ == nullptr || tree_->constant; }

bool expression::is_single() const {
  return tree_ != nullptr && tree_->segments.size() == 1 &&
         std::holds_alternative<node_ptr>(tree_->segments.front());
}

bool expression::calls(std::string_view name) const {
  return tree_ != nullptr &&
         std::binary_search(tree_->functions.begin(), tree_->functions.end(), name);
}

bool operator==(const expression& left, const expression& right) {
  return left.is_constant() == right.is_constant() && left.source() == right.source();
}

}  // namespace foliot::el
