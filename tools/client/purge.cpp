// purge: takes old jobs away, or shows what would go.
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/client/commands.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

uint64_t number(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

/// 1234567 as "1.2 MB".
std::string size_text(uint64_t bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < units.size(); ++unit) value /= 1000;
  char out[40];
  std::snprintf(out, sizeof out, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return out;
}

std::string many(uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

int purge(const console& to, connection& server, const purge_options& options) {
  connection::query query;
  const auto give = [&](const char* name, const std::string& value) {
    if (!value.empty()) query.emplace_back(name, value);
  };
  give("workflow-days", options.workflow_days);
  give("coordinator-days", options.coordinator_days);
  give("bundle-days", options.bundle_days);
  give("limit", options.limit);
  if (options.old_actions) query.emplace_back("old-actions", "true");
  query.emplace_back("user.name", user_name());
  const auto answer = options.preview ? server.get("/api/purge", query)
                                      : server.post_json("/api/purge", query, "{}");
  if (!answer) return report(to, answer.error());
  const json body = json::parse(*answer, nullptr, false);
  if (!body.is_object())
    return report(to, {errc::internal, "the server's answer is not JSON", "", "", ""});
  if (to.json) return to.out(body.dump() + "\n"), exit_good;
  const uint64_t jobs =
      number(body, "bundles") + number(body, "coordinators") + number(body, "workflows");
  to.out((options.preview ? "would go: " : "gone: ") + many(jobs, "job") + " (" +
         many(number(body, "bundles"), "bundle") + ", " +
         many(number(body, "coordinators"), "coordinator") + ", " +
         many(number(body, "workflows"), "workflow") + "), " +
         many(number(body, "actions"), "action") + "\n");
  to.out("          " + std::to_string(number(body, "journalEntries")) + " journal entries, " +
         size_text(number(body, "bytes")) + "\n");
  return exit_good;
}

}  // namespace foliot::client
