// A command on another host (workflow.md 7).
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/java_properties.hpp"
#include "base/text.hpp"
#include "model/kinds/common.hpp"
#include "model/kinds/helper.hpp"
#include "model/kinds/kinds.hpp"

namespace foliot::model {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The words of `text` as a shell splits it: blanks, quotes and backslashes count, nothing else
/// does. Adds them to `out`; false where a quote is not closed.
bool split_words(std::string_view text, std::vector<std::string>& out) {
  std::string word;
  bool inside = false;  // an empty pair of quotes is a word
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      const bool escaped = quote == '"' && c == '\\' && at + 1 < text.size() &&
                           std::string_view{"\"\\$`"}.find(text[at + 1]) != std::string_view::npos;
      if (c == quote)
        quote = 0;
      else
        word += escaped ? text[++at] : c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (is_blank(c)) {
      if (inside) out.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c == '\\' && at + 1 < text.size() ? text[++at] : c;
      inside = true;
    }
  }
  if (inside) out.push_back(std::move(word));
  return quote == 0;
}

/// One <arg>: itself; the quotes that Oozie's users write around blanks are not part of it.
std::string unquoted(const std::string& text) {
  const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
                      text.back() == text.front() && text.find(text.front(), 1) == text.size() - 1;
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::optional<node_refusal> add_words(std::vector<std::string>& out, const std::string& text,
                                      const char* element) {
  if (split_words(text, out)) return std::nullopt;
  return node_refusal{"UNKNOWN_ERROR",
                      std::string{"a quote in the element '"} + element + "' is not closed"};
}

/// Refuses with EL_ERROR and UNKNOWN_ERROR (no command, a quote that is not closed, a NUL).
planned plan_ssh(const workflow_node& written, const plan_scope& at) {
  const action_body& body = *written.body;
  node_texts texts{at.in};
  const std::string host = text_of(body, "host", texts).value_or("");
  const std::string command = text_of(body, "command", texts).value_or("");
  const std::vector<std::string> flat = texts_of(body, "args", texts);
  const std::vector<std::string> kept = texts_of(body, "arg", texts);
  if (!texts.complete()) return texts.finish<planned>(node_plan{});
  std::vector<std::string> words;
  if (auto refused = add_words(words, command, "command")) return *refused;
  if (words.empty()) return node_refusal{"UNKNOWN_ERROR", "the element 'command' is empty"};
  for (const std::string& each : flat)
    if (auto refused = add_words(words, each, "args")) return *refused;
  words.reserve(words.size() + kept.size());
  for (const std::string& each : kept) words.push_back(unquoted(each));
  std::string document;
  add_java_property(document, "host", host);
  add_java_property(document, "user", at.record.user);
  add_java_property(
      document, "directory",
      "foliot/" + at.context.id + "/" + at.context.definition.nodes[at.node.node].name + "--ssh");
  add_java_property(document, "id", "run" + std::to_string(at.record.run));
  for (const std::string& each : words) add_java_property(document, "word", each);
  program_plan plan = helper_plan("ssh", {});
  if (has_element(body, "capture-output")) {
    limit_output(plan, {}, at);
    add_java_property(document, "capture", std::to_string(output_limit(plan)));
  }
  plan.documents.front().second = std::move(document);
  return texts.finish<planned>(node_plan{std::move(plan)});
}

}  // namespace

const action_kind ssh_kind{"ssh", plan_ssh, judge_helper};

}  // namespace foliot::model
