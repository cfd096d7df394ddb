// Keeps what goes wrong on one TLS connection from ending others.
#pragma once

#include <string>

#include "base/result.hpp"

namespace foliot::server {

/// OpenSSL has one queue of errors for each thread, and what stands in it when a connection only
/// has to wait makes it look broken. CAF 0.17 serves all connections by one thread and never
/// empties the queue: one refused certificate, or one peer that closed without a word, ended all
/// the others. From now on the queue is emptied when a connection of whoever shows the certificate
/// `leaf` (PEM) fails or goes, and an end without a word is no error there. Connections of others
/// in this process (libcurl's) are left alone. Fails with corrupt where that is no certificate.
result<void> keep_errors_apart(const std::string& leaf);

/// Why the last handshake of this thread failed, as a sentence without a capital; empty where none
/// did since the last call, or where the peer just went.
std::string take_tls_refusal();

}  // namespace foliot::server
