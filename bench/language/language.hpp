// What the parts of bench_language share: the questions for the Java program beside this
// (Language.java tells their form), and its answers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace foliot::bench::language {

/// What Java's libraries did in the same run. Empty when there is no Java.
struct yardstick {
  std::string java;                     ///< Its version.
  std::vector<int64_t> fires;           ///< The tenth of each cron expression, milliseconds.
  std::vector<std::string> values;      ///< Of each text.
  std::map<std::string, double> rates;  ///< "fires UTC", "texts dates kept": a second.
};

/// Reads the answers in the file at `path`. Ends the program when there are none.
yardstick read_yardstick(const char* path);

/// How often each measurement is made, here and in Java; the best counts. One more, unmeasured,
/// comes first.
inline constexpr int repeats = 3;

/// `count` by the seconds of the best of `repeats` calls of `work`, after one that is not measured.
double rate_of(uint64_t count, const std::function<void()>& work);

/// Prints a rate, beside `beside.rates[name]` and the ratio when there is one.
void print_rate(const std::string& what, double ours, const yardstick& beside,
                const std::string& name);

/// Cron expressions: prints their questions; measures them. False when a fire is another than
/// Quartz's.
void ask_fires();
bool measure_fires(const yardstick& beside);

/// Texts with expressions: prints their questions; measures them. False when a value is another
/// than that of commons-el.
void ask_texts();
bool measure_texts(const yardstick& beside);

/// Coordinators over a year: prints time and memory beside the budgets. False when a number of
/// actions or instances is wrong.
bool measure_years();

}  // namespace foliot::bench::language
