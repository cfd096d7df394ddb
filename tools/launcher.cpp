// foliot-launcher: started by the engine, once for each run. Not for people.
#include "exec/launch_main.hpp"

int main() { return foliot::exec::run_launcher(); }
