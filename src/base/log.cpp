#include "base/log.hpp"

namespace foliot {

namespace {

class forgetful_sink final : public log_sink {
 public:
  void write(log_level, std::string_view, const std::string&) override {}
};

}  // namespace

log_sink& null_log() {
  static forgetful_sink sink;
  return sink;
}

}  // namespace foliot
