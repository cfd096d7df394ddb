#include "model/start_governor.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/limits.hpp"

namespace foliot::model {

namespace {

constexpr std::string_view priority_property = "foliot.priority";
constexpr std::string_view rate_property = "foliot.starts.per.minute";
constexpr std::string_view burst_property = "foliot.starts.burst";

constexpr std::array<std::string_view, 5> priority_names{"VERY_HIGH", "HIGH", "NORMAL", "LOW",
                                                         "VERY_LOW"};

result<uint32_t> number_of(const configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  uint32_t out = 0;
  if (found == conf.end() || found->second.empty()) return out;
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc() && end == text.data() + text.size() &&
      out <= limits::starts_per_minute_max)
    return out;
  return failure{errc::bad_input, "the property " + std::string(name) + " is '" + text + "'",
                 "E0803", "",
                 "Give a whole number from 0 to " + std::to_string(limits::starts_per_minute_max)};
}

}  // namespace

std::string_view priority_name(start_priority priority) {
  return priority_names[static_cast<size_t>(priority)];
}

result<start_rule> start_rule_of(const configuration& conf) {
  start_rule out;
  const auto word = conf.find(priority_property);
  if (word != conf.end() && !word->second.empty()) {
    const auto known = std::find(priority_names.begin(), priority_names.end(), word->second);
    if (known == priority_names.end())
      return failure{
          errc::bad_input,
          "the property " + std::string(priority_property) + " is '" + word->second + "'", "E0803",
          "", "Write VERY_HIGH, HIGH, NORMAL, LOW or VERY_LOW"};
    out.priority = static_cast<start_priority>(known - priority_names.begin());
  }
  const auto rate = number_of(conf, rate_property);
  if (!rate) return rate.error();
  const auto burst = number_of(conf, burst_property);
  if (!burst) return burst.error();
  if (*rate != 0) out.own = {*rate, *burst};
  return out;
}

void start_governor::ask(const waiting_start& who, start_rate own, instant now) {
  if (index_.contains(who.id)) return;
  const lane_key key = own.limited() ? lane_key{who.id.root, own} : lane_key{};
  lane& mine = lanes_[key];
  if (own.limited() && !mine.bucket) mine.bucket.emplace(own, now);
  const rank place{who.priority, who.nominal, who.id};
  mine.queue.emplace(place, who.since);
  index_.emplace(who.id, std::pair{key, place});
}

void start_governor::limit(start_rate all, instant now) {
  all_ = all;
  if (!all.limited())
    bucket_.reset();
  else if (bucket_)
    bucket_->change(all, now);
}

bool start_governor::withdraw(const entity_id& id) {
  const auto found = index_.find(id);
  if (found == index_.end()) return false;
  lanes_.at(found->second.first).queue.erase(found->second.second);
  index_.erase(found);
  return true;
}

/// The lane whose first may go before all others; those without a token are passed by.
std::map<start_governor::lane_key, start_governor::lane>::iterator start_governor::next_lane(
    instant now) {
  auto best = lanes_.end();
  for (auto at = lanes_.begin(); at != lanes_.end(); ++at) {
    const lane& here = at->second;
    if (here.queue.empty() || (here.bucket && !here.bucket->has_one(now))) continue;
    if (best == lanes_.end() || here.queue.begin()->first < best->second.queue.begin()->first)
      best = at;
  }
  return best;
}

instant start_governor::next_time(instant now) const {
  instant lane_time = never;
  for (const auto& [key, here] : lanes_)
    if (!here.queue.empty())
      lane_time = std::min(lane_time, here.bucket ? here.bucket->ready_at(1, now) : now);
  if (lane_time == never) return never;
  return bucket_ ? std::max(lane_time, bucket_->ready_at(1, now)) : lane_time;
}

released_starts start_governor::release(instant now) {
  released_starts out;
  if (all_.limited() && !bucket_) bucket_.emplace(all_, now);
  while (!index_.empty() && (!bucket_ || bucket_->has_one(now))) {
    const auto best = next_lane(now);
    if (best == lanes_.end()) break;
    lane& here = best->second;
    if (bucket_) bucket_->take(now);
    if (here.bucket) here.bucket->take(now);
    const entity_id id = std::get<entity_id>(here.queue.begin()->first);
    here.queue.erase(here.queue.begin());
    index_.erase(id);
    out.starts.push_back(id);
  }
  // A bucket that is full again remembers nothing.
  std::erase_if(lanes_, [now](const auto& one) {
    return one.second.queue.empty() && (!one.second.bucket || one.second.bucket->full(now));
  });
  out.again = next_time(now);
  return out;
}

uint32_t start_governor::at_hand(instant now) const {
  if (!all_.limited()) return UINT32_MAX;
  return bucket_ ? bucket_->at_hand(now) : all_.at_once();
}

std::optional<start_place> start_governor::place_of(const entity_id& id, instant now) const {
  const auto found = index_.find(id);
  if (found == index_.end()) return std::nullopt;
  const rank& mine = found->second.second;
  start_place out;
  out.of = index_.size();
  uint64_t in_lane = 1;
  for (const auto& [key, here] : lanes_) {
    const auto before =
        static_cast<uint64_t>(std::distance(here.queue.begin(), here.queue.lower_bound(mine)));
    out.place += before;
    if (key == found->second.first) in_lane += before;
  }
  out.about = bucket_ ? bucket_->ready_at(out.place, now) : now;
  out.limit = all_;
  const auto& own = lanes_.at(found->second.first).bucket;
  if (own && own->ready_at(in_lane, now) > out.about) {
    out.about = own->ready_at(in_lane, now);
    out.limit = own->rate();
    out.own_limit = true;
  }
  return out;
}

void start_governor::visit(const std::function<void(const waiting_start&)>& each) const {
  for (const auto& [key, here] : lanes_)
    for (const auto& [place, since] : here.queue)
      each({std::get<entity_id>(place), std::get<start_priority>(place), std::get<instant>(place),
            since});
}

}  // namespace foliot::model
