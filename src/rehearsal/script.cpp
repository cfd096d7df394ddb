#include "rehearsal/script.hpp"

#include <sstream>

#include "rehearsal/limits.hpp"

namespace foliot::rehearsal {

namespace {

/// The words of `text`; nothing where a quote is left open.
std::optional<std::vector<std::string>> words_of(const std::string& text) {
  std::vector<std::string> out;
  bool within_word = false;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') {
      if (!within_word) out.emplace_back();
      within_word = true;
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      within_word = false;
    } else {
      if (!within_word) out.emplace_back();
      within_word = true;
      out.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  return out;
}

class script_reader {
 public:
  explicit script_reader(std::string_view text) : in_(std::string(text)) {}

  std::variant<script, problem> read() {
    std::string text;
    while (next(text))
      if (const auto bad = take(text)) return *bad;
    if (out_.title.empty()) return problem{1, "the first line must be a comment: the title"};
    if (out_.statements.empty()) return problem{number_, "a scenario needs statements"};
    return out_;
  }

 private:
  bool next(std::string& text) {
    if (!std::getline(in_, text)) return false;
    ++number_;
    if (text.ends_with('\r')) text.pop_back();  // written on Windows
    return true;
  }

  std::optional<problem> take(const std::string& text) {
    const size_t start = text.find_first_not_of(' ');
    if (start == std::string::npos) return std::nullopt;
    if (text[start] == '#') {
      if (number_ == 1 && text.size() > 2) out_.title = text.substr(2);
      return std::nullopt;
    }
    if (text.find('\t') != std::string::npos) return wrong("write blanks instead of tabs");
    if (text.find('\0') != std::string::npos) return wrong("this is no text");
    const auto words = words_of(text);
    if (!words) return wrong("a quoted text is not closed");
    if (start > 0) {
      if (out_.statements.empty()) return wrong("an indented line must follow a statement");
      out_.statements.back().body.push_back({number_, *words});
      return std::nullopt;
    }
    if (words->front() == "no-crashes") {
      if (words->size() < 2) return wrong("no-crashes must be followed by the reason");
      out_.crashes = false;
      return std::nullopt;
    }
    if (out_.statements.size() == limits::scenario_statements_max)
      return wrong("there are more than " + std::to_string(limits::scenario_statements_max) +
                   " statements; make several scenarios of it");
    out_.statements.push_back({{number_, *words}, {}, {}});
    return words->back().starts_with("<<") ? take_document() : std::nullopt;
  }

  std::optional<problem> take_document() {
    statement& of = out_.statements.back();
    const std::string end = of.head.words.back().substr(2);
    of.head.words.pop_back();
    if (of.head.words.empty()) return wrong("a document must follow a statement");
    if (end.empty()) return wrong("write <<END, and END below the document");
    std::string text;
    while (next(text)) {
      if (text == end) return std::nullopt;
      of.document += text + "\n";
    }
    return wrong("the document has no end: a line that says " + end);
  }

  problem wrong(std::string sentence) const { return {number_, std::move(sentence)}; }

  std::istringstream in_;
  int number_ = 0;
  script out_;
};

}  // namespace

std::variant<script, problem> read_script(std::string_view text) {
  if (text.size() > limits::scenario_bytes_max)
    return problem{1, "the scenario is longer than " + std::to_string(limits::scenario_bytes_max) +
                          " bytes; put data into files of the application directory"};
  return script_reader(text).read();
}

}  // namespace foliot::rehearsal
