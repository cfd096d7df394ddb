// What a scenario's users ask of the engine: submissions, orders, and their answers.
#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "base/xml_escape.hpp"
#include "parse/configuration.hpp"
#include "rehearsal/applications.hpp"
#include "rehearsal/orders.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

namespace {

struct application_kind {
  const char* name;
  const char* property;
  const char* file;
};

constexpr std::array kinds{
    application_kind{"bundle", "oozie.bundle.application.path", "bundle.xml"},
    application_kind{"coordinator", "oozie.coord.application.path", "coordinator.xml"},
    application_kind{"workflow", "oozie.wf.application.path", "workflow.xml"}};

/// Which application these properties submit; null: none.
const application_kind* kind_of(const model::configuration& conf) {
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const auto& kind) { return conf.contains(kind.property); });
  return found == kinds.end() ? nullptr : &*found;
}

/// `text` with the ${name} of `conf` put in, as deep as the engine goes.
std::string substituted(std::string text, const model::configuration& conf) {
  for (size_t depth = 0; depth < limits::substitution_depth_max; ++depth) {
    const size_t open = text.find("${");
    const size_t close = text.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return text;
    const auto value = conf.find(text.substr(open + 2, close - open - 2));
    if (value == conf.end() || text.size() > limits::property_value_bytes_max) return text;
    text = text.substr(0, open) + value->second + text.substr(close + 1);
  }
  return text;
}

std::string document_of(const model::configuration& conf) {
  std::string xml = "<configuration>";
  for (const auto& [key, value] : conf)
    xml += "<property><name>" + xml_attribute(key) + "</name><value>" + xml_attribute(value) +
           "</value></property>";
  return xml + "</configuration>";
}

std::string name_in(const model::any_record& record) {
  return std::visit(
      [](const auto& one) -> std::string {
        if constexpr (requires { one.name; })
          return one.name;
        else
          return {};
      },
      record);
}

}  // namespace

// submit KIND NAME|PATH, or submit REAL.properties; then [as ID] [key=value...]
//     [refused CODE ["text"]] [warned "text"] [<<END and more of them as XML]
stage::complaint stage::submit(const std::string& verb, arguments& in) {
  const std::string what = in.word("bundle, coordinator, workflow, or a file of job properties");
  model::configuration conf;
  std::string name;
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.name == what; });
  if (kind != kinds.end()) {
    name = in.word("a name");
    conf[kind->property] = "file://" + (name.starts_with("/") ? name : "/apps/" + name);
  } else if (what.ends_with(".properties") || what.ends_with(".xml")) {
    auto read = real_.properties(what);
    if (!read) return read.error().text();
    conf = std::move(*read);
  } else if (!what.empty()) {
    return verb + " must be followed by bundle, coordinator or workflow, or by a file of job " +
           "properties such as job.properties";
  }
  conf.try_emplace("user.name", "joe");
  name = in.option("as").value_or(name);
  while (in.more() && in.peek().find('=') != std::string::npos) {
    const auto [key, value] = in.property();
    conf[key] = value;
  }
  if (!playing_->document.empty()) {
    auto more = parse::read_configuration("the document", playing_->document);
    if (!more) return more.error().text();
    for (auto& [key, value] : *more) conf[key] = std::move(value);
  }
  if (in.failed()) return in.mistake();
  if (kind_of(conf) == nullptr)
    return "nothing names the application; " + what +
           " must set oozie.bundle.application.path, or that of a coordinator or workflow";
  if (kind == kinds.end()) place_application(conf);
  return submit_conf(verb, conf, name, in);
}

/// Where nothing lies at the application's path yet, the real files are put there.
void stage::place_application(const model::configuration& conf) {
  const application_kind* kind = kind_of(conf);
  const auto path = local_path(substituted(conf.find(kind->property)->second, conf));
  if (!path || world_.files.exists(*path)) return;
  const std::string place = real_.place_of(*path, kind->file);
  if (!place.empty()) copy_real(".", place);
}

/// Puts the real file or directory `from` at `to`.
stage::complaint stage::copy_real(const std::string& from, const std::string& to) {
  const auto all = real_.list(from);
  if (!all) return all.error().text();
  const bool one = all->size() == 1 && all->front().path.ends_with("/" + from);
  for (const real_file& each : *all)
    world_.files.put(one ? to : to + "/" + each.below, each.bytes,
                     [path = each.path](uint64_t most) { return read_real(path, most); });
  if (all->empty()) world_.files.make_directory(to);
  return std::nullopt;
}

stage::complaint stage::submit_conf(const std::string& verb, const model::configuration& conf,
                                    const std::string& name, arguments& in) {
  const std::string xml = document_of(conf);
  answer got;
  const auto done = taken_by(got);
  const std::string user = conf.find("user.name")->second;
  if (verb == "dry-run")
    world_.engine().gate().dry_run(xml, {user, "", ""}, done);
  else
    world_.engine().gate().submit(xml, {user, "", ""}, verb == "launch", done);
  if (!world_.await(got.given)) return "the submission was never answered";
  if (!got.refusal && verb != "dry-run") {
    std::string called = name;
    const model::reader& reader = world_.engine().reader();
    const auto parsed = reader.ids().parse(got.id);
    const auto id = parsed ? reader.locate(parsed->kind, parsed->job)
                           : result<std::optional<entity_id>>(failure{});
    const auto record = id && *id ? world_.record(**id) : std::nullopt;
    if (called.empty() && record) called = name_in(*record);
    jobs_[called] = got.id;
    if (id && *id) roots_[(*id)->root] = called;
  }
  return judge_answer(got, in);
}

std::function<void(result<http::submitted>)> stage::taken_by(answer& got) {
  return [&got](result<http::submitted> outcome) {
    got.given = true;
    if (!outcome) got.refusal = outcome.error();
    if (outcome) got.id = outcome->id;
    if (outcome) got.warnings = outcome->warnings;
  };
}

// update ID [dry] [key=value...] [refused CODE ["text"]] [showing "text"]
stage::complaint stage::update(const std::string&, arguments& in) {
  const std::string name = in.word("the name of a job");
  const bool dry = in.take("dry");
  model::configuration conf;
  while (in.more() && in.peek().find('=') != std::string::npos) {
    const auto [key, value] = in.property();
    conf[key] = value;
  }
  if (!conf.empty()) conf.emplace("user.name", "joe");
  if (in.failed()) return in.mistake();
  const auto id = find(name);
  if (!id) return nobody(name);
  answer got;
  world_.engine().gate().update(
      *id, document_of(conf), {conf.empty() ? "" : conf["user.name"], "", ""}, dry, taken_by(got));
  if (!world_.await(got.given)) return "the update was never answered";
  return judge_answer(got, in);
}

/// What the rest of the line says of the answer; a refusal may be expected by the next line.
stage::complaint stage::judge_answer(const answer& got, arguments& in) {
  if (in.take("refused")) {
    const std::string code = in.word("a code");
    const std::string text = in.more() ? in.word("a text") : "";
    if (in.mistake()) return in.mistake();
    if (!got.refusal) return "was accepted, but " + code + " was expected";
    if (got.refusal->oozie != code)
      return "was refused, not with " + code + ": " + got.refusal->text();
    if (got.refusal->text().find(text) == std::string::npos)
      return "the refusal does not say '" + text + "': " + got.refusal->text();
    return std::nullopt;
  }
  if (const auto warning = in.option("warned")) {
    const bool found = std::any_of(
        got.warnings.begin(), got.warnings.end(),
        [&](const std::string& each) { return each.find(*warning) != std::string::npos; });
    std::string all;
    for (const std::string& each : got.warnings) all += "\n  " + each;
    if (!found) return "no warning says '" + *warning + "'; there are:" + all;
  }
  while (const auto text = in.option("showing"))
    if (got.id.find(*text) == std::string::npos)
      return "the answer does not show '" + *text + "':\n" + got.id;
  refusal_ = got.refusal;
  refusal_line_ = 0;
  return in.mistake();
}

// VERB ID [words...] [refused CODE ["text"]], or order ID VERB ...
stage::complaint stage::order(const std::string& verb, arguments& in) {
  const std::string name = in.word("the name of a job");
  const std::string what = verb == "order" ? in.word("an order") : verb;
  std::vector<std::string> words;
  while (in.more() && in.peek() != "refused") words.push_back(in.word("an argument"));
  if (in.failed()) return in.mistake();
  const auto id = find(name);
  if (!id) return nobody(name);
  answer got;
  const bool known = give_order(world_.engine().gate(), *id, what, words,
                                [&got](const result<model::order_reply>& done) {
                                  got.given = true;
                                  if (!done) got.refusal = done.error();
                                });
  if (!known) return "there is no order '" + what + "' with these arguments";
  if (!world_.await(got.given)) return "the order was never answered";
  return judge_answer(got, in);
}

}  // namespace foliot::rehearsal
