// Questions of the admin console to single actors of the staff: messages of this process, with
// interfaces that add them to what those actors are known for (protocols.hpp), so that nobody else
// need know of them.
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/type_id.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "actors/protocols.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"

namespace foliot::actors::msg {

/// The URIs that are waited for, with the first of those who wait.
struct look_at_watches {
  struct row {
    std::string uri;
    size_t waiting = 0;
    std::vector<entity_id> first;
  };
  struct seen {
    std::vector<row> rows;
    size_t uris = 0;
    size_t waiters = 0;
  };
  std::optional<entity_id> of;  ///< Only what this one waits for.
  size_t rows_max = 0;
  size_t waiters_max = 0;  ///< In each row.
  std::function<void(seen)> done;
};

/// The programs that were ordered and not forgotten.
struct look_at_runs {
  struct seen {
    std::vector<std::string> names;
    size_t all = 0;
  };
  std::string prefix;  ///< Only names that begin so.
  size_t rows_max = 0;
  std::function<void(seen)> done;
};

/// Answered when its turn comes: how long that takes is the backlog, in time.
struct look_at_committer {
  std::function<void()> done;
};

/// How many messages wait for an actor of the staff; sent before them.
struct look_at_mailbox {
  std::function<void(uint64_t)> done;
};

/// When `of` will be woken.
struct look_at_alarm {
  entity_id of;
  std::function<void(std::optional<instant>)> done;
};

}  // namespace foliot::actors::msg

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::look_at_watches)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::look_at_runs)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::look_at_committer)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::look_at_alarm)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::look_at_mailbox)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(foliot::actors::msg::reach)

CAF_BEGIN_TYPE_ID_BLOCK(foliot_looks, caf::first_custom_type_id + 400)
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::look_at_watches))
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::look_at_runs))
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::look_at_committer))
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::look_at_alarm))
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::look_at_mailbox))
CAF_ADD_TYPE_ID(foliot_looks, (foliot::actors::msg::reach))
CAF_END_TYPE_ID_BLOCK(foliot_looks)

namespace foliot::actors {

template <class Actor, class Message>
using asked_by_console =
    typename Actor::template extend<caf::reacts_to<Message>, caf::reacts_to<msg::look_at_mailbox>>;

using watching_committer_actor = asked_by_console<committer_actor, msg::look_at_committer>;
using watching_registry_actor = asked_by_console<registry_actor, msg::look_at_watches>;
using watching_executor_actor = asked_by_console<executor_actor, msg::look_at_runs>;
using watching_alarm_actor = asked_by_console<alarm_actor, msg::look_at_alarm>;
using watching_engine_actor = engine_actor::extend<caf::reacts_to<msg::reach>>;

}  // namespace foliot::actors
