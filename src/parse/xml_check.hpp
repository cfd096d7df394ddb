// libxml2's part: is this well-formed XML with sound namespaces, without DTD, within the limits?
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::parse {

/// What two readers of the same bytes must agree on.
struct xml_shape {
  size_t elements = 0;
  size_t attributes = 0;  ///< Without namespace declarations.
  uint64_t names = 0;     ///< A hash over the names of elements in document order.

  /// Counts one element, by its name as written (with prefix).
  void add_element(std::string_view prefix, std::string_view name);

  friend bool operator==(const xml_shape&, const xml_shape&) = default;
};

/// Checks `bytes`, which are UTF-8 whatever the XML declaration says (as Oozie reads them). No DTD,
/// no external entities, no network, at most limits::xml_depth_max levels. Fails with bad_input and
/// `file`:line:column: E0700 for a DOCTYPE, `malformed_code` for everything that is not
/// well-formed.
result<xml_shape> check_xml(const std::string& file, std::string_view bytes,
                            const std::string& malformed_code);

}  // namespace foliot::parse
