// What of a workflow depends on the job's properties and is settled before it starts.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// The job's name. Fails with E0803 when it cannot be evaluated; the place is the attribute.
result<std::string> workflow_name(const model::workflow_definition& made,
                                  const model::configuration& conf, const options& how);

/// A retry_rule evaluated; empty texts where nothing is said.
struct retry_texts {
  std::string max;
  std::string interval;  ///< Minutes.
  std::string policy;
};

/// Evaluates `rule` against `conf`. Fails with E0703 when that is not possible.
result<retry_texts> evaluate_retry(const model::retry_rule& rule, const std::string& app_path,
                                   const model::configuration& conf, const options& how);

/// Evaluates the retry rules of all nodes. Fails as evaluate_retry, with "file:line:column" in
/// front; adds a warning where a text is no number, which Oozie finds out when the action starts.
result<void> check_retries(const model::workflow_definition& made, const model::configuration& conf,
                           const std::string& file, const options& how,
                           std::vector<std::string>& warnings);

}  // namespace foliot::parse
