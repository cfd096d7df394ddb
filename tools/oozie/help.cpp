#include "tools/oozie/help.hpp"

#include <algorithm>

#include "tools/oozie/grammar.hpp"

namespace foliot::oozie {

namespace {

constexpr size_t line_width = 100;

/// "-D <property=value>"
std::string signature(const option& of) {
  std::string out = "-" + std::string(of.name);
  if (of.values != takes::nothing) out += " <" + std::string(of.shown) + ">";
  return out;
}

/// `text` in lines that begin at column `from`.
std::string wrapped(std::string_view text, size_t from) {
  std::string out;
  size_t column = from;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (column > from && column + 1 + end > line_width) {
      out += "\n" + std::string(from, ' ');
      column = from;
    }
    if (column > from) out += ' ', ++column;
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "\n";
}

std::string usage(const command& of) {
  const std::string begin = "      oozie " + std::string(of.name) + " ";
  std::string out = "\n" + begin;
  if (!of.options.empty()) out += "<OPTIONS>" + std::string(of.operands) + " ";
  out += ": " + std::string(of.about) + "\n";
  size_t widest = 0;
  for (const option& one : of.options)
    if (!one.hidden) widest = std::max(widest, signature(one).size());
  for (const option& one : of.options) {
    if (one.hidden) continue;
    const std::string name = signature(one);
    out += std::string(begin.size(), ' ') + name + std::string(widest - name.size() + 3, ' ') +
           wrapped(one.about, begin.size() + widest + 3);
  }
  return out;
}

}  // namespace

std::string help(std::string_view name) {
  std::string out =
      "usage: \n"
      "      OOZIE_URL in the environment stands for '-oozie'\n"
      "      OOZIE_TIMEZONE stands for '-timezone', OOZIE_AUTH for '-auth'\n"
      "      '-Dheader:NAME=VALUE' before the command is a header of every request\n";
  if (const command* one = find_command(name)) return out + usage(*one) + "\n";
  for (const command& one : commands()) out += usage(one);
  return out + "\n";
}

}  // namespace foliot::oozie
