#include "parse/parameters.hpp"

#include <array>
#include <charconv>

#include "parse/text.hpp"

namespace foliot::parse {

bool supports_parameters(std::string_view uri) {
  struct entry {
    std::string_view prefix;
    double since;
  };
  constexpr std::array<entry, 3> known{
      {{"uri:oozie:workflow:", 0.4}, {"uri:oozie:coordinator:", 0.4}, {"uri:oozie:bundle:", 0.2}}};
  for (const entry& each : known) {
    if (uri.rfind(each.prefix, 0) != 0) continue;
    // "0.4.5" is newer than 0.4: the first two numbers decide.
    double version = 0;
    const std::string_view text = uri.substr(each.prefix.size());
    std::from_chars(text.data(), text.data() + text.size(), version, std::chars_format::fixed);
    return version >= each.since;
  }
  return false;
}

result<parameters> read_parameters(const xml_document& document, const pugi::xml_node& root) {
  parameters out;
  const pugi::xml_node section = child(root, "parameters");
  for (const pugi::xml_node& property : children(section, "property")) {
    std::string name = text_of(child(property, "name"));
    if (name.empty())
      return document.error(property, "E0739", "a formal parameter has no name",
                            "Write a name into <name>");
    const pugi::xml_node value = child(property, "value");
    if (value) {
      out.defaults.emplace_back(std::move(name), text_of(value));
    } else {
      out.required.push_back(std::move(name));
    }
  }
  return out;
}

result<void> apply_parameters(const parameters& formal, const std::string& place,
                              model::configuration& conf) {
  for (const auto& [name, value] : formal.defaults) conf.emplace(name, value);
  std::vector<std::string> missing;
  for (const std::string& name : formal.required)
    if (!conf.contains(name)) missing.push_back(name);
  if (missing.empty()) return {};
  const std::string count = std::to_string(missing.size());
  return failure{errc::bad_input,
                 "the job does not define " + count +
                     (missing.size() == 1 ? " required parameter: " : " required parameters: ") +
                     join(missing),
                 "E0738", place, "Define them as job properties"};
}

}  // namespace foliot::parse
