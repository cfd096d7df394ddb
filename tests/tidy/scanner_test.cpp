#include "tests/tidy/scanner.hpp"

#include <gtest/gtest.h>

namespace {

using namespace foliot::tidy;

std::vector<size_t> lengths(std::string_view text) {
  std::vector<size_t> all;
  for (const span& f : functions(code_only(text))) all.push_back(f.lines());
  return all;
}

using sizes = std::vector<size_t>;

TEST(code_only, blanks_comments_and_literals_and_keeps_lines) {
  EXPECT_EQ(code_only("a; // b\nc"), "a;     \nc");
  EXPECT_EQ(code_only("a /* b\nb */ c"), "a     \n     c");
  EXPECT_EQ(code_only("f(\"x // { \\\" y\");"), "f(\"           \");");
  EXPECT_EQ(code_only("if (c == '{') g('\\'');"), "if (c == ' ') g('  ');");
  EXPECT_EQ(code_only("R\"(a \" b)\" c"), "R\"       \" c");
  EXPECT_EQ(code_only("R\"x(a )\" \n b)x\" c"), "R\"       \n    \" c");
}

TEST(code_only, takes_a_separator_of_digits_for_no_quote) {
  EXPECT_EQ(code_only("x = 1'000'000; y = 'a';"), "x = 1'000'000; y = ' ';");
  EXPECT_EQ(code_only("0xFF'FF // z"), "0xFF'FF     ");
}

TEST(functions, measures_bodies_of_every_form) {
  EXPECT_EQ(lengths("int f() {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("namespace a::b {\nint f() {\n  if (x) {\n  }\n}\n}\n"), sizes{4});
  EXPECT_EQ(lengths("struct s {\n  int f() const {\n  }\n  void g() && noexcept {\n\n  }\n};\n"),
            (sizes{2, 3}));
  EXPECT_EQ(lengths("s::s(int a)\n    : a_{a}, b_(1), c_{f({1})} {\n  g();\n}\n"), sizes{3});
  EXPECT_EQ(lengths("s::s() : a_{} {}\n"), sizes{1});
  EXPECT_EQ(lengths("s::s(int a) noexcept : base<int>{a} {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("auto f(int a) -> std::vector<int> {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("template <class T>\nT f(T a = {}) {\n\n}\n"), sizes{3});
  EXPECT_EQ(lengths("bool s::operator==(const s& o) const {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("s& s::operator=(const s& o) {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("TEST(a, b) {\n\n\n}\n"), sizes{4});
  EXPECT_EQ(lengths("const auto f = [](int a) {\n\n};\n"), sizes{3});
  EXPECT_EQ(lengths("extern \"C\" {\nvoid f() {\n}\n}\n"), sizes{2});
  EXPECT_EQ(lengths("template <> struct hash<id> {\n  size_t operator()(id i) const {\n  }\n};\n"),
            sizes{2});
}

TEST(functions, takes_tables_and_types_for_no_function) {
  EXPECT_EQ(lengths("constexpr row rows[] = {\n{1, f(2)},\n{3, 4},\n};\n"), sizes{});
  EXPECT_EQ(lengths("constexpr auto t = make({\n{1},\n{2},\n});\n"), sizes{});
  EXPECT_EQ(lengths("constexpr std::array rows{\nrow{1},\n};\n"), sizes{});
  EXPECT_EQ(lengths("enum class e : uint8_t {\na,\nb,\n};\n"), sizes{});
  EXPECT_EQ(lengths("struct s {\nint a{0};\nstd::string b = {\"x\"};\n};\n"), sizes{});
  EXPECT_EQ(lengths("#define M(x) void f() { \\\n  x; \\\n}\nint g() {\n}\n"), sizes{2});
  EXPECT_EQ(lengths("const char* text = R\"(\nint f() {\n}\n)\";\n"), sizes{});
}

TEST(functions, stays_in_step_behind_braces_in_literals) {
  EXPECT_EQ(lengths("void f() { g('{', \"}}\"); }\nvoid h() {\n}\n"), (sizes{1, 2}));
}

TEST(includes, reads_both_forms_and_no_comment) {
  auto all = includes(
      "// #include <a>\n#include <caf/all.hpp>\n/*\n#include \"b\"\n*/\n#include \"c/d.hpp\"\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].path, "caf/all.hpp");
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_TRUE(all[0].angle);
  EXPECT_EQ(all[1].path, "c/d.hpp");
  EXPECT_FALSE(all[1].angle);
}

TEST(mentions, finds_calls_of_whole_names_only) {
  EXPECT_TRUE(mentions("x = rand();", "rand("));
  EXPECT_TRUE(mentions("return std::rand ();", "rand("));
  EXPECT_TRUE(mentions("if (::fork() == 0)", "fork("));
  EXPECT_TRUE(mentions("auto t = std::chrono::system_clock::now();", "system_clock::now"));
  EXPECT_FALSE(mentions("strand(); operand(1);", "rand("));
  EXPECT_FALSE(mentions("self->system().spawn(); self.system();", "system("));
  EXPECT_FALSE(mentions("caf::actor_system system(config);", "system("));
  EXPECT_FALSE(mentions("int rand = 1;", "rand("));
}

}  // namespace
