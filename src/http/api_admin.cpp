// /oozie/v*/admin/RESOURCE: what the server says of itself (rest.md 4).
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "el/regex.hpp"
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/metrics_json.hpp"
#include "http/timezones.hpp"
#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 3> mode_names{"NORMAL", "NOWEBSERVICE", "SAFEMODE"};

json flat(const std::map<std::string, std::string>& texts) {
  json out = json::object();
  for (const auto& [name, value] : texts) out[name] = value;
  return out;
}

/// The settings, with those of Oozie that clients look for: Hue finds out by `services.ext` that
/// there are metrics, and by `credentialclasses` that there are no credentials.
json configuration_json(const api_options& options) {
  json out = flat(options.settings());
  out["oozie.base.url"] = options.base_url;
  out["oozie.system.id"] = options.server_name;
  out["oozie.credentials.credentialclasses"] = "";
  out["oozie.services.ext"] = "org.apache.oozie.service.MetricsInstrumentationService";
  return out;
}

/// The sharelib's directories; with `pattern` those that it matches as a whole, with their files.
result<json> sharelib_json(const shared_libraries& all, const std::optional<std::string>& pattern) {
  const auto wanted = el::regex::compile("\\A(?:" + pattern.value_or(".*") + ")\\z");
  if (!wanted)
    return refuse("E0307", "'" + *pattern + "' is no regular expression", "Name a directory");
  json rows = json::array();
  auto steps = static_cast<int64_t>(limits::el_steps_max);
  for (const auto& [name, files] : all.directories) {
    const auto found = wanted->find_all(name, steps);
    if (!found || found->empty()) continue;
    json row{{"name", name}};
    if (pattern) row["files"] = files;
    rows.push_back(std::move(row));
  }
  return json{{"sharelib", std::move(rows)}};
}

json update_json(const shared_libraries& all, const std::string& base_url) {
  const std::string host = base_url.substr(0, base_url.rfind("/oozie"));
  const std::string where = all.path.empty() ? "" : "file:" + all.path;
  return {{"sharelibUpdate",
           {{"host", host + "/oozie"},
            {"status", "Successful"},
            {"sharelibDirOld", where},
            {"sharelibDirNew", where}}}};
}

failure not_in_v1() { return refuse("E0302", "Not supported in v1", "Use /oozie/v2/admin"); }

}  // namespace

system_mode api::mode() const {
  const system_mode ordered = mode_->load();
  return ordered == system_mode::normal && options_.safe_mode() ? system_mode::safe : ordered;
}

response api::put_mode(const api_call& call) const {
  if (call.where.version == 0) {
    const std::string wanted = lower_ascii(call.query.find("safemode").value_or(""));
    mode_->store(wanted == "true" ? system_mode::no_web_service : system_mode::normal);
    return empty_answer();
  }
  const std::string wanted = call.query.find("systemmode").value_or("");
  const auto* const at = std::find(mode_names.begin(), mode_names.end(), wanted);
  if (at == mode_names.end())
    return call.refused(refuse("E1603", "'" + wanted + "' is no mode of the system",
                               "Use NORMAL, NOWEBSERVICE or SAFEMODE"));
  mode_->store(static_cast<system_mode>(at - mode_names.begin()));
  return empty_answer();
}

response api::admin(const api_call& call) const {
  const std::string& what = call.where.rest;
  if (what == "status" && call.in.method == "PUT") return put_mode(call);
  if (what == "status") {
    const system_mode now = mode();
    if (call.where.version == 0)
      return json_answer(json_text({{"safeMode", now != system_mode::normal}}));
    return json_answer(json_text({{"systemMode", mode_names[static_cast<size_t>(now)]}}));
  }
  if (what == "build-version") return build_version();
  if (what == "instrumentation")
    return plain_error(call.where.version == 2 ? 503 : 500, call.in.method,
                       "there is no instrumentation: see admin/metrics");
  const bool newest = call.where.version == 2;
  const bool only_newest =
      what == "metrics" || what == "jmsinfo" || what == "available-oozie-servers";
  if (only_newest && !newest) return call.refused(not_in_v1());
  if (what == "jmsinfo")
    return call.refused(
        refuse("E1601", "no message broker is configured", "Poll, or use URLs of notifications"));
  return admin_lists(call);
}

response api::build_version() const {
  json body;
  const std::string version =
      options_.orders.reading == dialect::oozie ? "5.2.1" : std::string(FOLIOT_VERSION);
  body["buildVersion"] = version;
  body["buildInfo"] = {{"build.version", version},
                       {"build.user", "foliot"},
                       {"build.time", "foliot " FOLIOT_VERSION},
                       {"vc.revision", ""},
                       {"vc.url", ""}};
  return json_answer(json_text(body));
}

response api::admin_lists(const api_call& call) const {
  const std::string& what = call.where.rest;
  // Long answers leave Oozie's buffer before it puts the header in.
  const auto long_answer = [](const json& body) {
    response out = json_answer(json_text(body));
    out.headers.erase(std::remove_if(out.headers.begin(), out.headers.end(),
                                     [](const auto& h) { return h.first == "X-Frame-Options"; }),
                      out.headers.end());
    return out;
  };
  if (what == "os-env") return json_answer(json_text(flat(options_.environment())));
  if (what == "java-sys-properties") return json_answer(json_text(flat(options_.system())));
  if (what == "configuration") return long_answer(configuration_json(options_));
  if (what == "metrics") return long_answer(metrics_json(options_.metrics()));
  if (what == "available-timezones")
    return long_answer({{"available-timezones", timezones_json(clock_.now())}});
  if (what == "queue-dump")
    return json_answer(json_text({{"queueDump", json::array()}, {"uniqueMapDump", json::array()}}));
  if (what == "available-oozie-servers")
    return json_answer(json_text({{options_.server_name, options_.base_url}}));
  if (what == "update_sharelib")
    return json_answer(json_text(update_json(options_.sharelib(), options_.base_url)));
  const auto libraries = sharelib_json(options_.sharelib(), call.query.find("lib"));
  return libraries ? json_answer(json_text(*libraries)) : call.refused(libraries.error());
}

}  // namespace foliot::http
