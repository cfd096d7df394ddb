// The operators of the language on values (JSP 2.0, sections 2.3.5 to 2.3.8).
#pragma once

#include "base/result.hpp"
#include "el/ast.hpp"
#include "el/value.hpp"

namespace foliot::el {

/// `left` op `right`; `both` and `either` are not handled here, since they may skip the right side.
/// Fails with bad_input on operands that cannot be converted and on integer overflow.
result<value> apply(binary op, const value& left, const value& right);

/// op `operand`. Fails as above.
result<value> apply(unary op, const value& operand);

/// `base`[`key`]: null when either is null or the key is missing. Fails with bad_input when `base`
/// is no map.
result<value> access(const value& base, const value& key);

}  // namespace foliot::el
