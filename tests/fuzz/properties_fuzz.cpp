// Java's property files: read, resolved, written as a document and read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "parse/text.hpp"

namespace {

using namespace foliot;

/// What a document keeps: it has no blanks around names and values, and of what is then the same
/// name the last value counts.
model::configuration as_document(const model::configuration& conf) {
  model::configuration out;
  for (const auto& [name, value] : conf)
    out.insert_or_assign(std::string(trim(name)), std::string(trim(value)));
  return out;
}

void check_values(const model::configuration& read, const model::configuration& settled) {
  FOLIOT_ASSERT(read.size() == settled.size(), "no property is lost");
  for (const auto& [name, value] : read) {
    const auto found = settled.find(name);
    FOLIOT_ASSERT(found != settled.end(), "no property is lost");
    FOLIOT_ASSERT(found->second.size() <= limits::property_value_bytes_max, "values are bounded");
    if (value.find("${") == std::string::npos)
      FOLIOT_ASSERT(found->second == trim(value), "what refers to nothing stays");
  }
}

void check_document(const model::configuration& settled, const std::string& written) {
  const auto again = parse::read_configuration("f", written);
  const model::configuration expected = as_document(settled);
  if (expected.contains("")) {  // Names may be empty in a property file.
    FOLIOT_ASSERT(!again && again.error().code == errc::bad_input, "a document has no empty names");
    return;
  }
  if (!again) {
    FOLIOT_ASSERT(written.size() > limits::request_body_bytes_max,
                  "only its size speaks against it");
    return;
  }
  FOLIOT_ASSERT(*again == expected, "what was written is read");
  FOLIOT_ASSERT(
      parse::write_configuration(*again).value() == parse::write_configuration(expected).value(),
      "and written the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto conf = parse::read_properties("f", text);
  if (!conf) {
    const failure& error = conf.error();
    FOLIOT_ASSERT(error.code == errc::bad_input || error.code == errc::too_large, "a refusal");
    FOLIOT_ASSERT(!error.sentence.empty() && error.place.starts_with("f"), "says what and where");
    return 0;
  }
  const auto settled = parse::resolved(*conf);
  if (!settled) {
    FOLIOT_ASSERT(settled.error().code == errc::too_large, "variables may only grow too long");
    return 0;
  }
  check_values(*conf, *settled);
  // A name or value may hold what XML cannot.
  const bool can_be_written = std::all_of(settled->begin(), settled->end(), [](const auto& each) {
    return parse::is_xml_text(each.first) && parse::is_xml_text(each.second);
  });
  const auto written = parse::write_configuration(*settled);
  FOLIOT_ASSERT(written.ok() == can_be_written, "all else can be written");
  if (written) check_document(*settled, *written);
  return 0;
}
