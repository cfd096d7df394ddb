// foliot-run-as: started by sudo for the engine and its launchers, as root. Not for people.
#include "exec/run_as_main.hpp"
#include "exec/run_as_rules.hpp"

int main(int count, char** words) {
  return foliot::exec::run_as(count, words, foliot::exec::run_as_rules_path);
}
