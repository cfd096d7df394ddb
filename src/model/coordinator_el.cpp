#include "model/coordinator_el.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "el/hcatalog_uri.hpp"
#include "el/uri_template.hpp"
#include "model/dataset_instances.hpp"

namespace foliot::model {
namespace {

bool has_event(const std::vector<data_event>& events, std::string_view name) {
  return std::any_of(events.begin(), events.end(),
                     [&](const data_event& event) { return event.name == name; });
}

template <class Table>
std::optional<el::event_uris> find_uris(const Table& table, std::string_view name) {
  const auto found = table.find(name);
  if (found == table.end()) return std::nullopt;
  return el::event_uris{found->second, true};
}

}  // namespace

time::dataset_calendar calendar_of(const dataset& of) { return {of.initial, of.every, of.zone}; }

action_el::action_el(const coordinator_definition& definition, const action_identity& identity)
    : definition_(&definition), identity_(&identity), names_(definition.conf) {}

void action_el::look_at(const model::dataset& of) {
  looked_at_ = &of;
  calendar_ = calendar_of(of);
}

void action_el::put_input(const std::string& event, std::string uris) {
  inputs_[event] = std::move(uris);
}

void action_el::put_output(const std::string& event, std::string uris) {
  outputs_[event] = std::move(uris);
}

el::environment action_el::environment(el::phase where) const {
  el::environment out;
  out.where = where;
  out.names = &names_;
  out.coordinator = this;
  out.reading = identity_->reading;
  return out;
}

const std::string* action_el::conf(std::string_view property) const {
  const auto found = definition_->conf.find(property);
  return found == definition_->conf.end() ? nullptr : &found->second;
}

std::string action_el::user() const { return identity_->user; }
std::optional<std::string> action_el::name() const { return definition_->name; }
std::optional<std::string> action_el::action_id() const { return identity_->action_id; }
std::optional<instant> action_el::nominal_time() const { return identity_->nominal; }
std::optional<instant> action_el::actual_time() const { return identity_->created; }
std::optional<instant> action_el::latest_base() const {
  return identity_->latest_from ? identity_->latest_from : actual_time();
}
std::optional<time::zone> action_el::job_zone() const { return definition_->zone; }

const time::dataset_calendar* action_el::dataset() const {
  return calendar_ ? &*calendar_ : nullptr;
}

std::optional<el::probe> action_el::presence(instant at) const {
  if (looked_at_ == nullptr) return std::nullopt;
  return presence_of(instance_at(*looked_at_, at));
}

std::vector<el::instance_holder> action_el::holders(instant at) const {
  if (looked_at_ == nullptr || el::is_hcatalog(looked_at_->uri_template)) return {};
  std::vector<el::instance_holder> out;
  for (el::period_directory& each :
       el::period_directories(looked_at_->uri_template, at, time::processing_zone{}))
    out.push_back({{"fs:exists", {std::move(each.uri)}}, each.since});
  return out;
}

bool action_el::has_input(std::string_view event) const {
  return has_event(definition_->inputs, event);
}

bool action_el::has_output(std::string_view event) const {
  return has_event(definition_->outputs, event);
}

std::optional<el::event_uris> action_el::data_in(std::string_view event) const {
  return find_uris(inputs_, event);
}

std::optional<el::event_uris> action_el::data_out(std::string_view event) const {
  return find_uris(outputs_, event);
}

}  // namespace foliot::model
