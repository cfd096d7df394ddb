// How texts of headers, filters and settings are taken apart. Only for this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foliot::http {

/// ASCII letters in the other case; all else stays.
std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// Whether two names of headers are the same: in small and capital letters they are.
bool same_name(std::string_view a, std::string_view b);

/// Takes what stands before the first of `marks` off `text`, and the mark; all where there is none.
std::string_view take_piece(std::string_view& text, std::string_view marks);

/// What stands between ';', without the empty pieces.
std::vector<std::string_view> pieces_of(std::string_view text);

/// What stands between ',', the empty pieces too; an empty text is one empty piece.
std::vector<std::string_view> values_of(std::string_view text);

}  // namespace foliot::http
