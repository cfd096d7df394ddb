// How fast the language is: next fires of cron expressions and evaluations of texts a second, and
// what a coordinator's year costs.
//   bench_language                 prints the figures
//   bench_language --questions     prints the questions for the Java program beside this
//   bench_language --beside FILE   prints the figures beside those of the Java program's answers
// `tools/dev bench language` does all three in one run.
#include <cstdio>
#include <string_view>

#include "bench/language/language.hpp"

int main(int argc, char** argv) {
  using namespace foliot::bench::language;
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "--questions" && argc == 2) {
    std::printf("repeats\t%d\n", repeats);
    ask_fires();
    ask_texts();
    return 0;
  }
  const bool compares = mode == "--beside" && argc == 3;
  if (argc > 1 && !compares) {
    std::fputs("bench_language [--questions | --beside FILE]\n", stderr);
    return 2;
  }
  const yardstick beside = compares ? read_yardstick(argv[2]) : yardstick{};
  const bool years = measure_years();  // first: no memory that was freed hides its growth
  const bool fires = measure_fires(beside);
  return measure_texts(beside) && fires && years ? 0 : 1;
}
