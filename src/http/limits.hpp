// Limits of the HTTP interface beside those of base/limits.hpp, each with its reason.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::limits {

/// First line and headers of one request together, bytes: one value of 64 KiB fits in; http_parser
/// itself hangs up without a word at 80 KiB.
inline constexpr size_t http_head_bytes_max = 79 << 10;

/// Pieces of a body whose length was not told beforehand: 256 bytes each of the longest body.
/// RESTinio notes 48 bytes about each, so pieces of one byte would cost 200 MB.
inline constexpr size_t http_chunks_max = 16'384;

/// Longest request id that is taken over from a client, bytes: two UUIDs. It stands in journals.
inline constexpr size_t request_id_bytes_max = 80;

/// What is shown of an address in the access log, bytes: it bounds what an attacker's line costs.
inline constexpr size_t access_target_bytes_max = 512;

/// Connections from one address unless configured otherwise: three quarters of all, since everybody
/// may be behind one gateway, and yet no single address can take the last one.
inline constexpr uint32_t http_connections_per_address_default = 192;

/// How long one request may take from its first byte to its last, seconds: 4 MiB at 2 Mbit/s.
inline constexpr uint32_t http_request_seconds_default = 20;

/// How long a client may take to read an answer, seconds: 10 MB at 1.4 Mbit/s.
inline constexpr uint32_t http_answer_seconds_default = 60;

/// Memory of requests that are coming in and of answers that are going out, MiB: six of the longest
/// bodies at once, or two of the longest lists. Twice as much is resident at worst.
inline constexpr uint32_t http_memory_mib_default = 24;

/// How long a refused client may go on sending before its connection ends, ns, and how many bytes:
/// a client that is hung up on while it sends does not see its answer.
inline constexpr int64_t http_linger_ns = 2'000'000'000;
inline constexpr size_t http_linger_bytes_max = 64 << 20;

/// What the kernel keeps for a connection in each direction, bytes. By itself Linux lets it grow to
/// 4 MiB and 32 MiB, which all connections together would make gigabytes.
inline constexpr int http_kernel_buffer_bytes = 192 << 10;

/// Requests of a kind that has taken so long wait for each other on a thread of their own, ns, and
/// kinds that are known, about 100 bytes each.
inline constexpr int64_t http_long_ns = 4'000'000;
inline constexpr size_t http_kinds_max = 4'096;

/// A client that has taken nothing of its answer for so long may have to make room, ns.
inline constexpr int64_t http_stall_ns = 1'000'000'000;

/// Descriptors that connections may never take: the database has 512 files open at most, programs
/// that are started take some, and an acceptor that once had none left would never accept again.
inline constexpr uint64_t descriptors_kept = 768;

}  // namespace foliot::limits
