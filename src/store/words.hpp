// Texts with their words replaced, each word always by the same one: what a bug report shows
// instead of paths, users and values. Numbers, signs and the vocabulary of applications stay, so
// that expressions, times and schemas mean what they meant.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace foliot::store {

/// Words are runs of letters (and of bytes beyond ASCII), and runs of at least sixteen letters and
/// digits as keys and sums have them (word_shapes.hpp). Addresses of hosts ("10.0.0.7") are
/// replaced by others, each always by the same one. What stays: other digits and signs, single
/// letters, patterns of dates ("yyyyMMdd"), the words of Oozie's schemas, properties, functions and
/// statuses, and common English ones, so that sentences can be read. Deterministic: words are named
/// in the order in which they come.
class word_map {
 public:
  word_map();
  /// Replaces nothing.
  static word_map none();

  /// All words of `text`; within ${} names of functions stay as well.
  std::string text(std::string_view text);
  /// A whole value: as `text`, but for times of a zone ("Europe/Berlin"), which stay.
  std::string value(std::string_view text);
  /// An XML document: names of elements and attributes and its declaration stay, as do Oozie's
  /// namespaces and fixed time zones; other attributes and all texts are treated as `text`, letters
  /// written as numbers ("&#252;") as those letters. Comments and instructions go.
  std::string xml(std::string_view document);

  /// Distinct words and addresses that were replaced.
  size_t replaced() const { return names_.size() + addresses_.size(); }

 private:
  bool stays(std::string_view word) const;
  const std::string& name_of(std::string_view word);
  const std::string& address_of(std::string_view address);
  std::string tag(std::string_view inside);

  bool active_ = true;
  std::set<std::string, std::less<>> kept_;
  std::map<std::string, std::string, std::less<>> names_;
  std::map<std::string, std::string, std::less<>> addresses_;
  size_t next_ = 0;
};

}  // namespace foliot::store
