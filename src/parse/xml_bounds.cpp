#include "parse/xml_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "parse/limits.hpp"

namespace foliot::parse {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// What one walk over a text has seen so far.
class walk {
 public:
  explicit walk(std::string_view text) : text_(text) {}

  /// To the end, or to where this is no XML any more. False: the text is too much, see sentence().
  bool go();

  const std::string& sentence() const { return sentence_; }
  const char* remedy() const { return remedy_; }
  /// Where what is too much begins.
  size_t place() const { return begin_; }

 private:
  bool step();
  bool step_behind(std::string_view end);
  bool start_tag();
  bool attribute();
  bool close_tag();
  bool part(size_t how_many = 1);
  bool malformed() { return at_ = text_.size(), true; }
  bool refuse(std::string sentence, const char* remedy) {
    sentence_ = std::move(sentence);
    remedy_ = remedy;
    return false;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  std::string_view text_;
  size_t at_ = 0;
  size_t begin_ = 0;  ///< Of the tag or text that is looked at.
  size_t parts_ = 0;
  size_t attributes_ = 0;                    ///< Of the tag that is looked at.
  uint32_t namespaces_ = 0;                  ///< That are declared here.
  std::vector<uint32_t> namespaces_before_;  ///< Each open element.
  std::string sentence_;
  const char* remedy_ = "";
};

bool walk::go() {
  while (at_ < text_.size())
    if (!step()) return false;
  return true;
}

bool walk::part(size_t how_many) {
  parts_ += how_many;
  if (parts_ <= limits::xml_parts_max) return true;
  return refuse("the document has more than " + std::to_string(limits::xml_parts_max) +
                    " elements, attributes and texts",
                "Split it");
}

/// A text, or one piece of markup.
bool walk::step() {
  begin_ = at_;
  if (text_[at_] != '<') {
    at_ = std::min(text_.find('<', at_), text_.size());
    return part();
  }
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("<!--")) return step_behind("-->");
  if (rest.starts_with("<![CDATA[")) return step_behind("]]>");
  if (rest.starts_with("<?")) return step_behind("?>");
  if (rest.starts_with("<!")) return malformed();  // or a DOCTYPE, where libxml2 is stopped
  return rest.starts_with("</") ? close_tag() : start_tag();
}

bool walk::step_behind(std::string_view end) {
  const size_t longest_beginning = 4;  // "<!-->" is not whole
  const size_t found = text_.find(end, at_ + (end == "-->" ? longest_beginning : 2));
  at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  return part();
}

bool walk::close_tag() {
  const size_t end = text_.find('>', at_);
  if (end == std::string_view::npos || namespaces_before_.empty()) return malformed();
  at_ = end + 1;
  namespaces_ = namespaces_before_.back();
  namespaces_before_.pop_back();
  return true;
}

bool walk::start_tag() {
  if (!part()) return false;
  namespaces_before_.push_back(namespaces_);
  attributes_ = 0;
  at_ = std::min(text_.find_first_of(" \t\r\n/><", at_ + 1), text_.size());
  while (at_ < text_.size()) {
    skip_blanks();
    if (at_ - begin_ > limits::xml_tag_bytes_max)
      return refuse(
          "this tag has more than " + std::to_string(limits::xml_tag_bytes_max) + " bytes",
          "Put long values into elements");
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with(">")) return ++at_, true;
    if (rest.starts_with("/>")) {
      namespaces_ = namespaces_before_.back();
      namespaces_before_.pop_back();
      at_ += 2;
      return true;
    }
    if (!attribute()) return false;
  }
  return true;
}

/// name="value"
bool walk::attribute() {
  const size_t name = at_;
  at_ = std::min(text_.find_first_of("=<>\"' \t\r\n", at_), text_.size());
  const bool declares = text_.substr(name, at_ - name).starts_with("xmlns");
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != '=') return malformed();
  ++at_;
  skip_blanks();
  if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return malformed();
  const char quote[] = {text_[at_], '<', '\0'};
  const size_t end = text_.find_first_of(quote, at_ + 1);
  if (end != std::string_view::npos && text_[end] == '<') return malformed();
  at_ = end == std::string_view::npos ? text_.size() : end + 1;
  if (++attributes_ > limits::xml_attributes_max)
    return refuse(
        "this tag has more than " + std::to_string(limits::xml_attributes_max) + " attributes",
        "Write elements instead");
  if (declares && ++namespaces_ > limits::xml_namespaces_max)
    return refuse(
        "more than " + std::to_string(limits::xml_namespaces_max) + " namespaces are declared here",
        "Declare those that are used");
  return part(2);
}

}  // namespace

result<void> check_xml_bounds(const std::string& file, std::string_view text,
                              const std::string& code) {
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines > limits::xml_lines_max)
    return failure{errc::too_large,
                   "the document has more than " + std::to_string(limits::xml_lines_max) + " lines",
                   code, file + ":1:1", "Split it"};
  walk over(text);
  if (over.go()) return {};
  const std::string_view before = text.substr(0, over.place());
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::string_view on_line = before.substr(before.rfind('\n') + 1);
  const auto column =
      std::count_if(on_line.begin(), on_line.end(),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }) +
      1;
  return failure{errc::too_large, over.sentence(), code,
                 file + ":" + std::to_string(line) + ":" + std::to_string(column), over.remedy()};
}

}  // namespace foliot::parse
