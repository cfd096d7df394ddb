// Moving a file or a directory, over the border of a file system too.
#pragma once

#include <string>
#include <system_error>

#include "exec/file_tree.hpp"

namespace foliot::exec {

/// Moves `from` to the name `to`, where nothing may be (EEXIST). Within a file system that is a
/// rename. Over its border `from` is copied to `.NAME.foliot-moving` beside `to`, put on disk,
/// given its name, and only then is `from` deleted: whatever happens, one of the two is whole. A
/// failure before that leaves `from` as it was and nothing beside `to`. From the moment the copy
/// has its name `stop` is not looked at any more.
///
/// `again` says that a crash may have interrupted the same move: what it had done counts. Fails
/// with EBUSY while somebody else moves something to `to`, with ECANCELED when stopped, and with
/// what the system says.
std::error_code carry(const std::string& from, const std::string& to, bool again,
                      const stop_flag* stop = nullptr);

/// Whether `to` came into being by a carry() of the very `from` that is there now, which a crash
/// kept from deleting it.
bool was_carried(const std::string& from, const std::string& to);

/// Deletes what an interrupted carry() to `to`, whose source is gone, left beside it.
void forget_carry(const std::string& to);

}  // namespace foliot::exec
