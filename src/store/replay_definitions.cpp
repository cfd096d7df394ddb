#include "store/replay_definitions.hpp"

#include <optional>
#include <string>
#include <utility>

#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

/// Understood definitions that are kept at a time: an engine's trees share few texts.
constexpr size_t understood_max = 1'000;

}  // namespace

void replay_definitions::enter(uint16_t partition, job_number root) {
  partition_ = partition;
  root_ = root;
  texts_.clear();
}

result<std::shared_ptr<const model::definition_text>> replay_definitions::text(
    const hash128& hash) {
  if (const auto known = texts_.find(hash); known != texts_.end()) return known->second;
  const auto row = store_.get(table::definition, definition_key(partition_, root_, hash));
  if (!row) return row.error();
  if (!row.value())
    return failure{errc::not_found, "definition " + to_hex(hash) + " is not stored", "", "", ""};
  if (hash_of(*row.value()) != hash)
    return corrupt("definition " + to_hex(hash) + " is not what was stored under that name");
  auto text = decode_definition(*row.value());
  if (!text) return std::move(text.error());
  auto out = std::make_shared<const model::definition_text>(std::move(text.value()));
  texts_.emplace(hash, out);
  return out;
}

template <class T, class Understand>
result<std::shared_ptr<const T>> replay_definitions::understood(by_hash<T>& known,
                                                                const hash128& hash,
                                                                const Understand& understand) {
  const auto source = text(hash);  // even when understood before: this tree has to hold it
  if (!source) return source.error();
  if (const auto found = known.find(hash); found != known.end()) return found->second;
  auto out = understand(**source);
  if (!out) return std::move(out.error());
  if (known.size() >= understood_max) known.clear();
  known.emplace(hash, out.value());
  return out;
}

result<std::shared_ptr<const model::bundle_definition>> replay_definitions::bundle(
    const hash128& hash) {
  return understood(bundles_, hash, [&](const auto& text) { return understands_.bundle(text); });
}

result<std::shared_ptr<const model::coordinator_definition>> replay_definitions::coordinator(
    const hash128& hash) {
  return understood(coordinators_, hash,
                    [&](const auto& text) { return understands_.coordinator(text); });
}

result<std::shared_ptr<const model::workflow_definition>> replay_definitions::workflow(
    const hash128& hash) {
  return understood(workflows_, hash,
                    [&](const auto& text) { return understands_.workflow(text); });
}

}  // namespace foliot::store
