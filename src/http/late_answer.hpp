// Private to api*.cpp: what is kept of a request until its answer is known.
#pragma once

#include "http/api_call.hpp"

namespace foliot::http {

/// `call` without headers and body, for an answer that comes later: requests that wait for the disk
/// are many, and a body may have some MiB.
inline api_call without_body(const api_call& call) {
  api_call out;
  out.in.method = call.in.method;
  out.in.path = call.in.path;
  out.in.peer = call.in.peer;
  out.in.id = call.in.id;
  out.where = call.where;
  out.query = call.query;
  out.who = call.who;
  out.noted = call.noted;
  return out;
}

}  // namespace foliot::http
