// Tables written by hand: comma-separated, the first line names the columns, '#' begins a comment.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/status.hpp"

namespace foliot::tables {

struct row {
  size_t line = 0;  ///< In its file, from 1.
  std::map<std::string, std::string> cells;

  /// The cell of that column; throws std::out_of_range where there is none.
  const std::string& at(const std::string& column) const { return cells.at(column); }
};

/// The rows of tests/tables/`name`. Throws std::runtime_error when it cannot be read, or a row has
/// another number of cells than the first line.
std::vector<row> read_table(const std::string& name);

/// "PREP|RUNNING"; throws on a name that is none.
std::vector<model::status> statuses_in(const std::string& names);

}  // namespace foliot::tables
