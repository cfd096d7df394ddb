// Texts of a server on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace foliot::oozie {

/// `text` with its tabs and line ends, and of the rest nothing that a terminal would obey: such
/// characters are written out. For terminals alone: a pipe gets every byte, as from Oozie's client.
std::string harmless(std::string_view text);

}  // namespace foliot::oozie
