#include "http/json_body.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace foliot::http {

namespace {

using nlohmann::json;

/// What of a client's text is repeated to it, bytes.
constexpr size_t repeated_max = 100;

class member_reader final : public json::json_sax_t {
 public:
  member_reader(const json_form& form, const take_text& take) : form_(form), take_(take) {}

  bool null() override { return misfit(); }
  bool boolean(bool) override { return misfit(); }
  bool number_integer(number_integer_t) override { return misfit(); }
  bool number_unsigned(number_unsigned_t) override { return misfit(); }
  bool number_float(number_float_t, const string_t&) override { return misfit(); }
  bool binary(binary_t&) override { return misfit(); }

  bool string(string_t& text) override {
    if (depth_ != inside) return misfit();
    if (!form_.named && !counted()) return false;
    auto taken = take_(std::move(name_), std::move(text), place());
    name_.clear();
    if (!taken) failed_ = std::move(taken).error();
    return !failed_;
  }

  bool start_object(std::size_t) override {
    if (depth_ != 0 && (depth_ != 1 || !form_.named)) return misfit();
    return ++depth_, true;
  }
  bool start_array(std::size_t) override {
    if (depth_ != 1 || form_.named) return misfit();
    return ++depth_, true;
  }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }

  bool key(string_t& name) override {
    if (depth_ == inside) {
      name_ = std::move(name);
      return counted();
    }
    if (name != form_.member)
      return refuse("there is no member '" + name.substr(0, repeated_max) + "'", "body");
    if (std::exchange(seen_, true))
      return refuse("there are two members '" + std::string(form_.member) + "'", "body");
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return refuse("the body is no JSON object", "body");
  }

  result<void> outcome() {
    if (!seen_) wrong_member();
    if (failed_) return std::move(*failed_);
    return {};
  }

 private:
  static constexpr int inside = 2;  ///< Depth of the texts.

  std::string place() const {
    const std::string member = form_.member;
    return form_.named ? member + "." + shown_ : member + "[" + std::to_string(count_ - 1) + "]";
  }

  bool counted() {
    shown_ = name_.substr(0, repeated_max);
    if (++count_ <= form_.most) return true;
    failed_ = failure{errc::too_large,
                      "'" + std::string(form_.member) + "' has more than " +
                          std::to_string(form_.most) + " texts",
                      "", "body", "Send fewer at a time"};
    return false;
  }

  bool refuse(std::string sentence, std::string where) {
    if (!failed_)
      failed_ = failure{errc::bad_input, std::move(sentence), "", std::move(where), form_.example};
    return false;
  }

  bool wrong_member() {
    return refuse("'" + std::string(form_.member) + "' is " + form_.shape, "body");
  }

  /// A value that has no business where it stands.
  bool misfit() {
    if (depth_ == 0) return refuse("the body is no JSON object", "body");
    if (depth_ == 1) return wrong_member();
    if (!form_.named && !counted()) return false;
    return refuse(form_.text, place());
  }

  const json_form& form_;
  const take_text& take_;
  int depth_ = 0;
  bool seen_ = false;
  size_t count_ = 0;
  std::string name_;
  std::string shown_;  ///< The beginning of a name, as places have it.
  std::optional<failure> failed_;
};

}  // namespace

result<void> read_json_body(const std::string& body, const json_form& form, const take_text& take) {
  member_reader reader(form, take);
  json::sax_parse(body, &reader);
  return reader.outcome();
}

}  // namespace foliot::http
