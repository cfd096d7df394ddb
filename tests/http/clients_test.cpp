// Who is let in, who makes room, and who is too slow: with times that are numbers.
#include "http/clients.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot::http {
namespace {

using numbers = std::vector<clients::number>;

/// Four connections, three of one address, 100 bytes, 10 ns a request, 50 idle, 20 an answer.
const client_limits few{4, 3, 100, 10, 50, 20};

std::string peer(int host, int port) {
  return "10.0.0." + std::to_string(host) + ":" + std::to_string(port);
}

clients::number in(clients& of, int host, int port, int64_t now) {
  return of.enter(peer(host, port), now).who;
}

/// One whole exchange; the connection waits for the next.
void exchange(clients& of, clients::number who, int64_t now) {
  of.reads(who, 5, now);
  of.works(who, now);
  of.writes(who, 7, now);
  of.rests(who, now);
}

TEST(clients, counts_who_is_there) {
  clients all(few);
  const auto a = in(all, 1, 1, 0);
  const auto b = in(all, 1, 2, 0);
  EXPECT_NE(a, b);
  EXPECT_EQ(all.connected(), 2U);
  EXPECT_EQ(all.of_peer(peer(1, 2)), b);
  all.leave(b);
  all.leave(b);
  EXPECT_EQ(all.connected(), 1U);
  EXPECT_EQ(all.of_peer(peer(1, 2)), 0U);
}

TEST(clients, make_room_by_what_they_have_shown) {
  clients all(few);
  const auto idle = in(all, 1, 1, 0);
  exchange(all, idle, 1);
  const auto second = in(all, 2, 1, 2);
  const auto first_silent = in(all, 3, 1, 3);
  const auto works = in(all, 4, 1, 4);
  all.reads(works, 5, 4);
  all.works(works, 4);
  exchange(all, second, 5);
  auto next = all.enter(peer(5, 1), 6);
  EXPECT_EQ(next.cut, first_silent) << "has not asked for anything yet";
  next = all.enter(peer(6, 1), 7);
  EXPECT_EQ(next.cut, 5U) << "the newest, since the others have shown what they are";
  exchange(all, next.who, 8);
  next = all.enter(peer(7, 1), 9);
  EXPECT_EQ(next.cut, idle) << "who has waited for a request for longest";
  EXPECT_EQ(all.connected(), 4U);
}

TEST(clients, are_refused_where_nobody_can_make_room) {
  clients all(few);
  for (int port = 1; port <= 4; ++port) {
    const auto who = in(all, port, 1, 0);
    all.reads(who, 1, 0);
    all.works(who, 0);
  }
  EXPECT_EQ(all.enter(peer(9, 1), 1).who, 0U);
  EXPECT_EQ(all.enter(peer(9, 1), 1).cut, 0U);
}

TEST(clients, of_one_address_make_room_among_themselves) {
  clients all(few);
  const auto other = in(all, 2, 1, 0);
  const auto first = in(all, 1, 1, 1);
  in(all, 1, 2, 2);
  in(all, 1, 3, 3);
  const auto next = all.enter(peer(1, 4), 4);
  EXPECT_EQ(next.cut, first) << "not " << other << ", which is older";
  EXPECT_NE(next.who, 0U);
}

TEST(clients, of_one_network_of_ipv6_are_one_address) {
  clients all({10, 2, 100, 10, 50, 20});
  EXPECT_EQ(all.enter("[2001:db8::1]:1", 0).cut, 0U);
  EXPECT_EQ(all.enter("[2001:db8::2:2]:1", 0).cut, 0U);
  EXPECT_EQ(all.enter("[2001:db8:0:1::1]:1", 0).cut, 0U);
  EXPECT_NE(all.enter("[2001:db8::3]:1", 0).cut, 0U);
}

TEST(clients, that_were_cut_and_are_still_there_do_not_pile_up) {
  clients all(few);
  for (int port = 1; port <= 8; ++port) EXPECT_NE(in(all, port, 1, port), 0U);
  EXPECT_EQ(in(all, 9, 1, 9), 0U) << "four live, four are on their way out";
  all.leave(1);
  EXPECT_NE(in(all, 9, 1, 9), 0U);
}

TEST(clients, have_so_long_for_everything) {
  clients all(few);
  const auto who = in(all, 1, 1, 100);
  EXPECT_EQ(all.overdue(109), numbers{});
  all.reads(who, 1, 109);
  EXPECT_EQ(all.overdue(110), numbers{who}) << "one byte at a time does not prolong it";
  EXPECT_EQ(all.overdue(200), numbers{}) << "told once";
  EXPECT_EQ(all.connected(), 0U);

  const auto idle = in(all, 1, 2, 100);
  exchange(all, idle, 105);
  EXPECT_EQ(all.overdue(154), numbers{});
  all.reads(idle, 1, 154);
  EXPECT_EQ(all.overdue(163), numbers{}) << "counted from the first byte of this request";
  EXPECT_EQ(all.overdue(164), numbers{idle});

  const auto reader = in(all, 1, 3, 200);
  all.reads(reader, 1, 200);
  all.works(reader, 201);
  EXPECT_EQ(all.overdue(10'000), numbers{}) << "the disk may be slow";
  all.writes(reader, 9, 10'000);
  all.progresses(reader, 10'019);
  EXPECT_FALSE(all.owed(reader));
  EXPECT_EQ(all.overdue(10'020), numbers{reader});
  EXPECT_TRUE(all.owed(reader)) << "what it did not take is thrown away";

  const auto idler = in(all, 1, 4, 300);
  exchange(all, idler, 301);
  EXPECT_EQ(all.overdue(350), numbers{});
  EXPECT_EQ(all.overdue(351), numbers{idler});
  EXPECT_FALSE(all.owed(idler));
}

TEST(clients, that_were_refused_have_a_moment_to_hear_it) {
  clients all(few);
  const auto who = in(all, 1, 1, 0);
  all.lingers(who, 5);
  EXPECT_EQ(all.overdue(4 + limits::http_linger_ns), numbers{});
  EXPECT_EQ(all.overdue(5 + limits::http_linger_ns), numbers{who});
}

TEST(clients, that_take_nothing_of_an_answer_may_have_to_make_room) {
  clients all({1, 1, 100, 10, 50, INT64_C(1) << 60});
  const auto who = in(all, 1, 1, 0);
  all.reads(who, 1, 0);
  all.works(who, 0);
  all.writes(who, 9, 0);
  all.progresses(who, 10);
  EXPECT_EQ(in(all, 2, 1, 10 + limits::http_stall_ns), 0U);
  EXPECT_EQ(all.enter(peer(2, 1), 11 + limits::http_stall_ns).cut, who);
}

TEST(clients, that_hold_most_for_longest_go_when_memory_is_short) {
  clients all(few);
  const auto old = in(all, 1, 1, 0);
  const auto large = in(all, 2, 1, 0);
  const auto small = in(all, 3, 1, 0);
  all.reads(old, 30, 0);
  all.reads(small, 5, 0);
  all.reads(large, 60, 0);
  EXPECT_EQ(all.bytes(), 95U);
  EXPECT_EQ(all.over_budget(5), numbers{});
  all.reads(small, 11, 6);
  EXPECT_EQ(all.over_budget(6), numbers{large});
  EXPECT_EQ(all.bytes(), 41U);
  EXPECT_EQ(all.over_budget(6), numbers{});
}

TEST(clients, may_hold_more_than_all_are_allowed_when_alone) {
  clients all(few);
  const auto who = in(all, 1, 1, 0);
  all.reads(who, 1, 0);
  all.works(who, 0);
  all.writes(who, 1'000, 0);
  EXPECT_EQ(all.over_budget(1), numbers{});
  const auto other = in(all, 2, 1, 1);
  all.reads(other, 1, 1);
  EXPECT_EQ(all.over_budget(2), numbers{who});
}

TEST(clients, that_are_being_worked_for_are_not_cut_for_memory) {
  clients all(few);
  const auto busy = in(all, 1, 1, 0);
  all.reads(busy, 99, 0);
  all.works(busy, 0);
  const auto other = in(all, 2, 1, 1);
  all.reads(other, 2, 1);
  EXPECT_EQ(all.over_budget(2), numbers{other});
}

TEST(clients, are_fewer_where_few_files_may_be_open) {
  EXPECT_EQ(connections_within(256, 1'000'000), 256U);
  EXPECT_EQ(connections_within(10'000, 4'096), 4'096 - limits::descriptors_kept);
  EXPECT_EQ(connections_within(1'000, 1'024), 256U);
  EXPECT_EQ(connections_within(1'000, 64), 16U);
  EXPECT_EQ(connections_within(1'000, 0), 1U);
}

}  // namespace
}  // namespace foliot::http
