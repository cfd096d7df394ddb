#include "store/codec.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "store/archive.hpp"
#include "store/entry_head.hpp"
#include "store/fields.hpp"
#include "tests/store/random_values.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

entity_kind kind_of_record(const model::any_record& record) { return kind_of(view(record)); }

TEST(codec, an_action_is_small) {
  const model::any_record action(sample_action());
  EXPECT_LE(encode_record(action).size(), 42u);
  EXPECT_EQ(hex(encode_record(view(action), 1)),
            "01"            // record version
            "03"            // version
            "11"            // SUBMITTED
            "00"            // not pending
            "80d08fa59863"  // nominal
            "80c88c97e964"  // created
            "b8df8c97e964"  // modified
            "8780808010"    // workflow
            "00");          // no error
}

std::string first_layout(const model::any_record& record) {
  return hex(encode_record(view(record), 1));
}

TEST(codec, records_had_exactly_these_bytes_in_the_first_layout) {
  const entity_id action{0, entity_kind::action, 9, make_job_number(1, 3), make_job_number(1, 3)};
  EXPECT_EQ(first_layout(model::any_record(sample_coordinator())),
            "01010280c88c97e96480c88c97e96480c88c97e9640102030405060708090a0b0c0d0e0f1003"
            "616461056461696c791266696c653a2f2f2f617070732f6461696c79000000000000");
  EXPECT_EQ(first_layout(model::any_record(sample_bundle())),
            "01010180c88c97e96480c88c97e96480c88c97e9640000000000000003000000000000000403"
            "6164610672657461696c1366696c653a2f2f2f617070732f72657461696c0100828080801001"
            "00000000");
  EXPECT_EQ(first_layout(model::any_record(sample_workflow(action))),
            "01010280c88c97e96480c88c97e9640080c88c97e96480c88c97e96400000000000000010000"
            "00000000000200000000000000000000000000000000010571756575650764656661756c7403"
            "616461046c6f61641166696c653a2f2f2f617070732f6c6f6164000309838080801083808080"
            "1000000000000000ffff03");
}

TEST(codec, records_have_exactly_these_bytes) {
  const entity_id action{0, entity_kind::action, 9, make_job_number(1, 3), make_job_number(1, 3)};
  const auto bytes = [](const auto& record) {
    return hex(encode_record(model::any_record(record)));
  };
  EXPECT_EQ(bytes(sample_action()),
            "0403110080d08fa5986380c88c97e964b8df8c97e964878080801000000000");
  EXPECT_EQ(bytes(sample_coordinator()),
            "04010280c88c97e96480c88c97e96480c88c97e9640102030405060708090a0b0c0d0e0f1003"
            "616461056461696c791266696c653a2f2f2f617070732f6461696c79000000000000feffffff"
            "ffffffffff01feffffffffffffffff01000000000000");
  EXPECT_EQ(bytes(sample_bundle()),
            "04010180c88c97e96480c88c97e96480c88c97e9640000000000000003000000000000000403"
            "6164610672657461696c1366696c653a2f2f2f617070732f72657461696c0100828080801001"
            "0000000000000000000000000000000000feffffffffffffffff01feffffffffffffffff0100"
            "feffffffffffffffff0100000000");
  EXPECT_EQ(bytes(sample_workflow(action)),
            "04010280c88c97e96480c88c97e9640080c88c97e96480c88c97e96400000000000000010000"
            "00000000000200000000000000000000000000000000010571756575650764656661756c7403"
            "616461046c6f61641166696c653a2f2f2f617070732f6c6f6164000309838080801083808080"
            "1000000000000000ffff030001");
}

TEST(codec, other_values_have_exactly_these_bytes) {
  model::journal_entry entry;
  entry.core = 6;  // whatever is the newest
  entry.sequence = 5;
  entry.epoch = 1;
  entry.entity = {0, entity_kind::action, 9, make_job_number(1, 3), make_job_number(1, 4)};
  entry.version = 2;
  entry.now = sample_time;
  entry.event = model::action_event(model::action_events::inputs_found{});
  entry.why.sequence = 4;
  entry.tz_version = "2024a";
  entry.digest = {0x1122334455667788, 0x99aabbccddeeff00};
  EXPECT_EQ(hex(encode_entry(entry)),
            "02010302090280c88c97e9640601053230323461112233445566778899aabbccddeeff0004"
            "0403020001");
  EXPECT_EQ(hex(encode_definition({entity_kind::bundle, "file:///a", "n", "<x/>", {{"k", "v"}}})),
            "01010966696c653a2f2f2f61016e043c782f3e01016b0176");
  EXPECT_EQ(hex(encode_note({entry.entity, sample_time, "action.killed", "why"})),
            "010003098380808010848080801080c88c97e9640d616374696f6e2e6b696c6c656403776879");
  model::audit_entry order;
  order.number = 5;
  order.asked = sample_time;
  order.user = "ada";
  order.address = "1.2.3.4:5";
  order.request_id = "r1";
  order.order = "kill";
  order.kind = entity_kind::workflow;
  order.filter = "name=x";
  order.matching = 2;
  order.jobs.push_back({entry.entity, model::bulk_outcome::refused, "E0606", "why"});
  EXPECT_EQ(hex(encode_audit(order)),
            "0180c88c97e964feffffffffffffffff010361646109312e322e332e343a35027231046b696c"
            "6c04066e616d653d780201000309838080801084808080100305453036303603776879");
}

TEST(codec, entries_of_the_audit_survive_the_way_to_disk_and_back) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    auto entry = from.make<model::audit_entry>();
    entry.number = 5;
    const auto back = decode_audit(5, encode_audit(entry));
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == entry);
  }));
}

TEST(codec, what_open_inputs_found_survives) {
  model::action_events::inputs_found found{{{"late", "file:///a/1,file:///a/2"}, {"x", ""}}};
  const auto event = decode_event(encode_event(model::any_event(model::action_event(found))));
  ASSERT_TRUE(event.ok()) << event.error().text();
  const auto& back = std::get<model::action_event>(*event);
  EXPECT_EQ(std::get<model::action_events::inputs_found>(back).resolved, found.resolved);

  model::action_record record;
  record.version = 2;
  record.state = model::status::ready;
  model::action_extra extra;
  extra.resolved = found.resolved;
  record.extra = std::make_shared<const model::action_extra>(extra);
  const auto read = decode_record(entity_kind::action, encode_record(model::any_record(record)));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(std::get<model::action_record>(*read), record);
}

TEST(codec, records_survive_the_way_to_disk_and_back) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    const model::any_record record = random_record(from);
    const std::string bytes = encode_record(record);
    const auto back = decode_record(kind_of_record(record), bytes);
    RC_ASSERT(back.ok());
    RC_ASSERT(back->index() == record.index());
    RC_ASSERT(encode_record(*back) == bytes);
  }));
}

TEST(codec, events_survive_the_way_to_disk_and_back) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    const model::any_event event = random_event(from);
    const std::string bytes = encode_event(event);
    const auto back = decode_event(bytes);
    RC_ASSERT(back.ok());
    RC_ASSERT(back->index() == event.index());
    RC_ASSERT(encode_event(*back) == bytes);
  }));
}

model::journal_entry random_entry(random_values& from) {
  model::journal_entry out;
  from(out.sequence, out.epoch, out.entity, out.version, out.now, out.core, out.definition,
       out.tz_version, out.digest);
  out.now.ms /= 4;  // as far as clocks may go
  out.event = random_event(from);
  out.entity.kind = kind_of(view(out.event));
  if (from.below(2) == 0) from(out.why.sequence);
  if (from.below(2) == 0) from(out.why.user, out.why.address, out.why.request_id);
  if (from.below(2) == 0) out.definition = {};
  return out;
}

TEST(codec, entries_survive_the_way_to_disk_and_back) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    const model::journal_entry entry = random_entry(from);
    const std::string bytes = encode_entry(entry);
    const auto back =
        decode_entry(entry.entity.partition, entry.entity.root, entry.sequence, bytes);
    RC_ASSERT(back.ok());
    RC_ASSERT(back->entity == entry.entity);
    RC_ASSERT(back->sequence == entry.sequence);
    RC_ASSERT(back->epoch == entry.epoch);
    RC_ASSERT(back->version == entry.version);
    RC_ASSERT(back->now == entry.now);
    RC_ASSERT(back->why == entry.why);
    RC_ASSERT(back->core == entry.core);
    RC_ASSERT(back->definition == entry.definition);
    RC_ASSERT(back->tz_version == entry.tz_version);
    RC_ASSERT(back->digest == entry.digest);
    RC_ASSERT(encode_event(back->event) == encode_event(entry.event));
    RC_ASSERT(encode_entry(*back) == bytes);
  }));
}

TEST(codec, texts_and_notes_survive_the_way_to_disk_and_back) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    const auto text = from.make<model::definition_text>();
    const auto text_back = decode_definition(encode_definition(text));
    RC_ASSERT(text_back.ok());
    RC_ASSERT(*text_back == text);
    const auto note = from.make<model::quarantine_note>();
    const auto note_back = decode_note(encode_note(note));
    RC_ASSERT(note_back.ok());
    RC_ASSERT(note_back->entity == note.entity);
    RC_ASSERT(note_back->why == note.why);
    RC_ASSERT(encode_note(*note_back) == encode_note(note));
  }));
}

/// Some bytes changed, cut off, added or doubled.
std::string damaged(std::string bytes, random_values& from) {
  for (uint64_t i = 1 + from.below(3); i > 0 && !bytes.empty(); --i) {
    const size_t at = from.below(bytes.size());
    switch (from.below(5)) {
      case 0: bytes[at] = static_cast<char>(from.below(256)); break;
      case 1: bytes.resize(at); break;
      case 2: bytes.insert(at, 1, static_cast<char>(from.below(256))); break;
      case 3: bytes[at] = '\xFF'; break;
      default: bytes.erase(at, 1 + from.below(3)); break;
    }
  }
  return bytes;
}

/// What decodes must be a value like any other; what does not must say corrupt or too new.
template <class Result, class Encode>
void decodes_or_refuses(const Result& decoded, const Encode& encode) {
  if (decoded.ok())
    RC_ASSERT(!encode(*decoded).empty());
  else
    RC_ASSERT(decoded.error().code == errc::corrupt || decoded.error().code == errc::too_new);
}

TEST(codec, damaged_bytes_are_refused_not_believed) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    random_values from(seed);
    const model::any_record record = random_record(from);
    const auto kind = kind_of_record(record);
    for (int i = 0; i < 20; ++i) {
      decodes_or_refuses(decode_record(kind, damaged(encode_record(record), from)),
                         [](const auto& x) { return encode_record(x); });
      decodes_or_refuses(decode_event(damaged(encode_event(random_event(from)), from)),
                         [](const auto& x) { return encode_event(x); });
      const auto entry = random_entry(from);
      decodes_or_refuses(decode_entry(0, 1, 2, damaged(encode_entry(entry), from)),
                         [](const auto& x) { return encode_entry(x); });
      const auto text = from.make<model::definition_text>();
      decodes_or_refuses(decode_definition(damaged(encode_definition(text), from)),
                         [](const auto& x) { return encode_definition(x); });
    }
  }));
}

TEST(codec, random_bytes_are_refused_not_believed) {
  EXPECT_TRUE(rc::check([](std::string bytes, uint8_t kind_number) {
    const auto kind = static_cast<entity_kind>(kind_number % 5);
    if (!bytes.empty()) bytes[0] = 1;  // past the version
    decodes_or_refuses(decode_record(kind, bytes), [](const auto& x) { return encode_record(x); });
    decodes_or_refuses(decode_event(bytes), [](const auto& x) { return encode_event(x); });
    decodes_or_refuses(decode_entry(0, 0, 0, bytes), [](const auto& x) { return encode_entry(x); });
    decodes_or_refuses(decode_definition(bytes),
                       [](const auto& x) { return encode_definition(x); });
    decodes_or_refuses(decode_note(bytes), [](const auto& x) { return encode_note(x); });
    decodes_or_refuses(decode_audit(1, bytes), [](const auto& x) { return encode_audit(x); });
  }));
}

TEST(codec, every_cut_is_noticed) {
  random_values from(7);
  for (int i = 0; i < 50; ++i) {
    const model::any_record record = random_record(from);
    const std::string bytes = encode_record(record);
    for (size_t length = 0; length < bytes.size(); ++length) {
      const auto cut =
          decode_record(kind_of_record(record), std::string_view(bytes).substr(0, length));
      ASSERT_FALSE(cut.ok()) << "cut to " << length << " of " << hex(bytes);
      EXPECT_EQ(cut.error().code, errc::corrupt);
    }
    const auto longer = decode_record(kind_of_record(record), bytes + '\0');
    ASSERT_FALSE(longer.ok());
  }
}

TEST(codec, a_later_version_is_too_new) {
  std::string bytes = encode_record(model::any_record(sample_action()));
  bytes[0] = static_cast<char>(record_version + 1);
  const auto record = decode_record(entity_kind::action, bytes);
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().code, errc::too_new);
  EXPECT_EQ(record.error().text(),
            "the record of an action has format 5, this Foliot knows up to 4. Start the version of "
            "Foliot that wrote it, or a later one.");
  EXPECT_EQ(decode_event("\x09").error().code, errc::too_new);
  EXPECT_EQ(decode_entry(0, 0, 0, "\x09").error().code, errc::too_new);
  EXPECT_EQ(decode_definition("\x09").error().code, errc::too_new);
  EXPECT_EQ(decode_note("\x09").error().code, errc::too_new);
}

TEST(codec, deep_values_are_refused) {
  model::workflow_record record = sample_workflow({});
  record.facts.emplace_back(el::probe{"f", {}}, el::value(int64_t{1}));
  std::string bytes;
  writer{bytes}(record_version, record);
  // the value: tag 2 (integer) and 2 (zigzag 1); replaced by maps of one empty name, one in another
  const std::string flat("\x01\x01\x66\x00\x02\x02", 6);
  const size_t at = bytes.find(flat);
  ASSERT_NE(at, std::string::npos);
  const auto nested = [&](size_t depth) {
    std::string value;
    for (size_t i = 0; i < depth; ++i) value += std::string("\x05\x01\x00", 3);
    value += '\0';
    std::string out = bytes;
    return out.replace(at + 4, 2, value);
  };
  EXPECT_TRUE(decode_record(entity_kind::workflow, nested(limits::el_depth_max)).ok());
  const auto deep = decode_record(entity_kind::workflow, nested(limits::el_depth_max + 1));
  ASSERT_FALSE(deep.ok());
  EXPECT_NE(deep.error().sentence.find("nested too deeply"), std::string::npos);
  EXPECT_FALSE(decode_record(entity_kind::workflow, nested(100'000)).ok());
}

TEST(codec, an_entry_of_the_first_version_names_its_cause_by_its_sequence) {
  using namespace std::string_view_literals;
  constexpr auto first =
      "\x01\x01\x03\x02\x09\x02\x80\xc8\x8c\x97\xe9\x64\x04\x01\x04\x05"
      "2024a"
      "\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff\x00\x04\x04\x03\x02\x00"sv;
  const auto entry = decode_entry(0, make_job_number(1, 4), 5, first);
  ASSERT_TRUE(entry.ok()) << entry.error().text();
  EXPECT_EQ(entry->why.sequence, 4u);
  EXPECT_EQ(entry->tz_version, "2024a");
}

TEST(codec, an_entry_that_is_as_far_from_its_cause_as_from_the_begin_is_corrupt) {
  model::journal_entry entry;
  entry.sequence = 5;
  entry.entity = {0, entity_kind::workflow, 0, 1, 1};
  entry.event = model::workflow_event(model::workflow_events::killed{});
  entry.why.sequence = 3;
  std::string bytes = encode_entry(entry);
  ASSERT_EQ(bytes.back(), 2);
  bytes.back() = 5;
  const auto back = decode_entry(0, 1, 5, bytes);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code, errc::corrupt);
}

TEST(codec, an_entry_of_another_kind_is_corrupt) {
  model::journal_entry entry;
  entry.entity = {0, entity_kind::workflow, 0, 1, 1};
  entry.event = model::workflow_event(model::workflow_events::killed{});
  std::string bytes = encode_entry(entry);
  ASSERT_EQ(bytes[2], 4);  // version, epoch 0, kind
  bytes[2] = 1;
  const auto back = decode_entry(0, 1, 1, bytes);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code, errc::corrupt);
}

TEST(codec, an_entry_of_a_time_that_no_clock_tells_is_corrupt) {
  model::journal_entry entry;
  entry.entity = {0, entity_kind::workflow, 0, 1, 1};
  entry.event = model::workflow_event(model::workflow_events::killed{});
  for (const int64_t ms : {INT64_MIN, INT64_MIN / 2, INT64_MAX / 2, INT64_MAX}) {
    entry.now = instant{ms};
    const std::string bytes = encode_entry(entry);
    const auto whole = decode_entry(0, 1, 1, bytes);
    ASSERT_FALSE(whole.ok()) << ms;
    EXPECT_EQ(whole.error().code, errc::corrupt);
    EXPECT_FALSE(decode_entry_head(0, 1, 1, bytes).ok()) << ms;
  }
}

}  // namespace
}  // namespace foliot::store
