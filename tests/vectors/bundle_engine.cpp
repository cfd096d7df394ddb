#include "tests/vectors/bundle_engine.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "model/external_id.hpp"
#include "parse/configuration.hpp"
#include "parse/dry_run.hpp"
#include "parse/submission.hpp"
#include "tests/parse/support.hpp"
#include "tests/store/samples.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

constexpr job_number first_job = make_job_number(1, 1);
constexpr job_number second_job = make_job_number(1, 9);

class still_clock final : public wall_clock {
 public:
  instant now() const override { return store::sample_time; }
};

entity_id bundle_of(job_number job) { return {0, entity_kind::bundle, 0, job, job}; }

void add_bundle(store::sample_log& log, job_number job, const std::vector<job_number>& children) {
  model::bundle_record record = store::sample_bundle();
  record.name = bundle_engine::bundle_name;
  record.user = "joe";
  record.members.clear();
  for (job_number child : children) {
    model::bundle_member member;
    member.index = static_cast<uint16_t>(record.members.size());
    member.coordinator = child;
    member.created = true;
    record.members.push_back(member);
  }
  log.born(bundle_of(job), record);
}

void add_coordinator(store::sample_log& log, job_number job, const std::string& name,
                     const std::vector<model::status>& actions) {
  const entity_id id{0, entity_kind::coordinator, 0, first_job, job};
  model::coordinator_record record = store::sample_coordinator();
  record.name = name;
  record.bundle = first_job;
  log.born(id, record);
  for (uint32_t i = 0; i < actions.size(); ++i) {
    model::action_record action = store::sample_action();
    action.state = actions[i];
    log.born(action_of(id, i + 1), action);
  }
}

}  // namespace

bundle_engine::bundle_engine() : definitions_(time::processing_zone{}) {
  using enum model::status;
  store::sample_log log;
  add_bundle(log, first_job, {first_job + 1, first_job + 2, first_job + 3});
  add_coordinator(log, first_job + 1, "Coord1", {failed, killed});
  add_coordinator(log, first_job + 2, "Coord2", {killed, succeeded});
  add_coordinator(log, first_job + 3, "Coord3", {killed});
  add_bundle(log, second_job, {});
  kv_batch rows = log.take();
  model::definition_text text{entity_kind::bundle, "/apps/nightly", "", "<x/>", {}};
  text.conf["user.name"] = "joe";
  text.conf[std::string(model::external_id_property(entity_kind::bundle))] = external_id;
  store::add_root_rows(bundle_of(first_job), text, rows);
  if (!store_.write(rows, true)) throw std::runtime_error("the store takes no rows");

  wire_ids ids;
  ids.add(1, {"241120120000000", "foliot"});
  reader_ = std::make_unique<store::store_reader>(store_, ids);
  static const still_clock clock;
  api_ = std::make_unique<http::api>(*reader_, definitions_, *this, clock, http::api_options{});
}

std::string bundle_engine::bundle_wire_id() const {
  return reader_->ids().text(bundle_of(first_job));
}

http::response bundle_engine::ask(const std::string& method, const std::string& path,
                                  const std::string& query, const std::string& body) {
  http::request in;
  in.method = method;
  in.path = path;
  in.query = query;
  in.body = body;
  in.headers = {{"Content-Type", "application/xml"}};
  std::vector<http::response> answers;
  api_->handle(std::move(in), [&](http::response out) { answers.push_back(std::move(out)); });
  if (answers.size() != 1) throw std::runtime_error("there is not one answer");
  return answers.front();
}

void bundle_engine::submit(std::string /*conf_xml*/, http::requester /*who*/, bool /*run*/,
                           std::function<void(result<http::submitted>)> done) {
  done(failure{errc::internal, "nothing is submitted here", "", "", ""});
}

void bundle_engine::dry_run(std::string conf_xml, http::requester /*who*/,
                            std::function<void(result<http::submitted>)> done) {
  const auto conf = parse::read_configuration("request body", std::move(conf_xml));
  if (!conf) return done(conf.error());
  parse::options how;
  how.reading = dialect::oozie;
  auto out = parse::dry_run(*conf, parse::support::reader(files), {}, how);
  if (!out) return done(out.error());
  done(http::submitted{out->text, out->warnings});
}

void bundle_engine::update(const entity_id&, std::string, http::requester, bool,
                           std::function<void(result<http::submitted>)> done) {
  done(failure{errc::unsupported, "nothing is updated here", "", "", ""});
}

void bundle_engine::rerun(const entity_id& /*job*/, std::string /*conf_xml*/,
                          http::requester /*who*/,
                          std::function<void(result<model::order_reply>)> done) {
  done(failure{errc::internal, "nothing is rerun here", "", "", ""});
}

void bundle_engine::order(const entity_id& /*job*/, model::order /*what*/, http::requester /*who*/,
                          std::function<void(result<model::order_reply>)> done) {
  done(failure{errc::internal, "nothing is ordered here", "", "", ""});
}

void bundle_engine::bulk(http::bulk_request /*what*/, http::requester /*who*/,
                         std::function<void(result<model::audit_entry>)> done) {
  done(failure{errc::unsupported, "no commands to many jobs here", "", "", ""});
}

void bundle_engine::datasets_ready(std::vector<std::string> /*uris*/, http::requester /*who*/,
                                   std::function<void(result<http::announced>)> done) {
  done(http::announced{});
}

std::string encoded(const std::string& text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return out;
}

}  // namespace foliot::vectors
