#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/offline/commands.hpp"
#include "tools/offline/json_out.hpp"

namespace foliot::offline {

using client::console;
using model::retry_advice;
using model::retry_verdict;
using nlohmann::json;

namespace {

std::string number(const char* form, double value) {
  // Beyond this a double has no digits behind the point, and nobody reads those before it.
  constexpr double long_number = 1e12;
  char text[64];
  std::snprintf(text, sizeof text, value < long_number ? form : "%.6g", value);
  return text;
}

/// Four digits behind the point where there are any, as a number of JSON.
double rounded(double value) { return std::stod(number("%.4f", value)); }

const char* sentence(retry_verdict verdict) {
  switch (verdict) {
    case retry_verdict::more_is_better: return "each further retry lowers the expected cost";
    case retry_verdict::none_is_best: return "each retry costs more than it saves: none is best";
    case retry_verdict::indifferent: return "retries neither raise nor lower the expected cost";
    case retry_verdict::no_retry_helps: break;
  }
  return "what always fails is not mended by retries: repair the action";
}

json json_of(const retry_advice& advice) {
  json out;
  out["retries"] = advice.retries;
  if (advice.needed_retries) out["needed_retries"] = *advice.needed_retries;
  out["success_probability"] = advice.success_probability;
  out["expected_time"] = rounded(advice.expected_time);
  out["worst_time"] = rounded(advice.worst_time);
  out["expected_cost"] = rounded(advice.expected_cost);
  out["verdict"] = model::name(advice.verdict);
  return out;
}

}  // namespace

int advise_on_retries(const console& to, const retry_options& options) {
  model::retry_question question = options.question;
  if (options.policy == "exponential") question.policy = model::retry_policy::exponential;
  const auto advice = model::advise(question);
  if (!advice) return report_answer(to, advice.error());
  if (to.json) return print_json(to, json_of(*advice)), client::exit_good;
  const std::string count = std::to_string(advice->retries);
  if (advice->needed_retries)
    to.out("needed retries   " + std::to_string(*advice->needed_retries) + "\n");
  else if (question.target)
    to.out("needed retries   no number suffices\n");
  to.out("with " + count + (advice->retries == 1 ? " retry" : " retries") + "\n");
  to.out("  success        " + number("%.6g", 100 * advice->success_probability) + " %\n");
  if (question.duration > 0 || question.interval > 0) {
    to.out("  expected time  " + number("%.4f", advice->expected_time) + " min\n");
    to.out("  worst time     " + number("%g", advice->worst_time) + " min\n");
  }
  if (question.cost_failure > 0 || question.cost_retry > 0) {
    to.out("  expected cost  " + number("%.4f", advice->expected_cost) + "\n");
    to.out(std::string("verdict: ") + sentence(advice->verdict) + "\n");
  }
  to.out("(Attempts are taken to fail independently of each other.)\n");
  return client::exit_good;
}

}  // namespace foliot::offline
