#include "http/history.hpp"

#include <deque>
#include <map>
#include <utility>
#include <variant>

#include "model/entity_fold.hpp"
#include "model/moves.hpp"

namespace foliot::http {

namespace {

/// Collects the events of one entity.
class history_reader {
 public:
  history_reader(const catalogue& from, const found_entity& entity, const history_query& query)
      : from_(from),
        entity_(entity),
        query_(query),
        definitions_(from.reader(), from.definitions(), entity.id.root),
        fold_(context_of()) {}

  result<history_page> read() {
    const auto seen = from_.reader().journal_of(
        entity_.id, 0, [this](const model::journal_entry& entry) { return take(entry); });
    if (!seen) return seen.error();
    out_.events.assign(std::make_move_iterator(kept_.begin()),
                       std::make_move_iterator(kept_.end()));
    if (auto named = name_causes(); !named) return named.error();
    return std::move(out_);
  }

 private:
  model::fold_context context_of() {
    return {entity_.id, entity_.wire, &definitions_, [this]() -> result<model::coordinator_record> {
              auto job = from_.reader().record(coordinator_of(entity_.id));
              if (!job) return std::move(job).error();
              if (!*job) return failure{errc::not_found, "its coordinator is gone", "", "", ""};
              return std::get<model::coordinator_record>(std::move(**job));
            }};
  }

  /// False: the page is full.
  bool take(const model::journal_entry& entry) {
    history_event event;
    event.sequence = entry.sequence;
    event.now = entry.now;
    event.version = entry.version;
    event.name = entry.snapshot ? "snapshot" : std::string(model::event_name(entry.event));
    event.what = entry.snapshot ? "what was older than " + std::to_string(entry.version) +
                                      " steps in was purged"
                                : model::describe(entry.event);
    event.why = entry.why;
    bool shown = entity_.node.empty();
    const auto followed =
        fold_.take(entry, [&](const model::journal_entry& of, const model::any_record& before,
                              const model::any_record& after) {
          if (of.sequence != entry.sequence) return;  // waited for the snapshot: it was told before
          shown = moved(of, before, after, event);
        });
    if (!followed && out_.unfollowed.empty()) out_.unfollowed = followed.error().text();
    return !shown || keep(std::move(event));
  }

  /// Sets the statuses; whether the event is one of this history.
  bool moved(const model::journal_entry& entry, const model::any_record& before,
             const model::any_record& after, history_event& event) {
    if (entity_.node.empty()) {
      event.from = status_name(before);
      event.to = status_name(after);
      return true;
    }
    const model::node_state* now = node_in(after, entry.definition);
    const model::node_state* then = node_in(before, before_hash_);
    before_hash_ = entry.definition;
    const bool same = now == nullptr ? then == nullptr : then != nullptr && *now == *then;
    if (same) return false;
    if (then != nullptr) event.from = model::name(then->state);
    if (now != nullptr) event.to = model::name(now->state);
    return true;
  }
  static std::string status_name(const model::any_record& record) {
    const model::status state = model::state_of(record);
    return state == model::status::none ? "" : std::string(model::name(state));
  }
  const model::node_state* node_in(const model::any_record& record, const hash128& hash) {
    auto known = nodes_.find(hash);
    if (known == nodes_.end()) {
      const auto definition = definitions_.workflow(hash);
      known = nodes_.emplace(hash, definition ? (*definition)->find(entity_.node) : model::no_node)
                  .first;
    }
    if (known->second == model::no_node) return nullptr;
    return model::find_node(std::get<model::workflow_record>(record), known->second);
  }

  bool keep(history_event event) {
    if (!query_.from) {
      kept_.push_back(std::move(event));
      if (kept_.size() > query_.length) {
        kept_.pop_front();
        ++out_.older;
      }
      return true;
    }
    if (event.sequence < *query_.from) return ++out_.older, true;
    if (kept_.size() == query_.length) return out_.next = event.sequence, false;
    kept_.push_back(std::move(event));
    return true;
  }

  /// What the causing entries were, where they stand in this tree.
  result<void> name_causes() {
    std::map<uint64_t, std::pair<std::string, std::string>> known;
    for (history_event& event : out_.events) {
      if (event.why.sequence == 0) continue;
      auto cause = known.find(event.why.sequence);
      if (cause == known.end()) {
        cause = known.emplace(event.why.sequence, std::pair<std::string, std::string>{}).first;
        const auto found = from_.reader().journal(
            entity_.id.root, event.why.sequence, [&](const model::journal_entry& entry) {
              if (entry.sequence == event.why.sequence && !entry.snapshot)
                cause->second = {from_.reader().ids().text(entry.entity),
                                 model::describe(entry.event)};
              return false;
            });
        if (!found) return found.error();
      }
      event.because_of = cause->second.first;
      event.because = cause->second.second;
    }
    return {};
  }

  const catalogue& from_;
  const found_entity& entity_;
  const history_query& query_;
  model::tree_definitions definitions_;
  model::entity_fold fold_;
  history_page out_;
  std::deque<history_event> kept_;
  std::map<hash128, model::node_index> nodes_;  ///< The asked node, by definition.
  hash128 before_hash_;                         ///< Definition of the newest step.
};

}  // namespace

result<history_page> history_of(const catalogue& from, const found_entity& entity,
                                const history_query& query) {
  return history_reader(from, entity, query).read();
}

}  // namespace foliot::http
