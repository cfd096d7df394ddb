#include "store/codec.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"
#include "store/archive.hpp"
#include "store/entry_head.hpp"
#include "store/fields.hpp"

namespace foliot::store {

namespace {

constexpr size_t usual_bytes = 192;  // most values are smaller: one allocation each

// Which optional parts a journal entry has. On disk.
struct entry_parts {
  bool caused = false;   ///< cause::sequence
  bool asked = false;    ///< cause::user, address, request_id
  bool defined = false;  ///< definition
  bool whole = false;    ///< A snapshot: the record stands in place of the event.
};

failure wrong(const std::string& what, const reader& in) {
  return corrupt(what + " cannot be read: " + (in.failed() ? in.wrong() : "bytes are left over") +
                 " at byte " + std::to_string(in.position()));
}

/// Takes the version byte off `in`.
result<uint8_t> open(reader& in, uint8_t known, const std::string& what) {
  const uint8_t first = in.at_end() ? uint8_t{0} : static_cast<uint8_t>(in.rest().front());
  if ((first & paged_mark) != 0 && (first & ~paged_mark) <= known)
    return corrupt(what + " is only a part of one");
  uint8_t version = 0;
  if (!in.at_end()) in(version);
  if (version == 0) return corrupt(what + " has no version");
  if (version > known) return too_new(what, version, known);
  in.is_of(version);
  return version;
}

template <class T>
result<T> close(reader& in, T value, const std::string& what) {
  if (in.failed() || !in.at_end()) return wrong(what, in);
  return value;
}

template <class T>
std::string encode_versioned(uint8_t version, const T& value) {
  std::string out;
  out.reserve(usual_bytes);
  writer{out, version}(version, value);
  return out;
}

template <class Value, class T>
result<Value> decode_versioned(uint8_t known, std::string_view bytes, const std::string& what) {
  reader in(bytes);
  if (const auto version = open(in, known, what); !version) return version.error();
  T value{};
  in(value);
  return close<Value>(in, Value(std::move(value)), what);
}

template <class Event>
result<model::any_event> finish_event(reader& in) {
  Event event{};
  in(event);
  return close<model::any_event>(in, model::any_event(std::move(event)), "an event");
}

/// `job` as a difference to its root, which is small within one start of the engine.
int64_t distance(job_number job, job_number root) { return static_cast<int64_t>(job - root); }

}  // namespace

failure corrupt(const std::string& what) {
  return {errc::corrupt, what, "", "",
          "Stop the engine and restore the data directory from a copy; nothing was changed"};
}

failure too_new(const std::string& what, uint32_t version, uint32_t known) {
  return {errc::too_new,
          what + " has format " + std::to_string(version) + ", this Foliot knows up to " +
              std::to_string(known),
          "", "", "Start the version of Foliot that wrote it, or a later one"};
}

record_view view(const model::any_record& record) {
  return std::visit([](const auto& content) { return record_view(&content); }, record);
}

event_view view(const model::any_event& event) {
  return std::visit([](const auto& content) { return event_view(&content); }, event);
}

// The order of the views is that of the kinds.
entity_kind kind_of(const record_view& record) {
  return static_cast<entity_kind>(record.index() + 1);
}
entity_kind kind_of(const event_view& event) { return static_cast<entity_kind>(event.index() + 1); }

std::string encode_record(const record_view& record) {
  return encode_record(record, record_version);
}

std::string encode_record(const record_view& record, uint8_t version) {
  FOLIOT_ASSERT(version >= 1 && version <= record_version, "a known layout");
  return std::visit(
      [&](const auto* content) {
        FOLIOT_ASSERT(content != nullptr, "a record to encode");
        return encode_versioned(version, *content);
      },
      record);
}

uint8_t record_version_of_core(uint16_t core) {
  return static_cast<uint8_t>(std::clamp<uint16_t>(core, 1, record_version));
}

std::string encode_record(const model::any_record& record) { return encode_record(view(record)); }

result<model::any_record> decode_record(entity_kind kind, std::string_view bytes) {
  using any = model::any_record;
  switch (kind) {
    case entity_kind::bundle:
      return decode_versioned<any, model::bundle_record>(record_version, bytes,
                                                         "the record of a bundle");
    case entity_kind::coordinator:
      return decode_versioned<any, model::coordinator_record>(record_version, bytes,
                                                              "the record of a coordinator");
    case entity_kind::action:
      return decode_versioned<any, model::action_record>(record_version, bytes,
                                                         "the record of an action");
    case entity_kind::workflow:
      return decode_versioned<any, model::workflow_record>(record_version, bytes,
                                                           "the record of a workflow");
    case entity_kind::none: break;
  }
  return corrupt("a record has no kind");
}

std::string encode_head(const model::workflow_record& record) {
  std::string out(1, static_cast<char>(paged_mark | record_version));
  writer{out, record_version, true}(record);
  return out;
}

result<uint8_t> paged_version(std::string_view bytes, const std::string& what) {
  const uint8_t first = bytes.empty() ? uint8_t{0} : static_cast<uint8_t>(bytes.front());
  const auto version = static_cast<uint8_t>(first & ~paged_mark);
  if (version == first || version == 0) return corrupt(what + " has no version");
  if (version > record_version) return too_new(what, version, record_version);
  return version;
}

result<decoded_row> decode_row(entity_kind kind, std::string_view bytes) {
  const uint8_t first = bytes.empty() ? uint8_t{0} : static_cast<uint8_t>(bytes.front());
  if ((first & paged_mark) == 0 || kind != entity_kind::workflow) {
    auto record = decode_record(kind, bytes);
    if (!record) return std::move(record.error());
    return decoded_row{std::move(record.value()), {}};
  }
  const std::string what = "the record of a workflow";
  const auto version = paged_version(bytes, what);
  if (!version) return version.error();
  reader in(bytes.substr(1));
  in.is_of(*version);
  in.is_head();
  model::workflow_record record;
  in(record);
  if (in.failed() || !in.at_end()) return wrong(what, in);
  const bool any = std::any_of(in.pages().begin(), in.pages().end(),
                               [](const pages_named& list) { return list.first > 0; });
  if (!any) return corrupt(what + " is a head without pages");
  return decoded_row{std::move(record), in.pages()};
}

std::string encode_event(const event_view& event) {
  std::string out;
  writer to(out);
  to(event_version, kind_of(event));
  std::visit(
      [&](const auto* content) {
        FOLIOT_ASSERT(content != nullptr, "an event to encode");
        to(*content);
      },
      event);
  return out;
}

std::string encode_event(const model::any_event& event) { return encode_event(view(event)); }

result<model::any_event> decode_event(std::string_view bytes) {
  reader in(bytes);
  if (const auto version = open(in, event_version, "an event"); !version) return version.error();
  entity_kind kind = entity_kind::none;
  in(kind);
  switch (kind) {
    case entity_kind::bundle: return finish_event<model::bundle_event>(in);
    case entity_kind::coordinator: return finish_event<model::coordinator_event>(in);
    case entity_kind::action: return finish_event<model::action_event>(in);
    case entity_kind::workflow: return finish_event<model::workflow_event>(in);
    case entity_kind::none: break;
  }
  in.fail("an event has no kind");
  return wrong("an event", in);
}

std::string encode_entry_body(const entry_body& body) {
  FOLIOT_ASSERT(body.why != nullptr, "an entry has a cause");
  const bool whole = !body.snapshot.empty();
  FOLIOT_ASSERT(whole || kind_of(body.event) == body.entity.kind, "the event is the entity's");
  const model::cause& why = *body.why;
  const bool caused = body.caused || why.sequence != 0;
  const bool asked = !why.user.empty() || !why.address.empty() || !why.request_id.empty();
  const bool defined = body.definition != hash128{};
  std::string out;
  out.reserve(usual_bytes);
  writer to(out);
  to(body.entity.kind, distance(body.entity.job, body.entity.root), body.entity.number,
     body.version, body.now, body.core);
  to.bits(caused, asked, defined, whole);
  if (asked) to(why.user, why.address, why.request_id);
  if (defined) to(body.definition);
  to(std::string(body.tz_version), body.digest);
  to(whole ? std::string(body.snapshot) : encode_event(body.event));
  return out;
}

std::string join_entry(uint32_t epoch, std::string_view body, uint64_t sequence, uint64_t cause) {
  std::string out;
  out.reserve(body.size() + 12);
  writer to(out);
  to(entry_version, epoch);
  out += body;
  if (cause != 0) to(sequence - cause);
  return out;
}

std::string encode_entry(const model::journal_entry& entry) {
  return join_entry(
      entry.epoch,
      encode_entry_body({entry.entity, entry.version, entry.now, view(entry.event), &entry.why,
                         entry.core, entry.definition, entry.tz_version, entry.digest,
                         entry.snapshot ? encode_record(*entry.snapshot) : std::string()}),
      entry.sequence, entry.why.sequence);
}

namespace {

/// What a step did, or the whole record.
result<void> finish_entry(std::string_view bytes, bool whole, const std::string& what,
                          model::journal_entry& out) {
  if (whole) {
    auto record = decode_record(out.entity.kind, bytes);
    if (!record) return std::move(record.error()).within(what);
    out.snapshot = std::make_shared<const model::any_record>(std::move(record.value()));
    return {};
  }
  auto event = decode_event(bytes);
  if (!event) return std::move(event.error()).within(what);
  out.event = std::move(event.value());
  if (kind_of(view(out.event)) != out.entity.kind)
    return corrupt(what + " holds an event of another kind of entity");
  return {};
}

}  // namespace

namespace {

/// Far beyond every clock, and sums and differences of such times are numbers still.
constexpr int64_t entry_ms_max = INT64_MAX / 4;

void check_time(reader& in, instant of) {
  if (of.ms < -entry_ms_max || of.ms > entry_ms_max) in.fail("its time is none that a clock tells");
}

}  // namespace

result<model::journal_entry> decode_entry(uint16_t partition, job_number root, uint64_t sequence,
                                          std::string_view bytes) {
  const std::string what = "journal entry " + std::to_string(sequence);
  reader in(bytes);
  const auto version = open(in, entry_version, what);
  if (!version) return version.error();
  const bool cause_last = *version >= 2;
  model::journal_entry out;
  out.sequence = sequence;
  out.entity.partition = partition;
  out.entity.root = root;
  int64_t job = 0;
  entry_parts has;
  in(out.epoch, out.entity.kind, job, out.entity.number, out.version, out.now, out.core);
  check_time(in, out.now);
  out.entity.job = root + static_cast<uint64_t>(job);
  in.bits(has.caused, has.asked, has.defined, has.whole);
  if (has.caused && !cause_last) in(out.why.sequence);
  if (has.asked) in(out.why.user, out.why.address, out.why.request_id);
  if (has.defined) in(out.definition);
  std::string content;
  in(out.tz_version, out.digest, content);
  if (has.caused && cause_last) {
    uint64_t before = 0;
    in(before);
    out.why.sequence = sequence - before;
    if (out.why.sequence == 0) in.fail("it has no cause");
  }
  if (in.failed() || !in.at_end()) return wrong(what, in);
  if (auto done = finish_entry(content, has.whole, what, out); !done) return done.error();
  return out;
}

result<entry_head> decode_entry_head(uint16_t partition, job_number root, uint64_t sequence,
                                     std::string_view bytes) {
  reader in(bytes);
  const std::string_view version = bytes.substr(0, 1);
  if (version.empty() || version[0] == '\0' || static_cast<uint8_t>(version[0]) > entry_version)
    if (const auto whole = decode_entry(partition, root, sequence, bytes); !whole)
      return whole.error();
  entry_head out;
  uint8_t layout = 0;
  uint32_t epoch = 0;
  int64_t job = 0;
  in(layout, epoch, out.entity.kind, job, out.entity.number, out.version, out.now);
  check_time(in, out.now);
  if (in.failed()) return wrong("journal entry " + std::to_string(sequence), in);
  out.entity.partition = partition;
  out.entity.root = root;
  out.entity.job = root + static_cast<uint64_t>(job);
  return out;
}

std::string encode_definition(const model::definition_text& text) {
  return encode_versioned(definition_version, text);
}

result<model::definition_text> decode_definition(std::string_view bytes) {
  return decode_versioned<model::definition_text, model::definition_text>(definition_version, bytes,
                                                                          "a definition");
}

std::string encode_note(const model::quarantine_note& note) {
  return encode_versioned(note_version, note);
}

result<model::quarantine_note> decode_note(std::string_view bytes) {
  return decode_versioned<model::quarantine_note, model::quarantine_note>(note_version, bytes,
                                                                          "a quarantine note");
}

std::string encode_audit(const model::audit_entry& entry) {
  return encode_versioned(audit_version, entry);
}

result<model::audit_entry> decode_audit(job_number number, std::string_view bytes) {
  auto out = decode_versioned<model::audit_entry, model::audit_entry>(audit_version, bytes,
                                                                      "an entry of the audit");
  if (out) out->number = number;
  return out;
}

}  // namespace foliot::store
