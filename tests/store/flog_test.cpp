#include "store/flog.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "store/keys.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

std::vector<kv_change> sample_rows() {
  return {{table::meta, "format", "\x02"},
          {table::definition, "k", std::string(300, 'd')},
          {table::journal, journal_key(0, 1, 5), "five"},
          {table::journal, journal_key(0, 1, 9), "nine"},
          {table::record, "r", std::string("\0\xff", 2)}};
}

std::string sample_file() { return encode_flog({"1.2.3", 6, true}, sample_rows()); }

void expect_same(const std::vector<kv_change>& left, const std::vector<kv_change>& right) {
  ASSERT_EQ(left.size(), right.size());
  for (size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(left[i].where, right[i].where);
    EXPECT_EQ(left[i].key, right[i].key);
    EXPECT_EQ(left[i].value, right[i].value);
  }
}

TEST(flog, what_is_written_is_read_back) {
  const auto read = decode_flog(sample_file());
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_TRUE(read->damage.empty()) << read->damage.front();
  EXPECT_EQ(read->origin, (flog_origin{"1.2.3", 6, true}));
  expect_same(read->rows, sample_rows());
}

TEST(flog, its_bytes_are_frozen) {
  const std::string bytes =
      encode_flog({"1.2.3", 6, true}, {{table::journal, journal_key(0, 1, 5), "five"}});
  EXPECT_EQ(hex(bytes),
            "464c4f470d0a1a0a"  // FLOG
            "01"                // version
            // origin: length, check, mark, program, core, whether it is anonymised
            "0000000a"
            "c8152e1a6bc7512e"
            "fe01"
            "05312e322e33"
            "06"
            "01"
            // a row: length, check, table, key, value
            "00000019"
            "da918e06de4ba875"
            "02"
            "12000000000000000000010000000000000005"
            "0466697665"
            // the end: length, check, mark, number of rows
            "00000003"
            "d6282d8fd5213596"
            "ff01"
            "01");
}

TEST(flog, of_another_processing_zone_says_so) {
  const std::string bytes = encode_flog({"1.2.3", 6, true, "GMT+0530"}, {});
  EXPECT_EQ(hex(bytes),
            "464c4f470d0a1a0a"  // FLOG
            "02"                // version
            // origin: length, check, mark, program, core, whether it is anonymised, zone
            "00000013"
            "6b38efefa40db800"
            "fe01"
            "05312e322e33"
            "06"
            "01"
            "08474d542b30353330"
            // the end: length, check, mark, number of rows
            "00000003"
            "61a98c810d7b769c"
            "ff01"
            "00");
  const auto read = decode_flog(bytes).value();
  EXPECT_TRUE(read.damage.empty()) << read.damage.front();
  EXPECT_EQ(read.origin, (flog_origin{"1.2.3", 6, true, "GMT+0530"}));
  // UTC needs no word, and no later program than the first.
  const std::string plain = encode_flog({"1.2.3", 6, true, "UTC"}, {});
  EXPECT_EQ(plain, encode_flog({"1.2.3", 6, true}, {}));
  EXPECT_EQ(plain[8], 1);
  EXPECT_EQ(decode_flog(plain).value().origin.zone, "");
}

TEST(flog, an_unknown_processing_zone_is_told) {
  const auto read = decode_flog(encode_flog({"1.2.3", 6, true, "Nowhere"}, {})).value();
  ASSERT_EQ(read.damage.size(), 1U);
  EXPECT_EQ(read.damage.front(), "the origin at byte 9 names a processing zone that is none");
  EXPECT_EQ(read.origin.zone, "");
}

TEST(flog, without_its_origin_is_told) {
  const std::string whole = sample_file();
  constexpr size_t origin = 12 + 10;
  const auto read = decode_flog(whole.substr(0, 9) + whole.substr(9 + origin)).value();
  ASSERT_EQ(read.damage.size(), 1U);
  EXPECT_EQ(read.damage.front(),
            "the report does not say where it comes from: byte 9 begins another row");
  EXPECT_EQ(read.rows.size(), 5U);
  // Another one, or one elsewhere.
  const auto two = decode_flog(whole.substr(0, 9 + origin) + whole.substr(9)).value();
  ASSERT_EQ(two.damage.size(), 1U);
  EXPECT_EQ(two.damage.front(), "the row at byte 31 is an origin, and not the first row");
}

TEST(flog, a_file_that_is_cut_gives_what_is_whole) {
  const std::string whole = sample_file();
  for (size_t size = 0; size < whole.size(); ++size) {
    const auto read = decode_flog(std::string_view(whole).substr(0, size));
    if (!read.ok()) {
      EXPECT_LE(size, 8U);
      EXPECT_EQ(read.error().code, errc::bad_input);
      continue;
    }
    ASSERT_FALSE(read->damage.empty()) << size;
    const auto rows = sample_rows();
    ASSERT_LE(read->rows.size(), rows.size());
    expect_same(read->rows, {rows.begin(), rows.begin() + static_cast<long>(read->rows.size())});
  }
  const auto read = decode_flog(std::string_view(whole).substr(0, whole.size() - 1)).value();
  EXPECT_NE(read.damage.front().find(" is cut, or its length is wrong, behind journal entry 9"),
            std::string::npos)
      << read.damage.front();
}

TEST(flog, a_changed_byte_is_found_and_costs_one_row) {
  const std::string whole = sample_file();
  for (size_t at = 9; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x40);
    const auto read = decode_flog(bytes);
    ASSERT_TRUE(read.ok());
    EXPECT_FALSE(read->damage.empty()) << at;
  }
  std::string bytes = whole;
  bytes[whole.find("five")] = 'F';
  const auto read = decode_flog(bytes).value();
  const size_t row = whole.find("five") - 1 - 18 - 1 - 1 - 12;
  // By its neighbours: what it says of itself may be what was changed.
  EXPECT_EQ(read.damage.front(), "the row at byte " + std::to_string(row) +
                                     " is not what was written, before any journal entry");
  EXPECT_EQ(read.rows.size(), 4U);
  EXPECT_EQ(read.damage.size(), 2U);  // the end counts the rows
}

/// Where row `i` of the file begins: 0 is the origin.
size_t begin_of(const std::string& file, size_t i) {
  size_t at = 9;
  for (; i > 0; --i) at += 12 + ((file[at + 2] & 0xFFU) << 8) + (file[at + 3] & 0xFFU);
  return at;
}

TEST(flog, a_flipped_bit_costs_its_row_alone) {
  const std::string whole = sample_file();
  const auto rows = sample_rows();
  for (size_t bit = 9 * 8; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    size_t row = 0;
    while (row < rows.size() + 1 && begin_of(whole, row + 1) <= bit / 8) ++row;
    auto left = rows;
    const bool of_table = row > 0 && row <= rows.size();
    if (of_table) left.erase(left.begin() + static_cast<long>(row) - 1);
    SCOPED_TRACE("bit " + std::to_string(bit) + " of row " + std::to_string(row));
    const auto read = decode_flog(bytes).value();
    expect_same(read.rows, left);
    ASSERT_FALSE(read.damage.empty());
    EXPECT_NE(read.damage.front().find("the row at byte " + std::to_string(begin_of(whole, row)) +
                                       " is "),
              std::string::npos)
        << read.damage.front();
    const char* counts = of_table            ? "the file should hold 5 rows, and 4 are whole"
                         : row > rows.size() ? "5 rows are whole; how many it should hold would "
                                               "stand at its end"
                                             : "the report does not say where it comes from";
    EXPECT_EQ(read.damage.back().find(counts), 0U) << read.damage.back();
  }
}

TEST(flog, bytes_that_are_passed_over_are_told) {
  const std::string whole = sample_file();
  const size_t five = begin_of(whole, 3);
  const size_t nine = begin_of(whole, 4);
  std::string longer = whole;
  longer[five + 2] = 1;  // as long as all that follows, and more
  EXPECT_EQ(decode_flog(longer).value().damage.front(),
            "the row at byte " + std::to_string(five) +
                " is cut, or its length is wrong, before any journal entry: " +
                std::to_string(nine - five) + " bytes are passed over, up to byte " +
                std::to_string(nine) + ", where the next whole row begins");
  std::string shorter = whole;
  --shorter[five + 3];
  EXPECT_NE(decode_flog(shorter).value().damage.front().find(
                " is not what was written, or its length is wrong, before any journal entry: "),
            std::string::npos);
  // Bytes that are no row, between two; two rows of which the ends are lost.
  const auto more = decode_flog(whole.substr(0, nine) + "what?" + whole.substr(nine)).value();
  expect_same(more.rows, sample_rows());
  ASSERT_EQ(more.damage.size(), 1U);
  EXPECT_NE(more.damage.front().find(", behind journal entry 5: 5 bytes are passed over"),
            std::string::npos)
      << more.damage.front();
  const size_t definition = begin_of(whole, 2);
  const auto less = decode_flog(whole.substr(0, definition + 20) + whole.substr(nine)).value();
  EXPECT_EQ(less.rows.size(), 3U);
  EXPECT_EQ(less.damage.back(), "the file should hold 5 rows, and 3 are whole");
}

TEST(flog, bytes_that_all_look_like_rows_are_not_read_for_ever) {
  constexpr size_t body = (1U << 20) - 1;  // 00, 00, three bytes, and what these say
  std::string bytes = sample_file().substr(0, begin_of(sample_file(), 1));
  const std::string like(
      "\x00\x0f\xff\xff"
      "checked?"
      "\x00\x00\xfa\xff\x3f",
      17);
  static_assert(body - 5 == 0x3F * 16384 + 0x7F * 128 + 0x7A);
  while (bytes.size() < 2 * body) bytes += like;
  const auto read = decode_flog(bytes).value();
  ASSERT_EQ(read.damage.size(), 2U);
  EXPECT_NE(read.damage.front().find(" bytes are not read, since too much in them looks like rows"),
            std::string::npos)
      << read.damage.front();
}

TEST(flog, damage_beyond_what_is_told_is_counted) {
  std::vector<kv_change> rows;
  for (uint64_t i = 1; i <= 240; ++i) rows.push_back({table::journal, journal_key(0, 1, i), "x"});
  std::string bytes = encode_flog({"1.2.3", 6, true}, rows);
  for (size_t i = 1; i <= 240; i += 2)
    std::swap(bytes[begin_of(bytes, i) + 4], bytes[begin_of(bytes, i) + 5]);
  const auto read = decode_flog(bytes).value();
  ASSERT_EQ(read.damage.size(), 102U);
  EXPECT_EQ(read.damage[100], "20 more of its places are damaged");
  EXPECT_EQ(read.damage[101], "the file should hold 240 rows, and 120 are whole");
}

TEST(flog, a_journal_in_another_order_is_told) {
  auto rows = sample_rows();
  std::swap(rows[2], rows[3]);
  const auto read = decode_flog(encode_flog({}, rows)).value();
  ASSERT_EQ(read.damage.size(), 1U);
  EXPECT_NE(read.damage.front().find("journal entry 5 at byte "), std::string::npos);
  EXPECT_NE(read.damage.front().find(" stands behind entry 9"), std::string::npos);
  EXPECT_EQ(read.rows.size(), 5U);
}

TEST(flog, other_files_are_refused) {
  EXPECT_EQ(decode_flog("").error().code, errc::bad_input);
  EXPECT_EQ(decode_flog("#!/bin/sh\n").error().sentence, "this is no bug report of Foliot");
  std::string later = sample_file();
  later[8] = 3;
  EXPECT_EQ(decode_flog(later).error().code, errc::too_new);
  EXPECT_NE(decode_flog(sample_file() + "more")
                .value()
                .damage.front()
                .find("4 bytes stand behind the end"),
            std::string::npos);
}

RC_GTEST_PROP(flog_of_any_bytes, never_break, (const std::string& bytes)) {
  (void)decode_flog(bytes);
  (void)decode_flog(sample_file().substr(0, 9) + bytes);
}

}  // namespace
}  // namespace foliot::store
