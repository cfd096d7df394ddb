#include "actors/loader.hpp"

#include <memory>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"
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

/// What could not be read (its files may be gone by now) may still be a job by its external id.
std::optional<http::submitted> known_already(const runtime& rt, const msg::read_submission& order) {
  const auto conf = read_conf(order);
  if (!conf) return {};
  const auto name = parse::external_name_of(*conf, rt.settings.parsing);
  if (!name) return {};
  const auto job = rt.ports.reader.find_external(name->kind, name->id, name->user);
  if (!job || !*job) return {};
  return http::submitted{rt.settings.ids.text(**job), {}};
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
        auto read = read_submission(*rt, self->state.read, order);
        if (!read)
          if (auto job = known_already(*rt, order)) return order.done(std::move(*job));
        msg::submission_read news{order.who, order.run, order.done, share(std::move(read))};
        if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(engine))
          self->send(caf::actor_cast<engine_actor>(strong), std::move(news));
      },
      [self, rt](const msg::read_coordinator& order) {
        auto read = parse::prepare_coordinator(*order.bundle, order.index, order.bundle_id,
                                               self->state.read, rt->settings.parsing);
        self->send(order.who,
                   msg::stimulus{msg::application_read{order.member, share(std::move(read))}, {}});
      },
      [self, rt](const msg::read_workflow& order) {
        auto read = parse::prepare_workflow(order.app_path, *order.conf, self->state.read,
                                            rt->settings.parsing, self->state.workflows);
        self->send(order.who,
                   msg::stimulus{msg::application_read{order.member, share(std::move(read))}, {}});
      }};
}

}  // namespace foliot::actors
