// Random applications: the specs, and their XML in the virtual files.
#pragma once

#include "rehearsal/chance.hpp"
#include "rehearsal/virtual_files.hpp"
#include "tests/sim/specs.hpp"

namespace foliot::sim {

/// Applications of about a day around `now`, written below /apps. The same chance gives the same.
population generate(rehearsal::chance luck, instant now, rehearsal::virtual_files& files);

/// The text of a workflow called `name`; says in `makes_output` whether every way to its end writes
/// what ${out} and ${ready} name. (generate_workflow.cpp)
std::string workflow_text(const std::string& name, rehearsal::chance& luck, bool& makes_output);

/// What the engine is told: its limit of starts, and what it purges. (generate_engine.cpp)
void generate_settings(rehearsal::chance& luck, population& out);
/// Now and then a limit of the application's own starts, and their priority: as properties.
std::string start_rules(rehearsal::chance& luck, app_spec& app);

/// One <property> of a configuration.
std::string property(const std::string& name, const std::string& value);

}  // namespace foliot::sim
