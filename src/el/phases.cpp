#include "el/phases.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "el/function_names.hpp"

namespace foliot::el {
namespace {

constexpr std::array<std::string_view, phase_count> phase_names{"coord-job-submit-freq",
                                                                "coord-job-wait-timeout",
                                                                "coord-job-submit-nofuncs",
                                                                "coord-job-submit-initial-instance",
                                                                "coord-job-submit-instances",
                                                                "coord-job-submit-data",
                                                                "coord-sla-submit",
                                                                "coord-action-create",
                                                                "coord-action-create-inst",
                                                                "coord-sla-create",
                                                                "coord-action-start",
                                                                "workflow",
                                                                "bundle"};

/// One letter per phase, in their order: - absent, R real, E echo, D dummy.
constexpr std::array<treatment, phase_count> in_phases(std::string_view letters) {
  std::array<treatment, phase_count> in{};
  for (size_t i = 0; i < phase_count; ++i) {
    switch (letters[i]) {
      case 'R': in[i] = treatment::real; break;
      case 'E': in[i] = treatment::echo; break;
      case 'D': in[i] = treatment::dummy; break;
      default: in[i] = treatment::absent;
    }
  }
  return in;
}

constexpr function_rule rule(std::string_view called, uint8_t arguments, std::string_view letters,
                             std::string_view separator = ", ", uint8_t quoted = 0,
                             std::string_view dummy = "") {
  return {called, arguments, arguments, in_phases(letters), dummy, separator, quoted};
}

// Sorted by name. Columns: freq, timeout, nofuncs, initial-instance, instances, data, sla-submit,
// create, create-inst, sla-create, start, workflow, bundle.
constexpr std::array rules{
    rule("appendAll", 3, "-----------R-"),
    rule("bundle:conf", 1, "------------R"),
    rule("concat", 2, "-----------R-"),
    rule("coord:absolute", 1, "----E--EE----"),
    rule("coord:absoluteRange", 2, "-------RR----"),
    rule("coord:actionId", 0, "-----EER-RR--"),
    rule("coord:actualTime", 0, "-----EE--RR--"),
    rule("coord:conf", 1, "R-RRRRRRRRR--"),
    rule("coord:current", 1, "----E--RE----"),
    rule("coord:currentRange", 2, "----E--RE----"),
    rule("coord:dataIn", 1, "-----E----R--", ", ", 1),
    rule("coord:dataInPartitionFilter", 2, "-----E----R--", ", ", 2),
    rule("coord:dataInPartitionMax", 2, "-----E----R--", ", ", 2),
    rule("coord:dataInPartitionMin", 2, "-----E----R--", ", ", 2),
    rule("coord:dataInPartitions", 2, "-----E----R--", ", ", 2),
    rule("coord:dataOut", 1, "-----EE--RR--", ", ", 1),
    rule("coord:dataOutPartitionValue", 2, "-----EE--RR--", ", ", 2),
    rule("coord:dataOutPartitions", 1, "-----EE--RR--", ", ", 1),
    rule("coord:databaseIn", 1, "-----E----R--", ", ", 1),
    rule("coord:databaseOut", 1, "-----EE--RR--", ", ", 1),
    rule("coord:dateOffset", 3, "---REEE-RRR--", " , "),
    rule("coord:dateTzOffset", 2, "---REEE-RRR--", " , "),
    rule("coord:days", 1, "RR-----------"),
    rule("coord:daysInMonth", 1, "----D--RR-R--", ", ", 0, "30"),
    rule("coord:endOfDays", 1, "R---E--EE----"),
    rule("coord:endOfMonths", 1, "R---E--EE----"),
    rule("coord:endOfWeeks", 1, "R---E--EE----"),
    rule("coord:epochTime", 2, "----EEERRRR--", " , ", 1),
    rule("coord:formatTime", 2, "----EEERRRR--", " , ", 1),
    rule("coord:future", 2, "----E--EE-R--"),
    rule("coord:futureRange", 3, "----E--EE-R--"),
    rule("coord:hours", 1, "RR-----------"),
    rule("coord:hoursInDay", 1, "----D--RR-R--", ", ", 0, "24"),
    rule("coord:latest", 1, "----E--EE-R--"),
    rule("coord:latestRange", 2, "----E--EE-R--"),
    rule("coord:minutes", 1, "RR-----------"),
    rule("coord:months", 1, "RR-----------"),
    rule("coord:name", 0, "-----EER-RR--"),
    rule("coord:nominalTime", 0, "-----ED--RR--", ", ", 0, "2009-03-06T010:00"),
    rule("coord:offset", 2, "----E--RE----", " , "),
    rule("coord:tableIn", 1, "-----E----R--", ", ", 1),
    rule("coord:tableOut", 1, "-----EE--RR--", ", ", 1),
    rule("coord:tzOffset", 0, "----D--RR-R--", ", ", 0, "3"),
    rule("coord:user", 0, "R-RRRRRRRRR--"),
    rule("firstNotNull", 2, "-----------R-"),
    rule("fs:blockSize", 1, "-----------R-"),
    rule("fs:dirSize", 1, "-----------R-"),
    rule("fs:exists", 1, "-----------R-"),
    rule("fs:fileSize", 1, "-----------R-"),
    rule("fs:isDir", 1, "-----------R-"),
    rule("hadoop:conf", 2, "RRRRRRRRRRRR-"),
    rule("hadoop:counters", 1, "-----------R-"),
    rule("hcat:exists", 1, "-----------R-"),
    rule("replaceAll", 3, "-----------R-"),
    rule("timestamp", 0, "-----------R-"),
    rule("toConfigurationStr", 1, "-----------R-"),
    rule("toJsonStr", 1, "-----------R-"),
    rule("toPropertiesStr", 1, "-----------R-"),
    rule("trim", 1, "-----------R-"),
    rule("urlEncode", 1, "-----------R-"),
    rule("wf:actionData", 1, "-----------R-"),
    rule("wf:actionExternalId", 1, "-----------R-"),
    rule("wf:actionExternalStatus", 1, "-----------R-"),
    rule("wf:actionTrackerUri", 1, "-----------R-"),
    rule("wf:appPath", 0, "-----------R-"),
    rule("wf:callback", 1, "-----------R-"),
    rule("wf:conf", 1, "-----------R-"),
    rule("wf:errorCode", 1, "-----------R-"),
    rule("wf:errorMessage", 1, "-----------R-"),
    rule("wf:group", 0, "-----------R-"),
    rule("wf:id", 0, "-----------R-"),
    rule("wf:lastErrorNode", 0, "-----------R-"),
    rule("wf:name", 0, "-----------R-"),
    rule("wf:run", 0, "-----------R-"),
    rule("wf:transition", 1, "-----------R-"),
    rule("wf:user", 0, "-----------RR"),
};
static_assert(std::is_sorted(rules.begin(), rules.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }),
              "looked up by halving");

struct constant_rule {
  phase where;
  std::string_view name;
  std::string_view text;
  bool lenient_only = false;
};

constexpr std::array constants{
    constant_rule{phase::submit_freq, "MINUTE", "1", true},
    constant_rule{phase::submit_freq, "HOUR", "60", true},
    constant_rule{phase::submit_nofuncs, "YEAR", "${YEAR}"},
    constant_rule{phase::submit_nofuncs, "MONTH", "${MONTH}"},
    constant_rule{phase::submit_nofuncs, "DAY", "${DAY}"},
    constant_rule{phase::submit_nofuncs, "HOUR", "${HOUR}"},
    constant_rule{phase::submit_nofuncs, "MINUTE", "${MINUTE}"},
    // coord:offset is written out at submission without the quotes of its unit.
    constant_rule{phase::action_create, "MINUTE", "MINUTE"},
    constant_rule{phase::action_create, "HOUR", "HOUR"},
    constant_rule{phase::action_create, "DAY", "DAY"},
    constant_rule{phase::action_create, "WEEK", "WEEK"},
    constant_rule{phase::action_create, "MONTH", "MONTH"},
    constant_rule{phase::action_create, "YEAR", "YEAR"},
    constant_rule{phase::action_create_inst, "MINUTE", "MINUTE"},
    constant_rule{phase::action_create_inst, "HOUR", "HOUR"},
    constant_rule{phase::action_create_inst, "DAY", "DAY"},
    constant_rule{phase::action_create_inst, "WEEK", "WEEK"},
    constant_rule{phase::action_create_inst, "MONTH", "MONTH"},
    constant_rule{phase::action_create_inst, "YEAR", "YEAR"},
    constant_rule{phase::sla_submit, "MINUTES", "1"},
    constant_rule{phase::sla_submit, "HOURS", "60"},
    constant_rule{phase::sla_submit, "DAYS", "1440"},
    constant_rule{phase::sla_create, "MINUTES", "1"},
    constant_rule{phase::sla_create, "HOURS", "60"},
    constant_rule{phase::sla_create, "DAYS", "1440"},
    constant_rule{phase::workflow, "KB", "1024"},
    constant_rule{phase::workflow, "MB", "1048576"},
    constant_rule{phase::workflow, "GB", "1073741824"},
    constant_rule{phase::workflow, "TB", "1099511627776"},
    constant_rule{phase::workflow, "PB", "1125899906842624"},
    constant_rule{phase::workflow, "RECORDS", "org.apache.hadoop.mapred.Task$Counter"},
    constant_rule{phase::workflow, "MAP_IN", "MAP_INPUT_RECORDS"},
    constant_rule{phase::workflow, "MAP_OUT", "MAP_OUTPUT_RECORDS"},
    constant_rule{phase::workflow, "REDUCE_IN", "REDUCE_INPUT_RECORDS"},
    constant_rule{phase::workflow, "REDUCE_OUT", "REDUCE_OUTPUT_RECORDS"},
    constant_rule{phase::workflow, "GROUPS", "REDUCE_INPUT_GROUPS"},
};

}  // namespace

std::string_view name(phase where) {
  FOLIOT_ASSERT(where < phase::count_, "a phase");
  return phase_names[static_cast<size_t>(where)];
}

const function_rule* find_function(std::string_view function) {
  const auto found = std::lower_bound(
      rules.begin(), rules.end(), function,
      [](const function_rule& each, std::string_view wanted) { return each.name < wanted; });
  return found != rules.end() && found->name == function ? &*found : nullptr;
}

std::vector<std::string> function_names(phase where) {
  std::vector<std::string> out;
  for (const function_rule& each : rules)
    if (each.in[static_cast<size_t>(where)] != treatment::absent) out.emplace_back(each.name);
  return out;
}

std::string_view error_code(phase where) {
  if (where == phase::workflow) return "EL_ERROR";
  return where == phase::bundle ? "E1310" : "E1004";
}

std::optional<std::string_view> find_constant(std::string_view name, phase where, bool lenient) {
  for (const constant_rule& each : constants) {
    if (each.where == where && each.name == name && (lenient || !each.lenient_only)) {
      return each.text;
    }
  }
  return std::nullopt;
}

}  // namespace foliot::el
