#include "parse/schema.hpp"

#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "parse/embedded_schemas.hpp"
#include "parse/schema_sentences.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

std::string_view schema_text(const std::string& file) {
  for (const embedded_file& each : embedded_schemas())
    if (each.name == file) return each.text;
  FOLIOT_ASSERT(false, "every version has its schema");
  return {};
}

// What the readers of this folder accept with a warning of their own (rulings 0.7, 4.1, 4.2, 4.4).
bool is_told_by_reader(const xml_document& document, const finding& found) {
  const pugi::xml_node element = element_at(document, found.where);
  const std::string_view name = local_name(element);
  switch (found.what) {
    case finding::kind::unexpected_element: return name == "bundles" || name == "bundle";
    case finding::kind::missing_attribute: return name == "coordinator" && found.name == "name";
    case finding::kind::unknown_attribute:
      return name == "error" && found.name.starts_with("retry-");
    case finding::kind::value: return is_identifier(attribute(element, found.name.c_str()), true);
    default: return false;
  }
}

// The finding to tell: where a name is misspelt, that it is unknown says more than that the right
// one is missing.
const finding& most_telling(const std::vector<finding>& all) {
  const auto better = std::find_if(all.begin(), all.end(), [&](const finding& each) {
    return each.what == finding::kind::unknown_attribute && each.where == all.front().where;
  });
  return better == all.end() ? all.front() : *better;
}

}  // namespace

struct schema::edition {
  std::string version;
  std::string uri;
  std::string_view text;
  std::once_flag once;
  std::unique_ptr<xsd> rules;
  std::unique_ptr<vocabulary> words;
};

schema::schema(const language& table)
    : name_(table.name),
      root_(table.root),
      uri_(table.uri),
      lenient_(table.lenient),
      versions_(table.versions.size()) {
  const auto add = [&](const std::string& version, std::string uri) {
    auto made = std::make_unique<edition>();
    made->version = version;
    made->uri = std::move(uri);
    made->text = schema_text(name_ + "-" + version + ".xsd");
    editions_.push_back(std::move(made));
  };
  for (const std::string_view each : table.versions)
    add(std::string(each), uri_ + std::string(each));
  if (lenient_) add("any", "uri:foliot:" + name_ + ":any");
}

const schema::edition& schema::compiled(size_t index) const {
  edition& out = *editions_[index];
  std::call_once(out.once, [&out] {
    out.rules = std::make_unique<xsd>(out.text);
    out.words = std::make_unique<vocabulary>(out.text);
  });
  return out;
}

std::vector<std::string> schema::uris() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < versions_; ++i) out.push_back(editions_[i]->uri);
  return out;
}

// One check of one document.
struct schema::attempt {
  const schema& of;
  const xml_document& document;
  pugi::xml_node root;
  size_t version;

  std::vector<finding> check(size_t as) const {
    const edition& by = of.compiled(as);
    return by.rules->check(document.accepted(root), of.editions_[version]->uri, by.uri);
  }

  // In our words, at its own place: an attribute's or a text's rather than its element's.
  failure sentence(const schema_sentences& words, const finding& each) const {
    failure out = words.describe(each);
    const pugi::xml_node element = element_at(document, each.where);
    if (each.what == finding::kind::unknown_attribute || each.what == finding::kind::value)
      out.place = document.place({element, each.name});
    if (each.what != finding::kind::text) return out;
    out.place = document.place(document.text_at(element));
    if (out.remedy.empty()) out.remedy = "Remove the text";
    return out;
  }

  failure refuse(const std::vector<finding>& found, size_t as,
                 std::vector<failure>* refusals) const {
    const schema_sentences words(document, root, *of.compiled(as).words);
    const finding& first = most_telling(found);
    failure out = sentence(words, first);
    if (refusals == nullptr) return out;
    refusals->push_back(out);
    for (const finding& each : found)
      if (&each != &first && !is_misspelt(each, found) && refusals->size() < refusals_told_max)
        refusals->push_back(sentence(words, each));
    return out;
  }

  // Whether an attribute is missing only because another one of that element is it, misspelt.
  static bool is_misspelt(const finding& missing, const std::vector<finding>& found) {
    if (missing.what != finding::kind::missing_attribute) return false;
    return std::any_of(found.begin(), found.end(), [&](const finding& each) {
      return each.what == finding::kind::unknown_attribute && each.where == missing.where &&
             !nearest(each.name, {missing.name}).empty();
    });
  }

  // The version that accepts the document as it is, a later one if there is one; else versions_.
  size_t find_version() const {
    for (size_t at = version + 1; at < of.versions_; ++at)
      if (check(at).empty()) return at;
    for (size_t at = version; at-- > 0;)
      if (check(at).empty()) return at;
    return of.versions_;
  }

  // What this document's version lacks, and where it is.
  std::string warning(const finding& found, size_t accepted_by) const {
    const std::string own = of.editions_[version]->uri;
    const schema_sentences mine(document, root, *of.compiled(version).words);
    failure out = sentence(mine, found);
    const std::string subject = mine.subject(found);
    std::vector<size_t> having;
    for (size_t at = 0; at < of.versions_; ++at)
      if (!subject.empty() &&
          schema_sentences(document, root, *of.compiled(at).words).offers(found))
        having.push_back(at);
    if (!having.empty() && std::find(having.begin(), having.end(), version) == having.end()) {
      const bool lasts = having.back() + 1 == of.versions_;
      out.sentence = subject + " belongs to " + of.editions_[having.front()]->uri +
                     (lasts ? " and later" : "") + ", this document is " + own;
    }
    if (accepted_by >= of.versions_ && !having.empty()) accepted_by = having.front();
    if (accepted_by < of.versions_) {
      out.remedy = "Change the namespace to " + of.editions_[accepted_by]->uri;
    }
    out.oozie.clear();
    return out.text();
  }
};

result<size_t> schema::check(const xml_document& document, const pugi::xml_node& root,
                             dialect reading, std::vector<std::string>& warnings,
                             std::vector<failure>* all) const {
  const std::string uri = namespace_of(root);
  const auto refused = [&](failure error) {
    if (all != nullptr) all->push_back(error);
    return error;
  };
  if (local_name(root) != root_)
    return refused(document.error(
        root, "E0701",
        "the root element is <" + std::string(root.name()) + ">, not <" + root_ + ">",
        "Give the path of a " + name_ + " definition"));
  const std::vector<std::string> known = uris();
  const auto own = std::find(known.begin(), known.end(), uri);
  if (own == known.end()) {
    // Of versions none is nearest: the newest is meant as soon as any.
    std::string remedy = uri.starts_with(uri_) ? std::string() : did_you_mean(uri, known);
    if (remedy.empty()) remedy = "Write xmlns=\"" + known.back() + "\"";
    return refused(document.error(
        {root, "xmlns"}, "E0701",
        uri.empty() ? "<" + root_ + "> has no namespace" : "unknown namespace " + quoted(uri),
        remedy));
  }
  const size_t version = static_cast<size_t>(own - known.begin());
  const attempt here{*this, document, root, version};
  const std::vector<finding> found = here.check(version);
  if (found.empty()) return version;
  if (reading == dialect::oozie) return here.refuse(found, version, all);
  size_t accepted_by = here.find_version();
  if (accepted_by == versions_) {
    const size_t last = editions_.size() - 1;
    const std::vector<finding> still = here.check(last);
    if (!still.empty()) return here.refuse(still, last, all);
  }
  for (const finding& each : found)
    if (!is_told_by_reader(document, each)) warnings.push_back(here.warning(each, accepted_by));
  return version;
}

const schema& bundle_schema() {
  static const schema rules({"bundle", "bundle-app", "uri:oozie:bundle:", {"0.1", "0.2"}, true});
  return rules;
}

const schema& coordinator_schema() {
  static const schema rules({"coordinator",
                             "coordinator-app",
                             "uri:oozie:coordinator:",
                             {"0.1", "0.2", "0.3", "0.4", "0.5"},
                             true});
  return rules;
}

const schema& workflow_schema() {
  static const schema rules({"workflow",
                             "workflow-app",
                             "uri:oozie:workflow:",
                             {"0.1", "0.2", "0.2.5", "0.3", "0.4", "0.4.5", "0.5", "1.0"},
                             true});
  return rules;
}

const schema& service_level_schema() {
  static const schema rules({"sla", "info", "uri:oozie:sla:", {"0.1", "0.2"}});
  return rules;
}

const schema* action_schema(std::string_view type) {
  static const std::array<language, 9> tables{{
      {"shell", "shell", "uri:oozie:shell-action:", {"0.1", "0.2", "0.3", "1.0"}},
      {"ssh", "ssh", "uri:oozie:ssh-action:", {"0.1", "0.2"}},
      {"email", "email", "uri:oozie:email-action:", {"0.1", "0.2"}},
      {"hive", "hive", "uri:oozie:hive-action:", {"0.2", "0.3", "0.4", "0.5", "0.6", "1.0"}},
      {"hive2", "hive2", "uri:oozie:hive2-action:", {"0.1", "0.2", "1.0"}},
      {"spark", "spark", "uri:oozie:spark-action:", {"0.1", "0.2", "1.0"}},
      {"sqoop", "sqoop", "uri:oozie:sqoop-action:", {"0.2", "0.3", "0.4", "1.0"}},
      {"distcp", "distcp", "uri:oozie:distcp-action:", {"0.1", "0.2", "1.0"}},
      {"git", "git", "uri:oozie:git-action:", {"1.0"}},
  }};
  static const auto all = [] {
    std::map<std::string, std::unique_ptr<schema>, std::less<>> out;
    for (const language& each : tables)
      out.emplace(std::string(each.name), std::make_unique<schema>(each));
    return out;
  }();
  const auto found = all.find(type);
  return found == all.end() ? nullptr : found->second.get();
}

}  // namespace foliot::parse
