// An estate of applications at a glance: what is in it, and what each file needs to run here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "parse/submission.hpp"
#include "tools/offline/estate.hpp"
#include "tools/offline/finding.hpp"

namespace foliot::offline {

enum class verdict : uint8_t {
  runs,
  warnings,  ///< Runs; something is read differently than in Oozie, or deserves a look.
  needs,     ///< Uses what is not offered yet.
  refused    ///< Refused, or bound to fail, in Oozie too.
};

/// Something unsupported, and where.
struct need {
  std::string what;  ///< "hive actions", "hdfs:// paths"
  parse::outline_place at;
};

struct scanned_file {
  std::string path;
  entity_kind kind = entity_kind::none;  ///< none: it cannot be read at all.
  verdict says = verdict::runs;
  std::vector<need> needs;
  std::vector<finding> findings;  ///< What a refusal or warning is about.
};

struct scan_result {
  size_t bundles = 0;
  size_t coordinators = 0;
  size_t workflows = 0;
  std::map<std::string, size_t> schemas;   ///< Files by namespace, "coordinator:0.4".
  std::map<std::string, size_t> actions;   ///< Actions by kind.
  std::map<std::string, size_t> features;  ///< Files that use each.
  std::vector<scanned_file> files;         ///< In the order of paths.
};

/// Looks at all of `in`; `read` reads included files and files of defaults.
scan_result scan_estate(const estate& in, const parse::read_text& read);

}  // namespace foliot::offline
