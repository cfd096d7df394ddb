#include "bench/scratch.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace foliot::bench {

scratch::scratch() {
  const char* base = std::getenv("TMPDIR");
  path_ = std::string(base ? base : "/tmp") + "/foliot-bench-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) std::exit(1);
}

scratch::~scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

uint64_t scratch::bytes_below(const std::string& name) const {
  uint64_t sum = 0;
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(path_ + "/" + name, ignored))
    if (entry.is_regular_file(ignored)) sum += entry.file_size(ignored);
  return sum;
}

void scratch::read_below(const std::string& name) const {
  std::vector<char> part(1 << 20);
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(path_ + "/" + name, ignored)) {
    std::ifstream file(entry.path(), std::ios::binary);
    while (file.read(part.data(), static_cast<std::streamsize>(part.size()))) {
    }
  }
}

void scratch::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path_ + "/" + name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

void rest(int64_t ms) { ::poll(nullptr, 0, static_cast<int>(ms)); }

int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

uint64_t setting(const char* key, uint64_t otherwise) {
  const char* text = std::getenv(key);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace foliot::bench
