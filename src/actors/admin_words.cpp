// What the ADMIN says in words, and how much of it.
#include <algorithm>
#include <string>

#include "actors/admin.hpp"

namespace foliot::actors::admin {

namespace {

std::string code_of(const failure& error) {
  return error.oozie.empty() ? std::string(name(error.code)) : error.oozie;
}

}  // namespace

outcome refused(const failure& error) {
  return {"", code_of(error), bounded(error.sentence), bounded(error.place), bounded(error.remedy)};
}

failure too_long_for_a_console() {
  return {
      errc::too_large, "the request is too large", "", "",
      "The engine takes requests of at most " + std::to_string(admin_request_bytes_max) + " bytes"};
}

outcome conversation_over(const std::string& why) {
  return {"", "forbidden", why, "", "Connect again"};
}

std::string other_version(const hello& console, const std::string& program) {
  return "this console speaks version " + std::to_string(console.protocol) +
         " of the protocol (foliot " + bounded(console.program).substr(0, 32) +
         "), the engine version " + std::to_string(protocol_version) + " (foliot " + program +
         "): use the console of the engine's own version";
}

size_t rows_of(const ask& question) {
  return std::clamp<uint32_t>(question.limit, 1, admin_rows_max);
}

std::string bounded(std::string text) {
  if (text.size() <= admin_text_bytes_max) return text;
  size_t size = admin_text_bytes_max - 3;
  // Not in the middle of a character: what follows would continue it.
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  text.resize(size);
  return text + "...";
}

}  // namespace foliot::actors::admin
