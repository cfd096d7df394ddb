#include "parse/coordinator_update.hpp"

#include <string>
#include <utility>
#include <vector>

#include "parse/coordinator_text.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/line_diff.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr const char* path_property = "oozie.coord.application.path";
constexpr const char* user_property = "user.name";

failure refuse(const char* what) {
  return {errc::bad_input, std::string("an update of a coordinator cannot change its ") + what,
          "E1023", "", std::string("Keep the ") + what + ", or kill the job and submit it again"};
}

/// As Oozie's clients see what is found out while the job is stored.
failure wrapped(failure inner) {
  inner.sentence = inner.oozie + ": " + inner.sentence;
  inner.oozie = "E0803";
  return inner;
}

std::string value_of(const model::configuration& conf, const char* name) {
  const auto found = conf.find(name);
  return found == conf.end() ? std::string() : found->second;
}

/// All properties of the job to be: those that a bundle gave stay.
result<model::configuration> properties_of(const updated_job& job,
                                           const model::configuration& given) {
  if (given.empty()) return job.text.conf;
  model::configuration out = given;
  for (const char* name : {"oozie.bundle.id", path_property}) {
    const std::string own = value_of(job.text.conf, name);
    const bool from_bundle = std::string_view(name) != path_property;
    if (!own.empty() && (from_bundle || value_of(out, name).empty()))
      out.insert_or_assign(name, own);
  }
  if (value_of(out, user_property) != job.user)
    return wrapped({errc::bad_input,
                    "the property user.name is " + quoted(value_of(out, user_property)) +
                        ", but the job is that of " + quoted(job.user),
                    "E1003", "", "Let its user update the job"});
  return out;
}

result<std::string> diff_of(const updated_job& job, const submission& next, bool same_properties,
                            const std::vector<std::string>& as_given, const options& how) {
  auto before = resolved_coordinator_text(job.text, how);
  if (!before) return std::move(before).error();
  auto after = resolved_coordinator_text(next.text, how);
  if (!after) return std::move(after).error();
  const std::string line = "******************************************\n";
  std::string out = "**********Job definition changes**********\n" + line_diff(*before, *after);
  out += line + "**********Job conf changes****************\n";
  out += same_properties ? "No conf update requested\n"
                         : line_diff(configuration_text(job.text.conf, as_given),
                                     configuration_text(next.text.conf, as_given));
  return out + line;
}

}  // namespace

result<void> check_update(const model::coordinator_definition& now,
                          const model::coordinator_definition& next, instant end, dialect reading) {
  if (now.every != next.every) return refuse("frequency");
  const bool as_written = reading == dialect::lenient && next.end == now.end;
  if (next.end != end && !as_written) return refuse("end time");
  if (now.start != next.start) return refuse("start time");
  if (now.name != next.name) return refuse("name");
  if (now.zone.id() != next.zone.id()) return refuse("time zone");
  return {};
}

result<update> prepare_update(const updated_job& job, const model::configuration& given,
                              const read_text& read, const options& how,
                              const std::vector<std::string>& as_given) {
  auto conf = properties_of(job, given);
  if (!conf) return std::move(conf).error();
  auto next = prepare_next_coordinator(job.text, *conf, read, how);
  if (!next) return std::move(next).error();
  options stored = how;
  stored.accepted_before = true;
  std::vector<std::string> known_warnings;
  const auto from = parse_coordinator(job.text, stored, known_warnings);
  if (!from) return from.error();
  const auto to = parse_coordinator(next->text, stored, known_warnings);
  if (!to) return to.error();
  const dialect reading = options_for(how, next->text.conf).reading;
  if (auto fine = check_update(*from, *to, job.end, reading); !fine)
    return wrapped(std::move(fine).error());
  auto diff = diff_of(job, *next, given.empty(), as_given, stored);
  if (!diff) return std::move(diff).error();
  return update{std::move(*next), std::move(*diff)};
}

}  // namespace foliot::parse
