#include "http/route.hpp"

#include "http/message.hpp"

namespace foliot::http {

namespace {

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

route with_rest(resource what, int version, std::string_view encoded) {
  route out{what, version, "", false};
  auto decoded = percent_decode(encoded, false);
  if (!decoded) {
    out.broken = true;
    return out;
  }
  out.rest = std::move(*decoded);
  out.rest.erase(0, out.rest.find_first_not_of('/') == std::string::npos
                        ? out.rest.size()
                        : out.rest.find_first_not_of('/'));
  return out;
}

route oozie_route(std::string_view path) {
  if (path == "versions") return {resource::versions, 0, "", false};
  if (path == "callback") return {resource::callback, 0, "", false};
  if (path == "error") return {resource::error_page, 0, "", false};
  if (path == "v1/sla") return {resource::sla_events, 1, "", false};
  if (path == "v2/sla") return {resource::sla, 2, "", false};
  if (path == "v2/validate") return {resource::validate, 2, "", false};
  if (path.size() < 3 || path[0] != 'v' || path[1] < '0' || path[1] > '2' || path[2] != '/')
    return {};
  const int version = path[1] - '0';
  path.remove_prefix(3);
  if (path == "jobs") return {resource::jobs, version, "", false};
  if (path == "job") return {resource::job, version, "", false};
  if (take(path, "job/")) return with_rest(resource::job, version, path);
  if (path == "admin") return {resource::admin, version, "", false};
  if (take(path, "admin/")) return with_rest(resource::admin, version, path);
  return {};
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

route find_route(std::string_view path) {
  if (path.empty() || path == "/") return {resource::root, 0, "", false};
  if (path == "/oozie") return {resource::oozie_root, 0, "", false};
  if (path == "/oozie/") return {resource::landing, 0, "", false};
  if (path == "/metrics") return {resource::metrics, 0, "", false};
  if (take(path, "/oozie/")) return oozie_route(path);
  if (path == "/api/health") return {resource::health, 0, "", false};
  if (path == "/api/datasets/ready") return {resource::ready, 0, "", false};
  if (path == "/api/backlog") return {resource::backlog, 0, "", false};
  if (path == "/api/audit") return {resource::audit, 0, "", false};
  if (take(path, "/api/audit/")) return with_rest(resource::audit, 0, path);
  if (path == "/api/purge") return {resource::purge, 0, "", false};
  if (take(path, "/api/why/")) return with_rest(resource::why, 0, path);
  if (take(path, "/api/history/")) return with_rest(resource::history, 0, path);
  if (take(path, "/api/tree/")) return with_rest(resource::tree, 0, path);
  if (take(path, "/api/progress/")) return with_rest(resource::progress, 0, path);
  if (path == "/api" || take(path, "/api/")) return {resource::api_unknown, 0, "", false};
  return {};
}

id_shape shape_of(std::string_view id) {
  if (ends_with(id, "-B")) return id_shape::bundle;
  if (ends_with(id, "-W")) return id_shape::workflow;
  if (id.find("-W@") != std::string_view::npos) return id_shape::node;
  if (id.find("-C@") != std::string_view::npos) return id_shape::action;
  return ends_with(id, "-C") ? id_shape::coordinator : id_shape::malformed;
}

}  // namespace foliot::http
