// A mail (workflow.md 9).
#include <string>
#include <utility>

#include "base/java_properties.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/helper.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

/// Refuses with EL_ERROR and EM001 (nobody is named in 'to'). Addresses and attachments are judged
/// where the mail is made.
planned plan_email(const workflow_node& written, const plan_scope& at) {
  const action_body& body = *written.body;
  node_texts texts{at.in};
  evaluate_all(body, texts);
  const std::string to = text_of(body, "to", texts).value_or("");
  std::string document;
  // An attempt that is not known to have failed sends the same mail again: by this it is known.
  add_java_property(document, "key", at.action_id() + "@" + std::to_string(at.record.run));
  add_java_property(document, "to", to);
  for (const char* name : {"cc", "bcc", "subject", "body"})
    add_java_property(document, name, text_of(body, name, texts).value_or(""));
  const std::string type = text_of(body, "content_type", texts).value_or("");
  if (!type.empty()) add_java_property(document, "content_type", type);
  for (const std::string& each : texts_of(body, "attachment", texts))
    if (!each.empty()) add_java_property(document, "attachment", each);
  if (texts.complete() && to.find_first_not_of(", \t\r\n") == std::string::npos)
    return node_refusal{"EM001", "nobody is named in the element 'to'"};
  return texts.finish<planned>(node_plan{helper_plan("email", std::move(document))});
}

}  // namespace

const action_kind email_kind{"email", plan_email, judge_helper};

}  // namespace foliot::model
