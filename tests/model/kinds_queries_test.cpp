// The command lines of hive, hive2, spark and shell (workflow.md 6).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/kinds/spark_arguments.hpp"
#include "tests/model/kind_stage.hpp"

namespace foliot::model::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

// -- hive -------------------------------------------------------------------------------------

TEST(hive, a_command_line) {
  kind_stage stage{"hive"};
  stage.say("script", "q/s.q").say("param", "IN=/a").say("argument", "-v");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "hive");
  EXPECT_EQ(plan.source, program_source::tool);
  EXPECT_THAT(
      plan.arguments,
      ElementsAre("--hiveconf", "hive.log4j.file=hive-log4j.properties", "--hiveconf",
                  "hive.exec.log4j.file=hive-exec-log4j.properties", "--hiveconf",
                  "hive.log.trace.id=oozie:0000001-W", "-f", "s.q", "--hivevar", "IN=/a", "-v"));
  EXPECT_THAT(plan.files, ElementsAre(Pair("/apps/test/q/s.q", "s.q")));
  EXPECT_THAT(documents(plan), ElementsAre("hive-log4j.properties", "hive-exec-log4j.properties"));
  EXPECT_THAT(plan.environment, ElementsAre("HADOOP_CLASSPATH=/apps/test/lib/*"));
}

TEST(hive, a_query_and_a_configuration) {
  kind_stage stage{"hive"};
  stage.say("query", "select '${wf:user()}'").set("hive.metastore.uris", "thrift://h:9083");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.arguments.back(), "hive-query.hql");
  EXPECT_EQ(document(plan, "hive-query.hql"), "select 'ann'\n");
  EXPECT_THAT(document(plan, "hive-site.xml"), HasSubstr("thrift://h:9083"));
  EXPECT_THAT(plan.environment, Contains("HIVE_CONF_DIR=."));
}

TEST(hive, the_user_s_own_hive_site_stays) {
  kind_stage stage{"hive"};
  stage.say("script", "s.q").say("file", "conf/hive-site.xml").set("p", "v");
  const program_plan plan = stage.program();
  EXPECT_THAT(documents(plan), Not(Contains("hive-site.xml")));
  EXPECT_THAT(plan.files, Contains(Pair("/apps/test/conf/hive-site.xml", "hive-site.xml")));
}

TEST(hive, what_is_said_to_the_launcher_is_no_configuration_of_hive) {
  kind_stage stage{"hive"};
  stage.say("script", "s.q").set("oozie.launcher.javaopts", "-Xmx1g");
  const program_plan plan = stage.program();
  EXPECT_THAT(documents(plan), Not(Contains("hive-site.xml")));
  EXPECT_THAT(plan.environment,
              ElementsAre("HADOOP_CLASSPATH=/apps/test/lib/*", "HADOOP_CLIENT_OPTS=-Xmx1g"));
}

TEST(hive, wrong_input) {
  for (const char* each : {"-d", "--define", "-e", "-f", "-H", "--help", "--hiveconf", "--hivevar",
                           "-s", "--silent", "-D"})
    EXPECT_THAT(kind_stage{"hive"}.say("script", "s").say("argument", each).refusal(),
                StartsWith("JA018: the argument '" + std::string(each) + "' is not allowed"));
  for (const char* each : {"IN", "=x"})
    EXPECT_EQ(kind_stage{"hive"}.say("script", "s").say("param", each).refusal(),
              "JA018: the param '" + std::string(each) + "' is not of the form NAME=VALUE");
  EXPECT_EQ(kind_stage{"hive"}.refusal(), "JA018: the action has neither a script nor a query");
  EXPECT_EQ(judged("hive", {}, 64), "64: the program ended with exit status 64");
}

// -- hive2 ------------------------------------------------------------------------------------

TEST(hive2, a_command_line) {
  kind_stage stage{"hive2"};
  stage.say("jdbc-url", "jdbc:hive2://h:1/db")
      .say("script", "s.q")
      .say("param", "A=1")
      .say("argument", "--verbose=true")
      .set("oozie.x", "1")
      .set("oozie.launcher.x", "2")
      .set("oozie.hive2.x", "3")
      .set("other", "4");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "beeline");
  ASSERT_GE(plan.arguments.size(), 4U);
  EXPECT_THAT(plan.arguments[16], StartsWith("mapreduce.job.tags=oozie-"));
  auto arguments = plan.arguments;
  arguments[16] = "TAG";
  EXPECT_THAT(arguments, ElementsAre("-u", "jdbc:hive2://h:1/db", "-n", "ann", "-p", "DUMMY", "-d",
                                     "org.apache.hive.jdbc.HiveDriver", "-f", "s.q", "--hivevar",
                                     "A=1", "-a", "delegationToken", "--verbose=true", "--hiveconf",
                                     "TAG", "--hiveconf", "oozie.x=1"));
}

TEST(hive2, a_password_is_not_on_the_command_line) {
  kind_stage stage{"hive2"};
  stage.say("jdbc-url", "jdbc:hive2://h").say("password", "secret").say("query", "select 1");
  const program_plan plan = stage.program();
  EXPECT_THAT(plan.arguments, Not(Contains(HasSubstr("secret"))));
  EXPECT_EQ(plan.arguments[4], "-w");
  EXPECT_EQ(plan.arguments[5], "hive2-password");
  EXPECT_EQ(document(plan, "hive2-password"), "secret");
  EXPECT_EQ(document(plan, "hive2-query.hql"), "select 1\n");
}

TEST(hive2, wrong_input) {
  for (const char* each : {"-u", "-n", "-p", "-d", "-e", "-f", "-a", "--help", "-w"})
    EXPECT_THAT(
        kind_stage{"hive2"}.say("jdbc-url", "u").say("script", "s").say("argument", each).refusal(),
        StartsWith("JA018: the argument '" + std::string(each) + "' is not allowed"));
  EXPECT_EQ(kind_stage{"hive2"}.say("script", "s").refusal(),
            "JA018: the jdbc-url element names no server");
  EXPECT_EQ(judged("hive2", {}, 2), "JA018: the program ended with exit status 2");
}

// -- spark ------------------------------------------------------------------------------------

kind_stage spark(const char* master, const char* mode, const char* jar = "/x.jar") {
  kind_stage out{"spark"};
  out.say("master", master).say("mode", mode).say("name", "n").say("jar", jar);
  return out;
}

TEST(spark, a_local_command_line) {
  kind_stage stage = spark("local[*]", "", "/x.jar");
  stage.say("class", "C").say("spark-opts", "--verbose --num-executors 3").say("arg", "in put");
  const program_plan plan = stage.program();
  EXPECT_EQ(plan.program, "spark-submit");
  const auto& arguments = plan.arguments;
  ASSERT_GT(arguments.size(), 12U);
  EXPECT_THAT(std::vector<std::string>(arguments.begin(), arguments.begin() + 9),
              ElementsAre("--master", "local[*]", "--name", "n", "--class", "C", "--verbose",
                          "--num-executors", "3"));
  EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--verbose"), 1);
  EXPECT_EQ(arguments[arguments.size() - 2], "/x.jar");
  EXPECT_EQ(arguments.back(), "in put");
  EXPECT_THAT(documents(plan), ElementsAre("spark-log4j.properties"));
}

TEST(spark, on_yarn_files_and_class_paths_are_merged) {
  kind_stage stage = spark("yarn", "cluster");
  stage
      .say("spark-opts",
           "--files a,b --archives c --driver-class-path d --conf spark.driver.extraClassPath=e")
      .say("file", "conf/f.txt")
      .say("archive", "g.zip#h");
  const program_plan plan = stage.program();
  const auto value_of = [&](std::string_view option, size_t nth = 0) {
    for (size_t at = 0; at + 1 < plan.arguments.size(); ++at)
      if (plan.arguments[at] == option && nth-- == 0) return plan.arguments[at + 1];
    return std::string("none");
  };
  EXPECT_EQ(value_of("--files"), "a,b,f.txt,spark-log4j.properties,hive-site.xml");
  EXPECT_EQ(value_of("--archives"), "c,/apps/test/g.zip#h");
  EXPECT_EQ(value_of("--conf", 0), "spark.executor.extraClassPath=$PWD/*");
  EXPECT_EQ(value_of("--conf", 1), "spark.driver.extraClassPath=d:e:$PWD/*");
  EXPECT_EQ(value_of("--driver-class-path"), "none");
  EXPECT_EQ(value_of("--files", 1), "none");
  EXPECT_THAT(documents(plan), ElementsAre("spark-log4j.properties", "hive-site.xml"));
}

TEST(spark, what_the_options_say_is_not_said_again) {
  kind_stage stage = spark("local", "");
  stage.say("spark-opts", "--conf spark.yarn.security.tokens.hive.enabled=true");
  const auto arguments = stage.program().arguments;
  EXPECT_THAT(arguments, Not(Contains("spark.yarn.security.tokens.hive.enabled=false")));
  EXPECT_THAT(arguments, Contains("spark.yarn.security.tokens.hbase.enabled=false"));
}

TEST(spark, property_files_are_merged) {
  kind_stage stage = spark("yarn", "client");
  stage.say("file", "spark-defaults.conf,my.conf")
      .say("spark-opts",
           "--properties-file my.conf --conf spark.driver.extraJavaOptions=-Da=1 --conf "
           "spark.executor.extraClassPath=own");
  stage.file("foliot:properties", "/apps/test/spark-defaults.conf", "a=1\nb=1\n");
  stage.file("foliot:properties", "/apps/test/my.conf",
             "b=2\nspark.driver.extraJavaOptions=-Dz=9\nspark.executor.extraClassPath=theirs\n");
  const program_plan plan = stage.program();
  EXPECT_EQ(
      document(plan, "spark-defaults-oozie-generated.properties"),
      "a=1\nb=2\nspark.driver.extraJavaOptions=-Dz=9\nspark.executor.extraClassPath=theirs\n");
  EXPECT_THAT(plan.arguments, Contains("spark.driver.extraJavaOptions=-Dz=9 -Da=1 "
                                       "-Dlog4j.configuration=spark-log4j.properties"));
  EXPECT_THAT(plan.arguments, Contains("spark.executor.extraClassPath=theirs:own:$PWD/*"));
  EXPECT_THAT(plan.arguments, Contains("spark-defaults-oozie-generated.properties"));
  EXPECT_THAT(plan.arguments, Not(Contains("my.conf")));
}

TEST(spark, a_bare_jar_is_looked_for) {
  kind_stage stage = spark("local", "", "x.jar");
  EXPECT_THAT(stage.program().arguments, Contains("/apps/test/x.jar"));
  EXPECT_THAT(stage.asked, Contains(el::probe{"fs:exists", {"/apps/test/lib/x.jar"}}));
  stage.known.put({"fs:exists", {"/apps/test/lib/x.jar"}}, true);
  EXPECT_THAT(stage.program().arguments, Contains("/apps/test/lib/x.jar"));
  kind_stage linked = spark("local", "", "x.jar");
  linked.say("file", "elsewhere/x.jar");
  EXPECT_EQ(linked.program().arguments.back(), "x.jar");
  EXPECT_EQ(spark("local", "", "hdfs://h/x.jar").program().arguments.back(), "hdfs://h/x.jar");
}

TEST(spark, libraries_are_jars) {
  kind_stage stage = spark("local", "");
  stage.conf["oozie.libpath"] = "/opt/libs,/opt/one.jar,/opt/none";
  for (const char* each : {"/apps/test/lib", "/opt/libs", "/opt/one.jar"})
    stage.known.put({"fs:exists", {each}}, true);
  const auto jars_of = [](kind_stage& of) {
    const auto arguments = of.program().arguments;
    const auto option = std::find(arguments.begin(), arguments.end(), "--jars");
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--jars"), 1);
    return option == arguments.end() ? std::string() : *(option + 1);
  };
  EXPECT_EQ(jars_of(stage), "/apps/test/lib/*.jar,/opt/libs/*.jar,/opt/one.jar");
  stage.say("spark-opts", "--jars a.jar,b.jar --verbose");
  EXPECT_EQ(jars_of(stage), "a.jar,b.jar,/apps/test/lib/*.jar,/opt/libs/*.jar,/opt/one.jar");
  kind_stage without = spark("local", "");
  EXPECT_THAT(without.program().arguments, Not(Contains("--jars")));
}

TEST(spark, wrong_input) {
  EXPECT_EQ(spark("", "").refusal(), "JA018: the master element names no master");
  EXPECT_EQ(spark("local", "", "").refusal(), "JA018: the jar element names no file");
  kind_stage stage = spark("local", "");
  stage.say("spark-opts", "--properties-file my.conf");
  EXPECT_EQ(stage.refusal(),
            "JA008: the properties file 'my.conf' is none of the action's files, and no absolute "
            "path");
  EXPECT_EQ(judged("spark", {}, 5), "5: the program ended with exit status 5");
}

// -- shell ------------------------------------------------------------------------------------

kind_stage shell(named_expressions conf = {}) {
  kind_stage out{"shell"};
  shell_body body;
  body.exec = ex("x.sh");
  body.environment = {ex("B=own")};
  body.conf = std::move(conf);
  out.node.shell = std::make_shared<const shell_body>(std::move(body));
  return out;
}

TEST(shell, without_a_configuration_nothing_is_asked_or_written) {
  kind_stage stage = shell();
  const program_plan plan = stage.program();
  EXPECT_THAT(stage.asked, IsEmpty());
  EXPECT_THAT(plan.documents, IsEmpty());
  EXPECT_THAT(plan.environment, ElementsAre("B=own"));
  EXPECT_EQ(plan.source, program_source::user);
}

TEST(shell, its_configuration_stands_in_a_file) {
  kind_stage stage = shell({{"p", ex("<&>")}, {"oozie.launcher.env", ex("A=1:B=launcher")}});
  const program_plan plan = stage.program();
  EXPECT_THAT(plan.environment,
              ElementsAre("A=1", "B=launcher", "OOZIE_ACTION_CONF_XML=action.xml", "B=own"));
  EXPECT_THAT(document(plan, "action.xml"),
              HasSubstr("<property><name>p</name><value>&lt;&amp;&gt;</value></property>"));
}

TEST(shell, archives_and_job_xml) {
  kind_stage stage = shell();
  stage.say("archive", "tools.tgz#tools,/data/d.zip");
  stage.body.job_xml = {ex("one.xml")};
  stage.file("foliot:job-xml", "/apps/test/one.xml", "q=1\n");
  const program_plan plan = stage.program();
  EXPECT_THAT(plan.archives,
              ElementsAre(Pair("/apps/test/tools.tgz", "tools"), Pair("/data/d.zip", "d.zip")));
  EXPECT_THAT(document(plan, "action.xml"), HasSubstr("<name>q</name>"));
}

}  // namespace
}  // namespace foliot::model::testing
