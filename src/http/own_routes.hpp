// Addresses that Oozie does not have, as one table: the router, OPTIONS and the checks of methods
// and parameters share it. docs/api/openapi.json describes the same; a test compares both.
#pragma once

#include <span>
#include <string_view>

#include "http/route.hpp"

namespace foliot::http {

struct own_route {
  resource what = resource::api_unknown;
  std::string_view path;        ///< "/api/why/{id}": an id is all that follows.
  std::string_view methods;     ///< Blank-separated, without HEAD (which GET brings) and OPTIONS.
  std::string_view parameters;  ///< Of the query, blank-separated; user.name and doAs go with all.
  /// Asks nobody who they are, answers while the engine starts, and overlooks parameters.
  bool open = false;
  bool body = false;  ///< Of a request; elsewhere it can be nothing but a form.

  bool has_id() const;
  std::string_view fixed() const;  ///< The path without the id.
  bool takes(std::string_view method) const;
  bool knows(std::string_view parameter) const;
};

std::span<const own_route> own_routes();

/// The row that the still encoded `path` is of; null where there is none.
const own_route* find_own_route(std::string_view path);

}  // namespace foliot::http
