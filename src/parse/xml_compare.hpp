// Do two readers of the same bytes agree? Only for this folder.
#pragma once

#include <pugixml.hpp>
#include <unordered_map>

struct _xmlDoc;   // NOLINT(bugprone-reserved-identifier): libxml2 calls it so
struct _xmlNode;  // NOLINT(bugprone-reserved-identifier): libxml2 calls it so

namespace foliot::parse {

/// Whether both trees have the same elements, attributes and texts. Comments and processing
/// instructions are nobody's business. Depth is bounded by check_xml.
bool same_tree(const _xmlDoc& one, const pugi::xml_document& other);

/// The elements of `one` by those of `other`, which must be the same tree. The keys are
/// `internal_object()`.
using element_pairs = std::unordered_map<const void*, _xmlNode*>;
element_pairs pair_elements(_xmlDoc& one, const pugi::xml_document& other);

}  // namespace foliot::parse
