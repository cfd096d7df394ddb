// The console's end of the conversation, without actors in its interface: for tools.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "actors/admin_messages.hpp"
#include "base/result.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// Where an engine is, and what to show there.
struct console_target {
  listen_address where;
  std::string secret;  ///< Text of the console's file.
};

/// Of the engine on this host whose data directory is `data`: its port, and the local console's
/// file. Fails with unavailable (no engine runs there, or without consoles), forbidden (another
/// user's), not_found (this host's console was revoked), io.
result<console_target> local_target(const std::string& data);
/// Of the engine at "HOST:PORT", with the file of a console. Fails with bad_input, forbidden
/// (others may read the file), not_found, io.
result<console_target> remote_target(const std::string& where, const std::string& file);

/// One conversation with an engine; one question at a time. Not thread-safe. Every question fails
/// with errc::unavailable when the connection is lost (open another link then; the remedy tells
/// whether an order was sent and may have been taken), with forbidden when
/// the console is not trusted any more, else as the engine says; nothing is asked twice.
class console_link {
 public:
  /// Connects, compares versions and proves the console's name. `console_version` stands for the
  /// protocol that is spoken (tests). Fails with unavailable where nobody answers, forbidden where
  /// the engine refuses, unsupported with both versions where it speaks another protocol.
  static result<std::unique_ptr<console_link>> open(
      const console_target& target, uint32_t console_version = actors::admin::protocol_version);
  ~console_link();

  /// As told when the conversation was opened.
  const actors::admin::status_report& welcome() const;
  /// Whether the engine is known to have ended, or to have closed the connection: a question would
  /// not be sent.
  bool is_lost() const;

  result<actors::admin::status_report> status();
  result<actors::admin::tree_report> tree(const std::string& id, uint32_t limit);
  result<actors::admin::entity_report> entity(const std::string& id);
  result<actors::admin::actors_report> actors();
  result<actors::admin::committer_report> committer();
  result<actors::admin::datasets_report> datasets(uint32_t limit);
  result<actors::admin::slots_report> slots();
  result<actors::admin::runs_report> runs(uint32_t limit);
  result<actors::admin::quarantine_report> quarantine(uint32_t limit);
  result<actors::admin::settings_report> settings();
  result<actors::admin::pulse_report> pulse();
  result<actors::admin::retry_report> retry(const std::string& id);
  result<actors::admin::settings_report> change(const std::string& name, const std::string& value);
  /// `pass` is filled in.
  result<actors::admin::user_reply> request(actors::admin::user_request what);
  /// All news, or those of the tree of job `id`.
  result<void> follow(const std::string& id);
  /// Waits a second at most; then there are none.
  result<actors::admin::news> next_news();

 private:
  struct parts;
  explicit console_link(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
};

}  // namespace foliot::server
