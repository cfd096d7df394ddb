// Texts that say how often and for how long, as far as the public evaluation tells them.
#include <string>
#include <utility>

#include "base/contract.hpp"
#include "base/text.hpp"
#include "el/evaluate.hpp"
#include "time/cron.hpp"

namespace foliot::el {

result<expression> parse_frequency(std::string_view text) {
  result<expression> out = parse(text);
  if (out || !text.starts_with("${") || !text.ends_with("}")) return out;
  const std::string inner(text.substr(2, text.size() - 3));
  if (time::cron::parse(inner))
    out.error().remedy = "Write the cron expression without ${}: " + inner;
  return out;
}

result<int32_t> timeout_of(const expression& text, const environment& in) {
  FOLIOT_ASSERT(in.where == phase::wait_timeout, "the phase of timeouts");
  const auto made = text_of(text, in);
  if (!made) return made.error();
  const std::string shown(trim(*made));
  const auto number = to_int(value(shown));
  if (!number || shown.empty() || *number < INT32_MIN || *number > INT32_MAX) {
    return failure{errc::bad_input,
                   "the timeout '" + shown.substr(0, 100) + "' is no number of minutes", "E1003",
                   "", "Write minutes, or a function such as ${coord:hours(2)}"};
  }
  return static_cast<int32_t>(*number);
}

}  // namespace foliot::el
