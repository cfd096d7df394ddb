// Runs the vectors mined from Oozie: files of JSON that stand outside the project. Each kind of
// file has one judge; the rest - reading, counting, what is documented to differ - is here.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::vectors {

using nlohmann::json;

/// Empty when the vector holds; else what was expected and what came instead.
using verdict = std::string;

/// Judges vector number `index` of `all`, the list of its file; `file` is the whole document.
/// (Some vectors refer to the one before, some files to a table of contexts.)
struct subject {
  const json& all;
  size_t index;
  const json& file;
  const json& vector() const { return all[index]; }
};
using judge = verdict (*)(const subject&);

struct suite {
  std::string_view file;  ///< "coordinator/cron.json"
  judge holds;
};

/// All kinds of files there are judges for.
const std::vector<suite>& suites();

/// The judge of `file`, nullptr when there is none.
judge judge_of(std::string_view file);

/// A vector that is known to differ.
struct difference {
  std::string digest;  ///< First 8 hex digits of the SHA-256 of the vector.
  std::string reason;
};
/// By "folder/file.json#index".
using differences = std::map<std::string, difference, std::less<>>;

/// The rows "| `folder/file.json#index` | `digest` | reason |" of a page of docs.
differences read_differences(std::string_view page);

/// What a row names a vector by: SHA-256 of its JSON with sorted keys, without blanks, all beyond
/// ASCII escaped (Python: json.dumps(v, sort_keys=True, separators=(",", ":"))).
std::string digest_of(const json& vector);

struct outcome {
  size_t total = 0;
  size_t passed = 0;
  size_t documented = 0;
  std::vector<std::string> failures;  ///< "file#index: why"; stale documentation as well.

  size_t failed() const { return total - passed - documented; }
  outcome& operator+=(const outcome& other);
};

/// Judges all vectors of one document. A documented one that passes, or whose digest is another,
/// fails.
outcome run_file(std::string_view name, const json& file, judge holds, const differences& known);

}  // namespace foliot::vectors
