// Whose turn it is to be called.
#include "actors/notice_queue.hpp"

#include <gtest/gtest.h>

namespace foliot::actors {
namespace {

waiting_notice to(const std::string& url, const std::string& proxy = {}) {
  waiting_notice out;
  out.what.url = url;
  out.what.proxy = proxy;
  return out;
}

std::string url_of(const std::optional<waiting_notice>& one) {
  return one ? one->what.url : "nobody";
}

TEST(notice_queue, lets_a_dead_host_hold_up_nobody_but_itself) {
  notice_queue queue;
  queue.push(to("http://dead/1"));
  queue.push(to("http://DEAD/2"));
  queue.push(to("http://ann:pw@dead/3"));
  queue.push(to("http://live/1"));
  queue.push(to("http://live/2"));
  const auto held = queue.next();
  EXPECT_EQ(url_of(held), "http://dead/1");
  const auto first = queue.next();
  EXPECT_EQ(url_of(first), "http://live/1");
  EXPECT_EQ(url_of(queue.next()), "nobody") << "one call at a time of each";
  queue.answered(first->what);
  EXPECT_EQ(url_of(queue.next()), "http://live/2");
  EXPECT_EQ(queue.size(), 2U);
  queue.answered(held->what);
  EXPECT_EQ(url_of(queue.next()), "http://DEAD/2");
  EXPECT_EQ(url_of(queue.next()), "nobody");
}

TEST(notice_queue, gives_receivers_their_turns) {
  notice_queue queue;
  for (const char* url : {"http://a/1", "http://a/2", "http://b/1", "http://b/2"})
    queue.push(to(url));
  for (const char* url : {"http://a/1", "http://b/1", "http://a/2", "http://b/2"}) {
    const auto next = queue.next();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->what.url, url);
    queue.answered(next->what);
    if (next->what.url == "http://a/1") {
      EXPECT_EQ(queue.size(), 3U);
    }
  }
  EXPECT_EQ(url_of(queue.next()), "nobody");
  EXPECT_EQ(queue.size(), 0U);
}

TEST(notice_queue, takes_a_proxy_for_one_receiver) {
  notice_queue queue;
  queue.push(to("http://a/1", "http://p:1"));
  queue.push(to("http://b/1", "http://p:1"));
  queue.push(to("http://b/2"));
  EXPECT_EQ(url_of(queue.next()), "http://a/1");
  EXPECT_EQ(url_of(queue.next()), "http://b/2");
  EXPECT_EQ(url_of(queue.next()), "nobody");
}

}  // namespace
}  // namespace foliot::actors
