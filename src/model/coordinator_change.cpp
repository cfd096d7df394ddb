#include "model/coordinator_change.hpp"

#include <charconv>
#include <string>
#include <utility>

namespace foliot::model {
namespace {

failure bad(std::string sentence, const char* remedy) {
  return {errc::bad_input, std::move(sentence), "E1015", "", remedy};
}

constexpr const char* keys_remedy =
    "Write KEY=VALUE;KEY=VALUE with the keys endtime, concurrency, pausetime and status";

result<instant> date_in(std::string_view text, const time::processing_zone& zone, dialect reading) {
  auto at = time::parse_datetime(text, zone, reading);
  if (at) return at;
  failure wrong = std::move(at).error();
  wrong.oozie = "E1015";
  return wrong;
}

class change_reading {
 public:
  change_reading(const time::processing_zone& zone, dialect reading)
      : zone_(zone), reading_(reading) {}

  result<void> take(std::string_view pair) {
    const size_t equals = pair.find('=');
    if (equals == std::string_view::npos)
      return bad("'" + std::string(pair) + "' has no '='", keys_remedy);
    const std::string_view key = pair.substr(0, equals);
    const std::string_view value = pair.substr(equals + 1);
    if (value.empty() && key != "pausetime")
      return bad("'" + std::string(key) + "' has no value", keys_remedy);
    if (key == "endtime") return once(out_.end, key, date_in(value, zone_, reading_));
    if (key == "concurrency") return once(out_.concurrency, key, count_in(value));
    if (key == "pausetime")
      return once(out_.pause, key,
                  value.empty() ? result<instant>(never) : date_in(value, zone_, reading_));
    if (key == "status") return once(out_.state, key, status_in(value));
    return bad("'" + std::string(key) + "' cannot be changed", keys_remedy);
  }
  const coordinator_change& read() const { return out_; }

 private:
  template <class T>
  result<void> once(std::optional<T>& where, std::string_view key, result<T> value) {
    if (where) return bad("'" + std::string(key) + "' is given twice", keys_remedy);
    if (!value) return std::move(value).error().within(std::string(key));
    where = *value;
    return {};
  }
  static result<int32_t> count_in(std::string_view text) {
    int32_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size())
      return bad("'" + std::string(text) + "' is not a number", "Give a whole number");
    return out;
  }
  static result<status> status_in(std::string_view text) {
    if (text == name(status::running)) return status::running;
    if (text == name(status::ignored)) return status::ignored;
    return bad("a status cannot be changed to '" + std::string(text) + "'",
               "Give RUNNING or IGNORED");
  }

  const time::processing_zone& zone_;
  dialect reading_;
  coordinator_change out_;
};

}  // namespace

result<coordinator_change> parse_coordinator_change(std::string_view text,
                                                    const time::processing_zone& zone,
                                                    dialect reading) {
  change_reading read(zone, reading);
  if (text.empty()) return bad("nothing is to be changed", keys_remedy);
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(';', at), text.size());
    if (auto taken = read.take(text.substr(at, end - at)); !taken) return std::move(taken).error();
    at = end + 1;
  }
  return read.read();
}

}  // namespace foliot::model
