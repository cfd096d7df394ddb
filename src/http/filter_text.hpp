// How the texts of filters are taken apart. Only for this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foliot::http {

/// ASCII letters in the other case; all else stays.
std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// What stands between ';', without the empty pieces.
std::vector<std::string_view> pieces_of(std::string_view text);

/// What stands between ',', the empty pieces too; an empty text is one empty piece.
std::vector<std::string_view> values_of(std::string_view text);

}  // namespace foliot::http
