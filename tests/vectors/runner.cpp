#include "tests/vectors/runner.hpp"

#include <openssl/evp.h>

#include <array>
#include <sstream>
#include <utility>

namespace foliot::vectors {

judge judge_of(std::string_view file) {
  for (const suite& each : suites())
    if (each.file == file) return each.holds;
  return nullptr;
}

namespace {

/// The text between the next two `mark`s, and `rest` after them.
std::string between(std::string_view& rest, char mark) {
  const size_t begin = rest.find(mark);
  if (begin == std::string_view::npos) return {};
  const size_t end = rest.find(mark, begin + 1);
  if (end == std::string_view::npos) return {};
  std::string out(rest.substr(begin + 1, end - begin - 1));
  rest.remove_prefix(end + 1);
  return out;
}

}  // namespace

differences read_differences(std::string_view page) {
  differences out;
  std::istringstream lines{std::string(page)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    std::string_view rest = line;
    const std::string name = between(rest, '`');
    if (name.find(".json#") == std::string::npos) continue;
    const std::string digest = between(rest, '`');
    std::string reason = between(rest, '|');
    out[name] = {digest, std::move(reason)};
  }
  return out;
}

std::string digest_of(const json& vector) {
  const std::string text = vector.dump(-1, ' ', true);  // keys are sorted in json's own map
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), sum.data(), &size, EVP_sha256(), nullptr) != 1)
    return {};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < 4; ++i) {
    out += digits[sum[i] >> 4];
    out += digits[sum[i] & 15];
  }
  return out;
}

outcome& outcome::operator+=(const outcome& other) {
  total += other.total;
  passed += other.passed;
  documented += other.documented;
  failures.insert(failures.end(), other.failures.begin(), other.failures.end());
  return *this;
}

outcome run_file(std::string_view name, const json& file, judge holds, const differences& known) {
  const json& all = file.is_array() ? file : file.at("vectors");
  outcome out;
  for (size_t i = 0; i < all.size(); ++i) {
    ++out.total;
    const std::string id = std::string(name) + "#" + std::to_string(i);
    verdict why;
    try {
      why = holds({all, i, file});
    } catch (const std::exception& problem) {
      why = std::string("the vector cannot be read: ") + problem.what();
    }
    const auto row = known.find(id);
    if (row == known.end()) {
      if (why.empty())
        ++out.passed;
      else
        out.failures.push_back(id + ": " + why);
    } else if (row->second.digest != digest_of(all[i])) {
      out.failures.push_back(id + ": is documented with the digest " + row->second.digest +
                             ", but has " + digest_of(all[i]) + (why.empty() ? "" : "; " + why));
    } else if (why.empty()) {
      out.failures.push_back(id + ": is documented to differ, but holds");
    } else {
      ++out.documented;
    }
  }
  return out;
}

}  // namespace foliot::vectors
