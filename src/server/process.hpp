// What the engine's process is and has: its data directory, its programs, its descriptors.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace foliot::server {

/// The data directory `path`, made private when it is new, as an absolute path. Fails with
/// forbidden, bad_input or io.
result<std::string> prepare_directory(const std::string& path);

/// The path of `program` in the directory of the running one: foliot-launcher and foliot-action lie
/// there.
std::string path_beside(const std::string& program);

/// As many descriptors as the system lets us have: connections, database files and runs share them,
/// and an acceptor that has run out of them once never accepts again. Returns how many.
uint64_t raise_descriptor_limit();

}  // namespace foliot::server
