// A tree of files in memory that outlives a simulated engine.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "exec/file_port.hpp"

namespace foliot::rehearsal {

/// Deterministic, not thread-safe. Paths are absolute; URIs of local files are understood.
class virtual_files {
 public:
  explicit virtual_files(const wall_clock& clock) : clock_(clock) {
    add("/", {true, "", 0, {}, {}, 0});
  }

  /// Writes a file, with its parents.
  void put(const std::string& path, const std::string& content = {});
  using loader = std::function<result<std::string>(uint64_t bytes_max)>;
  /// The same of a file of `bytes` whose content `load` reads when somebody asks for it.
  void put(const std::string& path, int64_t bytes, loader load);
  void make_directory(const std::string& path);
  /// Deletes `path` and everything below it.
  void remove(const std::string& path);

  /// Whether reading `path` fails as on a sick disk.
  void fail_reads(bool sick, const std::string& path) {
    sick ? void(sick_.insert(path)) : void(sick_.erase(path));
  }

  bool exists(const std::string& path) const { return nodes_.contains(path); }
  /// When `path` came into being for the first time; `never` if it never did.
  instant first_seen(const std::string& path) const;

  result<exec::file_facts> look(const std::string& uri) const;
  result<int64_t> directory_size(const std::string& uri) const;
  result<std::string> read(const std::string& uri, uint64_t bytes_max) const;
  result<void> perform(const exec::file_operation& operation, bool again);

  /// Called for every path that comes into being.
  std::function<void(const std::string& path)> on_appear;

 private:
  struct node {
    bool directory = false;
    std::string content;
    int64_t bytes = 0;
    loader load;  ///< Where set, it gives the content.
    instant modified;
    uint64_t inode = 0;
  };

  void add(const std::string& path, node what);
  result<void> move(const std::string& from, const std::string& to, bool again);
  result<void> touch(const std::string& path);

  const wall_clock& clock_;
  std::map<std::string, node> nodes_;
  std::map<std::string, instant> first_seen_;
  std::set<std::string> sick_;
  uint64_t last_inode_ = 0;
};

/// One engine's access to the files: it ends with the engine.
class file_client final : public exec::file_port {
 public:
  explicit file_client(virtual_files& files) : files_(files) {}

  void disconnect() { connected_ = false; }

  result<exec::file_facts> look(const std::string& path) const override;
  result<int64_t> directory_size(const std::string& path) const override;
  result<std::string> read(const std::string& path, uint64_t bytes_max) const override;
  result<void> perform(const exec::file_operation& operation, bool again) override;

 private:
  virtual_files& files_;
  bool connected_ = true;
};

}  // namespace foliot::rehearsal
