#include "model/bundle_change.hpp"

#include <algorithm>
#include <utility>

namespace foliot::model {

namespace {

constexpr std::string_view pause_name = "pausetime";
constexpr std::string_view end_name = "endtime";
constexpr size_t names_max = 2;

using name_and_value = std::pair<std::string_view, std::string_view>;

failure refusal(std::string code, std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), std::move(code), "", std::move(remedy)};
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

failure malformed(std::string_view text, const std::string& why) {
  return refusal("E1015", "the change value " + in_quotes(text) + " is not valid: " + why,
                 "Write pausetime=2030-01-01T00:00Z, or pausetime= to reset it");
}

result<name_and_value> pair_of(std::string_view text, std::string_view piece) {
  const size_t equals = piece.find('=');
  if (equals == std::string_view::npos)
    return malformed(text, in_quotes(piece) + " is not name=value");
  if (piece.find('=', equals + 1) != std::string_view::npos)
    return malformed(text, in_quotes(piece) + " holds '=' twice");
  return name_and_value{piece.substr(0, equals), piece.substr(equals + 1)};
}

/// The pairs in their order; ';' at the end means nothing.
result<std::vector<name_and_value>> pairs_of(std::string_view text) {
  std::vector<name_and_value> out;
  std::string_view left = text;
  while (!left.empty() && left.back() == ';') left.remove_suffix(1);
  while (!left.empty()) {
    const std::string_view piece = left.substr(0, left.find(';'));
    left.remove_prefix(std::min(left.size(), piece.size() + 1));
    const auto pair = pair_of(text, piece);
    if (!pair) return pair.error();
    for (const name_and_value& earlier : out)
      if (earlier.first == pair->first)
        return malformed(text, in_quotes(pair->first) + " is given twice");
    out.push_back(*pair);
  }
  return out;
}

result<time_change> read_time(std::string_view name, std::string_view value,
                              const bundle_change_context& in) {
  if (value.empty()) return time_change{};
  const auto when = time::parse_datetime(value, in.zone, in.reading);
  if (!when)
    return refusal("E1317", "the " + std::string(name) + " " + in_quotes(value) + " is no datetime",
                   "Write it as 2030-01-01T00:00" + in.zone.suffix());
  return time_change{*when};
}

result<void> read_pause(bundle_change& out, std::string_view value,
                        const bundle_change_context& in) {
  auto pause = read_time(pause_name, value, in);
  if (!pause) return std::move(pause).error();
  if (pause->to && *pause->to < in.now)
    return refusal(
        "E1317",
        "the pause time " + time::format_datetime(*pause->to, in.zone) + " lies in the past",
        "Give a time to come; to stop the bundle at once, suspend it");
  out.pause = *pause;
  return {};
}

result<void> read_end(bundle_change& out, std::string_view value, const bundle_change_context& in) {
  auto end = read_time(end_name, value, in);
  if (!end) return std::move(end).error();
  if (in.reading == dialect::lenient && end->to && in.kick_off && *end->to < *in.kick_off)
    return refusal("E1317",
                   "the end time " + time::format_datetime(*end->to, in.zone) +
                       " lies before the kick-off time " +
                       time::format_datetime(*in.kick_off, in.zone),
                   "Give a later one, or kill the bundle");
  out.end = *end;
  return {};
}

failure unknown_names(std::string_view text) {
  return refusal("E1317", "the change value " + in_quotes(text) + " asks for more than there is",
                 "Change pausetime and endtime only");
}

}  // namespace

result<bundle_change> parse_bundle_change(std::string_view text, const bundle_change_context& in) {
  if (text.empty())
    return refusal("E1603", "the change value is empty", "Give value=pausetime=... or endtime=...");
  if (text.find_first_not_of(' ') == std::string_view::npos)
    return malformed(text, "there is nothing but blanks");
  const auto pairs = pairs_of(text);
  if (!pairs) return pairs.error();
  const auto value_of = [&](std::string_view name) -> const std::string_view* {
    for (const name_and_value& pair : *pairs)
      if (pair.first == name) return &pair.second;
    return nullptr;
  };
  const std::string_view* pause = value_of(pause_name);
  const std::string_view* end = value_of(end_name);
  if (pairs->size() > names_max || (pause == nullptr && end == nullptr)) return unknown_names(text);
  const size_t known = (pause != nullptr ? 1U : 0U) + (end != nullptr ? 1U : 0U);
  if (in.reading == dialect::lenient && known < pairs->size()) return unknown_names(text);
  bundle_change out;
  out.for_coordinators = text;
  if (pause != nullptr)
    if (auto read = read_pause(out, *pause, in); !read) return std::move(read).error();
  const bool of_bundle = pause == nullptr || in.reading == dialect::lenient;
  if (end != nullptr && of_bundle)
    if (auto read = read_end(out, *end, in); !read) return std::move(read).error();
  return out;
}

result<void> check_bundle_change(const bundle_change& change, status state) {
  if (change.pause && is_terminal(state))
    return refusal("E1312",
                   "the bundle is " + std::string(name(state)) + ": it cannot be paused any more",
                   "");
  if (change.end && state == status::killed)
    return refusal("E1312", "the bundle is KILLED: it has no end time any more", "Submit it again");
  return {};
}

result<void> report_bundle_change(const std::vector<unchanged_coordinator>& unchanged) {
  if (unchanged.empty()) return {};
  std::string list;
  for (const unchanged_coordinator& each : unchanged)
    list += (list.empty() ? "" : ", ") + each.id + " : " + each.why;
  return refusal("E1320", "the bundle is changed, but not all of its coordinators are: " + list,
                 "Change these coordinators by themselves");
}

}  // namespace foliot::model
