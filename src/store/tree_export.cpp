#include "store/tree_export.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/visible.hpp"
#include "model/entity_fold.hpp"
#include "store/epoch_rows.hpp"
#include "store/epochs.hpp"
#include "store/journal_scan.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/record_shape.hpp"
#include "store/replay_definitions.hpp"
#include "store/rewrite.hpp"
#include "store/step_batch.hpp"
#include "store/tree_fold.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// Definitions that are at hand.
class given_definitions final : public model::definition_source {
 public:
  explicit given_definitions(const model::definitions& understands) : understands_(understands) {}

  void add(const hash128& hash, model::definition_text text) {
    texts_.emplace(hash, std::make_shared<const model::definition_text>(std::move(text)));
  }
  result<std::shared_ptr<const model::definition_text>> text(const hash128& hash) override {
    const auto found = texts_.find(hash);
    if (found == texts_.end())
      return failure{errc::not_found, "definition " + to_hex(hash) + " is not stored", "", "", ""};
    return found->second;
  }
  result<std::shared_ptr<const model::bundle_definition>> bundle(const hash128& hash) override {
    const auto source = text(hash);
    if (!source) return source.error();
    return understands_.bundle(**source);
  }
  result<std::shared_ptr<const model::coordinator_definition>> coordinator(
      const hash128& hash) override {
    const auto source = text(hash);
    if (!source) return source.error();
    return understands_.coordinator(**source);
  }
  result<std::shared_ptr<const model::workflow_definition>> workflow(const hash128& hash) override {
    const auto source = text(hash);
    if (!source) return source.error();
    return understands_.workflow(**source);
  }

 private:
  const model::definitions& understands_;
  std::map<hash128, std::shared_ptr<const model::definition_text>> texts_;
};

/// What became of one entry on one of the two ways.
struct followed {
  model::status state = model::status::none;
  hash128 digest;
  hash128 shape;      ///< What words do not change (record_shape.hpp).
  std::string codes;  ///< Of errors.
};

/// What all entries led to on one of the two ways, by sequence.
using way = std::map<uint64_t, followed>;

const followed* step_of(const way& along, uint64_t sequence) {
  const auto found = along.find(sequence);
  return found == along.end() ? nullptr : &found->second;
}

/// Notes each step in `along`. `hashes`: of definitions, each with that of its other text.
model::entity_fold::step_fn noting(way& along, const std::map<hash128, hash128>& hashes) {
  return [&along, &hashes](const model::journal_entry& entry, const model::any_record& before,
                           const model::any_record& after) {
    const model::any_record news = news_of(before, after);
    along[entry.sequence] = {model::state_of(after), digest_of(view(after), model::core_version),
                             shape_of(news, hashes), codes_in(news)};
  };
}

/// How the second way parts from the first; "": it does not.
std::string difference(const followed& was, const followed& is, word_map& words) {
  if (was.state != is.state)
    return "it leads to " + std::string(model::name(is.state)) + " instead of " +
           std::string(model::name(was.state));
  if (words.text(was.codes) != is.codes)
    return "its error codes are " + visible(is.codes) + " instead of " + visible(was.codes);
  return was.shape == is.shape ? "" : "it leads to another record";
}

class exporter {
 public:
  exporter(const kv_store& store, const model::definitions& definitions, job_number root,
           word_map words)
      : store_(store),
        root_(root),
        words_(std::move(words)),
        old_definitions_(store, definitions),
        new_definitions_(definitions),
        old_fold_(old_definitions_, old_ids_, noting(as_stored_, hashes_)),
        new_fold_(new_definitions_, new_ids_, noting(in_words_, hashes_)) {
    old_definitions_.enter(partition, root);
  }

  result<tree_export> write() {
    for (const auto part :
         {&exporter::name_epochs, &exporter::write_definitions, &exporter::fold_both,
          &exporter::write_journal, &exporter::write_records, &exporter::write_notes})
      if (auto done = (this->*part)(); !done) return std::move(done).error();
    return std::move(out_);
  }

 private:
  result<void> name_epochs() {
    auto old_ids = load_epochs(store_);
    if (!old_ids) return std::move(old_ids).error();
    old_ids_ = std::move(*old_ids);
    auto epochs = rename_epochs(store_, [this](const std::string& id) { return words_.text(id); });
    if (!epochs) return std::move(epochs).error();
    out_.rows = std::move(epochs->rows);
    new_ids_ = std::move(epochs->ids);
    return {};
  }

  result<void> write_definitions() {
    const std::string prefix = tree_prefix(partition, root_);
    std::optional<failure> wrong;
    auto scanned = store_.scan(table::definition, prefix, prefix_end(prefix),
                               [&](std::string_view /*key*/, std::string_view value) {
                                 auto text = decode_definition(value);
                                 if (!text) return wrong = std::move(text).error(), false;
                                 text->xml = words_.xml(text->xml);
                                 text->app_path = words_.text(text->app_path);
                                 text->name = words_.text(text->name);
                                 rewriter{words_, hashes_}(text->conf);
                                 auto [hash, row] = definition_change(partition, root_, *text);
                                 hashes_.emplace(hash_of(value), hash);
                                 new_definitions_.add(hash, std::move(*text));
                                 out_.rows.push_back(std::move(row));
                                 return true;
                               });
    if (!scanned) return scanned;
    return wrong ? result<void>(*wrong) : result<void>();
  }

  /// Where the fold of the store has just that record, it is what the other fold has: the rules'
  /// own sentences stay as the rules write them.
  model::any_record in_other_words(const entity_id& id, model::any_record record) {
    const model::any_record* was = old_fold_.record(id);
    const model::any_record* is = new_fold_.record(id);
    if (was != nullptr && is != nullptr && *was == record &&
        model::version_of(*is) == model::version_of(record))
      return *is;
    rewriter rewrite(words_, hashes_);
    std::visit([&](auto& content) { rewrite(content); }, record);
    return record;
  }

  /// In the other words; its digest is that of the store yet.
  model::journal_entry rewritten(model::journal_entry entry) {
    rewriter rewrite(words_, hashes_);
    if (entry.snapshot) {
      entry.snapshot =
          std::make_shared<const model::any_record>(in_other_words(entry.entity, *entry.snapshot));
    } else {
      std::visit([&](auto& content) { rewrite(content); }, entry.event);
    }
    rewrite(entry.definition);
    entry.why.user = words_.text(entry.why.user);
    entry.why.address.clear();
    entry.why.request_id.clear();
    return entry;
  }

  result<void> fold_both() {
    std::optional<failure> wrong;
    auto scanned = scan_journal(
        store_, partition, root_, 0, [](uint64_t, const entry_head&) { return entry_use::take; },
        [&](const model::journal_entry& entry) {
          if (entries_.size() >= export_entries_max) {
            wrong = failure{
                errc::too_large,
                "the tree has more than " + std::to_string(export_entries_max) + " journal entries",
                "", "", "Copy the data directory instead"};
            return false;
          }
          const auto taken = old_fold_.take(entry);
          if (!taken && out_.first_broken.empty()) out_.first_broken = taken.error().sentence;
          entries_.push_back(rewritten(entry));
          stored_digests_.push_back(entry.core == model::core_version ? entry.digest : hash128{});
          const auto other = new_fold_.take(entries_.back());
          if (taken && !other) wrong = otherwise(entry, other.error().sentence);
          return !wrong;
        });
    if (!scanned) return scanned;
    if (wrong) return *wrong;
    if (entries_.empty())
      return failure{errc::not_found, "there is no journal of that job", "", "",
                     "List the jobs with 'foliot list'"};
    for (size_t i = 0; i < entries_.size(); ++i)
      if (auto same = settle(i); !same) return same;
    return {};
  }

  /// Gives the entry its new digest, where both ways went the same.
  result<void> settle(size_t at) {
    model::journal_entry& entry = entries_[at];
    const followed* was = step_of(as_stored_, entry.sequence);
    const followed* is = step_of(in_words_, entry.sequence);
    if (entry.snapshot) return {};
    const bool known = was != nullptr && is != nullptr;
    if (known)
      if (const std::string what = difference(*was, *is, words_); !what.empty())
        return otherwise(entry, what);
    const bool right =
        known && (stored_digests_[at] == hash128{} || stored_digests_[at] == was->digest);
    // What differs in the store differs in the report.
    entry.digest = right ? is->digest : hash128{};
    entry.core = model::core_version;
    if (!right) ++out_.broken;
    return {};
  }

  failure otherwise(const model::journal_entry& entry, const std::string& what) const {
    return {errc::unsupported,
            "with its words replaced entry " + std::to_string(entry.sequence) + " (" +
                std::string(model::event_name(entry.event)) + ") of " +
                old_ids_.text(entry.entity) + " goes another way: " + what,
            "", "", "Export it without --anonymise, and look at what you send"};
  }

  result<void> write_journal() {
    uint64_t last = 0;
    for (const model::journal_entry& entry : entries_) {
      out_.rows.push_back(
          {table::journal, journal_key(partition, root_, entry.sequence), encode_entry(entry)});
      last = entry.sequence;
    }
    out_.rows.push_back(sequence_change(partition, last));
    out_.entries = entries_.size();
    return {};
  }

  /// The stored records in the other words, with the rows by which jobs are found.
  result<void> write_records() {
    const std::string prefix = tree_prefix(partition, root_);
    return each_record(store_, prefix, prefix_end(prefix), [this](joined_record&& job) {
      job.record = in_other_words(job.id, std::move(job.record));
      const model::cause why;
      const encoded_step rows = encode_step(
          {job.id, std::nullopt, view(job.record), event_of(job.id.kind), {}, &why, ""});
      for (const kv_view row : rows.changes)
        if (row.value)
          out_.rows.push_back({row.where, std::string(row.key), std::string(*row.value)});
      return true;
    });
  }
  /// Any event of that kind: only the rows beside the journal are wanted.
  static event_view event_of(entity_kind kind) {
    static const model::bundle_event bundle{};
    static const model::coordinator_event coordinator{};
    static const model::action_event action{};
    static const model::workflow_event workflow{};
    switch (kind) {
      case entity_kind::bundle: return &bundle;
      case entity_kind::coordinator: return &coordinator;
      case entity_kind::action: return &action;
      default: return &workflow;
    }
  }

  result<void> write_notes() {
    const std::string prefix = tree_prefix(partition, root_);
    std::optional<failure> wrong;
    auto scanned = store_.scan(table::quarantine, prefix, prefix_end(prefix),
                               [&](std::string_view, std::string_view value) {
                                 auto note = decode_note(value);
                                 if (!note) return wrong = std::move(note).error(), false;
                                 note->why = words_.text(note->why);
                                 out_.rows.push_back(quarantine_change(*note));
                                 return true;
                               });
    if (!scanned) return scanned;
    return wrong ? result<void>(*wrong) : result<void>();
  }

  const kv_store& store_;
  job_number root_;
  word_map words_;
  replay_definitions old_definitions_;
  given_definitions new_definitions_;
  wire_ids old_ids_;
  wire_ids new_ids_;
  std::map<hash128, hash128> hashes_;
  way as_stored_;
  way in_words_;
  tree_fold old_fold_;
  tree_fold new_fold_;
  std::vector<model::journal_entry> entries_;
  std::vector<hash128> stored_digests_;  ///< Zero where another core wrote the entry.
  tree_export out_;
};

}  // namespace

result<tree_export> export_tree(const kv_store& store, const model::definitions& definitions,
                                job_number root, word_map words) {
  return exporter(store, definitions, root, std::move(words)).write();
}

}  // namespace foliot::store
