#include "base/freed_memory.hpp"

#include <cstddef>
#include <string>

// Of jemalloc, which programs that live long are linked with.
extern "C" int mallctl(const char* name, void* old_value, std::size_t* old_size, void* new_value,
                       std::size_t new_size) __attribute__((weak));

namespace foliot {

void give_back_freed_memory() {
  if (mallctl == nullptr) return;
  unsigned arena = 0;
  std::size_t size = sizeof arena;
  mallctl("thread.tcache.flush", nullptr, nullptr, nullptr, 0);
  if (mallctl("thread.arena", &arena, &size, nullptr, 0) != 0) return;
  const std::string purge = "arena." + std::to_string(arena) + ".purge";
  mallctl(purge.c_str(), nullptr, nullptr, nullptr, 0);
}

}  // namespace foliot
