// What requests of a kind have cost lately, so that those that take long wait for each other and
// nobody else waits for them. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// The kind of `in` with a body of `body_bytes`, which need not be in it: requests of one kind take
/// about as long. There are less than limits::http_kinds_max of them, whatever clients write. What
/// has a notable body is of another kind than what has none.
std::string kind_of_request(const request& in, size_t body_bytes);

/// Whether a body is so long that its request counts as long before one of its kind has run.
bool is_long_body(size_t bytes);

/// Learns by what it is told. Not thread-safe.
class costs {
 public:
  /// A request of that kind took so long, ns.
  void took(const std::string& kind, int64_t ns);
  /// Whether they take limits::http_long_ns or more, as far as is known.
  bool is_long(const std::string& kind) const;

 private:
  std::unordered_map<std::string, int64_t> usual_;
};

}  // namespace foliot::http
