#include "parse/submission.hpp"

#include <algorithm>
#include <array>

#include "base/user_name.hpp"
#include "model/external_id.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/lost_rule.hpp"
#include "model/start_governor.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/chosen_application.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/encoding.hpp"
#include "parse/generated_application.hpp"
#include "parse/includes.hpp"
#include "parse/job_xml.hpp"
#include "parse/location.hpp"
#include "parse/parameters.hpp"
#include "parse/text.hpp"
#include "parse/workflow_conf.hpp"
#include "parse/workflow_names.hpp"
#include "parse/workflow_xml.hpp"

namespace foliot::parse {

namespace {

constexpr const char* user_property = "user.name";

// Names that expressions have for themselves. The first five only in coordinators and bundles.
constexpr std::array<const char*, 19> reserved_names{
    "YEAR",    "MONTH",   "DAY",       "HOUR",       "MINUTE", "DAYS", "HOURS",
    "MINUTES", "KB",      "MB",        "GB",         "TB",     "PB",   "RECORDS",
    "MAP_IN",  "MAP_OUT", "REDUCE_IN", "REDUCE_OUT", "GROUPS"};
constexpr size_t reserved_dates = 5;

std::string value_of(const model::configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  return found == conf.end() ? std::string() : found->second;
}

// What Oozie's client sees around an error of the configuration.
const char* outer_code(entity_kind kind) { return kind == entity_kind::bundle ? "E1310" : "E0803"; }

failure reserved(entity_kind kind, const std::string& name, const std::string& place) {
  return {errc::bad_input,
          "E0808: the property " + quoted(name) + " may not be set here: the name is reserved",
          outer_code(kind), place, "Rename the property"};
}

result<void> check_names(entity_kind kind, const model::configuration& conf,
                         const std::string& place) {
  for (size_t i = kind == entity_kind::workflow ? reserved_dates : 0; i < reserved_names.size();
       ++i)
    if (conf.contains(reserved_names[i])) return reserved(kind, reserved_names[i], place);
  return {};
}

// One job on its way in: its configuration grows, its text is read.
class preparation {
 public:
  preparation(entity_kind kind, std::string app_path, model::configuration conf,
              const read_text& read, const options& how, understood_workflows& known)
      : kind_(kind),
        app_path_(std::move(app_path)),
        conf_(std::move(conf)),
        read_(read),
        how_(options_for(how, conf_)),
        known_(known) {
    if (how_.paths == path_rule::unchecked) how_.paths = path_rule::this_host;
  }

  /// `missing_code`: Oozie's code for a definition that is not there.
  result<submission> run(const std::string& missing_code, const std::string& name = {}) {
    out_.text.kind = kind_;
    out_.text.name = name;
    out_.user = value_of(conf_, user_property);
    if (auto located = locate(); !located) return located.error();
    if (auto fine = check_names(kind_, conf_, ""); !fine) return fine.error();
    result<std::string> xml = read_definition(missing_code);
    if (auto merged = merge_defaults(); !merged) return merged.error();
    if (!xml) return xml.error();
    if (auto fine = check_starts(); !fine) return fine.error();
    if (auto fine = check_lost(conf_); !fine) return fine.error();
    out_.text.xml = std::move(*xml);
    out_.text.app_path = app_path_;
    if (kind_ != entity_kind::workflow) out_.text.conf = conf_;
    if (auto understood = understand(); !understood) return understood.error();
    if (out_.name.size() > limits::job_name_bytes_max)
      return failure{errc::bad_input,
                     "the name of the job is longer than " +
                         std::to_string(limits::job_name_bytes_max) + " bytes",
                     "E0803", definition_file(app_path_, kind_), "Shorten the attribute 'name'"};
    return std::move(out_);
  }

  /// Looks for the definition and does no more.
  result<std::string> find_definition(const std::string& missing_code) {
    if (auto located = locate(); !located) return located.error();
    return read_definition(missing_code);
  }

  /// The workflow's configuration stands elsewhere, and nobody is there to read warnings.
  void is_started_by_action() { started_by_action_ = true; }

 private:
  result<void> locate() const {
    auto located = check_location(app_path_, how_.paths);
    return located ? located : located.error().within(path_property(kind_));
  }

  // A path is a directory with the definition in it, or a file of any name.
  result<std::string> read_definition(const std::string& missing_code) {
    const std::string path = definition_file(app_path_, kind_);
    result<std::string> text = read_(path);
    if (text) return in_utf8(*std::move(text));
    const std::string itself = as_definition_file(app_path_);
    if (text.error().code == errc::not_found && itself != app_path_ && !app_path_.ends_with('/'))
      if (result<std::string> file = read_(definition_file(itself, kind_)); file) {
        app_path_ = itself;
        return in_utf8(*std::move(file));
      }
    failure out = std::move(text).error();
    if (out.code == errc::not_found)
      out = {errc::bad_input, "this definition does not exist", "", "",
             "Copy the application there, or correct the path " + quoted(app_path_)};
    out.oozie = missing_code;
    out.place = path;
    return out;
  }

  result<void> check_starts() const {
    if (kind_ == entity_kind::workflow) return {};
    const auto rule = model::start_rule_of(conf_);
    return rule ? result<void>{} : refused(rule.error());
  }

  /// `what`: the job's properties, or a definition with those of other jobs.
  template <class What>
  result<void> check_lost(const What& what) const {
    const auto fine = model::check_lost_rule(what);
    if (fine) return {};
    failure out = refused(fine.error());
    if (!out.place.empty()) out = std::move(out).within(definition_file(app_path_, kind_));
    return out;
  }

  failure refused(failure why) const {
    why.oozie = outer_code(kind_);
    return why;
  }

  result<void> merge_defaults() {
    const std::string path = default_configuration_file(app_path_, kind_);
    result<std::string> text = read_(path);
    if (!text && text.error().code == errc::not_found) return {};
    result<model::configuration> defaults =
        text ? read_configuration(path, std::move(*text), how_.reading)
             : result<model::configuration>(text.error());
    if (!defaults) {
      failure out = std::move(defaults).error();
      out.sentence = "E0702: " + out.sentence;
      out.oozie = outer_code(kind_);
      if (out.place.empty()) out.place = path;
      return out;
    }
    for (const char* name : {user_property, "mapreduce.job.user.name"})
      if (defaults->contains(name)) return reserved(kind_, name, path);
    if (auto fine = check_names(kind_, *defaults, path); !fine) return fine;
    const model::configuration before = conf_;
    for (const auto& [name, value] : *defaults) conf_.emplace(name, value);
    result<model::configuration> merged = resolved(conf_);
    if (!merged) return std::move(merged).error().within(path);
    conf_ = std::move(*merged);
    for (const auto& [name, value] : conf_)
      if (!before.contains(name)) out_.defaults.emplace(name, value);
    return {};
  }

  result<void> understand() {
    switch (kind_) {
      case entity_kind::bundle: return understand_bundle();
      case entity_kind::coordinator: return understand_coordinator();
      default: return understand_workflow();
    }
  }

  result<void> understand_bundle() {
    result<model::bundle_definition> made = parse_bundle(out_.text, how_, out_.warnings);
    if (!made) return made.error();
    if (auto fine = check_lost(*made); !fine) return fine;
    out_.name = std::move(made->name);
    return {};
  }

  result<void> understand_coordinator() {
    if (auto expanded = expand_includes(out_.text, read_, how_, out_.warnings); !expanded)
      return expanded;
    // Who understands the stored text again must know how it was accepted, whatever the server's
    // setting is by then.
    if (how_.reading == dialect::oozie) out_.text.conf.emplace(model::compat_property, "oozie");
    result<model::coordinator_definition> made = parse_coordinator(out_.text, how_, out_.warnings);
    if (!made) return made.error();
    if (auto fine = check_lost(*made); !fine) return fine;
    out_.name = made->name;
    return {};
  }

  result<void> understand_workflow() {
    if (how_.reading == dialect::oozie && out_.text.xml.size() > limits::oozie_workflow_bytes_max)
      return failure{errc::too_large,
                     "the definition has " + std::to_string(out_.text.xml.size()) +
                         " bytes, Oozie takes " + std::to_string(limits::oozie_workflow_bytes_max) +
                         " at most",
                     "E0736", definition_file(app_path_, kind_),
                     "Move a part into a sub-workflow, or leave compat = \"oozie\" away"};
    // It is part of what the text means, whoever understands it again.
    if (const auto global = conf_.find(model::global_property); global != conf_.end())
      out_.text.conf.insert(*global);
    const auto read = known_.get(out_.text, options_for(how_, conf_));
    if (!read) return read.error();
    const model::workflow_definition& made = (*read)->definition;
    for (const std::string& each : (*read)->warnings) out_.warnings.push_back(each);
    parameters formal{made.parameter_defaults, made.parameters_required};
    for (const auto& [name, value] : made.parameter_defaults)
      if (!conf_.contains(name)) out_.defaults.emplace(name, value);
    const std::string file = definition_file(app_path_, kind_);
    if (auto applied = apply_parameters(formal, file, conf_); !applied) return applied;
    result<std::string> name = workflow_name(made, conf_, how_);
    if (!name) return std::move(name).error().within(file);
    if (auto retries = check_retries(made, conf_, file, how_, out_.warnings); !retries)
      return retries;
    if (auto fine = check_lost(made); !fine) return fine;
    out_.name = std::move(*name);
    if (started_by_action_) return {};
    for (failure& each : unknown_names(made, conf_, file)) {
      // Oozie's dry run evaluates everything, a submission nothing (workflow.md 1).
      if (how_.dry_run) return each;
      each.oozie.clear();
      out_.warnings.push_back(each.text());
    }
    out_.text.conf = conf_;
    if (how_.reading == dialect::oozie) out_.text.conf.emplace(model::compat_property, "oozie");
    return how_.dry_run ? check_job_xml(made, conf_, file, read_) : result<void>{};
  }

  entity_kind kind_;
  std::string app_path_;
  model::configuration conf_;
  const read_text& read_;
  options how_;
  understood_workflows& known_;
  bool started_by_action_ = false;
  submission out_;
};

/// What is wrong with a job that names several applications: Oozie looks for the workflow's file
/// before it counts them.
failure refusal_of(const failure& several, const model::configuration& conf, const read_text& read,
                   const options& how) {
  const std::string path = value_of(conf, path_property(entity_kind::workflow));
  if (several.oozie != "E0302" || path.empty() || options_for(how, conf).reading != dialect::oozie)
    return several;
  understood_workflows none;
  const auto found =
      preparation(entity_kind::workflow, path, conf, read, how, none).find_definition("E0307");
  return found ? several : found.error();
}

}  // namespace

result<submission> prepare(const model::configuration& given, const read_text& read,
                           const options& how) {
  result<model::configuration> conf = resolved(given);
  if (!conf) return conf.error();
  if (value_of(*conf, user_property).empty())
    return failure{errc::bad_input, "the job has no user", "E1603", "",
                   "Set the property user.name"};
  if (auto fine = check_user_property(value_of(*conf, user_property)); !fine)
    return std::move(fine).error();
  if (auto known = model::check_compat(*conf); !known) return known.error();
  std::vector<std::string> warnings;
  const result<application> chosen =
      choose_application(*conf, options_for(how, *conf).reading, warnings);
  if (!chosen) return refusal_of(chosen.error(), *conf, read, how);
  const read_text read_all = or_generated(read, *conf);
  understood_workflows none;
  preparation job(chosen->kind, chosen->path, std::move(*conf), read_all, how, none);
  result<submission> out = job.run("E0307");
  if (!out) return out;
  const std::string external(model::external_id_property(chosen->kind));
  if (value_of(out->text.conf, external).size() > limits::external_id_bytes_max)
    return failure{errc::bad_input,
                   "the external id is longer than " +
                       std::to_string(limits::external_id_bytes_max) + " bytes",
                   outer_code(chosen->kind), external, "Shorten it"};
  out->warnings.insert(out->warnings.begin(), warnings.begin(), warnings.end());
  out->defaults.clear();
  return out;
}

std::optional<external_name> external_name_of(const model::configuration& given,
                                              const options& how) {
  result<model::configuration> conf = resolved(given);
  if (!conf) return {};
  const dialect reading = options_for(how, *conf).reading;
  std::vector<std::string> warnings;
  const result<application> chosen = choose_application(*conf, reading, warnings);
  if (!chosen) return {};
  external_name out{chosen->kind, value_of(*conf, user_property),
                    value_of(*conf, model::external_id_property(chosen->kind))};
  if (out.user.empty() || out.id.empty()) return {};
  if (out.kind == entity_kind::workflow && reading == dialect::oozie) return {};
  return out;
}

result<submission> prepare_next_coordinator(const model::definition_text& job,
                                            const model::configuration& conf, const read_text& read,
                                            const options& how) {
  result<model::configuration> settled = resolved(conf);
  if (!settled) return std::move(settled).error();
  const std::string path = value_of(*settled, path_property(entity_kind::coordinator));
  understood_workflows none;
  preparation next(entity_kind::coordinator, path, std::move(*settled), read, how, none);
  result<submission> out = next.run("E0307", job.name);
  if (out) out->defaults.clear();
  return out;
}

result<submission> prepare_coordinator(const model::definition_text& bundle, size_t index,
                                       const std::string& bundle_id, const read_text& read,
                                       const options& how) {
  std::vector<std::string> known_warnings;
  const result<model::bundle_definition> parent = parse_bundle(bundle, how, known_warnings);
  if (!parent) return parent.error();
  return prepare_coordinator(bundle, *parent, index, bundle_id, read, how);
}

result<submission> prepare_coordinator(const model::definition_text& bundle,
                                       const model::bundle_definition& parent, size_t index,
                                       const std::string& bundle_id, const read_text& read,
                                       const options& how) {
  FOLIOT_ASSERT(index < parent.coordinators.size(), "a coordinator of this bundle");
  const model::bundle_child& child = parent.coordinators[index];
  const std::string place =
      definition_file(bundle.app_path, entity_kind::bundle) + ": coordinator " + quoted(child.name);
  model::configuration conf = parent.conf;
  const std::string user = value_of(conf, user_property);
  for (const auto& [name, value] : child.conf) {
    const bool names_user = name == user_property || name == "mapreduce.job.user.name";
    if (names_user && value != user)
      return failure{
          errc::bad_input,
          "the property " + quoted(name) + " names another user than the bundle's, " + quoted(user),
          "E1303", place, "Remove it from <configuration>"};
    conf.insert_or_assign(name, value);
  }
  conf.insert_or_assign("oozie.coord.application.path", child.app_path);
  conf.insert_or_assign("oozie.bundle.id", bundle_id);
  result<model::configuration> settled = resolved(conf);
  if (!settled) return std::move(settled).error().within(place);
  understood_workflows none;
  preparation job(entity_kind::coordinator, child.app_path, std::move(*settled), read, how, none);
  result<submission> out = job.run("E1001", child.name);
  if (!out) return out;
  out->defaults.clear();
  return out;
}

result<submission> prepare_workflow(const std::string& app_path, const model::configuration& given,
                                    const read_text& read, const options& how,
                                    understood_workflows& known) {
  result<model::configuration> conf = resolved(given);
  if (!conf) return conf.error();
  preparation job(entity_kind::workflow, app_path, std::move(*conf), read, how, known);
  job.is_started_by_action();
  return job.run("E1005");
}

}  // namespace foliot::parse
