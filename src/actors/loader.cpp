#include "actors/loader.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "actors/file_worker.hpp"
#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "model/coordinator.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_update.hpp"
#include "parse/dry_run.hpp"

namespace foliot::actors {

namespace {

result<model::configuration> read_conf(const runtime& rt, const msg::read_submission& order) {
  auto conf =
      parse::read_configuration("request body", order.conf_xml, rt.settings.parsing.reading);
  if (!conf) {
    if (conf.error().oozie.empty()) conf.error().oozie = "E0700";  // XML error; rest.md 15
    return std::move(conf).error();
  }
  if (!order.who.user.empty()) (*conf)["user.name"] = order.who.user;
  return conf;
}

/// What could not be read (its files may be gone by now) may still be a job by its external id.
std::optional<http::submitted> known_already(const runtime& rt, const model::configuration& conf) {
  const auto name = parse::external_name_of(conf, rt.settings.parsing);
  if (!name) return {};
  const auto job = rt.ports.reader.find_external(name->kind, name->id, name->user);
  if (!job || !*job) return {};
  return http::submitted{rt.settings.ids.text(**job), {}};
}

result<http::submitted> dry_run(const runtime& rt, const parse::read_text& read,
                                const msg::read_submission& order) {
  const auto conf = read_conf(rt, order);
  if (!conf) return conf.error();
  const parse::sight seen{[&rt](const el::probe& question) {
                            return look_up(rt.ports.files, rt.settings.hadoop_conf, question);
                          },
                          rt.ports.clock.now()};
  auto out = parse::dry_run(*conf, read, seen, rt.settings.parsing);
  if (!out) return std::move(out).error();
  return http::submitted{std::move(out->text), std::move(out->warnings)};
}

struct compared_update {
  parse::update what;
  hash128 from;
};

/// The names of the properties of a body that was read, in its order.
std::vector<std::string> names_in(const std::string& body) {
  std::vector<std::string> out;
  if (auto entries = parse::read_configuration_entries("request body", body))
    for (parse::configuration_entry& each : *entries) out.push_back(std::move(each.name));
  return out;
}

result<compared_update> read_update(const runtime& rt, const parse::read_text& read,
                                    const msg::read_submission& order) {
  auto given =
      parse::read_configuration("request body", order.conf_xml, rt.settings.parsing.reading);
  if (!given) return std::move(given).error();
  if (!given->empty() && !order.who.user.empty()) (*given)["user.name"] = order.who.user;
  auto record = rt.ports.reader.record(order.updates);
  if (!record) return std::move(record).error();
  const auto* job = *record ? std::get_if<model::coordinator_record>(&**record) : nullptr;
  if (job == nullptr) return failure{errc::not_found, "job does not exist", "E0604", "", ""};
  auto text = rt.ports.reader.definition(order.updates.root, job->definition);
  if (!text) return std::move(text).error();
  if (!*text) return failure{errc::corrupt, "the definition is not in the store", "", "", ""};
  const auto definition = rt.ports.definitions.coordinator(**text);
  if (!definition) return definition.error();
  const parse::updated_job now{**text, job->user, model::timetable_of(**definition, *job).end};
  auto made =
      parse::prepare_update(now, *given, read, rt.settings.parsing, names_in(order.conf_xml));
  if (!made) return std::move(made).error();
  return compared_update{std::move(*made), job->definition};
}

/// What the engine is to know of it, if anything is to be changed.
std::optional<msg::submission_read> update(const runtime& rt, const parse::read_text& read,
                                           const msg::read_submission& order) {
  auto made = read_update(rt, read, order);
  if (!made) return order.done(std::move(made).error()), std::nullopt;
  if (order.dry_run) {
    order.done(http::submitted{std::move(made->what.diff), std::move(made->what.next.warnings)});
    return std::nullopt;
  }
  msg::submission_read news{order.who, false, order.done, nullptr,
                            msg::update_read{order.updates, made->from, made->what.diff}};
  news.application = std::make_shared<const result<parse::submission>>(std::move(made->what.next));
  return news;
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
  return {[self, rt, engine](const msg::read_submission& order) {
            const auto tell_engine = [&](msg::submission_read news) {
              if (auto strong = caf::actor_cast<caf::strong_actor_ptr>(engine))
                self->send(caf::actor_cast<engine_actor>(strong), std::move(news));
            };
            if (order.updates.kind != entity_kind::none) {
              if (auto news = update(*rt, self->state.read, order)) tell_engine(std::move(*news));
              return;
            }
            if (order.dry_run) return order.done(dry_run(*rt, self->state.read, order));
            const auto conf = read_conf(*rt, order);
            auto read = conf ? parse::prepare(*conf, self->state.read, rt->settings.parsing)
                             : result<parse::submission>(conf.error());
            if (conf && !read)
              if (auto job = known_already(*rt, *conf)) return order.done(std::move(*job));
            tell_engine({order.who, order.run, order.done, share(std::move(read)), {}});
          },
          [self, rt](const msg::read_coordinator& order) {
            auto read = self->state.prepare(order, rt->settings.parsing);
            self->send(order.who,
                       msg::stimulus{msg::application_read{order.member, share(std::move(read))},
                                     order.why});
          },
          [self, rt](const msg::read_workflow& order) {
            auto read = parse::prepare_workflow(order.app_path, *order.conf, self->state.read,
                                                rt->settings.parsing, self->state.workflows);
            self->send(order.who,
                       msg::stimulus{msg::application_read{order.member, share(std::move(read))},
                                     order.why});
          }};
}

}  // namespace foliot::actors
