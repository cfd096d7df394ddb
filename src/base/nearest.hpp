// What a user may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foliot {

/// The candidate that is most like `name`: at most a third of the letters differ (two may always,
/// in names of 4 and more), or else the only one that goes on where `name` ends, after 3 letters or
/// more. Empty when none is near. Cost is bounded: names are compared by their first 64 bytes.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

/// "Did you mean 'x'?", or empty when nothing is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace foliot
