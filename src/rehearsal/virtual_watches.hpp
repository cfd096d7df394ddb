// The watch port over virtual files: looks in order, and may lose an event until its next rescan.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "exec/watch_port.hpp"
#include "rehearsal/chance.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::rehearsal {

/// One engine's watches: they end with the engine. Takes `files.on_appear` for itself.
class watch_client final : public exec::watch_port {
 public:
  /// After a lost event everything is looked at again within this time.
  static constexpr int64_t rescan_ms = 300'000;

  /// `steady`: no event is ever lost.
  watch_client(virtual_files& files, virtual_time& time, chance luck, bool steady = false);

  void disconnect();

  void deliver_to(sink ready) override;
  void watch(uint64_t token, const std::string& path) override;
  void unwatch(uint64_t token) override;

  /// Whether that path is being watched.
  bool watches(const std::string& path) const;

 private:
  struct session : std::enable_shared_from_this<session> {
    virtual_files* files = nullptr;
    virtual_time* time = nullptr;
    chance luck{0};
    sink ready;
    bool connected = true;
    bool steady = false;
    bool rescan_due = false;
    instant last_look;  ///< Looks are done in order.
    std::map<uint64_t, std::string> tokens;
    std::map<std::string, std::set<uint64_t>, std::less<>> by_path;

    void appeared(const std::string& path);
    void look(uint64_t token);
    void tell(uint64_t token);
    void forget(uint64_t token);
  };

  std::shared_ptr<session> session_;
};

}  // namespace foliot::rehearsal
