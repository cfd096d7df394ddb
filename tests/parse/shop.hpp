// A shop with a bundle, its coordinator and its workflow, and how it is submitted.
#pragma once

#include "parse/submission.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse::support {

inline constexpr const char* bundle_path = "oozie.bundle.application.path";
inline constexpr const char* coordinator_path = "oozie.coord.application.path";
inline constexpr const char* workflow_path = "oozie.wf.application.path";

inline files shop() {
  return {{"/apps/shop/bundle.xml", bundle_xml},
          {"/apps/clean/coordinator.xml", coordinator_xml},
          {"/apps/clean/workflow.xml", workflow_xml}};
}

inline result<submission> submit(const model::configuration& conf, const files& all = shop(),
                                 dialect reading = dialect::lenient) {
  options how;
  how.reading = reading;
  return prepare(conf, reader(all), how);
}

}  // namespace foliot::parse::support
