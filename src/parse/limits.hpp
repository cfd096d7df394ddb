// Limits of reading XML beside those of base/limits.hpp, each with its reason. They are held before
// libxml2 sees the text, since its work and its tree grow faster than what was written.
#pragma once

#include <cstddef>

#include "base/limits.hpp"

namespace foliot::limits {

/// Longest start tag, bytes: one attribute with the longest expression, and as much again.
inline constexpr size_t xml_tag_bytes_max = 2 * el_text_bytes_max;

/// Most attributes of one start tag: libxml2 compares each with every other, 20,000 take seconds.
/// Oozie's schemas know less than ten.
inline constexpr size_t xml_attributes_max = 256;

/// Most namespaces that are declared at one place of a document, by all elements around it: each
/// name is looked for among all of them. Applications use less than ten.
inline constexpr size_t xml_namespaces_max = 64;

/// Most elements, attributes (which count twice), texts, comments and instructions of a document.
/// Each takes some 200 bytes in both trees, so that they stay below 20 MiB. A property with name,
/// value, final and source on one line, as Hadoop writes it, has ten; one with name and value, each
/// on its own line, has nine.
inline constexpr size_t xml_parts_each = 10;
inline constexpr size_t xml_parts_max = xml_parts_each * properties_max + 1'000;
static_assert(workflow_nodes_max <= properties_max && bundle_coordinators_max <= properties_max);

/// Configurations with more bytes than that are read one after the other, whoever asks: both trees
/// of the worst take 20 MiB, and nobody has to wait long.
inline constexpr size_t xml_large_bytes = 64 << 10;

/// Most lines of a document: where each begins is kept, 8 bytes each. Four bytes a line at least
/// are more than any document of the longest size has.
inline constexpr size_t xml_lines_max = 1'000'000;

}  // namespace foliot::limits
