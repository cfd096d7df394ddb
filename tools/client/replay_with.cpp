#include "tools/client/replay_with.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/visible.hpp"
#include "exec/helper/program.hpp"
#include "store/tree_fold.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

/// Of another version's lines, some 100 bytes for each entry: five million entries are compared.
constexpr size_t others_bytes_max = 512U << 20;

/// Takes the next line off `text`.
std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return out;
}

}  // namespace

int digests(const console& to, const kv_store& store, const model::definitions& definitions) {
  const auto told = store::each_digest(store, definitions, [&](const std::string& line) {
    to.out(line + "\n");
    return true;
  });
  return told ? exit_good : report(to, told.error());
}

namespace {

/// What the other foliot prints.
result<std::string> ask(const std::string& program, std::vector<std::string> words,
                        const std::vector<std::string>& source) {
  exec::helper::program_call call;
  call.words = std::move(words);
  call.words.insert(call.words.begin(), program);
  call.words.insert(call.words.end(), source.begin(), source.end());
  call.output_bytes_max = others_bytes_max;
  auto ended = exec::helper::run_program(call, nullptr);
  if (!ended) return std::move(ended).error();
  if (ended->status == exit_good && !ended->output.empty()) return std::move(ended->output);
  const std::string said = ended->errors.substr(0, ended->errors.find('\n'));
  return failure{errc::unsupported,
                 program + " does not tell its digests" + (said.empty() ? "" : ": " + said), "",
                 "--with", "Name a foliot that knows 'replay --digests'"};
}

/// What one of the two made of each field: before and after, by name.
using changes = std::map<std::string, std::pair<std::string, std::string>>;
changes changes_in(const std::string& step) {
  changes out;
  const json all = json::parse(step, nullptr, false);
  if (!all.is_object() || !all.contains("steps")) return out;
  for (const json& one : all["steps"])
    for (const json& change : one.value("changes", json::array()))
      out[change.value("field", "")] = {change.value("from", ""), change.value("to", "")};
  return out;
}

/// A row for each field that they leave with another value. Up to the entry they agree, so what one
/// of them does not change is what the other changes it from.
json fields_apart(const std::string& here, const std::string& there) {
  const changes ours = changes_in(here);
  const changes theirs = changes_in(there);
  json out = json::array();
  if (ours.empty() && theirs.empty()) return out;
  std::set<std::string> names;
  for (const changes* each : {&ours, &theirs})
    for (const auto& [name, values] : *each) names.insert(name);
  for (const std::string& name : names) {
    const auto our = ours.find(name);
    const auto their = theirs.find(name);
    const std::string is = our != ours.end() ? our->second.second : their->second.first;
    const std::string other = their != theirs.end() ? their->second.second : our->second.first;
    if (is != other) out.push_back({{"field", name}, {"here", is}, {"there", other}});
  }
  return out;
}

}  // namespace

result<std::string> digests_of(const std::string& program, const std::vector<std::string>& source) {
  return ask(program, {"replay", "--digests"}, source);
}

result<std::string> step_of(const std::string& program, const std::vector<std::string>& source,
                            const first_difference& at) {
  const std::string sequence = std::to_string(at.sequence);
  return ask(
      program,
      {"replay", "--json", "--at", sequence, "step", at.id, "--from", sequence, "--len", "1"},
      source);
}

result<first_difference> compare(const kv_store& store, const model::definitions& definitions,
                                 const std::string& others) {
  first_difference out;
  std::string_view rest = others;
  const auto told = store::each_digest(store, definitions, [&](const std::string& line) {
    const std::string_view other = take_line(rest);
    if (other == line) return ++out.same, true;
    out.here = line;
    out.there = std::string(other);
    return false;
  });
  if (!told) return told.error();
  out.cut = others.size() >= others_bytes_max && rest.empty();
  if (out.here.empty() && !rest.empty()) out.there = std::string(take_line(rest));
  if (out.cut) out.here.clear(), out.there.clear();
  std::istringstream line(out.here.empty() ? out.there : out.here);
  line >> out.sequence >> out.id;
  return out;
}

int tell(const console& to, const std::string& program, const first_difference& found,
         const std::string& here, const std::string& there) {
  const bool differs = !found.here.empty() || !found.there.empty();
  const json fields = fields_apart(here, there);
  if (to.json) {
    const json body{{"same", found.same},   {"differs", differs},         {"here", found.here},
                    {"there", found.there}, {"sequence", found.sequence}, {"id", found.id},
                    {"fields", fields},     {"program", program}};
    to.out(body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    return differs ? exit_failed : exit_good;
  }
  to.out(std::to_string(found.same) + " journal entries lead to the same records\n");
  if (found.cut) to.out("the others are too many to be compared\n");
  if (!differs) return exit_good;
  to.out("first difference: entry " + std::to_string(found.sequence) + " of " + visible(found.id) +
         "\n");
  for (const json& field : fields)
    to.out("  " + visible(field.value("field", "")) + "  here " + visible(field.value("here", "")) +
           "  there " + visible(field.value("there", "")) + "\n");
  to.out("  here   " + (found.here.empty() ? "the journal ends" : visible(found.here)) + "\n");
  to.out("  there  " + (found.there.empty() ? "the journal ends" : visible(found.there)) + "\n");
  return exit_failed;
}

}  // namespace foliot::client
