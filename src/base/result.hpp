// Errors are values: `result<T>` is a T or a `failure`. No exception of ours crosses a function
// border.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/contract.hpp"
#include "base/errc.hpp"

namespace foliot {

/// What went wrong, where, and what the reader can do about it. Sentences are for people; `code`
/// and `oozie` are for programs.
struct failure {
  errc code = errc::internal;
  std::string sentence;  ///< One sentence without a trailing full stop.
  std::string oozie;     ///< Oozie's own code such as "E0701"; empty where Oozie has none.
  std::string place;     ///< Outermost first: "bundle.xml:12:5: coordinator 'clean'". May be empty.
  std::string remedy;    ///< What to do, as an imperative sentence. May be empty.

  /// The same failure seen from further out: `context` is put in front of the place.
  failure within(const std::string& context) &&;
  failure within(const std::string& context) const&;

  /// "E0701: bundle.xml:12:5: sentence. Remedy." — the one way a failure becomes text.
  std::string text() const;
};

/// A T or a failure. Reading the side that is not there is a programming error and aborts.
template <class T>
class [[nodiscard]] result {
 public:
  result(T value) : data_(std::in_place_index<0>, std::move(value)) {}        // NOLINT: implicit
  result(failure error) : data_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return data_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& { return require(), std::get<0>(data_); }
  T& value() & { return require(), std::get<0>(data_); }
  T&& value() && { return require(), std::get<0>(std::move(data_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const failure& error() const& { return forbid(), std::get<1>(data_); }
  failure& error() & { return forbid(), std::get<1>(data_); }
  failure&& error() && { return forbid(), std::get<1>(std::move(data_)); }

 private:
  void require() const { FOLIOT_ASSERT(ok(), "value of a failed result"); }
  void forbid() const { FOLIOT_ASSERT(!ok(), "error of a successful result"); }

  std::variant<T, failure> data_;
};

/// Success without a value, or a failure.
template <>
class [[nodiscard]] result<void> {
 public:
  result() = default;
  result(failure error) : error_(std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }

  const failure& error() const& { return forbid(), *error_; }
  failure& error() & { return forbid(), *error_; }
  failure&& error() && { return forbid(), std::move(*error_); }

 private:
  void forbid() const { FOLIOT_ASSERT(!ok(), "error of a successful result"); }

  std::optional<failure> error_;
};

}  // namespace foliot
