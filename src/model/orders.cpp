#include "model/orders.hpp"

#include "model/moves.hpp"

namespace foliot::model {

std::string_view order_name(const order& what) {
  return std::visit(overloaded{[](const orders::start&) { return "start"; },
                               [](const orders::suspend&) { return "suspend"; },
                               [](const orders::resume&) { return "resume"; },
                               [](const orders::kill&) { return "kill"; },
                               [](const orders::kill_actions&) { return "kill of actions"; },
                               [](const orders::ignore_actions&) { return "ignore"; },
                               [](const orders::change&) { return "change"; },
                               [](const orders::rerun&) { return "rerun"; },
                               [](const orders::update&) { return "update"; },
                               [](const orders::change_bundle&) { return "change"; },
                               [](const orders::rerun_workflow&) { return "rerun"; },
                               [](const orders::rerun_child&) { return "rerun"; },
                               [](const orders::rerun_bundle&) { return "rerun"; }},
                    what);
}

bool may_revive(const order& what) {
  return std::visit(
      overloaded{
          [](const orders::start&) { return false; }, [](const orders::suspend&) { return false; },
          [](const orders::resume&) { return false; }, [](const orders::kill&) { return false; },
          [](const orders::kill_actions&) { return false; }, [](const auto&) { return true; }},
      what);
}

}  // namespace foliot::model
