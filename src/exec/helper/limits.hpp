// Bounds of what the helper program takes, waits for and gives back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::exec::helper {

/// Of the plan and of the settings, bytes: a plan's texts are bounded by the engine below that.
inline constexpr size_t document_bytes_max = 4U << 20;
/// Of a message for people in a result, bytes: the action's record keeps it.
inline constexpr size_t message_bytes_max = 1'000;

/// What of a mail server's refusal comes into the message; answers have 512 bytes a line.
inline constexpr size_t mail_answer_bytes_max = 600;
/// Of what a program says on its standard error that is kept for judging and for the log, bytes.
inline constexpr size_t errors_bytes_max = 64U << 10;
/// Files of one mail.
inline constexpr size_t mail_files_max = 20;
/// Recipients of one mail: what servers take at least (RFC 5321, 4.5.3.1.8).
inline constexpr size_t mail_recipients_max = 100;
/// Longest address, bytes (RFC 5321, 4.5.3.1.3).
inline constexpr size_t mail_address_bytes_max = 254;
/// Of a name or a subject in a header, bytes: folded, it stays readable everywhere.
inline constexpr size_t mail_header_bytes_max = 2'000;
/// A mail that is still not sent after so long never will be, ms.
inline constexpr int64_t mail_total_ms = 600'000;
/// One look at a remote command ends after so many seconds, so that a connection that died without
/// a word does not count for ever.
inline constexpr int ssh_look_seconds = 600;
/// The first pause before connecting again, ms; it doubles up to the longest.
inline constexpr int64_t ssh_pause_ms = 3'000;
inline constexpr int64_t ssh_pause_ms_max = 60'000;
/// Ending a remote command takes at most so long, ms: less than the engine gives us.
inline constexpr int64_t ssh_kill_ms = 25'000;
/// Of a key file and of a password file, bytes.
inline constexpr size_t secret_bytes_max = 64U << 10;

}  // namespace foliot::exec::helper
