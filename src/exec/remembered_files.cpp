#include "exec/remembered_files.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"

namespace foliot::exec {

namespace {

bool same_file(const file_facts& a, const file_facts& b) {
  return a.inode == b.inode && a.size == b.size && a.modified_ms == b.modified_ms &&
         a.changed_ms == b.changed_ms;
}

}  // namespace

result<std::string> remembered_files::read(const std::string& path, uint64_t bytes_max) {
  const result<file_facts> before = files_.look(path);
  if (!before) return files_.read(path, bytes_max);
  if (!before->exists)
    return failure{errc::not_found, "the file " + path + " does not exist", "", "", ""};
  if (const auto found = known_.find(path); found != known_.end()) {
    if (same_file(found->second.facts, *before) && found->second.text.size() <= bytes_max)
      return found->second.text;
    bytes_ -= found->second.text.size();
    known_.erase(found);
  }
  const instant now = clock_.now();
  result<std::string> text = files_.read(path, bytes_max);
  const int64_t newest = std::max(before->modified_ms, before->changed_ms);
  if (text && now.ms - newest >= limits::file_settles_ms &&
      text->size() == static_cast<uint64_t>(before->size))
    keep(path, *before, *text);
  return text;
}

void remembered_files::keep(const std::string& path, const file_facts& facts,
                            const std::string& text) {
  if (text.size() > limits::remembered_texts_bytes_max) return;
  if (bytes_ + text.size() > limits::remembered_texts_bytes_max) {
    known_.clear();
    bytes_ = 0;
  }
  bytes_ += text.size();
  known_.emplace(path, entry{facts, text});
}

}  // namespace foliot::exec
