// The order in which Java's hash tables give names: clients see Oozie's properties in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace foliot {

/// What String.hashCode gives for UTF-8 text (characters beyond the basic plane are two), spread as
/// HashMap does.
uint32_t java_hash(std::string_view text);

/// `names` in the order of a HashMap that holds them all; those of one bucket as they were.
template <class Name>
std::vector<Name> java_order(std::vector<Name> names) {
  constexpr size_t smallest = 16;
  size_t buckets = smallest;
  while (names.size() * 4 > buckets * 3) buckets *= 2;
  std::stable_sort(names.begin(), names.end(), [&](const Name& a, const Name& b) {
    return (java_hash(a) & (buckets - 1)) < (java_hash(b) & (buckets - 1));
  });
  return names;
}

}  // namespace foliot
