// Assertions that stay on in release builds.
#pragma once

namespace foliot {

/// Prints "file:line: assertion `what` failed: why" to standard error and aborts.
[[noreturn]] void contract_broken(const char* file, int line, const char* what, const char* why);

}  // namespace foliot

/// A programming error, not an operating error: aborts, in every build.
#define FOLIOT_ASSERT(condition, why)                  \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::foliot::contract_broken(__FILE__, __LINE__, #condition, why))
