#include "rehearsal/retold_files.hpp"

#include <string_view>
#include <utility>

#include "base/java_properties.hpp"
#include "base/local_path.hpp"
#include "base/xml_escape.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::rehearsal {

namespace {

/// A larger file is said to be smaller: only expressions that ask for its size could tell.
constexpr int64_t told_file_bytes_max = 4'096;

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string parent_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

bool lies_at(const std::string& path, const std::string& root) {
  return path == root || path.starts_with(root + "/");
}

std::string statement_of(const char* verb, const std::string& path) {
  return std::string(verb) + " " + *word_of(path);
}

/// The file of properties that was read.
std::string properties_file(const std::string& lines, bool as_xml) {
  if (!as_xml) return lines;
  model::configuration conf;
  java_property_reader read{lines};
  while (auto each = read.next())
    conf.insert_or_assign(std::move(each->name), std::move(each->value));
  return configuration_file(conf);
}

}  // namespace

std::string configuration_file(const model::configuration& conf) {
  std::string out = "<configuration>\n";
  for (const auto& [name, value] : conf)
    out += "<property><name>" + xml_attribute(name) + "</name><value>" + xml_attribute(value) +
           "</value></property>\n";
  return out + "</configuration>\n";
}

std::optional<std::string> retold_files::path_of(const told_place& at, const std::string& uri) {
  const auto path = local_path(uri);
  if (path && word_of(*path)) return without_slash(*path);
  draft_.leave_out(at, uri + " is no local file that a scenario could name");
  return std::nullopt;
}

void retold_files::defines(const told_place& at, const std::string& uri,
                           const std::string& content) {
  const auto path = path_of(at, uri);
  if (!path) return;
  const auto [known, is_new] = definitions_.try_emplace(*path);
  text& before = known->second;
  if (is_new || !before.there || before.content != content) {
    std::string statement = file_statement(*word_of(*path), content);
    if (is_new)
      draft_.first(retold_draft::part::files, std::move(statement));
    else
      draft_.follows(before.used, std::move(statement));
  }
  before = {content, true, at};
}

void retold_files::lacks(const told_place& at, const std::string& uri) {
  const auto path = path_of(at, uri);
  if (!path) return;
  const auto [known, is_new] = definitions_.try_emplace(*path);
  if (!is_new && known->second.there)
    draft_.follows(known->second.used, statement_of("remove", *path));
  known->second = {"", false, at};
}

void retold_files::hides(const told_place& at, const std::string& uri) {
  const auto path = path_of(at, uri);
  if (!path || definitions_.contains(*path)) return;
  definitions_[*path] = {"", false, at};
  draft_.first(retold_draft::part::files, statement_of("touch", *path));
  draft_.first(retold_draft::part::files, statement_of("sick", *path));
  draft_.leave_out(at, "the text of " + *path + ", which nobody had read yet");
}

bool retold_files::is_there(const std::string& path) const {
  const auto next = there_.lower_bound(path);
  if (next != there_.end() && lies_at(next->first, path)) return true;
  const auto below = there_.lower_bound(path + "/");
  return below != there_.end() && lies_at(below->first, path);
}

void retold_files::appears(const told_place& at, const std::string& uri, bool directory) {
  const auto path = path_of(at, uri);
  if (!path) return;
  if (!is_there(*path)) draft_.appears(at, statement_of(directory ? "mkdir" : "touch", *path));
  there_[*path] = at;
}

void retold_files::put(const std::string& path, const std::string& statement) {
  const told_place* last = nullptr;
  for (const auto& [gone, place] : gone_)
    if (lies_at(path, gone) && (last == nullptr || last->sequence < place.sequence)) last = &place;
  if (last == nullptr)
    draft_.first(retold_draft::part::files, statement);
  else
    draft_.follows(*last, statement);
}

void retold_files::found(const told_place& at, const std::string& path,
                         const std::string& statement) {
  if (!is_there(path)) put(path, statement);
  there_[path] = at;
}

void retold_files::missed(const told_place& at, const std::string& path) {
  const auto known = there_.find(path);
  if (known != there_.end()) {
    draft_.follows(known->second, statement_of("remove", path));
    there_.erase(known);
  }
  gone_[path] = at;
}

void retold_files::answered(const told_place& at, const el::probe& question,
                            const el::value& answer) {
  const std::string& function = question.function;
  if (function == model::job_id_question || function == model::job_status_question) return;
  const bool reads_xml =
      function == model::job_xml_question || function == model::defaults_question;
  const bool reads = model::is_properties_question(function);
  if ((!reads && !function.starts_with("fs:")) || question.arguments.empty())
    return draft_.leave_out(at, "what " + function + " answered: " + el::to_text(answer));
  const std::string* lines = answer.as_string();
  // It was not there, or nobody could read it.
  if (reads && (lines == nullptr || (lines->empty() && function == model::defaults_question)))
    return;
  const auto path = path_of(at, question.arguments.front());
  if (!path) return;
  if (reads) return defines(at, *path, properties_file(*lines, reads_xml));
  const bool* truth = answer.as_bool();
  const int64_t* size = answer.as_int();
  if (function == "fs:exists" && truth != nullptr)
    return *truth ? found(at, *path, statement_of("touch", *path)) : missed(at, *path);
  if (function == "fs:isDir" && truth != nullptr) {
    if (*truth) found(at, *path, statement_of("mkdir", *path));
    return;  // no directory: a file, or nothing at all
  }
  if (size == nullptr || *size < 0) return;
  const bool of_directory = function == "fs:dirSize";
  if ((function == "fs:fileSize" || of_directory) && *size <= told_file_bytes_max) {
    const auto content = word_of(std::string(static_cast<size_t>(*size), 'x'));
    const std::string file = of_directory && *size > 0 ? *path + "/told" : *path;
    if (of_directory && *size == 0) return found(at, *path, statement_of("mkdir", *path));
    // Where it was touched before, it has its size from then on.
    there_.erase(file);
    return found(at, file, statement_of("file", file) + " " + *content);
  }
  found(at, *path, statement_of(of_directory ? "mkdir" : "touch", *path));
  if (function != "fs:blockSize")
    draft_.leave_out(at, "that " + function + " of " + *path + " was " + std::to_string(*size));
}

/// An operation that went well had to find it.
void retold_files::must_be(const told_place& at, const std::string& uri, bool directory) {
  const auto path = path_of(at, uri);
  if (path) found(at, *path, statement_of(directory ? "mkdir" : "touch", *path));
}

void retold_files::performed(const told_place& at, const model::fs_plan_step& step) {
  if (step.kind == "delete") return removed(at, step.path);
  if (step.kind == "move") {
    must_be(at, step.path, false);
    if (const auto target = path_of(at, step.target)) {
      if (parent_of(*target) != "/") must_be(at, parent_of(*target), true);
      there_[*target] = at;
    }
    return removed(at, step.path);
  }
  if (step.kind == "mkdir" || step.kind == "touchz") {
    if (const auto path = path_of(at, step.path)) there_[*path] = at;
    return;
  }
  must_be(at, step.path, step.recursive);
}

void retold_files::removed(const told_place& at, const std::string& uri) {
  const auto path = path_of(at, uri);
  if (!path) return;
  std::erase_if(there_, [&](const auto& each) { return lies_at(each.first, *path); });
  gone_[*path] = at;
}

}  // namespace foliot::rehearsal
