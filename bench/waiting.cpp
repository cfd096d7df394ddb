#include "bench/waiting.hpp"

#include <cstdio>

namespace foliot::bench {

void write_waiting_application(const scratch& home) {
  home.write(
      "workflow.xml",
      "<workflow-app name='one' xmlns='uri:oozie:workflow:0.5'><start to='run'/>"
      "<action name='run'><shell xmlns='uri:oozie:shell-action:0.3'><exec>true</exec></shell>"
      "<ok to='end'/><error to='bad'/></action>"
      "<kill name='bad'><message>failed</message></kill><end name='end'/></workflow-app>");
}

uint64_t fill(engine_under_test& engine, const scratch& home, const told_watches& watches,
              uint64_t actions) {
  const uint64_t coordinators = (actions + waiting_per_coordinator - 1) / waiting_per_coordinator;
  for (uint64_t i = 0; i < coordinators; ++i) {
    const std::string part = std::to_string(i);
    const std::string file = "parts/" + part + ".xml";
    home.write(file,
               "<coordinator-app name='wait' frequency='1' start='2020-01-01T00:00Z' "
               "end='2020-01-02T00:00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'>"
               "<controls><concurrency>-1</concurrency><throttle>500</throttle></controls>"
               "<datasets><dataset name='in' frequency='1' initial-instance='2020-01-01T00:00Z' "
               "timezone='UTC'><uri-template>file://" +
                   home.path() + "/data/" + part +
                   "/${YEAR}${MONTH}${DAY}${HOUR}${MINUTE}</uri-template><done-flag></done-flag>"
                   "</dataset></datasets><input-events><data-in name='i' dataset='in'><instance>"
                   "${coord:current(0)}</instance></data-in></input-events><action><workflow>"
                   "<app-path>" +
                   home.path() + "/workflow.xml</app-path></workflow></action></coordinator-app>");
    engine.submit("oozie.coord.application.path", home.path() + "/" + file);
  }
  const uint64_t all = coordinators * waiting_per_coordinator;
  wait_until([&] { return watches.size() == all; }, 900, "all actions to wait");
  return all;
}

}  // namespace foliot::bench
