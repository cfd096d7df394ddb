#include "el/uri_template.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/limits.hpp"
#include "time/calendar.hpp"

namespace foliot::el {
namespace {

constexpr std::array<std::pair<std::string_view, int32_t time::civil::*>, 5> fields{{
    {"${YEAR}", &time::civil::year},
    {"${MONTH}", &time::civil::month},
    {"${DAY}", &time::civil::day},
    {"${HOUR}", &time::civil::hour},
    {"${MINUTE}", &time::civil::minute},
}};

/// The field that `text` begins with; the end of `fields` when it begins with none.
auto field_at(std::string_view text) {
  const auto* each = fields.begin();
  while (each != fields.end() && !text.starts_with(each->first)) ++each;
  return each;
}

}  // namespace

result<void> check_uri_template(std::string_view text) {
  if (text.size() > limits::el_text_bytes_max) {
    return failure{errc::too_large, "the uri-template is too long", "E1004", "", ""};
  }
  for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
    if (field_at(text.substr(at)) != fields.end()) continue;
    return failure{errc::bad_input,
                   "the uri-template holds '" + std::string(text.substr(at, 40)) + "'", "E1004",
                   "column " + std::to_string(at + 1),
                   "Use ${YEAR}, ${MONTH}, ${DAY}, ${HOUR}, ${MINUTE} and job properties only"};
  }
  return {};
}

std::string expand_uri_template(std::string_view text, instant at,
                                const time::processing_zone& zone) {
  const time::civil date =
      time::to_civil(time::wall_time{at.ms + zone.offset_minutes() * ms_per_minute});
  std::string made;
  while (!text.empty()) {
    const auto* field = field_at(text);
    if (field == fields.end()) {
      const size_t next = std::min(text.find("${", 1), text.size());
      made += text.substr(0, next);
      text.remove_prefix(next);
      continue;
    }
    const int32_t number = date.*(field->second);
    if (number < 10) made += '0';
    made += std::to_string(number);
    text.remove_prefix(field->first.size());
  }
  return made;
}

std::vector<period_directory> period_directories(std::string_view text, instant at,
                                                 const time::processing_zone& zone) {
  if (text.find("..") != std::string_view::npos) return {};
  const int64_t offset_ms = zone.offset_minutes() * ms_per_minute;
  const time::civil date = time::to_civil(time::wall_time{at.ms + offset_ms});
  std::vector<period_directory> made;
  size_t finest = fields.size();  // of the fields in front; its end: none yet
  for (size_t i = 0; i < text.size(); ++i) {
    if (const auto* field = field_at(text.substr(i)); field != fields.end()) {
      const auto place = static_cast<size_t>(field - fields.begin());
      finest = finest == fields.size() ? place : std::max(finest, place);
      i += field->first.size() - 1;
    } else if (text[i] == '/' && finest != fields.size()) {
      time::civil begin;
      for (size_t each = 0; each <= finest; ++each)
        begin.*(fields[each].second) = date.*(fields[each].second);
      made.push_back({expand_uri_template(text.substr(0, i), at, zone),
                      instant{time::to_wall(begin).ms - offset_ms}});
    }
  }
  return made;
}

}  // namespace foliot::el
