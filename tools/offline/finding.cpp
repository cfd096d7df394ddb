#include "tools/offline/finding.hpp"

#include <tuple>

namespace foliot::offline {

namespace {

/// The number at `at` of `text`, moved behind it; 0 when there is none.
uint32_t number_at(std::string_view text, size_t& at) {
  uint32_t out = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && out < 100'000'000)
    out = out * 10 + static_cast<uint32_t>(text[at++] - '0');
  return out;
}

/// Takes "line" or "line:column" from the front of `text` into `out`; false when there is none.
bool take_numbers(std::string_view& text, parse::outline_place& out) {
  size_t at = 0;
  const uint32_t line = number_at(text, at);
  if (line == 0) return false;
  out = {line, 1};
  if (at < text.size() && text[at] == ':') {
    size_t behind = at + 1;
    if (const uint32_t column = number_at(text, behind); column > 0) {
      out.column = column;
      at = behind;
    }
  }
  text.remove_prefix(at);
  return true;
}

/// Takes "file:line:column" from the front of `place`; the rest, without ": ", is given back. The
/// file is `file`, or one that it includes.
std::string_view take_place(std::string_view place, const std::string& file, finding& out) {
  const size_t other = place.find(".xml:");
  const size_t colon = place.starts_with(file)           ? file.size()
                       : other == std::string_view::npos ? place.size()
                                                         : other + 4;
  const bool numbered = colon < place.size() && place[colon] == ':';
  if (numbered && place.substr(0, colon).find(' ') == std::string_view::npos) {
    std::string_view rest = place.substr(colon + 1);
    if (take_numbers(rest, out.at)) {
      out.file = place.substr(0, colon);
      place = rest;
    }
  }
  if (place.starts_with(file)) place.remove_prefix(file.size());
  while (!place.empty() && (place.front() == ':' || place.front() == ' ')) place.remove_prefix(1);
  return place;
}

}  // namespace

std::string finding::place_and_code() const {
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + " " + code;
}

bool operator<(const finding& left, const finding& right) {
  return std::tie(left.file, left.at, left.code, left.sentence) <
         std::tie(right.file, right.at, right.code, right.sentence);
}

finding finding_of(const failure& error, const std::string& file) {
  finding out;
  out.file = file;
  out.level = severity::error;
  out.code = error.oozie.empty() ? std::string(name(error.code)) : error.oozie;
  out.not_offered = error.code == errc::unsupported;
  const std::string_view rest = take_place(error.place, file, out);
  out.sentence = rest.empty() ? error.sentence : std::string(rest) + ": " + error.sentence;
  out.remedy = error.remedy;
  return out;
}

finding finding_of_warning(const std::string& text, const std::string& file,
                           const std::string& code) {
  finding out;
  out.file = file;
  out.code = code;
  std::string_view rest = take_place(text, file, out);
  if (rest.ends_with('.')) rest.remove_suffix(1);
  const size_t stop = rest.find(". ");
  out.sentence = rest.substr(0, stop);
  if (stop != std::string_view::npos) out.remedy = rest.substr(stop + 2);
  out.not_offered = out.sentence.find("not offered") != std::string::npos;
  return out;
}

}  // namespace foliot::offline
