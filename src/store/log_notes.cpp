#include "store/log_notes.hpp"

#include <array>
#include <cstdio>
#include <string_view>

namespace foliot::store {

namespace {

/// A path and a few words; what is longer is cut.
constexpr size_t note_bytes_max = 8'192;

}  // namespace

void log_notes::Logv(const char* format, va_list values) {
  std::array<char, note_bytes_max> text{};
  if (std::vsnprintf(text.data(), text.size(), format, values) <= 0) return;
  std::string_view line = text.data();
  // "[WARN] [db/db_impl/db_impl_open.cc:982] DIR/000004.log: dropping 32768 bytes; Corruption: ..."
  if (line.find(".log: dropping ") == std::string_view::npos) return;
  for (const std::string_view begin : {"[WARN", "[db/"}) {
    const size_t end = line.starts_with(begin) ? line.find("] ") : std::string_view::npos;
    if (end != std::string_view::npos) line.remove_prefix(end + 2);
  }
  const std::lock_guard hold(mutex_);
  if (first_.empty()) first_ = line;
}

std::string log_notes::first() const {
  const std::lock_guard hold(mutex_);
  return first_;
}

}  // namespace foliot::store
