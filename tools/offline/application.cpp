#include "tools/offline/application.hpp"

#include <filesystem>

#include "parse/definitions.hpp"
#include "parse/location.hpp"
#include "parse/submission.hpp"
#include "tools/offline/files.hpp"
#include "tools/offline/nearby_files.hpp"

namespace foliot::offline {

namespace {

/// What coordinators see as oozie.bundle.id; there is no job.
constexpr const char* bundle_id = "preview-B";

class loader {
 public:
  loader(const std::string& file, std::string whole)
      : file_(file),
        whole_(std::move(whole)),
        files_(std::filesystem::path(file).parent_path(), definition_reader()),
        read_(files_.reader()) {
    how_.paths = parse::path_rule::any_host;
  }

  result<loaded_application> load(const model::configuration& conf) {
    auto done = prepare(conf);
    if (!done) {
      failure error = std::move(done).error();
      error.place = as_typed(std::move(error.place));
      error.sentence = as_typed(std::move(error.sentence));
      return error;
    }
    for (const auto& [path, here] : files_.found())
      out_.warnings.push_back(path + " is not on this host; this shows " + here + " instead");
    return std::move(out_);
  }

 private:
  result<void> prepare(const model::configuration& conf) {
    auto job = parse::prepare(conf, read_, how_);
    if (!job) return std::move(job).error();
    out_.kind = job->text.kind;
    out_.name = job->name;
    return out_.kind == entity_kind::bundle ? members(*job) : coordinator(*job, file_);
  }

  /// `text` with the definition called as the user called it.
  std::string as_typed(std::string text) const {
    for (size_t at = text.find(whole_); at != std::string::npos && !whole_.empty();
         at = text.find(whole_, at + file_.size()))
      text.replace(at, whole_.size(), file_);
    return text;
  }

  result<void> coordinator(parse::submission& job, const std::string& file) {
    add_warnings(job);
    const auto made = known_.coordinator(job.text);
    if (!made) return made.error();
    out_.coordinators.push_back({file, **made});
    return {};
  }

  result<void> members(parse::submission& job) {
    add_warnings(job);
    const auto bundle = known_.bundle(job.text);
    if (!bundle) return bundle.error();
    out_.kick_off = (*bundle)->kick_off;
    for (size_t i = 0; i < (*bundle)->coordinators.size(); ++i) {
      const model::bundle_child& child = (*bundle)->coordinators[i];
      if (!child.enabled) continue;
      auto made = parse::prepare_coordinator(job.text, **bundle, i, bundle_id, read_, how_);
      if (!made) return std::move(made).error();
      const std::string path = parse::definition_file(child.app_path, entity_kind::coordinator);
      const auto found = files_.found().find(path);
      const std::string& file = found == files_.found().end() ? path : found->second;
      if (auto done = coordinator(*made, file); !done) return done;
    }
    if (out_.coordinators.empty())
      return failure{errc::bad_input,
                     "no coordinator of the bundle is enabled: it fails at its start", "E1318",
                     file_, "Enable one"};
    return {};
  }

  void add_warnings(parse::submission& job) {
    for (std::string& each : job.warnings) out_.warnings.push_back(as_typed(std::move(each)));
  }

  const std::string& file_;
  std::string whole_;  ///< Its path as the job names it.
  nearby_files files_;
  parse::read_text read_;
  parse::options how_;
  parse::cached_definitions known_{time::processing_zone{}};
  loaded_application out_;
};

}  // namespace

result<loaded_application> load_application(const std::string& file,
                                            const model::configuration& conf) {
  // A path that is not there is said by prepare.
  std::error_code ignored;
  const auto whole = std::filesystem::canonical(file, ignored);
  return loader(file, whole.string()).load(conf);
}

}  // namespace foliot::offline
