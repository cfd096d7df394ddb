#include "parse/scope.hpp"

#include "parse/text.hpp"

namespace foliot::parse {

options options_for(const options& base, const model::configuration& conf) {
  options out = base;
  out.reading = model::reading_of(conf, base.reading);
  if (const auto found = conf.find("oozie.wf.validate.ForkJoin"); found != conf.end())
    if (equal_ignoring_case(trim(found->second), "false")) out.fork_join_checks = false;
  return out;
}

const std::string* scope::find(std::string_view name) const {
  const auto found = conf_.find(name);
  return found == conf_.end() ? nullptr : &found->second;
}

std::string scope::value(std::string_view name) const {
  const std::string* found = find(name);
  return found == nullptr ? std::string() : *found;
}

el::environment scope::environment(el::phase where) const {
  el::environment out;
  out.where = where;
  out.names = &names_;
  out.zone = how_.zone;
  out.reading = how_.reading;
  return out;
}

failure scope::at(const xml_spot& spot, const std::string& what, failure error,
                  const std::string& code) const {
  if (!code.empty()) error.oozie = code;
  return std::move(error).within(document_.place(spot) + ": " + what);
}

result<el::expression> scope::parse(const xml_spot& spot, const std::string& what,
                                    std::string_view text, const std::string& code) const {
  result<el::expression> out = el::parse(text);
  if (!out) return at(spot, what, std::move(out).error(), code);
  return out;
}

result<el::expression> scope::parse_for_node(const xml_spot& spot, const std::string& what,
                                             std::string_view text) const {
  result<el::expression> out = parse(spot, what, text, "E0803");
  if (out || out.error().code != errc::bad_input || how_.dry_run) return out;
  if (lenient() && !how_.accepted_before) return out;
  warnings_.push_back(out.error().text());
  return el::expression::constant(std::string(text));
}

void scope::warn(const xml_spot& spot, std::string sentence, std::string remedy) const {
  warnings_.push_back(document_.error(spot, "", std::move(sentence), std::move(remedy)).text());
}

result<void> scope::going_on(result<void> done) const {
  if (done || how_.all_refusals == nullptr) return done;
  if (how_.all_refusals->size() >= refusals_told_max) return done;
  how_.all_refusals->push_back(std::move(done).error());
  return {};
}

std::string attribute_text(std::string_view name) {
  return "attribute '" + std::string(name) + "'";
}
std::string element_text(std::string_view name) { return "<" + std::string(name) + ">"; }

}  // namespace foliot::parse
