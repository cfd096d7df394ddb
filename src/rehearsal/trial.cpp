#include "rehearsal/trial.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "rehearsal/limits.hpp"

namespace foliot::rehearsal {

namespace fs = std::filesystem;

namespace {

result<void> add_files(const std::string& path, std::vector<std::string>& to) {
  std::error_code error;
  if (!fs::exists(path, error))
    return failure{errc::not_found, "there is no such file", "", path,
                   "Name scenarios, or directories with *.scenario files"};
  if (!fs::is_directory(path, error)) {
    to.push_back(path);
    return {};
  }
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == ".scenario" && at->is_regular_file(error))
      found.push_back(at->path().string());
    if (found.size() > limits::scenarios_max)
      return failure{errc::too_large,
                     "there are more than " + std::to_string(limits::scenarios_max) + " scenarios",
                     "", path, "Name some of its directories"};
  }
  if (error) return failure{errc::io, error.message(), "", path, "Check its permissions"};
  if (found.empty())
    return failure{errc::bad_input, "the directory holds no scenario", "", path,
                   "Name a directory with files that end in .scenario"};
  std::sort(found.begin(), found.end());
  to.insert(to.end(), found.begin(), found.end());
  return {};
}

std::string line_of(const std::string& text, int number) {
  std::istringstream in(text);
  std::string out;
  for (int at = 0; at < number; ++at)
    if (!std::getline(in, out)) return {};
  return out;
}

}  // namespace

result<std::vector<std::string>> scenario_files(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths)
    if (auto added = add_files(path, out); !added) return added.error();
  if (out.size() > limits::scenarios_max)
    return failure{errc::too_large,
                   "there are more than " + std::to_string(limits::scenarios_max) + " scenarios",
                   "", "", "Name some of them"};
  return out;
}

result<trial> play_file(const std::string& file, play_options how) {
  const auto text = read_real(file, limits::scenario_bytes_max);
  if (!text) return text.error();
  if (how.folder.empty()) how.folder = application_folder(file);
  trial out{file, "", "", {}};
  auto read = read_script(*text);
  if (auto* bad = std::get_if<problem>(&read)) {
    out.outcome.bad = std::move(*bad);
  } else {
    out.title = std::get<script>(read).title;
    out.outcome = play(std::get<script>(read), how);
  }
  if (out.outcome.bad) out.line = line_of(*text, out.outcome.bad->line);
  return out;
}

}  // namespace foliot::rehearsal
