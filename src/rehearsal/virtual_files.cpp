#include "rehearsal/virtual_files.hpp"

#include <utility>
#include <vector>

#include "base/local_path.hpp"

namespace foliot::rehearsal {

namespace {

std::string parent_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string local(const std::string& uri) {
  std::string path = local_path(uri).value_or(uri);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

failure gone() { return {errc::io, "the engine is down", "", "", ""}; }

}  // namespace

void virtual_files::add(const std::string& path, node what) {
  const auto [at, is_new] = nodes_.try_emplace(path);
  what.inode = is_new ? ++last_inode_ : at->second.inode;
  what.modified = clock_.now();
  at->second = std::move(what);
  if (!is_new) return;
  first_seen_.emplace(path, clock_.now());
  if (on_appear) on_appear(path);
}

void virtual_files::make_directory(const std::string& path) {
  if (exists(path)) return;
  make_directory(parent_of(path));
  add(path, {true, "", 0, {}, {}, 0});
}

void virtual_files::put(const std::string& path, const std::string& content) {
  make_directory(parent_of(path));
  add(path, {false, content, static_cast<int64_t>(content.size()), {}, {}, 0});
}

void virtual_files::put(const std::string& path, int64_t bytes, loader load) {
  make_directory(parent_of(path));
  add(path, {false, "", bytes, std::move(load), {}, 0});
}

void virtual_files::remove(const std::string& path) {
  nodes_.erase(path);
  const std::string below = path + "/";
  auto at = nodes_.lower_bound(below);
  while (at != nodes_.end() && at->first.starts_with(below)) at = nodes_.erase(at);
}

instant virtual_files::first_seen(const std::string& path) const {
  const auto found = first_seen_.find(path);
  return found == first_seen_.end() ? never : found->second;
}

result<exec::file_facts> virtual_files::look(const std::string& uri) const {
  const auto found = nodes_.find(local(uri));
  exec::file_facts out;
  if (found == nodes_.end()) return out;
  out.exists = true;
  out.is_directory = found->second.directory;
  out.size = found->second.bytes;
  out.modified_ms = found->second.modified.ms;
  out.changed_ms = found->second.modified.ms;
  out.inode = found->second.inode;
  return out;
}

result<int64_t> virtual_files::directory_size(const std::string& uri) const {
  const std::string path = local(uri);
  const auto found = nodes_.find(path);
  if (found == nodes_.end() || !found->second.directory) return int64_t{-1};
  int64_t out = 0;
  for (const auto& [other, entry] : nodes_)
    if (other.starts_with(path + "/") && other.find('/', path.size() + 1) == std::string::npos)
      out += entry.bytes;
  return out;
}

result<std::string> virtual_files::read(const std::string& uri, uint64_t bytes_max) const {
  const auto found = nodes_.find(local(uri));
  if (found == nodes_.end()) return failure{errc::not_found, "no such file", "", uri, ""};
  if (found->second.directory) return failure{errc::io, "it is a directory", "", uri, ""};
  if (sick_.contains(found->first)) return failure{errc::io, "the disk is sick", "", uri, ""};
  if (static_cast<uint64_t>(found->second.bytes) > bytes_max)
    return failure{errc::too_large, "the file is too large", "", uri, ""};
  if (found->second.load) return found->second.load(bytes_max);
  return found->second.content;
}

result<void> virtual_files::move(const std::string& from, const std::string& target, bool again) {
  if (!exists(from)) {
    if (again && exists(target)) return {};
    return failure{errc::not_found, "the source does not exist", "FS006", from, ""};
  }
  if (!exists(parent_of(target)))
    return failure{errc::not_found, "the target's parent does not exist", "FS007", target, ""};
  const auto there = nodes_.find(target);
  const bool into = there != nodes_.end() && there->second.directory;
  const std::string to = into ? target + from.substr(from.rfind('/')) : target;
  if (there != nodes_.end() && !into && nodes_.at(from).directory)
    return failure{errc::bad_input, "a file is in the way", "FS008", to, ""};
  std::map<std::string, node> moved;
  for (const auto& [path, at] : nodes_)
    if (path == from || path.starts_with(from + "/"))
      moved.emplace(to + path.substr(from.size()), at);
  remove(from);
  for (auto& [path, at] : moved) add(path, std::move(at));
  return {};
}

result<void> virtual_files::touch(const std::string& path) {
  const auto found = nodes_.find(path);
  if (found != nodes_.end() && found->second.directory)
    return failure{errc::bad_input, "it is a directory", "FS013", path, ""};
  if (found != nodes_.end() && found->second.bytes > 0)
    return failure{errc::bad_input, "the file is not empty", "FS013", path, ""};
  put(path);
  return {};
}

result<void> virtual_files::perform(const exec::file_operation& operation, bool again) {
  using kind = exec::file_operation::kind;
  const std::string path = local(operation.path);
  switch (operation.what) {
    case kind::remove: remove(path); return {};
    case kind::mkdir:
      if (exists(path) && !nodes_.at(path).directory)
        return failure{errc::bad_input, "a file is in the way", "FS004", path, ""};
      make_directory(path);
      return {};
    case kind::move: return move(path, local(operation.target), again);
    case kind::touchz: return touch(path);
    case kind::chmod:
    case kind::chgrp:
    case kind::setrep:
      if (!exists(path)) return failure{errc::not_found, "no such path", "FS009", path, ""};
      return {};
  }
  return {};
}

result<exec::file_facts> file_client::look(const std::string& path) const {
  if (!connected_) return gone();
  return files_.look(path);
}

result<int64_t> file_client::directory_size(const std::string& path) const {
  if (!connected_) return gone();
  return files_.directory_size(path);
}

result<std::string> file_client::read(const std::string& path, uint64_t bytes_max) const {
  if (!connected_) return gone();
  return files_.read(path, bytes_max);
}

result<void> file_client::perform(const exec::file_operation& operation, bool again) {
  if (!connected_) return gone();
  return files_.perform(operation, again);
}

}  // namespace foliot::rehearsal
