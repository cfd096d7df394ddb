// The two ways of reading what users write (docs/differences.md): lenient, or exactly as Oozie
// does.
#pragma once

#include <cstdint>

namespace foliot {

/// On disk, in definitions. Never renumber.
enum class dialect : uint8_t {
  lenient = 0,  ///< The default: whatever any version of a language allows is understood.
  oozie = 1     ///< `compat = "oozie"`: Oozie 5.2.1's behaviour and refusals.
};

}  // namespace foliot
