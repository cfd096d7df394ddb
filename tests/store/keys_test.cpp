#include "store/keys.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

const entity_id sample{0x0102, entity_kind::action, 0x2a, 0x1112131415161718, 0x2122232425262728};

TEST(keys, have_exactly_these_bytes) {
  const instant at{0x0a0b0c};
  EXPECT_EQ(hex(record_key(sample)),
            "0102"
            "1112131415161718"
            "03"
            "2122232425262728"
            "0000002a");
  EXPECT_EQ(hex(journal_key(1, 2, 0x99)),
            "0001"
            "0000000000000002"
            "0000000000000099");
  EXPECT_EQ(hex(definition_key(1, 2, {3, 4})),
            "0001"
            "0000000000000002"
            "0000000000000003"
            "0000000000000004");
  EXPECT_EQ(hex(by_parent_key(1, 2, 3, 4)),
            "0001"
            "0000000000000002"
            "0000000000000003"
            "0000000000000004");
  EXPECT_EQ(hex(by_id_key(1, 0x100000005)),
            "0001"
            "0000000100000005");
  EXPECT_EQ(hex(by_created_key(1, entity_kind::bundle, at, 5)),
            "0001"
            "01"
            "80000000000a0b0c"
            "0000000000000005");
  EXPECT_EQ(hex(by_status_key(1, entity_kind::workflow, model::status::killed, at, 5)),
            "0001"
            "04"
            "05"
            "80000000000a0b0c"
            "0000000000000005");
  EXPECT_EQ(hex(by_user_key(1, "ada", entity_kind::coordinator, at, 5)),
            "0001"
            "616461"
            "0000"
            "02"
            "80000000000a0b0c"
            "0000000000000005");
  EXPECT_EQ(hex(by_name_key(1, entity_kind::bundle, std::string_view("a\0b", 3), at, 5)),
            "0001"
            "01"
            "6100ff62"
            "0000"
            "80000000000a0b0c"
            "0000000000000005");
  EXPECT_EQ(hex(by_external_key(1, entity_kind::bundle, std::string_view("a\0b", 3), "ada", 5)),
            "0001"
            "01"
            "6100ff62"
            "0000"
            "616461"
            "0000"
            "0000000000000005");
  EXPECT_EQ(format_key(), "format");
  EXPECT_EQ(hex(epoch_key(0x01020304)), hex("epoch") + "01020304");
  EXPECT_EQ(hex(sequence_key(0x0102)), hex("sequence") + "0102");
  EXPECT_EQ(zone_key(), "zone");
  EXPECT_EQ(hex(encode_u64(0x0102)), "0000000000000102");
}

TEST(keys, come_apart_again) {
  EXPECT_EQ(parse_record_key(record_key(sample)), sample);
  EXPECT_FALSE(parse_record_key(record_key(sample) + "x"));
  EXPECT_FALSE(parse_record_key(""));
  std::string bad_kind = record_key(sample);
  for (char kind : {'\0', '\5', '\xFF'}) {
    bad_kind[10] = kind;
    EXPECT_FALSE(parse_record_key(bad_kind));
  }
  const auto at = parse_journal_key(journal_key(7, 8, 9));
  ASSERT_TRUE(at);
  EXPECT_EQ(at->partition, 7);
  EXPECT_EQ(at->root, 8u);
  EXPECT_EQ(at->sequence, 9u);
  EXPECT_FALSE(parse_journal_key("short"));
  EXPECT_EQ(parse_by_parent_key(by_parent_key(1, 2, 3, 4)), 4u);
  EXPECT_FALSE(parse_by_parent_key("short"));
  EXPECT_EQ(parse_by_external_key(by_external_key(1, entity_kind::workflow, "", "", 4)), 4u);
  EXPECT_FALSE(parse_by_external_key("fourteen bytes"));
  EXPECT_EQ(hex(audit_key(1, make_job_number(3, 17))), "00010000000300000011");
  EXPECT_EQ(parse_audit_key(audit_key(1, 5)), 5u);
  EXPECT_FALSE(parse_audit_key("short"));
  EXPECT_EQ(parse_epoch_key(epoch_key(77)), 77u);
  EXPECT_FALSE(parse_epoch_key("epoch"));
  EXPECT_EQ(decode_u64(encode_u64(UINT64_MAX)), UINT64_MAX);
  EXPECT_FALSE(decode_u64("1234567"));
  for (int64_t ms : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
    const auto age = parse_age(by_user_key(0, "u", entity_kind::bundle, instant{ms}, 3));
    ASSERT_TRUE(age);
    EXPECT_EQ(age->created.ms, ms);
    EXPECT_EQ(age->job, 3u);
  }
  EXPECT_FALSE(parse_age("fifteen bytes.."));
}

TEST(keys, sort_as_time_does) {
  const auto created = [](int64_t ms, job_number job) {
    return by_created_key(0, entity_kind::bundle, instant{ms}, job);
  };
  const std::vector<std::string> ascending{created(INT64_MIN, 0), created(-1, 9),  created(0, 1),
                                           created(0, 2),         created(255, 0), created(256, 0),
                                           created(INT64_MAX, 0)};
  for (size_t i = 1; i < ascending.size(); ++i) EXPECT_LT(ascending[i - 1], ascending[i]) << i;
  EXPECT_LT(journal_key(0, 1, 255), journal_key(0, 1, 256));
  EXPECT_LT(journal_key(0, 1, UINT64_MAX), journal_key(0, 2, 0));
}

TEST(keys, keep_users_apart) {
  const std::string tricky("a\0", 2);
  const auto within = [](const std::string& key, const std::string& prefix) {
    return key.substr(0, prefix.size()) == prefix;
  };
  const auto key = by_user_key(0, tricky, entity_kind::bundle, instant{0}, 1);
  EXPECT_FALSE(within(key, by_user_prefix(0, "a", entity_kind::bundle)));
  EXPECT_TRUE(within(key, by_user_prefix(0, tricky, entity_kind::bundle)));
  EXPECT_FALSE(within(by_user_key(0, "ab", entity_kind::bundle, instant{0}, 1),
                      by_user_prefix(0, "a", entity_kind::bundle)));
}

TEST(keys, tell_their_users_and_names) {
  for (const std::string& text :
       {std::string(), std::string("ada"), std::string("\0a\0\xFF\0", 5)}) {
    const auto user = parse_by_user_prefix(by_user_prefix(0, text, entity_kind::coordinator));
    ASSERT_TRUE(user);
    EXPECT_EQ(user->text, text);
    EXPECT_EQ(user->kind, entity_kind::coordinator);
    const auto name = parse_by_name_prefix(by_name_prefix(0, entity_kind::bundle, text));
    ASSERT_TRUE(name);
    EXPECT_EQ(name->text, text);
    EXPECT_EQ(name->kind, entity_kind::bundle);
    const auto key = by_name_key(0, entity_kind::bundle, text, instant{7}, 8);
    EXPECT_EQ(before_age(key), by_name_prefix(0, entity_kind::bundle, text));
    EXPECT_EQ(age_key(std::string(before_age(key)), instant{7}, 8), key);
  }
  const std::string good = by_name_prefix(0, entity_kind::bundle, "ada");
  for (const std::string& bad :
       {good.substr(0, good.size() - 1), good + "x", std::string("\0\0", 2),
        std::string("\0\0\x09"
                    "a\0\0",
                    6),
        std::string("\0\0\1a\0x", 6)})
    EXPECT_FALSE(parse_by_name_prefix(bad)) << hex(bad);
  EXPECT_FALSE(parse_by_user_prefix(std::string("\0\0a\0\0\x09", 6)));
  EXPECT_EQ(before_age("short"), "short");
}

TEST(keys, keep_external_ids_apart) {
  const auto key = by_external_key(0, entity_kind::bundle, "ab", "ada", 1);
  const auto within = [&](const std::string& prefix) { return key.starts_with(prefix); };
  EXPECT_TRUE(within(by_external_prefix(0, entity_kind::bundle, "ab")));
  EXPECT_TRUE(within(by_external_prefix(0, entity_kind::bundle, "ab", "ada")));
  EXPECT_FALSE(within(by_external_prefix(0, entity_kind::bundle, "a")));
  EXPECT_FALSE(within(by_external_prefix(0, entity_kind::bundle, "ab", "a")));
  EXPECT_FALSE(within(by_external_prefix(0, entity_kind::coordinator, "ab")));
}

TEST(keys, end_of_a_prefix) {
  EXPECT_EQ(prefix_end("ab"), "ac");
  EXPECT_EQ(prefix_end("a\xFF\xFF"), "b");
  EXPECT_EQ(prefix_end("\xFF"), "");
  EXPECT_EQ(prefix_end(""), "");
}

}  // namespace
}  // namespace foliot::store
