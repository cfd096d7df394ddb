#include <gtest/gtest.h>

#include <string>

#include "el/hcatalog_uri.hpp"
#include "tests/el/contexts.hpp"

namespace foliot::el {
namespace {

TEST(hcatalog, uris_are_taken_apart) {
  const auto partition = parse_hcatalog("hcat://h:5080/db/clicks/dt=12;region=us");
  ASSERT_TRUE(partition.ok());
  EXPECT_EQ(partition->server, "h:5080");
  EXPECT_EQ(partition->database, "db");
  EXPECT_EQ(partition->table, "clicks");
  ASSERT_NE(partition->find("region"), nullptr);
  EXPECT_EQ(*partition->find("region"), "us");
  EXPECT_EQ(partition->find("none"), nullptr);
  EXPECT_TRUE(parse_hcatalog("hcat://h:1/db/t/")->partition.empty());
  EXPECT_EQ(*parse_hcatalog("hcat://h:1/db/t/k=a=b")->find("k"), "a=b");
  for (const char* wrong : {"", "hdfs://h/db/t", "hcat://", "hcat://h:1/db", "hcat://h:1//t",
                            "hcat://h:1/db/t/k", "hcat://h:1/db/t/=v", "hcat://h:1/db/t/k="}) {
    EXPECT_FALSE(parse_hcatalog(wrong).ok()) << wrong;
  }
}

class hcatalog_functions : public ::testing::Test {
 protected:
  hcatalog_functions() {
    job.inputs = {{"two", {"hcat://h:1/db/t/dt=9;c=us,hcat://h:1/db/t/dt=10;c=uk", true}},
                  {"one", {"hcat://h:1/db/t/dt=9;c=us", true}},
                  {"file", {"hdfs://h/x", true}},
                  {"none", {"", true}},
                  {"open", {"", false}}};
    job.outputs = {{"out", {"hcat://h:1/db2/t2/dt=9;c=us", true}}};
    in.where = phase::action_start;
    in.coordinator = &job;
  }
  std::string call(const std::string& text) { return tests::shown("${coord:" + text + "}", in); }
  bool refused(const std::string& text) { return call(text).starts_with("! E1004"); }

  tests::fake_coordinator job;
  environment in;
};

TEST_F(hcatalog_functions, name_databases_and_tables) {
  EXPECT_EQ(call("databaseIn('two')"), "db");
  EXPECT_EQ(call("tableIn('two')"), "t");
  EXPECT_EQ(call("databaseOut('out')"), "db2");
  EXPECT_EQ(call("tableOut('out')"), "t2");
}

TEST_F(hcatalog_functions, write_filters_and_partitions) {
  EXPECT_EQ(call("dataInPartitionFilter('two', 'hive')"),
            "(dt='9' AND c='us') OR (dt='10' AND c='uk')");
  EXPECT_EQ(call("dataInPartitionFilter('one', 'PIG')"), "(dt=='9' AND c=='us')");
  EXPECT_EQ(call("dataOutPartitions('out')"), "'dt=9,c=us'");
  EXPECT_EQ(call("dataInPartitions('one', 'hive-export')"), "dt='9',c='us'");
  EXPECT_TRUE(refused("dataInPartitions('two', 'hive-export')"));
  EXPECT_TRUE(refused("dataInPartitions('one', 'pig')"));
}

TEST_F(hcatalog_functions, compare_values_as_text) {
  EXPECT_EQ(call("dataInPartitionMin('two', 'dt')"), "10");
  EXPECT_EQ(call("dataInPartitionMax('two', 'dt')"), "9");
  EXPECT_TRUE(refused("dataInPartitionMax('two', 'none')"));
  EXPECT_EQ(call("dataOutPartitionValue('out', 'dt')"), "9");
  EXPECT_EQ(call("dataOutPartitionValue('out', 'none')"), "");
}

TEST_F(hcatalog_functions, refuse_what_is_no_table) {
  EXPECT_TRUE(refused("databaseIn('file')"));
  EXPECT_TRUE(refused("databaseIn('none')"));
  EXPECT_TRUE(refused("databaseIn('unknown')"));
  EXPECT_TRUE(refused("databaseIn('out')"));
}

TEST_F(hcatalog_functions, are_written_out_while_instances_are_open) {
  EXPECT_EQ(call("tableIn('open')"), "${coord:tableIn('open')}");
  EXPECT_EQ(call("dataInPartitionMax('open', 'dt')"), "${coord:dataInPartitionMax('open', 'dt')}");
  in.reading = dialect::oozie;
  EXPECT_EQ(call("dataInPartitionMax('open', 'dt')"), "${coord:dataInPartitionMin('open', 'dt')}");
}

TEST(world, is_asked_by_functions_of_clusters_too) {
  tests::fake_workflow job;
  facts known;
  environment in;
  in.workflow = &job;
  in.known = &known;
  EXPECT_EQ(tests::shown("${hcat:exists('hcat://h:1/d/t')}", in), "? hcat:exists(hcat://h:1/d/t)");
  EXPECT_EQ(tests::shown("${hadoop:conf('h:8020', 'x')}", in), "? hadoop:conf(h:8020)");
  known.put({"hadoop:conf", {"h:8020", "x"}}, "there");
  EXPECT_EQ(tests::shown("${hadoop:conf('h:8020', 'x')}", in), "there");
  EXPECT_TRUE(tests::shown("${hadoop:counters('none')}", in).starts_with("! EL_ERROR"));
}

/// Every function that is computed anywhere has its code, in every phase and with any arguments.
TEST(world, knows_every_function_everywhere) {
  tests::fake_coordinator coordinator;
  tests::fake_workflow workflow;
  const std::string names[] = {
      "appendAll",       "bundle:conf",     "concat",     "firstNotNull", "hadoop:conf",
      "hadoop:counters", "hcat:exists",     "replaceAll", "timestamp",    "toConfigurationStr",
      "toJsonStr",       "toPropertiesStr", "trim",       "urlEncode"};
  const std::string coord[] = {"absolute",
                               "absoluteRange",
                               "actionId",
                               "actualTime",
                               "conf",
                               "current",
                               "currentRange",
                               "dataIn",
                               "dataInPartitionFilter",
                               "dataInPartitionMax",
                               "dataInPartitionMin",
                               "dataInPartitions",
                               "dataOut",
                               "dataOutPartitionValue",
                               "dataOutPartitions",
                               "databaseIn",
                               "databaseOut",
                               "dateOffset",
                               "dateTzOffset",
                               "days",
                               "daysInMonth",
                               "endOfDays",
                               "endOfMonths",
                               "endOfWeeks",
                               "epochTime",
                               "formatTime",
                               "future",
                               "futureRange",
                               "hours",
                               "hoursInDay",
                               "latest",
                               "latestRange",
                               "minutes",
                               "months",
                               "name",
                               "nominalTime",
                               "offset",
                               "tableIn",
                               "tableOut",
                               "tzOffset",
                               "user"};
  std::vector<std::string> all(std::begin(names), std::end(names));
  for (const std::string& each : coord) all.push_back("coord:" + each);
  for (const std::string& each : all) {
    ASSERT_NE(find_function(each), nullptr) << each;
    for (const char* arguments : {"()", "('a')", "('a', 'b')", "(1, 2, 3)", "(null, null)"}) {
      const auto text = parse("${" + each + arguments + "}").value();
      for (size_t i = 0; i < phase_count; ++i) {
        environment in;
        in.where = static_cast<phase>(i);
        in.coordinator = &coordinator;
        in.workflow = &workflow;
        const outcome made = evaluate(text, in);
        if (const auto* error = std::get_if<failure>(&made)) {
          EXPECT_NE(error->code, errc::unsupported) << each << arguments;
        }
      }
    }
  }
}

}  // namespace
}  // namespace foliot::el
