#include "tools/console/render.hpp"

#include <algorithm>

namespace foliot::console {

namespace {

std::string value_of(const json& value) {
  if (value.is_string()) return client::visible_lines(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array()) {
    std::string out;
    for (const json& each : value) out += (out.empty() ? "" : " ") + value_of(each);
    return out;
  }
  if (value.is_null()) return "no limit";
  if (!value.is_object()) return value.dump();
  std::string out;
  for (const auto& [name, each] : value.items())
    out += (out.empty() ? "" : ", ") + words_of(name) + " " + value_of(each);
  return out;
}

bool is_table(const json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

/// A list of names and values, as records have.
bool is_pairs(const json& rows) {
  return rows.front().size() == 2 && rows.front().contains("name") &&
         rows.front().contains("value");
}

std::string line_of(const client::console& to, const std::string& name, const std::string& value,
                    size_t width) {
  std::string label = words_of(name);
  label.resize(std::max(width, label.size()), ' ');
  return client::dim(to, label) + "  " +
         (name == "status" ? client::painted(to, value, value) : value) + "\n";
}

std::string table_of(const client::console& to, const json& rows) {
  std::vector<std::string> names;
  for (const auto& [name, value] : rows.front().items()) names.push_back(name);
  // The order in which people read: who, what, how, then the rest by name.
  constexpr std::string_view first[] = {"time", "id", "name", "uri", "kind", "status", "depth"};
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    const auto place = [&](const std::string& name) {
      return std::find(std::begin(first), std::end(first), name) - std::begin(first);
    };
    return place(a) < place(b);
  });
  // Of a tree the ids tell the kinds; its names give way where a line would be too long.
  const bool is_tree = rows.front().contains("depth");
  std::erase(names, "depth");
  if (is_tree) std::erase(names, "kind");
  // What has bounds can be changed.
  if (rows.front().contains("bounds")) std::erase(names, "changeable");
  // What is true of no row tells nothing.
  std::erase_if(names, [&](const std::string& name) {
    return std::all_of(rows.begin(), rows.end(), [&](const json& row) {
      const json& value = row.at(name);
      return value.is_boolean() && !value.get<bool>();
    });
  });
  std::vector<std::string> titles;
  size_t status = names.size();
  size_t flexible = names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    titles.push_back(words_of(names[i]));
    if (names[i] == "status") status = i;
    if (names[i] == "name" && is_tree) flexible = i;
  }
  client::text_table table(titles, flexible, status);
  for (const json& row : rows) {
    std::vector<std::string> cells;
    cells.reserve(names.size());
    for (const std::string& name : names) {
      const bool indented = name == "id" && row.contains("depth");
      cells.push_back((indented ? std::string(2 * row["depth"].get<size_t>(), ' ') : "") +
                      value_of(row.value(name, json())));
    }
    table.add(std::move(cells));
  }
  return table.text(to);
}

}  // namespace

std::string words_of(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital) out += ' ';
    out += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

std::string to_text(const client::console& to, const json& answer) {
  std::string lines;
  std::string tables;
  size_t width = 0;
  for (const auto& [name, value] : answer.items())
    if (!is_table(value)) width = std::max(width, words_of(name).size());
  for (const auto& [name, value] : answer.items()) {
    if (is_table(value) && is_pairs(value)) {
      for (const json& pair : value)
        lines += line_of(to, pair["name"].get<std::string>(), value_of(pair["value"]), width);
    } else if (is_table(value)) {
      tables += (tables.empty() ? "" : "\n") + table_of(to, value);
    } else if (value.is_array()) {
      for (const json& each : value) lines += line_of(to, name, value_of(each), width);
      if (value.empty() && name == "rows") tables += "nothing\n";
    } else if (!(value.is_string() && value.get<std::string>().empty())) {
      lines += line_of(to, name, value_of(value), width);
    }
  }
  return lines + tables;
}

}  // namespace foliot::console
