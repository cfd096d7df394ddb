// Whether an XML text may be read at all: one walk over it, before anything is built of it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace foliot::parse {

/// Fails with too_large, `code` and `file`:line:column of the tag or text that is too much, where
/// `text` is beyond limits::xml_tag_bytes_max, xml_attributes_max, xml_namespaces_max,
/// xml_parts_max or xml_lines_max. Knows comments, sections, instructions and quoted values; holds
/// nothing but a number for each open element. It looks no further than to where the text ceases to
/// be XML, which libxml2 says better: who reads the text has to stop there too.
result<void> check_xml_bounds(const std::string& file, std::string_view text,
                              const std::string& code);

}  // namespace foliot::parse
