// Definitions are written for the host they run on, hdfs://nn/apps/clean, and looked at in a
// checkout: files that are not where their path says are looked for near the one that names them.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "parse/submission.hpp"

namespace foliot::offline {

class nearby_files {
 public:
  /// Looks in `directory`, where the first definition lies, and the two directories above it.
  nearby_files(std::filesystem::path directory, parse::read_text read);

  /// Reads a path itself where that is a file, otherwise the file near whose path ends most like
  /// it. bundle.xml, coordinator.xml and workflow.xml are also known by their directory's name, a
  /// file of defaults is the one beside its definition. This must outlive it.
  parse::read_text reader();

  /// Where files were found that are not where their path says, by that path.
  const std::map<std::string, std::string>& found() const { return found_; }

 private:
  result<std::string> read(const std::string& path);
  result<std::string> search(const std::filesystem::path& path);

  parse::read_text read_;
  std::filesystem::path home_;
  std::filesystem::path last_;  ///< The directory of the definition found last.
  std::map<std::string, std::string> found_;
  std::map<std::string, std::string> moved_;  ///< Directories of found definitions.
};

}  // namespace foliot::offline
