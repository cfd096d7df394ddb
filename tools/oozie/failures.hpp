// What goes wrong in the command, as the values that main prints (Oozie's four ways of saying it).
#pragma once

#include <string>
#include <utility>

#include "base/result.hpp"

namespace foliot::oozie {

/// A refusal that has a code, the server's or the client's own: "Error: E0604 : sentence".
inline failure coded(std::string code, std::string sentence) {
  return {errc::conflict, std::move(sentence), std::move(code), "", ""};
}

/// A wrong use of options that are each known: "Error: sentence".
inline failure misused(std::string sentence) {
  return {errc::bad_input, std::move(sentence), "", "", ""};
}

/// A command line that is none: "Invalid sub-command: sentence", and where to find help.
inline failure no_command(std::string sentence) {
  return {errc::unsupported, std::move(sentence), "", "", ""};
}

/// What Oozie's client ends on with a stack trace; here its sentence alone.
inline failure broken(std::string sentence) { return {errc::io, std::move(sentence), "", "", ""}; }

/// The lines on standard error for `error`, each ended.
inline std::string printed(const failure& error) {
  if (error.code == errc::unsupported)
    return "Invalid sub-command: " + error.sentence +
           "\n\nuse 'help [sub-command]' for help details\n";
  if (!error.oozie.empty()) return "Error: " + error.oozie + " : " + error.sentence + "\n";
  if (error.code == errc::bad_input) return "Error: " + error.sentence + "\n";
  std::string out = error.place.empty() ? "" : error.place + ": ";
  out += error.sentence;
  if (!error.remedy.empty()) out += ". " + error.remedy;
  return out + "\n";
}

}  // namespace foliot::oozie
