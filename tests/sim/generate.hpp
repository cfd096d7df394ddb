// Random applications: the specs, and their XML in the virtual files.
#pragma once

#include "rehearsal/chance.hpp"
#include "rehearsal/virtual_files.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::sim {

/// Applications of about a day around `now`, written below /apps. The same chance gives the same.
population generate(rehearsal::chance luck, instant now, rehearsal::virtual_files& files);

/// How large a workflow may be.
struct graph_size {
  int64_t nodes = 8;  ///< About.
  int levels = 0;     ///< How deep others may lie below it.
  int level = 0;      ///< 0: nobody runs it below another.
  bool rich = false;  ///< Long, with forks as deep as they may be.
  bool line =
      false;  ///< So many nodes one after another, of which few fail, and most of these late.
};
/// A random workflow and those below it, written below /apps; its index. `writes_output`: every way
/// to its end writes what ${out} and ${ready} name. (generate_workflow.cpp)
size_t add_workflow(population& out, rehearsal::chance& luck, rehearsal::virtual_files& files,
                    const graph_size& size, bool writes_output);

/// The same of one that runs itself below itself.
size_t add_endless_workflow(population& out, rehearsal::virtual_files& files);

/// What the engine is told: its limit of starts, and what it purges. (generate_engine.cpp)
void generate_settings(rehearsal::chance& luck, population& out);
/// Now and then a limit of the application's own starts, and their priority: as properties.
std::string start_rules(rehearsal::chance& luck, app_spec& app);
/// What the application says of runs that are lost, of retries and of nodes to be suspended at:
/// the same.
std::string walk_rules(rehearsal::chance& luck, const population& all, app_spec& app);

/// One <property> of a configuration.
std::string property(const std::string& name, const std::string& value);

}  // namespace foliot::sim
