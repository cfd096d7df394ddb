// Datasets and events that the tests of inputs share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "el/parser.hpp"
#include "tests/model/support.hpp"

namespace foliot::model::support {

/// `text` must be an expression.
inline el::expression expr(const std::string& text) { return el::parse(text).value(); }

/// A dataset below file:///data/NAME, every `count` minutes from `day` on.
inline dataset every(int32_t count, const std::string& name) {
  dataset out;
  out.name = name;
  out.every = {count, time::time_unit::minute, time::end_of::none};
  out.initial = day;
  out.uri_template = "file:///data/" + name + "/${YEAR}${MONTH}${DAY}T${HOUR}${MINUTE}";
  return out;
}

inline data_event event(const std::string& name, uint16_t of,
                        const std::vector<std::string>& instances) {
  data_event out;
  out.name = name;
  out.dataset = of;
  for (const std::string& text : instances) out.instances.push_back(expr(text));
  return out;
}

inline data_event range(const std::string& name, uint16_t of, const std::string& from,
                        const std::string& to) {
  data_event out;
  out.name = name;
  out.dataset = of;
  out.range_start = expr(from);
  out.range_end = expr(to);
  return out;
}

}  // namespace foliot::model::support
