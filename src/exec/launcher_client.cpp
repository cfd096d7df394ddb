#include "exec/launcher_client.hpp"

#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "exec/launcher_loop.hpp"

namespace foliot::exec {

result<std::unique_ptr<launcher_client>> launcher_client::open(launcher_options options) {
  auto made = std::make_unique<launcher_loop>(std::move(options));
  if (auto opened = made->open(); !opened) return opened.error();
  return std::unique_ptr<launcher_client>{new launcher_client{std::move(made)}};
}

std::vector<std::string> launcher_client::names_on_disk(const std::string& data_directory) {
  std::set<std::string> out;
  for (const char* below : {"/runs", "/work"}) {
    std::error_code why;
    for (std::filesystem::directory_iterator each{data_directory + below, why}, end;
         !why && each != end; each.increment(why)) {
      std::string name = each->path().filename().string();
      for (const std::string_view suffix : {".tmp", ".exit", ".claim", ".order"})
        if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
      out.insert(std::move(name));
    }
  }
  return {out.begin(), out.end()};
}

std::vector<std::string> launcher_client::outputs_on_disk(const std::string& data_directory) {
  std::set<std::string> out;
  std::error_code why;
  for (std::filesystem::directory_iterator each{data_directory + "/logs", why}, end;
       !why && each != end; each.increment(why)) {
    std::string name = each->path().filename().string();
    for (const std::string_view suffix : {".stdout.1", ".stderr.1", ".stdout", ".stderr"})
      if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
    out.insert(std::move(name));
  }
  return {out.begin(), out.end()};
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

void launcher_client::erase(const std::string& name) {
  run_request out{run_request::kind::erase, {}};
  out.spec.name = name;
  loop_->ask(std::move(out));
}

void launcher_client::set_slots(uint32_t slots) { loop_->set_slots(slots); }
uint32_t launcher_client::slots() const { return loop_->slots(); }
size_t launcher_client::waiting() const { return loop_->waiting(); }

run_queue launcher_client::queued(const std::string& name) const { return loop_->queued(name); }

}  // namespace foliot::exec
