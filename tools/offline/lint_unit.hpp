// One definition as the rules of lint see it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "el/phases.hpp"
#include "model/definition.hpp"
#include "tools/offline/estate.hpp"
#include "tools/offline/finding.hpp"
#include "tools/offline/names.hpp"

namespace foliot::offline {

/// What is known about the job that a definition belongs to.
struct job_knowledge {
  model::configuration conf;
  /// A properties file was found: what it does not define is not defined at all.
  bool complete = false;
  bool child_of_bundle = false;
  std::string name;  ///< That a bundle gives its coordinator.
};

struct lint_unit {
  const definition_file* file = nullptr;
  job_knowledge job;
  /// Variables nobody defines, with stand-ins for those values in `assumed_conf`; rules that would
  /// look at one stay silent.
  std::set<std::string> assumed;
  model::configuration assumed_conf;  ///< `job.conf` and the stand-ins.
  mentions named;
  /// What the reader made of it; absent when it refused, or is no coordinator.
  std::optional<model::coordinator_definition> coordinator;

  /// Whether `text` mentions nothing that is only assumed.
  bool knows(std::string_view text) const;
  /// The value of `text` in a phase of coordinators or bundles; nothing when it depends on what is
  /// only assumed, or cannot be evaluated (the reader says why).
  std::optional<std::string> value(std::string_view text, el::phase where) const;
};

/// Collects findings about one file.
class reporter {
 public:
  reporter(std::string file, std::vector<finding>& out) : file_(std::move(file)), out_(out) {}
  void warn(std::string code, parse::outline_place at, std::string sentence,
            std::string remedy = {}) const {
    out_.push_back(
        {std::move(code), file_, at, severity::warning, std::move(sentence), std::move(remedy)});
  }
  void error(std::string code, parse::outline_place at, std::string sentence,
             std::string remedy = {}) const {
    out_.push_back(
        {std::move(code), file_, at, severity::error, std::move(sentence), std::move(remedy)});
  }

 private:
  std::string file_;
  std::vector<finding>& out_;
};

// The families of rules, each pure. What they look for is told in docs/tools.md.
void lint_times(const lint_unit& unit, const reporter& out);      // zones, dates, frequencies
void lint_cron(const lint_unit& unit, const reporter& out);       // cron frequencies
void lint_controls(const lint_unit& unit, const reporter& out);   // timeout, throttle
void lint_datasets(const lint_unit& unit, const reporter& out);   // datasets and their names
void lint_instances(const lint_unit& unit, const reporter& out);  // which instances are meant
void lint_action(const lint_unit& unit, const reporter& out);     // what fails when it is made
void lint_bundle(const lint_unit& unit, const reporter& out);
void lint_workflow(const lint_unit& unit, const reporter& out);
void lint_names(const lint_unit& unit, const reporter& out);       // variables and functions
void lint_lost_rules(const lint_unit& unit, const reporter& out);  // foliot.on.lost

/// The file of defaults beside a definition: its path and text.
void lint_defaults(const std::string& path, const std::string& text, entity_kind kind,
                   std::vector<finding>& out);

/// Properties of a file; `used` are the words of all definitions that it reaches, nullptr when some
/// of them are not at hand.
void lint_properties(const properties_file& file, const std::set<std::string>* used,
                     const reporter& out);

}  // namespace foliot::offline
