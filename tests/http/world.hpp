// One bundle with one coordinator of two actions, the first of which has a finished workflow.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "http/api.hpp"
#include "tests/http/fakes.hpp"

namespace foliot::testing {

inline constexpr job_number bundle_job = make_job_number(1, 0);
inline constexpr job_number coordinator_job = make_job_number(1, 1);
inline constexpr job_number workflow_job = make_job_number(1, 2);
inline constexpr entity_id bundle_id{0, entity_kind::bundle, 0, bundle_job, bundle_job};
inline constexpr entity_id coordinator_id{0, entity_kind::coordinator, 0, bundle_job,
                                          coordinator_job};
inline constexpr entity_id workflow_id{0, entity_kind::workflow, 0, bundle_job, workflow_job};

inline const std::string bundle_wire = "0000000-260105030000000-foliot-B";
inline const std::string coordinator_wire = "0000001-260105030000000-foliot-C";
inline const std::string workflow_wire = "0000002-260105030000000-foliot-W";

struct world {
  /// An engine that reads and answers in that dialect.
  explicit world(dialect reading = dialect::lenient);

  /// Answers at once, or fails the test when the answer is not there yet; also where one below
  /// /api is not as docs/api/openapi.json says.
  http::response ask(const std::string& method, const std::string& address,
                     const std::string& body = "", http::header_list headers = {});

  fake_reader reader;
  fake_definitions definitions;
  fake_commands commands;
  fixed_clock clock;
  bool ready = true;
  bool safe_mode = false;
  int unanswered = 0;
  std::map<std::string, model::run_place> places;  ///< Of runs that wait for one, by name.
  std::set<std::string> there;                     ///< URIs of data that exists.
  /// What a submission to be previewed turns out to be, and what its properties were.
  result<model::understood_application> understood = model::understood_application{};
  model::configuration asked_of;
  std::unique_ptr<http::api> api;
};

/// Splits "path?query" into a request.
http::request request_of(const std::string& method, const std::string& address,
                         const std::string& body = "", http::header_list headers = {});

/// "raw", an instance every 5 minutes: file:///data/${HOUR}${MINUTE}.
model::dataset five_minute_dataset();

}  // namespace foliot::testing
