// foliot-launcher: started by the engine, resident or for one run. Not for people.
#include <string_view>

#include "exec/launch_main.hpp"
#include "exec/launch_resident.hpp"

int main(int count, char** arguments) {
  using namespace foliot::exec;
  const bool resident = count > 1 && std::string_view{arguments[1]} == resident_option;
  return resident ? run_resident() : run_launcher();
}
