// The options of `foliot console`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace foliot::client {

struct console_options {
  enum class what : uint8_t { talk, issue, revoke, list };

  what task = what::talk;
  std::string data;                ///< Data directory of an engine on this host.
  std::string connect;             ///< HOST:PORT of another.
  std::string certificate;         ///< File of the console, for `connect`.
  std::vector<std::string> words;  ///< A command; empty: one line after the other.
  std::string name;                ///< Of the console that is issued or revoked.
  uint32_t days = 0;               ///< 0: as usual.
  std::string out;                 ///< File to be written; empty: NAME.console.
  bool json = false;               ///< Of what is no talk.
};

/// Adds what stands behind `foliot console`.
void add_console_options(CLI::App& console, console_options& into);

}  // namespace foliot::client
