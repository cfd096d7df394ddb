// XML that its author saved in another encoding than UTF-8.
#pragma once

#include <string>

namespace foliot::parse {

/// `xml` in UTF-8, its declaration saying so, where it begins with the mark of UTF-16 or declares
/// ISO-8859-1, ISO-8859-15, windows-1252 or US-ASCII, in any case of letters. Anything else comes
/// back as it is, also what is not what it declares: check_xml refuses it then. Up to three times
/// as long. Oozie's reader of configurations honours the same declaration (XConfiguration).
std::string in_utf8(std::string xml);

/// The encoding that `xml` declares or begins with, for sentences; empty: none, or UTF-8.
std::string foreign_encoding(std::string_view xml);

}  // namespace foliot::parse
