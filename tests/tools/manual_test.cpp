// The manual shows what the commands print: each "$ foliot ..." of README.md and docs/ that needs
// no server is run in the root of the tree, and its output compared. A line "..." stands for any
// lines.
#include "base/text.hpp"
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

const std::string root = FOLIOT_SOURCE_DIR;

struct shown_command {
  std::string place;
  std::vector<std::string> arguments;
  std::vector<std::string> lines;
};

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    if (line[at] == '#') break;
    if (end > at) out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::vector<shown_command> commands_of(const std::string& page) {
  const std::string margin(4, ' ');
  const std::string prompt = margin + "$ foliot ";
  std::vector<shown_command> out;
  std::ifstream file(root + "/" + page);
  size_t number = 0;
  bool within = false;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with(prompt)) {
      out.push_back(
          {page + ":" + std::to_string(number), words_of(line.substr(prompt.size())), {}});
      within = true;
    } else if (within && (line.starts_with(margin) || line.empty())) {
      out.back().lines.push_back(line.empty() ? line : line.substr(margin.size()));
    } else {
      within = false;
    }
  }
  for (shown_command& each : out)
    while (!each.lines.empty() && each.lines.back().empty()) each.lines.pop_back();
  return out;
}

bool is_offline(const std::string& command) {
  return command == "lint" || command == "scan" || command == "preview" || command == "cron" ||
         command == "el" || command == "retry-advice";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// Whether `shown` is what `printed` is, where each "..." may stand for any lines.
bool agree(const std::vector<std::string>& shown, const std::vector<std::string>& printed,
           size_t from = 0, size_t at = 0) {
  for (; from < shown.size(); ++from, ++at) {
    if (trim(shown[from]) == "...") {
      for (size_t next = at; next <= printed.size(); ++next)
        if (agree(shown, printed, from + 1, next)) return true;
      return false;
    }
    if (at == printed.size() || shown[from] != printed[at]) return false;
  }
  return at == printed.size();
}

TEST(manual, shows_what_the_commands_print) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(root);
  size_t count = 0;
  for (const char* page : {"README.md", "docs/tools.md"})
    for (const shown_command& each : commands_of(page)) {
      if (!is_offline(each.arguments.front())) continue;
      const outcome got = run(each.arguments);
      EXPECT_TRUE(agree(each.lines, lines_of(got.out))) << each.place << "\n" << got.out << got.err;
      ++count;
    }
  std::filesystem::current_path(before);
  EXPECT_GE(count, 6U);
}

}  // namespace
}  // namespace foliot::testing
