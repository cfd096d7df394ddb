#include "parse/includes.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "el/evaluate.hpp"
#include "parse/coordinator_reader.hpp"
#include "parse/encoding.hpp"
#include "parse/location.hpp"
#include "parse/parameters.hpp"
#include "parse/schema.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr const char* code = "E0803";
constexpr std::array<const char*, 4> dataset_attributes{"name", "frequency", "initial-instance",
                                                        "timezone"};

// Collects the datasets of included files as text, ready to stand in the coordinator.
class include_reader {
 public:
  include_reader(const model::configuration& conf, const read_text& read, const options& how,
                 std::vector<std::string>& warnings)
      : conf_(conf), read_(read), how_(how), warnings_(warnings) {}

  void add_inline(const std::string& name) { inline_.insert(name); }

  /// The datasets of the file that `include`, an element of `document`, names.
  result<std::string> expand(const xml_document& document, const pugi::xml_node& include,
                             const std::string& prefix) {
    std::string out;
    prefix_ = prefix;
    if (auto done = follow(document, include, out); !done) return done.error();
    return out;
  }

 private:
  result<void> follow(const xml_document& document, const pugi::xml_node& include,
                      std::string& out) {
    const result<std::string> uri = evaluate(document, include);
    if (!uri) return uri.error();
    const std::optional<std::string> path = local_path(*uri);
    if (!path) {
      failure refused = document.error(include, code,
                                       "the included file " + quoted(*uri) +
                                           " is not on this host; only local files are offered",
                                       "Write an absolute path or file:///...");
      refused.code = errc::unsupported;
      return refused;
    }
    if (std::find(open_.begin(), open_.end(), *path) != open_.end())
      return document.error(include, code, "the file " + quoted(*path) + " includes itself",
                            "Remove this <include>");
    if (open_.size() == limits::include_depth_max || ++files_ > limits::included_files_max)
      return failure{errc::too_large,
                     "more than " + std::to_string(limits::included_files_max) +
                         " files are included, or more than " +
                         std::to_string(limits::include_depth_max) + " inside each other",
                     code, document.place(include), "Put the datasets into fewer files"};
    result<std::string> text = read_(*path);
    if (!text)
      return document.error(
          include, code,
          "the included file " + quoted(*path) + " cannot be read: " + text.error().sentence,
          "Correct the path, or copy the file there");
    open_.push_back(*path);
    result<void> done = read_file(*path, in_utf8(*std::move(text)), out);
    open_.pop_back();
    return done;
  }

  result<std::string> evaluate(const xml_document& document, const pugi::xml_node& include) const {
    const scope in(document, how_, conf_, warnings_);
    const result<el::expression> parsed =
        in.parse(include, element_text("include"), text_of(include), "E1004");
    if (!parsed) return parsed.error();
    const model::coordinator_definition none;
    const submission_names names(conf_, none);
    el::environment with = in.environment(el::phase::submit_nofuncs);
    with.coordinator = &names;
    result<std::string> out = el::text_of(*parsed, with);
    if (!out) return in.at(include, element_text("include"), std::move(out).error());
    return std::string(trim(*out));
  }

  result<void> read_file(const std::string& path, std::string text, std::string& out) {
    result<xml_document> document =
        xml_document::read({path, "E0700", limits::definition_bytes_max}, std::move(text));
    if (!document) return document.error();
    const std::string uri = namespace_of(document->root());
    for (const pugi::xml_node& each : children(document->root())) {
      result<void> done;
      if (local_name(each) == "include" && namespace_of(each) == uri) {
        done = follow(*document, each, out);
      } else if (local_name(each) == "dataset") {
        done = add(*document, each, out);
      }
      if (!done) return done;
    }
    return {};
  }

  result<void> add(const xml_document& document, const pugi::xml_node& dataset, std::string& out) {
    const std::string name = attribute(dataset, "name");
    if (!namespace_of(dataset).empty()) {
      warnings_.push_back(document
                              .error(dataset, "",
                                     "the included dataset " + quoted(name) +
                                         " is not used, as it is in the "
                                         "namespace " +
                                         quoted(namespace_of(dataset)),
                                     "Remove xmlns from the included file")
                              .text());
      return {};
    }
    for (const char* each : dataset_attributes)
      if (!dataset.attribute(each))
        return document.error(
            dataset, code, std::string("the included dataset needs the attribute '") + each + "'",
            std::string("Add ") + each + "=\"...\"");
    const pugi::xml_node uri = child(dataset, "uri-template");
    if (!uri)
      return document.error(dataset, code,
                            "the included dataset " + quoted(name) + " needs <uri-template>");
    const auto [earlier, first] = places_.emplace(name, document.place(dataset));
    if (!first)
      return document.error(
          dataset, code,
          "the dataset " + quoted(name) + " is included twice, first from " + earlier->second,
          "Remove or rename one of them");
    if (inline_.contains(name)) return {};
    out += "<" + prefix_ + "dataset";
    for (const char* each : dataset_attributes)
      out += std::string(" ") + each + "=\"" + escaped(attribute(dataset, each)) + "\"";
    out += ">" + text_element("uri-template", uri);
    if (const pugi::xml_node flag = child(dataset, "done-flag"))
      out += text_element("done-flag", flag);
    out += "</" + prefix_ + "dataset>";
    if (out.size() > limits::definition_bytes_max)
      return failure{errc::too_large,
                     "the included datasets have more than " +
                         std::to_string(limits::definition_bytes_max) + " bytes",
                     code, document.place(dataset), "Include less"};
    return {};
  }

  std::string text_element(const std::string& name, const pugi::xml_node& element) const {
    const std::string tag = prefix_ + name + ">";
    return "<" + tag + escaped(text_of(element)) + "</" + tag;
  }

  const model::configuration& conf_;
  const read_text& read_;
  const options& how_;
  std::vector<std::string>& warnings_;
  std::string prefix_;
  std::set<std::string> inline_;               // Names that included ones do not replace.
  std::map<std::string, std::string> places_;  // Of included datasets.
  std::vector<std::string> open_;              // The files being read, outermost first.
  size_t files_ = 0;
};

// What the expressions of <include> see: the job's properties and the defaults of <parameters>.
result<model::configuration> with_defaults(const xml_document& document, const options& how,
                                           model::configuration conf) {
  const pugi::xml_node root = document.root();
  if (how.reading == dialect::oozie && !supports_parameters(namespace_of(root))) return conf;
  const result<parameters> formal = read_parameters(document, root);
  if (!formal) return formal.error();
  if (auto applied = apply_parameters(*formal, document.place(child(root, "parameters")), conf);
      !applied)
    return applied.error();
  return conf;
}

}  // namespace

result<void> expand_includes(model::definition_text& text, const read_text& read,
                             const options& how, std::vector<std::string>& warnings) {
  if (text.xml.find("include") == std::string::npos) return {};
  const result<xml_document> document =
      xml_document::read({definition_file(text.app_path, entity_kind::coordinator)}, text.xml);
  if (!document) return document.error();
  const pugi::xml_node datasets = child(document->root(), "datasets");
  const std::vector<pugi::xml_node> includes = children(datasets, "include");
  if (includes.empty()) return {};
  std::vector<std::string> said_later;  // When the expanded text is understood.
  if (auto checked =
          coordinator_schema().check(*document, document->root(), how.reading, said_later);
      !checked)
    return checked.error();
  const result<model::configuration> conf = with_defaults(*document, how, text.conf);
  if (!conf) return conf.error();
  include_reader reader(*conf, read, how, warnings);
  for (const pugi::xml_node& each : children(datasets, "dataset"))
    reader.add_inline(attribute(each, "name"));
  std::string out;
  size_t copied = 0;
  for (const pugi::xml_node& each : includes) {
    const std::string_view name = each.name();
    const std::string prefix(name.substr(0, name.size() - local_name(each).size()));
    const auto [begin, end] = document->span(each);
    result<std::string> expanded = reader.expand(*document, each, prefix);
    if (!expanded) return expanded.error();
    const std::string_view old = std::string_view(text.xml).substr(begin, end - begin);
    out.append(text.xml, copied, begin - copied);
    out.append(static_cast<size_t>(std::count(old.begin(), old.end(), '\n')), '\n');
    out += *expanded;
    copied = end;
  }
  out.append(text.xml, copied);
  text.xml = std::move(out);
  return {};
}

}  // namespace foliot::parse
