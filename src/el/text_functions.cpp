// The functions on text that workflows have (workflow.md 5).
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/xml_escape.hpp"
#include "el/function.hpp"
#include "el/regex.hpp"

namespace foliot::el {
namespace {

constexpr std::string_view hex_digits = "0123456789ABCDEF";

found known(value held) { return std::optional<value>(std::move(held)); }

found concat(const call& of) { return known(of.text(0) + of.text(1)); }

found first_not_null(const call& of) { return known(of.arguments[of.null(0) ? 1 : 0]); }

found trim(const call& of) {
  const std::string text = of.text(0);
  const auto visible = [](char c) { return static_cast<unsigned char>(c) > ' '; };
  const auto first = std::find_if(text.begin(), text.end(), visible);
  const auto last = std::find_if(text.rbegin(), text.rend(), visible).base();
  return known(first < last ? std::string(first, last) : std::string());
}

/// As java.net.URLEncoder: form encoding of UTF-8 bytes.
found url_encode(const call& of) {
  std::string made;
  for (const char c : of.text(0)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '*' || c == '_';
    if (plain) {
      made += c;
    } else if (c == ' ') {
      made += '+';
    } else {
      made += '%';
      made += hex_digits[byte >> 4];
      made += hex_digits[byte & 15];
    }
  }
  return known(std::move(made));
}

failure too_long(const call& of) {
  return {errc::too_large, "the result of " + std::string(of.rule.name) + " is too long",
          std::string(error_code(of.in.where)), "", ""};
}

/// All matches of the expression in argument `index` in the first one.
result<std::pair<regex, std::vector<regex_match>>> matches_of(const call& of, size_t index) {
  auto compiled = regex::compile(of.text(index));
  if (!compiled) return of.because(std::move(compiled).error());
  auto found_at = compiled->find_all(of.text(0), of.noted.regex_steps);
  if (!found_at) return of.because(std::move(found_at).error());
  return std::pair(*std::move(compiled), *std::move(found_at));
}

found replace_all(const call& of) {
  if (of.null(0) || of.null(1)) return known(of.arguments[0]);
  const auto matches = matches_of(of, 1);
  if (!matches) return matches.error();
  auto made = matches->first.replaced(of.text(0), matches->second, of.text(2));
  if (!made) return of.because(std::move(made).error());
  return known(*std::move(made));
}

/// Puts `added` behind each piece of the source, as Java's split takes it apart: empty pieces at
/// the end do not count. An empty delimiter gives characters, with an empty piece in front.
found append_all(const call& of) {
  if (of.null(0) || of.null(2)) return known(of.arguments[0]);
  const std::string source = of.text(0);
  const std::string added = of.text(1);
  if (source.empty()) return known(added);
  const auto matches = matches_of(of, 2);
  if (!matches) return matches.error();
  const bool characters = of.text(2).empty();
  std::vector<std::pair<size_t, size_t>> pieces;  // begin and end
  size_t last = 0;
  for (const regex_match& match : matches->second) {
    if (match.end() == 0 && !characters) continue;
    pieces.emplace_back(last, match.begin());
    last = match.end();
  }
  pieces.emplace_back(last, source.size());
  while (!pieces.empty() && pieces.back().first == pieces.back().second) pieces.pop_back();
  std::string made;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto [begin, end] = pieces[i];
    if (i > 0) made.append(source, pieces[i - 1].second, begin - pieces[i - 1].second);
    made.append(source, begin, end - begin).append(added);
    if (made.size() > limits::el_result_bytes_max) return too_long(of);
  }
  return known(std::move(made));
}

std::string json_string(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      made += '\\';
      made += c;
    } else if (byte < ' ') {
      made += "\\u00";
      made += hex_digits[byte >> 4];
      made += hex_digits[byte & 15];
    } else {
      made += c;
    }
  }
  return made + "\"";
}

/// The entries of a map argument; a failure for every other value.
result<const value_map*> entries_of(const call& of) {
  const value_map* entries = of.arguments[0].as_map();
  if (entries == nullptr) {
    return of.wrong(std::string("a map is needed, not a ") + kind_name(of.arguments[0]),
                    "Pass wf:actionData('node')");
  }
  return entries;
}

found to_json_str(const call& of) {
  const auto entries = entries_of(of);
  if (!entries) return entries.error();
  std::string made = "{";
  for (const auto& [key, held] : **entries) {
    if (made.size() > 1) made += ',';
    made += json_string(key) + ":" + json_string(to_text(held));
  }
  return known(made + "}");
}

/// A key or value of a .properties file: what would be read otherwise is escaped.
std::string property_text(const std::string& text, bool key) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      made += "\\n";
    } else if (c == '\r') {
      made += "\\r";
    } else if (c == '\t') {
      made += "\\t";
    } else {
      const bool special = c == '\\' || c == '=' || c == ':' || c == '#' || c == '!';
      if (special || (c == ' ' && (key || i == 0))) made += '\\';
      made += c;
    }
  }
  return made;
}

found to_properties_str(const call& of) {
  const auto entries = entries_of(of);
  if (!entries) return entries.error();
  std::string made;
  for (const auto& [key, held] : **entries) {
    made += property_text(key, true) + "=" + property_text(to_text(held), false) + "\n";
  }
  return known(std::move(made));
}

found to_configuration_str(const call& of) {
  const auto entries = entries_of(of);
  if (!entries) return entries.error();
  std::string made = "<configuration>\n";
  for (const auto& [key, held] : **entries) {
    made += "<property><name>" + xml_text(key) + "</name><value>" + xml_text(to_text(held)) +
            "</value></property>\n";
  }
  return known(made + "</configuration>\n");
}

constexpr std::array<std::pair<std::string_view, implementation>, 9> functions{{
    {"appendAll", append_all},
    {"concat", concat},
    {"firstNotNull", first_not_null},
    {"replaceAll", replace_all},
    {"toConfigurationStr", to_configuration_str},
    {"toJsonStr", to_json_str},
    {"toPropertiesStr", to_properties_str},
    {"trim", trim},
    {"urlEncode", url_encode},
}};

}  // namespace

implementation find_text_function(std::string_view name) {
  const auto* at = std::find_if(functions.begin(), functions.end(),
                                [&](const auto& each) { return each.first == name; });
  return at == functions.end() ? nullptr : at->second;
}

}  // namespace foliot::el
