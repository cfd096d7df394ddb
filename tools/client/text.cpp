// log, why, version: answers that are mostly text.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

/// A text of the answer as it may stand on a terminal; "" where there is none.
std::string member(const json& object, const char* name) {
  return object.contains(name) && object[name].is_string()
             ? visible(object[name].get<std::string>())
             : "";
}

/// "2026-01-05T02:30:00Z" as "2026-01-05 02:30:00 UTC".
std::string spaced(std::string iso) {
  if (iso.size() != 20) return iso;
  iso[10] = ' ';
  return iso.substr(0, 19) + " UTC";
}

void print_reasons(const console& to, const json& answer) {
  const std::string status = member(answer, "status");
  to.out(bold(to, member(answer, "id")) + " is " + painted(to, status, status));
  const json& reasons = answer["reasons"];
  const bool none = !reasons.is_array() || reasons.empty();
  to.out(none && answer.value("terminal", false) ? ": it has ended and waits for nothing\n" : "\n");
  if (answer.contains("error") && answer["error"].is_object())
    to.out("  " + dim(to, "error ") + member(answer["error"], "code") + ": " +
           member(answer["error"], "sentence") + "\n");
  if (none) return;
  for (const json& reason : reasons) {
    to.out("  " + member(reason, "what") + "\n");
    const std::string since = spaced(member(reason, "since"));
    if (!since.empty()) to.out("    " + dim(to, "since    ") + since + "\n");
    if (!member(reason, "wakes").empty())
      to.out("    " + dim(to, "ends by  ") + member(reason, "wakes") + "\n");
    if (!member(reason, "remedy").empty())
      to.out("    " + dim(to, "remedy   ") + member(reason, "remedy") + "\n");
  }
}

}  // namespace

std::string html_unescape(const std::string& text) {
  static constexpr std::array<std::pair<std::string_view, char>, 4> entities{
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}}};
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    bool found = false;
    if (text[i] == '&') {
      for (const auto& [entity, plain] : entities) {
        if (text.compare(i, entity.size(), entity) != 0) continue;
        out += plain;
        i += entity.size();
        found = true;
        break;
      }
    }
    if (!found) out += text[i++];
  }
  return out;
}

int log(const console& to, connection& server, const std::string& id) {
  auto text = server.get(job_path(id), {{"show", "log"}});
  if (!text) return report(to, text.error());
  std::string plain = html_unescape(*text);
  if (!to.json) return to.out(visible_lines(plain)), exit_good;
  json lines = json::array();
  for (size_t at = 0; at < plain.size();) {
    const size_t end = std::min(plain.find('\n', at), plain.size());
    lines.push_back(plain.substr(at, end - at));
    at = end + 1;
  }
  const json body{{"id", id}, {"lines", std::move(lines)}};
  to.out(body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  return exit_good;
}

int why(const console& to, connection& server, const std::string& id) {
  const std::string path = "/api/why/" + exec::url_encode(id);
  if (to.json) {
    auto text = server.get(path);
    if (!text) return report(to, text.error());
    return to.out(*text + "\n"), exit_good;
  }
  auto answer = server.get_json(path);
  if (!answer) return report(to, answer.error());
  print_reasons(to, *answer);
  return exit_good;
}

int version(const console& to, connection& server) {
  const auto health = server.get_json("/api/health");
  const std::string there = health ? member(*health, "version") : "";
  if (to.json) {
    const json body{{"client", FOLIOT_VERSION},
                    {"server", there.empty() ? json(nullptr) : json(there)},
                    {"url", server.root()}};
    return to.out(body.dump() + "\n"), exit_good;
  }
  to.out("foliot " FOLIOT_VERSION "\n");
  to.out(there.empty() ? "no server at " + server.root() + "\n"
                       : "server " + there + " at " + server.root() + "\n");
  return exit_good;
}

}  // namespace foliot::client
