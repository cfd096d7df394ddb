// foliot-action: started by the engine for actions that reach beyond this host. Not for people.
#include "exec/helper/parts.hpp"
#include "server/clocks.hpp"

int main(int count, char** words) {
  const foliot::server::system_clock_source clock;
  return foliot::exec::helper::run_helper(count, words, clock);
}
