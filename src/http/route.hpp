// Which resource a path names (rest.md 1.1). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace foliot::http {

enum class resource : uint8_t {
  unknown,     ///< 404
  root,        ///< "/": redirect to /oozie
  oozie_root,  ///< "/oozie": redirect to /oozie/
  landing,     ///< "/oozie/"
  versions,    ///< /oozie/versions
  admin,       ///< /oozie/v*/admin/{rest}
  jobs,        ///< /oozie/v*/jobs
  job,         ///< /oozie/v*/job/{rest}
  sla_events,  ///< /oozie/v1/sla
  sla,         ///< /oozie/v2/sla
  validate,    ///< /oozie/v2/validate
  callback,    ///< /oozie/callback
  error_page,  ///< /oozie/error
  // From here on our own: own_routes.hpp.
  why,
  history,
  tree,
  progress,
  warnings,
  preview,
  backlog,
  datasets,
  ready,
  bulk,
  audit,
  health,
  purge,
  document,
  metrics,
  api_unknown,  ///< /api/...: 404 in our own form
  count_        ///< How many there are.
};

struct own_route;

struct route {
  resource what = resource::unknown;
  int version = 0;                 ///< 0..2 for admin, jobs, job.
  std::string rest;                ///< Decoded id or resource name; empty where there is none.
  bool broken = false;             ///< The path holds an undecodable escape.
  const own_route* own = nullptr;  ///< Of our own addresses that exist: all about them.
};

/// Classifies the still encoded `path`.
route find_route(std::string_view path);

/// Whether errors of it have the form of /api.
constexpr bool is_own(resource what) { return what >= resource::why; }

/// What an id looks like, before anybody asks whether it exists (rest.md 7: dispatch by suffix).
enum class id_shape : uint8_t { workflow, coordinator, bundle, node, action, malformed };
id_shape shape_of(std::string_view id);

}  // namespace foliot::http
