#include "http/own_routes.hpp"

#include <algorithm>
#include <array>

namespace foliot::http {

namespace {

constexpr std::string_view id_part = "{id}";

constexpr std::array table{
    own_route{resource::document, "/api/openapi.json", "GET", "", true},
    own_route{resource::health, "/api/health", "GET", "", true},
    own_route{resource::why, "/api/why/{id}", "GET", ""},
    own_route{resource::history, "/api/history/{id}", "GET", "from len"},
    own_route{resource::tree, "/api/tree/{id}", "GET", "len"},
    own_route{resource::progress, "/api/progress/{id}", "GET", ""},
    own_route{resource::warnings, "/api/warnings/{id}", "GET", "offset len"},
    own_route{resource::preview, "/api/preview/{id}", "GET", "from to count"},
    own_route{resource::preview, "/api/preview", "POST", "from to count", false, true},
    own_route{resource::backlog, "/api/backlog", "GET", "held"},
    own_route{resource::datasets, "/api/datasets", "GET", "coordinator prefix missing after len"},
    own_route{resource::ready, "/api/datasets/ready", "POST", "", false, true},
    own_route{resource::bulk, "/api/bulk", "GET", "action kind filter offset len"},
    own_route{resource::audit, "/api/audit", "GET", "before len"},
    own_route{resource::audit, "/api/audit/{id}", "GET", ""},
    own_route{resource::purge, "/api/purge", "GET POST",
              "workflow-days coordinator-days bundle-days limit old-actions"},
    own_route{resource::metrics, "/metrics", "GET", ""}};

bool holds_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

bool own_route::has_id() const { return path.ends_with(id_part); }

std::string_view own_route::fixed() const {
  return path.substr(0, path.size() - (has_id() ? id_part.size() : 0));
}

bool own_route::takes(std::string_view method) const { return holds_word(methods, method); }

bool own_route::knows(std::string_view parameter) const {
  return parameter == "user.name" || parameter == "doAs" || holds_word(parameters, parameter);
}

std::span<const own_route> own_routes() { return table; }

const own_route* find_own_route(std::string_view path) {
  for (const own_route& each : table)
    if (each.has_id() ? path.size() > each.fixed().size() && path.starts_with(each.fixed())
                      : path == each.path)
      return &each;
  return nullptr;
}

}  // namespace foliot::http
