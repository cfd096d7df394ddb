#include "tools/offline/scan.hpp"

#include <algorithm>
#include <set>

#include "tools/offline/knowledge.hpp"
#include "tools/offline/lint.hpp"
#include "tools/offline/reading.hpp"

namespace foliot::offline {

namespace {

using parse::outline_element;

/// "coordinator:0.4" of "uri:oozie:coordinator:0.4".
std::string schema_of(const std::string& uri) {
  const std::string_view prefix = "uri:oozie:";
  if (uri.empty()) return "without a namespace";
  return uri.starts_with(prefix) ? uri.substr(prefix.size()) : uri;
}

/// The scheme in front of a path, "hdfs"; empty for local paths and for what is not known.
std::string foreign_scheme(const std::string& path) {
  const size_t colon = path.find("://");
  if (colon == std::string::npos || path.find("${") < colon) return {};
  std::string scheme = path.substr(0, colon);
  return scheme == "file" ? std::string() : scheme;
}

class scanner {
 public:
  scanner(scan_result& all, const reading& of, scanned_file& out) : all_(all), of_(of), out_(out) {}

  void run() {
    const definition_file& file = *of_.unit.file;
    const outline_element& root = file.root;
    ++(file.kind == entity_kind::bundle        ? all_.bundles
       : file.kind == entity_kind::coordinator ? all_.coordinators
                                               : all_.workflows);
    element(root);
    for (const std::string& each : schemas_) ++all_.schemas[each];
    if (file.kind == entity_kind::coordinator) schedule(root);
    functions();
    for (const std::string& each : features_) ++all_.features[each];
    readers();
  }

 private:
  void element(const outline_element& of) {
    if (of.uri.starts_with("uri:oozie:")) schemas_.insert(schema_of(of.uri));
    static const std::map<std::string, std::string, std::less<>> named{
        {"parameters", "parameters"},
        {"input-logic", "input logic"},
        {"include", "included datasets"},
        {"async-dataset", "async datasets"},
        {"decision", "decision"},
        {"fork", "fork and join"},
        {"credentials", "credentials"},
        {"global", "global section"},
        {"capture-output", "captured output"},
        {"kick-off-time", "kick-off time"},
        {"prepare", "prepare"},
        {"launcher", "launcher settings"},
        {"job-xml", "job-xml"},
        {"start-instance", "instance ranges"}};
    if (const auto found = named.find(of.name); found != named.end())
      features_.insert(found->second);
    if (of.name == "info" && of.uri.find("sla") != std::string::npos)
      features_.insert("service levels");
    if (of.attribute("retry-max") != nullptr) features_.insert("action retries");
    if (of.name == "action" && of.attribute("name") != nullptr && !of.children.empty())
      ++all_.actions[of.children.front().name];
    if (of.name == "app-path" || of.name == "uri-template" || of.name == "include") path(of);
    for (const outline_element& each : of.children) element(each);
  }

  void path(const outline_element& of) {
    const std::string text = of_.unit.value(of.text, el::phase::submit_nofuncs).value_or(of.text);
    if (text.starts_with("hcat://")) features_.insert("HCatalog tables");
    const std::string scheme = foreign_scheme(text);
    if (!scheme.empty()) add(scheme + ":// paths", of.text_at);
  }

  void schedule(const outline_element& root) {
    const auto* frequency = root.attribute("frequency");
    if (frequency == nullptr) return;
    const auto value = of_.unit.value(frequency->value, el::phase::submit_freq);
    const std::string& text = frequency->value;
    if (value && value->find(' ') != std::string::npos)
      features_.insert("cron frequency");
    else if (text.find("endOf") != std::string::npos)
      features_.insert("endOf frequency");
    if (const outline_element* controls = root.child("controls"))
      if (const outline_element* order = controls->child("execution"))
        if (order->text != "FIFO" && order->text.find("${") == std::string::npos)
          features_.insert("execution " + order->text);
  }

  void functions() {
    for (const function_call& each : of_.unit.named.calls) {
      const std::string name = each.name.substr(each.name.find(':') + 1);
      if (name.starts_with("latest")) features_.insert("latest instances");
      if (name.starts_with("future")) features_.insert("future instances");
      if (each.name.starts_with("hcat:")) features_.insert("HCatalog tables");
      if (each.name.starts_with("hadoop:")) features_.insert("hadoop: functions");
      if (each.name == "fs:exists") features_.insert("fs: functions");
    }
  }

  /// What the readers do not offer or warn of, and every error that lint finds.
  void readers() {
    for (const finding& each : of_.warned)
      each.not_offered ? add(wish(each), each.at) : out_.findings.push_back(each);
    bool refused = false;
    for (const finding& each : findings_of(of_)) {
      if (each.level != severity::error) continue;
      if (each.not_offered) {
        add(wish(each), each.at);
        continue;
      }
      refused = true;
      out_.findings.push_back(each);
    }
    out_.says = refused                 ? verdict::refused
                : !out_.needs.empty()   ? verdict::needs
                : out_.findings.empty() ? verdict::runs
                                        : verdict::warnings;
  }

  /// "hive actions" of "actions of type hive are not offered yet: ..."; else up to "is not".
  static std::string wish(const finding& of) {
    const std::string begin = "actions of type ";
    if (const size_t at = of.sentence.find(begin); at != std::string::npos) {
      const size_t from = at + begin.size();
      return of.sentence.substr(from, of.sentence.find(' ', from) - from) + " actions";
    }
    for (const char* end : {" is not offered", " are not offered"})
      if (const size_t at = of.sentence.find(end); at != std::string::npos)
        return of.sentence.substr(0, at);
    return of.sentence;
  }

  void add(std::string what, parse::outline_place at) {
    out_.needs.push_back({std::move(what), at});
  }

  scan_result& all_;
  const reading& of_;
  scanned_file& out_;
  std::set<std::string> schemas_;
  std::set<std::string> features_;
};

}  // namespace

scan_result scan_estate(const estate& in, const parse::read_text& read) {
  scan_result out;
  const estate_links links(in, read);
  for (const definition_file& each : in.definitions) {
    const reading of = read_definition_file(each, links, read, {});
    scanned_file made;
    made.path = each.path;
    made.kind = each.kind;
    scanner(out, of, made).run();
    out.files.push_back(std::move(made));
  }
  for (const broken_file& each : in.broken) {
    scanned_file made;
    made.path = each.path;
    made.says = verdict::refused;
    made.findings.push_back(finding_of(each.why, each.path));
    out.files.push_back(std::move(made));
  }
  std::sort(out.files.begin(), out.files.end(),
            [](const scanned_file& a, const scanned_file& b) { return a.path < b.path; });
  return out;
}

}  // namespace foliot::offline
