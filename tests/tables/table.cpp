#include "tests/tables/table.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace foliot::tables {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

std::vector<row> read_table(const std::string& name) {
  std::ifstream in(std::string(FOLIOT_SOURCE_DIR "/tests/tables/") + name);
  if (!in) throw std::runtime_error("cannot read " + name);
  std::vector<row> out;
  std::vector<std::string> columns;
  std::string text;
  for (size_t line = 1; std::getline(in, text); ++line) {
    if (text.empty() || text[0] == '#') continue;
    const std::vector<std::string> cells = split(text, ',');
    if (columns.empty()) {
      columns = cells;
      continue;
    }
    if (cells.size() != columns.size())
      throw std::runtime_error(name + ":" + std::to_string(line) +
                               ": not as many cells as columns");
    row made;
    made.line = line;
    for (size_t i = 0; i < cells.size(); ++i) made.cells[columns[i]] = cells[i];
    out.push_back(std::move(made));
  }
  return out;
}

std::vector<model::status> statuses_in(const std::string& names) {
  std::vector<model::status> out;
  for (const std::string& each : split(names, '|')) {
    const auto known = model::status_named(each);
    if (!known) throw std::runtime_error("no status is called '" + each + "'");
    out.push_back(*known);
  }
  return out;
}

}  // namespace foliot::tables
