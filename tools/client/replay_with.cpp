#include "tools/client/replay_with.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/visible.hpp"
#include "exec/helper/program.hpp"
#include "store/tree_fold.hpp"

namespace foliot::client {

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

result<std::string> digests_of(const std::string& program, const std::vector<std::string>& source) {
  exec::helper::program_call call;
  call.words = {program, "replay", "--digests"};
  call.words.insert(call.words.end(), source.begin(), source.end());
  call.output_bytes_max = others_bytes_max;
  auto ended = exec::helper::run_program(call, nullptr);
  if (!ended) return std::move(ended).error();
  if (ended->status == exit_good) return std::move(ended->output);
  const std::string said = ended->errors.substr(0, ended->errors.find('\n'));
  return failure{errc::unsupported,
                 program + " does not tell its digests" + (said.empty() ? "" : ": " + said), "",
                 "--with", "Name a foliot that knows 'replay --digests'"};
}

int compare(const console& to, const kv_store& store, const model::definitions& definitions,
            const std::string& program, const std::string& others) {
  std::string_view rest = others;
  uint64_t same = 0;
  std::string here;
  std::string there;
  const auto told = store::each_digest(store, definitions, [&](const std::string& line) {
    const std::string_view other = take_line(rest);
    if (other == line) return ++same, true;
    here = line;
    there = std::string(other);
    return false;
  });
  if (!told) return report(to, told.error());
  const bool cut = others.size() >= others_bytes_max && rest.empty();
  if (here.empty() && !rest.empty()) there = std::string(take_line(rest));
  const bool differs = !cut && (!here.empty() || !there.empty());
  if (to.json) {
    const nlohmann::json body{{"same", same},
                              {"differs", differs},
                              {"here", here},
                              {"there", there},
                              {"program", program}};
    to.out(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return differs ? exit_failed : exit_good;
  }
  to.out(std::to_string(same) + " journal entries lead to the same records\n");
  if (cut) to.out("the others are too many to be compared\n");
  if (!differs) return exit_good;
  to.out("first difference\n");
  to.out("  here   " + (here.empty() ? "the journal ends" : visible(here)) + "\n");
  to.out("  there  " + (there.empty() ? "the journal ends" : visible(there)) + "\n");
  return exit_failed;
}

}  // namespace foliot::client
