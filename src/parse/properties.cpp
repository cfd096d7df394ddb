// Property files of users: as Java reads them, with sentences for what Java would let pass.
#include <utility>

#include "base/java_properties.hpp"
#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

result<void> check(const java_property& of, const std::string& file) {
  const auto fail = [&](std::string sentence, std::string remedy, errc code = errc::bad_input) {
    return failure{code, std::move(sentence), "", file + ":" + std::to_string(of.line),
                   std::move(remedy)};
  };
  if (!is_xml_text(of.written))
    return is_utf8(of.written)
               ? fail("this line holds a control character", "Remove it, or write it as \\uXXXX")
               : fail("these bytes are not UTF-8 text", "Save the file as UTF-8");
  if (of.name.empty())
    return fail("this line gives a value to no property", "Write NAME=VALUE, or remove it");
  if (of.malformed) return fail("malformed \\u escape", "Write \\u and four hexadecimal digits");
  if (of.name.size() > limits::property_name_bytes_max ||
      of.value.size() > limits::property_value_bytes_max)
    return fail("this property is too long", "", errc::too_large);
  return {};
}

}  // namespace

result<model::configuration> read_properties(const std::string& file, std::string_view text) {
  if (text.size() > limits::request_body_bytes_max)
    return failure{
        errc::too_large,
        "the file is longer than " + std::to_string(limits::request_body_bytes_max) + " bytes", "",
        file, ""};
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
  model::configuration out;
  java_property_reader reader(text);
  while (auto each = reader.next()) {
    if (auto fine = check(*each, file); !fine) return fine.error();
    out.insert_or_assign(std::move(each->name), std::move(each->value));
    if (out.size() > limits::properties_max)
      return failure{
          errc::too_large,
          "there are more than " + std::to_string(limits::properties_max) + " properties", "",
          file + ":" + std::to_string(each->line), ""};
  }
  return out;
}

}  // namespace foliot::parse
