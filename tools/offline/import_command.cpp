// foliot config import: Oozie's settings as Foliot's.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/limits.hpp"
#include "base/visible.hpp"
#include "exec/unique_fd.hpp"
#include "server/config.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/config_import.hpp"
#include "tools/offline/files.hpp"
#include "tools/offline/json_out.hpp"
#include "tools/offline/wrap.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

constexpr size_t admins_bytes_max = 64 << 10;

std::string_view name(fate what) {
  switch (what) {
    case fate::mapped: return "mapped";
    case fate::ignored: return "ignored";
    case fate::unsupported: break;
  }
  return "unsupported";
}

result<import_source> source_of(const import_options& options) {
  auto text = read_text(options.file, limits::request_body_bytes_max);
  if (!text) return std::move(text).error();
  auto entries = parse::read_configuration_entries(options.file, std::move(*text));
  if (!entries) return std::move(entries).error();
  import_source out;
  out.entries = std::move(*entries);
  std::error_code problem;
  out.folder = std::filesystem::absolute(options.file, problem).parent_path().string();
  for (const std::string& one : options.definitions) {
    const size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0)
      return failure{errc::bad_input, "'" + one + "' is not name=value", "", "-D",
                     "Write -D name=value"};
    out.definitions.insert_or_assign(one.substr(0, equals), one.substr(equals + 1));
  }
  const std::string admins = out.folder + "/adminusers.txt";
  if (std::filesystem::is_regular_file(admins, problem)) {
    auto names = read_text(admins, admins_bytes_max);
    if (!names) return std::move(names).error();
    out.admins = std::move(*names);
  }
  return out;
}

failure cannot_write(const std::string& path, int error) {
  if (error == EEXIST)
    return {errc::conflict, "the file is there already", "", path,
            "Name another one with --out, or write over it with --force"};
  return {errc::io, "cannot write the file: " + std::string(std::strerror(error)), "", path,
          "Check the directory and its permissions"};
}

/// A file of its own, whole or not at all.
result<void> write_fresh(const std::string& path, const std::string& text) {
  const exec::unique_fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file) return cannot_write(path, errno);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t took = ::write(file.get(), rest.data(), rest.size());
    if (took < 0 && errno == EINTR) continue;
    if (took < 0) break;
    rest.remove_prefix(static_cast<size_t>(took));
  }
  if (rest.empty() && ::fsync(file.get()) == 0) return {};
  const int error = errno;
  ::unlink(path.c_str());
  return cannot_write(path, error);
}

/// Over a file that is there: it keeps its place behind a link, and who may read it.
result<void> write_settings(const std::string& named, const std::string& text, bool force) {
  struct stat about {};
  const bool there = ::stat(named.c_str(), &about) == 0;
  if (!force || !there) return write_fresh(named, text);
  if (!S_ISREG(about.st_mode))
    return failure{errc::bad_input, "what stands there is no file", "", named,
                   "Name a file with --out"};
  std::error_code problem;
  const auto behind = std::filesystem::canonical(named, problem);
  const std::string path = problem ? named : behind.string();
  const std::string fresh = path + "." + std::to_string(::getpid());
  if (auto written = write_fresh(fresh, text); !written) return written;
  if (::chmod(fresh.c_str(), about.st_mode & 07777) == 0 &&
      ::rename(fresh.c_str(), path.c_str()) == 0)
    return {};
  const int error = errno;
  ::unlink(fresh.c_str());
  return cannot_write(path, error);
}

json json_of(const import_outcome& outcome, const import_options& options) {
  json rows = json::array();
  for (const import_row& row : outcome.rows) {
    json one{{"key", row.key}, {"place", row.place}, {"outcome", name(row.what)}};
    if (row.what == fate::mapped) {
      one["setting"] = row.setting;
      one["value"] = row.value;
    }
    if (!row.says.empty()) one["reason"] = row.says;
    if (!row.remedy.empty()) one["remedy"] = row.remedy;
    rows.push_back(std::move(one));
  }
  return {{"keys", std::move(rows)},
          {"notes", outcome.notes},
          {"mapped", outcome.count(fate::mapped)},
          {"ignored", outcome.count(fate::ignored)},
          {"unsupported", outcome.count(fate::unsupported)},
          {"written", options.out}};
}

void print_row(const console& to, const import_row& row) {
  constexpr size_t margin = 13;
  std::string word(name(row.what));
  word.resize(margin, ' ');
  to.out(word + client::bold(to, visible(row.key)) + "\n");
  if (row.what == fate::mapped) to.out(wrapped(visible(row.setting + " = " + row.value), margin));
  std::string text = row.says.empty() ? "" : row.says + ".";
  if (row.what == fate::unsupported) text = row.place + ": " + text;
  if (!row.remedy.empty()) text += " " + row.remedy + (row.remedy.ends_with('?') ? "" : ".");
  to.out(wrapped(visible(text), margin));
}

/// What somebody has to decide comes last, where the eye is.
void print_rows(const console& to, const import_outcome& outcome, const import_options& options) {
  for (const fate what : {fate::mapped, fate::ignored, fate::unsupported})
    for (const import_row& row : outcome.rows)
      if (row.what == what) print_row(to, row);
  for (const std::string& note : outcome.notes) to.out(wrapped(visible("note: " + note + "."), 0));
  const auto counted = [&](fate what) {
    return std::to_string(outcome.count(what)) + " " + std::string(name(what));
  };
  to.out("\n" + std::to_string(outcome.rows.size()) + " keys: " + counted(fate::mapped) + ", " +
         counted(fate::ignored) + ", " + counted(fate::unsupported) + "\n" + visible(options.out) +
         " is written\n");
}

}  // namespace

int import_config(const console& to, const import_options& options) {
  std::error_code problem;
  if (!options.force && std::filesystem::exists(options.out, problem))
    return report_answer(to, cannot_write(options.out, EEXIST));
  if (std::filesystem::equivalent(options.file, options.out, problem))
    return report_answer(to, {errc::bad_input, "this is the file that is read", "", options.out,
                              "Name another one with --out"});
  const auto source = source_of(options);
  if (!source) return report_answer(to, source.error());
  const auto outcome = import_site(*source);
  if (!outcome) return report_answer(to, outcome.error());
  const std::string text = toml_of(*outcome, options.file);
  if (const auto loads = server::parse_config(text, options.out, {}); !loads)
    return report_answer(to, loads.error().within("what was about to be written"));
  if (const auto done = write_settings(options.out, text, options.force); !done)
    return report_answer(to, done.error());
  if (to.json)
    print_json(to, json_of(*outcome, options));
  else
    print_rows(to, *outcome, options);
  return outcome->count(fate::unsupported) == 0 ? client::exit_good : client::exit_failed;
}

}  // namespace foliot::offline
