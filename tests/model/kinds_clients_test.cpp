// The command lines of java, pig, sqoop and distcp (workflow.md 6).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/model/kind_stage.hpp"

namespace foliot::model::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

const char* const defaults_path = "/apps/test/config-default.xml";

// -- java -------------------------------------------------------------------------------------

TEST(java, a_command_line) {
  kind_stage stage{"java"};
  stage.say("main-class", "org.shop.Main")
      .say("java-opts", "-Xmx1g '-Dname=a b'")
      .say("arg", "in=${wf:user()}")
      .say("arg")
      .say("file", "lib2/x.jar,conf/x.conf,y.jar#z.jar")
      .set("oozie.launcher.javaopts", "-ea");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "java");
  EXPECT_EQ(plan.source, program_source::tool);
  EXPECT_THAT(plan.arguments,
              ElementsAre("-ea", "-Xmx1g", "-Dname=a b", "-Doozie.action.id=0000001-W@a",
                          "-Doozie.job.id=0000001-W", "-Doozie.action.conf.xml=action.xml",
                          "-Doozie.action.output.properties=output.properties",
                          "-Doozie.action.stats.properties=stats.properties",
                          "-Doozie.action.externalChildIDs=externalChildIDs",
                          "-Doozie.job.launch.time=1000000", "-cp", ".:x.jar:/apps/test/lib/*",
                          "org.shop.Main", "in=ann", ""));
  EXPECT_THAT(plan.files, ElementsAre(Pair("/apps/test/lib2/x.jar", "x.jar"),
                                      Pair("/apps/test/conf/x.conf", "x.conf"),
                                      Pair("/apps/test/y.jar", "z.jar")));
  EXPECT_THAT(document(plan, "action.xml"), HasSubstr("<name>oozie.launcher.javaopts</name>"));
  EXPECT_FALSE(plan.capture_output);
  EXPECT_EQ(plan.output_file, "");
}

TEST(java, output_is_what_stands_in_a_file) {
  kind_stage stage{"java"};
  stage.say("main-class", "M").say("capture-output");
  const program_plan plan = stage.program();
  EXPECT_TRUE(plan.capture_output);
  EXPECT_EQ(plan.output_file, "output.properties");
}

TEST(java, output_may_be_as_long_as_the_action_says) {
  kind_stage stage{"java"};
  stage.say("main-class", "M").set("oozie.action.max.output.data", "${4 * KB}");
  EXPECT_THAT(stage.program().environment, IsEmpty()) << "nothing is captured";
  stage.say("capture-output");
  const program_plan plan = stage.program();
  EXPECT_THAT(plan.environment, ElementsAre("OOZIE_ACTION_MAX_OUTPUT_DATA=4096"));
  EXPECT_EQ(judged("java", plan, 0, std::string(4'096, 'x')), "");
  EXPECT_EQ(judged("java", plan, 0, std::string(4'097, 'x')),
            "JA018: output.properties data exceeds its limit [4096]: print less, or write the data "
            "to a file and print its path");
}

TEST(java, many_java_opts_are_joined_and_empty_arguments_may_be_dropped) {
  kind_stage stage{"java"};
  stage.say("main-class", "M").say("java-opt", "-Da=1").say("java-opt", "-Db=2").say("arg");
  stage.conf["oozie.action.null.args.allowed"] = "false";
  const auto arguments = stage.program().arguments;
  EXPECT_EQ(arguments[0], "-Da=1");
  EXPECT_EQ(arguments[1], "-Db=2");
  EXPECT_EQ(arguments.back(), "M");
}

TEST(java, libraries_of_this_host_alone) {
  kind_stage stage{"java"};
  stage.say("main-class", "M");
  stage.conf["oozie.libpath"] = "/opt/libs, hdfs://h/libs, file:///opt/one.jar,/more/";
  const auto arguments = stage.program().arguments;
  EXPECT_EQ(arguments[arguments.size() - 2], ".:/apps/test/lib/*:/opt/libs/*:/opt/one.jar:/more/*");
  stage.app_path = "hdfs://h/apps/test";
  stage.conf.clear();
  const auto elsewhere = stage.program().arguments;
  EXPECT_EQ(elsewhere[elsewhere.size() - 2], ".");
}

std::string class_path(kind_stage& stage) {
  const auto arguments = stage.program().arguments;
  return arguments[arguments.size() - 2];
}

TEST(java, libraries_of_the_sharelib_where_they_are_asked_for) {
  kind_stage stage{"java"};
  stage.say("main-class", "M");
  stage.conf["oozie.service.WorkflowAppService.system.libpath"] = "/opt/share";
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*");
  stage.conf["oozie.use.system.libpath"] = "true";
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*") << "java uses none of it by itself";
  stage.conf["oozie.action.sharelib.for.java"] = "hive, spark";
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*:/opt/share/hive/*:/opt/share/spark/*");
  stage.set("oozie.launcher.sharelib", "mine");
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*:/opt/share/mine/*");
  stage.set("oozie.use.system.libpath", "false");
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*");
}

TEST(java, libraries_of_the_workflows_above_where_they_are_inherited) {
  kind_stage stage{"java"};
  stage.say("main-class", "M");
  stage.conf["oozie.wf.application.lib"] = "file:///apps/above/lib,/apps/top/lib";
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*");
  stage.conf["oozie.wf.subworkflow.classpath.inheritance"] = "true";
  EXPECT_EQ(class_path(stage), ".:/apps/test/lib/*:/apps/above/lib/*:/apps/top/lib/*");
}

TEST(java, wrong_input) {
  EXPECT_EQ(kind_stage{"java"}.say("main-class", " ").refusal(),
            "JA018: the main-class element names no class");
  EXPECT_THAT(kind_stage{"java"}.say("main-class", "M").say("java-opts", "'-Da").refusal(),
              StartsWith("JA018: java-opts: "));
  EXPECT_EQ(kind_stage{"java"}.say("main-class", "M").say("file", "hdfs://h/x.jar").refusal(),
            "E0904: the file 'hdfs://h/x.jar' is not on this host; only file: paths are offered "
            "yet");
}

TEST(java, the_status_is_the_code) {
  EXPECT_EQ(judged("java", {}, 0), "");
  EXPECT_EQ(judged("java", {}, 17), "17: the program ended with exit status 17");
}

TEST(java, a_program_that_is_not_there_names_its_setting) {
  const auto ended = [](const std::string& message) {
    workflow_definition made = flow{}.start("p").other("p", "java", "end").kill().end().build();
    action_body body;
    body.texts = {{"main-class", ex("M")}};
    made.nodes[made.find("p")].body = std::make_shared<const action_body>(body);
    job j{made};
    j.create();
    EXPECT_TRUE(j.answer(false));
    EXPECT_TRUE(j.owes("run p"));
    EXPECT_TRUE(j.ends("p", workflow_events::run_end::not_started, "", message));
    return j.at("p").error_code + ": " + j.at("p").error;
  };
  EXPECT_EQ(ended("the program 'java' could not be started: it is not there"),
            "JA018: the program 'java' could not be started: it is not there (program_java in "
            "foliot.toml says where 'java' is)");
  EXPECT_EQ(ended("the file /x cannot be reached"), "JA018: the file /x cannot be reached");
}

// -- the configuration of an action -----------------------------------------------------------

TEST(action_conf, later_layers_win) {
  kind_stage stage{"distcp"};
  stage.set("own", "${wf:user()}").set("both", "own");
  stage.body.job_xml = {ex("one.xml"), ex("/etc/two.xml")};
  stage.file("foliot:config-default", defaults_path, "default=d\nfirst=d\nboth=d\n");
  stage.file("foliot:job-xml", "/apps/test/one.xml",
             "first=1\nsecond=1\nboth=1\nel=${wf\\:id()}\n");
  stage.file("foliot:job-xml", "/etc/two.xml", "second=2\nboth=2\n");
  const program_plan plan = stage.program();
  EXPECT_EQ(document(plan, "action.xml"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<configuration>\n"
            "<property><name>both</name><value>own</value></property>\n"
            "<property><name>default</name><value>d</value></property>\n"
            "<property><name>el</name><value>0000001-W</value></property>\n"
            "<property><name>first</name><value>1</value></property>\n"
            "<property><name>own</name><value>ann</value></property>\n"
            "<property><name>second</name><value>2</value></property>\n"
            "</configuration>\n");
  EXPECT_THAT(stage.asked, IsEmpty());
}

TEST(action_conf, files_are_asked_for_together) {
  kind_stage stage{"distcp"};
  stage.body.job_xml = {ex("one.xml"), ex("two.xml")};
  const planned out = stage.plan();
  const auto* needs = std::get_if<el::needs>(&out);
  ASSERT_NE(needs, nullptr);
  EXPECT_THAT(needs->probes, ElementsAre(el::probe{"foliot:config-default", {defaults_path}},
                                         el::probe{"foliot:job-xml", {"/apps/test/one.xml"}},
                                         el::probe{"foliot:job-xml", {"/apps/test/two.xml"}}));
}

TEST(action_conf, a_job_xml_whose_name_is_not_known_yet) {
  kind_stage stage{"distcp"};
  stage.body.job_xml = {ex("${fs:exists('file:///x') ? 'a.xml' : 'b.xml'}")};
  EXPECT_EQ(stage.refusal(), "");
  EXPECT_EQ(stage.asked.back(), (el::probe{"foliot:job-xml", {"/apps/test/b.xml"}}));
}

TEST(action_conf, names_that_belong_to_the_engine) {
  for (const char* name : {"user.name", "mapreduce.job.user.name", "fs.default.name",
                           "yarn.resourcemanager.address"}) {
    kind_stage stage{"pig"};
    stage.say("script", "s").set(name, "x");
    const planned out = stage.answered();
    const auto* refused = std::get_if<node_refusal>(&out);
    ASSERT_NE(refused, nullptr) << name;
    EXPECT_EQ(refused->code, "JA010");
    EXPECT_EQ(refused->type, error_type::failed);
    EXPECT_THAT(refused->sentence, HasSubstr(name));
  }
  kind_stage stage{"distcp"};
  stage.body.job_xml = {ex("one.xml")};
  stage.file("foliot:job-xml", "/apps/test/one.xml", "user.name=root\n");
  EXPECT_EQ(stage.refusal(), "JA010: the property 'user.name' is not allowed in job-xml 'one.xml'");
}

TEST(action_conf, a_file_that_is_not_there) {
  kind_stage stage{"distcp"};
  stage.body.job_xml = {ex("one.xml")};
  stage.known.put(
      {"foliot:job-xml", {"/apps/test/one.xml"}},
      el::unanswerable({errc::not_found, "/apps/test/one.xml is not there", "", "", ""}));
  EXPECT_EQ(stage.refusal(), "JA008: /apps/test/one.xml is not there");
  stage.body.job_xml = {ex("hdfs://h/one.xml")};
  EXPECT_THAT(stage.refusal(), StartsWith("E0904: "));
}

TEST(action_conf, a_value_of_a_file_that_is_no_expression) {
  kind_stage stage{"distcp"};
  stage.body.job_xml = {ex("one.xml")};
  stage.file("foliot:job-xml", "/apps/test/one.xml", "p=${system:java}\n");
  EXPECT_THAT(stage.refusal(),
              StartsWith("EL_ERROR: job-xml 'one.xml': the value of 'p': column "));
  kind_stage other{"distcp"};
  other.body.job_xml = {ex("one.xml")};
  other.file("foliot:job-xml", "/apps/test/one.xml", "p=${undef}\n");
  EXPECT_THAT(other.refusal(),
              StartsWith("EL_ERROR: job-xml 'one.xml': the value of 'p': column 3: "
                         "the variable 'undef' is not defined"));
}

TEST(action_conf, the_cluster_is_told) {
  kind_stage stage{"distcp"};
  stage.body.name_node = ex("hdfs://h:8020");
  stage.body.cluster = ex("h:8032");
  const program_plan plan = stage.program();
  EXPECT_THAT(document(plan, "action.xml"),
              HasSubstr("<name>fs.default.name</name><value>hdfs://h:8020<"));
  EXPECT_THAT(document(plan, "action.xml"),
              HasSubstr("<name>yarn.resourcemanager.address</name><value>h:8032<"));
}

// -- pig --------------------------------------------------------------------------------------

TEST(pig, a_command_line) {
  kind_stage stage{"pig"};
  stage.say("script", "bin/id.pig")
      .say("param", "IN=/a b")
      .say("param", "OUT=/o")
      .say("argument", "-v")
      .say("file", "bin/udf.py")
      .say("archive", "data.tgz#data")
      .set("oozie.launcher.env", "A=1:B=x=y");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "pig");
  EXPECT_THAT(plan.arguments, ElementsAre("-propertyFile", "pig.properties", "-file", "id.pig",
                                          "-param", "IN=/a b", "-param", "OUT=/o", "-log4jconf",
                                          "pig-log4j.properties", "-logfile", "pig.log", "-v"));
  EXPECT_THAT(plan.environment, ElementsAre("PIG_CLASSPATH=/apps/test/lib/*", "A=1", "B=x=y"));
  EXPECT_THAT(plan.files, ElementsAre(Pair("/apps/test/bin/udf.py", "udf.py"),
                                      Pair("/apps/test/bin/id.pig", "id.pig")));
  EXPECT_THAT(plan.archives, ElementsAre(Pair("/apps/test/data.tgz", "data")));
  EXPECT_EQ(document(plan, "pig.properties"), "oozie.launcher.env=A=1:B=x=y\n");
  EXPECT_NE(document(plan, "pig-log4j.properties"), "");
}

TEST(pig, wrong_input) {
  for (const char* each : {"-4", "-log4jconf", "-e", "-execute", "-f", "-file", "-l", "-logfile",
                           "-r", "-dryrun", "-P", "-propertyFile"})
    EXPECT_THAT(kind_stage{"pig"}.say("script", "s").say("argument", each).refusal(),
                StartsWith("JA018: the argument '" + std::string(each) + "' is not allowed"));
  EXPECT_EQ(kind_stage{"pig"}.say("script").refusal(), "JA018: the action has no script");
  EXPECT_EQ(kind_stage{"pig"}.say("script", "s").set("oozie.launcher.env", "A").refusal(),
            "IllegalArgumentException: the environment 'A' of the launcher is not of the form "
            "A=1:B=2");
}

TEST(pig, any_failure_is_two) {
  EXPECT_EQ(judged("pig", {}, 7), "2: the program ended with exit status 7");
}

// -- sqoop ------------------------------------------------------------------------------------

TEST(sqoop, a_command_is_split_at_blanks) {
  kind_stage stage{"sqoop"};
  stage.say("command", "sqoop import  --where 'a b'\n --table t");
  EXPECT_THAT(stage.program().arguments,
              ElementsAre("import", "--where", "'a", "b'", "--table", "t"));
  stage.conf["oozie.action.sqoop.shellsplitter"] = "true";
  EXPECT_THAT(stage.program().arguments, ElementsAre("import", "--where", "a b", "--table", "t"));
}

TEST(sqoop, arguments_stay_as_they_are) {
  kind_stage stage{"sqoop"};
  stage.say("arg", "import").say("arg", "a b").say("file", "lib2/driver.jar");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "sqoop");
  EXPECT_THAT(plan.arguments, ElementsAre("import", "a b"));
  EXPECT_THAT(plan.environment, ElementsAre("HADOOP_CLASSPATH=/apps/test/lib/*"));
  EXPECT_THAT(documents(plan), IsEmpty());
}

TEST(sqoop, the_word_itself_is_dropped_where_a_tool_follows) {
  const auto words = [](const char* command) {
    return kind_stage{"sqoop"}.say("command", command).program().arguments;
  };
  EXPECT_THAT(words("SQOOP import"), ElementsAre("import"));
  EXPECT_THAT(words("sqoop --help"), ElementsAre("sqoop", "--help"));
  EXPECT_THAT(words("sqoop"), ElementsAre("sqoop"));
}

TEST(sqoop, its_configuration_stands_behind_the_tool) {
  kind_stage stage{"sqoop"};
  stage.say("command", "import --table t").set("p", "v");
  const program_plan plan = stage.program();
  EXPECT_THAT(plan.arguments, ElementsAre("import", "-conf", "sqoop-site.xml", "--table", "t"));
  EXPECT_THAT(document(plan, "sqoop-site.xml"), HasSubstr("<name>p</name>"));
}

TEST(sqoop, wrong_input) {
  kind_stage stage{"sqoop"};
  stage.say("command", "import 'a").set("oozie.action.sqoop.shellsplitter", "true");
  EXPECT_THAT(stage.refusal(), StartsWith("SQOOP002: a quote (') of the command is not closed"));
  EXPECT_EQ(kind_stage{"sqoop"}.say("command", " ").refusal(),
            "JA018: the action has neither a command nor arguments");
  EXPECT_EQ(judged("sqoop", {}, 3), "3: the program ended with exit status 3");
}

// -- distcp -----------------------------------------------------------------------------------

TEST(distcp, a_command_line) {
  kind_stage stage{"distcp"};
  stage.say("java-opts", "-Xmx2g").say("arg", "-update").say("arg", "${src}").say("arg", "/b");
  stage.conf["src"] = "hdfs://h/a";
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "hadoop");
  EXPECT_THAT(plan.arguments, ElementsAre("distcp", "-update", "hdfs://h/a", "/b"));
  EXPECT_THAT(plan.environment,
              ElementsAre("HADOOP_CLASSPATH=/apps/test/lib/*", "HADOOP_CLIENT_OPTS=-Xmx2g"));
  stage.set("p", "v");
  EXPECT_THAT(stage.program().arguments,
              ElementsAre("distcp", "-conf", "action.xml", "-update", "hdfs://h/a", "/b"));
  EXPECT_EQ(judged("distcp", {}, 12), "JA018: the program ended with exit status 12");
}

TEST(distcp, what_is_done_before_needs_full_paths) {
  kind_stage stage{"distcp"};
  stage.body.prepare = {{"delete", ex("file:///out")}, {"mkdir", ex("file:///tmp/${wf:user()}")}};
  const program_plan plan = stage.program();
  ASSERT_EQ(plan.prepare.size(), 2U);
  EXPECT_EQ(plan.prepare[1].path, "file:///tmp/ann");
  stage.body.prepare = {{"delete", ex("out")}};
  EXPECT_THAT(stage.refusal(), StartsWith("JA018: FS001: prepare/delete: "));
}

}  // namespace
}  // namespace foliot::model::testing
