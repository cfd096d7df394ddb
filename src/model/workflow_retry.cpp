#include "model/workflow_retry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "base/text.hpp"

namespace foliot::model {

namespace {

/// Oozie's list, user.retry.error.code.
constexpr std::array<std::string_view, 8> codes_of_oozie{"JA008", "JA009", "JA017", "JA018",
                                                         "JA019", "FS009", "FS008", "FS014"};

std::string text_in(const configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  return found == conf.end() ? std::string() : std::string(trim(found->second));
}

std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc::result_out_of_range) return UINT32_MAX;
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

bool is_exponential(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text == "exponential";
}

node_refusal no_number(std::string_view what, const std::string& text) {
  return {"E0700", std::string(what) + " is '" + text + "', not a whole number",
          error_type::failed};
}

/// Whether `codes`, separated by commas, holds `code` or ALL.
bool holds(std::string_view codes, std::string_view code) {
  while (!codes.empty()) {
    const size_t comma = std::min(codes.find(','), codes.size());
    const std::string_view each = trim(codes.substr(0, comma));
    if (each == code || each == "ALL") return true;
    codes = codes.substr(std::min(comma + 1, codes.size()));
  }
  return false;
}

}  // namespace

std::optional<uint32_t> retries_allowed(std::string_view max, uint32_t most, uint32_t standard) {
  if (max.empty()) return std::min(standard, most);
  const auto number = number_in(max);
  if (!number) return std::nullopt;
  return std::min(*number, most);
}

std::variant<node_retry, node_refusal> plan_retry(const retry_rule& rule, const configuration& conf,
                                                  const el::environment& in) {
  const bool oozie = in.reading == dialect::oozie;
  const bool own = rule.max.has_value();
  std::optional<failure> wrong;
  const auto text = [&](const std::optional<el::expression>& attribute, const char* called,
                        std::string_view property) {
    if (!attribute) return own || oozie ? std::string() : text_in(conf, property);
    auto evaluated = el::text_of(*attribute, in);
    if (evaluated) return std::string(trim(*evaluated));
    if (!wrong) wrong = std::move(evaluated).error().within(called);
    wrong->oozie.clear();  // it is the refusal's own
    return std::string();
  };
  const std::string max = text(rule.max, "retry-max", retry_max_property);
  const std::string interval = text(rule.interval, "retry-interval", retry_interval_property);
  const std::string policy = text(rule.policy, "retry-policy", retry_policy_property);
  if (wrong) return node_refusal{"EL_ERROR", wrong->text(), error_type::failed};
  const uint32_t most = oozie ? limits::user_retries_max_oozie : limits::user_retries_max;
  const auto retries = retries_allowed(max, most, 0);
  if (!retries) return no_number(own ? "retry-max" : retry_max_property, max);
  const auto minutes =
      interval.empty() ? std::optional<uint32_t>(limits::user_retry_minutes) : number_in(interval);
  if (!minutes) return no_number(own ? "retry-interval" : retry_interval_property, interval);
  node_retry out;
  out.max = static_cast<uint16_t>(*retries);
  out.interval = *minutes;
  out.exponential = is_exponential(policy);
  return out;
}

bool is_retried(std::string_view code, const configuration& conf) {
  const std::string codes = text_in(conf, retry_codes_property);
  if (reading_of(conf) != dialect::oozie) return codes.empty() || holds(codes, code);
  return holds(codes, code) ||
         std::find(codes_of_oozie.begin(), codes_of_oozie.end(), code) != codes_of_oozie.end();
}

namespace {

instant paused_for(int64_t pause, bool exponential, uint16_t before, instant now) {
  constexpr uint16_t doublings_max = 32;
  if (exponential) {
    const uint16_t doublings = std::min(before, doublings_max);
    if (pause > (INT64_MAX >> doublings)) return never;
    pause <<= doublings;
  }
  return plus_ms(now, pause);
}

}  // namespace

instant retry_at(const node_retry& rule, instant now) {
  return paused_for(int64_t{rule.interval} * ms_per_minute, rule.exponential, rule.done, now);
}

start_retries start_retries_of(const configuration& conf) {
  start_retries out;
  out.max = static_cast<uint16_t>(
      std::min(number_in(text_in(conf, start_retries_property)).value_or(limits::start_retries),
               limits::start_retries_max));
  out.interval =
      number_in(text_in(conf, start_interval_property)).value_or(limits::start_retry_seconds);
  out.exponential = is_exponential(text_in(conf, start_policy_property));
  return out;
}

instant start_retry_at(const start_retries& rule, uint16_t tries, instant now) {
  return paused_for(int64_t{rule.interval} * ms_per_second, rule.exponential, tries, now);
}

bool suspends_on(const configuration& conf, std::string_view node) {
  const auto found = conf.find(suspend_nodes_property);
  if (found == conf.end()) return false;
  if (trim(found->second) == "*") return true;
  std::string_view names = found->second;
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    if (trim(names.substr(0, comma)) == node) return true;
    names = names.substr(std::min(comma + 1, names.size()));
  }
  return false;
}

}  // namespace foliot::model
