// `oozie jobs`, `admin`, `validate`, `sla`, proxy jobs, and what -poll looks at.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "parse/configuration.hpp"
#include "tools/client/application.hpp"
#include "tools/oozie/failures.hpp"
#include "tools/oozie/orders.hpp"
#include "tools/oozie/properties.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

std::string in_case(std::string text, int (*change)(int)) {
  for (char& c : text) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return text;
}

/// "the following jobs have been ..."
struct modification {
  const char* option;
  const char* done;
};
constexpr std::array modifications{modification{"kill", "killed"},
                                   modification{"suspend", "suspended"},
                                   modification{"resume", "resumed"}};

template <class Text>
order listing(call what, const view& how, const Text& text) {
  return {std::move(what), 200,
          as_json([how, text](const json& answer) { return text(answer, how); })};
}

result<order> system_mode(const std::string& wanted) {
  const std::string mode = in_case(wanted, std::toupper);
  if (mode != "NORMAL" && mode != "NOWEBSERVICE" && mode != "SAFEMODE")
    return misused("Invalid input provided for option: systemmode value given :" + mode +
                   " Expected values are: NORMAL/NOWEBSERVICE/SAFEMODE ");
  return order{
      call{"PUT", "admin/status", {{"systemmode", mode}}}, 200,
      [mode](const std::string&) -> result<std::string> { return "System mode: " + mode + "\n"; }};
}

result<order> purge(const std::string& text) {
  std::array<std::pair<std::string, std::string>, 5> values{
      {{"wf", ""}, {"coord", ""}, {"bundle", ""}, {"limit", ""}, {"oldcoordaction", ""}}};
  const size_t last = text.find_last_not_of(';');
  const std::string given = last == std::string::npos ? "" : text.substr(0, last + 1);
  for (size_t at = 0; at <= given.size();) {
    const size_t end = std::min(given.find(';', at), given.size());
    const std::string one = given.substr(at, end - at);
    at = end + 1;
    const size_t equals = one.find('=');
    std::string value = equals == std::string::npos ? "" : one.substr(equals + 1);
    value.resize(std::min(value.find('='), value.size()));
    if (value.empty())
      return coded("INVALID_INPUT", "Invalid purge option pair [" + one + "] specified.");
    const std::string name = in_case(one.substr(0, equals), std::tolower);
    const auto known = std::find_if(values.begin(), values.end(),
                                    [&](const auto& option) { return option.first == name; });
    if (known == values.end())
      return coded("INVALID_INPUT", "Invalid purge option [" + name + "] specified.");
    if (name != "oldcoordaction") {
      const auto number = whole_number(value);
      if (!number) return number.error();
      if (*number < 0) return broken("Input value should be a positive integer. Value: " + value);
      value = std::to_string(*number);
    }
    known->second = std::move(value);
  }
  return order{call{"PUT", "admin/purge", {values.begin(), values.end()}}, 200,
               as_json([](const json& answer) { return or_null(answer, "purge") + "\n"; })};
}

/// A question to the server that has no parameters.
struct question {
  const char* option;
  const char* path;
  std::string (*text)(const json&);
};

std::string status_text(const json& answer) {
  return "System mode: " + or_null(answer, "systemMode") + "\n";
}

constexpr std::array questions{
    question{"queuedump", "admin/queue-dump", queue_text},
    question{"status", "admin/status", status_text},
    question{"version", "admin/build-version", build_text},
    question{"servers", "admin/available-oozie-servers", pairs_text},
    question{"configuration", "admin/configuration", pairs_text},
    question{"osenv", "admin/os-env", pairs_text},
    question{"javasysprops", "admin/java-sys-properties", pairs_text},
    question{"metrics", "admin/metrics", metrics_text},
    question{"instrumentation", "admin/instrumentation", instrumentation_text},
};

constexpr std::array<std::string_view, 5> ended_states{"SUCCEEDED", "KILLED", "FAILED",
                                                       "DONEWITHERROR", "IGNORED"};
constexpr std::array<std::string_view, 6> ended_action_states{"SUCCEEDED", "KILLED",  "FAILED",
                                                              "IGNORED",   "SKIPPED", "TIMEDOUT"};

}  // namespace

result<int64_t> whole_number(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with("+") ? 1 : 0);
  int32_t out = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (problem != std::errc{} || end != digits.data() + digits.size())
    return broken("For input string: \"" + text + "\"");
  return int64_t{out};
}

result<order> jobs_order(const command_line& line, const asker& who) {
  const auto offset = whole_number(line.value("offset").value_or("0"));
  if (!offset) return offset.error();
  const auto length = whole_number(line.value("len").value_or("0"));
  if (!length) return length.error();
  const auto page = [&](call& what) {
    what.with("offset", std::to_string(*offset)).with("len", std::to_string(*length));
  };
  const auto filter = line.value("filter");
  const std::string type = line.value("jobtype").value_or("wf");
  for (const auto& [option, done] : modifications) {
    if (!line.has(option)) continue;
    call what{"PUT", "jobs", {}};
    what.with("action", option).with("filter", filter).with("jobtype", type);
    page(what);
    what.xml = true;
    return listing(std::move(what), who.how,
                   [done = std::string(done)](const json& answer, const view& how) {
                     return modified_text(answer, how, done);
                   });
  }
  if (line.has("bulk")) {
    call what{"GET", "jobs", {}};
    what.with("bulk", line.value("bulk"));
    page(what);
    return listing(std::move(what), who.how, bulk_text);
  }
  const std::string lower = in_case(type, std::tolower);
  const bool workflows = lower.find("wf") != std::string::npos;
  const bool coordinators = !workflows && lower.starts_with("coord");
  if (!workflows && !coordinators && !lower.starts_with("bundle")) return order{{}, 200, nothing};
  call what{"GET", "jobs", {}};
  what.with("filter", filter).with("jobtype", workflows ? "wf" : coordinators ? "coord" : "bundle");
  page(what);
  if (workflows) return listing(std::move(what), who.how, workflows_text);
  return listing(std::move(what), who.how, coordinators ? coordinators_text : bundles_text);
}

result<order> admin_order(const command_line& line) {
  for (const question& one : questions)
    if (line.has(one.option)) return order{call{"GET", one.path, {}}, 200, as_json(one.text)};
  if (line.has("systemmode")) return system_mode(*line.value("systemmode"));
  if (line.has("purge")) return purge(*line.value("purge"));
  if (line.has("shareliblist")) {
    call what{"GET", "admin/list_sharelib", {}};
    if (!line.operands.empty()) what.with("lib", line.operands.front());
    return order{std::move(what), 200, as_json(libraries_text)};
  }
  if (line.has("sharelibupdate"))
    return order{call{"GET", "admin/update_sharelib", {{"allservers", "true"}}}, 200,
                 as_json(library_update_text)};
  return order{{}, 200, nothing};
}

result<order> validate_order(const command_line& line, const asker& who) {
  if (line.operands.size() != 1) return misused("One file must be specified");
  std::string file = line.operands.front();
  if (file.starts_with("file://")) file.erase(0, 7);
  order out;
  out.what = call{"POST", "validate", {}, "", true, interface::second};
  if (file.find("://") == std::string::npos) {
    std::error_code problem;
    if (!std::filesystem::exists(file, problem)) return misused("File does not exist : " + file);
    file = std::filesystem::absolute(file, problem).string();
    auto text = client::file_text(file);
    if (!text) return misused(text.error().sentence + ": " + file);
    out.what.body = std::move(*text);
  }
  out.what.with("file", file).with("user", who.user);
  out.show = as_json([](const json& answer) { return or_null(answer, "validate") + "\n"; });
  return out;
}

result<order> sla_order(const command_line& line) {
  const auto offset = whole_number(line.value("offset").value_or("0"));
  if (!offset) return offset.error();
  const auto length = whole_number(line.value("len").value_or("100"));
  if (!length) return length.error();
  order out;
  out.what.path = "sla";
  out.what.of = interface::first;
  out.what.with("gt-sequence-id", std::to_string(*offset))
      .with("max-events", std::to_string(*length))
      .with("filter", line.value("filter"));
  out.show = [](const std::string& body) -> result<std::string> {
    return body.empty() || body.ends_with("\n") ? body : body + "\n";
  };
  return out;
}

result<order> proxy_order(const command_line& line, const asker& who) {
  const std::string kind(line.what->name);
  auto conf = proxy_configuration(line, kind, who.name());
  if (!conf) return conf.error();
  auto text = parse::write_configuration(*conf);
  if (!text) return broken(text.error().sentence);
  order out;
  out.what = call{"POST", "jobs", {{"jobtype", kind}}, std::move(*text), true};
  out.good = 201;
  out.show = new_job();
  return out;
}

result<polling> poll_order(const command_line& line) {
  polling out;
  out.what = call{"GET", "job/" + *line.value("poll"), {{"show", "status"}}};
  const auto minutes = whole_number(line.value("timeout").value_or("30"));
  if (!minutes) return minutes.error();
  const auto interval = whole_number(line.value("interval").value_or("5"));
  if (!interval) return interval.error();
  if (*interval < 1) return broken("interval must be a positive integer");
  const std::string id = *line.value("poll");
  if (!id.ends_with("-W") && !id.ends_with("-C") && !id.ends_with("-B") &&
      id.find("-C@") == std::string::npos)
    return broken("invalid job type");
  out.minutes = *minutes;
  out.interval = *interval;
  out.verbose = line.has("verbose");
  return out;
}

bool has_ended(const std::string& id, const std::string& status) {
  if (id.find("-C@") != std::string::npos)
    return std::find(ended_action_states.begin(), ended_action_states.end(), status) !=
           ended_action_states.end();
  return std::find(ended_states.begin(), ended_states.end(), status) != ended_states.end();
}

}  // namespace foliot::oozie
