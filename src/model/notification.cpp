#include "model/notification.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "model/notice_check.hpp"

namespace foliot::model {

namespace {

constexpr std::string_view workflow_proxy = "oozie.wf.workflow.notification.proxy";
constexpr std::string_view action_proxy = "oozie.coord.action.notification.url.proxy";
constexpr std::string_view timeout = "oozie.notification.url.connection.timeout";

/// A call may not hold up those behind it for longer.
constexpr int64_t timeout_ms_max = 60'000;

void replace(std::string& in, std::string_view what, std::string_view by) {
  for (size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + by.size()))
    in.replace(at, what.size(), by);
}

int64_t timeout_of(const configuration& conf) {
  const std::string_view text = notice_text(conf, timeout);
  int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || out <= 0)
    return notice{}.timeout_ms;
  return std::min(out, timeout_ms_max);
}

/// The notice for the URL in the property `name`, its placeholders (with their '$') replaced.
std::optional<notice> fill(
    const configuration& conf, std::string_view name, std::string_view proxy,
    const std::vector<std::pair<std::string_view, std::string_view>>& placeholders) {
  notice out;
  out.url = std::string(notice_text(conf, name));
  if (out.url.empty() || out.url.size() > notice_url_bytes_max) return std::nullopt;
  for (const auto& [what, by] : placeholders) replace(out.url, what, by);
  if (!why_not_callable(out.url).empty()) return std::nullopt;
  out.proxy = proxy_of(notice_text(conf, proxy));
  out.timeout_ms = timeout_of(conf);
  return out;
}

/// What stands behind $status; empty: nothing is told of that state.
std::string told_of(const workflow_definition& definition, const node_state& node) {
  const workflow_node& what = definition.nodes[node.node];
  const bool action = what.kind == node_kind::action;
  if (!is_ended(node.state))
    return action && node.state == node_status::running ? "S:RUNNING" : std::string();
  if (what.kind == node_kind::fork) return "T:*";
  if (node.transition < definition.nodes.size())
    return "T:" + definition.nodes[node.transition].name;
  return "S:" + std::string(name(node.state));
}

}  // namespace

std::string proxy_of(std::string_view text) {
  std::string scheme = "http";
  if (const size_t at = text.find('@'); at != std::string_view::npos) {
    const std::string_view kind = text.substr(0, at);
    if (kind == "socks")
      scheme = "socks5";
    else if (kind != "http")
      return {};
    text = text.substr(at + 1);
  }
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return {};
  const std::string_view port = text.substr(colon + 1);
  const bool digits =
      std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7F'; });
  if (!digits || port.size() > 5 || !plain || text.find('/') != std::string_view::npos) return {};
  return scheme + "://" + std::string(text);
}

bool wants_notices(const configuration& conf) {
  return conf.contains(notice_job_url) || conf.contains(notice_node_url);
}

std::optional<notice> job_notice(const configuration& conf, const std::string& id,
                                 const std::string& parent, status told, status now) {
  if (told == now || now == status::prep || now == status::none) return std::nullopt;
  return fill(conf, notice_job_url, workflow_proxy,
              {{"$jobId", id}, {"$status", name(now)}, {"$parentId", parent}});
}

std::vector<notice> node_notices(const workflow_definition& definition, const configuration& conf,
                                 const std::string& id, const workflow_record& record,
                                 told_nodes& told) {
  std::vector<notice> out;
  if (!conf.contains(notice_node_url)) return out;
  for (const node_state& node : record.nodes) {
    if (node.node >= definition.nodes.size()) continue;
    std::string text = told_of(definition, node);
    if (text.empty()) continue;
    std::string& known = told[node.node];
    if (known == text) continue;
    auto made =
        fill(conf, notice_node_url, workflow_proxy,
             {{"$jobId", id}, {"$nodeName", definition.nodes[node.node].name}, {"$status", text}});
    if (made) out.push_back(std::move(*made));
    known = std::move(text);
  }
  return out;
}

std::optional<notice> action_notice(const configuration& conf, const std::string& id, status told,
                                    status now) {
  if (told == now || now == status::none) return std::nullopt;
  return fill(conf, notice_action_url, action_proxy, {{"$actionId", id}, {"$status", name(now)}});
}

}  // namespace foliot::model
