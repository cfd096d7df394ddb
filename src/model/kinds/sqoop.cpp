// A transfer by Sqoop (workflow.md 6, sqoop).
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/command_words.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/client.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/documents.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

/// At blanks and line ends, without any quoting: what Oozie does unless it is told otherwise.
std::vector<std::string> blank_words(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r\f";
  std::vector<std::string> out;
  for (size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(blanks, at), text.size());
    out.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(blanks, end);
  }
  return out;
}

bool is_sqoop(std::string_view word) {
  constexpr std::string_view name = "sqoop";
  return std::equal(word.begin(), word.end(), name.begin(), name.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

/// The words of the command, or the arguments one by one.
std::variant<std::vector<std::string>, node_refusal> words_of(
    const std::optional<std::string>& command, client_action& action, const plan_scope& at) {
  std::vector<std::string> out = std::move(action.arguments);
  if (command) {
    if (setting_of("oozie.action.sqoop.shellsplitter", action.conf, at) == "true") {
      auto words = shell_words(*command);
      if (!words) {
        failure error = std::move(words).error();
        error.oozie.clear();
        return node_refusal{"SQOOP002", error.text()};
      }
      out = std::move(words).value();
    } else {
      out = blank_words(*command);
    }
  }
  if (out.size() > 1 && is_sqoop(out[0]) && !out[1].starts_with('-')) out.erase(out.begin());
  if (out.empty()) return node_refusal{"JA018", "the action has neither a command nor arguments"};
  return out;
}

/// sqoop TOOL -conf FILE ARGUMENT...: generic options stand behind the name of the tool.
std::optional<node_refusal> complete(client_action& action,
                                     const std::optional<std::string>& command,
                                     const plan_scope& at, node_texts& texts) {
  add_hadoop_environment(action, at);
  if (auto refused = equip(action, at)) return refused;
  auto words = words_of(command, action, at);
  if (auto* refused = std::get_if<node_refusal>(&words)) return std::move(*refused);
  program_plan& plan = action.plan;
  plan.arguments = std::get<std::vector<std::string>>(std::move(words));
  if (action.conf.empty()) return std::nullopt;
  add_document(plan, "sqoop-site.xml", configuration_document(action.conf), texts);
  plan.arguments.insert(plan.arguments.begin() + 1, {"-conf", "sqoop-site.xml"});
  return std::nullopt;
}

/// Refuses with EL_ERROR, JA008, JA010, JA018, SQOOP002 and E0904.
planned plan_sqoop(const workflow_node& written, const plan_scope& at) {
  const action_body& body = body_of(written);
  node_texts texts{at.in};
  client_action action = read_client("sqoop", body, at, texts);
  const std::optional<std::string> command = text_of(body, "command", texts);
  if (texts.complete())
    if (auto refused = complete(action, command, at, texts)) return *refused;
  return texts.finish<planned>(node_plan{std::move(action.plan)});
}

}  // namespace

const action_kind sqoop_kind{"sqoop", plan_sqoop, judge_status};

}  // namespace foliot::model
