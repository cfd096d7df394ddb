#include "tools/oozie/grammar.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/java_order.hpp"
#include "tools/oozie/failures.hpp"

namespace foliot::oozie {

namespace {

std::string_view without_dashes(std::string_view word) {
  if (word.starts_with("--")) return word.substr(2);
  return word.starts_with("-") ? word.substr(1) : word;
}

const option* find_option(const command& of, std::string_view word) {
  const std::string_view name = without_dashes(word);
  const auto found = std::find_if(of.options.begin(), of.options.end(),
                                  [&](const option& one) { return one.name == name; });
  return found == of.options.end() ? nullptr : &*found;
}

bool starts_option(const command& of, std::string_view word) {
  return word.starts_with("-") && find_option(of, word) != nullptr;
}

/// "-Da=b" and "-filter=x" as two words; behind a word that ends the options all stay as they are.
std::vector<std::string> flattened(const command& of, const std::vector<std::string>& words) {
  std::vector<std::string> out;
  out.reserve(words.size());
  bool as_is = false;
  for (const std::string& word : words) {
    const bool dashed = !as_is && word.starts_with("-") && word != "-";
    if (word == "--") as_is = true;
    if (!dashed || word == "--" || find_option(of, word) != nullptr) {
      out.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    if (equals != std::string::npos && find_option(of, word.substr(0, equals)) != nullptr) {
      out.push_back(word.substr(0, equals));
      out.push_back(word.substr(equals + 1));
    } else if (find_option(of, word.substr(0, 2)) != nullptr) {
      out.push_back(word.substr(0, 2));
      out.push_back(word.substr(2));
    } else {
      out.push_back(word);
      as_is = of.stops;
    }
  }
  return out;
}

std::string without_quotes(std::string text) {
  if (text.starts_with("\"")) text.erase(0, 1);
  if (text.ends_with("\"")) text.pop_back();
  return text;
}

size_t most_values(takes values) {
  switch (values) {
    case takes::nothing: return 0;
    case takes::value: return 1;
    case takes::pair: return 2;
    case takes::many: return SIZE_MAX;
  }
  return 0;
}

/// Adds a word to the values of an option; false when they are complete.
bool add_value(const option& to, std::vector<std::string>& values, std::string word) {
  const size_t most = most_values(to.values);
  if (values.size() >= most) return false;
  const size_t equals = word.find('=');
  if (to.values == takes::pair && values.empty() && equals != std::string::npos) {
    values.push_back(word.substr(0, equals));
    values.push_back(word.substr(equals + 1));
  } else {
    values.push_back(std::move(word));
  }
  return true;
}

class reader {
 public:
  reader(const command& of, std::vector<std::string> words) : of_(of), words_(std::move(words)) {
    out_.what = &of;
  }

  result<command_line> read() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (word == "--") return take_rest(), finish();
      if (!word.starts_with("-") || word == "-") {
        out_.operands.push_back(word);
        if (of_.stops) return take_rest(), finish();
        continue;
      }
      const option* found = find_option(of_, word);
      if (found == nullptr && of_.stops) {
        out_.operands.push_back(word);
        return take_rest(), finish();
      }
      if (found == nullptr) return no_command("Unrecognized option: " + word);
      if (auto taken = take(*found); !taken) return taken.error();
    }
    return finish();
  }

 private:
  void take_rest() {
    for (; at_ < words_.size(); ++at_)
      if (words_[at_] != "--") out_.operands.push_back(words_[at_]);
  }

  result<void> take(const option& one) {
    if (one.among != group::none) {
      const option*& selected = selected_[static_cast<size_t>(one.among)];
      if (selected != nullptr && selected != &one)
        return no_command("The option '" + std::string(one.name) +
                          "' was specified but an option from this group has already been "
                          "selected: '" +
                          std::string(selected->name) + "'");
      selected = &one;
    }
    std::vector<std::string> values;
    while (one.values != takes::nothing && at_ < words_.size() &&
           !starts_option(of_, words_[at_]) && add_value(one, values, without_quotes(words_[at_])))
      ++at_;
    if (one.values != takes::nothing && values.empty())
      return no_command("Missing argument for option: " + std::string(one.name));
    out_.options.emplace_back(&one, std::move(values));
    return {};
  }

  /// All actions with what they do, as Oozie lists them.
  std::string choices() const {
    std::vector<std::string> names;
    for (const option& one : of_.options)
      if (one.among != group::none) names.emplace_back(one.name);
    std::string out;
    for (const std::string& name : java_order(std::move(names)))
      out += (out.empty() ? "-" : ", -") + name + " " + std::string(find_option(of_, name)->about);
    return out;
  }

  result<command_line> finish() {
    const bool chosen = selected_[static_cast<size_t>(group::action)] != nullptr ||
                        selected_[static_cast<size_t>(group::dry_run)] != nullptr;
    if (of_.action_required && !chosen)
      return no_command("Missing required option: [" + choices() + "]");
    return std::move(out_);
  }

  const command& of_;
  std::vector<std::string> words_;
  size_t at_ = 0;
  std::array<const option*, 3> selected_{};
  command_line out_;
};

}  // namespace

bool command_line::has(std::string_view name) const {
  return std::any_of(options.begin(), options.end(),
                     [&](const auto& one) { return one.first->name == name; });
}

std::optional<std::string> command_line::value(std::string_view name) const {
  const std::vector<std::string> all = values(name);
  if (all.empty()) return std::nullopt;
  return all.front();
}

std::vector<std::string> command_line::values(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [one, given] : options)
    if (one->name == name) out.insert(out.end(), given.begin(), given.end());
  return out;
}

std::vector<std::pair<std::string, std::string>> command_line::pairs(std::string_view name) const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [one, given] : options)
    if (one->name == name) out.emplace_back(given[0], given.size() > 1 ? given[1] : "true");
  return out;
}

const command* find_command(std::string_view name) {
  const auto all = commands();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const command& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

result<command_line> read_command_line(const std::vector<std::string>& words) {
  if (words.empty()) return no_command("missing sub-command");
  const command* what = find_command(words.front());
  if (what == nullptr) return no_command("invalid sub-command [" + words.front() + "]");
  return reader(*what, flattened(*what, {words.begin() + 1, words.end()})).read();
}

}  // namespace foliot::oozie
