#include "tests/tidy/scanner.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

namespace foliot::tidy {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}

/// The last word of `s`, empty if it ends otherwise.
std::string_view last_word(std::string_view s) {
  s = trim(s);
  size_t from = s.size();
  while (from > 0 && is_word(s[from - 1])) --from;
  return s.substr(from);
}

void blank(std::string& text, size_t from, size_t to) {
  for (size_t i = from; i < std::min(to, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

/// The end of the literal whose opening quote stands at `at`: the index of its closing quote.
size_t literal_end(std::string_view text, size_t at) {
  bool raw = text[at] == '"' && at > 0 && text[at - 1] == 'R';
  if (raw) {
    size_t open = text.find('(', at);
    if (open == std::string_view::npos) return text.size();
    std::string close = ")" + std::string{text.substr(at + 1, open - at - 1)} + "\"";
    size_t end = text.find(close, open);
    return end == std::string_view::npos ? text.size() : end + close.size() - 1;
  }
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[at] || text[i] == '\n') {
      return i;
    }
  }
  return text.size();
}

/// Whether the quote at `at` separates digits, as in 1'000.
bool separates_digits(std::string_view text, size_t at) {
  size_t from = at;
  while (from > 0 && (is_word(text[from - 1]) || text[from - 1] == '\'')) --from;
  return from < at && std::isdigit(static_cast<unsigned char>(text[from])) != 0;
}

/// `code` without its preprocessor lines, continued ones included.
std::string without_directives(std::string_view code) {
  std::string out{code};
  size_t at = 0;
  bool continued = false;
  while (at < out.size()) {
    size_t end = std::min(out.find('\n', at), out.size());
    std::string_view line = trim(std::string_view{out}.substr(at, end - at));
    bool directive = continued || line.starts_with('#');
    continued = directive && line.ends_with('\\');
    if (directive) blank(out, at, end);
    at = end + 1;
  }
  return out;
}

enum class scope { open, function, other };

/// Whether `head` holds an assignment outside all brackets: what follows is an initialiser.
bool assigns(std::string_view head) {
  int depth = 0;
  for (size_t i = 0; i < head.size(); ++i) {
    char c = head[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != '=' || depth != 0) continue;
    if (i + 1 < head.size() && head[i + 1] == '=') {
      ++i;
      continue;
    }
    bool compares =
        i > 0 && std::string_view{"<>!=+-*/%&|^"}.find(head[i - 1]) != std::string_view::npos;
    if (!compares && last_word(head.substr(0, i)) != "operator") return true;
  }
  return false;
}

/// Where `what` stands outside all brackets behind the first closed parameter list; npos if it does
/// not. Two colons are no colon.
size_t behind_parameters(std::string_view head, std::string_view what) {
  int depth = 0;
  bool closed = false;
  for (size_t i = 0; i < head.size(); ++i) {
    char c = head[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') closed |= --depth == 0 && c == ')';
    if (head.substr(i, 2) == "::") {
      ++i;
    } else if (closed && depth == 0 && head.substr(i, what.size()) == what) {
      return i;
    }
  }
  return std::string_view::npos;
}

/// Whether a word of `words` stands in `head` and nothing of `never` behind its last place.
bool ends_with_word(std::string_view head, std::initializer_list<std::string_view> words,
                    std::string_view never) {
  for (std::string_view word : words) {
    size_t at = head.rfind(word);
    if (at == std::string_view::npos || (at > 0 && is_word(head[at - 1]))) continue;
    std::string_view rest = head.substr(at + word.size());
    if (!rest.empty() && is_word(rest.front())) continue;
    if (rest.find_first_of(never) == std::string_view::npos) return true;
  }
  return false;
}

/// What the brace after `head`, the text since the last statement, opens.
scope scope_after(std::string_view head) {
  head = trim(head);
  if (ends_with_word(head, {"namespace", "extern", "class", "struct", "union"}, "()="))
    return scope::open;
  if (head.find('(') == std::string_view::npos) return scope::other;
  bool lambda = head.find('[') != std::string_view::npos;
  if (assigns(head) && !lambda) return scope::other;
  if (head.back() == ')' || behind_parameters(head, "->") != std::string_view::npos)
    return scope::function;
  static constexpr std::array<std::string_view, 6> qualifiers{"const", "noexcept", "override",
                                                              "final", "mutable",  "try"};
  std::string_view word = last_word(head);
  bool qualified = std::find(qualifiers.begin(), qualifiers.end(), word) != qualifiers.end();
  // In a constructor's list a brace behind a name begins a member, one behind a brace the body.
  if (behind_parameters(head, ":") != std::string_view::npos)
    return head.back() == '}' || word == "try" ? scope::function : scope::other;
  bool constrained = head.find("requires") != std::string_view::npos;
  return qualified || head.back() == '&' || constrained ? scope::function : scope::other;
}

}  // namespace

std::string code_only(std::string_view text) {
  std::string out{text};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      size_t end = std::min(text.find('\n', i), text.size());
      blank(out, i, end);
      i = end;
    } else if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i + 2);
      end = end == std::string_view::npos ? text.size() : end + 2;
      blank(out, i, end);
      i = end - 1;
    } else if (text[i] == '"' || (text[i] == '\'' && !separates_digits(text, i))) {
      size_t end = literal_end(text, i);
      blank(out, i + 1, end);
      i = end;
    }
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<span> functions(std::string_view code) {
  struct level {
    scope kind = scope::open;
    size_t first_line = 1;
    std::string head;  // Of an open scope: the text since its last statement.
    int brackets = 0;
  };
  std::vector<span> found;
  std::vector<level> levels(1);
  size_t line = 1;
  for (char c : without_directives(code)) {
    if (c == '\n') ++line;
    level& at = levels.back();
    if (c == '{') {
      scope kind = scope::other;
      if (at.kind == scope::open && at.brackets == 0) kind = scope_after(at.head);
      levels.push_back({kind, line, {}, 0});
    } else if (c == '}') {
      if (levels.size() == 1) continue;
      level closed = std::move(levels.back());
      levels.pop_back();
      if (closed.kind == scope::function) found.push_back({closed.first_line, line});
      // An initialiser's braces are part of what goes on behind them.
      std::string& head = levels.back().head;
      if (closed.kind == scope::other) {
        head += "{}";
      } else {
        head.clear();
      }
    } else if (at.kind == scope::open) {
      if (c == '(') ++at.brackets;
      if (c == ')') --at.brackets;
      if (c == ';' && at.brackets == 0) {
        at.head.clear();
      } else {
        at.head += c;
      }
    }
  }
  return found;
}

std::vector<include> includes(std::string_view text) {
  std::string code = code_only(text);
  std::vector<std::string_view> code_lines = lines_of(code);
  std::vector<std::string_view> raw_lines = lines_of(text);
  std::vector<include> found;
  for (size_t i = 0; i < code_lines.size(); ++i) {
    if (!trim(code_lines[i]).starts_with("#include")) continue;
    std::string_view raw = raw_lines[i];
    size_t open = raw.find_first_of("<\"");
    if (open == std::string_view::npos) continue;
    size_t close = raw.find(raw[open] == '<' ? '>' : '"', open + 1);
    if (close == std::string_view::npos) continue;
    found.push_back({i + 1, raw[open] == '<', std::string{raw.substr(open + 1, close - open - 1)}});
  }
  return found;
}

bool mentions(std::string_view line, std::string_view what) {
  bool call = what.ends_with('(');
  std::string_view name = call ? what.substr(0, what.size() - 1) : what;
  for (size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    std::string_view before = line.substr(0, at);
    std::string_view after = line.substr(at + name.size());
    if (!before.empty() && is_word(before.back())) continue;
    if (!after.empty() && is_word(after.front())) continue;
    if (!call) return true;
    if (!trim(after).starts_with('(')) continue;
    if (before.ends_with('.') || before.ends_with("->")) continue;
    std::string_view word = last_word(before);
    bool declares = !word.empty() && word != "return" && word != "co_return" && word != "else" &&
                    word != "case" && word != "throw";
    if (!declares) return true;
  }
  return false;
}

}  // namespace foliot::tidy
