#include "model/input_logic.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "time/datetime.hpp"

namespace foliot::model {
namespace {

failure wrong(std::string sentence, std::string remedy, errc code = errc::bad_input) {
  return {code, std::move(sentence), "E1028", "", std::move(remedy)};
}

result<void> check_node(const logic_node& node, size_t inputs, size_t depth, size_t& count) {
  if (depth > limits::xml_depth_max || ++count > limits::input_logic_nodes_max)
    return wrong("the input logic is nested too deep or too large", "Make it simpler",
                 errc::too_large);
  if (node.kind == logic_kind::input) {
    if (node.input >= inputs || !node.parts.empty())
      return wrong("the input logic names an event that does not exist",
                   "Name one of the <input-events>");
    return {};
  }
  const bool combine = node.kind == logic_kind::combine;
  if (node.parts.size() < (combine ? 2U : 1U))
    return wrong(combine ? "<combine> has fewer than two events" : "an operator has no parts",
                 "Write a <data-in> for each event");
  for (const logic_node& part : node.parts) {
    if (combine && part.kind != logic_kind::input)
      return wrong("<combine> holds something else than events", "Write <data-in> only");
    if (auto fine = check_node(part, inputs, depth + 1, count); !fine) return fine;
  }
  return {};
}

/// What holds for an element: its own, or its parent's.
struct bounds {
  std::optional<int32_t> min;
  std::optional<int32_t> wait;

  bounds below(const logic_node& node) const {
    return {node.min ? node.min : min, node.wait_minutes ? node.wait_minutes : wait};
  }
  std::string text() const {
    std::string out;
    if (min) out = "min=" + std::to_string(*min);
    if (wait) out += (out.empty() ? "wait=" : ",wait=") + std::to_string(*wait);
    return out.empty() ? out : "[" + out + "]";
  }
};

std::string noted(const logic_node& node, const std::vector<std::string>& names,
                  const bounds& above) {
  const bounds here = above.below(node);
  if (node.kind == logic_kind::input) return names[node.input] + here.text();
  std::string out;
  if (node.kind == logic_kind::combine) {
    for (const logic_node& part : node.parts) out += (out.empty() ? "" : ",") + names[part.input];
    return "(combine(" + out + ")" + here.text() + ")";
  }
  const char* between = node.kind == logic_kind::all ? " && " : " || ";
  for (const logic_node& part : node.parts)
    out += (out.empty() ? "" : between) + noted(part, names, here);
  return "(" + out + ")";
}

/// The node called `name` with what its parents hand down.
const logic_node* find_below(const logic_node& node, std::string_view name, bounds& above) {
  if (!node.name.empty() && node.name == name) return &node;
  const bounds here = above.below(node);
  for (const logic_node& part : node.parts) {
    bounds inherited = here;
    if (const logic_node* found = find_below(part, name, inherited)) {
      above = inherited;
      return found;
    }
  }
  return nullptr;
}

/// What a walk over instances saw.
struct tally {
  std::vector<std::string> uris;
  size_t size = 0;
  bool complete = false;
  std::string of;  ///< The event or events, for sentences.
};

class evaluation {
 public:
  evaluation(const std::vector<logic_input>& inputs, const logic_times& at, dialect reading,
             size_t ask_at_most)
      : inputs_(inputs), at_(at), reading_(reading), ask_at_most_(ask_at_most) {}

  result<logic_outcome> visit(const logic_node& node, const bounds& above) {
    const bounds here = above.below(node);
    switch (node.kind) {
      case logic_kind::input: return event(inputs_[node.input], node.input, here);
      case logic_kind::combine: return combine(node, here);
      case logic_kind::all: return all(node, here);
      case logic_kind::any: break;
    }
    return any(node, here);
  }

  std::vector<std::pair<size_t, size_t>> take_unknown() { return std::move(unknown_); }

 private:
  /// Both must hold; the right one is looked at only when the left one may.
  result<logic_outcome> all(const logic_node& node, const bounds& here) {
    logic_outcome out;
    out.verdict = logic_verdict::yes;
    for (const logic_node& part : node.parts) {
      result<logic_outcome> next = visit(part, here);
      if (!next) return next;
      out.look_again = std::min(out.look_again, next->look_again);
      if (next->verdict != logic_verdict::yes && (out.why.empty() || blocks(*next)))
        out.why = next->why;
      if (next->verdict == logic_verdict::no) {
        out.verdict = logic_verdict::no;
        out.uris.clear();
        return out;
      }
      if (next->verdict == logic_verdict::waiting || out.verdict == logic_verdict::yes)
        out.verdict = next->verdict;
      if (auto added = append(out.uris, next->uris); !added) return added.error();
    }
    if (out.verdict != logic_verdict::yes) out.uris.clear();
    return out;
  }

  static bool blocks(const logic_outcome& of) { return of.verdict == logic_verdict::no; }

  /// The first that is not refused decides, also one that waits, as in Oozie.
  result<logic_outcome> any(const logic_node& node, const bounds& here) {
    logic_outcome out;
    for (const logic_node& part : node.parts) {
      result<logic_outcome> next = visit(part, here);
      if (!next || next->verdict != logic_verdict::no) return next;
      out.look_again = std::min(out.look_again, next->look_again);
      if (out.why.size() < limits::error_text_bytes_max)
        out.why += (out.why.empty() ? "" : "; ") + next->why;
    }
    return out;
  }

  result<logic_outcome> event(const logic_input& of, size_t index, const bounds& here) {
    if (of.postponed) {
      logic_outcome out;
      out.verdict = logic_verdict::later;
      out.why = "event '" + of.name + "' is resolved when all else is there";
      return out;
    }
    tally seen;
    seen.of = "event '" + of.name + "'";
    seen.size = of.instances.size();
    bool all_there = true;
    for (size_t i = 0; i < of.instances.size(); ++i) {
      if (there(index, i)) {
        seen.uris.push_back(of.instances[i].uri);
        continue;
      }
      all_there = false;
      if (!sufficient(here) && of.instances[i].there.has_value()) break;
    }
    seen.complete = all_there;
    return judged(std::move(seen), here);
  }

  /// By index: the first event that has the instance.
  result<logic_outcome> combine(const logic_node& node, const bounds& here) {
    tally seen;
    const logic_input& first = inputs_[node.parts.front().input];
    for (const logic_node& part : node.parts) {
      const logic_input& each = inputs_[part.input];
      seen.of += (seen.of.empty() ? "combined events '" : ", '") + each.name + "'";
      if (each.postponed)
        return wrong("<combine> cannot take event '" + each.name + "', which has latest or future",
                     "Use coord:current");
      if (each.instances.size() != first.instances.size())
        return wrong("<combine> takes events of equal size: '" + first.name + "' has " +
                         std::to_string(first.instances.size()) + " instances, '" + each.name +
                         "' " + std::to_string(each.instances.size()),
                     "Give both the same range");
    }
    seen.size = first.instances.size();
    size_t found = 0;
    for (size_t i = 0; i < seen.size; ++i) {
      const size_t before = seen.uris.size();
      bool known = true;
      for (const logic_node& part : node.parts) {
        const logic_input& each = inputs_[part.input];
        known = known && each.instances[i].there.has_value();
        if (!there(part.input, i)) continue;
        seen.uris.push_back(each.instances[i].uri);
        if (reading_ == dialect::lenient || &part == &node.parts.front()) break;
      }
      if (seen.uris.size() > before) {
        ++found;
      } else if (!sufficient(here) && known) {
        break;
      }
      if (seen.uris.size() > limits::instances_per_event_max) return too_many();
    }
    seen.complete = (reading_ == dialect::oozie ? seen.uris.size() : found) == seen.size;
    return judged(std::move(seen), here);
  }

  static bool sufficient(const bounds& here) { return here.min.value_or(-1) >= 0; }

  /// Whether that instance is there; notes it where nobody knows.
  bool there(size_t input, size_t index) {
    const std::optional<bool>& known = inputs_[input].instances[index].there;
    if (!known && unknown_.size() < ask_at_most_) unknown_.emplace_back(input, index);
    return known.value_or(false);
  }

  result<logic_outcome> judged(tally seen, const bounds& here) const {
    logic_outcome out;
    const size_t count = seen.uris.size();
    const int64_t wait = here.wait.value_or(-1);
    const int64_t least = here.min.value_or(-1);
    out.why = seen.of + (seen.complete ? " has" : " lacks some of") + " its " +
              std::to_string(seen.size) + " instances";
    const instant until = plus_ms(std::max(at_.nominal, at_.created), wait * ms_per_minute);
    if (!seen.complete && wait > 0 && at_.now < until) {
      out.verdict = logic_verdict::waiting;
      out.look_again = until;
      out.why += " and waits for more until " + time::format_datetime(until, {});
      return out;
    }
    const bool enough = seen.complete || (least > 0 && static_cast<int64_t>(count) >= least);
    if (!enough && least != 0) return out;
    out.verdict = logic_verdict::yes;
    out.why.clear();
    if (enough) out.uris = std::move(seen.uris);
    return out;
  }

  static failure too_many() {
    return {errc::too_large,
            "the input logic gives more than " + std::to_string(limits::instances_per_event_max) +
                " instances",
            "E1028", "", "Use shorter ranges"};
  }

  static result<void> append(std::vector<std::string>& to, const std::vector<std::string>& from) {
    if (to.size() + from.size() > limits::instances_per_event_max) return too_many();
    to.insert(to.end(), from.begin(), from.end());
    return {};
  }

  const std::vector<logic_input>& inputs_;
  const logic_times& at_;
  dialect reading_;
  size_t ask_at_most_;
  std::vector<std::pair<size_t, size_t>> unknown_;
};

}  // namespace

result<void> check(const input_logic& logic, size_t inputs) {
  size_t count = 0;
  return check_node(logic.root, inputs, 1, count);
}

std::string to_text(const logic_node& node, const std::vector<std::string>& names) {
  return noted(node, names, {});
}

const logic_node* find_named(const input_logic& logic, std::string_view name) {
  bounds above;
  return find_below(logic.root, name, above);
}

result<logic_outcome> evaluate(const input_logic& logic, std::string_view name,
                               const std::vector<logic_input>& inputs, const logic_times& at,
                               dialect reading, size_t ask_at_most) {
  if (auto fine = check(logic, inputs.size()); !fine) return fine.error();
  bounds above;
  const logic_node* node = name.empty() ? &logic.root : find_below(logic.root, name, above);
  if (node == nullptr)
    return wrong("the input logic has no part called '" + std::string(name.substr(0, 100)) + "'",
                 "Name an operator or event of <input-logic>");
  evaluation walk(inputs, at, reading, ask_at_most);
  result<logic_outcome> out = walk.visit(*node, above);
  if (out) out->unknown = walk.take_unknown();
  return out;
}

}  // namespace foliot::model
