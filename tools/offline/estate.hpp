// All files below a path that belong to applications.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/outline.hpp"

namespace foliot::offline {

/// A file of definitions.
struct definition_file {
  std::string path;
  entity_kind kind = entity_kind::none;
  std::string text;
  parse::outline_element root;
  std::vector<std::string> parts;  ///< Of the path.
};

/// A file of properties, with the place of each.
struct properties_file {
  std::string path;
  model::configuration properties;
  std::map<std::string, parse::outline_place, std::less<>> places;
  std::vector<std::pair<std::string, parse::outline_place>> repeated;  ///< Set a second time there.
};

/// A file that should belong to an application but cannot be read.
struct broken_file {
  std::string path;
  failure why;
};

struct estate {
  std::vector<definition_file> definitions;
  std::vector<properties_file> properties;
  std::vector<broken_file> broken;
  /// Positions in `definitions` by the last one and the last two parts of their paths.
  std::map<std::string, std::vector<size_t>, std::less<>> by_end;
  size_t looked_at = 0;  ///< XML and properties files, whatever is in them.
};

/// Reads `path`, a file or a directory with all below it but hidden directories and symbolic links
/// to directories. Definitions are XML files whose root is bundle-app, coordinator-app or
/// workflow-app, whatever their names; properties files are *.properties that name an application
/// or are called job*, and where a definition has none of these beside it, any file beside it.
/// Fails with not_found, and with too_large beyond 100,000 files.
result<estate> read_estate(const std::string& path);

/// Which of `kind` in `in` an application path of another host means: the one with the longest end
/// of its path in common, at least the directory that holds it (or the file's own name where the
/// path names a file); nullptr when there is none, or two equally good ones in different places.
const definition_file* find_definition(const estate& in, const std::string& app_path,
                                       entity_kind kind, const std::string& near);

/// "bundle", "coordinator", "workflow"
const char* kind_name(entity_kind kind);

}  // namespace foliot::offline
