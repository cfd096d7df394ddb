#include "base/ids.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

wire_ids one_epoch() {
  wire_ids ids;
  ids.add(3, {"261121114357042", "foliot-a"});
  return ids;
}

TEST(ids, a_job_reads_as_oozie_writes_it) {
  EXPECT_EQ(one_epoch().job(entity_kind::coordinator, make_job_number(3, 12)),
            "0000012-261121114357042-foliot-a-C");
}

TEST(ids, what_nobody_opened_has_a_text_that_is_no_id) {
  const wire_ids ids = one_epoch();
  const std::string text = ids.job(entity_kind::workflow, make_job_number(9, 12));
  EXPECT_EQ(text, "0000012-epoch9-unknown-W");
  EXPECT_FALSE(ids.parse(text).has_value());
  EXPECT_FALSE(ids.parse(ids.job(entity_kind::none, make_job_number(3, 12))).has_value());
}

TEST(ids, every_form_survives_the_way_there_and_back) {
  const wire_ids ids = one_epoch();
  const job_number job = make_job_number(3, 12'345'678);
  for (auto kind : {entity_kind::bundle, entity_kind::coordinator, entity_kind::workflow}) {
    const auto back = ids.parse(ids.job(kind, job));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, kind);
    EXPECT_EQ(back->job, job);
  }
  const auto action = ids.parse(ids.text({0, entity_kind::action, 7, job, job}));
  ASSERT_TRUE(action);
  EXPECT_EQ(action->kind, entity_kind::action);
  EXPECT_EQ(action->number, 7U);
  const auto node = ids.parse(ids.node(job, ":start:"));
  ASSERT_TRUE(node);
  EXPECT_EQ(node->node, ":start:");
}

TEST(ids, what_is_no_id_is_refused) {
  const wire_ids ids = one_epoch();
  for (const char* text :
       {"", "x", "0000012-261121114357042-foliot-a-X", "0000012-261121114357042-other-C",
        "0000012-261121114357043-foliot-a-C", "12-261121114357042-foliot-a-C",
        "00000012-261121114357042-foliot-a-C", "0000012-261121114357042-foliot-a-C@01",
        "0000012-261121114357042-foliot-a-C@0", "0000012-261121114357042-foliot-a-C@x",
        "0000012-261121114357042-foliot-a-C@", "0000012-261121114357042-foliot-a-B@1",
        "9999999999999-261121114357042-foliot-a-C", "0000012-261121114357042"})
    EXPECT_FALSE(ids.parse(text)) << text;
}

TEST(ids, the_stamp_is_the_start_in_utc) {
  EXPECT_EQ(epoch_stamp(instant{0}), "700101000000000");
  EXPECT_EQ(epoch_stamp(instant{1'795'261'437'042}), "261121114357042");
}

TEST(ids, a_system_id_leaves_room_in_forty_characters) {
  EXPECT_TRUE(check_system_id("foliot").ok());
  EXPECT_TRUE(check_system_id("oozie-oozi").ok());
  EXPECT_TRUE(check_system_id("abcdefghijklmn").ok());
  EXPECT_FALSE(check_system_id("abcdefghijklmno").ok());
  EXPECT_FALSE(check_system_id("").ok());
  EXPECT_FALSE(check_system_id("a@b").ok());
}

}  // namespace
}  // namespace foliot
