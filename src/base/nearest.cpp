#include "base/nearest.hpp"

#include <algorithm>

namespace foliot {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein's distance without regard to case.
size_t distance(std::string_view left, std::string_view right) {
  left = left.substr(0, 64);
  right = right.substr(0, 64);
  std::vector<size_t> row(right.size() + 1);
  for (size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= right.size(); ++j) {
      const size_t above = row[j];
      const size_t change = lower(left[i - 1]) == lower(right[j - 1]) ? 0 : 1;
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + change});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  // Two letters exchanged are two changes; in short names that would be any other name.
  const size_t most = name.size() < 4 ? 1 : std::max<size_t>(name.size() / 3, 2);
  size_t best_distance = most + 1;
  for (const std::string& candidate : candidates) {
    const size_t here = distance(name, candidate);
    if (here < best_distance) {
      best_distance = here;
      best = &candidate;
    }
  }
  if (best == nullptr && name.size() >= 3)
    for (const std::string& candidate : candidates) {
      if (!candidate.starts_with(name)) continue;
      if (best != nullptr) return {};
      best = &candidate;
    }
  return best == nullptr ? std::string() : *best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string found = nearest(name, candidates);
  return found.empty() ? std::string() : "Did you mean '" + found + "'?";
}

}  // namespace foliot
