// The engine's side of the resident launcher.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "exec/launcher_process.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// Starts launchers through a resident one (exec/launch_resident.hpp), a child of this process that
/// ends with this value or with the process. It is started for the first order and started anew
/// when it died; where there is none, each launcher is a program of its own. Not for two threads.
class resident_launcher {
 public:
  /// `program` is the absolute path of foliot-launcher.
  explicit resident_launcher(std::string program);
  ~resident_launcher();
  resident_launcher(const resident_launcher&) = delete;
  resident_launcher& operator=(const resident_launcher&) = delete;

  /// A launcher with `order`, a child of this process. Fails with errc::io: none was started.
  /// Without a pidfd one was, but its end will not be seen. When the resident one died between the
  /// order and its answer, another launcher is started (`perhaps_two`): their claims decide.
  result<launcher_process> start(const launch_order& order);

 private:
  bool open();
  void end();
  int32_t ask(int order, bool& perhaps);

  const std::string program_;
  unique_fd socket_;
  pid_t pid_ = 0;
  uint32_t unanswered_ = 0;  ///< Resident launchers that never answered, in a row.
};

}  // namespace foliot::exec
