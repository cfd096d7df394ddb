// Workflows that are started again and again are understood once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"
#include "parse/text_cache.hpp"

namespace foliot::parse {

struct understood_workflow {
  model::workflow_definition definition;
  std::vector<std::string> warnings;
};

/// Thread-safe. Equal texts read in the same way give the same answer; refusals are not kept.
class understood_workflows {
 public:
  /// As parse_workflow. `how`: the options of the job (options_for); all calls share one zone.
  result<std::shared_ptr<const understood_workflow>> get(const model::definition_text& text,
                                                         const options& how);

 private:
  text_cache<understood_workflow> known_;
};

}  // namespace foliot::parse
