// What a submission would be, with nothing kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "el/facts.hpp"
#include "parse/submission.hpp"

namespace foliot::parse {

/// What the inputs of a coordinator's first actions are looked up with.
struct sight {
  std::function<el::value(const el::probe&)> ask;  ///< Answers to "fs:exists".
  instant now;
};

struct dry_run_outcome {
  std::string text;                   ///< What Oozie's client shows.
  std::vector<std::string> warnings;  ///< As of a submission.
};

/// What a dry run answers: "OK" for a workflow, resolved_bundle_text for a bundle,
/// first_actions_text for a coordinator. `how.dry_run` is set whatever it was. Fails as prepare.
result<dry_run_outcome> dry_run(const model::configuration& conf, const read_text& read,
                                const sight& seen, const options& how);

}  // namespace foliot::parse
