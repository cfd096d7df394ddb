// An unpacking that lasts as long as a test wants.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace foliot::exec {

/// Makes `directory` with a launcher in it, whose path is returned; what it takes for foliot-unpack
/// waits until somebody writes to `pipe` or nobody has it open any more.
inline std::string with_endless_unpacker(const std::string& directory, const std::string& pipe) {
  std::filesystem::create_directory(directory);
  std::filesystem::create_symlink(FOLIOT_LAUNCHER, directory + "/foliot-launcher");
  const std::string unpacker = directory + "/foliot-unpack";
  std::ofstream{unpacker} << "#!/bin/sh\nread line < " << pipe << "\n";
  ::chmod(unpacker.c_str(), 0700);
  return directory + "/foliot-launcher";
}

}  // namespace foliot::exec
