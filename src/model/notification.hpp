// Whom a user wants to be called when a job or a node changes (workflow.md 4, Notifications).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition.hpp"
#include "model/status.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

/// One GET that a user asked for.
struct notice {
  std::string url;    ///< http or https, placeholders replaced.
  std::string proxy;  ///< "http://host:port" or "socks5://host:port"; empty: none of its own.
  int64_t timeout_ms = 10'000;

  friend bool operator==(const notice&, const notice&) = default;
};

/// Longest URL that is called: servers take 8,000 bytes at most, and a queue holds many.
inline constexpr size_t notice_url_bytes_max = 2'048;

/// Of the job that was last told of in status `told` (none: never) and is `now` now. Nothing where
/// nobody asks for it, where nothing changed, of PREP, and where the URL is not http or https, too
/// long or holds what no URL can.
std::optional<notice> job_notice(const configuration& conf, const std::string& id,
                                 const std::string& parent, status told, status now);

/// What nodes were told of: by position in the definition, the last text behind $status.
using told_nodes = std::map<node_index, std::string>;

/// Of the nodes that changed since `told`, which is brought up to date. "S:" and the state while a
/// node is not left; "T:" and the next node's name afterwards, '*' behind a fork.
std::vector<notice> node_notices(const workflow_definition& definition, const configuration& conf,
                                 const std::string& id, const workflow_record& record,
                                 told_nodes& told);

/// Of a coordinator action that is `now`; as job_notice.
std::optional<notice> action_notice(const configuration& conf, const std::string& id, status told,
                                    status now);

/// Whether a workflow of these properties asks for any notice.
bool wants_notices(const configuration& conf);

/// "[http|socks@]host:port" as `notice::proxy`; empty where it is neither.
std::string proxy_of(std::string_view text);

}  // namespace foliot::model
