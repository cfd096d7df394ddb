#include "http/intake.hpp"

#include <algorithm>
#include <charconv>

namespace foliot::http {

namespace {

/// What a header's name and a method may consist of (RFC 9110 5.6.2).
bool is_token(char c) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c != '\0' && marks.find(c) != std::string_view::npos);
}

bool is_visible(char c) { return c > ' ' && c < '\x7F'; }

/// What a header's value may consist of: no control character but the tab.
bool is_value(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

bool same(std::string_view text, std::string_view small) {
  return std::equal(text.begin(), text.end(), small.begin(), small.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

/// Those that an address may answer; CONNECT would make a tunnel of the connection.
bool is_method(std::string_view text) {
  constexpr std::array<std::string_view, 8> known{"GET",    "HEAD",    "POST",  "PUT",
                                                  "DELETE", "OPTIONS", "TRACE", "PATCH"};
  return std::find(known.begin(), known.end(), text) != known.end();
}

constexpr std::string_view bad_line =
    "the first line is no request. Write for example GET /oozie/versions HTTP/1.1";
constexpr std::string_view bad_header =
    "a header is not written as Name: value, on one line, without control characters";
constexpr std::string_view bad_length = "the length of the body is not told once, as a number";
constexpr std::string_view bad_chunk =
    "a piece of the body is not written as its length, CR LF, its bytes, CR LF";
constexpr std::string_view long_target = "the address is too long";
constexpr std::string_view long_head = "the headers are too long or too many";
constexpr std::string_view long_body =
    "the request body is longer than 4194304 bytes. Send only the job's properties in it.";
static_assert(limits::request_body_bytes_max == 4'194'304);

}  // namespace

intake::stage intake::at() const {
  switch (at_) {
    case step::before: return head_bytes_ == 0 ? stage::idle : stage::head;
    case step::complete: return stage::complete;
    case step::refused: return stage::refused;
    default: return at_ >= step::body ? stage::body : stage::head;
  }
}

void intake::refuse(int status, std::string_view sentence) {
  why_ = {status, sentence};
  at_ = step::refused;
}

void intake::expect(char c, char wanted, step then) {
  if (c == wanted)
    at_ = then;
  else
    refuse(400, at_ < step::header_start ? bad_line : at_ < step::body ? bad_header : bad_chunk);
}

size_t intake::take(std::string_view bytes) {
  size_t taken = 0;
  while (taken < bytes.size() && at_ != step::complete && at_ != step::refused) {
    if (at_ == step::body || at_ == step::chunk_data) {
      taken += skip_body(bytes.size() - taken);
      continue;
    }
    const char c = bytes[taken++];
    if (at_ < step::body)
      of_head(c);
    else
      of_chunk(c);
  }
  return taken;
}

size_t intake::skip_body(size_t available) {
  const size_t step_size = std::min(available, left_);
  left_ -= step_size;
  body_bytes_ += step_size;
  if (left_ == 0) at_ = at_ == step::body ? step::complete : step::chunk_data_return;
  return step_size;
}

void intake::of_head(char c) {
  if (++head_bytes_ > most_.head) return refuse(431, long_head);
  if (at_ < step::header_start)
    of_first_line(c);
  else
    of_header(c);
}

void intake::of_first_line(char c) {
  constexpr size_t blank_bytes_max = 4;  // two empty lines, as old clients leave behind a body
  switch (at_) {
    case step::before:
      if ((c == '\r' || c == '\n') && head_bytes_ <= blank_bytes_max) return;
      at_ = step::method;
      [[fallthrough]];
    case step::method:
      if (is_token(c) && name_.size < name_.text.size()) return name_.add(c);
      if (c != ' ' || name_.size == 0) return refuse(400, bad_line);
      if (!is_method(name_.whole())) return refuse(501, "there is no such method");
      at_ = step::target;
      return;
    case step::target:
      if (target_.size == 0 && c != '/' && c != '*') return refuse(400, bad_line);
      if (c == ' ') {
        at_ = step::version;
        return;
      }
      if (!is_visible(c)) return refuse(400, bad_line);
      target_.add(c);
      if (target_.size > most_.target) refuse(414, long_target);
      return;
    case step::version:
      if (c != '\r') {
        value_.add(c);
        if (value_.size > 8 || !is_visible(c)) refuse(400, bad_line);
        return;
      }
      old_ = value_.whole() == "HTTP/1.0";
      if (!old_ && value_.whole() != "HTTP/1.1") {
        const bool other = value_.size == 8 && value_.whole().starts_with("HTTP/");
        return refuse(other ? 505 : 400, other ? "HTTP/1.1 and 1.0 are spoken here" : bad_line);
      }
      at_ = step::line_feed;
      return;
    default: return expect(c, '\n', step::header_start);
  }
}

void intake::of_header(char c) {
  switch (at_) {
    case step::header_start:
      if (c == '\r') {
        at_ = step::head_feed;
        return;
      }
      // A blank here would fold the line before, which not everybody reads alike.
      if (!is_token(c)) return refuse(400, bad_header);
      if (++headers_ > most_.headers) return refuse(431, long_head);
      name_.clear();
      value_.clear();
      value_size_ = 0;
      at_ = step::header_name;
      return name_.add(c);
    case step::header_name:
      if (c == ':') {
        at_ = step::header_blank;
        return;
      }
      if (!is_token(c)) return refuse(400, bad_header);
      name_.add(c);
      if (name_.size > most_.header_name) refuse(431, long_head);
      return;
    case step::header_blank:
      if (c == ' ' || c == '\t') return;
      at_ = step::header_value;
      [[fallthrough]];
    case step::header_value:
      if (c == '\r') {
        at_ = step::header_feed;
        return;
      }
      if (!is_value(c)) return refuse(400, bad_header);
      if (c != ' ' && c != '\t') {
        // Blanks behind the value do not belong to it, those within do.
        for (; value_.size < value_size_; value_.add(' ')) continue;
        value_.add(c);
      }
      if (++value_size_ >= most_.header_value) refuse(431, long_head);
      return;
    case step::header_feed:
      expect(c, '\n', step::header_start);
      if (at_ == step::header_start) end_header();
      return;
    default:
      expect(c, '\n', step::complete);
      if (at_ == step::complete) end_head();
      return;
  }
}

void intake::end_header() {
  const std::string_view name = name_.whole();
  // http_parser takes such a name for the shorter one, and hangs up without a word.
  constexpr std::string_view coding = "transfer-encoding";
  if (name_.size > coding.size() && same({name_.text.data(), coding.size()}, coding))
    return refuse(400, bad_header);
  if (same(name, "content-length")) return end_length();
  if (same(name, "transfer-encoding")) {
    if (is_chunked_ || has_length_ || old_) return refuse(400, bad_length);
    if (!same(value_.whole(), "chunked")) return refuse(501, "a body is sent as it is, or chunked");
    is_chunked_ = true;
  } else if (same(name, "host")) {
    if (has_host_) return refuse(400, "the header Host is told twice");
    has_host_ = true;
  } else if (same(name, "expect")) {
    expects_ = !old_ && same(value_.whole(), "100-continue");
  }
}

void intake::end_length() {
  const std::string_view text = value_.whole();
  const bool digits = value_.size > 0 && std::all_of(text.begin(), text.end(),
                                                     [](char c) { return c >= '0' && c <= '9'; });
  if (has_length_ || is_chunked_ || !digits || value_.size > value_.text.size())
    return refuse(400, bad_length);
  has_length_ = true;
  uint64_t length = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), length);
  if (read.ec != std::errc{} || length > most_.body) return refuse(413, long_body);
  left_ = length;
}

void intake::end_head() {
  if (!has_host_ && !old_) return refuse(400, "the header Host is missing");
  if (is_chunked_) {
    value_.clear();
    at_ = step::chunk_size;
  } else if (left_ > 0) {
    at_ = step::body;
  }
}

void intake::of_chunk(char c) {
  switch (at_) {
    case step::chunk_size: {
      const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (c == '\r' && value_.size > 0)
        at_ = step::chunk_size_feed;
      else if (hex && value_.size < 8)
        value_.add(c);
      else
        refuse(400, bad_chunk);
      return;
    }
    case step::chunk_size_feed:
      expect(c, '\n', step::chunk_data);
      if (at_ == step::chunk_data) end_chunk_size();
      return;
    case step::chunk_data_return: return expect(c, '\r', step::chunk_data_feed);
    case step::chunk_data_feed: value_.clear(); return expect(c, '\n', step::chunk_size);
    case step::last_return: return expect(c, '\r', step::last_feed);
    default: return expect(c, '\n', step::complete);
  }
}

void intake::end_chunk_size() {
  const std::string_view text = value_.whole();
  left_ = 0;
  std::from_chars(text.data(), text.data() + text.size(), left_, 16);
  if (left_ == 0)
    at_ = step::last_return;
  else if (++chunks_ > most_.chunks || body_bytes_ + left_ > most_.body)
    refuse(413, long_body);
}

}  // namespace foliot::http
