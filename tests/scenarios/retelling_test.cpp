// Every *.scenario of this folder played, exported and retold from its journals: what comes out is
// a scenario that holds as well, in the user's words and in others. And what a retelling says.
#include "rehearsal/retelling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "parse/definitions.hpp"
#include "rehearsal/retold_draft.hpp"
#include "rehearsal/stage.hpp"
#include "store/epochs.hpp"
#include "store/keys.hpp"
#include "store/replay.hpp"
#include "store/replay_definitions.hpp"
#include "store/replay_trees.hpp"
#include "store/store_reader.hpp"
#include "store/tree_export.hpp"

namespace foliot::rehearsal {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(FOLIOT_SOURCE_DIR) / "tests" / "scenarios";

script script_of(const std::string& text) {
  auto read = read_script(text);
  const auto* wrong = std::get_if<problem>(&read);
  EXPECT_EQ(wrong, nullptr) << wrong->line << ": " << wrong->sentence << "\n" << text;
  return wrong == nullptr ? std::get<script>(std::move(read)) : script{};
}

/// A scenario that was played, and its journals.
class played_scenario {
 public:
  explicit played_scenario(const script& what)
      : begin_(beginning_of(what)), on_(begin_, play_options{}) {
    auto from = what.statements.begin();
    if (from->head.words.front() == "now") ++from;
    for (; from != what.statements.end() && !bad_; ++from) bad_ = on_.play(*from);
  }

  std::vector<job_number> trees() const {
    std::vector<job_number> out;
    std::string from;
    while (true) {
      const auto tree = store::next_tree(on_.store(), table::journal, from);
      if (!tree || !*tree) return out;
      out.push_back((*tree)->root);
      from = store::prefix_end(store::tree_prefix((*tree)->partition, (*tree)->root));
    }
  }
  /// What the export of that tree is retold as; nothing where it cannot be exported so.
  std::optional<result<retelling>> retold(job_number root, store::word_map words) const {
    const auto tree = store::export_tree(on_.store(), definitions_, root, std::move(words));
    if (!tree) return std::nullopt;
    memory_store report;
    kv_batch rows;
    for (const kv_change& row : tree->rows) rows.add(row);
    EXPECT_TRUE(report.write(rows, true).ok());
    const auto verified = store::replay(report, definitions_);
    EXPECT_EQ(verified.ok() ? verified->first_difference : verified.error().text(), "");
    const wire_ids ids = store::load_epochs(report).value();
    const store::store_reader reader(report, ids);
    store::replay_definitions definitions(report, definitions_);
    definitions.enter(store::partition_default, root);
    std::vector<model::journal_entry> entries;
    EXPECT_TRUE(reader
                    .journal(root, 0,
                             [&](const model::journal_entry& entry) {
                               entries.push_back(entry);
                               return true;
                             })
                    .ok());
    if (change) change(entries);
    return retell({entries, ids, definitions});
  }

  const std::optional<problem>& bad() const { return bad_; }
  /// What the entries suffer before they are retold.
  std::function<void(std::vector<model::journal_entry>&)> change;

 private:
  static instant beginning_of(const script& what) {
    const line& first = what.statements.front().head;
    const auto at = first.words.front() == "now" ? time_of(first.words.at(1), {}) : std::nullopt;
    return at.value_or(instant{1'767'225'600'000});
  }

  instant begin_;
  stage on_;
  std::optional<problem> bad_;
  const parse::cached_definitions definitions_{time::processing_zone{}};
};

/// What is wrong with the scenario `text`; empty: it holds.
std::string problem_of(const std::string& text) {
  const played out = play(script_of(text), {});
  return out.bad ? std::to_string(out.bad->line) + ": " + out.bad->sentence : "";
}

/// The retelling of the one tree that `text` leads to; it must hold.
retelling retold(const std::string& text, store::word_map words = store::word_map::none()) {
  const played_scenario was(script_of(text));
  EXPECT_FALSE(was.bad().has_value()) << was.bad()->sentence;
  EXPECT_EQ(was.trees().size(), 1U);
  auto out = was.retold(was.trees().at(0), std::move(words));
  EXPECT_TRUE(out && out->ok());
  if (!out || !out->ok()) return {};
  EXPECT_EQ(problem_of((*out)->text), "") << (*out)->text;
  return std::move(**out);
}

bool has_line(const retelling& of, const std::string& line) {
  return ("\n" + of.text).find("\n" + line + "\n") != std::string::npos;
}

struct retold_case {
  std::string name;  ///< Of the file, without its ending.
  bool anonymised = false;
};
void PrintTo(const retold_case& of, std::ostream* out) { *out << of.name; }

std::vector<retold_case> cases() {
  std::vector<retold_case> out;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".scenario")
      for (const bool anonymised : {false, true})
        out.push_back({entry.path().stem().string(), anonymised});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::pair(a.name, a.anonymised) < std::pair(b.name, b.anonymised);
  });
  return out;
}

class retold_scenario : public testing::TestWithParam<retold_case> {};

TEST_P(retold_scenario, holds_or_says_what_is_missing) {
  const auto& [name, anonymised] = GetParam();
  std::ifstream in(folder / (name + ".scenario"));
  std::ostringstream text;
  text << in.rdbuf();
  const script what = script_of(text.str());
  // No journal knows of a disk that was full: then the engine made less, and nobody wrote why.
  for (const statement& each : what.statements)
    if (each.head.words.front() == "disk") GTEST_SKIP() << "the disk is full in it";
  const played_scenario was(what);
  if (was.bad()) GTEST_SKIP() << "it does not hold itself";
  for (const job_number root : was.trees()) {
    const auto told = was.retold(root, anonymised ? store::word_map() : store::word_map::none());
    ASSERT_TRUE(told) << "in other words it goes another way";
    ASSERT_TRUE(told->ok()) << told->error().text();
    const std::string wrong = problem_of((*told)->text);
    EXPECT_TRUE(wrong.empty() || !(*told)->missing.empty()) << wrong << "\n" << (*told)->text;
    for (const left_out& each : (*told)->missing)
      EXPECT_TRUE(has_line(
          **told, "# left out, entry " + std::to_string(each.sequence) + ": " + each.sentence));
  }
}

INSTANTIATE_TEST_SUITE_P(each, retold_scenario, testing::ValuesIn(cases()), [](const auto& of) {
  std::string name = of.param.name + (of.param.anonymised ? "_anonymised" : "");
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

constexpr const char* forked = R"(# A fork, one of whose paths fails
workflow w
  fork both a b
  shell a ok meet capture
  shell b ok meet
  join meet end
run W node a succeeds after 1m printing rows=7
run W node b fails with 3 after 90s
launch workflow w as W
until W KILLED within 1h
)";

TEST(retelling, of_a_fork_says_how_its_programs_ended) {
  const retelling told = retold(forked);
  EXPECT_TRUE(told.missing.empty());
  EXPECT_NE(told.text.find("file /apps/w/workflow.xml <<END\n<workflow-app"), std::string::npos);
  EXPECT_NE(told.text.find(" printing rows=7\n"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("\nrun R node b fails with 3 after 1m30s"), std::string::npos);
  EXPECT_NE(told.text.find("launch workflow /apps/w as R "), std::string::npos) << told.text;
  EXPECT_TRUE(has_line(told, "expect R KILLED"));
  EXPECT_TRUE(has_line(told, "expect R node b ERROR"));
  retold(forked, store::word_map());
}

constexpr const char* waiting = R"(# Its input comes, the second action is killed
coordinator c every 1h from 00:00 to 03:00
  dataset in every 1h since 00:00 at /data/${HOUR}
  input i in current(0)
submit coordinator c as C
at 00:40
touch /data/00/_SUCCESS
at 01:10
kill C actions=2
at 02:05
suspend C
at 02:30
touch /data/02/_SUCCESS
resume C
until C DONEWITHERROR within 1h
rerun C actions=1 nocleanup
advance 10m
)";

TEST(retelling, of_a_coordinator_says_what_came_and_what_was_ordered) {
  const retelling told = retold(waiting);
  // The rerun has a workflow of its own, and no name leads to the one before it any more.
  ASSERT_EQ(told.missing.size(), 1U);
  EXPECT_NE(told.missing[0].sentence.find("-W is SUCCEEDED at the end"), std::string::npos);
  for (const char* line : {"touch /data/00/_SUCCESS", "kill R actions=2", "suspend R", "resume R",
                           "rerun R actions=1 nocleanup", "touch /data/02/_SUCCESS",
                           "expect R actions 1 SUCCEEDED 2 KILLED 3 SUCCEEDED"})
    EXPECT_TRUE(has_line(told, line)) << line << "\n" << told.text;
  EXPECT_EQ(told.text.find("/data/01"), std::string::npos);
  EXPECT_LT(told.text.find("touch /data/02"), told.text.find("resume R"));
  retold(waiting, store::word_map());
}

TEST(retelling, of_properties_that_no_line_holds_has_a_document) {
  const std::string plain = R"(# A property with quotes and line ends
workflow w
  shell a "${note}"
launch workflow w as W <<THERE
<configuration><property><name>note</name><value>say "yes"
and no</value></property></configuration>
THERE
until W SUCCEEDED within 5m
)";
  const retelling told = retold(plain);
  EXPECT_TRUE(told.missing.empty());
  const std::string document =
      " <<END\n<configuration>\n<property><name>note</name><value>say &quot;yes&quot;\nand no<";
  EXPECT_NE(told.text.find(document), std::string::npos) << told.text;
  EXPECT_NE(retold(told.text).text.find(document), std::string::npos);  // and it was given so
}

TEST(retelling, of_files_of_properties_has_them) {
  const std::string beside = R"(# A job-xml beside the definition
file /apps/w/workflow.xml <<END
<workflow-app xmlns="uri:oozie:workflow:0.5" name="w"><start to="a"/><action name="a">
<shell xmlns="uri:oozie:shell-action:0.3"><job-xml>more.xml</job-xml><exec>run.sh</exec></shell>
<ok to="end"/><error to="end"/></action><end name="end"/></workflow-app>
END
file /apps/w/more.xml <<END
<configuration><property><name>cat</name><value>a
b</value></property></configuration>
END
launch workflow /apps/w as W
until W SUCCEEDED within 5m
)";
  const retelling told = retold(beside);
  EXPECT_TRUE(told.missing.empty());
  EXPECT_NE(told.text.find("file /apps/w/more.xml <<END\n<configuration>"), std::string::npos)
      << told.text;
  EXPECT_NE(told.text.find("<value>a\nb</value>"), std::string::npos) << told.text;
  EXPECT_EQ(told.text.find("config-default.xml"), std::string::npos) << told.text;
  retold(beside, store::word_map());
}

TEST(retelling, tells_what_no_line_can_hold) {
  played_scenario other(script_of(forked));
  other.change = [](std::vector<model::journal_entry>& entries) {
    for (model::journal_entry& each : entries)
      if (auto* event = std::get_if<model::workflow_event>(&each.event))
        if (auto* end = std::get_if<model::workflow_events::run_ended>(event))
          if (!end->output.empty()) end->output = "say=\"yes\"\n";
  };
  const auto told = other.retold(other.trees().at(0), store::word_map::none());
  ASSERT_TRUE(told && told->ok());
  ASSERT_FALSE((*told)->missing.empty());
  const left_out& line = (*told)->missing.front();
  EXPECT_NE(line.sequence, 0U);
  EXPECT_EQ(line.sentence, "a line that a of R printed: say=\"yes\"");
  EXPECT_TRUE(has_line(
      **told, "# left out, entry " + std::to_string(line.sequence) + ": " + line.sentence));
}

TEST(retelling, needs_our_rules_and_the_beginning) {
  played_scenario was(script_of(forked));
  const auto refusal = [&](std::function<void(std::vector<model::journal_entry>&)> change) {
    was.change = std::move(change);
    const auto told = was.retold(was.trees().at(0), store::word_map::none());
    return told && !told->ok() ? told->error().sentence : std::string("none");
  };
  EXPECT_NE(refusal([](auto& all) { all.back().core = 1; }).find("is of rules 1, and this foliot"),
            std::string::npos);
  EXPECT_NE(
      refusal([](auto& all) { all.erase(all.begin()); }).find("does not begin with the birth"),
      std::string::npos);
  EXPECT_NE(refusal([](auto& all) { all.clear(); }).find("no journal"), std::string::npos);
  EXPECT_NE(refusal([](auto& all) {
              all.front().snapshot = std::make_shared<const model::any_record>();
            }).find("is a snapshot that a purge left"),
            std::string::npos);
}

TEST(retelling, writes_words_and_durations_as_they_are_read) {
  EXPECT_EQ(word_of("plain"), "plain");
  EXPECT_EQ(word_of("two words"), "\"two words\"");
  EXPECT_EQ(word_of(""), "\"\"");
  EXPECT_EQ(word_of("#no"), "\"#no\"");
  for (const char* none : {"a\"b", "a\nb", "a\tb"}) EXPECT_FALSE(word_of(none)) << none;
  for (const int64_t ms : {int64_t{0}, int64_t{7}, int64_t{1'250}, int64_t{60'000},
                           int64_t{3'723'004}, 3 * ms_per_day + 1})
    EXPECT_EQ(duration_of(duration_text(ms)), ms) << duration_text(ms);
  EXPECT_EQ(duration_text(3'723'004), "1h2m3s4ms");
  EXPECT_FALSE(duration_of("5mss"));
  EXPECT_EQ(file_statement("/a", "END\n"), "file /a <<END_\nEND\nEND_");
}

}  // namespace
}  // namespace foliot::rehearsal
