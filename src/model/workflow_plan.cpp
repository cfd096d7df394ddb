#include "model/workflow_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "base/text.hpp"

namespace foliot::model {

namespace {

/// Evaluates the texts of one node: the first failure and all questions are kept.
class evaluator {
 public:
  explicit evaluator(const el::environment& in) : in_(in) {}

  /// The trimmed text; empty once something failed or a question is open.
  std::string text(const el::expression& of) {
    if (failed_) return {};
    el::outcome out = el::evaluate_text(of, in_);
    if (auto* asked = std::get_if<el::needs>(&out)) {
      questions_.insert(questions_.end(), asked->probes.begin(), asked->probes.end());
      return {};
    }
    if (auto* error = std::get_if<failure>(&out)) return fail(std::move(*error)), std::string{};
    const std::string* found = std::get<el::value>(out).as_string();
    std::string text{found ? trim(*found) : std::string_view{}};
    bytes_ += text.size() + 1;
    if (bytes_ > limits::node_plan_bytes_max) {
      fail({errc::too_large,
            "its texts come to more than " + std::to_string(limits::node_plan_bytes_max) + " bytes",
            "", "", "Pass large values in a file"});
    }
    return text;
  }

  bool failed() const { return failed_.has_value(); }

  /// `made` if every text could be evaluated; else what is missing or wrong.
  template <class Out, class Made>
  Out finish(Made made) {
    if (failed_) return Out{std::move(*failed_)};
    if (!questions_.empty()) {
      std::sort(questions_.begin(), questions_.end());
      questions_.erase(std::unique(questions_.begin(), questions_.end()), questions_.end());
      return Out{el::needs{std::move(questions_)}};
    }
    return Out{std::in_place_index<0>, std::move(made)};
  }
  /// Whether the texts are all known, so that their meaning can be judged.
  bool complete() const { return !failed_ && questions_.empty(); }

 private:
  void fail(failure error) {
    node_refusal refusal{error.oozie.empty() ? "EL_ERROR" : error.oozie, "", true};
    error.oozie.clear();
    refusal.sentence = error.text();
    failed_ = std::move(refusal);
  }

  const el::environment& in_;
  std::vector<el::probe> questions_;
  std::optional<node_refusal> failed_;
  size_t bytes_ = 0;
};

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

bool is_link_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

bool has_scheme(std::string_view path) {
  const size_t colon = path.find(':');
  return colon != std::string_view::npos && colon > 0 && path.find('/') > colon;
}

/// Adds what one entry "path" or "path#link" asks for.
std::optional<node_refusal> add_file(shell_plan& plan, std::string_view entry,
                                     std::string_view app_path) {
  const size_t hash = entry.find('#');
  const std::string_view path = trim(entry.substr(0, hash));
  std::string_view link =
      hash == std::string_view::npos ? std::string_view{} : trim(entry.substr(hash + 1));
  const std::string quoted = "'" + std::string(entry) + "'";
  if (path.empty()) return node_refusal{"JA008", "the file " + quoted + " has no path"};
  std::string uri{path};
  if (!has_scheme(path) && path[0] != '/') uri = std::string(app_path) + "/" + uri;
  const auto source = local_path(uri);
  if (!source) {
    return node_refusal{
        "E0904", "the file " + quoted + " is not on this host; only file: paths are offered yet"};
  }
  if (link.empty()) link = base_name(path);
  if (!is_link_name(link))
    return node_refusal{"JA008", "the file " + quoted + " cannot be linked under that name"};
  for (const auto& [other, name] : plan.files) {
    if (name != link) continue;
    if (other == *source) return std::nullopt;
    return node_refusal{"JA008", "two files are linked as '" + name + "'"};
  }
  plan.files.emplace_back(*source, std::string(link));
  return std::nullopt;
}

/// JA010 where `entry` is no "K=V". Oozie also refuses "K=", which the lenient reading takes as an
/// empty value (workflow.md 6, shell).
std::optional<node_refusal> check_environment(const std::string& entry, dialect reading) {
  const size_t equals = entry.find('=');
  const bool bare = equals == std::string::npos || equals == 0;
  const bool empty = !bare && equals + 1 == entry.size();
  if (!bare && !(empty && reading == dialect::oozie)) return std::nullopt;
  return node_refusal{"JA010", "the env-var '" + entry + "' is not of the form NAME=VALUE", true};
}

std::optional<node_refusal> judge_shell(shell_plan& plan, const std::vector<std::string>& files,
                                        std::string_view app_path, dialect reading) {
  plan.program = std::string(base_name(plan.program));
  if (plan.program.empty() || plan.program == "/")
    return node_refusal{"JA018", "the exec element names no program"};
  for (const std::string& entry : plan.environment)
    if (auto refused = check_environment(entry, reading)) return refused;
  for (const std::string& list : files) {
    std::string_view rest = list;
    while (!rest.empty()) {  // comma separated lists, workflow.md 6
      const size_t comma = rest.find(',');
      const std::string_view entry = trim(rest.substr(0, comma));
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
      if (entry.empty()) continue;
      if (auto refused = add_file(plan, entry, app_path)) return refused;
    }
  }
  return std::nullopt;
}

}  // namespace

namespace {

std::optional<node_refusal> judge_prepare(shell_plan& plan, dialect reading) {
  for (fs_plan_step& step : plan.prepare) {
    auto path = resolve_fs_path("", step.path, reading);
    if (!path) return node_refusal{"JA018", path.error().within("prepare/" + step.kind).text()};
    step.path = std::move(path).value();
  }
  return std::nullopt;
}

}  // namespace

planned plan_shell(const shell_body& body, const el::environment& in, std::string_view app_path) {
  evaluator texts{in};
  shell_plan plan;
  std::vector<std::string> files;
  plan.program = texts.text(body.exec);
  for (const auto& argument : body.arguments) plan.arguments.push_back(texts.text(argument));
  for (const auto& entry : body.environment) plan.environment.push_back(texts.text(entry));
  for (const auto& file : body.files) files.push_back(texts.text(file));
  // Oozie evaluates the whole element: an error in the configuration counts although nothing reads
  // the values here.
  for (const auto& entry : body.conf) texts.text(entry.second);
  plan.capture_output = body.capture_output;
  for (const prepare_step& step : body.prepare)
    plan.prepare.push_back({step.kind, texts.text(step.path), "", "", "", false, true, false});
  if (texts.complete()) {
    if (auto refused = judge_prepare(plan, in.reading)) return *refused;
    if (auto refused = judge_shell(plan, files, app_path, in.reading)) return *refused;
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

result<std::string> resolve_fs_path(std::string_view name_node, std::string_view path,
                                    dialect reading) {
  path = trim(path);
  name_node = trim(name_node);
  if (has_scheme(path)) return std::string(path);
  const bool absolute = path.starts_with('/');
  const std::string quoted = "'" + std::string(path) + "'";
  if (!name_node.empty()) {
    if (!absolute) {
      return failure{errc::bad_input, "the path " + quoted + " is not absolute", "FS011", "",
                     "Begin it with '/', or write a full URI"};
    }
    const size_t authority = name_node.find("://");
    if (authority == std::string_view::npos) {
      while (name_node.ends_with('/')) name_node.remove_suffix(1);
      return std::string(name_node) + std::string(path);
    }
    return std::string(name_node.substr(0, name_node.find('/', authority + 3))) + std::string(path);
  }
  if (absolute && reading == dialect::lenient) return std::string(path);
  return failure{errc::bad_input, "the path " + quoted + " has no scheme", "FS001", "",
                 "Write a full URI such as file:///data/x"};
}

planned plan_fs(const fs_body& body, const el::environment& in) {
  evaluator texts{in};
  fs_plan plan;
  const std::string name_node = body.name_node ? texts.text(*body.name_node) : std::string{};
  for (const fs_step& step : body.steps) {
    plan.steps.push_back({step.kind, texts.text(step.path), texts.text(step.target),
                          texts.text(step.permissions), texts.text(step.group), step.recursive,
                          step.directories, step.skip_trash});
  }
  if (!texts.complete()) return texts.finish<planned>(node_plan{std::move(plan)});
  for (fs_plan_step& step : plan.steps) {
    auto path = resolve_fs_path(name_node, step.path, in.reading);
    if (!path) {
      failure error = std::move(path).error();
      const std::string code = std::exchange(error.oozie, "");
      return node_refusal{code, error.within(step.kind).text()};
    }
    step.path = std::move(path).value();
    // A target without scheme belongs to the source's file system (workflow.md 8, move).
    if (!name_node.empty() && step.target.starts_with('/'))
      step.target = resolve_fs_path(name_node, step.target, in.reading).value();
  }
  return texts.finish<planned>(node_plan{std::move(plan)});
}

std::variant<size_t, el::needs, node_refusal> choose_case(const std::vector<decision_case>& cases,
                                                          const el::environment& in) {
  evaluator texts{in};
  size_t chosen = cases.size();
  for (size_t i = 0; i < cases.size(); ++i)
    if (texts.text(cases[i].predicate) == "true" && chosen == cases.size()) chosen = i;
  return texts.finish<std::variant<size_t, el::needs, node_refusal>>(chosen);
}

std::variant<std::string, el::needs, node_refusal> kill_message(const el::expression& message,
                                                                const el::environment& in) {
  evaluator texts{in};
  std::string text = texts.text(message);
  return texts.finish<std::variant<std::string, el::needs, node_refusal>>(std::move(text));
}

}  // namespace foliot::model
