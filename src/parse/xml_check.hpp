// libxml2's part: is this well-formed XML with sound namespaces, without DTD, within the limits?
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

struct _xmlDoc;  // NOLINT(bugprone-reserved-identifier): libxml2 calls it so

namespace foliot::parse {

/// libxml2's tree of a document.
struct free_tree {
  void operator()(_xmlDoc* tree) const;
};
using xml_tree = std::unique_ptr<_xmlDoc, free_tree>;

/// Reads `bytes`, which are UTF-8 whatever the XML declaration says (as Oozie reads them). No DTD,
/// no external entities, no network, at most limits::xml_depth_max levels and what check_xml_bounds
/// allows. Fails with bad_input (beyond a limit too_large) and `file`:line:column: E0700 for a
/// DOCTYPE, `malformed_code` for everything that is not well-formed or beyond a limit.
result<xml_tree> check_xml(const std::string& file, std::string_view bytes,
                           const std::string& malformed_code);

}  // namespace foliot::parse
