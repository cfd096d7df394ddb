#include "parse/configuration.hpp"

#include <mutex>

#include "base/freed_memory.hpp"
#include "base/limits.hpp"
#include "model/kinds/documents.hpp"
#include "parse/encoding.hpp"
#include "parse/limits.hpp"
#include "parse/text.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

namespace {

constexpr std::string_view xinclude = "http://www.w3.org/2001/XInclude";

failure at(const xml_document& document, const pugi::xml_node& element, errc code,
           std::string sentence, std::string remedy = {}) {
  failure out = document.error(element, "", std::move(sentence), std::move(remedy));
  out.code = code;
  return out;
}

/// Name and value of a property, within their limits.
result<configuration_entry> read_property(const xml_document& document,
                                          const pugi::xml_node& property) {
  const pugi::xml_node name_element = child(property, "name");
  if (!name_element)
    return at(document, property, errc::bad_input, "this property has no <name>",
              "Write <name>...</name>");
  configuration_entry out;
  out.name = text_of(name_element);
  out.value = text_of(child(property, "value"));
  if (out.name.empty())
    return at(document, name_element, errc::bad_input, "the name of this property is empty");
  if (out.name.size() > limits::property_name_bytes_max)
    return at(document, name_element, errc::too_large,
              "the name of this property is longer than " +
                  std::to_string(limits::property_name_bytes_max) + " bytes");
  if (out.value.size() > limits::property_value_bytes_max)
    return at(document, property, errc::too_large,
              "the value of " + quoted(out.name) + " is longer than " +
                  std::to_string(limits::property_value_bytes_max) + " bytes");
  return out;
}

/// Of longer documents both trees have many MiB.
constexpr size_t given_back_bytes = 1 << 20;

template <class Take>
result<void> each_property_of(const std::string& file, std::string text, dialect reading,
                              const Take& take) {
  xml_document::source source{file, "", limits::request_body_bytes_max};
  result<xml_document> document = xml_document::read(std::move(source), in_utf8(std::move(text)));
  if (!document) {
    if (document.error().oozie == "E0736") document.error().oozie.clear();
    return document.error();
  }
  const pugi::xml_node root = document->root();
  if (local_name(root) != "configuration")
    return document->error(root, "", "the root element is <" + std::string(root.name()) + ">",
                           "Write <configuration>");
  for (const pugi::xml_node& property : children(root)) {
    if (namespace_of(property) == xinclude)
      return document->error(property, "", "other files are not included",
                             "Put the properties of that file here");
    if (local_name(property) != "property")
      return document->error(property, "",
                             "<configuration> may not hold <" + std::string(property.name()) + ">",
                             "Write <property><name>...</name><value>...</value></property>");
    if (reading == dialect::oozie && text_of(child(property, "name")).empty()) continue;
    auto read = read_property(*document, property);
    if (!read) return std::move(read).error();
    if (take(*document, property, std::move(*read)) > limits::properties_max)
      return at(*document, property, errc::too_large,
                "there are more than " + std::to_string(limits::properties_max) + " properties");
  }
  return {};
}

/// Hands each property of a document to `take`, which gives how many there are so far.
template <class Take>
result<void> each_property(const std::string& file, std::string text, dialect reading,
                           const Take& take) {
  static std::mutex large;
  std::unique_lock alone(large, std::defer_lock);
  const size_t bytes = text.size();
  if (bytes > limits::xml_large_bytes) alone.lock();
  auto done = each_property_of(file, std::move(text), reading, take);
  if (bytes > given_back_bytes) give_back_freed_memory();
  return done;
}

// The bounds of the first ${name} in `text` that Hadoop would see: a name without '}', '$', blank.
struct reference {
  size_t begin = 0;
  size_t end = 0;
};
bool find_reference(std::string_view text, reference& out) {
  for (size_t from = text.find("${"); from != std::string_view::npos;
       from = text.find("${", from + 1)) {
    const size_t stop = text.find_first_of("}$ ", from + 2);
    if (stop == std::string_view::npos) return false;
    if (text[stop] == '}' && stop > from + 2) {
      out = {from, stop + 1};
      return true;
    }
  }
  return false;
}

}  // namespace

result<model::configuration> read_configuration(const std::string& file, std::string text,
                                                dialect reading) {
  model::configuration out;
  auto read =
      each_property(file, std::move(text), reading,
                    [&](const xml_document&, const pugi::xml_node&, configuration_entry entry) {
                      out.insert_or_assign(std::move(entry.name), std::move(entry.value));
                      return out.size();
                    });
  if (!read) return std::move(read).error();
  return out;
}

result<std::vector<configuration_entry>> read_configuration_entries(const std::string& file,
                                                                    std::string text) {
  std::vector<configuration_entry> out;
  auto read = each_property(
      file, std::move(text), dialect::lenient,
      [&](const xml_document& document, const pugi::xml_node& property, configuration_entry entry) {
        entry.place = document.place(property);
        entry.is_final = text_of(child(property, "final")) == "true";
        out.push_back(std::move(entry));
        return out.size();
      });
  if (!read) return std::move(read).error();
  return out;
}

result<std::string> write_configuration(const model::configuration& conf) {
  for (const auto& [name, value] : conf)
    if (!is_xml_text(name) || !is_xml_text(value))
      return failure{errc::bad_input,
                     "the property " + quoted(name) + " holds a character that XML cannot hold", "",
                     "", "Remove control characters and save the text as UTF-8"};
  return model::configuration_document(conf);
}

result<std::string> resolve(std::string_view value, const model::configuration& conf) {
  std::string out(value);
  reference found;
  for (size_t replaced = 0; find_reference(out, found); ++replaced) {
    if (replaced == limits::substitution_depth_max) return std::string(value);
    const std::string_view name =
        std::string_view(out).substr(found.begin + 2, found.end - found.begin - 3);
    const auto property = conf.find(name);
    if (property == conf.end()) return out;
    out.replace(found.begin, found.end - found.begin, property->second);
    if (out.size() > limits::property_value_bytes_max)
      return failure{errc::too_large,
                     "the value " + quoted(value) + " grows beyond " +
                         std::to_string(limits::property_value_bytes_max) +
                         " bytes when its variables are replaced",
                     "", "", "Shorten the properties it refers to"};
  }
  return out;
}

result<model::configuration> resolved(const model::configuration& conf) {
  model::configuration out;
  for (const auto& [name, value] : conf) out.emplace_hint(out.end(), name, trim(value));
  std::vector<std::pair<std::string*, std::string>> changes;  // applied when all are found
  for (auto& [name, value] : out) {
    if (value.find('$') == std::string::npos) continue;
    result<std::string> text = resolve(value, out);
    if (!text) return std::move(text).error().within("property " + quoted(name));
    changes.emplace_back(&value, std::move(*text));
  }
  for (auto& [value, text] : changes) *value = std::move(text);
  return out;
}

}  // namespace foliot::parse
