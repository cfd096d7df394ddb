// The groups of users, asked of the host behind a port and remembered for a while.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/instant.hpp"

namespace foliot::http {

/// The names of the groups that `user` is a member of; empty for a user whom nobody knows.
/// Thread-safe; may take long.
using groups_fn = std::function<std::vector<std::string>(const std::string& user)>;

/// A list that stands for something, as the host told it, by name: the groups of a user or the
/// addresses of a host. What was told is believed for `remember_ms`, nothing for a tenth of that.
/// At most `most` names are kept, those asked for last. Thread-safe.
class remembered_lists {
 public:
  using ask_fn = std::function<std::vector<std::string>(const std::string& name)>;
  /// Rises with time, milliseconds; whence is of no interest.
  using clock_fn = std::function<int64_t()>;

  remembered_lists(ask_fn ask, clock_fn clock, int64_t remember_ms, size_t most);

  std::vector<std::string> of(const std::string& name);
  size_t size() const;

 private:
  struct entry {
    std::string name;
    std::vector<std::string> told;
    int64_t until = 0;
  };

  void keep(entry fresh);

  ask_fn ask_;
  clock_fn clock_;
  int64_t remember_ms_;
  size_t most_;
  mutable std::mutex lock_;
  std::list<entry> newest_first_;
  std::unordered_map<std::string, std::list<entry>::iterator> by_name_;
};

}  // namespace foliot::http
