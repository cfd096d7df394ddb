#include "el/regex.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "el/regex_syntax.hpp"

namespace foliot::el {
namespace {

struct releases {
  void operator()(pcre2_code* held) const { pcre2_code_free(held); }
  void operator()(pcre2_compile_context* held) const { pcre2_compile_context_free(held); }
  void operator()(pcre2_match_context* held) const { pcre2_match_context_free(held); }
  void operator()(pcre2_match_data* held) const { pcre2_match_data_free(held); }
};
template <class T>
using owned = std::unique_ptr<T, releases>;

PCRE2_SPTR units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

std::string message(int error) {
  std::array<PCRE2_UCHAR, 200> text{};
  pcre2_get_error_message(error, text.data(), text.size());
  return reinterpret_cast<const char*>(text.data());
}

failure too_costly() {
  return {errc::too_large, "the regular expression takes too many steps", "", "",
          "Avoid repetitions inside repetitions, such as (a+)+"};
}

failure too_long() {
  return {errc::too_large, "the text with its replacements is too long", "", "", ""};
}

failure bad_replacement(std::string sentence) {
  return {errc::bad_input, "the replacement has " + std::move(sentence), "", "",
          "Write $1 or ${name} for a group, \\$ for a dollar sign"};
}

/// The start of the character after the one at `at`.
size_t next_character(std::string_view text, size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

}  // namespace

struct regex::code {
  owned<pcre2_code> pcre;
  size_t groups = 0;

  /// The number of the group called `name`, or nothing.
  std::optional<size_t> group_named(const std::string& name) const {
    const int number =
        pcre2_substring_number_from_name(pcre.get(), reinterpret_cast<PCRE2_SPTR>(name.c_str()));
    return number > 0 ? std::optional(static_cast<size_t>(number)) : std::nullopt;
  }
};

namespace {

/// One search, tried with few steps first, so that what it took is known well enough.
class search {
 public:
  search(const pcre2_code* pcre, const std::string& subject)
      : pcre_(pcre),
        subject_(subject),
        context_(pcre2_match_context_create(nullptr)),
        data_(pcre2_match_data_create_from_pattern(pcre, nullptr)) {
    FOLIOT_ASSERT(context_ != nullptr && data_ != nullptr, "memory for a match");
    pcre2_set_heap_limit(context_.get(), limits::regex_heap_kib_max);
  }

  /// The first match from `from` on; nothing when there is none.
  result<std::optional<regex_match>> from(size_t from, int64_t& steps) {
    int found = PCRE2_ERROR_MATCHLIMIT;
    for (uint32_t most = 100; most <= limits::regex_steps_max; most *= 10) {
      if (found != PCRE2_ERROR_MATCHLIMIT) break;
      if ((steps -= most) < 0) return too_costly();
      pcre2_set_match_limit(context_.get(), most);
      found = pcre2_match(pcre_, units(subject_), subject_.size(), from, checked_, data_.get(),
                          context_.get());
    }
    if (found == PCRE2_ERROR_NOMATCH) return std::optional<regex_match>();
    if (found == PCRE2_ERROR_MATCHLIMIT || found == PCRE2_ERROR_HEAPLIMIT ||
        found == PCRE2_ERROR_DEPTHLIMIT) {
      return too_costly();
    }
    if (found < 0) {
      return failure{errc::bad_input, "the text cannot be searched: " + message(found), "", "", ""};
    }
    checked_ = PCRE2_NO_UTF_CHECK;
    const PCRE2_SIZE* offsets = pcre2_get_ovector_pointer(data_.get());
    regex_match made;
    for (uint32_t i = 0; i < pcre2_get_ovector_count(data_.get()); ++i) {
      made.groups.emplace_back(offsets[2 * i], offsets[2 * i + 1]);
    }
    // A lookahead with \K could end before it begins; Java has no \K.
    if (made.end() < made.begin()) return too_costly();
    return std::optional(std::move(made));
  }

 private:
  const pcre2_code* pcre_;
  const std::string& subject_;
  owned<pcre2_match_context> context_;
  owned<pcre2_match_data> data_;
  uint32_t checked_ = 0;
};

}  // namespace

regex::regex(std::shared_ptr<const code> compiled) : compiled_(std::move(compiled)) {}

result<regex> regex::compile(std::string_view java_text) {
  const auto pattern = java_pattern(java_text);
  if (!pattern) return pattern.error();
  const owned<pcre2_compile_context> context(pcre2_compile_context_create(nullptr));
  FOLIOT_ASSERT(context != nullptr, "memory for a pattern");
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_ANYCRLF);
  int error = 0;
  PCRE2_SIZE at = 0;
  auto made = std::make_shared<code>();
  made->pcre.reset(pcre2_compile(units(*pattern), pattern->size(),
                                 PCRE2_UTF | PCRE2_NEVER_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &at,
                                 context.get()));
  if (made->pcre == nullptr) {
    return failure{errc::bad_input,
                   "the regular expression '" + std::string(java_text.substr(0, 100)) +
                       "' is wrong: " + message(error),
                   "", "", "Correct the expression"};
  }
  uint32_t groups = 0;
  pcre2_pattern_info(made->pcre.get(), PCRE2_INFO_CAPTURECOUNT, &groups);
  made->groups = groups;
  return regex(std::move(made));
}

result<std::vector<regex_match>> regex::find_all(const std::string& subject, int64_t& steps) const {
  search next(compiled_->pcre.get(), subject);
  std::vector<regex_match> made;
  size_t from = 0;
  while (from <= subject.size()) {
    auto found = next.from(from, steps);
    if (!found) return std::move(found).error();
    if (!*found) break;
    if (made.size() == limits::el_steps_max) return too_costly();
    const bool empty = (*found)->begin() == (*found)->end();
    from = empty ? next_character(subject, (*found)->end()) : (*found)->end();
    made.push_back(**std::move(found));
  }
  return made;
}

result<std::vector<regex::piece>> regex::pieces_of(std::string_view replacement) const {
  std::vector<piece> made{{}};
  const auto digit = [&](size_t at) {
    return at < replacement.size() && replacement[at] >= '0' && replacement[at] <= '9';
  };
  for (size_t i = 0; i < replacement.size(); ++i) {
    if (replacement[i] != '$') {
      if (replacement[i] == '\\' && ++i == replacement.size()) {
        return bad_replacement("a '\\' at its end");
      }
      made.back().text += replacement[i];
      continue;
    }
    size_t group = 0;
    if (digit(i + 1)) {
      group = static_cast<size_t>(replacement[++i] - '0');
      while (digit(i + 1)) {
        const size_t longer = group * 10 + static_cast<size_t>(replacement[i + 1] - '0');
        if (longer > compiled_->groups) break;
        group = longer;
        ++i;
      }
    } else {
      const size_t end = replacement.find('}', i);
      if (!replacement.substr(i).starts_with("${") || end == std::string_view::npos) {
        return bad_replacement("a '$' without a group");
      }
      const auto named =
          compiled_->group_named(std::string(replacement.substr(i + 2, end - i - 2)));
      if (!named) return bad_replacement("the name of a group that does not exist");
      group = *named;
      i = end;
    }
    if (group > compiled_->groups) {
      return bad_replacement("the group " + std::to_string(group) + ", which does not exist");
    }
    made.back().group = group;
    made.emplace_back();
  }
  return made;
}

result<std::string> regex::replaced(const std::string& subject,
                                    const std::vector<regex_match>& matches,
                                    std::string_view replacement) const {
  if (matches.empty()) return subject;  // and a wrong replacement goes unnoticed, as in Java
  const auto pieces = pieces_of(replacement);
  if (!pieces) return pieces.error();
  std::string made;
  size_t last = 0;
  for (const regex_match& match : matches) {
    made.append(subject, last, match.begin() - last);
    for (const piece& each : *pieces) {
      made += each.text;
      if (each.group == std::string::npos) continue;
      const auto [begin, end] = match.groups[each.group];
      if (begin != PCRE2_UNSET) made.append(subject, begin, end - begin);
      if (made.size() > limits::el_result_bytes_max) return too_long();
    }
    last = match.end();
    if (made.size() > limits::el_result_bytes_max) return too_long();
  }
  made.append(subject, last);
  if (made.size() > limits::el_result_bytes_max) return too_long();
  return made;
}

}  // namespace foliot::el
