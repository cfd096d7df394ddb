// A repository, cloned into a directory (workflow.md 6, git).
#include <string>
#include <utility>

#include "base/java_properties.hpp"
#include "base/local_path.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/helper.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

/// Refuses with EL_ERROR, E0904 (the destination is not on this host) and JA018 (a path of
/// <prepare>, an element without text).
planned plan_git(const workflow_node& written, const plan_scope& at) {
  const action_body& body = *written.body;
  node_texts texts{at.in};
  const std::string uri = text_of(body, "git-uri", texts).value_or("");
  const std::string destination = text_of(body, "destination-uri", texts).value_or("");
  std::string document;
  add_java_property(document, "uri", uri);
  add_java_property(document, "destination", destination);
  add_java_property(document, "branch", text_of(body, "branch", texts).value_or(""));
  add_java_property(document, "key", text_of(body, "key-path", texts).value_or(""));
  for (const auto& [name, value] : body.conf)
    texts.value(value, name, "<configuration>");  // an error in it counts
  program_plan plan = helper_plan("git", std::move(document));
  plan.prepare = prepare_of(body.prepare, texts);
  if (texts.complete()) {
    if (auto refused = judge_prepare(plan, at.in.reading)) return *refused;
    if (uri.empty()) return node_refusal{"JA018", "the element 'git-uri' is empty"};
    if (!local_path(destination))
      return node_refusal{"E0904", "the destination '" + destination +
                                       "' is not on this host; only file: paths are offered"};
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

}  // namespace

const action_kind git_kind{"git", plan_git, judge_helper};

}  // namespace foliot::model
