#include "model/input_logic.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/limits.hpp"

namespace foliot::model {
namespace {

constexpr instant nominal{1'000 * ms_per_minute};
constexpr instant at_minute(int64_t n) { return {nominal.ms + n * ms_per_minute}; }

logic_node leaf(uint16_t input) {
  logic_node out;
  out.input = input;
  return out;
}

logic_node of(logic_kind kind, std::vector<logic_node> parts) {
  logic_node out;
  out.kind = kind;
  out.parts = std::move(parts);
  return out;
}

logic_node with(logic_node node, std::optional<int32_t> min, std::optional<int32_t> wait = {}) {
  node.min = min;
  node.wait_minutes = wait;
  return node;
}

/// An event from one letter per instance: y there, n not there, ? not known.
logic_input event(const std::string& name, const std::string& letters) {
  logic_input out;
  out.name = name;
  for (size_t i = 0; i < letters.size(); ++i) {
    logic_instance one{name + std::to_string(i), std::nullopt};
    if (letters[i] != '?') one.there = letters[i] == 'y';
    out.instances.push_back(one);
  }
  return out;
}

/// "yes A0 A1", "no", "waiting", "later", or the failure's code.
std::string verdict(const logic_node& root, const std::vector<logic_input>& inputs,
                    instant now = nominal, dialect reading = dialect::lenient) {
  const auto made = evaluate({root}, "", inputs, {nominal, nominal, now}, reading);
  if (!made.ok()) return made.error().oozie;
  EXPECT_EQ(made->why.empty(), made->verdict == logic_verdict::yes) << made->why;
  const char* const names[] = {"no", "yes", "waiting", "later"};
  std::string text = names[static_cast<size_t>(made->verdict)];
  for (const std::string& uri : made->uris) text += " " + uri;
  return text;
}

TEST(input_logic, an_event_needs_all_or_min) {
  EXPECT_EQ(verdict(leaf(0), {event("A", "yy")}), "yes A0 A1");
  EXPECT_EQ(verdict(leaf(0), {event("A", "yn")}), "no");
  EXPECT_EQ(verdict(leaf(0), {event("A", "")}), "yes");
  EXPECT_EQ(verdict(with(leaf(0), 2), {event("A", "nyny")}), "yes A1 A3");
  EXPECT_EQ(verdict(with(leaf(0), 3), {event("A", "nyny")}), "no");
  EXPECT_EQ(verdict(with(leaf(0), -1), {event("A", "nyny")}), "no") << "as absent";
  EXPECT_EQ(verdict(with(leaf(0), 0), {event("A", "ny")}), "yes") << "without a list";
  EXPECT_EQ(verdict(with(leaf(0), 0), {event("A", "yy")}), "yes A0 A1");
}

TEST(input_logic, wait_looks_for_more_until_it_is_over) {
  const auto node = with(leaf(0), 1, 10);
  EXPECT_EQ(verdict(node, {event("A", "yn")}, at_minute(9)), "waiting");
  EXPECT_EQ(verdict(node, {event("A", "yn")}, at_minute(10)), "yes A0");
  EXPECT_EQ(verdict(node, {event("A", "yy")}, at_minute(0)), "yes A0 A1");
  EXPECT_EQ(verdict(node, {event("A", "nn")}, at_minute(10)), "no");
  const auto made = evaluate({node}, "", {event("A", "yn")}, {nominal, at_minute(5), nominal});
  EXPECT_EQ(made->look_again, at_minute(15)) << "from the later of nominal and creation time";
  EXPECT_NE(made->why.find("1970-01-01T16:55Z"), std::string::npos) << made->why;
}

TEST(input_logic, and_needs_all_or_takes_the_first) {
  const auto a_and_b = of(logic_kind::all, {leaf(0), leaf(1)});
  const auto a_or_b = of(logic_kind::any, {leaf(0), leaf(1)});
  const auto a = event("A", "y");
  const auto b = event("B", "y");
  EXPECT_EQ(verdict(a_and_b, {a, b}), "yes A0 B0");
  EXPECT_EQ(verdict(a_and_b, {a, event("B", "n")}), "no");
  EXPECT_EQ(verdict(a_or_b, {a, b}), "yes A0");
  EXPECT_EQ(verdict(a_or_b, {event("A", "n"), b}), "yes B0");
  EXPECT_EQ(verdict(a_or_b, {event("A", "n"), event("B", "n")}), "no");
  EXPECT_EQ(verdict(with(a_or_b, 1, 5), {event("A", "n"), b}), "waiting") << "A may still come";
}

TEST(input_logic, a_wait_or_what_is_looked_at_later_decides_an_and_only_when_nothing_is_missing) {
  auto late = event("B", "");
  late.postponed = true;
  const auto node = of(logic_kind::all, {with(leaf(0), 1, 5), leaf(1), leaf(2)});
  EXPECT_EQ(verdict(node, {event("A", "yn"), late, event("C", "y")}), "waiting");
  EXPECT_EQ(verdict(node, {event("A", "yy"), late, event("C", "y")}), "later");
  EXPECT_EQ(verdict(node, {event("A", "yy"), late, event("C", "n")}), "no");
  EXPECT_EQ(verdict(of(logic_kind::any, {leaf(1), leaf(0)}), {event("A", "y"), late}), "later");
}

TEST(input_logic, combine_takes_each_instance_from_the_first_that_has_it) {
  const auto node = of(logic_kind::combine, {leaf(0), leaf(1)});
  EXPECT_EQ(verdict(node, {event("A", "yyn"), event("B", "nyy")}), "yes A0 A1 B2");
  EXPECT_EQ(verdict(node, {event("A", "ynn"), event("B", "nny")}), "no");
  EXPECT_EQ(verdict(with(node, 2), {event("A", "ynn"), event("B", "nny")}), "yes A0 B2");
  EXPECT_EQ(verdict(node, {event("A", "yy"), event("B", "y")}), "E1028");
  auto late = event("B", "yy");
  late.postponed = true;
  EXPECT_EQ(verdict(node, {event("A", "yy"), late}), "E1028");
}

TEST(input_logic, combine_of_three_counts_as_oozie_does_there_only) {
  const auto node = of(logic_kind::combine, {leaf(0), leaf(1), leaf(2)});
  const std::vector<logic_input> inputs{event("A", "nn"), event("B", "yn"), event("C", "yn")};
  EXPECT_EQ(verdict(node, inputs), "no");
  EXPECT_EQ(verdict(node, inputs, nominal, dialect::oozie), "yes B0 C0");
}

TEST(input_logic, what_nobody_looked_at_is_asked_as_far_as_it_matters) {
  const auto asked = [](const logic_node& root, const std::vector<logic_input>& inputs) {
    return evaluate({root}, "", inputs, {nominal, nominal, nominal})->unknown.size();
  };
  EXPECT_EQ(asked(leaf(0), {event("A", "???")}), 3U);
  EXPECT_EQ(asked(leaf(0), {event("A", "n??")}), 0U) << "one missing is enough";
  EXPECT_EQ(asked(with(leaf(0), 1), {event("A", "n??")}), 2U);
  EXPECT_EQ(asked(of(logic_kind::any, {leaf(0), leaf(1)}), {event("A", "y"), event("B", "?")}), 0U);
  EXPECT_EQ(asked(leaf(0), {event("A", std::string(1'000, '?'))}), limits::probes_at_once_max);
}

TEST(input_logic, parts_are_found_by_name_with_what_they_inherit) {
  auto inner = of(logic_kind::any, {leaf(1), leaf(0)});
  inner.name = "inner";
  const input_logic logic{with(of(logic_kind::all, {leaf(0), inner}), 1)};
  const std::vector<logic_input> inputs{event("A", "yn"), event("B", "ny")};
  const logic_times at{nominal, nominal, nominal};
  EXPECT_EQ(evaluate(logic, "inner", inputs, at)->uris, (std::vector<std::string>{"B1"}));
  EXPECT_EQ(evaluate(logic, "", inputs, at)->uris, (std::vector<std::string>{"A0", "B1"}));
  EXPECT_EQ(evaluate(logic, "none", inputs, at).error().oozie, "E1028");
  EXPECT_NE(find_named(logic, "inner"), nullptr);
  EXPECT_EQ(find_named(logic, ""), nullptr);
}

TEST(input_logic, is_checked) {
  EXPECT_TRUE(check({leaf(0)}, 1).ok());
  EXPECT_FALSE(check({leaf(1)}, 1).ok());
  EXPECT_FALSE(check({of(logic_kind::all, {})}, 1).ok());
  EXPECT_FALSE(check({of(logic_kind::combine, {leaf(0)})}, 1).ok());
  EXPECT_FALSE(check({of(logic_kind::combine, {leaf(0), of(logic_kind::any, {leaf(0)})})}, 1).ok());
  logic_node deep = leaf(0);
  for (size_t i = 0; i < limits::xml_depth_max; ++i) deep = of(logic_kind::any, {deep});
  EXPECT_EQ(check({deep}, 1).error().code, errc::too_large);
  const std::vector<logic_node> many(limits::input_logic_nodes_max, leaf(0));
  EXPECT_EQ(check({of(logic_kind::any, many)}, 1).error().code, errc::too_large);
}

}  // namespace
}  // namespace foliot::model
