// Texts with their words replaced, each word always by the same one: what a bug report shows
// instead of paths, users and values. Numbers, signs and the vocabulary of applications stay, so
// that expressions, times and schemas mean what they meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace foliot::store {

/// Words are runs of letters (and of bytes beyond ASCII), and runs of letters and digits as keys
/// and sums have them (word_shapes.hpp). Addresses of hosts ("10.0.0.7") and of network cards are
/// replaced by others, each always by the same one. What stays: other digits and signs, single
/// letters, patterns of dates ("yyyyMMdd"), the words of Oozie's schemas, properties and statuses,
/// its functions where expressions call them, and common English ones, so that sentences can be
/// read. Deterministic: words are named in the order in which they come.
class word_map {
 public:
  word_map();
  /// Replaces nothing.
  static word_map none();
  /// Leaves of each text only whether it is empty.
  static word_map blank();

  /// All words of `text`; within ${} the functions of the language stay where they are called.
  std::string text(std::string_view text);
  /// A whole value: as `text`, but for times of a zone ("Europe/Berlin"), which stay.
  std::string value(std::string_view text);
  /// An XML document: names of elements and attributes and its declaration stay, but for prefixes
  /// that are words; so do Oozie's namespaces and fixed time zones. Other attributes and all texts
  /// are treated as `text`, characters written as numbers ("&#252;") as what they are. Comments and
  /// instructions go.
  std::string xml(std::string_view document);

  /// What is read as a Java property file (captured outputs, answers about files): names and values
  /// as `value`, which of text in text is found only where its escapes are resolved. Comments go.
  std::string properties(std::string_view text);
  /// The same of what a program printed, never shorter than it was: what was longer than its limit
  /// stays so.
  std::string captured(std::string_view text);

  /// Distinct words and addresses that were replaced.
  size_t replaced() const { return names_.size() + addresses_.size(); }

 private:
  enum class mode : uint8_t { replace, keep, blank };

  explicit word_map(mode how) : mode_(how) {}
  bool stays(std::string_view word) const;
  const std::string& name_of(std::string_view word);
  const std::string& address_of(std::string_view address);
  /// `escaped`: quotes may be written as XML has them.
  std::string in_words(std::string_view text, bool escaped);
  std::string names(std::string_view text);
  std::string property_lines(std::string_view text);
  std::string tag(std::string_view inside);

  mode mode_ = mode::replace;
  std::set<std::string, std::less<>> kept_;
  std::map<std::string, std::string, std::less<>> names_;
  std::map<std::string, std::string, std::less<>> addresses_;
  size_t next_ = 0;
};

}  // namespace foliot::store
