// Do two readers of the same bytes agree? Only for this folder.
#pragma once

#include <pugixml.hpp>

struct _xmlDoc;

namespace foliot::parse {

/// Whether both trees have the same elements, attributes and texts. Comments and processing
/// instructions are nobody's business. Depth is bounded by check_xml.
bool same_tree(const _xmlDoc& one, const pugi::xml_document& other);

}  // namespace foliot::parse
