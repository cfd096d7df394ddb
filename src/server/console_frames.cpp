#include "server/console_frames.hpp"

#include <algorithm>

namespace foliot::server {

namespace {

constexpr uint8_t by_name_flag = 1;
constexpr uint8_t select_flag = 2;
/// The highest four bits of a message's number: what kind it is, 1 in the normal case. CAF takes
/// the message of a stream for one of its own, unseen.
constexpr int way_shift = 60;
constexpr uint64_t normal_way = 1;
/// Number of an actor in a payload.
constexpr size_t actor_bytes = 8;
/// The end of an actor: a code, the name of its family, and no more words.
constexpr size_t reason_bytes = 9;
constexpr std::string_view no_words("\0\0\3@<>", 6);

constexpr const char* not_ours = "it sent what no console sends";

uint64_t number_at(std::string_view bytes, size_t at, size_t size) {
  uint64_t out = 0;
  for (size_t i = 0; i < size; ++i) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
  return out;
}

bool begins_with_any(std::string_view bytes, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& each) { return bytes.starts_with(each); });
}

}  // namespace

size_t messages_in(std::string_view frames) {
  constexpr uint64_t message = 2;
  size_t out = 0;
  for (size_t at = 0; at + frame_header_bytes <= frames.size();) {
    out += number_at(frames, at, 1) == message ? 1 : 0;
    at += frame_header_bytes + number_at(frames, at + 4, 4);
  }
  return out;
}

std::string console_frames::header(std::string_view bytes) {
  const uint64_t kind = number_at(bytes, 0, 1);
  if (kind > static_cast<uint64_t>(operation::down)) return not_ours;
  kind_ = static_cast<operation>(kind);
  flags_ = static_cast<uint8_t>(number_at(bytes, 3, 1));
  payload_bytes_ = number_at(bytes, 4, 4);
  way_ = number_at(bytes, 8, 8) >> way_shift;
  source_ = number_at(bytes, 16, 8);
  destination_ = number_at(bytes, 24, 8);
  if (number_at(bytes, 1, 2) != 0 || payload_bytes_ == 0) return not_ours;
  if (auto wrong = check_kind(); !wrong.empty()) return wrong;
  const bool question = kind_ == operation::message && flags_ == 0 && destination_ == terms_.admin;
  const size_t most = question ? request_bytes_max : small_frame_bytes_max;
  if (payload_bytes_ <= most) return {};
  return "it sent the header of a message of " + std::to_string(payload_bytes_) +
         " bytes, more than " + std::to_string(most);
}

/// What the header alone tells.
std::string console_frames::check_kind() const {
  const bool opened = !node_.empty();
  switch (kind_) {
    case operation::client_handshake:
      if (handshakes_ > 1 || (flags_ & ~select_flag) != 0) return not_ours;
      return source_ == 0 && destination_ == 0 ? "" : not_ours;
    case operation::message:
      if (!opened) return "it sent a message before it said who it is";
      return source_ != 0 && way_ == normal_way && (flags_ & ~by_name_flag) == 0 ? "" : not_ours;
    case operation::monitor:
    case operation::down: return opened && flags_ == 0 && small_ < small_frames_max ? "" : not_ours;
    case operation::server_handshake:
    case operation::routed: break;
  }
  return not_ours;
}

std::string console_frames::payload(std::string_view bytes) {
  switch (kind_) {
    case operation::client_handshake: return check_handshake(bytes);
    case operation::monitor: return check_monitor(bytes);
    case operation::down: return check_down(bytes);
    case operation::message: return check_message(bytes);
    case operation::server_handshake:
    case operation::routed: break;
  }
  return not_ours;
}

std::string console_frames::check_handshake(std::string_view bytes) {
  const bool same = node_.empty() || node_ == bytes;
  // The kind of node is the engine's: the other one is a text of any length.
  const bool plain = bytes.size() == node_bytes && terms_.engine.size() == node_bytes &&
                     bytes.substr(0, actor_bytes) == terms_.engine.substr(0, actor_bytes);
  if (!same || !plain || bytes == terms_.engine) return not_ours;
  node_ = bytes;
  ++handshakes_;
  return {};
}

std::string console_frames::check_monitor(std::string_view bytes) {
  ++small_;
  return bytes == node_ + terms_.engine ? "" : not_ours;
}

/// Words of an error are a message of any kind, and those of a console's actors have none.
std::string console_frames::check_down(std::string_view bytes) {
  ++small_;
  const std::string who = node_ + terms_.engine;
  if (!bytes.starts_with(who)) return not_ours;
  bytes.remove_prefix(who.size());
  const bool ended = bytes.size() == reason_bytes + no_words.size() && bytes.ends_with(no_words);
  return ended ? "" : not_ours;
}

std::string console_frames::check_message(std::string_view bytes) {
  if ((flags_ & by_name_flag) != 0) {
    if (inquired_ || destination_ != terms_.directory || bytes != terms_.inquiry) return not_ours;
    inquired_ = true;
    return {};
  }
  if (destination_ != terms_.admin) return check_listing(bytes);
  if (std::find(askers_.begin(), askers_.end(), source_) == askers_.end()) {
    if (askers_.size() >= askers_max)
      return "it asked in the name of more than " + std::to_string(askers_max) + " actors";
    askers_.push_back(source_);
  }
  return check_question(bytes);
}

/// The answer to what CAF asks of each new peer: the address of its own directory.
std::string console_frames::check_listing(std::string_view bytes) {
  if (listed_ || !bytes.starts_with(terms_.listing)) return not_ours;
  listed_ = true;
  bytes.remove_prefix(terms_.listing.size());
  const bool own =
      bytes.size() > actor_bytes + node_bytes && bytes.substr(actor_bytes, node_bytes) == node_;
  return own ? "" : not_ours;
}

std::string console_frames::check_question(std::string_view bytes) {
  if (bytes.starts_with(terms_.request)) return {};
  if (bytes.size() > question_bytes_max)
    return "it sent a question of " + std::to_string(bytes.size()) + " bytes, more than " +
           std::to_string(question_bytes_max);
  if (begins_with_any(bytes, terms_.questions)) return {};
  if (!begins_with_any(bytes, terms_.openings)) return not_ours;
  if (++openings_ <= openings_max) return {};
  return "it said hello, or proved its name, again and again";
}

}  // namespace foliot::server
