// Where requests begin and end, and what is none.
#include "http/intake.hpp"

#include <gtest/gtest.h>

#include <string>

namespace foliot::http {
namespace {

using stage = intake::stage;

/// The status of the refusal; 0: it is a whole request; -1: more must come.
int judge(const std::string& bytes, const intake_limits& most = {}) {
  intake in(most);
  const size_t taken = in.take(bytes);
  if (in.at() == stage::refused) return in.why().status;
  EXPECT_TRUE(in.at() != stage::complete || taken == bytes.size()) << bytes;
  return in.at() == stage::complete ? 0 : -1;
}

std::string with(const std::string& headers, const std::string& body = "") {
  return "POST /oozie/v2/jobs HTTP/1.1\r\nHost: here\r\n" + headers + "\r\n" + body;
}

std::string first_line(const std::string& line) { return line + "\r\nHost: here\r\n\r\n"; }

TEST(intake, takes_requests_of_every_form) {
  for (const std::string& fine :
       {first_line("GET / HTTP/1.1"), first_line("OPTIONS * HTTP/1.1"),
        std::string("GET /oozie/versions HTTP/1.0\r\n\r\n"),
        "\r\n\r\n" + first_line("GET / HTTP/1.1"), first_line("GET /a%2F?x=%00&y#z HTTP/1.1"),
        with("Content-Length: 3\r\n", "abc"), with("content-length:0\r\n"),
        with("Content-Length: \t 3 \t\r\n", "abc"),
        with("Transfer-Encoding: Chunked\r\n", "3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n"),
        with("X: \xC3\xA4 b\tc\r\nY:\r\n")})
    EXPECT_EQ(judge(fine), 0) << fine;
}

TEST(intake, does_not_care_how_the_bytes_are_cut) {
  const std::string whole =
      with("Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n", "3\r\nabc\r\n0\r\n\r\n");
  intake in;
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NE(in.at(), stage::complete) << i;
    EXPECT_EQ(in.take(whole.substr(i, 1)), 1U);
  }
  EXPECT_EQ(in.at(), stage::complete);
}

TEST(intake, stops_at_the_end_of_each_request) {
  const std::string first = with("Content-Length: 3\r\n", "abc");
  const std::string both = first + first_line("GET / HTTP/1.1");
  intake in;
  EXPECT_EQ(in.take(both), first.size());
  EXPECT_EQ(in.at(), stage::complete);
  EXPECT_EQ(in.held(), first.size());
  EXPECT_EQ(in.take("GET"), 0U) << "nothing more before `next`";
  in.next();
  EXPECT_EQ(in.at(), stage::idle);
  EXPECT_EQ(in.take(both.substr(first.size())), both.size() - first.size());
  EXPECT_EQ(in.at(), stage::complete);
}

TEST(intake, tells_whether_leave_to_send_a_body_is_awaited) {
  intake in;
  in.take("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n");
  EXPECT_FALSE(in.awaits_continue());
  in.take("\r\n");
  EXPECT_TRUE(in.awaits_continue());
  in.take("x");
  EXPECT_FALSE(in.awaits_continue());
}

TEST(intake, refuses_what_is_no_first_line) {
  for (const char* line : {"", " GET / HTTP/1.1", "GET", "GET /", "GET  / HTTP/1.1",
                           "GET /  HTTP/1.1", "GET a HTTP/1.1", "GET / http/1.1", "GET / HTTP/1.1 ",
                           "GET / HTTP", "GET /\x01 HTTP/1.1", "GET /\xC3\xA4 HTTP/1.1",
                           "G\"T / HTTP/1.1", "GET http://here/ HTTP/1.1", "\x16\x03\x01\x02\x01"})
    EXPECT_EQ(judge(std::string("\r\n\r\n").substr(0, *line == '\0' ? 4 : 0) + first_line(line)),
              400)
        << line;
  EXPECT_EQ(judge(std::string("GET /\0x HTTP/1.1\r\nHost: a\r\n\r\n", 32)), 400);
  EXPECT_EQ(judge("GET / HTTP/1.1\nHost: here\n\n"), 400) << "lines end with CR LF";
  EXPECT_EQ(judge(first_line("GET / HTTP/2.0")), 505);
  for (const char* method : {"BREW", "CONNECT", "get"})
    EXPECT_EQ(judge(first_line(std::string(method) + " / HTTP/1.1")), 501) << method;
  EXPECT_EQ(judge(std::string(10, '\r')), 400) << "empty lines for ever";
}

TEST(intake, refuses_what_is_no_header) {
  for (const char* header :
       {"Name\r\n", "Na me: x\r\n", "Name : x\r\n", ": x\r\n", "Name: a\r\n b\r\n", " Name: a\r\n",
        "Name: a\r\n\tb\r\n", "Name: a\x01\r\n", "Name: a\x7F\r\n", "Name: a\rb\r\n",
        "Name: a\nB: c\r\n", "N\xC3\xA4me: x\r\n", "Host: there\r\n"})
    EXPECT_EQ(judge(with(header)), 400) << header;
  EXPECT_EQ(judge(with(std::string("Name: a\0b\r\n", 11))), 400);
  EXPECT_EQ(judge("GET / HTTP/1.1\r\n\r\n"), 400) << "without Host";
}

TEST(intake, refuses_bodies_that_two_readers_could_read_differently) {
  for (const char* headers :
       {"Content-Length: 3\r\nContent-Length: 3\r\n", "Content-Length: 3\r\nContent-Length: 4\r\n",
        "Content-Length: 3, 3\r\n", "Content-Length: +3\r\n", "Content-Length: -1\r\n",
        "Content-Length: 0x3\r\n", "Content-Length:\r\n", "Content-Length: 3 3\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"})
    EXPECT_EQ(judge(with(headers, "abc")), 400) << headers;
  for (const char* coding : {"gzip", "chunked, identity", "gzip, chunked", "xchunked", "chunked x"})
    EXPECT_EQ(judge(with("Transfer-Encoding: " + std::string(coding) + "\r\n")), 501) << coding;
  EXPECT_EQ(judge("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

TEST(intake, refuses_names_that_the_parser_behind_it_mistakes) {
  EXPECT_EQ(judge(with("Transfer-EncodingX: a\r\n")), 400);
  EXPECT_EQ(judge(with("transfer-encoding-and-a-name-that-is-longer: a\r\n")), 400);
  EXPECT_EQ(judge(with("Transfer-Encodin: a\r\n")), 0);
  EXPECT_EQ(judge(with("Content-LengthX: a\r\n")), 0);
}

TEST(intake, refuses_pieces_that_are_none) {
  for (const char* body :
       {"\r\n", "x\r\n", "-1\r\n", "3;name=x\r\nabc\r\n", "3 \r\nabc\r\n", "3\nabc\r\n",
        "3\r\nabcd\r\n", "3\r\nabc\n", "000000003\r\nabc\r\n", "0\r\nName: x\r\n\r\n", "0\r\nx"})
    EXPECT_EQ(judge(with("Transfer-Encoding: chunked\r\n", body)), 400) << body;
}

TEST(intake, has_a_limit_for_everything) {
  const intake_limits most{10, 400, 8, 16, 3, 20, 2};
  EXPECT_EQ(judge(first_line("GET /" + std::string(9, 'a') + " HTTP/1.1"), most), 0);
  EXPECT_EQ(judge(first_line("GET /" + std::string(10, 'a') + " HTTP/1.1"), most), 414);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\n" + std::string(8, 'a') + ": b"), most), 0);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\n" + std::string(9, 'a') + ": b"), most), 431);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\na: " + std::string(15, 'b')), most), 0);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\na: " + std::string(16, 'b')), most), 431);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\na:b\r\na:b"), most), 0);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\na:b\r\na:b\r\na:b"), most), 431);
  EXPECT_EQ(judge(first_line("GET / HTTP/1.1\r\na:" + std::string(400, ' ')), most), 431);
  EXPECT_EQ(judge(with("Content-Length: 20\r\n", std::string(20, 'x')), {64, 400, 64, 64, 9, 20}),
            0);
  EXPECT_EQ(judge(with("Content-Length: 21\r\n"), {64, 400, 64, 64, 9, 20}), 413);
  EXPECT_EQ(judge(with("Content-Length: 99999999999999999999999\r\n")), 413);
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const intake_limits pieces{64, 400, 64, 64, 9, 4, 2};
  EXPECT_EQ(judge(with(chunked, "2\r\nab\r\n2\r\nab\r\n0\r\n\r\n"), pieces), 0);
  EXPECT_EQ(judge(with(chunked, "2\r\nab\r\n3\r\n"), pieces), 413) << "before the bytes come";
  EXPECT_EQ(judge(with(chunked, "1\r\na\r\n1\r\na\r\n1\r\n"), pieces), 413) << "too many pieces";
  EXPECT_EQ(judge(with(chunked, "ffffffff\r\n"), pieces), 413);
}

TEST(intake, looks_at_nothing_more_once_it_has_refused) {
  intake in;
  EXPECT_LT(in.take("GET a HTTP/1.1\r\n"), 8U);
  EXPECT_EQ(in.take("more"), 0U);
  EXPECT_FALSE(in.why().sentence.empty());
}

}  // namespace
}  // namespace foliot::http
