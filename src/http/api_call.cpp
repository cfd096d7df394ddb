#include "http/api_call.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "http/errors.hpp"

namespace foliot::http {

namespace {

struct declared_parameter {
  std::string_view name;
  std::string_view methods;  ///< Blank-separated.
};

constexpr std::array job_parameters{declared_parameter{"action", "PUT"},
                                    declared_parameter{"show", "GET"},
                                    declared_parameter{"order", "GET"}};
constexpr std::array jobs_parameters{
    declared_parameter{"action", "POST PUT"}, declared_parameter{"filter", "GET PUT"},
    declared_parameter{"offset", "GET PUT"},  declared_parameter{"len", "GET PUT"},
    declared_parameter{"bulk", "GET PUT"},    declared_parameter{"external-id", "GET"}};
constexpr std::array admin_parameters{
    declared_parameter{"wf", "PUT"}, declared_parameter{"coord", "PUT"},
    declared_parameter{"bundle", "PUT"}, declared_parameter{"limit", "PUT"},
    declared_parameter{"oldcoordaction", "PUT"}};

/// Whether `methods`, blank-separated, has that one.
bool takes(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    const std::string_view one = methods.substr(0, methods.find(' '));
    if (one == method) return true;
    methods.remove_prefix(std::min(methods.size(), one.size() + 1));
  }
  return false;
}

template <size_t N>
result<void> check_parameters(const api_call& call,
                              const std::array<declared_parameter, N>& declared) {
  for (const auto& [key, value] : call.query.all()) {
    for (const declared_parameter& one : declared) {
      if (one.name == key && !takes(one.methods, call.in.method))
        return refuse("E0302", "parameter '" + key + "' does not go with " + call.in.method,
                      "Use it with " + std::string(one.methods));
    }
  }
  return {};
}

failure wrong_method(const api_call& call, const char* right) {
  return refuse("E0301", "this address does not take " + call.in.method,
                std::string("Use ") + right);
}

result<void> check_job(const api_call& call) {
  if (call.in.method != "GET" && call.in.method != "PUT") return wrong_method(call, "GET or PUT");
  if (call.where.rest.empty()) return refuse("E1603", "id cannot be empty");
  if (call.where.rest.find('/') != std::string::npos)
    return refuse("E0301", "there is no resource [" + call.where.rest + "]");
  if (auto checked = check_parameters(call, job_parameters); !checked) return checked;
  if (call.in.method == "PUT" && !call.query.find("action"))
    return refuse("E0305", "parameter 'action' is missing",
                  "Add action=start, suspend, resume or kill");
  return {};
}

struct admin_resource {
  std::string_view name;
  std::string_view methods;  ///< Blank-separated.
  int first_version;         ///< Of the REST interface that has it.
};
constexpr std::array admin_resources{admin_resource{"status", "GET PUT", 0},
                                     admin_resource{"os-env", "GET", 0},
                                     admin_resource{"java-sys-properties", "GET", 0},
                                     admin_resource{"configuration", "GET", 0},
                                     admin_resource{"instrumentation", "GET", 0},
                                     admin_resource{"build-version", "GET", 0},
                                     admin_resource{"queue-dump", "GET", 1},
                                     admin_resource{"metrics", "GET", 1},
                                     admin_resource{"available-timezones", "GET", 1},
                                     admin_resource{"jmsinfo", "GET", 1},
                                     admin_resource{"available-oozie-servers", "GET", 1},
                                     admin_resource{"list_sharelib", "GET", 1},
                                     admin_resource{"update_sharelib", "GET", 1},
                                     admin_resource{"purge", "PUT", 1}};

result<void> check_mode(const api_call& call) {
  const std::string name = call.where.version == 0 ? "safemode" : "systemmode";
  const auto value = call.query.find(name);
  if (call.in.method == "GET")
    return value ? result<void>(refuse("E0302", "parameter '" + name + "' does not go with GET"))
                 : result<void>();
  if (!value) return refuse("E0305", "parameter '" + name + "' is missing", "Add " + name + "=");
  const std::string lower = lower_ascii(*value);
  if (call.where.version == 0 && lower != "true" && lower != "false")
    return refuse("E0304", "parameter 'safemode' is true or false");
  return {};
}

result<void> check_admin(const api_call& call) {
  const auto* const known =
      std::find_if(admin_resources.begin(), admin_resources.end(),
                   [&](const admin_resource& one) { return one.name == call.where.rest; });
  if (known == admin_resources.end() || call.where.version < known->first_version)
    return refuse("E0301", "there is no resource [" + call.where.rest + "]");
  if (!takes(known->methods, call.in.method)) return wrong_method(call, known->methods.data());
  return known->name == "status" ? check_mode(call) : check_parameters(call, admin_parameters);
}

}  // namespace

std::vector<std::string> admin_names() {
  std::vector<std::string> out;
  out.reserve(std::size(admin_resources));
  for (const admin_resource& one : admin_resources) out.emplace_back(one.name);
  return out;
}

std::string lower_ascii(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string main_type(const header_list& headers) {
  std::string out(find_header(headers, "Content-Type").value_or(""));
  out.erase(std::min(out.size(), out.find(';')));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return lower_ascii(out);
}

response api_call::refused(const failure& error) const {
  return is_own(where.what) ? api_error(error) : oozie_error(error, in.method);
}

result<void> check_call(const api_call& call) {
  if (call.where.own != nullptr) return {};  // own_call.hpp
  switch (call.where.what) {
    case resource::job: return check_job(call);
    case resource::admin: return check_admin(call);
    case resource::jobs:
      if (call.in.method != "GET" && call.in.method != "POST" && call.in.method != "PUT")
        return wrong_method(call, "GET, POST or PUT");
      return check_parameters(call, jobs_parameters);
    case resource::callback:
      if (call.in.method != "GET" && call.in.method != "POST")
        return wrong_method(call, "GET or POST");
      return {};
    case resource::error_page: return {};
    case resource::validate:
      if (call.in.method != "POST") return wrong_method(call, "POST");
      return {};
    default:
      if (call.in.method != "GET") return wrong_method(call, "GET");
      return {};
  }
}

result<void> check_xml(const api_call& call) {
  const std::string type = main_type(call.in.headers);
  if (type == "application/xml") return {};
  return refuse("E0300", "the content type is '" + type + "'",
                "Send the configuration document as application/xml");
}

result<std::optional<int64_t>> integer_parameter(const parameters& query, std::string_view name) {
  const auto text = query.find(name);
  if (!text) return std::optional<int64_t>{};
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size())
    return refuse("E1603", "For input string: \"" + *text + "\"",
                  "Give a whole number for " + std::string(name));
  return std::optional<int64_t>{number};
}

result<list_page> read_page(const parameters& query) {
  list_page out;
  const auto offset = integer_parameter(query, "offset");
  if (!offset) return offset.error();
  const auto length = integer_parameter(query, "len");
  if (!length) return length.error();
  if (*offset && **offset >= 1) out.offset = **offset;
  if (*length && **length >= 1)
    out.length = std::min<int64_t>(**length, static_cast<int64_t>(limits::list_length_max));
  return out;
}

bool is_broken_body(const failure& error) {
  return error.place.rfind("request body", 0) == 0 && error.code != errc::too_large;
}

response broken_body(const api_call& call, failure error) {
  error.oozie.clear();
  return plain_error(500, call.in.method, error.text());
}

failure unknown_id(id_shape shape, std::string_view id, std::string_view asked) {
  const bool workflow = shape == id_shape::workflow;
  const bool bundle = shape == id_shape::bundle;
  const bool part = shape == id_shape::node || shape == id_shape::action;
  const auto coded = [&](std::string_view code) {
    const std::string what = code == "E0604"   ? "Job does not exist ["
                             : code == "E1026" ? "No record found ["
                                               : "Action does not exist [";
    failure out = refuse(code, what + std::string(id) + "]");
    out.code = errc::not_found;
    return out;
  };
  // Some paths of Oozie hide the first code in the text of another.
  const auto wrapped = [&](std::string_view code, const std::string& prefix, failure inner) {
    inner.sentence = prefix + inner.oozie + ": " + inner.sentence;
    inner.oozie = code;
    return inner;
  };
  if (asked.empty() || asked == "info") return coded(part ? "E0605" : "E0604");
  if (asked == "log") return wrapped("E0307", "", coded("E0604"));
  if (asked == "definition") return coded(workflow ? "E0605" : "E0604");
  if (asked == "status" || asked == "start" || asked == "kill") return coded("E0605");
  if (asked == "sla-enable" || asked == "sla-disable") return coded(bundle ? "E1026" : "E0605");
  const bool coordinator = !workflow && !bundle;
  if (asked == "rerun" || asked == "coord-rerun" || asked == "bundle-rerun" || asked == "update")
    return coded("E0605");
  if (asked == "change" && bundle) return coded("E0605");
  if (asked == "suspend" && !bundle)
    return wrapped("E0603", "SQL error in operation, ", coded("E0605"));
  if (asked == "resume") return coded(coordinator || bundle ? "E0604" : "E0605");
  return coded("E0604");
}

}  // namespace foliot::http
