#include "model/kinds/launcher_environment.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace foliot::model {

std::optional<node_refusal> add_launcher_environment(program_plan& plan,
                                                     const configuration& conf) {
  const auto found = conf.find("oozie.launcher.env");
  if (found == conf.end()) return std::nullopt;
  std::string_view list = found->second;
  while (!list.empty()) {
    const size_t colon = std::min(list.find(':'), list.size());
    std::string entry{trim(list.substr(0, colon))};
    list.remove_prefix(std::min(colon + 1, list.size()));
    if (entry.empty()) continue;
    const size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0)
      return node_refusal{
          "IllegalArgumentException",
          "the environment '" + found->second + "' of the launcher is not of the form A=1:B=2"};
    plan.environment.push_back(std::move(entry));
  }
  return std::nullopt;
}

std::string java_options(const configuration& conf, const std::string& own) {
  const auto found = conf.find("oozie.launcher.javaopts");
  std::string out = found == conf.end() ? std::string{} : found->second;
  if (!out.empty() && !own.empty()) out += ' ';
  return out + own;
}

}  // namespace foliot::model
