// Evaluations of texts such as Oozie's applications are full of, beside commons-el with the same
// functions.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/harness.hpp"
#include "bench/language/language.hpp"
#include "el/context.hpp"
#include "el/evaluate.hpp"
#include "el/parser.hpp"
#include "time/datetime.hpp"

namespace foliot::bench::language {
namespace {

using table = el::map_variables::table;

constexpr int rounds = 20'000;
constexpr int64_t nominal_ms = 1'772'787'900'000;  // 2026-03-06T09:05Z

const table& properties() {
  static const table all{{"nameNode", "hdfs://name:8020"},
                         {"appRoot", "apps/retail"},
                         {"queueName", "reports"},
                         {"region", "emea"},
                         {"retries", "3"},
                         {"records", "2500000"},
                         {"shard", "7"},
                         {"outputDir", "out/daily"},
                         {"YEAR", "2026"},
                         {"MONTH", "03"},
                         {"DAY", "06"}};
  return all;
}

const table& facts() {
  static const table all{{"user", "joe"},
                         {"wf:id", "0000012-260306090512345-oozie-W"},
                         {"wf:name", "retail-daily"},
                         {"rows", "1500"},
                         {"coord:name", "retail-coordinator"},
                         {"coord:actionId", "0000011-260306090512345-oozie-C@7"},
                         {"coord:nominalTime", "2026-03-06T09:05Z"}};
  return all;
}

/// Texts of one kind, all of one phase.
struct group {
  const char* name;
  const char* what;
  el::phase where;
  std::vector<const char*> texts;
};

const std::vector<group>& groups() {
  static const std::vector<group> all{
      {"paths",
       "variables and wf:conf in paths",
       el::phase::workflow,
       {"${nameNode}/data/${region}/${YEAR}/${MONTH}/${DAY}", "${wf:conf('queueName')}",
        "${nameNode}/user/${wf:user()}/${appRoot}/lib",
        "${nameNode}/user/${wf:user()}/${wf:conf('outputDir')}/part-${shard}",
        "Job ${wf:id()} of ${wf:user()} failed in ${wf:name()}, run ${wf:run()}",
        "${concat(wf:conf('region'), '-daily')}"}},
      {"conditions",
       "arithmetic and conditions",
       el::phase::workflow,
       {"${wf:conf('retries') * 60 + 15}", "${records gt 1048576 and not empty region}",
        "${empty wf:lastErrorNode() ? 'none' : wf:lastErrorNode()}",
        "${wf:actionData('count')['rows'] ge 1000 ? 'large' : 'small'}",
        "${(records + 1048576) % 7 == 3 || region ne 'emea'}",
        "${trim('  daily ') eq 'daily' && retries lt 10}"}},
      {"dates",
       "functions of coordinators",
       el::phase::action_start,
       {"${coord:formatTime(coord:nominalTime(), 'yyyyMMdd')}",
        "${coord:dateOffset(coord:nominalTime(), -1, 'DAY')}",
        "${nameNode}/logs/${coord:formatTime(coord:dateOffset(coord:nominalTime(), -7, 'DAY'), "
        "'yyyy/MM/dd')}/part-${shard + 1}",
        "${coord:conf('region') eq 'emea' ? 'europe' : 'world'}",
        "${coord:dateTzOffset(coord:nominalTime(), 'America/Los_Angeles')}",
        "${coord:epochTime(coord:nominalTime(), 'false')}",
        "${coord:user()}-${coord:name()}-${coord:actionId()}"}}};
  return all;
}

const std::string* found_in(const table& all, std::string_view name) {
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

class workflow_facts final : public el::workflow_context {
 public:
  const std::string* conf(std::string_view name) const override {
    return found_in(properties(), name);
  }
  std::string id() const override { return facts().at("wf:id"); }
  std::string name() const override { return facts().at("wf:name"); }
  std::string app_path() const override { return {}; }
  std::string user() const override { return facts().at("user"); }
  instant now() const override { return instant{nominal_ms}; }
  el::value_map action_data(std::string_view) const override {
    return {{"rows", facts().at("rows")}};
  }
};

class coordinator_facts final : public el::coordinator_context {
 public:
  const std::string* conf(std::string_view name) const override {
    return found_in(properties(), name);
  }
  std::string user() const override { return facts().at("user"); }
  std::optional<std::string> name() const override { return facts().at("coord:name"); }
  std::optional<std::string> action_id() const override { return facts().at("coord:actionId"); }
  std::optional<instant> nominal_time() const override { return instant{nominal_ms}; }
};

/// All that the texts of one phase can see.
struct surroundings {
  explicit surroundings(el::phase where) {
    in.where = where;
    in.names = &names;
    in.workflow = &workflow;
    in.coordinator = &coordinator;
  }
  surroundings(const surroundings&) = delete;

  el::map_variables names{properties()};
  workflow_facts workflow;
  coordinator_facts coordinator;
  el::environment in;
};

std::string value_of(const el::expression& text, const surroundings& around) {
  result<std::string> made = el::text_of(text, around.in);
  if (!made) {
    std::fprintf(stderr, "%s: %s\n", text.source().c_str(), made.error().sentence.c_str());
    std::exit(1);
  }
  return *std::move(made);
}

std::string value_of(const char* text, const surroundings& around) {
  return value_of(el::parse(text).value(), around);
}

void measure(const group& of, const yardstick& beside) {
  const surroundings around(of.where);
  std::vector<el::expression> kept;
  for (const char* text : of.texts) kept.push_back(el::parse(text).value());
  const uint64_t count = uint64_t{rounds} * kept.size();
  uint64_t bytes = 0;  // so that nothing is optimised away
  const double evaluated = rate_of(count, [&] {
    for (int round = 0; round < rounds; ++round)
      for (const el::expression& text : kept) bytes += value_of(text, around).size();
  });
  const double read = rate_of(count, [&] {
    for (int round = 0; round < rounds; ++round)
      for (const char* text : of.texts) bytes += value_of(text, around).size();
  });
  const std::string name = "texts " + std::string(of.name);
  print_rate(of.what + std::string(bytes == 0 ? ", none" : ""), evaluated, beside, name + " kept");
  print_rate("  the same, read each time", read, beside, name + " read");
}

bool same_values(const yardstick& beside) {
  if (beside.java.empty()) return true;
  size_t index = 0;
  bool same = true;
  for (const group& of : groups()) {
    const surroundings around(of.where);
    for (const char* text : of.texts) {
      const std::string ours = value_of(text, around);
      const std::string theirs = index < beside.values.size() ? beside.values[index] : "nothing";
      ++index;
      if (ours == theirs) continue;
      same = false;
      std::printf("  MISMATCH %s: %s, Java says %s\n", text, ours.c_str(), theirs.c_str());
    }
  }
  return same && index == beside.values.size();
}

}  // namespace

void ask_texts() {
  std::printf("rounds\ttexts\t%d\n", rounds);
  for (const auto& [name, value] : properties())
    std::printf("property\t%s\t%s\n", name.c_str(), value.c_str());
  for (const auto& [name, value] : facts())
    std::printf("fact\t%s\t%s\n", name.c_str(), value.c_str());
  for (const group& of : groups())
    for (const char* text : of.texts) std::printf("text\t%s\t%s\n", of.name, text);
}

bool measure_texts(const yardstick& beside) {
  std::printf("language: evaluations of texts%s%s\n",
              beside.java.empty() ? "" : ", beside commons-el 1.0 on Java ", beside.java.c_str());
  for (const group& of : groups()) measure(of, beside);
  return same_values(beside);
}

}  // namespace foliot::bench::language
