// A directory of a test's own, removed at its end.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "base/contract.hpp"

namespace foliot::store {

class scratch_dir {
 public:
  scratch_dir() {
    std::string name = (std::filesystem::temp_directory_path() / "foliot-store-XXXXXX").string();
    FOLIOT_ASSERT(::mkdtemp(name.data()) != nullptr, "a directory for the test");
    root_ = name;
  }
  scratch_dir(const scratch_dir&) = delete;
  scratch_dir& operator=(const scratch_dir&) = delete;
  ~scratch_dir() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::string& root() const { return root_; }
  std::string path(const std::string& name) const { return root_ + "/" + name; }

 private:
  std::string root_;
};

}  // namespace foliot::store
