#include "base/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace foliot {

void contract_broken(const char* file, int line, const char* what, const char* why) {
  std::fprintf(stderr, "%s:%d: assertion `%s` failed: %s\n", file, line, what, why);
  std::abort();
}

}  // namespace foliot
