// The application directory of a scenario: the user's real files, never one outside of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"

namespace foliot::rehearsal {

/// One real file below the application directory.
struct real_file {
  std::string below;  ///< Its path from the listed directory, without a leading '/'.
  std::string path;   ///< Where it really lies.
  int64_t bytes = 0;
};

class real_files {
 public:
  /// Paths are of the directory `root`, which must exist; empty: there are none.
  explicit real_files(const std::string& root);

  /// Where `path` of a statement really lies. Fails with bad_input where it is absolute or leads
  /// out of the directory, also by a symbolic link, and with not_found where nothing is there.
  result<std::filesystem::path> locate(const std::string& path) const;

  /// All files at or below `path`; hidden ones (".git") and links that lead out are passed over.
  /// Fails as `locate`, and with too_large beyond limits::scenario_files_max.
  result<std::vector<real_file>> list(const std::string& path) const;

  /// Job properties: a .properties file or, where it ends in .xml, a configuration document. Fails
  /// as `locate` and as their readers.
  result<model::configuration> properties(const std::string& path) const;

  /// The longest end of `virtual_path` (/srv/apps/retail/bundle.xml) at which a real file lies, or
  /// a directory that holds `definition` ("bundle.xml"): what comes before it is where the whole
  /// application directory belongs. Empty where there is none.
  std::string place_of(const std::string& virtual_path, const std::string& definition) const;

 private:
  std::filesystem::path root_;
};

/// The text of a real file of at most `bytes_max`. Fails with not_found, io and too_large.
result<std::string> read_real(const std::string& path, uint64_t bytes_max);

/// The application directory of the scenario `file`: the nearest directory from its own upwards,
/// three at most, that holds a job.properties, bundle.xml, coordinator.xml or workflow.xml; else
/// its own.
std::string application_folder(const std::string& file);

}  // namespace foliot::rehearsal
