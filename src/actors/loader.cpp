#include "actors/loader.hpp"

#include <memory>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"

namespace foliot::actors {

namespace {

result<model::configuration> read_conf(const msg::read_submission& order) {
  auto conf = parse::read_configuration("request body", order.conf_xml);
  if (!conf) {
    if (conf.error().oozie.empty()) conf.error().oozie = "E0700";  // XML error; rest.md 15
    return std::move(conf).error();
  }
  if (!order.who.user.empty()) (*conf)["user.name"] = order.who.user;
  return conf;
}

result<parse::submission> read_submission(const runtime& rt, const parse::read_text& read,
                                          const msg::read_submission& order) {
  const auto conf = read_conf(order);
  if (!conf) return conf.error();
  return parse::prepare(*conf, read, rt.settings.parsing);
}

result<http::submitted> dry_run(const runtime& rt, const parse::read_text& read,
                                const msg::read_submission& order) {
  const auto conf = read_conf(order);
  if (!conf) return conf.error();
  auto out = parse::dry_run(*conf, read, rt.settings.parsing);
  if (!out) return std::move(out).error();
  return http::submitted{std::move(out->text), std::move(out->warnings)};
}

template <class T>
std::shared_ptr<const T> share(T value) {
  return std::make_shared<const T>(std::move(value));
}

}  // namespace

bool may_pass(const failure& problem) {
  return problem.code == errc::io || problem.code == errc::unavailable;
}

result<parse::submission> loader_state::prepare(const msg::read_coordinator& order,
                                                const parse::options& how) {
  if (bundle_text != order.bundle) {
    std::vector<std::string> known_warnings;
    auto understood = parse::parse_bundle(*order.bundle, how, known_warnings);
    if (!understood) return std::move(understood).error();
    bundle = std::move(*understood);
    bundle_text = order.bundle;
  }
  return parse::prepare_coordinator(*order.bundle, *bundle, order.index, order.bundle_id, read,
                                    how);
}

loader_actor::behavior_type loader(loader_actor::stateful_pointer<loader_state> self,
                                   const runtime* rt, caf::actor_addr engine) {
  loader_state& state = self->state;
  state.files = std::make_unique<exec::remembered_files>(rt->ports.files, rt->ports.clock);
  state.read = [files = state.files.get()](const std::string& path) {
    return files->read(path, limits::definition_bytes_max);
  };
  return {
      [self, rt, engine](const msg::read_submission& order) {
        if (order.dry_run) return order.done(dry_run(*rt, self->state.read, order));
        msg::submission_read news{order.who, order.run, order.done,
                                  share(read_submission(*rt, self->state.read, order))};
        if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(engine))
          self->send(caf::actor_cast<engine_actor>(strong), std::move(news));
      },
      [self, rt](const msg::read_coordinator& order) {
        auto read = self->state.prepare(order, rt->settings.parsing);
        self->send(order.who,
                   msg::stimulus{msg::application_read{order.member, share(std::move(read))}, {}});
      },
      [self, rt](const msg::read_workflow& order) {
        auto read = parse::prepare_workflow(order.app_path, *order.conf, self->state.read,
                                            rt->settings.parsing, self->state.workflows);
        self->send(order.who, msg::stimulus{msg::application_read{0, share(std::move(read))}, {}});
      }};
}

}  // namespace foliot::actors
