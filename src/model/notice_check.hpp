// Which of the URLs that a user wants to be called can be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "model/definition.hpp"

namespace foliot::model {

/// The properties that name URLs (workflow.md 4, Notifications).
inline constexpr std::string_view notice_job_url = "oozie.wf.workflow.notification.url";
inline constexpr std::string_view notice_node_url = "oozie.wf.action.notification.url";
inline constexpr std::string_view notice_action_url = "oozie.coord.action.notification.url";

/// The property `name` without blanks around it; empty where there is none.
std::string_view notice_text(const configuration& conf, std::string_view name);

/// Why nobody calls `url`; empty where it can be called.
std::string_view why_not_callable(std::string_view url);

/// Sentences about URLs of these properties that are not called, whatever happens, and why not; of
/// a coordinator action's where `of` is one, else of a workflow's. Empty: all of them can be.
std::vector<std::string> refused_notices(const configuration& conf, entity_kind of);

}  // namespace foliot::model
