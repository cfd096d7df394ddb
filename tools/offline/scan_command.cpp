#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/offline/commands.hpp"
#include "tools/offline/files.hpp"
#include "tools/offline/json_out.hpp"
#include "tools/offline/scan.hpp"
#include "tools/offline/wrap.hpp"

namespace foliot::offline {

using client::console;
using nlohmann::json;

namespace {

constexpr std::array<const char*, 4> verdict_names{"runs", "warnings", "needs", "refused"};
/// What stands in front of a file.
constexpr std::array<const char*, 4> verdict_labels{"runs", "warns", "not yet", "refused"};
/// What the console paints green, yellow, yellow, red.
constexpr std::array<const char*, 4> verdict_colours{"SUCCEEDED", "SUSPENDED", "SUSPENDED",
                                                     "FAILED"};
/// So many places of one need are printed; --json has all.
constexpr size_t places_shown = 3;

const char* name(verdict of) { return verdict_names[static_cast<size_t>(of)]; }
const char* colour(verdict of) { return verdict_colours[static_cast<size_t>(of)]; }

struct place {
  std::string file;
  uint32_t line = 0;

  std::string text() const { return visible(file) + ":" + std::to_string(line); }
};

std::map<std::string, std::vector<place>> needs_of(const scan_result& of) {
  std::map<std::string, std::vector<place>> out;
  for (const scanned_file& file : of.files)
    for (const need& each : file.needs) out[each.what].push_back({file.path, each.at.line});
  return out;
}

std::array<size_t, 4> verdicts_of(const scan_result& of) {
  std::array<size_t, 4> out{};
  for (const scanned_file& each : of.files) ++out[static_cast<size_t>(each.says)];
  return out;
}

bool ends_with(const std::string& text, std::string_view end) { return text.ends_with(end); }

/// What to do about something that is not offered.
std::string remedy_of(const std::string& what) {
  if (ends_with(what, ":// paths"))
    return "Only files of the engine's own host are read and written: mount or copy what is there, "
           "and write file:///PATH.";
  if (what == "retries of actions")
    return "The action is run once. Until then, repeat inside the program.";
  static const std::map<std::string, std::string> programs{
      {"map-reduce actions", "hadoop jar JAR MAIN ARG"},
      {"git actions", "git clone URI"},
      {"ssh actions", "ssh HOST COMMAND"},
      {"email actions", "mail -s SUBJECT TO"}};
  if (const auto found = programs.find(what); found != programs.end())
    return "Such an action ends in ERROR. A shell action can run the same: " + found->second;
  if (ends_with(what, " actions")) return "Such an action ends in ERROR.";
  return "";
}

/// "fork and join 12, decision 3", the most frequent first, wrapped behind a title.
void print_counts(const console& to, const std::string& title,
                  const std::map<std::string, size_t>& counts) {
  if (counts.empty()) return;
  std::vector<std::pair<std::string, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  // A name and its number stay on one line: their blanks are hidden from the wrapping.
  constexpr char hidden = '\x01';
  std::string text;
  for (const auto& [what, count] : sorted) {
    std::string item = visible(what) + " " + std::to_string(count);
    std::replace(item.begin(), item.end(), ' ', hidden);
    text += (text.empty() ? "" : ", ") + item;
  }
  constexpr size_t indent = 14;
  std::string lines = wrapped(text, indent);
  std::replace(lines.begin(), lines.end(), hidden, ' ');
  std::string head = title;
  head.resize(indent, ' ');
  to.out(client::dim(to, head) + lines.substr(indent));
}

void print_verdicts(const console& to, const scan_result& of) {
  const auto counts = verdicts_of(of);
  std::string line;
  constexpr std::array<const char*, 4> texts{"run as they are", "run, with a warning",
                                             "cannot run here yet",
                                             "wrong, and refused by Oozie too"};
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      line += (line.empty() ? "" : "\n              ") +
              client::painted(to, verdict_colours[i], std::to_string(counts[i]) + " " + texts[i]);
  to.out(client::dim(to, "files         ") + line + "\n");
}

void print_needs(const console& to, const scan_result& of) {
  std::vector<std::pair<std::string, std::vector<place>>> all;
  for (auto& each : needs_of(of)) all.push_back(each);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  if (!all.empty()) to.out("\n" + client::bold(to, "Why some cannot run here yet") + "\n");
  for (const auto& [what, places] : all) {
    to.out("  " + client::painted(to, "SUSPENDED", visible(what)) + "  " +
           std::to_string(places.size()) + (places.size() == 1 ? " place\n" : " places\n"));
    if (const std::string remedy = remedy_of(what); !remedy.empty()) to.out(wrapped(remedy, 4));
    for (size_t i = 0; i < std::min(places.size(), places_shown); ++i)
      to.out("    " + places[i].text() + "\n");
    if (places.size() > places_shown)
      to.out("    " +
             client::dim(to, "... and " + std::to_string(places.size() - places_shown) +
                                 " more (--json shows all)") +
             "\n");
  }
}

void print_files(const console& to, const scan_result& of) {
  to.out("\n" + client::bold(to, "Files") + "\n");
  for (const scanned_file& each : of.files) {
    std::string says = verdict_labels[static_cast<size_t>(each.says)];
    says.resize(9, ' ');
    to.out("  " + client::painted(to, colour(each.says), says) + visible(each.path) + "\n");
    std::map<std::string, size_t> wishes;
    for (const need& one : each.needs) ++wishes[one.what];
    std::string text;
    for (const auto& [what, count] : wishes) text += (text.empty() ? "" : ", ") + what;
    if (!text.empty()) to.out(wrapped("uses " + visible(text), 11));
    for (const finding& one : each.findings)
      to.out(wrapped(std::to_string(one.at.line) + ":" + std::to_string(one.at.column) + " " +
                         (one.code == "lenient" ? "Oozie refuses this" : one.code) + ": " +
                         visible(one.sentence),
                     11));
  }
}

json json_of(const scanned_file& of) {
  json out{{"file", of.path},
           {"kind", of.kind == entity_kind::none ? json(nullptr) : json(kind_name(of.kind))},
           {"verdict", name(of.says)}};
  out["needs"] = out["findings"] = json::array();
  for (const need& each : of.needs)
    out["needs"].push_back(
        {{"what", each.what}, {"line", each.at.line}, {"column", each.at.column}});
  for (const finding& each : of.findings)
    out["findings"].push_back({{"code", each.code},
                               {"line", each.at.line},
                               {"column", each.at.column},
                               {"sentence", each.sentence},
                               {"remedy", each.remedy}});
  return out;
}

void print_json_scan(const console& to, const scan_result& of) {
  json body{
      {"applications",
       {{"bundles", of.bundles}, {"coordinators", of.coordinators}, {"workflows", of.workflows}}},
      {"schemas", of.schemas},
      {"actions", of.actions},
      {"features", of.features}};
  const auto counts = verdicts_of(of);
  for (size_t i = 0; i < counts.size(); ++i) body["verdicts"][verdict_names[i]] = counts[i];
  body["needs"] = json::object();
  for (const auto& [what, places] : needs_of(of)) body["needs"][what] = places.size();
  body["files"] = json::array();
  for (const scanned_file& each : of.files) body["files"].push_back(json_of(each));
  print_json(to, body);
}

}  // namespace

int scan(const console& to, const scan_options& options) {
  const auto in = read_estate(options.path);
  if (!in) return report_answer(to, in.error());
  const scan_result found = scan_estate(*in, definition_reader());
  if (to.json) return print_json_scan(to, found), client::exit_good;
  print_counts(to, "applications",
               {{"bundles", found.bundles},
                {"coordinators", found.coordinators},
                {"workflows", found.workflows}});
  print_counts(to, "schemas", found.schemas);
  print_counts(to, "actions", found.actions);
  print_counts(to, "features", found.features);
  print_verdicts(to, found);
  print_needs(to, found);
  if (!options.summary) print_files(to, found);
  return client::exit_good;
}

}  // namespace foliot::offline
