#include "store/flog.hpp"

#include <utility>

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/flog_rows.hpp"
#include "store/keys.hpp"
#include "time/datetime.hpp"

namespace foliot::store {

namespace {

/// No text file begins so, and a transfer that changes ends of lines breaks it.
constexpr std::string_view magic("FLOG\r\n\x1a\n", 8);

constexpr uint8_t version_of_zones = 2;

constexpr size_t damage_told_max = 100;

/// Takes rows out of the bytes.
class flog_reader {
 public:
  flog_reader(std::string_view bytes, uint8_t version)
      : bytes_(bytes), file_(bytes), version_(version) {}

  flog_content read(size_t from) {
    at_ = from;
    while (!ended_ && !lost_ && at_ < bytes_.size()) row();
    if (!ended_ && !lost_) note("the file ends at byte " + std::to_string(at_) + after());
    if (!ended_)
      counts_ = std::to_string(out_.rows.size()) +
                " rows are whole; how many it should hold would stand at its end";
    if (ended_ && at_ < bytes_.size())
      note(std::to_string(bytes_.size() - at_) + " bytes stand behind the end, from byte " +
           std::to_string(at_));
    if (untold_ != 0)
      out_.damage.push_back(std::to_string(untold_) + " more of its places are damaged");
    if (!counts_.empty()) out_.damage.push_back(std::move(counts_));
    return std::move(out_);
  }

 private:
  void note(std::string sentence) {
    if (out_.damage.size() < damage_told_max)
      out_.damage.push_back(std::move(sentence));
    else
      ++untold_;
  }
  std::string after() const {
    return sequence_ == 0 ? ", before any journal entry"
                          : ", behind journal entry " + std::to_string(sequence_);
  }

  void row() {
    const size_t begin = at_;
    const flog_rows::row row = file_.at(begin);
    if (row.is == flog_rows::state::whole) {
      at_ = row.end;
      return take(row.body, begin);
    }
    pass_over(begin, row);
  }

  /// Whatever the bytes of a damaged row say, its length too, may be what is wrong: it is named by
  /// its place, and the next one is looked for.
  void pass_over(size_t begin, const flog_rows::row& row) {
    const std::string where = "the row at byte " + std::to_string(begin);
    const bool cut = row.is == flog_rows::state::cut;
    const auto next = file_.next_whole(begin + 1);
    lost_ = !next;
    if (next) at_ = *next;
    if (next == row.end) return note(where + " is not what was written" + after());
    const std::string what = where + (cut ? " is cut" : " is not what was written") +
                             ", or its length is wrong" + after();
    if (next)
      return note(what + ": " + std::to_string(*next - begin) +
                  " bytes are passed over, up to byte " + std::to_string(*next) +
                  ", where the next whole row begins");
    note(what + ": " + std::to_string(bytes_.size() - begin) +
         (file_.gave_up() ? " bytes are not read, since too much in them looks like rows"
                          : " bytes, up to the end of the file, hold no whole row"));
  }

  void take(std::string_view body, size_t begin) {
    reader in(body);
    uint8_t mark = 0;
    in(mark);
    if (mark == flog_mark_origin) return take_origin(in, begin);
    if (!origin_) {
      note("the report does not say where it comes from: byte " + std::to_string(begin) +
           " begins another row");
      origin_ = true;
    }
    if (mark == flog_mark_end) {
      uint64_t rows = 0;
      in(rows);
      ended_ = true;
      if (rows != out_.rows.size())
        counts_ = "the file should hold " + std::to_string(rows) + " rows, and " +
                  std::to_string(out_.rows.size()) + " are whole";
      return;
    }
    kv_change row;
    std::string value;
    in(row.key, value);
    if (mark >= static_cast<uint8_t>(table::count_) || in.failed() || !in.at_end())
      return note("the row at byte " + std::to_string(begin) + " cannot be read" + after());
    row.where = static_cast<table>(mark);
    row.value = std::move(value);
    if (row.where == table::journal) in_order(row, begin);
    out_.rows.push_back(std::move(row));
    out_.offsets.push_back(begin);
  }

  void take_origin(reader& in, size_t begin) {
    flog_origin& origin = out_.origin;
    if (std::exchange(origin_, true))
      return note("the row at byte " + std::to_string(begin) +
                  " is an origin, and not the first row");
    in(origin.program, origin.core, origin.anonymised);
    if (version_ >= version_of_zones) in(origin.zone);
    if (in.failed()) note("the origin at byte " + std::to_string(begin) + " cannot be read");
    if (origin.zone.empty() || time::processing_zone::parse(origin.zone)) return;
    note("the origin at byte " + std::to_string(begin) + " names a processing zone that is none");
    origin.zone.clear();
  }

  void in_order(const kv_change& row, size_t begin) {
    const auto place = parse_journal_key(row.key);
    if (!place) return note("the key at byte " + std::to_string(begin) + " cannot be read");
    if (place->sequence <= sequence_)
      note("journal entry " + std::to_string(place->sequence) + " at byte " +
           std::to_string(begin) + " stands behind entry " + std::to_string(sequence_));
    sequence_ = place->sequence;
  }

  std::string_view bytes_;
  flog_rows file_;
  size_t at_ = 0;
  uint64_t sequence_ = 0;  ///< Of the newest journal entry.
  uint8_t version_;
  bool origin_ = false;  ///< Seen, or missed and told.
  bool ended_ = false;
  bool lost_ = false;    ///< No whole row was found behind a damaged one.
  uint64_t untold_ = 0;  ///< Damages beyond those that are told.
  std::string counts_;   ///< What is to be told of them, behind all else.
  flog_content out_;
};

}  // namespace

std::string encode_flog(const flog_origin& origin, const std::vector<kv_change>& rows) {
  std::string out(magic);
  // What needs no zone can be read by programs of before them.
  const bool zoned = !origin.zone.empty() && origin.zone != time::processing_zone().name();
  out += static_cast<char>(zoned ? flog_version : version_of_zones - 1);
  std::string body;
  writer{body}(flog_mark_origin, origin.program, origin.core, origin.anonymised);
  if (zoned) writer{body}(origin.zone);
  append_flog_row(out, body);
  for (const kv_change& row : rows) {
    body.clear();
    writer{body}(static_cast<uint8_t>(row.where), row.key, row.value.value_or(""));
    append_flog_row(out, body);
  }
  body.clear();
  writer{body}(flog_mark_end, uint64_t{rows.size()});
  append_flog_row(out, body);
  return out;
}

result<flog_content> decode_flog(std::string_view bytes) {
  if (bytes.size() > flog_bytes_max)
    return failure{errc::too_large,
                   "the file has " + std::to_string(bytes.size() >> 20) + " MiB, and " +
                       std::to_string(flog_bytes_max >> 20) + " are taken",
                   "", "", "Export a smaller tree"};
  if (bytes.substr(0, magic.size()) != magic || bytes.size() <= magic.size())
    return failure{errc::bad_input, "this is no bug report of Foliot", "", "",
                   "Make one with 'foliot export ID --anonymise > bug.flog'"};
  const auto version = static_cast<uint8_t>(bytes[magic.size()]);
  if (version > flog_version || version == 0)
    return too_new("the bug report", version, flog_version);
  return flog_reader(bytes, version).read(magic.size() + 1);
}

}  // namespace foliot::store
