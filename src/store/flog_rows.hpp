// Rows of a bug report as they stand in its bytes: a length (u32), a check (u64), a body. And where
// the next whole one stands behind bytes that are none. Only for this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace foliot::store {

inline constexpr size_t flog_frame_bytes = 12;

/// What a body begins with that is no row of a table.
inline constexpr uint8_t flog_mark_origin = 0xFE;
inline constexpr uint8_t flog_mark_end = 0xFF;

/// Appends the row with that body.
void append_flog_row(std::string& out, const std::string& body);

/// Takes hostile bytes. What is read in vain (bodies whose check is wrong) is bounded by a multiple
/// of the file: bytes made to look like long rows at every place would else cost its square.
class flog_rows {
 public:
  enum class state : uint8_t {
    whole,
    changed,  ///< Its length can be, its check is wrong.
    cut,      ///< Its length cannot be, or nothing that long is there.
  };
  struct row {
    state is = state::cut;
    std::string_view body = {};
    size_t end = 0;  ///< Where the next one begins, if its length is right; 0: it is cut.
  };

  /// `bytes`: the whole file; must outlive this.
  explicit flog_rows(std::string_view bytes);

  /// The row that begins at byte `begin`.
  row at(size_t begin);
  /// The first byte from `from` on at which a whole row stands; nothing: none does, or `gave_up`.
  std::optional<size_t> next_whole(size_t from);
  /// Whether a search was ended, since too much looks like rows.
  bool gave_up() const { return vain_left_ == 0; }

 private:
  bool is_right(std::string_view body, uint64_t check);

  std::string_view bytes_;
  uint64_t vain_left_;  ///< Bytes that may still be read in vain.
};

}  // namespace foliot::store
