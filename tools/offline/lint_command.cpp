#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/files.hpp"
#include "tools/offline/json_out.hpp"
#include "tools/offline/lint.hpp"
#include "tools/offline/wrap.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

constexpr int exit_warnings = 1;
constexpr int exit_errors = 2;

struct totals {
  size_t files = 0;
  size_t errors = 0;
  size_t warnings = 0;
};

std::string counted(size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

json json_of(const finding& of) {
  return {{"code", of.code},
          {"file", of.file},
          {"line", of.at.line},
          {"column", of.at.column},
          {"severity", of.level == severity::error ? "error" : "warning"},
          {"sentence", of.sentence},
          {"remedy", of.remedy}};
}

void print(const console& to, const finding& of) {
  const bool error = of.level == severity::error;
  const std::string place = visible(of.file) + ":" + std::to_string(of.at.line) + ":" +
                            std::to_string(of.at.column) + " ";
  to.out(client::dim(to, place) + client::painted(to, error ? "FAILED" : "SUSPENDED", of.code) +
         "\n");
  to.out(wrapped((error ? "error: " : "warning: ") + visible(of.sentence) + ".", 2));
  const bool ended = of.remedy.ends_with('.') || of.remedy.ends_with('?');
  if (!of.remedy.empty()) to.out(wrapped(visible(of.remedy) + (ended ? "" : "."), 2));
}

}  // namespace

int lint(const console& to, const lint_options& options) {
  std::vector<finding> found;
  totals all;
  for (const std::string& path : options.paths) {
    const auto in = read_estate(path);
    if (!in) return report_answer(to, in.error()), exit_errors;
    all.files += in->definitions.size() + in->properties.size() + in->broken.size();
    for (finding& each : lint_estate(*in, definition_reader())) found.push_back(std::move(each));
  }
  for (const finding& each : found) ++(each.level == severity::error ? all.errors : all.warnings);
  if (to.json) {
    json body{{"files", all.files}, {"errors", all.errors}, {"warnings", all.warnings}};
    body["findings"] = json::array();
    for (const finding& each : found) body["findings"].push_back(json_of(each));
    print_json(to, body);
  } else {
    for (const finding& each : found) print(to, each);
    to.out((found.empty() ? "" : "\n") + counted(all.files, "file") + ", " +
           counted(all.errors, "error") + ", " + counted(all.warnings, "warning") + "\n");
  }
  if (all.errors > 0) return exit_errors;
  return all.warnings > 0 && options.strict ? exit_warnings : client::exit_good;
}

}  // namespace foliot::offline
