// The files that a retold journal speaks of: which were there, which came, which went.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "el/facts.hpp"
#include "model/workflow.hpp"
#include "rehearsal/retold_draft.hpp"

namespace foliot::rehearsal {

/// The text of a Hadoop configuration with these properties.
std::string configuration_file(const model::configuration& conf);

class retold_files {
 public:
  explicit retold_files(retold_draft& draft) : draft_(draft) {}

  /// That entry used the text of the definition at `path`.
  void defines(const told_place& at, const std::string& path, const std::string& content);
  /// That entry found no definition at `path`.
  void lacks(const told_place& at, const std::string& path);
  /// Nobody ever used the definition at `path`: it cannot be read.
  void hides(const told_place& at, const std::string& path);
  /// Data came: `uri` is there with that entry.
  void appears(const told_place& at, const std::string& uri, bool directory);
  /// What a workflow asked of the world, and was answered.
  void answered(const told_place& at, const el::probe& question, const el::value& answer);
  /// An fs action did that, or what is done before a program.
  void performed(const told_place& at, const model::fs_plan_step& step);
  /// It was deleted with all below it.
  void removed(const told_place& at, const std::string& uri);

 private:
  struct text {
    std::string content;
    bool there = false;
    told_place used;  ///< By which entry last.
  };

  std::optional<std::string> path_of(const told_place& at, const std::string& uri);
  bool is_there(const std::string& path) const;
  void found(const told_place& at, const std::string& path, const std::string& statement);
  void missed(const told_place& at, const std::string& path);
  void must_be(const told_place& at, const std::string& uri, bool directory);
  /// In front of everything, or behind the entry by which it was not there.
  void put(const std::string& path, const std::string& statement);

  retold_draft& draft_;
  std::map<std::string, text> definitions_;
  std::map<std::string, told_place> there_;  ///< And when that was known last.
  std::map<std::string, told_place> gone_;   ///< The same of those that are not there.
};

}  // namespace foliot::rehearsal
