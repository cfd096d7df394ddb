#include "http/filter_text.hpp"

#include <algorithm>

namespace foliot::http {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

bool same_name(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

std::string_view take_piece(std::string_view& text, std::string_view marks) {
  const std::string_view piece = text.substr(0, text.find_first_of(marks));
  text.remove_prefix(std::min(text.size(), piece.size() + 1));
  return piece;
}

std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::string_view piece = take_piece(text, ";");
    if (!piece.empty()) out.push_back(piece);
  }
  return out;
}

std::vector<std::string_view> values_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
    out.push_back(text.substr(0, comma));
    text.remove_prefix(comma + 1);
  }
  out.push_back(text);
  return out;
}

}  // namespace foliot::http
