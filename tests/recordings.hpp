// Where the recorded conversations with the real server are.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace foliot::testing {

/// FOLIOT_RECORDINGS, else beside the vectors (FOLIOT_VECTORS, else beside the checkout). The
/// folder need not exist: then the tests that read it are skipped and say so.
inline std::filesystem::path recordings() {
  if (const char* elsewhere = std::getenv("FOLIOT_RECORDINGS")) return elsewhere;
  const char* vectors = std::getenv("FOLIOT_VECTORS");
  const std::filesystem::path folder =
      vectors != nullptr ? std::filesystem::path(vectors)
                         : std::filesystem::path(FOLIOT_SOURCE_DIR) / "../shared/vectors";
  return folder / ".." / "oracle" / "recordings";
}

}  // namespace foliot::testing
