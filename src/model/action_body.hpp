// What a workflow's action may say beside its transitions, as written: every text may hold EL.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "el/parser.hpp"

namespace foliot::model {

/// A text of a definition under the name of its element.
struct named_text {
  std::string name;
  el::expression text;
};

/// Properties in document order, names unique: later ones have replaced earlier ones.
using named_expressions = std::vector<std::pair<std::string, el::expression>>;

/// One operation before a program starts: `kind` is "delete" or "mkdir".
struct prepare_step {
  std::string kind;
  el::expression path;
};

/// The body of an action of any type as written, with what <global> adds (workflow.md 3, global).
struct action_body {
  std::string version;                    ///< Of the body's namespace: "0.2".
  std::optional<el::expression> cluster;  ///< job-tracker or resource-manager.
  std::optional<el::expression> name_node;
  std::vector<prepare_step> prepare;
  std::vector<el::expression> job_xml;  ///< Those of <global> first.
  /// <global> < <launcher>, as oozie.launcher.* properties, < <configuration>.
  named_expressions conf;
  /// All other elements in document order. One inside another is named "streaming/mapper"; one
  /// without text, such as capture-output, has an empty text.
  std::vector<named_text> texts;
};

/// When an action that failed is run again (workflow.md 4, User retry).
struct retry_rule {
  std::optional<el::expression> max;
  std::optional<el::expression> interval;  ///< Minutes.
  std::optional<el::expression> policy;    ///< "periodic" or "exponential".
};

/// One of the <credentials> of a workflow.
struct credential {
  std::string name;
  std::string type;
  std::vector<std::pair<el::expression, el::expression>> properties;
};

/// The element sla:info: what is expected of a job or an action. Alternatives of its texts are not
/// told apart here: "nominal-time", "should-end", "alert-events", ...
struct service_level {
  std::string version;  ///< "0.1" or "0.2"
  std::vector<named_text> texts;
};

}  // namespace foliot::model
