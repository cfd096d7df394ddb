// Limits of what one request may hold, beside its bytes, each with its reason.
#pragma once

#include <cstddef>

namespace foliot::limits {

/// Most parameters of an address, and of a form: the longest orders have ten. Each takes some 70
/// bytes beside its text, so that 4 MiB of "a&a&a" would become hundreds of MiB.
inline constexpr size_t http_parameters_max = 256;

/// Longest body that is a form, bytes: what an address may have, since it says the same.
inline constexpr size_t http_form_bytes_max = 64 << 10;

/// Requests with more than that wait for each other before anything is known of what they cost,
/// bytes: reading a document of that size takes about 2 ms, one of 4 MiB may take 100.
inline constexpr size_t http_long_body_bytes = 64 << 10;

/// Requests with more than that are kinds of their own, whatever they order, bytes: documents of
/// usual submissions are shorter, and orders of a few words must not seem long because of those
/// that bring a document.
inline constexpr size_t http_notable_body_bytes = 8 << 10;

}  // namespace foliot::limits
