// Java's property files: read, resolved, written as a document and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parse/configuration.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foliot;
  const auto conf =
      parse::read_properties("f", std::string_view(reinterpret_cast<const char*>(data), size));
  if (!conf) {
    if (conf.error().code == errc::internal || conf.error().sentence.empty()) std::abort();
    return 0;
  }
  const auto settled = parse::resolved(*conf);
  if (!settled) {
    if (settled.error().code != errc::too_large) std::abort();
    return 0;
  }
  const auto written = parse::write_configuration(*settled);
  if (!written) return 0;  // A name or value that XML cannot hold.
  const auto again = parse::read_configuration("f", *written);
  if (!again) {
    // Names may be empty in a property file, and a document may be too large.
    if (again.error().code == errc::internal) std::abort();
    return 0;
  }
  for (const auto& [name, value] : *again)
    if (const auto found = settled->find(name); found != settled->end() && found->second != value)
      std::abort();
  return 0;
}
