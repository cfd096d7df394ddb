// The kinds of failure. Oozie's own codes (E0701, ...) travel beside these in `failure::oozie`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace foliot {

enum class errc : uint8_t {
  internal,     ///< A defect of Foliot.
  bad_input,    ///< What the user wrote cannot be understood or is not allowed.
  not_found,    ///< A job, file or name does not exist.
  conflict,     ///< The request does not fit the present state.
  forbidden,    ///< The user may not do this.
  unsupported,  ///< Understood, but not offered.
  too_large,    ///< A limit of base/limits.hpp was reached.
  unavailable,  ///< Starting, busy, or in safe mode: try again.
  io,           ///< The operating system refused: disk, file, process.
  corrupt,      ///< Stored bytes are not what was written.
  too_new,      ///< Written by a later version of Foliot.
  locked,       ///< Another engine holds it.
  contract,     ///< A rule of a pure step was broken: the entity is quarantined.
  count_
};

inline constexpr std::array<std::string_view, static_cast<size_t>(errc::count_)> errc_names{
    "internal",    "bad-input", "not-found", "conflict", "forbidden", "unsupported", "too-large",
    "unavailable", "io",        "corrupt",   "too-new",  "locked",    "contract"};
static_assert(!errc_names.back().empty(), "every errc needs a name");

/// The name of `code` as shown in JSON and logs, for example "bad-input".
constexpr std::string_view name(errc code) { return errc_names[static_cast<size_t>(code)]; }

}  // namespace foliot
