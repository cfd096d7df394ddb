#include "store/node_pages.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "base/contract.hpp"
#include "store/archive.hpp"
#include "store/fields.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

constexpr uint32_t kept_bit = 0x80000000U;
constexpr size_t lists = 2;
constexpr size_t record_key_bytes = 23;

hash128 digest_of(const model::node_page& page) {
  return page.digest.get([&] { return hash_of(encode_page(page)); });
}

void append(const hash128& hash, std::string& out) { writer{out}(hash); }

hash128 digest_of_pages(const model::node_list& list) {
  std::string all;
  all.reserve(list.pages().size() * sizeof(hash128));
  for (const auto& page : list.pages()) append(digest_of(*page), all);
  return hash_of(all);
}

entity_id without_number(entity_id id) {
  id.number = 0;
  return id;
}

}  // namespace

void list_of_nodes(writer& out, const model::node_list& list) {
  out(uint64_t{list.size()});
  if (!out.of_head()) {
    for (const model::node_state& state : list) out(state);
    return;
  }
  if (!list.pages().empty()) out(digest_of_pages(list));
  for (const model::node_state& state : list.tail()) out(state);
}

void list_of_nodes(reader& in, model::node_list& list) {
  uint64_t size = 0;
  in(size);
  uint64_t here = size;
  if (in.of_head()) {
    if (size > model::no_node) return in.fail("a length is too large");
    const size_t pages = model::node_pages_of(size);
    hash128 digest;
    if (pages > 0) in(digest);
    in.note_pages({pages, digest});
    here -= pages * model::node_page_size;
  }
  if (here > in.rest().size()) return in.fail("a length is too large");
  for (uint64_t i = 0; i < here && !in.failed(); ++i) {
    model::node_state state;
    in(state);
    list.push_back(std::move(state));
  }
}

std::string page_key(const entity_id& id, paged_list list, size_t page) {
  entity_id key = id;
  key.number = static_cast<uint32_t>(page + 1) | (list == paged_list::kept ? kept_bit : 0U);
  return record_key(key);
}

bool is_page(const entity_id& key) { return key.kind == entity_kind::workflow && key.number != 0; }

bool is_head(std::string_view value) {
  return !value.empty() && (static_cast<uint8_t>(value.front()) & paged_mark) != 0;
}

std::string encode_page(const model::node_page& page) {
  std::string out(1, static_cast<char>(paged_mark | record_version));
  writer to(out, record_version);
  for (const model::node_state& state : page.states) to(state);
  return out;
}

result<std::vector<model::node_state>> decode_page(std::string_view bytes) {
  const auto version = paged_version(bytes, "a page of nodes");
  if (!version) return version.error();
  reader in(bytes.substr(1));
  in.is_of(*version);
  std::vector<model::node_state> out(model::node_page_size);
  for (model::node_state& state : out) in(state);
  if (in.failed() || !in.at_end())
    return corrupt(std::string("a page of nodes cannot be read: ") +
                   (in.failed() ? in.wrong() : "bytes are left over") + " at byte " +
                   std::to_string(in.position()));
  return out;
}

std::string encode_row(const record_view& record) {
  const auto* workflow = std::get_if<const model::workflow_record*>(&record);
  if (workflow == nullptr ||
      ((*workflow)->nodes.pages().empty() && (*workflow)->kept.pages().empty()))
    return encode_record(record);
  return encode_head(**workflow);
}

hash128 digest_of(const record_view& record, uint16_t core) {
  if (core >= core_of_pages) return hash_of(encode_row(record));
  return hash_of(encode_record(record, record_version_of_core(core)));
}

namespace {

void change_list(const entity_id& id, paged_list which, const model::node_list& before,
                 const model::node_list& after, bool stored, kv_batch& out) {
  static const model::node_list none;
  const auto differ = [](const model::node_page& old, const model::node_page& fresh) {
    return digest_of(old) != digest_of(fresh);
  };
  for (const size_t page : model::changed_pages(stored ? before : none, after, differ))
    out.put(table::record, page_key(id, which, page), encode_page(*after.pages()[page]));
  for (size_t page = after.pages().size(); page < before.pages().size(); ++page)
    out.erase(table::record, page_key(id, which, page));
}

}  // namespace

void change_pages(const entity_id& id, const model::workflow_record* before,
                  const model::workflow_record& after, bool stored, kv_batch& out) {
  static const model::workflow_record unborn;
  const model::workflow_record& old = before == nullptr ? unborn : *before;
  change_list(id, paged_list::nodes, old.nodes, after.nodes, stored, out);
  change_list(id, paged_list::kept, old.kept, after.kept, stored, out);
}

void erase_record(const entity_id& id, const model::any_record& record, kv_batch& out) {
  out.erase(table::record, record_key(id));
  if (const auto* workflow = std::get_if<model::workflow_record>(&record)) {
    static const model::workflow_record nothing;
    change_pages(id, workflow, nothing, true, out);
  }
}

// -- putting together -----------------------------------------------------------------------------

struct record_rows::unfinished {
  struct list {
    pages_named named;
    std::vector<model::node_list::page_pointer> pages;
    std::string digests;
  };

  joined_record made;
  std::array<list, lists> parts;

  model::workflow_record& record() { return std::get<model::workflow_record>(made.record); }
  /// The list whose page comes next; `lists` when all are there.
  size_t next() const {
    size_t at = 0;
    while (at < lists && parts[at].pages.size() == parts[at].named.first) ++at;
    return at;
  }
};

record_rows::record_rows() = default;
record_rows::record_rows(record_rows&&) noexcept = default;
record_rows& record_rows::operator=(record_rows&&) noexcept = default;
record_rows::~record_rows() = default;

result<void> record_rows::end() const {
  if (open_) return corrupt("the record of a workflow misses a page");
  return {};
}

result<std::optional<joined_record>> record_rows::take(std::string_view key,
                                                       std::string_view value) {
  const auto id = parse_record_key(key);
  if (!id) return corrupt("a key of a record cannot be read");
  if (is_page(*id)) return add_page(*id, value);
  if (auto whole = end(); !whole) return whole.error();
  return begin(*id, value);
}

result<std::optional<joined_record>> record_rows::begin(const entity_id& id,
                                                        std::string_view value) {
  auto row = decode_row(id.kind, value);
  if (!row) return std::move(row).error();
  joined_record made{id, std::move(row->record), record_key_bytes + value.size()};
  if (row->pages.empty()) return std::optional<joined_record>(std::move(made));
  FOLIOT_ASSERT(row->pages.size() == lists, "a head names the pages of each list");
  open_ = std::make_unique<unfinished>();
  open_->made = std::move(made);
  for (size_t i = 0; i < lists; ++i) open_->parts[i].named = row->pages[i];
  return std::optional<joined_record>();
}

result<std::optional<joined_record>> record_rows::add_page(const entity_id& key,
                                                           std::string_view value) {
  if (!open_ || open_->made.id != without_number(key)) {
    open_.reset();
    return corrupt("a page of nodes has no record");
  }
  const size_t at = open_->next();
  unfinished::list& list = open_->parts[at];
  if (record_key(key) != page_key(open_->made.id, static_cast<paged_list>(at), list.pages.size()))
    return corrupt("the record of a workflow misses a page");
  auto states = decode_page(value);
  if (!states) return std::move(states).error();
  auto page = std::make_shared<model::node_page>();
  page->states = std::move(*states);
  const hash128 digest = hash_of(value);
  append(digest, list.digests);
  // One of an older layout has other bytes when it is written again.
  if (static_cast<uint8_t>(value.front()) == (paged_mark | record_version))
    page->digest.get([&] { return digest; });
  list.pages.push_back(std::move(page));
  open_->made.bytes += record_key_bytes + value.size();
  if (open_->next() < lists) return std::optional<joined_record>();
  const std::unique_ptr<unfinished> done = std::move(open_);
  model::workflow_record& record = done->record();
  const std::array<model::node_list*, lists> whole{&record.nodes, &record.kept};
  for (size_t i = 0; i < lists; ++i) {
    unfinished::list& part = done->parts[i];
    if (part.pages.empty()) continue;
    if (hash_of(part.digests) != part.named.second)
      return corrupt("the pages of a workflow's record are not those that its head names");
    *whole[i] = model::node_list(std::move(part.pages), whole[i]->tail());
  }
  return std::optional<joined_record>(std::move(done->made));
}

result<void> each_record(const kv_store& store, std::string_view from, std::string_view to,
                         const std::function<bool(joined_record&&)>& visit) {
  record_rows rows;
  std::optional<failure> wrong;
  const auto scanned =
      store.scan(table::record, from, to, [&](std::string_view key, std::string_view value) {
        auto joined = rows.take(key, value);
        if (!joined) return wrong = std::move(joined).error(), false;
        return !*joined || visit(std::move(**joined));
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return rows.end();
}

result<std::optional<joined_record>> read_record(const kv_store& store, const entity_id& id) {
  const std::string key = record_key(id);
  const auto row = store.get(table::record, key);
  if (!row) return row.error();
  std::optional<joined_record> out;
  if (!*row) return out;
  if (!is_head(**row)) {
    auto record = decode_record(id.kind, **row);
    if (!record) return std::move(record).error();
    return std::optional<joined_record>(
        joined_record{id, std::move(*record), key.size() + (*row)->size()});
  }
  // One scan sees one moment; the head from above may be of an earlier one.
  const std::string end = prefix_end(key.substr(0, key.size() - sizeof id.number));
  const auto read = each_record(store, key, end, [&](joined_record&& found) {
    out = std::move(found);
    return true;
  });
  if (!read) return read.error();
  return out;
}

}  // namespace foliot::store
