#include "exec/launcher_client.hpp"

#include <utility>

#include "exec/launcher_loop.hpp"

namespace foliot::exec {

result<std::unique_ptr<launcher_client>> launcher_client::open(launcher_options options) {
  auto made = std::make_unique<launcher_loop>(std::move(options));
  if (auto opened = made->open(); !opened) return opened.error();
  return std::unique_ptr<launcher_client>{new launcher_client{std::move(made)}};
}

launcher_client::launcher_client(std::unique_ptr<launcher_loop> made) : loop_(std::move(made)) {}
launcher_client::~launcher_client() = default;

void launcher_client::deliver_to(run_port::sink news) { loop_->deliver_to(std::move(news)); }

void launcher_client::start(run_spec spec) {
  loop_->ask({run_request::kind::start, std::move(spec)});
}

void launcher_client::kill(const std::string& name) {
  run_request out{run_request::kind::kill, {}};
  out.spec.name = name;
  loop_->ask(std::move(out));
}

void launcher_client::forget(const std::string& name) {
  run_request out{run_request::kind::forget, {}};
  out.spec.name = name;
  loop_->ask(std::move(out));
}

}  // namespace foliot::exec
