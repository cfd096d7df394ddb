// Each rule is shown what it must refuse and what it must let pass.
#include "tests/tidy/rules.hpp"

#include <gtest/gtest.h>

namespace {

using namespace foliot::tidy;

std::string lines(size_t n, std::string_view line = "x;\n") {
  std::string text;
  for (size_t i = 0; i < n; ++i) text += line;
  return text;
}

/// Expects exactly one finding, at `line`, whose text holds `part`.
void expect_one(const findings& found, size_t line, std::string_view part) {
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, line);
  EXPECT_NE(found[0].text().find(part), std::string::npos) << found[0].text();
}

TEST(rules, a_finding_reads_as_place_fault_and_remedy) {
  finding f{"src/a.cpp", 3, "too long", "split it"};
  EXPECT_EQ(f.text(), "src/a.cpp:3: too long, split it");
}

TEST(rules, a_folder_includes_only_those_below_it) {
  expect_one(check_includes("src/model/a.cpp", "\n#include \"store/b.hpp\"\n"), 2,
             "model includes");
  expect_one(check_includes("src/parse/a.hpp", "#include \"exec/b.hpp\"\n"), 1, "parse includes");
  expect_one(check_includes("src/base/a.hpp", "#include \"time/b.hpp\"\n"), 1, "base includes");
  expect_one(check_includes("src/actors/a.hpp", "#include \"server/b.hpp\"\n"), 1,
             "may include only");
  expect_one(check_includes("src/el/a.hpp", "#include \"b.hpp\"\n"), 1, "relative to src");
  expect_one(check_includes("src/odd/a.hpp", "#include \"base/b.hpp\"\n"), 1, "no folder odd");
  EXPECT_TRUE(check_includes("src/server/a.cpp", "#include \"actors/b.hpp\"\n").empty());
  EXPECT_TRUE(
      check_includes("src/parse/a.cpp", "#include \"parse/b.hpp\"\n#include <map>\n").empty());
  EXPECT_TRUE(check_includes("tests/a.cpp", "#include \"tests/b.hpp\"\n").empty());
}

TEST(rules, a_library_stays_in_its_folder) {
  expect_one(check_includes("src/model/a.cpp", "#include <caf/actor.hpp>\n"), 1, "src/actors");
  expect_one(check_includes("src/http/a.cpp", "#include <rocksdb/db.h>\n"), 1, "src/store");
  expect_one(check_includes("tools/a.cpp", "#include <pugixml.hpp>\n"), 1, "src/parse");
  expect_one(check_includes("src/base/a.cpp", "#include <boost/any.hpp>\n"), 1, "unknown library");
  expect_one(check_includes("tests/a.cpp", "#include <caf/all.hpp>\n"), 1, "include what you use");
  EXPECT_TRUE(check_includes("src/store/a.cpp", "#include <rocksdb/db.h>\n").empty());
  EXPECT_TRUE(check_includes("tools/a.cpp", "#include <nlohmann/json.hpp>\n").empty());
  EXPECT_TRUE(check_includes("bench/a.cpp", "#include <rocksdb/db.h>\n").empty());
  EXPECT_TRUE(check_includes("src/exec/a.cpp", "#include <sys/inotify.h>\n").empty());
}

TEST(rules, the_pure_folders_know_no_world) {
  expect_one(check_includes("src/el/a.cpp", "#include <fstream>\n"), 1, "pure");
  expect_one(check_includes("src/model/a.cpp", "#include \"base/log.hpp\"\n"), 1, "pure");
  EXPECT_TRUE(check_includes("src/time/a.cpp", "#include <mutex>\n").empty());
}

TEST(rules, a_source_begins_with_its_own_header) {
  expect_one(check_header("src/el/a.cpp", "\n#include <map>\n#include \"el/a.hpp\"\n", true), 2,
             "el/a.hpp");
  expect_one(check_header("src/el/a.hpp", "int x;\n", false), 1, "#pragma once");
  EXPECT_TRUE(check_header("src/el/a.cpp", "#include \"el/a.hpp\"\n", true).empty());
  EXPECT_TRUE(check_header("src/el/a.cpp", "#include <map>\n", false).empty());
}

TEST(rules, lengths_have_a_bound_that_itself_passes) {
  EXPECT_TRUE(check_lengths("src/a.cpp", lines(file_lines_max)).empty());
  expect_one(check_lengths("src/a.cpp", lines(file_lines_max + 1)), 401, "401 lines");
  std::string body = lines(function_lines_max - 2);
  EXPECT_TRUE(check_lengths("src/a.cpp", "void f() {\n" + body + "}\n").empty());
  expect_one(check_lengths("src/a.cpp", "\nvoid f() {\n" + body + "x;\n}\n"), 2, "71 lines");
  std::string wide(line_columns_max - 3, 'x');
  EXPECT_TRUE(check_lengths("src/a.cpp", "// " + wide + "\n").empty());
  EXPECT_TRUE(check_lengths("src/a.cpp", "// " + wide.substr(1) + "\xC3\xA9\n").empty());
  expect_one(check_lengths("src/a.cpp", "\n// x" + wide + "\n"), 2, "101 columns");
}

TEST(rules, banned_calls_name_their_remedy) {
  const char* clock = "auto t = std::chrono::system_clock::now();\n";
  expect_one(check_calls("src/exec/a.cpp", clock), 1, "take a wall_clock");
  EXPECT_TRUE(check_calls("src/server/clocks.cpp", clock).empty());
  const char* steady = "auto t = steady_clock::now();\n";
  expect_one(check_calls("tests/a.cpp", steady), 1, "monotonic");
  EXPECT_TRUE(check_calls("bench/a.cpp", steady).empty());
  expect_one(check_calls("tests/a.cpp", "\nstd::this_thread::sleep_for(1s);\n"), 2, "alarm");
  expect_one(check_calls("tools/a.cpp", "std::cout << 1;\n"), 1, "fputs");
  expect_one(check_calls("src/exec/a.cpp", "int x = rand() % 2;\n"), 1, "id source");
  expect_one(check_calls("src/exec/a.cpp", "pid_t p = fork();\n"), 1, "posix_spawn");
  EXPECT_TRUE(check_calls("src/exec/launch_child.cpp", "pid_t p = fork();\n").empty());
  expect_one(check_calls("src/exec/a.cpp", "if (system(\"ls\") != 0) x();\n"), 1, "run port");
  expect_one(check_calls("src/exec/a.cpp", "auto f = popen(c, m);\n"), 1, "run port");
  EXPECT_TRUE(check_calls("src/exec/a.cpp", "// system(\"ls\")\nf(\"fork()\");\n").empty());
}

TEST(rules, words_that_belong_in_no_file) {
  std::string parked = std::string{"TO"} + "DO";
  std::string machine = std::string{"/wo"} + "rk/main/x";
  std::string outside = std::string{"../sha"} + "red/";
  std::string tracked = std::string{"iss"} + "ue";
  expect_one(check_words("a.md", "\n" + parked + ": later\n"), 2, "do it now");
  EXPECT_TRUE(check_words("a.md", "MAS" + parked + "N\n").empty());
  expect_one(check_words("a.md", "see " + machine + "\n"), 1, "machine");
  EXPECT_TRUE(check_words("a.md", "data" + machine + "\n").empty());
  expect_one(check_words("a.md", outside + "spec\n"), 1, "outside the tree");
  EXPECT_TRUE(check_words("a.md", outside + "vectors\n").empty());
  expect_one(check_words("a.md", "see " + tracked + " #12\n"), 1, "tracker");
  EXPECT_TRUE(check_words("a.md", tracked + "s 12, the " + tracked + " is\n").empty());
}

TEST(rules, a_library_links_only_what_it_may_include) {
  expect_one(check_links("src/model/CMakeLists.txt",
                         "add_library(foliot_model a.cpp)\n"
                         "target_link_libraries(foliot_model PUBLIC foliot_el foliot_store)\n"),
             2, "links foliot_store");
  EXPECT_TRUE(check_links("src/parse/CMakeLists.txt",
                          "# not foliot_store\ntarget_link_libraries(foliot_parse PUBLIC "
                          "foliot_model foliot_options)\n")
                  .empty());
}

TEST(rules, a_source_is_named_by_a_list_beside_or_above_it) {
  EXPECT_TRUE(names_source("src/el", "add_library(foliot_el a.cpp b.cpp)\n", "src/el/b.cpp"));
  EXPECT_TRUE(names_source("tests", "SOURCES tidy/a.cpp\n", "tests/tidy/a.cpp"));
  EXPECT_FALSE(names_source("src/el", "add_library(foliot_el ab.cpp)\n", "src/el/b.cpp"));
  EXPECT_FALSE(names_source("src/el", "# b.cpp\n", "src/el/b.cpp"));
}

}  // namespace
