#include "parse/workflow_conf.hpp"

#include <algorithm>

#include "el/evaluate.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

// What the wf: functions see before the job exists.
class unborn_workflow final : public el::workflow_context {
 public:
  unborn_workflow(const model::configuration& conf, std::string app_path)
      : conf_(conf), app_path_(std::move(app_path)) {}
  const std::string* conf(std::string_view name) const override {
    const auto found = conf_.find(name);
    return found == conf_.end() ? nullptr : &found->second;
  }
  std::string id() const override { return {}; }
  std::string name() const override { return {}; }
  std::string app_path() const override { return app_path_; }
  std::string user() const override {
    const std::string* found = conf("user.name");
    return found == nullptr ? std::string() : *found;
  }
  instant now() const override { return {}; }

 private:
  const model::configuration& conf_;
  std::string app_path_;
};

result<std::string> evaluate(const el::expression& text, const std::string& app_path,
                             const model::configuration& conf, const options& how) {
  const unborn_workflow workflow(conf, app_path);
  const el::map_variables names(conf);
  el::environment in;
  in.where = el::phase::workflow;
  in.names = &names;
  in.workflow = &workflow;
  in.zone = how.zone;
  in.reading = how.reading;
  result<std::string> out = el::text_of(text, in);
  if (!out) return out;
  return std::string(trim(*out));
}

bool is_number(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

result<std::string> workflow_name(const model::workflow_definition& made,
                                  const model::configuration& conf, const options& how) {
  result<std::string> out = evaluate(made.name, made.app_path, conf, how);
  if (out) return out;
  out.error().oozie = "E0803";
  return std::move(out).error().within("attribute 'name'");
}

result<retry_texts> evaluate_retry(const model::retry_rule& rule, const std::string& app_path,
                                   const model::configuration& conf, const options& how) {
  retry_texts out;
  const auto read = [&](const std::optional<el::expression>& text, const char* name,
                        std::string& into) -> result<void> {
    if (!text) return {};
    result<std::string> done = evaluate(*text, app_path, conf, how);
    if (!done) {
      done.error().oozie = "E0703";
      return std::move(done).error().within(std::string("attribute '") + name + "'");
    }
    into = std::move(*done);
    return {};
  };
  if (auto done = read(rule.max, "retry-max", out.max); !done) return done.error();
  if (auto done = read(rule.interval, "retry-interval", out.interval); !done) return done.error();
  if (auto done = read(rule.policy, "retry-policy", out.policy); !done) return done.error();
  return out;
}

result<void> check_retries(const model::workflow_definition& made, const model::configuration& conf,
                           const std::string& file, const options& how,
                           std::vector<std::string>& warnings) {
  for (const model::workflow_node& node : made.nodes) {
    const std::string place = file + ":" + std::to_string(node.line) + ":" +
                              std::to_string(node.column) + ": node " + quoted(node.name);
    const result<retry_texts> texts = evaluate_retry(node.retry, made.app_path, conf, how);
    if (!texts) return failure(texts.error()).within(place);
    for (const auto& [name, text] :
         {std::pair{"retry-max", &texts->max}, std::pair{"retry-interval", &texts->interval}})
      if (!is_number(*text))
        warnings.push_back(place + ": attribute '" + name + "' is " + quoted(*text) +
                           ", not a number: the action will fail when it starts. Write a whole "
                           "number.");
  }
  return {};
}

}  // namespace foliot::parse
