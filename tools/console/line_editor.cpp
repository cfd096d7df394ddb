#include "tools/console/line_editor.hpp"

#include <histedit.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace foliot::console {

namespace {

constexpr int lines_kept = 1'000;

std::string history_path() {
  const char* home = std::getenv("HOME");
  return home == nullptr || *home != '/' ? "" : std::string(home) + "/.foliot_history";
}

}  // namespace

struct line_editor::parts {
  std::string prompt;
  std::function<std::vector<std::string>(const std::string&)> complete;
  EditLine* edit = nullptr;
  History* history = nullptr;
  HistEvent event{};
  std::string path = history_path();

  ~parts() {
    if (edit != nullptr) ::el_end(edit);
    if (history == nullptr) return;
    if (!path.empty()) {
      const mode_t before = ::umask(077);  // it may name what is nobody's business
      ::history(history, &event, H_SAVE, path.c_str());
      ::umask(before);
    }
    ::history_end(history);
  }

  static parts& of(EditLine* edit) {
    void* self = nullptr;
    ::el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<parts*>(self);
  }
  static char* tell_prompt(EditLine* edit) { return of(edit).prompt.data(); }
  static unsigned char press_tab(EditLine* edit, int) {
    const LineInfo* line = ::el_line(edit);
    const std::string before(line->buffer, line->cursor);
    const size_t blank = before.find_last_of(" \t");
    const std::string begun = blank == std::string::npos ? before : before.substr(blank + 1);
    const std::vector<std::string> words = of(edit).complete(before);
    const std::string more = completion_of(words, begun);
    if (!more.empty()) return ::el_insertstr(edit, more.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    std::string shown = "\n";
    for (const std::string& word : words)
      if (word.starts_with(begun)) shown += word + "  ";
    if (shown.size() == 1) return CC_ERROR;
    std::fputs((shown + "\n").c_str(), stdout);
    return CC_REDISPLAY;
  }
};

line_editor::line_editor(std::string prompt,
                         std::function<std::vector<std::string>(const std::string&)> complete)
    : parts_(std::make_unique<parts>()) {
  parts& all = *parts_;
  all.prompt = std::move(prompt);
  all.complete = std::move(complete);
  std::setlocale(LC_CTYPE, "");
  all.edit = ::el_init("foliot", stdin, stdout, stderr);
  all.history = ::history_init();
  if (all.edit == nullptr || all.history == nullptr) return;
  ::history(all.history, &all.event, H_SETSIZE, lines_kept);
  ::history(all.history, &all.event, H_SETUNIQUE, 1);
  if (!all.path.empty()) ::history(all.history, &all.event, H_LOAD, all.path.c_str());
  ::el_set(all.edit, EL_CLIENTDATA, static_cast<void*>(&all));
  ::el_set(all.edit, EL_PROMPT, &parts::tell_prompt);
  ::el_set(all.edit, EL_SIGNAL, 1);
  ::el_set(all.edit, EL_EDITOR, "emacs");
  ::el_set(all.edit, EL_HIST, ::history, all.history);
  ::el_set(all.edit, EL_ADDFN, "foliot-complete", "completes words", &parts::press_tab);
  ::el_set(all.edit, EL_BIND, "^I", "foliot-complete", nullptr);
}

line_editor::~line_editor() = default;

std::optional<std::string> line_editor::next() {
  parts& all = *parts_;
  if (all.edit == nullptr) return {};
  int length = 0;
  errno = 0;
  const char* line = ::el_gets(all.edit, &length);
  if (line == nullptr && errno == EINTR) return "";
  if (line == nullptr || length <= 0) return {};
  std::string out(line, static_cast<size_t>(length));
  while (!out.empty() && (out.back() == '\n' || out.back() == '\r')) out.pop_back();
  if (!out.empty() && all.history != nullptr)
    ::history(all.history, &all.event, H_ENTER, out.c_str());
  return out;
}

std::string completion_of(const std::vector<std::string>& words, const std::string& begun) {
  std::optional<std::string> common;
  size_t matches = 0;
  for (const std::string& word : words) {
    if (!word.starts_with(begun)) continue;
    ++matches;
    if (!common) {
      common = word;
      continue;
    }
    const auto [end, ignored] =
        std::mismatch(common->begin(), common->end(), word.begin(), word.end());
    common->erase(end, common->end());
    // Not in the middle of a character: what follows would continue it.
    while (common->size() > begun.size() && common->size() < word.size() &&
           (static_cast<unsigned char>(word[common->size()]) & 0xC0) == 0x80)
      common->pop_back();
  }
  if (!common) return "";
  // After "name=" comes its value.
  const bool whole = matches == 1 && !common->ends_with('=');
  return common->substr(begun.size()) + (whole ? " " : "");
}

}  // namespace foliot::console
