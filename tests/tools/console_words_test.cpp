// Lines, completion and what is shown: the parts of the console that need no engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/tools/support.hpp"
#include "tools/client/lines.hpp"
#include "tools/console/commands.hpp"
#include "tools/console/line_editor.hpp"
#include "tools/console/render.hpp"

namespace foliot::console {
namespace {

std::vector<std::string> words(const std::string& line) {
  const auto out = split_line(line);
  EXPECT_TRUE(out) << line;
  return out ? *out : std::vector<std::string>{};
}

TEST(console_words, are_parted_by_blanks_and_kept_by_quotes) {
  using list = std::vector<std::string>;
  EXPECT_EQ(words(""), list{});
  EXPECT_EQ(words("  status\t "), list{"status"});
  EXPECT_EQ(words("change ID endtime=''"), (list{"change", "ID", "endtime="}));
  EXPECT_EQ(words("kill --filter \"name=a b;user=ada\""),
            (list{"kill", "--filter", "name=a b;user=ada"}));
  EXPECT_EQ(words("a\\ b 'c\\d' \"\""), (list{"a b", "c\\d", ""}));
  EXPECT_FALSE(split_line("kill 'ID"));
  EXPECT_FALSE(split_line("kill \"ID"));
}

TEST(console_words, are_completed_as_far_as_they_agree) {
  const std::vector<std::string> all{"status", "start", "settings", "tree"};
  EXPECT_EQ(completion_of(all, "tr"), "ee ");
  EXPECT_EQ(completion_of(all, "st"), "a");
  EXPECT_EQ(completion_of(all, "se"), "ttings ");
  EXPECT_EQ(completion_of(all, "s"), "");
  EXPECT_EQ(completion_of(all, "x"), "");
  EXPECT_EQ(completion_of({}, ""), "");
  EXPECT_EQ(completion_of({"é", "è"}, ""), "") << "no half characters";
}

TEST(console_words, of_arguments_are_completed_up_to_their_value) {
  EXPECT_EQ(completion_of(argument_words("settings"), "run_s"), "lots=");
  EXPECT_EQ(completion_of(argument_words("settings"), "log_level.w"), "");
  EXPECT_EQ(completion_of(argument_words("settings"), "log_level.wo"), "rkflow=");
  EXPECT_EQ(completion_of(argument_words("quarantine"), "ret"), "ry ");
  EXPECT_TRUE(argument_words("status").empty());
}

TEST(console_words, answers_are_json_without_the_conversation) {
  admin::tree_report report;
  report.head.pass = "secret";
  report.rows = {{1, "id", "action", "", "WAITING", true, 3}};
  const nlohmann::json out = to_json(report);
  EXPECT_FALSE(out.contains("head"));
  EXPECT_EQ(out["rows"][0]["id"], "id");
  EXPECT_EQ(out["rows"][0]["pending"], true);
  EXPECT_EQ(out["more"], false);
}

TEST(console_words, answers_are_text_with_tables_and_trees) {
  admin::tree_report report;
  report.rows = {{0, "one", "coordinator", "clean", "RUNNING", false, 3},
                 {1, "two", "action", "", "WAITING", false, 1}};
  const std::string out = to_text(client::console{}, to_json(report));
  EXPECT_NE(out.find("one"), std::string::npos);
  EXPECT_NE(out.find("\n  two"), std::string::npos) << out;
  EXPECT_EQ(out.find("depth"), std::string::npos) << out;
}

TEST(console_words, a_tree_is_as_wide_as_a_terminal) {
  const std::string id = "0000192-261121114357000-warehouse-foli-";
  const std::string name(60, 'n');
  admin::tree_report report;
  report.rows = {{0, id + "B", "bundle", name, "RUNNING", false, 1234},
                 {1, id + "C", "coordinator", name, "RUNNING", false, 12},
                 {2, id + "C@17", "action", "", "RUNNING", false, 3},
                 {3, id + "W", "workflow", name, "RUNNING", false, 3}};
  const auto widest = [&] {
    std::istringstream lines(to_text(client::console{}, to_json(report)));
    size_t out = 0;
    for (std::string line; std::getline(lines, line);) out = std::max(out, client::width_of(line));
    return out;
  };
  EXPECT_LE(widest(), 80U) << to_text(client::console{}, to_json(report));
  for (auto& row : report.rows) row.id.erase(24, 8);  // of an engine with a shorter name
  report.rows[0].status = "RUNNINGWITHERROR";
  EXPECT_LE(widest(), 80U) << to_text(client::console{}, to_json(report));
  report.rows[0].status = "RUNNING";
  report.rows[2].pending = true;
  EXPECT_LE(widest(), 80U) << to_text(client::console{}, to_json(report));
}

TEST(console_words, lines_are_broken_at_blanks_and_long_words_within) {
  using client::folded;
  EXPECT_EQ(folded("", 5, 2, 20), "");
  EXPECT_EQ(folded("one two", 5, 2, 20), "one two");
  EXPECT_EQ(folded("one two three four", 12, 2, 20), "one two\n  three four");
  EXPECT_EQ(folded("abcdefgh", 15, 2, 20), "\n  abcdefgh");
  EXPECT_EQ(folded(std::string(30, 'x') + " y", 2, 2, 20),
            std::string(18, 'x') + "\n  " + std::string(12, 'x') + " y");
  EXPECT_EQ(folded("äöüäöüäöüäöü é", 9, 9, 10), "äöüäöüäö\n         üäöü é") << "room for text";
  EXPECT_EQ(folded("a  b", 0, 0, 20), "a  b");
}

TEST(console_words, two_values_are_shown_where_they_part) {
  const std::string same(200, 'x');
  const std::string shown = client::cut_where_it_parts(same + "1.stderr", same + "2.stderr", 80);
  EXPECT_EQ(shown, "…" + std::string(30, 'x') + "1.stderr");
  const std::string cut = client::cut_where_it_parts(same + "1" + same, same + "2", 80);
  EXPECT_EQ(client::width_of(cut), 80U);
  EXPECT_NE(cut.find('1'), std::string::npos);
  EXPECT_EQ(client::cut_where_it_parts(same, "y", 80), std::string(79, 'x') + "…");
  EXPECT_EQ(client::cut_where_it_parts("short", "other", 80), "short");
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ä";
  EXPECT_EQ(client::cut_where_it_parts(umlauts + "1", umlauts + "2", 80),
            "…" + umlauts.substr(0, 60) + "1");
}

TEST(console_words, what_came_from_elsewhere_is_not_obeyed) {
  admin::quarantine_report report;
  report.rows = {{"id", "", "event", "a\x1b[2Jb"}};
  EXPECT_EQ(to_text(client::console{}, to_json(report)).find('\x1b'), std::string::npos);
}

TEST(console_words, an_empty_list_says_so) {
  EXPECT_NE(to_text(client::console{}, to_json(admin::runs_report{})).find("nothing"),
            std::string::npos);
}

TEST(console_words, the_command_line_takes_them) {
  client::console_options got;
  client::cli_hooks hooks;
  hooks.talk = [&](const client::console&, const client::console_options& options) {
    got = options;
    return 0;
  };
  const foliot::testing::still_clock clock;
  const auto run = [&](const std::vector<std::string>& arguments) {
    client::console to;
    to.out = to.err = [](std::string_view) {};
    return client::run_cli(arguments, to, clock, hooks);
  };
  using what = client::console_options::what;
  EXPECT_EQ(run({"console", "--data", "d", "kill", "ID", "--actions", "1"}), 0);
  EXPECT_EQ(got.data, "d");
  EXPECT_EQ(got.words, (std::vector<std::string>{"kill", "ID", "--actions", "1"}));
  EXPECT_EQ(run({"console", "certificate", "ada", "--days", "7"}), 0);
  EXPECT_EQ(got.task, what::issue);
  EXPECT_EQ(got.name, "ada");
  EXPECT_EQ(got.days, 7U);
  EXPECT_EQ(run({"console", "revoke", "ada", "--data", "e"}), 0);
  EXPECT_EQ(got.task, what::revoke);
  EXPECT_EQ(got.data, "e");
  EXPECT_EQ(run({"console", "--connect", "h:1", "status"}), 2) << "without --certificate";
  EXPECT_EQ(run({"console", "certificate", "ada", "--days", "0"}), 2);
  EXPECT_EQ(run({"console", "certificate"}), 2);
}

}  // namespace
}  // namespace foliot::console
