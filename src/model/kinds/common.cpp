#include "model/kinds/common.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "base/text.hpp"
#include "model/kinds/action_conf.hpp"

namespace foliot::model {

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

bool has_scheme(std::string_view path) {
  const size_t colon = path.find(':');
  return colon != std::string_view::npos && colon > 0 && path.find('/') > colon;
}

namespace {

bool is_link_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

using named_sources = std::vector<std::pair<std::string, std::string>>;

/// Adds what one entry "path" or "path#link" asks for.
std::optional<node_refusal> add_entry(named_sources& to, std::string_view entry,
                                      std::string_view app_path) {
  const size_t hash = entry.find('#');
  const std::string_view path = trim(entry.substr(0, hash));
  std::string_view link =
      hash == std::string_view::npos ? std::string_view{} : trim(entry.substr(hash + 1));
  const std::string quoted = "'" + std::string(entry) + "'";
  auto source = local_source(path, app_path);
  if (auto* refused = std::get_if<node_refusal>(&source)) return std::move(*refused);
  if (link.empty()) link = base_name(path);
  if (!is_link_name(link))
    return node_refusal{"JA008", "the file " + quoted + " cannot be linked under that name"};
  for (const auto& [other, name] : to) {
    if (name != link) continue;
    if (other == std::get<std::string>(source)) return std::nullopt;
    return node_refusal{"JA008", "two files are linked as '" + name + "'"};
  }
  to.emplace_back(std::get<std::string>(std::move(source)), std::string(link));
  return std::nullopt;
}

std::optional<node_refusal> add_entries(named_sources& to, std::string_view list,
                                        std::string_view app_path) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const std::string_view entry = trim(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    if (entry.empty()) continue;
    if (auto refused = add_entry(to, entry, app_path)) return refused;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> texts_of(const action_body& body, std::string_view name,
                                  node_texts& texts) {
  std::vector<std::string> out;
  for (const named_text& each : body.texts)
    if (each.name == name) out.push_back(texts.text(each.text, name));
  return out;
}

std::optional<std::string> text_of(const action_body& body, std::string_view name,
                                   node_texts& texts) {
  for (const named_text& each : body.texts)
    if (each.name == name) return texts.text(each.text, name);
  return std::nullopt;
}

void evaluate_all(const action_body& body, node_texts& texts) {
  for (const named_text& each : body.texts) texts.text(each.text, each.name);
  for (const auto& [name, value] : body.conf) texts.value(value, name, "<configuration>");
}

bool has_element(const action_body& body, std::string_view name) {
  for (const named_text& each : body.texts)
    if (each.name == name) return true;
  return false;
}

std::variant<std::string, node_refusal> local_source(std::string_view path,
                                                     std::string_view app_path) {
  const std::string quoted = "'" + std::string(path) + "'";
  if (path.empty()) return node_refusal{"JA008", "the file " + quoted + " has no path"};
  std::string uri{path};
  if (!has_scheme(path) && path[0] != '/') uri = std::string(app_path) + "/" + uri;
  auto source = local_path(uri);
  if (source) return std::move(*source);
  return node_refusal{
      "E0904", "the file " + quoted + " is not on this host; only file: paths are offered yet"};
}

std::variant<std::string, node_refusal> add_file(program_plan& plan, std::string_view entry,
                                                 std::string_view app_path) {
  if (auto refused = add_entry(plan.files, entry, app_path)) return std::move(*refused);
  const size_t hash = entry.find('#');
  const std::string_view link =
      hash == std::string_view::npos ? std::string_view{} : trim(entry.substr(hash + 1));
  return std::string(link.empty() ? base_name(trim(entry.substr(0, hash))) : link);
}

std::optional<node_refusal> add_files(program_plan& plan, std::string_view list,
                                      std::string_view app_path) {
  return add_entries(plan.files, list, app_path);
}

std::optional<node_refusal> add_archives(program_plan& plan, std::string_view list,
                                         std::string_view app_path) {
  return add_entries(plan.archives, list, app_path);
}

bool has_file(const program_plan& plan, std::string_view name) {
  return std::any_of(plan.files.begin(), plan.files.end(),
                     [&](const auto& each) { return each.second == name; }) ||
         std::any_of(plan.documents.begin(), plan.documents.end(),
                     [&](const auto& each) { return each.first == name; });
}

void add_document(program_plan& plan, std::string name, std::string content, node_texts& texts) {
  if (has_file(plan, name)) return;
  texts.count(content.size());
  plan.documents.emplace_back(std::move(name), std::move(content));
}

std::vector<fs_plan_step> prepare_of(const std::vector<prepare_step>& steps, node_texts& texts) {
  std::vector<fs_plan_step> out;
  out.reserve(steps.size());
  for (const prepare_step& step : steps)
    out.push_back(
        {step.kind, texts.text(step.path, "prepare/" + step.kind), "", "", "", false, true, false});
  return out;
}

std::optional<node_refusal> judge_prepare(program_plan& plan, dialect reading) {
  for (fs_plan_step& step : plan.prepare) {
    auto path = resolve_fs_path("", step.path, reading);
    if (!path) return node_refusal{"JA018", path.error().within("prepare/" + step.kind).text()};
    step.path = std::move(path).value();
  }
  return std::nullopt;
}

namespace {

constexpr std::string_view output_limit_variable = "OOZIE_ACTION_MAX_OUTPUT_DATA=";

/// A whole number; what is beyond the most counts as that.
std::optional<size_t> limit_in(std::string_view text) {
  uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  if (error != std::errc{}) return output_limit_max;
  return std::min(out, output_limit_max);
}

}  // namespace

void limit_output(program_plan& plan, const configuration& conf, const plan_scope& at) {
  const auto limit = limit_in(trim(setting_of(output_limit_property, conf, at)));
  if (!limit || *limit == limits::output_data_bytes_max) return;
  plan.environment.insert(plan.environment.begin(),
                          std::string(output_limit_variable) + std::to_string(*limit));
}

size_t output_limit(const program_plan& plan) {
  // Of several the first: what users set stands behind it.
  for (const std::string& each : plan.environment)
    if (each.starts_with(output_limit_variable))
      return limit_in(std::string_view(each).substr(output_limit_variable.size()))
          .value_or(limits::output_data_bytes_max);
  return limits::output_data_bytes_max;
}

verdict captured(const program_plan& plan, const finished_run& run) {
  if (!plan.capture_output) return std::string{};
  const size_t limit = output_limit(plan);
  if (run.output.size() > limit)
    return node_refusal{"JA018",
                        "output.properties data exceeds its limit [" + std::to_string(limit) +
                            "]: print less, or write the data to a file and print its path" +
                            (run.message.empty() ? "" : "; " + run.message)};
  return run.output;
}

verdict judge_exit(const program_plan& plan, const finished_run& run, std::string_view code) {
  if (run.exit_code == 0) return captured(plan, run);
  const std::string status = std::to_string(run.exit_code);
  return node_refusal{code.empty() ? status : std::string(code),
                      "the program ended with exit status " + status +
                          (run.message.empty() ? "" : "; " + run.message)};
}

}  // namespace foliot::model
