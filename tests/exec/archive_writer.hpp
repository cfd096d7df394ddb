// Archives for tests, honest and hostile ones.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace foliot::exec {

struct archive_item {
  std::string path;
  std::string content;    ///< Of a file.
  std::string link = {};  ///< Target of a symbolic link.
  std::string same = {};  ///< Target of a hard link.
  unsigned kind = AE_IFREG;
  unsigned mode = 0644;
};

enum class archive_kind { tar, tar_gz, zip };

inline void write_archive(const std::string& file, archive_kind kind,
                          const std::vector<archive_item>& items) {
  ::archive* out = ::archive_write_new();
  if (kind == archive_kind::zip)
    ::archive_write_set_format_zip(out);
  else
    ::archive_write_set_format_pax_restricted(out);
  if (kind == archive_kind::tar_gz) ::archive_write_add_filter_gzip(out);
  ASSERT_EQ(::archive_write_open_filename(out, file.c_str()), ARCHIVE_OK);
  for (const archive_item& item : items) {
    ::archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, item.path.c_str());
    ::archive_entry_set_filetype(entry, item.link.empty() ? item.kind : AE_IFLNK);
    ::archive_entry_set_perm(entry, item.mode);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(item.content.size()));
    if (!item.link.empty()) ::archive_entry_set_symlink(entry, item.link.c_str());
    if (!item.same.empty()) ::archive_entry_set_hardlink(entry, item.same.c_str());
    ASSERT_GE(::archive_write_header(out, entry), ARCHIVE_WARN) << ::archive_error_string(out);
    ::archive_write_data(out, item.content.data(), item.content.size());
    ::archive_entry_free(entry);
  }
  ASSERT_EQ(::archive_write_close(out), ARCHIVE_OK);
  ::archive_write_free(out);
}

}  // namespace foliot::exec
