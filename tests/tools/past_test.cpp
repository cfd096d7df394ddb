// `foliot replay FILE` and `foliot export` as the command line runs them: over a small store with
// real definitions.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "parse/definitions.hpp"
#include "store/flog.hpp"
#include "store/keys.hpp"
#include "store/tree_export.hpp"
#include "tests/tools/past_report.hpp"
#include "tools/client/export.hpp"
#include "tools/client/moments.hpp"
#include "tools/client/replay.hpp"
#include "tools/client/replay_index.hpp"

namespace foliot::client {
namespace {

using nlohmann::json;

using past = past_report;

TEST_F(past, a_report_verifies) {
  replay_options options;
  options.verify = true;
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out, "2 journal entries of 1 trees\n1 records, 0 differ\n");
  const auto rows = tree({});
  write(store::encode_flog({"x", model::core_version, true}, rows));
  EXPECT_EQ(replay(options).out, "2 journal entries of 1 trees\n1 records, 0 differ\n");
}

TEST_F(past, an_anonymised_report_follows_prefixes_and_expressions) {
  const std::string xml =
      "<acme:workflow-app xmlns:acme='uri:oozie:workflow:0.5' name='${trim(\" smithers \")}'>"
      "<acme:start to='montgomery'/><acme:decision name='montgomery'><acme:switch>"
      "<acme:case to='end'>${concat('it\\'s ', 'trim(burns)') eq &quot;it's trim(burns)&quot;}"
      "</acme:case><acme:default to='kill'/></acme:switch></acme:decision><acme:kill name='kill'>"
      "<acme:message>${burns}</acme:message></acme:kill><acme:end name='end'/></acme:workflow-app>";
  const entity_id id{0, entity_kind::workflow, 0, make_job_number(1, 8), make_job_number(1, 8)};
  const hash128 hash = run_.define(id.root, entity_kind::workflow, xml);
  const model::definition_text text{entity_kind::workflow, "file:///apps/retail", "", xml, {}};
  run_.made.workflow_made = **definitions_.workflow(text);
  run_.workflow(id, model::workflow_events::created{
                        hash, {}, {}, "ada", "smithers", "file:///apps/retail", {}, true});
  run_.workflow(id, model::workflow_events::started{});
  const std::string bytes = store::encode_flog({"x", model::core_version, true}, tree(id.root, {}));
  for (const char* word : {"acme", "montgomery", "smithers", "burns"})
    EXPECT_EQ(bytes.find(word), std::string::npos) << word;
  write(bytes);
  replay_options options;
  options.verify = true;
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out, "2 journal entries of 1 trees\n1 records, 0 differ\n");
  EXPECT_NE(replay(query("list")).out.find("SUCCEEDED"), std::string::npos)
      << replay(query("list")).out;
}

TEST_F(past, a_job_is_shown_as_it_was) {
  EXPECT_EQ(replay(query("info", "1")).out.find("workflow load  PREP\n"), 0U)
      << replay(query("info", "1")).out;
  EXPECT_EQ(replay(query("info", "2")).out.find("workflow load  SUCCEEDED\n"), 0U);
  EXPECT_EQ(replay(query("info")).out.find("workflow load  SUCCEEDED\n"), 0U);
  EXPECT_NE(replay(query("list", "1")).out.find("PREP"), std::string::npos);
  EXPECT_NE(replay(query("why", "1")).out.find(wire_ + " is PREP"), std::string::npos);
  EXPECT_NE(replay(query("tree", "#2")).out.find("workflow load  SUCCEEDED"), std::string::npos);
  const outcome history = replay(query("history", "1"));
  EXPECT_NE(history.out.find("#1  -> PREP"), std::string::npos) << history.out;
  EXPECT_EQ(history.out.find("#2"), std::string::npos);
  const outcome early = replay(query("info", "2000-01-01T00:00Z"));
  EXPECT_EQ(early.status, 1);
  EXPECT_NE(early.err.find("does not exist"), std::string::npos) << early.err;
}

TEST_F(past, steps_show_what_changed_both_ways) {
  const outcome forward = replay(query("step"), true);
  EXPECT_EQ(forward.status, 0) << forward.err;
  const json steps = json::parse(forward.out).at("steps");
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].at("changes")[0], (json{{"field", "status"}, {"from", ""}, {"to", "PREP"}}));
  EXPECT_EQ(steps[1].at("changes")[0],
            (json{{"field", "status"}, {"from", "PREP"}, {"to", "SUCCEEDED"}}));
  EXPECT_FALSE(steps[1].at("owed").empty());
  replay_options back = query("step");
  back.back = true;
  const json other = json::parse(replay(back, true).out).at("steps");
  EXPECT_EQ(other[0].at("sequence"), 2);
  EXPECT_EQ(other[0].at("changes")[0],
            (json{{"field", "status"}, {"from", "SUCCEEDED"}, {"to", "PREP"}}));
  back.from = 1;
  EXPECT_EQ(json::parse(replay(back, true).out).at("steps").size(), 1U);
  EXPECT_NE(replay(query("step")).out.find("    status  "), std::string::npos)
      << replay(query("step")).out;
}

TEST_F(past, lines_have_room_in_a_terminal) {
  const std::string path = "file:///apps/" + std::string(150, 'p') + "/retail";
  const entity_id far{0, entity_kind::workflow, 0, make_job_number(1, 9), make_job_number(1, 9)};
  const hash128 hash = run_.define(far.root, entity_kind::workflow, reported_xml);
  run_.workflow(far, model::workflow_events::created{
                         hash, {}, {}, "ada", std::string(90, 'n'), path, {}, true});
  run_.workflow(far, model::workflow_events::started{});
  write(store::encode_flog({"x", model::core_version, false},
                           tree(far.root, store::word_map::none())));
  for (const char* what : {"step", "history", "tree", "info", "list"}) {
    replay_options options = query(what);
    options.id = run_.ids.text(far);
    const outcome got = replay(options);
    EXPECT_EQ(got.status, 0) << got.err;
    std::istringstream lines(got.out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(width_of(line) <= 80 || std::string(what) == "info") << what << ": " << line;
  }
  // What is broken is all there, but for the end of a value.
  replay_options options = query("step");
  options.id = run_.ids.text(far);
  std::string all = replay(options).out;
  std::erase_if(all, [](char c) { return c == ' ' || c == '\n'; });
  EXPECT_NE(all.find("path->file:///apps/" + std::string(100, 'p')), std::string::npos) << all;
}

TEST_F(past, a_condition_picks_the_step_at_which_it_begins_to_hold) {
  replay_options options = query("step");
  options.stop = "status == SUCCEEDED";
  const json steps = json::parse(replay(options, true).out).at("steps");
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].at("sequence"), 2);
  options.stop = "status == KILLED";
  outcome got = replay(options);
  EXPECT_EQ(got.status, 1);
  EXPECT_NE(got.err.find("the condition never begins to hold"), std::string::npos) << got.err;
  options.stop = "statsu == KILLED";
  EXPECT_NE(replay(options).err.find("has a value 'statsu'"), std::string::npos);
  options.stop = "status = KILLED";
  EXPECT_NE(replay(options).err.find("condition, character 8"), std::string::npos);
}

TEST_F(past, two_moments_are_compared) {
  replay_options options = query("diff");
  options.before = "1";
  options.after = "2";
  const json changes = json::parse(replay(options, true).out).at("changes");
  EXPECT_EQ(changes[0], (json{{"field", "status"}, {"from", "PREP"}, {"to", "SUCCEEDED"}}));
  options.after = "1";
  EXPECT_EQ(replay(options).out, "nothing differs\n");
}

TEST_F(past, a_long_difference_says_what_it_leaves_out) {
  const std::string text =
      "<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='minutely' frequency='1' "
      "start='2024-11-20T12:00Z' end='2024-11-21T12:00Z' timezone='UTC'><action><workflow>"
      "<app-path>file:///apps/retail</app-path></workflow></action></coordinator-app>";
  const entity_id daily{0, entity_kind::coordinator, 0, make_job_number(1, 7),
                        make_job_number(1, 7)};
  const auto made = definitions_.coordinator({entity_kind::coordinator, "file:///c", "", text, {}});
  ASSERT_TRUE(made.ok()) << made.error().text();
  run_.made.coordinator_made = **made;
  const hash128 hash = run_.define(daily.root, entity_kind::coordinator, text);
  run_.coordinator(daily, model::coordinator_events::created{hash, "ada", "minutely", "file:///c"});
  const std::string before = std::to_string(run_.sequence);
  run_.coordinator(daily, model::coordinator_events::materialised{1'000});
  run_.coordinator(daily, model::coordinator_events::materialised{234});
  const uint64_t actions = run_.record<model::coordinator_record>(daily).actions;
  ASSERT_GT(actions, 1'000U);
  write(store::encode_flog({"x", model::core_version, false},
                           tree(daily.root, store::word_map::none())));
  replay_options options = query("diff");
  options.id = run_.ids.text(daily);
  options.before = before;
  options.after = std::to_string(run_.sequence);
  const outcome got = replay(options, true);
  ASSERT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(json::parse(got.out).at("below").size(), 1'000U);
  EXPECT_EQ(json::parse(got.out).at("more"), actions - 1'000);
  const std::string last = "    ... " + std::to_string(actions - 1'000) + " more\n";
  EXPECT_TRUE(replay(options).out.ends_with(last)) << last;
  options.after = before;
  EXPECT_EQ(json::parse(replay(options, true).out).count("more"), 0U);
}

TEST_F(past, moments_are_times_and_sequences) {
  const time::processing_zone utc;
  const auto ms = [&](const std::string& text) {
    const auto at = read_moment(run_.store, text, utc);
    return at.ok() ? at->time.ms : int64_t{-1};
  };
  constexpr int64_t day = 1767571200000;  // 2026-01-05
  EXPECT_EQ(ms("2026-01-05T00:01Z"), day + 119'999);
  EXPECT_EQ(ms("2026-01-05 00:01"), day + 119'999);
  EXPECT_EQ(ms("2026-01-05T00:01:07Z"), day + 67'999);
  EXPECT_EQ(ms("2026-01-05 00:01:07.250"), day + 67'250);
  EXPECT_EQ(ms("2026-01-05 00:01:07,250"), day + 67'250);
  for (const char* wrong :
       {"soon", "2026-01-05", "2026-01-05T00:01:60Z", "2026-01-05T00:01:07.2Z", "2026-13-05T00:01Z",
        "#", "#x", "-1", "1.5", "2026-01-05T00:01+0530", "99999999999999999999"})
    EXPECT_EQ(read_moment(run_.store, wrong, utc).error().code, errc::bad_input) << wrong;
  EXPECT_EQ(read_moment(run_.store, "#2", utc)->sequence, 2U);
  const auto none = read_moment(run_.store, "3", utc);
  EXPECT_EQ(none.error().sentence, "the journal has no entry 3: its last one is 2");
}

TEST_F(past, a_moment_to_the_minute_is_its_end_as_lists_print_it) {
  EXPECT_EQ(replay(query("info", "2024-11-21 11:59")).status, 1);
  EXPECT_NE(replay(query("info", "2024-11-21 12:00")).out.find("SUCCEEDED"), std::string::npos);
}

TEST_F(past, what_would_be_passed_over_is_refused) {
  const auto refused = [this](replay_options options, const std::string& why) {
    const outcome got = replay(std::move(options));
    EXPECT_EQ(got.status, 1) << why;
    EXPECT_NE(got.err.find(why), std::string::npos) << got.err;
    EXPECT_EQ(got.out, "");
  };
  replay_options only_at;
  only_at.at = "1";
  refused(only_at, "nothing is asked about that moment");
  replay_options verified = only_at;
  verified.verify = true;
  refused(verified, "nothing is asked about that moment");
  replay_options both;
  both.verify = both.digests = true;
  refused(both, "more than one thing is asked for");
  replay_options live;
  live.live = true;
  refused(live, "no engine runs on a bug report");
}

TEST_F(past, a_damaged_report_is_told_and_read_all_the_same) {
  const std::string whole =
      store::encode_flog({"x", model::core_version, false}, tree(store::word_map::none()));
  write(whole.substr(0, whole.size() - 3));
  outcome got = replay(query("info", "1"));
  EXPECT_EQ(got.status, 0);
  EXPECT_NE(got.err.find("is cut, or its length is wrong, behind journal entry 2"),
            std::string::npos)
      << got.err;
  write("hello");
  got = replay(query("info"));
  EXPECT_EQ(got.status, 1);
  EXPECT_NE(got.err.find("this is no bug report of Foliot"), std::string::npos);
}

TEST_F(past, who_cannot_be_followed_is_left_out_and_counted) {
  const std::string text =
      "<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='minutely' frequency='1' "
      "start='2024-11-20T12:00Z' end='2024-11-20T12:02Z' timezone='UTC'><action><workflow>"
      "<app-path>file:///apps/retail</app-path></workflow></action></coordinator-app>";
  const entity_id daily{0, entity_kind::coordinator, 0, make_job_number(1, 7),
                        make_job_number(1, 7)};
  const auto made = definitions_.coordinator({entity_kind::coordinator, "file:///c", "", text, {}});
  ASSERT_TRUE(made.ok()) << made.error().text();
  run_.made.coordinator_made = **made;
  const hash128 hash = run_.define(daily.root, entity_kind::coordinator, text);
  const hash128 load = run_.define(daily.root, entity_kind::workflow, reported_xml);
  run_.coordinator(daily, model::coordinator_events::created{hash, "ada", "minutely", "file:///c"});
  run_.coordinator(daily, model::coordinator_events::materialised{2});
  std::vector<entity_id> below;
  for (uint32_t number = 1; number <= 2; ++number) {
    run_.action(action_of(daily, number), model::action_events::inputs_found{});
    model::action_events::submitted submitted;
    submitted.workflow = make_job_number(1, 7 + number);
    submitted.birth.definition = load;
    submitted.birth.user = "ada";
    submitted.birth.name = "load";
    submitted.birth.parent = action_of(daily, number);
    run_.action(action_of(daily, number), submitted);
    below.push_back({0, entity_kind::workflow, 0, daily.root, submitted.workflow});
  }
  uint64_t birth = 0;
  for (const auto& [sequence, who, record] : run_.past)
    if (who == below[0] && birth == 0) birth = sequence;
  auto rows = tree(daily.root, store::word_map::none());
  std::erase_if(rows, [&](const kv_change& row) {
    return row.where == table::journal && row.key == store::journal_key(0, daily.root, birth);
  });
  write(store::encode_flog({"x", model::core_version, false}, rows));
  const std::string lost = run_.ids.text(below[0]);
  const std::string good = run_.ids.text(below[1]);
  const char* told = "foliot: 1 job or action cannot be followed through the journal";
  for (const char* what : {"list", "tree"}) {
    replay_options options = query(what);
    options.id = run_.ids.text(daily);
    const outcome got = replay(options);
    EXPECT_EQ(got.status, 0) << what << got.err;
    EXPECT_NE(got.err.find(told), std::string::npos) << what << got.err;
    EXPECT_NE(got.out.find(good), std::string::npos) << what << got.out;
    EXPECT_EQ(got.out.find(lost), std::string::npos) << what << got.out;
    EXPECT_EQ(json::parse(replay(options, true).out).at("leftOut"), 1) << what;
  }
  replay_options one = query("info");
  one.id = lost;
  EXPECT_EQ(replay(one).status, 1);
  EXPECT_NE(replay(one).err.find("ask for the report again"), std::string::npos);
  // Where nothing else is left, nothing was answered.
  replay_options none = query("list");
  none.list.statuses = {"KILLED"};
  EXPECT_EQ(replay(none).status, 1);
  EXPECT_EQ(replay(none).out, "");
}

TEST_F(past, each_entry_has_its_digest) {
  replay_options options;
  options.digests = true;
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.out.find("1 " + wire_ + " 1 PREP "), 0U) << got.out;
  EXPECT_NE(got.out.find("\n2 " + wire_ + " 2 SUCCEEDED "), std::string::npos) << got.out;
}

TEST_F(past, the_same_rules_part_nowhere) {
  replay_options options;
  options.other = FOLIOT_PROGRAM;
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out, "2 journal entries lead to the same records\n");
}

TEST_F(past, a_program_that_tells_no_digests_is_no_foliot) {
  replay_options options;
  options.other = "/bin/true";
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 1);
  EXPECT_NE(got.err.find("/bin/true does not tell its digests"), std::string::npos) << got.err;
}

TEST_F(past, a_planted_bug_is_found_at_its_first_entry) {
  replay_options options;
  options.other = FOLIOT_WITH_A_BUG;
  outcome got = replay(options, true);
  EXPECT_EQ(got.status, 1) << got.err;
  const json told = json::parse(got.out);
  EXPECT_EQ(told.at("same"), 1);
  EXPECT_EQ(told.at("sequence"), 2);
  EXPECT_EQ(told.at("id"), wire_);
  ASSERT_EQ(told.at("fields").size(), 1U) << told.dump();
  const json& field = told.at("fields")[0];
  EXPECT_EQ(field.at("field"), "ended");
  EXPECT_NE(field.at("here"), "");
  EXPECT_NE(field.at("there"), "");
  EXPECT_NE(field.at("here"), field.at("there"));
  got = replay(options);
  EXPECT_NE(got.out.find("first difference: entry 2 of " + wire_ + "\n  ended  here "),
            std::string::npos)
      << got.out;
}

TEST_F(past, a_damaged_report_does_not_verify) {
  const std::string whole =
      store::encode_flog({"x", model::core_version, false}, tree(store::word_map::none()));
  write(whole.substr(0, whole.size() - 3));
  replay_options options;
  options.verify = true;
  EXPECT_EQ(replay(options).status, 1);
}

TEST_F(past, an_export_wants_a_file_and_a_directory) {
  outcome got;
  console to;
  to.out = [&](std::string_view text) { got.out += text; };
  to.err = [&](std::string_view text) { got.err += text; };
  to.terminal = true;
  EXPECT_EQ(export_tree(to, server::config{}, {wire_, true, false, ""}), exit_failed);
  EXPECT_NE(got.err.find("Name a file with --out"), std::string::npos);
  server::config settings;
  settings.data = file_ + "-none";
  EXPECT_EQ(export_tree(to, settings, {wire_, true, false, file_}), exit_failed);
  EXPECT_TRUE(got.out.empty());
}

TEST(index_of_the_journal, stands_beside_the_data_directory) {
  EXPECT_EQ(index_directory("/srv/data"), "/srv/data.replay");
  EXPECT_EQ(index_directory("/srv/data/"), "/srv/data.replay");
  EXPECT_EQ(index_directory("/srv/x/../data//."), "/srv/data.replay");
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(index_directory("."), here + ".replay");
  EXPECT_EQ(index_directory("data"), here + "/data.replay");
}

}  // namespace
}  // namespace foliot::client
