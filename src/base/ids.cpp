#include "base/ids.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "base/limits.hpp"

namespace foliot {

namespace {

constexpr size_t stamp_digits = 15;

char letter_of(entity_kind kind) {
  switch (kind) {
    case entity_kind::bundle: return 'B';
    case entity_kind::coordinator:
    case entity_kind::action: return 'C';
    case entity_kind::workflow: return 'W';
    case entity_kind::none: break;
  }
  return '?';
}

entity_kind kind_of(char letter) {
  switch (letter) {
    case 'B': return entity_kind::bundle;
    case 'C': return entity_kind::coordinator;
    case 'W': return entity_kind::workflow;
    default: return entity_kind::none;
  }
}

bool all_digits(std::string_view text) {
  for (char c : text)
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

std::optional<uint32_t> to_number(std::string_view text) {
  if (!all_digits(text)) return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Cuts the text up to the next '-' off `rest`.
std::string_view cut(std::string_view& rest) {
  const size_t dash = rest.find('-');
  const std::string_view piece = rest.substr(0, dash);
  rest = dash == std::string_view::npos ? std::string_view{} : rest.substr(dash + 1);
  return piece;
}

}  // namespace

void wire_ids::add(uint32_t epoch, epoch_name name) {
  FOLIOT_ASSERT(name.stamp.size() == stamp_digits, "a stamp has 15 digits");
  by_stamp_[name.stamp] = epoch;
  epochs_[epoch] = std::move(name);
}

std::string wire_ids::job(entity_kind kind, job_number number) const {
  const auto found = epochs_.find(epoch_of(number));
  std::array<char, 16> counter{};
  std::snprintf(counter.data(), counter.size(), "%07u", counter_of(number));
  // What is stored may speak of any job: the text of an unknown one is nobody's id.
  const std::string middle = found == epochs_.end()
                                 ? "epoch" + std::to_string(epoch_of(number)) + "-unknown"
                                 : found->second.stamp + "-" + found->second.system_id;
  return std::string(counter.data()) + "-" + middle + "-" + letter_of(kind);
}

std::string wire_ids::text(const entity_id& id) const {
  std::string out = job(id.kind, id.job);
  if (id.kind == entity_kind::action) out += "@" + std::to_string(id.number);
  return out;
}

std::string wire_ids::node(job_number workflow, std::string_view node) const {
  return job(entity_kind::workflow, workflow) + "@" + std::string(node);
}

std::optional<parsed_wire_id> wire_ids::parse(std::string_view text) const {
  std::string_view rest = text.substr(0, text.find('@'));
  const bool has_part = rest.size() < text.size();
  const std::string_view part = has_part ? text.substr(rest.size() + 1) : std::string_view{};
  const std::string_view counter_text = cut(rest);
  const auto counter = to_number(counter_text);
  const auto epoch = by_stamp_.find(cut(rest));
  const size_t last_dash = rest.rfind('-');  // a system id may itself hold dashes
  if (last_dash == std::string_view::npos) return std::nullopt;
  const std::string_view system = rest.substr(0, last_dash);
  rest = rest.substr(last_dash + 1);
  const bool padded = counter_text.size() > 7 && counter_text.front() == '0';
  if (!counter || counter_text.size() < 7 || padded || epoch == by_stamp_.end() || rest.size() != 1)
    return std::nullopt;
  if (epochs_.at(epoch->second).system_id != system) return std::nullopt;

  parsed_wire_id out;
  out.kind = kind_of(rest.front());
  out.job = make_job_number(epoch->second, *counter);
  if (out.kind == entity_kind::none) return std::nullopt;
  if (!has_part) return out;
  if (out.kind == entity_kind::coordinator) {
    const auto number = to_number(part);
    if (!number || part.front() == '0') return std::nullopt;
    out.kind = entity_kind::action;
    out.number = *number;
    return out;
  }
  if (out.kind != entity_kind::workflow || part.empty()) return std::nullopt;
  out.node = part;
  return out;
}

std::string epoch_stamp(instant at) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds{at.ms}};
  const auto day = floor<days>(point);
  const year_month_day date{day};
  const hh_mm_ss clock{point - day};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%02d%02u%02u%02d%02d%02d%03d",
                ((static_cast<int>(date.year()) % 100) + 100) % 100,
                static_cast<unsigned>(date.month()) % 100, static_cast<unsigned>(date.day()) % 100,
                static_cast<int>(clock.hours().count()) % 100,
                static_cast<int>(clock.minutes().count()) % 100,
                static_cast<int>(clock.seconds().count()) % 100,
                static_cast<int>(clock.subseconds().count()) % 1000);
  return std::string(text.data(), stamp_digits);
}

result<void> check_system_id(std::string_view text) {
  const auto refuse = [&](const std::string& why) {
    return failure{errc::bad_input, "system id '" + std::string(text) + "' " + why, "", "",
                   "Use 1 to 14 letters, digits, underscores or dashes"};
  };
  if (text.empty()) return refuse("is empty");
  if (text.size() > limits::system_id_bytes_max) return refuse("is longer than 14 characters");
  for (char c : text) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
    if (!fine) return refuse("holds a character that ids do not allow");
  }
  return {};
}

}  // namespace foliot
