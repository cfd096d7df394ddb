// What a submission says about lost runs, and a dry run about <job-xml>.
#include <gtest/gtest.h>

#include <array>

#include "parse/dry_run.hpp"
#include "parse/submission.hpp"
#include "tests/parse/shop.hpp"

namespace foliot::parse {
namespace {

using model::configuration;
using support::bundle_path;
using support::coordinator_path;
using support::files;
using support::properties;
using support::shop;
using support::submit;
using support::with;
using support::workflow_path;

std::string refusal(const result<submission>& of) { return of ? "accepted" : of.error().text(); }

TEST(submission, a_dry_run_reads_what_job_xml_names) {
  files all = shop();
  std::string& workflow = all["/apps/clean/workflow.xml"];
  workflow = with(workflow, "<configuration><property><name>p</name>",
                  "<job-xml>conf/${tag}.xml</job-xml>"
                  "<configuration><property><name>p</name>");
  configuration conf = properties(workflow_path, "/apps/clean");
  conf["tag"] = "x";
  const auto tried = [&] {
    const auto out = dry_run(conf, support::reader(all), {}, {});
    return out ? out->text : out.error().text();
  };
  const std::string missing = tried();
  EXPECT_EQ(missing.rfind("E0803: /apps/clean/workflow.xml:", 0), 0U) << missing;
  EXPECT_NE(missing.find("node 'left' will fail: its <job-xml> does not exist: "
                         "/apps/clean/conf/x.xml. Copy the file there, or correct the path "
                         "'conf/x.xml'."),
            std::string::npos)
      << missing;
  EXPECT_EQ(refusal(submit(conf, all)), "accepted") << "it may be there when it is needed";

  const auto says = [&all](const std::string& value) {
    all["/apps/clean/conf/x.xml"] = "<configuration><property><name>q</name><value>" + value +
                                    "</value></property></configuration>";
  };
  says("${wf:user()} ${tag}");
  EXPECT_EQ(tried(), "OK");
  says("${tagg}");
  EXPECT_EQ(tried(),
            "E0803: /apps/clean/conf/x.xml: the value of 'q': node 'left' will fail: the variable "
            "'tagg' is not defined. Did you mean 'tag'?");
  says("${wf:nothing()}");
  EXPECT_NE(tried().find("there is no function 'wf:nothing' in workflows"), std::string::npos)
      << tried();
  says("${tag");
  EXPECT_EQ(tried().rfind("E0803: /apps/clean/conf/x.xml: the value of 'q': ", 0), 0U) << tried();
  all["/apps/clean/conf/x.xml"] = "<configuration>";
  EXPECT_EQ(tried().rfind("E0803: /apps/clean/conf/x.xml:1", 0), 0U) << tried();
  workflow = with(workflow, "conf/${tag}.xml", "hdfs://h/${tag}.xml");
  EXPECT_NE(tried().find("<job-xml>: the file 'hdfs://h/x.xml' is not on this host"),
            std::string::npos)
      << tried();
  workflow = with(workflow, "hdfs://h/${tag}.xml", "${wf:actionData('split')['path']}");
  EXPECT_EQ(tried(), "OK") << "only the running workflow knows";
}

TEST(submission, oozie_looks_for_the_workflow_before_it_counts_applications) {
  const auto refused = [](const char* workflow, dialect reading) {
    configuration conf = properties(workflow_path, workflow);
    conf[coordinator_path] = "/apps/clean";
    return refusal(submit(conf, shop(), reading));
  };
  EXPECT_EQ(refused("/apps/clean", dialect::oozie).rfind("E0302: ", 0), 0U);
  EXPECT_EQ(refused("/apps/nothing", dialect::oozie).rfind("E0307: ", 0), 0U);
  EXPECT_EQ(refused("x", dialect::oozie).rfind("E0307: ", 0), 0U) << "a path that is relative";
  EXPECT_EQ(refused("x", dialect::lenient).rfind("E0302: ", 0), 0U);
}

TEST(submission, what_is_done_about_a_lost_run_is_a_known_word) {
  for (const auto& [path, dir, code] :
       std::vector<std::array<const char*, 3>>{{bundle_path, "/apps/shop", "E1310"},
                                               {coordinator_path, "/apps/clean", "E0803"},
                                               {workflow_path, "/apps/clean", "E0803"}}) {
    configuration conf = properties(path, dir);
    for (const char* known : {"rerun", "hold", "fail", "HOLD", " Fail "}) {
      conf["foliot.on.lost"] = known;
      EXPECT_EQ(refusal(submit(conf)), "accepted") << known;
    }
    for (const char* unknown : {"bogus", "", "holdd", "hol"}) {
      conf["foliot.on.lost"] = unknown;
      for (const dialect reading : {dialect::lenient, dialect::oozie}) {
        const auto out = submit(conf, shop(), reading);
        EXPECT_EQ(refusal(out), std::string(code) + ": the property foliot.on.lost is '" + unknown +
                                    "'. Set it to rerun, hold or fail.");
      }
      EXPECT_FALSE(dry_run(conf, support::reader(shop()), {}, {})) << path;
    }
  }
  understood_workflows none;
  const files all = shop();
  EXPECT_EQ(refusal(prepare_workflow("/apps/clean", {{"foliot.on.lost", "hodl"}},
                                     support::reader(all), {}, none)),
            "E0803: the property foliot.on.lost is 'hodl'. Set it to rerun, hold or fail.");
}

TEST(submission, what_others_do_about_a_lost_run_is_a_known_word_too) {
  const std::string word =
      "<property><name>foliot.on.lost</name><value>bogus</value></property></configuration>";
  files all = shop();
  all["/apps/clean/coordinator.xml"] =
      with(all["/apps/clean/coordinator.xml"], "</configuration>", word.c_str());
  EXPECT_EQ(refusal(submit(properties(coordinator_path, "/apps/clean"), all)),
            "E0803: /apps/clean/coordinator.xml: workflow/configuration: the property "
            "foliot.on.lost is 'bogus'. Set it to rerun, hold or fail.");
  all["/apps/clean/coordinator.xml"] =
      with(all["/apps/clean/coordinator.xml"], ">bogus<", ">${word}<");
  configuration later = properties(coordinator_path, "/apps/clean");
  later["word"] = "hold";
  EXPECT_EQ(refusal(submit(later, all)), "accepted");
  all["/apps/shop/bundle.xml"] =
      with(all["/apps/shop/bundle.xml"], "</configuration>", word.c_str());
  const std::string bundle = refusal(submit(properties(bundle_path, "/apps/shop"), all));
  EXPECT_NE(bundle.find("E1310: /apps/shop/bundle.xml: coordinator '"), std::string::npos)
      << bundle;
  const std::string below =
      "<workflow-app xmlns=\"uri:oozie:workflow:0.5\" name=\"w\">\n"
      "<start to=\"a\"/>\n<action name=\"a\"><sub-workflow>"
      "<app-path>/x</app-path><configuration>" +
      word +
      "</sub-workflow><ok to=\"end\"/><error to=\"end\"/></action>\n"
      "<end name=\"end\"/></workflow-app>\n";
  const files workflow{{"/apps/w/workflow.xml", below}};
  EXPECT_EQ(refusal(submit(properties(workflow_path, "/apps/w"), workflow)),
            "E0803: /apps/w/workflow.xml: line 3: node 'a': the property foliot.on.lost is "
            "'bogus'. Set it to rerun, hold or fail.");
}

}  // namespace
}  // namespace foliot::parse
