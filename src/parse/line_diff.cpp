#include "parse/line_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/limits.hpp"

namespace foliot::parse {

namespace {

using lines = std::vector<std::string_view>;

/// With their ends, so that a last line without one differs from one with it.
lines lines_of(std::string_view text) {
  lines out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

/// Lines [from, from + removed) of the one text became [to, to + added) of the other.
struct edit {
  size_t from = 0;
  size_t removed = 0;
  size_t to = 0;
  size_t added = 0;
};

/// The longest common subsequence of the lines behind each pair of places.
class common_lines {
 public:
  common_lines(const lines& a, size_t a_from, size_t a_to, const lines& b, size_t b_from,
               size_t b_to)
      : width_(b_to - b_from + 1), cells_((a_to - a_from + 1) * width_, 0) {
    for (size_t i = a_to - a_from; i-- > 0;)
      for (size_t j = b_to - b_from; j-- > 0;)
        cells_[i * width_ + j] = a[a_from + i] == b[b_from + j]
                                     ? at(i + 1, j + 1) + 1
                                     : std::max(at(i + 1, j), at(i, j + 1));
  }
  uint32_t at(size_t i, size_t j) const { return cells_[i * width_ + j]; }

 private:
  size_t width_;
  std::vector<uint32_t> cells_;
};

std::vector<edit> edits_of(const lines& a, const lines& b) {
  size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  const size_t a_end = a.size() - tail;
  const size_t b_end = b.size() - tail;
  if (head == a_end && head == b_end) return {};
  const edit whole{head, a_end - head, head, b_end - head};
  if (whole.removed == 0 || whole.added == 0 ||
      whole.removed > limits::diff_cells_max / whole.added)
    return {whole};
  const common_lines common(a, head, a_end, b, head, b_end);
  std::vector<edit> out;
  size_t i = 0;
  size_t j = 0;
  while (i < whole.removed || j < whole.added) {
    if (i < whole.removed && j < whole.added && a[head + i] == b[head + j]) {
      ++i;
      ++j;
      continue;
    }
    edit found{head + i, 0, head + j, 0};
    while (i < whole.removed || j < whole.added) {
      if (i < whole.removed && j < whole.added && a[head + i] == b[head + j]) break;
      const bool removes =
          j == whole.added || (i < whole.removed && common.at(i + 1, j) >= common.at(i, j + 1));
      ++(removes ? i : j);
      ++(removes ? found.removed : found.added);
    }
    out.push_back(found);
  }
  return out;
}

/// "12,6"; a single line is only its number, no line is the one before it.
std::string range_text(size_t from, size_t count) {
  if (count == 1) return std::to_string(from + 1);
  return std::to_string(count == 0 ? from : from + 1) + "," + std::to_string(count);
}

void put(std::string& out, char mark, const lines& from, size_t first, size_t count) {
  for (size_t i = first; i < first + count; ++i) {
    out += mark;
    out += from[i];
    if (!from[i].ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

}  // namespace

std::string line_diff(std::string_view before, std::string_view after) {
  constexpr size_t around = 3;
  const lines a = lines_of(before);
  const lines b = lines_of(after);
  const std::vector<edit> edits = edits_of(a, b);
  std::string out;
  for (size_t first = 0; first < edits.size();) {
    size_t last = first;
    while (last + 1 < edits.size() &&
           edits[last + 1].from - (edits[last].from + edits[last].removed) <= 2 * around)
      ++last;
    const size_t lead = std::min(around, edits[first].from);
    const size_t rest = edits[last].from + edits[last].removed;
    const size_t trail = std::min(around, a.size() - rest);
    const size_t a_from = edits[first].from - lead;
    const size_t b_from = edits[first].to - lead;
    out += "@@ -" + range_text(a_from, rest + trail - a_from) + " +" +
           range_text(b_from, edits[last].to + edits[last].added + trail - b_from) + " @@\n";
    size_t shown = a_from;
    for (; first <= last; ++first) {
      const edit& each = edits[first];
      put(out, ' ', a, shown, each.from - shown);
      put(out, '-', a, each.from, each.removed);
      put(out, '+', b, each.to, each.added);
      shown = each.from + each.removed;
    }
    put(out, ' ', a, shown, trail);
  }
  return out;
}

}  // namespace foliot::parse
