#include "el/operators.hpp"

#include <cmath>
#include <string>

#include "base/contract.hpp"

namespace foliot::el {
namespace {

/// Whether arithmetic with `of` is floating point: doubles, and text that looks like one.
bool floating(const value& of) {
  if (of.as_double() != nullptr) return true;
  const std::string* text = of.as_string();
  return text != nullptr && text->find_first_of(".eE") != std::string::npos;
}

failure overflow() {
  return {errc::bad_input, "the result of the arithmetic is too large", "", "",
          "Stay within 64 bit integers"};
}

result<value> on_doubles(binary op, const value& left, const value& right) {
  const auto a = to_double(left);
  if (!a) return a.error();
  const auto b = to_double(right);
  if (!b) return b.error();
  switch (op) {
    case binary::add: return value(*a + *b);
    case binary::subtract: return value(*a - *b);
    case binary::multiply: return value(*a * *b);
    case binary::divide: return value(*a / *b);
    default: return value(std::fmod(*a, *b));
  }
}

result<value> on_integers(binary op, const value& left, const value& right) {
  const auto a = to_int(left);
  if (!a) return a.error();
  const auto b = to_int(right);
  if (!b) return b.error();
  int64_t made = 0;
  bool overflows = false;
  switch (op) {
    case binary::add: overflows = __builtin_add_overflow(*a, *b, &made); break;
    case binary::subtract: overflows = __builtin_sub_overflow(*a, *b, &made); break;
    case binary::multiply: overflows = __builtin_mul_overflow(*a, *b, &made); break;
    default:
      if (*b == 0) return failure{errc::bad_input, "division by zero", "", "", ""};
      made = *b == -1 ? 0 : *a % *b;
  }
  if (overflows) return overflow();
  return value(made);
}

result<value> arithmetic(binary op, const value& left, const value& right) {
  if (left.is_null() && right.is_null()) return value(int64_t{0});
  if (op == binary::divide || floating(left) || floating(right)) {
    return on_doubles(op, left, right);
  }
  return on_integers(op, left, right);
}

bool is_number(const value& of) { return of.as_int() != nullptr || of.as_double() != nullptr; }

/// The order of two values: -1, 0, 1, or 2 when they have none (NaN).
result<int> order(const value& left, const value& right) {
  const auto sign = [](auto a, auto b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; };
  if (left.as_double() != nullptr || right.as_double() != nullptr) {
    const auto a = to_double(left);
    if (!a) return a.error();
    const auto b = to_double(right);
    if (!b) return b.error();
    return sign(*a, *b);
  }
  if (is_number(left) || is_number(right)) {
    const auto a = to_int(left);
    if (!a) return a.error();
    const auto b = to_int(right);
    if (!b) return b.error();
    return sign(*a, *b);
  }
  if (left.as_string() != nullptr || right.as_string() != nullptr) {
    return sign(to_text(left).compare(to_text(right)), 0);
  }
  return failure{
      errc::bad_input,
      std::string("a ") + kind_name(left) + " and a " + kind_name(right) + " have no order", "", "",
      ""};
}

result<value> compare(binary op, const value& left, const value& right) {
  if (left.is_null() || right.is_null()) {
    const bool same = left.is_null() && right.is_null();
    return value(same && (op == binary::less_equal || op == binary::greater_equal));
  }
  const auto found = order(left, right);
  if (!found) return found.error();
  switch (op) {
    case binary::less: return value(*found == -1);
    case binary::greater: return value(*found == 1);
    case binary::less_equal: return value(*found == -1 || *found == 0);
    default: return value(*found == 1 || *found == 0);
  }
}

result<bool> same(const value& left, const value& right) {
  if (left.is_null() || right.is_null()) return left.is_null() && right.is_null();
  if (left.as_bool() != nullptr || right.as_bool() != nullptr) {
    const auto a = to_bool(left);
    if (!a) return a.error();
    const auto b = to_bool(right);
    if (!b) return b.error();
    return *a == *b;
  }
  if (left.as_map() != nullptr || right.as_map() != nullptr) return left == right;
  const auto found = order(left, right);
  if (!found) return found.error();
  return *found == 0;
}

}  // namespace

result<value> apply(binary op, const value& left, const value& right) {
  switch (op) {
    case binary::add:
    case binary::subtract:
    case binary::multiply:
    case binary::divide:
    case binary::modulo: return arithmetic(op, left, right);
    case binary::less:
    case binary::greater:
    case binary::less_equal:
    case binary::greater_equal: return compare(op, left, right);
    case binary::equal:
    case binary::not_equal: {
      const auto equal = same(left, right);
      if (!equal) return equal.error();
      return value(*equal == (op == binary::equal));
    }
    case binary::both:
    case binary::either: break;
  }
  FOLIOT_ASSERT(false, "and, or are evaluated lazily by the caller");
}

result<value> apply(unary op, const value& operand) {
  switch (op) {
    case unary::negate: {
      const auto truth = to_bool(operand);
      if (!truth) return truth.error();
      return value(!*truth);
    }
    case unary::empty: {
      const std::string* text = operand.as_string();
      const value_map* entries = operand.as_map();
      return value(operand.is_null() || (text != nullptr && text->empty()) ||
                   (entries != nullptr && entries->empty()));
    }
    case unary::minus: break;
  }
  return arithmetic(binary::subtract, value(int64_t{0}), operand);
}

result<value> access(const value& base, const value& key) {
  if (base.is_null() || key.is_null()) return value();
  const value_map* entries = base.as_map();
  if (entries == nullptr) {
    return failure{
        errc::bad_input,
        std::string("a ") + kind_name(base) + " has no entry '" + to_text(key).substr(0, 100) + "'",
        "", "", "Use [] and . on maps such as wf:actionData('node') only"};
  }
  const auto found = entries->find(to_text(key));
  if (found == entries->end()) return value();
  return found->second;
}

}  // namespace foliot::el
