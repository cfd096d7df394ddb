#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "bench/harness.hpp"
#include "bench/language/language.hpp"

namespace foliot::bench::language {

yardstick read_yardstick(const char* path) {
  yardstick out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> f;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) f.push_back(field);
    if (f.size() < 2) continue;
    if (f[0] == "java") out.java = f[1];
    if (f[0] == "fire") out.fires.push_back(std::stoll(f.at(2)));
    if (f[0] == "value") out.values.push_back(f.size() > 2 ? f[2] : "");
    if (f[0] == "fires") out.rates["fires " + f[1]] = std::stod(f.at(2));
    if (f[0] == "texts") out.rates["texts " + f[1] + " " + f.at(2)] = std::stod(f.at(3));
  }
  if (out.java.empty() || out.fires.empty() || out.values.empty()) {
    std::fprintf(stderr, "%s holds no answers of the Java program\n", path);
    std::exit(1);
  }
  return out;
}

double rate_of(uint64_t count, const std::function<void()>& work) {
  work();
  int64_t best = INT64_MAX;
  for (int i = 0; i < repeats; ++i) {
    const int64_t begin = now_ns();
    work();
    best = std::min(best, now_ns() - begin);
  }
  return static_cast<double>(count) * 1e9 / static_cast<double>(best);
}

void print_rate(const std::string& what, double ours, const yardstick& beside,
                const std::string& name) {
  const auto theirs = beside.rates.find(name);
  std::printf("  %-34s %12.0f/s", what.c_str(), ours);
  if (theirs != beside.rates.end())
    std::printf("   Java %12.0f/s   ratio %6.1f", theirs->second, ours / theirs->second);
  std::printf("\n");
}

}  // namespace foliot::bench::language
