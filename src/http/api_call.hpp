// Private to api*.cpp: one request, decoded, and the checks that all resources share.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "http/commands.hpp"
#include "http/message.hpp"
#include "http/route.hpp"
#include "model/audit.hpp"

namespace foliot::http {

/// What the audit tells of a request when its outcome is known.
struct audit_note {
  requester who;
  std::string job;        ///< As the address names it; empty where it names none.
  std::string operation;  ///< "kill", "submit", "purge", "PUT"
  bool is_command = false;
};

struct api_call {
  request in;
  route where;
  parameters query;
  requester who;
  std::shared_ptr<audit_note> noted;

  /// The refusal in the form that the path has: /oozie or our own.
  response refused(const failure& error) const;
};

/// ASCII letters in small ones.
std::string lower_ascii(std::string text);

/// The main type of the content, in small letters, without parameters; empty where none is named.
std::string main_type(const header_list& headers);

/// Checks methods and declared parameters of what Oozie has (rest.md 1.2, steps 2 to 4). Fails with
/// E0301, E0302, E0305 or E1603.
result<void> check_call(const api_call& call);

/// Whether the body is said to be application/xml, as it must be where Oozie reads one and for all
/// reruns; fails with E0300.
result<void> check_xml(const api_call& call);

/// The integer in parameter `name`, nothing when it is absent; fails with E1603 when it is none.
result<std::optional<int64_t>> integer_parameter(const parameters& query, std::string_view name);

/// Effective offset and length of a list: what is absent or below 1 is the default (rest.md 6).
struct list_page {
  int64_t offset = 1;  ///< From 1.
  int64_t length = static_cast<int64_t>(limits::list_length_default);
};

/// The page that `query` asks for, at most limits::list_length_max long; fails with E1603.
result<list_page> read_page(const parameters& query);

/// A kind of jobs, and the member of answers that lists them.
struct list_kind {
  entity_kind kind = entity_kind::none;
  const char* member = "";
};

/// What came of each job: [{id, outcome, code, message}], the last two where there are any.
nlohmann::json outcomes_json(const wire_ids& ids, const std::vector<model::bulk_job>& jobs);

/// Whether the body was no configuration document: Oozie then answers 500 without a code.
bool is_broken_body(const failure& error);
/// That answer.
response broken_body(const api_call& call, failure error);

/// Whether version `version` has the view `asked` of a job. Fails with E0303, E0302 or E0306.
result<void> check_view(const std::string& asked, int version);

/// Every view that show= may name, and every resource below /oozie/v2/admin.
std::vector<std::string> view_names();
std::vector<std::string> admin_names();

/// What Oozie says of an id that does not exist: `asked` is the value of show= or action=, empty
/// for info (rest.md, the table below section 8).
failure unknown_id(id_shape shape, std::string_view id, std::string_view asked);

}  // namespace foliot::http
