#include "actors/notice_queue.hpp"

#include <utility>

#include "base/contract.hpp"
#include "base/public_url.hpp"

namespace foliot::actors {

namespace {

std::string receiver_of(const model::notice& what) {
  return what.proxy.empty() ? host_of_url(what.url) : what.proxy;
}

}  // namespace

void notice_queue::push(waiting_notice one) {
  const std::string receiver = receiver_of(one.what);
  line& of_receiver = lines_[receiver];
  if (of_receiver.notices.empty() && !of_receiver.called) turns_.push_back(receiver);
  of_receiver.notices.push_back(std::move(one));
  ++size_;
}

std::optional<waiting_notice> notice_queue::next() {
  if (turns_.empty()) return std::nullopt;
  line& of_receiver = lines_.at(turns_.front());
  turns_.pop_front();
  waiting_notice out = std::move(of_receiver.notices.front());
  of_receiver.notices.pop_front();
  of_receiver.called = true;
  --size_;
  return out;
}

void notice_queue::answered(const model::notice& what) {
  const auto found = lines_.find(receiver_of(what));
  FOLIOT_ASSERT(found != lines_.end() && found->second.called, "an answer to a call");
  found->second.called = false;
  if (found->second.notices.empty())
    lines_.erase(found);
  else
    turns_.push_back(found->first);
}

}  // namespace foliot::actors
