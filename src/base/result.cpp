#include "base/result.hpp"

#include <cctype>

namespace foliot {

namespace {

bool ends_sentence(const std::string& text) {
  return !text.empty() && (text.back() == '.' || text.back() == '?' || text.back() == '!');
}

}  // namespace

failure failure::within(const std::string& context) && {
  place = place.empty() ? context : context + ": " + place;
  return std::move(*this);
}

failure failure::within(const std::string& context) const& {
  return failure{*this}.within(context);
}

std::string failure::text() const {
  std::string out;
  if (!oozie.empty()) out += oozie + ": ";
  if (!place.empty()) out += place + ": ";
  out += sentence;
  if (remedy.empty()) return out;
  if (!ends_sentence(out)) out += ".";
  out += " " + remedy;
  if (!ends_sentence(out)) out += ".";
  return out;
}

}  // namespace foliot
