#include "http/api.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api_call.hpp"
#include "http/body_limits.hpp"
#include "http/embedded_api.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"
#include "http/timezones.hpp"
#include "http/views.hpp"

namespace foliot::http {

namespace {

bool is_form(const header_list& headers) {
  const auto type = find_header(headers, "Content-Type").value_or("");
  return type.substr(0, type.find(';')) == "application/x-www-form-urlencoded";
}

result<parameters> form_of(const api_call& call) {
  if (call.in.body.size() <= limits::http_form_bytes_max) return parameters::parse(call.in.body);
  return failure{errc::too_large,
                 "the form has more than " + std::to_string(limits::http_form_bytes_max) + " bytes",
                 "", "body", "Say in the Content-Type what the body is, if it is no form"};
}

response wrong_form(const api_call& call, const failure& error) {
  const int status = error.code == errc::too_large ? 413 : 400;
  return is_own(call.where.what) ? api_error(error, status) : plain_error(status, call.in.method);
}

/// Clients of Oozie get a whole address.
response redirect(const api_call& call, const std::string& path) {
  const auto host = find_header(call.in.headers, "Host");
  const std::string where = host ? "http://" + std::string(*host) + path : path;
  return {302, "", {{"Location", where}}, ""};
}

response not_found(const api_call& call) {
  if (call.where.what != resource::api_unknown) return plain_error(404, call.in.method);
  return api_error({errc::not_found, "there is nothing at " + call.in.path, "", "",
                    "/api/openapi.json tells all that there is"});
}

response broken_address(const api_call& call, const result<parameters>& query) {
  if (!is_own(call.where.what)) return plain_error(400, call.in.method);
  return api_error(query ? failure{errc::bad_input, "the path holds a broken percent escape", "",
                                   "path", "Write % itself as %25"}
                         : query.error());
}

bool nobody_looks(const std::string&) { return false; }

}  // namespace

api::api(const model::reader& reader, const model::definitions& definitions, commands& orders,
         const wall_clock& clock, api_options options)
    : reader_(reader),
      catalogue_(reader, definitions, options.exists ? options.exists : nobody_looks,
                 options.base_url + "?job=", options.orders.reading, options.read_nodes),
      orders_(orders),
      clock_(clock),
      options_(std::move(options)) {}

bool api::not_now(const api_call& call, response& out) const {
  if (!options_.ready()) {
    const failure starting{errc::unavailable, "the engine is starting", "", "",
                           "Ask again in a moment"};
    out = is_own(call.where.what) ? api_error(starting)
                                  : plain_error(503, call.in.method, starting.text());
    return true;
  }
  const failure safe{errc::unavailable, "System is in safe mode: too little space is left", "E0002",
                     "", "Free space on the data directory's file system"};
  // Only new work is refused for want of space; a kill frees some (architecture 3).
  const bool submits = call.where.what == resource::jobs && call.in.method == "POST";
  const bool changes =
      call.in.method != "GET" && !is_own(call.where.what) && call.where.what != resource::admin;
  if ((submits && options_.safe_mode()) || (changes && mode_->load() != system_mode::normal)) {
    out = oozie_error(safe, call.in.method);
    return true;
  }
  return false;
}

bool api::admit(answer& done) {
  if (uncommitted_->fetch_add(1) >= options_.commands_max) {
    uncommitted_->fetch_sub(1);
    return false;
  }
  done = [count = uncommitted_, inner = std::move(done)](response out) {
    count->fetch_sub(1);
    inner(std::move(out));
  };
  return true;
}

void api::handle(request in, std::function<void(response)> done) {
  api_call call;
  call.where = find_route(in.path);
  call.in = std::move(in);
  auto query = parameters::parse(call.in.query);
  const parameters address = query ? *query : parameters{};
  note(call, address, done);
  if (const auto meant = check_browser(call.in, options_.hosts); !meant)
    return done(call.refused(meant.error()));
  if (!identify(call, address, done)) return;
  if (call.in.method == "OPTIONS")
    return done(call.where.own ? own_options_answer(*call.where.own) : options_answer());
  if (!query || call.where.broken) return done(broken_address(call, query));
  call.query = std::move(*query);
  // curl says so of every body; ours are JSON.
  const bool has_document =
      call.where.what == resource::ready || call.where.what == resource::preview;
  if (is_form(call.in.headers) && !has_document) {
    auto form = form_of(call);
    if (!form) return done(wrong_form(call, form.error()));
    call.query.append(std::move(*form));
  }

  response early;
  const bool open = call.where.own != nullptr && call.where.own->open;
  if (!open && not_now(call, early)) return done(std::move(early));
  if (call.where.what == resource::unknown || call.where.what == resource::api_unknown)
    return done(not_found(call));
  if (auto refused = refuse_own(call)) return done(std::move(*refused));
  if (auto checked = check_call(call); !checked) return done(call.refused(checked.error()));
  if (!enter(call, done)) return;

  const bool is_jobs = call.where.what == resource::jobs;
  if (is_jobs && call.in.method == "POST") return submit(call, std::move(done));
  if (is_jobs && call.in.method == "PUT") return order_jobs(call, std::move(done));
  if (call.where.what == resource::job && call.in.method == "PUT")
    return order(call, std::move(done));
  if (call.where.what == resource::ready) return datasets_ready(call, std::move(done));
  const bool is_admin = call.where.what == resource::admin;
  if (call.where.what == resource::purge || (is_admin && call.where.rest == "purge"))
    return purge(call, std::move(done));
  response out;
  try {
    out = read_in_zone(call);
  } catch (const std::exception& error) {
    out = call.refused({errc::internal, std::string("unexpected: ") + error.what(), "", "", ""});
  }
  done(std::move(out));
}

/// Dates of an answer are in the zone that the client names, else in GMT.
response api::read_in_zone(const api_call& call) const {
  response out = read(call);
  const auto zone = call.query.find("timezone");
  const bool of_jobs = call.where.what == resource::jobs || call.where.what == resource::job;
  if (!zone || !of_jobs || out.status != 200 || call.query.find("show").value_or("") == "allruns")
    return out;
  if (find_header(out.headers, "Content-Type").value_or("").find("json") == std::string_view::npos)
    return out;
  auto body = nlohmann::json::parse(out.body, nullptr, false);
  if (body.is_discarded()) return out;
  show_in_zone(body, *zone);
  out.body = json_text(body);
  return out;
}

response api::read(const api_call& call) const {
  switch (call.where.what) {
    case resource::root: return redirect(call, "/oozie");
    case resource::oozie_root: return redirect(call, "/oozie/");
    case resource::landing:
      return text_answer(
          "Foliot " FOLIOT_VERSION
          "\n\n"
          "/oozie/versions      Oozie's REST interface\n"
          "/api/openapi.json    our own interface, described\n"
          "/api/health          is the engine ready?\n"
          "/api/why/ID          why is it not running?\n"
          "/api/history/ID      what happened to it, event by event\n"
          "/api/tree/ID         a job and what lies below it\n"
          "/api/progress/ID     how far a bundle is\n"
          "/api/preview/ID      what comes next; POST /api/preview: of an application\n"
          "/api/warnings/ID     what in its definitions deserves a look\n"
          "/api/backlog         how many starts are coming\n"
          "/api/datasets        data that is waited for, and by whom\n"
          "/api/datasets/ready  POST {\"uris\": [...]}: data is there\n"
          "/api/bulk            what an order to many jobs would do\n"
          "/api/audit           commands to many jobs\n"
          "/api/purge           GET: what a purge would take; POST: purge\n"
          "/metrics             for Prometheus\n");
    case resource::versions: return json_answer("[0,1,2]");
    case resource::admin: return admin(call);
    case resource::jobs: return list(call);
    case resource::job: return show(call);
    case resource::callback: return callback(call);
    case resource::sla:
    case resource::sla_events: return service_levels(call);
    case resource::validate: return validate(call);
    case resource::error_page:
      return json_answer(json_text({{"errorMessage", nullptr}, {"httpStatusCode", nullptr}}));
    default: return own(call);
  }
}

response api::own(const api_call& call) const {
  switch (call.where.what) {
    case resource::why: return why(call);
    case resource::history: return history(call);
    case resource::tree: return tree(call);
    case resource::progress: return progress(call);
    case resource::audit: return audit(call);
    case resource::backlog: return backlog(call);
    case resource::warnings: return warnings(call);
    case resource::preview:
      return call.in.method == "POST" ? preview_submission(call) : preview_job(call);
    case resource::datasets: return datasets(call);
    case resource::bulk: return bulk_preview(call);
    case resource::document: return json_answer(std::string(embedded_api().front().text));
    case resource::metrics: {
      response out = text_answer(options_.metrics());
      out.headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}};
      return out;
    }
    default: {
      nlohmann::json body;
      body["ready"] = options_.ready();
      body["safeMode"] = options_.safe_mode();
      body["uncommitted"] = uncommitted();
      body["version"] = FOLIOT_VERSION;
      return json_answer(json_text(body));
    }
  }
}

}  // namespace foliot::http
