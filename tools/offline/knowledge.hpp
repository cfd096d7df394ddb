// Which definitions belong together, and what each knows of its job.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "parse/submission.hpp"
#include "tools/offline/estate.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

/// The links of an estate: who starts whom, with which properties.
class estate_links {
 public:
  /// `in` must outlive this. `read` reads the files of defaults beside definitions.
  estate_links(const estate& in, const parse::read_text& read);

  /// What `of` knows of its job; nothing but a user for one that nobody starts.
  const job_knowledge& knowledge(const definition_file& of) const;
  const mentions& named(const definition_file& of) const;

  /// All words in ${...} of the definitions that `file` starts, directly or not; nothing when it
  /// starts none or one of them is not at hand.
  std::optional<std::set<std::string>> words_reached(const properties_file& file) const;

  /// Coordinators that a bundle starts, workflows that a coordinator or workflow starts.
  bool is_started(const definition_file& of) const { return started_.contains(&of); }

 private:
  using file = const definition_file*;

  void link_properties();
  void link_bundle(file of);
  void link_coordinator(file of);
  void link_workflow(file of);
  void start(file parent, const std::string& app_path, entity_kind kind, job_knowledge with);
  void add_defaults(file of);
  std::optional<std::string> value(file of, const std::string& text, el::phase where) const;
  job_knowledge inherited(file of, const parse::outline_element& starter, el::phase where) const;

  const estate& in_;
  const parse::read_text& read_;
  std::map<file, job_knowledge> known_;
  std::map<file, mentions> named_;
  std::map<file, std::vector<file>> starts_;  ///< A nullptr stands for one that is not at hand.
  std::map<const properties_file*, file> roots_;
  std::set<file> started_;
};

}  // namespace foliot::offline
