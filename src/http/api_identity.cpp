// What every request passes before it is looked at: who asks, on whose behalf, and whether that
// user may do what is asked (rest.md 2).
#include <utility>
#include <variant>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/audit_field.hpp"
#include "http/errors.hpp"
#include "http/own_routes.hpp"
#include "model/workflow.hpp"

namespace foliot::http {

namespace {

/// What is answered whoever asks: addresses that tell nothing, and the programs that call back.
bool is_open(const api_call& call) {
  switch (call.where.what) {
    case resource::root:
    case resource::oozie_root:
    case resource::landing: return true;
    default: return call.in.path == "/oozie/callback" || (call.where.own && call.where.own->open);
  }
}

bool is_write(const api_call& call) {
  const std::string& method = call.in.method;
  return method != "GET" && method != "HEAD" && method != "OPTIONS" &&
         call.where.what != resource::preview;
}

/// What changes something, or would. One read does: it looks for libraries anew.
bool is_command(const api_call& call) {
  return is_write(call) ||
         (call.where.what == resource::admin && call.where.rest == "update_sharelib");
}

/// The job of a request: that of its address, else the one that was made.
std::string job_of(const std::string& addressed, const response& out) {
  constexpr std::string_view begin = "{\"id\":\"";
  if (!addressed.empty() || out.status != 201 || !out.body.starts_with(begin)) return addressed;
  const size_t end = out.body.find('"', begin.size());
  return out.body.substr(begin.size(), end - begin.size());
}

/// The layout of Oozie's audit log.
std::string audit_line(const audit_note& noted, const response& out) {
  const requester& who = noted.who;
  const bool fine = out.status < 300;
  return "IP" + in_brackets(shown_host(who.address)) + ", USER" +
         in_brackets(shown_user(who.user, who.address)) + ", JOBID" +
         in_brackets(job_of(noted.job, out)) + ", OPERATION" + in_brackets(noted.operation) +
         ", STATUS" + (fine ? " [SUCCESS]" : " [FAILED]") + ", HTTPCODE [" +
         std::to_string(out.status) + "], ERRORCODE" + in_brackets(out.error_code) +
         ", ERRORMESSAGE" + in_brackets(out.error_sentence) + ", REQUEST [" + who.request_id + "]";
}

/// What is done to the whole server: "systemmode=SAFEMODE", "purge".
std::string admin_operation(const api_call& call, const parameters& query) {
  if (call.where.rest != "status") return call.where.rest;
  const std::string name = call.where.version == 0 ? "safemode" : "systemmode";
  return name + "=" + query.find(name).value_or("");
}

/// What is done: the action that the parameters of an order name, else the resource; the method
/// where it is one that the resource does not take.
std::string operation_of(const api_call& call, const parameters& query) {
  const std::string& method = call.in.method;
  const bool posts = method == "POST";
  switch (call.where.what) {
    case resource::job:
    case resource::jobs:
      if (const auto action = query.find("action")) return *action;
      return posts && call.where.what == resource::jobs ? "submit" : method;
    case resource::admin:
      return method == "PUT" || method == "GET" ? admin_operation(call, query) : method;
    case resource::purge: return posts ? "purge" : method;
    case resource::ready: return posts ? "datasets-ready" : method;
    case resource::validate: return posts ? "validate" : method;
    case resource::callback: return posts ? "callback" : method;
    default: return method;
  }
}

/// What does not exist is refused with 401 where authorization is on, as in Oozie.
failure not_there(const std::string& id) {
  const bool workflow = shape_of(id) == id_shape::workflow;
  failure out = refuse(workflow ? "E0605" : "E0604",
                       (workflow ? "Action" : "Job") + std::string(" does not exist [") + id + "]");
  out.code = errc::forbidden;
  return out;
}

response answer_of(unidentified refusal, const api_call& call) {
  response out =
      is_own(call.where.what)
          ? api_error({refusal.status == 400 ? errc::bad_input : errc::forbidden, refusal.sentence,
                       "", "user.name", "Say who asks: user.name=NAME"},
                      refusal.status)
          : plain_error(refusal.status, call.in.method, refusal.sentence);
  for (auto& header : refusal.headers) out.headers.push_back(std::move(header));
  return out;
}

}  // namespace

/// From here on every answer names who asked, and that of a command leaves a line in the audit.
void api::note(api_call& call, const parameters& address, answer& done) {
  if (call.in.id.empty()) call.in.id = "r" + std::to_string(next_request_.fetch_add(1));
  call.who = {"", call.in.peer, call.in.id};
  call.noted = std::make_shared<audit_note>(
      audit_note{call.who, call.where.what == resource::job ? call.where.rest : std::string(),
                 operation_of(call, address), is_command(call)});
  done = [this, noted = call.noted, inner = std::move(done)](response out) {
    if (noted->is_command) options_.audit(audit_line(*noted, out));
    out.user = shown_user(noted->who.user, noted->who.address);
    inner(std::move(out));
  };
}

bool api::identify(api_call& call, const parameters& address, answer& done) {
  if (is_open(call)) return true;
  auto outcome = options_.authenticate({call.in.headers, address}, clock_.now());
  if (auto* refusal = std::get_if<unidentified>(&outcome)) {
    done(answer_of(std::move(*refusal), call));
    return false;
  }
  auto& known = std::get<identified>(outcome);
  call.who.user = std::move(known.user);
  call.noted->who = call.who;
  if (!known.remark.empty())
    options_.remark(call.in.peer + ": " + known.remark + ", REQUEST [" + call.in.id + "]");
  if (!known.set_cookie.empty())
    done = [cookie = std::move(known.set_cookie), inner = std::move(done)](response out) {
      out.headers.emplace_back("Set-Cookie", cookie);
      inner(std::move(out));
    };
  return true;
}

result<void> api::act_for(api_call& call) const {
  const auto target = call.query.find("doAs");
  if (!target || is_open(call)) return {};
  auto acts = acting_user({options_.proxies, options_.groups, options_.addresses}, call.who.user,
                          call.in.peer, *target);
  if (!acts) return std::move(acts).error();
  call.who.address = audited_address(*acts, call.who.user, call.in.peer);
  call.who.user = std::move(*acts);
  return {};
}

bool api::enter(api_call& call, const answer& done) const {
  const auto acts = act_for(call);
  call.noted->who = call.who;
  call.noted->operation = operation_of(call, call.query);
  if (!acts) call.noted->is_command = true;  // somebody tried to be somebody else
  const auto allowed = acts ? permit(call) : acts;
  if (!allowed) done(call.refused(allowed.error()));
  return allowed.ok();
}

result<void> api::permit(const api_call& call) const {
  const permissions& rules = options_.permitted;
  if (!rules.on) return {};
  const bool writes = is_write(call);
  switch (call.where.what) {
    case resource::purge:
      return writes ? may_administer(rules, options_.groups, call.who.user) : result<void>{};
    case resource::admin:
      // The only read that does something.
      if (!writes && call.where.rest != "update_sharelib") return {};
      return may_administer(rules, options_.groups, call.who.user);
    case resource::job: return writes ? permit_job(call) : result<void>{};
    default: return {};
  }
}

result<void> api::permit_job(const api_call& call) const {
  if (is_admin(options_.permitted, options_.groups, call.who.user)) return {};
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return found.error();
  if (!*found) return not_there(call.where.rest);
  return permit_change((**found).id, (**found).record, call.who.user);
}

result<void> api::permit_rows(const std::vector<model::job_row>& rows,
                              const std::string& user) const {
  if (!options_.permitted.on) return {};
  for (const model::job_row& row : rows)
    if (auto allowed = permit_change(row.id, row.record, user); !allowed) return allowed;
  return {};
}

/// The properties of a job; an action's are its coordinator's.
result<model::configuration> api::properties_of(const entity_id& id,
                                                const model::any_record& record) const {
  hash128 hash;
  if (const auto* bundle = std::get_if<model::bundle_record>(&record)) hash = bundle->definition;
  if (const auto* job = std::get_if<model::coordinator_record>(&record)) hash = job->definition;
  const auto* workflow = std::get_if<model::workflow_record>(&record);
  if (workflow != nullptr)
    hash = workflow->conf_base == hash128{} ? workflow->definition : workflow->conf_base;
  auto stored = catalogue_.text(id.root, hash);
  if (!stored) return std::move(stored).error();
  if (workflow == nullptr) return std::move(stored->conf);
  return model::merged(stored->conf, workflow->conf);
}

result<void> api::permit_change(const entity_id& id, const model::any_record& record,
                                const std::string& user) const {
  if (id.kind == entity_kind::action) {
    const entity_id job = coordinator_of(id);
    const auto above = reader_.record(job);
    if (!above) return above.error();
    if (!*above) return not_there(reader_.ids().text(job));  // purged this moment
    return permit_change(job, **above, user);
  }
  owned_job job{id.kind, reader_.ids().text(id), "", ""};
  std::visit(
      [&](const auto& of_job) {
        if constexpr (requires { of_job.user; }) job.user = of_job.user;
      },
      record);
  if (user != job.user) {
    const auto conf = properties_of(id, record);
    if (!conf) return conf.error();
    job.acl = acl_of(*conf);
  }
  return may_change(options_.permitted, options_.groups, user, job);
}

}  // namespace foliot::http
