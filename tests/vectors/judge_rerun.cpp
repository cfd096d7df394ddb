// Reruns of a coordinator's actions: a command line, the actions before, and what of them then.
#include <regex>
#include <string>

#include "model/action.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/played_job.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::status;

constexpr const char* first_day = "2009-12-15T01:00Z";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// "-action 1-3 -refresh", what stands in parentheses is a remark.
model::orders::rerun order_told(const std::string& words) {
  static const std::regex remark(R"( ?\([^)]*\))");
  const std::string plain = std::regex_replace(words, remark, "") + " ";
  static const std::regex scope(R"(-(action|date) ([^ ,]\S*?),? )");
  std::smatch found;
  if (!std::regex_search(plain, found, scope)) throw std::runtime_error("no scope: " + words);
  model::orders::rerun out;
  out.scope = found[1] == "date" ? times_told(found[2]) : numbers_told(found[2]);
  out.options.refresh = has(plain, " -refresh ");
  out.options.nocleanup = has(plain, " -nocleanup ");
  out.options.failed = has(plain, " -failed ");
  return out;
}

/// One output, an hour's file, which a data-out may tell to keep.
void add_output(played_job& job, bool keep) {
  model::dataset set;
  set.name = "made";
  set.every = {1, time::time_unit::day, time::end_of::none};
  set.initial = job.definition.start;
  set.uri_template = "/made/${YEAR}${MONTH}${DAY}";
  job.definition.datasets.push_back(std::move(set));
  model::data_event out;
  out.name = "out";
  out.instances.push_back(must(el::parse("${coord:current(0)}")));
  out.keep = keep;
  job.definition.outputs.push_back(std::move(out));
}

/// Whether the first action's output goes before it starts over.
bool deletes_output(const played_job& job) {
  const model::action_record& action = job.actions.at(1);
  if (!action.extra || !action.extra->cleaning) return false;
  return !model::outputs_to_clean(job.definition,
                                  {"a", "joe", action.nominal, model::actual_time(action)})
              .empty();
}

/// "@1", "@1.externalId", "job", "errorCode", "output": what is expected of it.
verdict expect(const played_job& job, const std::string& name, const json& value) {
  static const std::regex of_action(R"(@(\d+)(\..*)?)");
  std::smatch found;
  if (std::regex_match(name, found, of_action)) {
    const model::action_record& action =
        job.actions.at(static_cast<uint32_t>(std::stoul(found[1])));
    if (found[2] == ".externalId") return unless(action.workflow == 0, "there is a workflow");
    const std::string told = value.get<std::string>();
    const std::string state(model::name(action.state));
    if (told.starts_with("not ")) return unless(told.substr(4) != state, name + " is " + state);
    return compare(told, state);
  }
  if (name == "job") return compare(value, std::string(model::name(job.record.state)));
  const model::action_record& action = job.actions.at(1);
  if (name == "errorCode") return compare(value, action.error ? action.error->code : "");
  if (name == "errorMessage") return compare(value, action.error ? action.error->message : "");
  if (name == "latest")  // resolved as of the time of the rerun
    return unless(model::actual_time(action) == job.now, "its actual time is an older one");
  if (name == "output" || name == "output done flag")
    return compare(value.get<std::string>(), deletes_output(job) ? "deleted" : "kept");
  return "nobody knows what '" + name + "' means";
}

}  // namespace

verdict judge_rerun(const subject& of) {
  const json& v = of.vector();
  const std::string words = v.at("command").get<std::string>();
  played_job job(status_told(v.at("job_status").get<std::string>()), utc(first_day));
  add_output(job, has(words, "nocleanup='true'"));
  for (const auto& [name, state] : v.at("action_statuses").items())
    job.has(static_cast<uint32_t>(std::stoul(name.substr(1))),
            status_told(state.get<std::string>()));

  const std::string code = job.order_quietly(order_told(words));
  const json& expected = v.at("expected");
  const std::string error = expected.value("error", "");
  const std::string wanted = v.value("error_code", "");
  if (error == "CommandException") return unless(!code.empty(), "nothing is refused");
  if (error != "optional")
    if (verdict why = compare(wanted, code); !why.empty()) return why;
  for (const auto& [name, value] : expected.items())
    if (name != "error")
      if (verdict why = expect(job, name, value); !why.empty()) return why;
  return {};
}

}  // namespace foliot::vectors
