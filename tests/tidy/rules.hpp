// The house rules, each a function from a file's path and text to what is wrong with it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::tidy {

inline constexpr size_t file_lines_max = 400;
inline constexpr size_t function_lines_max = 70;
inline constexpr size_t line_columns_max = 100;

/// One thing to mend.
struct finding {
  std::string file;  ///< Relative to the tree.
  size_t line = 0;   ///< From 1.
  std::string what;
  std::string remedy;
  std::string text() const;  ///< "file:line: what, remedy"
};

using findings = std::vector<finding>;

/// Who includes whom, and which folder a library belongs to. `path` is relative to the tree, with
/// '/' between its parts, here and below.
findings check_includes(std::string_view path, std::string_view text);

/// The order inside one file: `#pragma once` in a header, a source's own header first.
/// `has_header`: whether a header of the same name lies beside it.
findings check_header(std::string_view path, std::string_view text, bool has_header);

/// Lengths of the file, its functions and its lines.
findings check_lengths(std::string_view path, std::string_view text);

/// Calls that have one place, or none.
findings check_calls(std::string_view path, std::string_view text);

/// Words that belong in no file: parked work, paths of somebody's machine, numbers of a tracker.
findings check_words(std::string_view path, std::string_view text);

/// What src/FOLDER/CMakeLists.txt links, against the layering.
findings check_links(std::string_view path, std::string_view text);

/// Whether the CMakeLists.txt with `text`, in the folder `folder`, names the source `path`.
bool names_source(std::string_view folder, std::string_view text, std::string_view path);

/// Everything wrong in the tree below `root`.
findings check_tree(const std::filesystem::path& root);

}  // namespace foliot::tidy
