// foliot-sim: simulated days by their seeds. Prints violations with the command that repeats them.
#include <CLI/CLI.hpp>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

#include "tests/sim/simulation.hpp"

namespace {

using foliot::sim::sim_options;
using foliot::sim::sim_report;

struct totals {
  uint64_t seeds = 0;
  uint64_t violated = 0;
  uint64_t first_violated = 0;
  sim_report sum;

  void add(const sim_report& one) {
    ++seeds;
    sum.steps += one.steps;
    sum.commits += one.commits;
    sum.crashes += one.crashes;
    sum.executed += one.executed;
    sum.entities += one.entities;
    sum.succeeded += one.succeeded;
    sum.quarantined += one.quarantined;
    sum.lost += one.lost;
    sum.answers += one.answers;
    sum.followed += one.followed;
    sum.others += one.others;
    sum.buried += one.buried;
    sum.paged += one.paged;
    sum.pages += one.pages;
    sum.reread += one.reread;
    sum.let_go += one.let_go;
    sum.pruned += one.pruned;
    sum.reruns += one.reruns;
    sum.governed += one.governed;
    sum.journal += one.journal;
    sum.records += one.records;
    sum.differ += one.differ;
    sum.flows.children += one.flows.children;
    sum.flows.retries += one.flows.retries;
    sum.flows.pauses += one.flows.pauses;
    sum.flows.joins += one.flows.joins;
    sum.flows.deepest = std::max(sum.flows.deepest, one.flows.deepest);
    sum.flows.lowest = std::max(sum.flows.lowest, one.flows.lowest);
    sum.flows.overlaps += one.flows.overlaps;
    sum.flows.reruns_below += one.flows.reruns_below;
    sum.simulated_ms += one.simulated_ms;
  }
};

void tell(uint64_t seed, const sim_report& report) {
  std::printf("seed %llu: %zu violations\n", static_cast<unsigned long long>(seed),
              report.violations.size());
  for (const std::string& violation : report.violations) std::printf("  %s\n", violation.c_str());
  std::printf("  again: foliot-sim --seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
}

/// The seed under way, for the last words of a contract that is broken.
volatile std::sig_atomic_t seed_now = 0;

void on_abort(int) {
  char text[64];
  const int length = std::snprintf(text, sizeof text, "  again: foliot-sim --seed %d\n",
                                   static_cast<int>(seed_now));
  if (write(STDERR_FILENO, text, static_cast<size_t>(length)) < 0) _exit(3);
  std::signal(SIGABRT, SIG_DFL);
}

void close(const totals& all, double seconds) {
  const auto number = [](uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf(
      "%llu seeds, %llu violated; %.0f simulated days in %.1f s of processor time (%.0f simulated "
      "s per s)\n"
      "%llu steps, %llu commits, %llu crashes, %llu programs, %llu lost, %llu entities, "
      "%llu succeeded, %llu seeds with quarantine\n"
      "%llu answers of why, %llu remedies applied, %llu that were not named\n"
      "%llu trees purged, %llu actions of living coordinators purged, %llu workflows run again, "
      "%llu waits for a limit of starts\n"
      "%llu workflows below others, %llu further runs of them, %llu nodes tried again, %llu joins "
      "passed, %llu nodes suspended at, %llu programs beside others, at most %llu forks around "
      "one and %llu workflows above one\n"
      "%llu steps of workflows of several pages: %llu pages written, %llu read again by a later "
      "life, %llu purged\n"
      "%llu journal entries folded again: %llu records, %llu differ\n",
      number(all.seeds), number(all.violated),
      static_cast<double>(all.sum.simulated_ms) / 86'400'000.0, seconds,
      static_cast<double>(all.sum.simulated_ms) / 1000.0 / seconds, number(all.sum.steps),
      number(all.sum.commits), number(all.sum.crashes), number(all.sum.executed),
      number(all.sum.lost), number(all.sum.entities), number(all.sum.succeeded),
      number(all.sum.quarantined), number(all.sum.answers), number(all.sum.followed),
      number(all.sum.others), number(all.sum.buried), number(all.sum.pruned),
      number(all.sum.reruns), number(all.sum.governed), number(all.sum.flows.children),
      number(all.sum.flows.reruns_below), number(all.sum.flows.retries),
      number(all.sum.flows.joins), number(all.sum.flows.pauses), number(all.sum.flows.overlaps),
      number(all.sum.flows.deepest), number(all.sum.flows.lowest), number(all.sum.paged),
      number(all.sum.pages), number(all.sum.reread), number(all.sum.let_go),
      number(all.sum.journal), number(all.sum.records), number(all.sum.differ));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Simulated days of the engine, each from its seed"};
  uint64_t seeds = 100;
  uint64_t from = 1;
  uint64_t every = 1;
  uint64_t seed = 0;
  bool quiet = false;
  bool stop_at_first = false;
  sim_options options;
  app.add_option("--seeds", seeds, "How many seeds");
  app.add_option("--from", from, "The first seed");
  app.add_option("--every", every, "Distance between seeds, for several processes side by side");
  app.add_option("--seed", seed, "One seed, told step by step");
  app.add_option("--steps", options.steps_max, "Most steps while time stands still");
  app.add_flag("--stop", stop_at_first, "Stop at the first violation");
  app.add_flag("--quiet", quiet, "With --seed: without the steps");
  CLI11_PARSE(app, argc, argv);
  if (seed != 0) {
    seeds = 1;
    from = seed;
    if (!quiet) options.trace = &std::cerr;
  }
  std::signal(SIGABRT, on_abort);
  totals all;
  const std::clock_t begin = std::clock();
  for (uint64_t i = 0; i < seeds; ++i) {
    options.seed = from + i * every;
    seed_now = static_cast<std::sig_atomic_t>(options.seed);
    const sim_report report = foliot::sim::simulate(options);
    all.add(report);
    if (report.violations.empty()) continue;
    if (all.violated++ == 0) all.first_violated = all.seeds;
    tell(options.seed, report);
    if (stop_at_first) break;
  }
  close(all, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  return all.violated == 0 ? 0 : 1;
}
