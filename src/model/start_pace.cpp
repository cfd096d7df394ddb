#include "model/start_pace.hpp"

#include <algorithm>

namespace foliot::model {

namespace {

int64_t second_of(instant at) {
  const int64_t out = at.ms / ms_per_second;
  return at.ms % ms_per_second < 0 ? out - 1 : out;
}

uint64_t behind(instant due, instant now) {
  return static_cast<uint64_t>(std::max<int64_t>(0, now.ms - due.ms));
}

}  // namespace

void recent_count::add(uint64_t events, instant now) {
  const int64_t at = second_of(now);
  const int64_t place = (at % pace_window_seconds + pace_window_seconds) % pace_window_seconds;
  second& mine = seconds_[static_cast<size_t>(place)];
  if (mine.at != at) mine = {at, 0};
  mine.events += events;
}

uint64_t recent_count::within(instant now) const {
  const int64_t last = second_of(now);
  uint64_t out = 0;
  for (const second& each : seconds_)
    if (each.at <= last && each.at > last - pace_window_seconds) out += each.events;
  return out;
}

void start_pace::started(instant nominal, instant ready, instant now) {
  started_.add(1, now);
  const late_start how{now, behind(nominal, now), behind(ready, now)};
  if (late_.size() < late_starts_kept)
    late_.push_back(how);
  else
    late_[next_] = how;
  next_ = (next_ + 1) % late_starts_kept;
}

start_pace::picture start_pace::look(instant now) const {
  picture out{started_.within(now), ended_.within(now), {}, {}};
  for (const late_start& each : late_) {
    if (each.at > now || each.at.ms <= now.ms - pace_window_seconds * ms_per_second) continue;
    out.behind_nominal.push_back(each.behind_nominal);
    out.behind_ready.push_back(each.behind_ready);
  }
  return out;
}

}  // namespace foliot::model
