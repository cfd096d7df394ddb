#include "exec/run_as_engine.hpp"

#include <pwd.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "exec/run_as_ask.hpp"
#include "exec/run_as_files.hpp"
#include "exec/run_as_rules.hpp"

namespace foliot::exec {

namespace {

constexpr const char* sudo_path = "/usr/bin/sudo";
constexpr size_t answer_bytes_max = 16U << 10;

failure forbidden(std::string sentence, std::string remedy) {
  return {errc::forbidden, std::move(sentence), "", "", std::move(remedy)};
}

/// The rest of the line of `text` that begins with `word`.
std::string line_of(const std::string& text, const std::string& word) {
  const size_t from = text.rfind(word, 0) == 0 ? 0 : text.find("\n" + word);
  if (from == std::string::npos) return {};
  const size_t begin = from + word.size() + (from == 0 ? 0 : 1);
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

std::string own_user_name() {
  std::vector<char> space(1U << 16);
  passwd entry{};
  passwd* found = nullptr;
  const uid_t own = ::geteuid();
  if (::getpwuid_r(own, &entry, space.data(), space.size(), &found) != 0 || found == nullptr)
    return std::to_string(own);
  return found->pw_name;
}

std::string sudoers_line(const std::string& name, const std::string& program) {
  return name + " ALL=(root) NOPASSWD: " + program;
}

result<std::string> read_work_root(const std::string& said, const std::string& data) {
  const std::string theirs = line_of(said, "data ");
  const std::string work = line_of(said, "work ");
  if (theirs.empty() || !work.starts_with('/'))
    return failure{errc::bad_input, "foliot-run-as is of another version", "", "",
                   "Install the one that belongs to this foliot"};
  if (theirs != data)
    return failure{errc::bad_input, "it serves the data directory " + theirs + ", not " + data, "",
                   run_as_rules_path, "Set data there to this engine's"};
  return work;
}

result<run_as_way> open_run_as(const std::string& program, const std::string& data,
                               const std::string& group_root) {
  if (group_root.empty() || ::access((group_root + "/cgroup.kill").c_str(), W_OK) != 0)
    return forbidden(
        "programs of other users need control groups (cgroup v2 of Linux 5.14 or later)",
        "Delegate a group to the engine and name it with run_cgroup, or set run_as to off");
  if (auto safe = belongs_to_root(program); !safe) {
    failure why = safe.error();
    why.remedy = "Let root own " + program + ", and nobody else write it";
    return why;
  }
  run_as_way out{sudo_path, program, ""};
  const auto said = ask_run_as(out, "check", "", answer_bytes_max);
  if (!said)
    return forbidden("foliot-run-as cannot be used: " + said.error().text(),
                     "Let sudoers say '" + sudoers_line(own_user_name(), program) + "', and see " +
                         run_as_rules_path);
  auto work = read_work_root(*said, data);
  if (!work) return work.error();
  out.work_root = *std::move(work);
  return out;
}

}  // namespace foliot::exec
