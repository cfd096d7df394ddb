// The configuration of an action (workflow.md 6): files of properties, asked of the world, below
// what the action says itself.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "model/action_body.hpp"
#include "model/kinds/kind.hpp"
#include "model/node_texts.hpp"

namespace foliot::model {

/// Questions about files, each with one argument, an absolute path. The answer is the text of a
/// Java property file with what stands there, or el::unanswerable.
/// A Hadoop configuration document that has to be there.
inline constexpr std::string_view job_xml_question = "foliot:job-xml";
/// One that need not be there: then it says nothing.
inline constexpr std::string_view defaults_question = "foliot:config-default";
/// A Java property file that has to be there.
inline constexpr std::string_view properties_question = "foliot:properties";

/// Whether it is one of these.
constexpr bool is_properties_question(std::string_view question) {
  return question == job_xml_question || question == defaults_question ||
         question == properties_question;
}

/// What the file at `path` says; empty while the question is open. A refusal (JA008) where it
/// cannot be read.
std::variant<configuration, node_refusal> properties_of(std::string_view question,
                                                        const std::string& path, node_texts& texts);

/// Later wins: config-default.xml beside the definition, each <job-xml> (relative to the
/// application), <configuration>; expressions in all of them evaluated. Refuses with JA008 a file
/// that cannot be read, with E0904 one that is not on this host, with JA010 (the job FAILED) the
/// properties that belong to the engine, with EL_ERROR a value of a file that is no expression.
/// Not all of it while `texts` is not complete.
std::variant<configuration, node_refusal> action_conf(const action_body& body, const plan_scope& at,
                                                      node_texts& texts);

/// The value of `name` in `conf`, then in the job's configuration, else "".
std::string_view setting_of(std::string_view name, const configuration& conf, const plan_scope& at);

}  // namespace foliot::model
