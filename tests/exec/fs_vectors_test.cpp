// Oozie's own examples of fs actions, on real directories.
#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "exec/file_paths.hpp"
#include "exec/local_files.hpp"

namespace foliot::exec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Runs one vector below a directory of its own; `problem` is empty when it passed.
class fs_vector {
 public:
  explicit fs_vector(const json& vector) : vector_(vector), expect_(vector.at("expect")) {
    std::string pattern = ::testing::TempDir() + "foliot-fs-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) problem_ = "no directory";
    base_ = fs::canonical(pattern);
    files_.emplace(base_ + "/home");
  }
  ~fs_vector() {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
  }

  std::string run() {
    const std::string op = vector_.at("op");
    if (op == "validate_path") {
      check(validate_path(text("path"), vector_.at("with_scheme")));
    } else if (op == "resolve_full_path") {
      resolve();
    } else if (op == "validate_same_nn") {
      check(validate_same_nn(text("source_path"), text("target")));
    } else if (op == "permission_mask") {
      mask();
    } else if (vector_.contains("steps")) {
      steps(op);
    } else if (op == "chmod" || op == "chgrp") {
      change(op);
    } else {
      return "no runner for '" + op + "'";
    }
    return problem_;
  }

  bool for_this_layer() const {
    // A whole action with its recovery directory is the executor's; there is none in Foliot, whose
    // journal says whether an operation may have been tried.
    if (vector_.at("op") == "action") return false;
    return !(vector_.contains("setup") && ::geteuid() == 0);  // root is never refused
  }

 private:
  std::string text(const char* key) const { return vector_.at(key).get<std::string>(); }
  void fail(const std::string& why) {
    if (problem_.empty()) problem_ = why;
  }

  void check(const result<void>& got) {
    const std::string wanted =
        expect_.contains("error") && !expect_["error"].is_null() ? expect_["error"] : "";
    if (expect_.contains("error_message_contains")) {
      const std::string part = expect_["error_message_contains"];
      if (got.ok() || got.error().text().find(part) == std::string::npos) {
        fail("expected a message with '" + part + "'");
      }
      return;
    }
    const std::string code = got.ok() ? "" : got.error().oozie;
    if (got.ok() != wanted.empty() || code != wanted) {
      fail("expected '" + wanted + "', got " + (got.ok() ? "success" : got.error().text()));
    }
  }

  std::optional<std::string> name_node() const {
    if (!vector_.contains("name_node") || vector_["name_node"].is_null()) return {};
    return vector_["name_node"].get<std::string>();
  }

  void resolve() {
    auto got = resolve_full_path(name_node(), text("path"), vector_.at("with_scheme"));
    if (!got) return check(got.error());
    check({});
    if (expect_.contains("path") && *got != expect_["path"].get<std::string>()) {
      fail("resolved to " + *got);
    }
  }

  void mask() {
    const auto got = parse_permissions(text("permissions"));
    if (!got) return fail(got.error().text());
    if (letters(*got) != expect_.at("mode")) fail("got " + letters(*got));
  }

  static std::string letters(uint32_t mode) {
    std::string out;
    for (int bit = 8; bit >= 0; --bit) {
      out += (mode >> bit & 1) != 0 ? "xwr"[bit % 3] : '-';
    }
    return out;
  }
  static uint32_t bits(const std::string& letters) {
    uint32_t mode = 0;
    for (const char c : letters) mode = mode << 1 | (c == '-' ? 0 : 1);
    return mode;
  }

  std::string below(const std::string& name) const { return base_ + "/" + name; }

  void make(const std::string& entry) {
    std::string name = entry.substr(0, entry.find(' '));
    if (name.ends_with('/')) {
      fs::create_directories(below(name));
      return;
    }
    fs::create_directories(fs::path{below(name)}.parent_path());
    std::ofstream out{below(name)};
    if (entry.find("(not empty)") != std::string::npos) out << "text";
  }

  file_operation operation(const std::string& step) {
    std::istringstream words{step};
    std::string verb, path, target;
    words >> verb >> path >> target;
    file_operation out;
    using kind = file_operation::kind;
    if (verb == "mkdir") out.what = kind::mkdir;
    if (verb == "delete") out.what = kind::remove;
    if (verb == "move") out.what = kind::move;
    if (verb == "touchz") out.what = kind::touchz;
    out.path = "file://" + below(path);
    out.target = target.starts_with("<scheme>") ? "file://foo/target" : "file://" + below(target);
    out.skip_trash = !(vector_.contains("skip_trash") && vector_["skip_trash"] == "false");
    return out;
  }

  void steps(const std::string&) {
    if (vector_.contains("before")) {
      for (const auto& entry : vector_["before"]) make(entry);
    }
    const bool again = vector_.contains("recovery") && vector_["recovery"] == true;
    result<void> last;
    for (const auto& step : vector_.at("steps")) {
      last = files_->perform(operation(step), again);
      if (!last) break;
    }
    check(last);
    if (expect_.contains("exists")) {
      for (const std::string name : expect_["exists"]) there(name, true);
    }
    if (expect_.contains("absent")) {
      for (const std::string name : expect_["absent"]) there(name, false);
    }
    if (!expect_.contains("sizes")) return;
    for (const auto& [name, size] : expect_["sizes"].items()) {
      const auto facts = files_->look("file://" + below(name));
      if (!facts || facts->size != size) fail(name + " has another size");
    }
  }

  void there(std::string name, bool wanted) {
    std::string path = below(name);
    if (name.starts_with("<home>")) path = base_ + "/home/.Trash/Current" + below("dir1");
    if (fs::exists(path) != wanted) fail(path + (wanted ? " is missing" : " is there"));
  }

  void change(const std::string& op) {
    if (vector_.contains("name_node")) {
      auto got = resolve_full_path(name_node(), text("path"), true);
      return check(got ? result<void>{} : result<void>{got.error()});
    }
    if (vector_.contains("modes")) {
      for (const auto& [name, mode] : vector_["modes"].items()) {
        const bool file = name.find("file") != std::string::npos;
        make(file ? name : name + "/");
      }
      for (const auto& [name, mode] : vector_["modes"].items()) {
        ::chmod(below(name).c_str(), bits(mode));
      }
    }
    if (vector_.contains("tree")) {
      for (const auto& name : vector_["tree"]) make(name);
    }
    file_operation out;
    out.what = op == "chmod" ? file_operation::kind::chmod : file_operation::kind::chgrp;
    out.path = "file://" + below(text("path"));
    out.directories = vector_.at("dir_files");
    out.recursive = vector_.at("recursive");
    if (op == "chmod") out.permissions = text("permissions");
    if (op == "chgrp") out.group = "nogroup";
    check(files_->perform(out, false));
    check_modes();
    check_groups();
  }

  void check_modes() {
    if (!expect_.contains("modes")) return;
    for (const auto& [name, mode] : expect_["modes"].items()) {
      struct stat facts {};
      ::stat(below(name).c_str(), &facts);
      if (letters(facts.st_mode & 0777) != mode) fail(name + " has " + letters(facts.st_mode));
    }
  }

  void check_groups() {
    const group* other = ::getgrnam("nogroup");
    for (const char* key : {"changed", "unchanged"}) {
      if (!expect_.contains(key)) continue;
      for (const std::string name : expect_[key]) {
        struct stat facts {};
        ::stat(below(name).c_str(), &facts);
        const bool changed = other != nullptr && facts.st_gid == other->gr_gid;
        if (changed != (std::string{key} == "changed")) fail(name + " is not " + key);
      }
    }
  }

  const json& vector_;
  const json& expect_;
  std::string base_;
  std::optional<local_files> files_;
  std::string problem_;
};

TEST(fs_vectors, all_pass) {
  const char* given = ::getenv("FOLIOT_VECTORS");
  const std::string directory =
      given != nullptr ? given : std::string{FOLIOT_SOURCE_DIR} + "/../shared/vectors";
  std::ifstream in{directory + "/workflow/fs_action.json"};
  if (!in) {
    std::cerr << "the vectors are absent: " << directory << "\n";
    return;
  }
  const json all = json::parse(in);
  size_t passed = 0;
  size_t skipped = 0;
  size_t index = 0;
  for (const auto& each : all.at("vectors")) {
    const std::string where = "workflow/fs_action.json#" + std::to_string(index++);
    fs_vector vector{each};
    if (!vector.for_this_layer()) {
      std::cerr << where << " (" << each.at("name") << ") is not for this layer or this user\n";
      ++skipped;
      continue;
    }
    const std::string problem = vector.run();
    EXPECT_EQ(problem, "") << where << " (" << each.at("name") << ")";
    if (problem.empty()) ++passed;
  }
  std::cerr << "fs_action.json: " << passed << " of " << index << " passed, " << skipped
            << " skipped\n";
  EXPECT_EQ(passed + skipped, index);
}

}  // namespace
}  // namespace foliot::exec
