// A bench has nobody to tell of a failure but the person who runs it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/result.hpp"

namespace foliot::bench {

/// The value of `outcome`; ends the program with its sentence on failure.
template <class T>
T must(result<T> outcome) {
  if (outcome) return std::move(*outcome);
  std::fprintf(stderr, "bench: %s\n", outcome.error().text().c_str());
  std::exit(1);
}

}  // namespace foliot::bench
