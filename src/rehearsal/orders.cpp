#include "rehearsal/orders.hpp"

#include <algorithm>
#include <set>

#include "http/job_orders.hpp"

namespace foliot::rehearsal {

namespace {

http::id_shape shape_of(const entity_id& job) {
  switch (job.kind) {
    case entity_kind::bundle: return http::id_shape::bundle;
    case entity_kind::coordinator: return http::id_shape::coordinator;
    case entity_kind::action: return http::id_shape::action;
    default: return http::id_shape::workflow;
  }
}

/// The words as the query of the REST call that they stand for; nothing for an unknown word.
std::optional<std::string> query_of(const std::string& verb,
                                    const std::vector<std::string>& words) {
  std::string out = "action=" + std::string(verb == "rerun" ? "coord-rerun" : verb);
  std::string change;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (verb == "change")
      change += (change.empty() ? "" : ";") + word;
    else if (key == "actions")
      out += "&type=action&scope=" + value;
    else if (key == "dates")
      out += "&type=date&scope=" + value + "&date-scope=" + value;
    else if (key == "coordinators")
      out += "&coord-scope=" + value;
    else if (word == "refresh" || word == "nocleanup" || word == "failed")
      out += "&" + word + "=true";
    else
      return std::nullopt;
  }
  if (!change.empty()) {
    // As a client escapes them.
    std::string escaped;
    for (char c : change)
      escaped += c == ';' ? "%3B" : c == '=' ? "%3D" : c == '+' ? "%2B" : std::string(1, c);
    out += "&value=" + escaped;
  }
  return out;
}

/// The words as the properties of a workflow's rerun: skip=a,b, failed, or KEY=VALUE.
std::string properties_of(const std::vector<std::string>& words) {
  std::string out = "<configuration>";
  for (const std::string& word : words) {
    const size_t equals = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equals);
    std::string value = equals < word.size() ? word.substr(equals + 1) : "true";
    if (name == "skip") name = "oozie.wf.rerun.skip.nodes";
    if (name == "failed") name = "oozie.wf.rerun.failnodes";
    out += "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }
  return out + "</configuration>";
}

}  // namespace

bool give_order(actors::gate& to, const entity_id& job, const std::string& verb,
                const std::vector<std::string>& words,
                std::function<void(result<model::order_reply>)> done) {
  static const std::set<std::string> known{"start",  "suspend", "resume", "kill",
                                           "change", "rerun",   "ignore"};
  if (!known.contains(verb)) return false;
  if (verb == "rerun" && job.kind == entity_kind::workflow) {
    to.rerun(job, properties_of(words), {"joe", "", ""}, std::move(done));
    return true;
  }
  const auto text = query_of(verb, words);
  const result<http::parameters> query =
      text ? http::parameters::parse(*text) : result<http::parameters>(failure{});
  if (!query) return false;
  const auto order = http::parse_order(*query, shape_of(job), 2, {});
  if (!order) {
    done(order.error());
    return true;
  }
  to.order(job, *order, {"joe", "", ""}, std::move(done));
  return true;
}

}  // namespace foliot::rehearsal
