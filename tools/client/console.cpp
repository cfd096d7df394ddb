#include "tools/client/console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/visible.hpp"
#include "tools/client/lines.hpp"

namespace foliot::client {

namespace {

constexpr size_t flexible_least = 8;

int output_error = 0;  ///< errno of the first write to standard output that failed.

bool write_all(std::FILE* to, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
}

std::optional<std::string> read_line() {
  std::string out;
  for (int c = std::getc(stdin); c != '\n'; c = std::getc(stdin)) {
    if (c == EOF) return std::nullopt;
    out += static_cast<char>(c);
  }
  return out;
}

std::string in_colour(const console& to, const char* code, std::string_view text) {
  if (!to.colour) return std::string(text);
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

console standard_console() {
  console out;
  out.out = [](std::string_view text) {
    if (!write_all(stdout, text) && output_error == 0) output_error = errno;
  };
  out.err = [](std::string_view text) { write_all(stderr, text); };
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1) out.ask = read_line;
  const char* kind = std::getenv("TERM");
  out.terminal =
      ::isatty(STDOUT_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
  const char* plain = std::getenv("NO_COLOR");
  out.colour = out.terminal && (plain == nullptr || *plain == '\0');
  return out;
}

void reserve_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != file) std::_Exit(exit_failed);
}

/// Nobody reads a pipe whose end is gone.
int after_output(int status, std::string_view program, int failed) {
  if (output_error == 0) return status;
  if (output_error != EPIPE)
    write_all(stderr, std::string(program) + ": the output cannot be written: " +
                          std::generic_category().message(output_error) +
                          ". What was written of it is cut off.\n");
  return status == exit_good ? failed : status;
}

int report(const console& to, const failure& error) {
  if (!to.json) {
    to.err("foliot: " + visible(error.text()) + "\n");
    return exit_failed;
  }
  const nlohmann::json body{
      {"error",
       {{"code", error.oozie.empty() ? std::string(name(error.code)) : error.oozie},
        {"sentence", error.sentence},
        {"place", error.place},
        {"remedy", error.remedy}}}};
  to.err(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  return exit_failed;
}

std::string painted(const console& to, std::string_view status, std::string_view text) {
  if (contains(status, "ERROR") || status == "KILLED" || status == "FAILED" || status == "TIMEDOUT")
    return in_colour(to, "31", text);
  if (status == "SUCCEEDED" || status == "OK") return in_colour(to, "32", text);
  if (status == "RUNNING" || status == "SUBMITTED") return in_colour(to, "36", text);
  if (contains(status, "SUSPEND") || contains(status, "PAUSE") || status == "START_MANUAL")
    return in_colour(to, "33", text);
  return std::string(text);
}

std::string visible_lines(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += visible(text.substr(at, end - at));
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string bold(const console& to, std::string_view text) { return in_colour(to, "1", text); }
std::string dim(const console& to, std::string_view text) { return in_colour(to, "2", text); }

size_t width_of(std::string_view text) {
  size_t out = 0;
  for (char c : text)
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++out;
  return out;
}

std::string cut(std::string_view text, size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::string out;
  size_t taken = 0;
  for (char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++taken >= width) break;
    out += c;
  }
  return out + "…";
}

text_table::text_table(std::vector<std::string> titles, size_t flexible, size_t status)
    : titles_(std::move(titles)), flexible_(flexible), status_(status) {}

void text_table::add(std::vector<std::string> cells) {
  cells.resize(titles_.size());
  for (std::string& cell : cells) cell = visible(cell);
  rows_.push_back(std::move(cells));
}

std::string text_table::text(const console& to, size_t indent) const {
  std::vector<size_t> widths;
  for (const std::string& title : titles_) widths.push_back(width_of(title));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  size_t whole = indent + 2 * (widths.size() - 1);
  for (size_t width : widths) whole += width;
  const size_t room = line_width(to);
  if (whole > room && flexible_ < widths.size()) {
    const size_t over = whole - room;
    const size_t least = std::min(widths[flexible_], flexible_least);
    widths[flexible_] = std::max(least, widths[flexible_] - std::min(over, widths[flexible_]));
  }
  const auto line = [&](const std::vector<std::string>& cells, bool title) {
    std::string out(indent, ' ');
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = cut(cells[i], widths[i]);
      const bool last = i + 1 == cells.size();
      const std::string pad = last ? "" : std::string(widths[i] - width_of(cell) + 2, ' ');
      if (title)
        out += dim(to, cell) + pad;
      else
        out += (i == status_ ? painted(to, cells[i], cell) : cell) + pad;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out + "\n";
  };
  std::string out = line(titles_, true);
  for (const auto& row : rows_) out += line(row, false);
  return out;
}

}  // namespace foliot::client
