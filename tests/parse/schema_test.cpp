// What each version of a language allows: one accepted and one refused document per difference that
// the notes name (bundle.md 2, coordinator.md 1.1, workflow.md 2).
#include "parse/schema.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "parse/embedded_schemas.hpp"
#include "parse/text.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

// "" when accepted without a word, else the refusal or the first warning.
std::string check(const schema& rules, const std::string& xml, dialect reading = dialect::oozie) {
  const auto document = xml_document::read({"f.xml"}, xml);
  if (!document) return document.error().text();
  std::vector<std::string> warnings;
  const auto out = rules.check(*document, document->root(), reading, warnings);
  if (!out) return out.error().text();
  return warnings.empty() ? "" : "warning: " + warnings.front();
}

std::string filled(std::string text, const std::string& version, const std::string& part) {
  return support::with(support::with(std::move(text), "VERSION", version), "PART", part);
}

// A part of a language, and the versions of it that allow it.
struct difference {
  std::string part;
  std::vector<std::string> allowed;
};

void expect_differences(const schema& rules, const std::string& frame,
                        const std::vector<std::string>& versions,
                        const std::vector<difference>& all) {
  for (const difference& each : all)
    for (const std::string& version : versions) {
      const bool allowed =
          std::find(each.allowed.begin(), each.allowed.end(), version) != each.allowed.end();
      const std::string xml = filled(frame, version, each.part);
      const std::string strict = check(rules, xml);
      EXPECT_EQ(strict.empty(), allowed) << version << ": " << each.part << "\n" << strict;
      if (allowed) continue;
      EXPECT_TRUE(strict.starts_with("E0701: f.xml:")) << strict;
      if (each.allowed.empty()) continue;
      const std::string lenient = check(rules, xml, dialect::lenient);
      EXPECT_TRUE(lenient.starts_with("warning: f.xml:")) << version << ": " << xml << lenient;
      EXPECT_NE(lenient.find("Change the namespace to uri:oozie:"), std::string::npos) << lenient;
    }
}

TEST(schema, bundles) {
  const std::vector<std::string> versions{"0.1", "0.2"};
  const std::string frame =
      "<bundle-app name='b' xmlns='uri:oozie:bundle:VERSION'>PART</bundle-app>";
  const std::string path = "<app-path>/p</app-path></coordinator>";
  expect_differences(
      bundle_schema(), frame, versions,
      {{"<coordinator name='c'>" + path, versions},
       {"<controls/><coordinator name='c' critical='true'>" + path, versions},
       {"<coordinator name='c' enabled='true'>" + path, {"0.2"}},
       {"<coordinator name='${c}'>" + path, {"0.2"}},
       {"<parameters><property><name>n</name></property></parameters><coordinator name='c'>" + path,
        {"0.2"}},
       {"<controls><kick-off-time>x</kick-off-time><pause-time>y</pause-time></controls>"
        "<coordinator name='c'>" +
            path,
        {}},
       {"<coordinator name='c'><depends-on>d</depends-on>" + path, {}},
       {"<coordinator name='c'/>", {}}});
}

TEST(schema, coordinators) {
  const std::vector<std::string> versions{"0.1", "0.2", "0.3", "0.4", "0.5"};
  const std::string frame =
      "<coordinator-app name='c' frequency='5' start='s' end='e' timezone='UTC' "
      "xmlns='uri:oozie:coordinator:VERSION'>PART</coordinator-app>";
  const std::string act = "<action><workflow><app-path>/p</app-path></workflow></action>";
  const std::string info =
      "<nominal-time>n</nominal-time><should-end>e</should-end></info></action>";
  expect_differences(
      coordinator_schema(), frame, versions,
      {{act, versions},
       {"<controls><timeout>1</timeout><execution>FIFO</execution></controls>" + act, versions},
       {"<controls><throttle>1</throttle></controls>" + act, {"0.2", "0.3", "0.4", "0.5"}},
       {"<parameters><property><name>n</name></property></parameters>" + act, {"0.4", "0.5"}},
       {"<output-events><data-out name='o' dataset='d' nocleanup='true'><instance>i</instance>"
        "</data-out></output-events>" +
            act,
        {"0.4", "0.5"}},
       {"<input-logic><or><data-in dataset='a'/></or></input-logic>" + act, {"0.5"}},
       {"<input-logic><combine><data-in dataset='a'/></combine></input-logic>" + act, {}},
       {support::with(act, "</action>", "<info xmlns='uri:oozie:sla:0.1'>" + info), versions},
       {support::with(act, "</action>", "<info xmlns='uri:oozie:sla:0.2'>" + info), {"0.4", "0.5"}},
       {"<input-events><data-in name='i' dataset='d'><start-instance>s</start-instance></data-in>"
        "</input-events>" +
            act,
        {}}});
}

const std::vector<std::string> workflows{"0.1", "0.2",   "0.2.5", "0.3",
                                         "0.4", "0.4.5", "0.5",   "1.0"};

std::vector<std::string> since(const std::string& version) {
  return {std::find(workflows.begin(), workflows.end(), version), workflows.end()};
}

const std::string cluster = "<job-tracker>j</job-tracker><name-node>n</name-node>";

std::string action(const std::string& body, const std::string& attributes = "") {
  return "<start to='a'/><action name='a'" + attributes + ">" + body +
         "<ok to='e'/><error to='e'/></action><end name='e'/>";
}
std::string java(const std::string& more = "", const std::string& attributes = "") {
  return action("<java>" + cluster + "<main-class>M</main-class>" + more + "</java>", attributes);
}
std::string fs(const std::string& steps) { return action("<fs>" + steps + "</fs>"); }

TEST(schema, workflows) {
  const std::string frame =
      "<workflow-app name='w' xmlns='uri:oozie:workflow:VERSION'>PART</workflow-app>";
  const std::string parameters = "<parameters><property><name>n</name></property></parameters>";
  const std::string sla = "<info xmlns='uri:oozie:sla:";
  expect_differences(
      workflow_schema(), frame, workflows,
      {{java(), workflows},
       {action("<ssh><host>h</host><command>c</command></ssh>"), {"0.1"}},
       {parameters + java(), since("0.4")},
       {"<global><name-node>n</name-node></global>" + java(), since("0.4")},
       {"<global><resource-manager>n</resource-manager></global>" + java(), {"1.0"}},
       {"<credentials><credential name='c' type='t'/></credentials>" + java(), since("0.2.5")},
       {java("", " cred='c'"), since("0.2.5")},
       {java("", " retry-max='1' retry-interval='1'"), since("0.3")},
       {java("", " retry-policy='periodic'"), since("0.5")},
       {java("<java-opt>o</java-opt><java-opt>o</java-opt>"), since("0.4")},
       {action("<java><main-class>M</main-class></java>"), since("0.4")},
       {action("<pig>" + cluster + "<script>s</script><argument>a</argument></pig>"), since("0.2")},
       {action("<pig>" + cluster +
               "<job-xml>1</job-xml><job-xml>2</job-xml><script>s</script>"
               "</pig>"),
        since("0.4")},
       {action("<map-reduce>" + cluster + "<config-class>c</config-class></map-reduce>"),
        since("0.5")},
       {action("<map-reduce>" + cluster + "<launcher><vcores>1</vcores></launcher></map-reduce>"),
        {"1.0"}},
       {fs("<touchz path='p'/>"), since("0.4")},
       {fs("<name-node>n</name-node><mkdir path='p'/>"), since("0.4")},
       {fs("<chmod path='p' permissions='755'><recursive/></chmod>"), since("0.4")},
       {fs("<chgrp path='p' group='g'/>"), since("0.5")},
       {fs("<setrep path='p' replication-factor='2'/>"), {"0.5"}},
       {fs("<delete path='p' skip-trash='false'/>"), {"0.5"}},
       {java() + sla + "0.1'/>", since("0.2")},
       {java() + sla + "0.2'/>", since("0.5")},
       {"<start to='e'/><end name='1e'/>", {}},
       {"<start to='e'/><kill name='k'/><end name='e'/>", {}},
       {"<start to='e'/><fork name='f'><path start='a'/></fork><end name='e'/>", {}},
       {"<start to='e'/><decision name='d'><switch><default to='e'/></switch></decision>"
        "<end name='e'/>",
        {}}});
}

struct body_case {
  std::string type;
  std::vector<std::string> versions;
  std::vector<difference> all;
};

std::vector<body_case> first_bodies() {
  const std::string c = cluster;
  const std::vector<std::string> shells{"0.1", "0.2", "0.3", "1.0"};
  const std::vector<std::string> hives{"0.2", "0.3", "0.4", "0.5", "0.6", "1.0"};
  const std::string twice = "<job-xml>1</job-xml><job-xml>2</job-xml>";
  return {
      {"shell",
       shells,
       {{c + "<exec>e</exec><argument>a</argument><env-var>A=1</env-var><capture-output/>", shells},
        {c + twice + "<exec>e</exec>", {"0.2", "0.3", "1.0"}},
        {"<exec>e</exec>", {"0.3", "1.0"}},
        {"<resource-manager>r</resource-manager><launcher/><exec>e</exec>", {"1.0"}},
        {c + "<argument>a</argument>", {}}}},
      {"ssh",
       {"0.1", "0.2"},
       {{"<host>h</host><command>c</command><args>a</args>", {"0.1", "0.2"}},
        {"<host>h</host><command>c</command><arg>a</arg>", {"0.2"}}}},
      {"email",
       {"0.1", "0.2"},
       {{"<to>t</to><cc>c</cc><subject>s</subject><body>b</body>", {"0.1", "0.2"}},
        {"<to>t</to><bcc>c</bcc><subject>s</subject><body>b</body>", {"0.2"}},
        {"<to>t</to><subject>s</subject><body>b</body><content_type>x</content_type>", {"0.2"}},
        {"<to>t</to><subject>s</subject><body>b</body><attachment>x</attachment>", {"0.2"}}}},
      {"hive",
       hives,
       {{c + "<script>s</script><param>p</param>", hives},
        {c + twice + "<script>s</script>", {"0.3", "0.4", "0.5", "0.6", "1.0"}},
        {c + "<script>s</script><argument>a</argument>", {"0.5", "0.6", "1.0"}},
        {c + "<query>q</query>", {"0.6", "1.0"}},
        {"<launcher/><script>s</script>", {"1.0"}}}},
      {"hive2",
       {"0.1", "0.2", "1.0"},
       {{c + "<jdbc-url>u</jdbc-url><script>s</script>", {"0.1", "0.2", "1.0"}},
        {c + "<jdbc-url>u</jdbc-url><password>p</password><query>q</query>", {"0.2", "1.0"}},
        {"<launcher/><jdbc-url>u</jdbc-url><query>q</query>", {"1.0"}},
        {c + "<script>s</script>", {}}}}};
}

std::vector<body_case> second_bodies() {
  const std::string c = cluster;
  const std::string spark = "<master>m</master><name>n</name><jar>j</jar>";
  const std::vector<std::string> sqoops{"0.2", "0.3", "0.4", "1.0"};
  return {
      {"spark",
       {"0.1", "0.2", "1.0"},
       {{c + spark + "<spark-opts>o</spark-opts><arg>a</arg>", {"0.1", "0.2", "1.0"}},
        {c + spark + "<file>f</file>", {"0.2", "1.0"}},
        {"<launcher/>" + spark, {"1.0"}}}},
      {"sqoop",
       sqoops,
       {{c + "<command>c</command>", sqoops},
        {c + "<arg>a</arg><arg>b</arg>", sqoops},
        {c + "<job-xml>1</job-xml><job-xml>2</job-xml><command>c</command>", {"0.3", "0.4", "1.0"}},
        {"<command>c</command>", {"0.4", "1.0"}},
        {"<launcher/><command>c</command>", {"1.0"}},
        {c + "<command>c</command><arg>a</arg>", {}}}},
      {"distcp",
       {"0.1", "0.2", "1.0"},
       {{c + "<java-opts>o</java-opts><arg>a</arg>", {"0.1", "0.2", "1.0"}},
        {"<arg>a</arg>", {"0.2", "1.0"}},
        {"<resource-manager>r</resource-manager><arg>a</arg>", {"1.0"}}}},
      {"git",
       {"1.0"},
       {{"<name-node>n</name-node><git-uri>u</git-uri><branch>b</branch><destination-uri>d"
         "</destination-uri>",
         {"1.0"}},
        {"<name-node>n</name-node><git-uri>u</git-uri>", {}}}}};
}

TEST(schema, bodies_of_actions) {
  std::vector<body_case> all = first_bodies();
  for (const body_case& each : second_bodies()) all.push_back(each);
  for (const body_case& each : all) {
    const schema* rules = action_schema(each.type);
    ASSERT_NE(rules, nullptr) << each.type;
    const std::string frame = "<" + each.type + " xmlns='uri:oozie:" + each.type +
                              "-action:VERSION'>PART</" + each.type + ">";
    expect_differences(*rules, frame, each.versions, each.all);
  }
  EXPECT_EQ(action_schema("java"), nullptr);
}

TEST(schema, service_levels) {
  const std::string frame = "<sla:info xmlns:sla='uri:oozie:sla:VERSION'>PART</sla:info>";
  const std::string first =
      "<sla:app-name>a</sla:app-name><sla:nominal-time>n</sla:nominal-time><sla:should-start>5"
      "</sla:should-start><sla:should-end>10</sla:should-end><sla:alert-contact>a"
      "</sla:alert-contact><sla:dev-contact>d</sla:dev-contact><sla:qa-contact>q"
      "</sla:qa-contact><sla:se-contact>s</sla:se-contact>";
  const std::string second =
      "<sla:nominal-time>${n}</sla:nominal-time><sla:should-end>${10 * MINUTES}</sla:should-end>"
      "<sla:max-duration>5</sla:max-duration><sla:alert-events>start_miss</sla:alert-events>";
  EXPECT_EQ(check(service_level_schema(), filled(frame, "0.1", first)), "");
  EXPECT_EQ(check(service_level_schema(), filled(frame, "0.2", second)), "");
  EXPECT_NE(check(service_level_schema(), filled(frame, "0.2", first)), "");
  EXPECT_NE(check(service_level_schema(), filled(frame, "0.1", second)), "");
}

TEST(schema, refusals_say_what_would_do) {
  const auto bundle = [](const std::string& part) {
    return check(bundle_schema(),
                 "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'>" + part + "</bundle-app>");
  };
  EXPECT_EQ(
      bundle("<coordinator name='c'><app-path>a</app-path></coordinator>text"),
      "E0701: f.xml:1:109: <bundle-app> holds the text 'text', where only elements may stand. "
      "Remove the text.");
  EXPECT_EQ(bundle("<coordinator name='c'><app-path>a</app-path><configuration/></coordinator>"),
            "E0701: f.xml:1:95: <configuration> needs <property>. Add it inside "
            "<configuration>.");
  EXPECT_EQ(bundle("<coordinator name='c'><app-path>a</app-path></coordinator><controls/>"),
            "E0701: f.xml:1:109: <controls> is too late in <bundle-app>. Move it before "
            "<coordinator>.");
  const auto workflow = [](const std::string& part) {
    return check(workflow_schema(), "<workflow-app name='b' xmlns='uri:oozie:workflow:0.5'>" +
                                        part + "</workflow-app>");
  };
  EXPECT_EQ(workflow("<start to='e'/><fork name='f'><path start='a'/></fork><end name='e'/>"),
            "E0701: f.xml:1:70: <fork> needs another <path>. Add one.");
  EXPECT_EQ(workflow("<start to='e'/><end name='e 1'/>"),
            "E0701: f.xml:1:75: attribute 'name' of <end>: 'e 1' cannot be the name of a node. "
            "Begin with a letter or '_' and go on with letters, digits, '-' and '_'.");
  EXPECT_EQ(
      workflow("<start to='e'/><join name='j' to='e' xmlns=''/><end name='e'/>").substr(0, 23),
      "E0701: f.xml:1:70: <joi");
}

TEST(schema, refusals_know_what_is_missing_and_what_excludes_what) {
  const auto action = [](const std::string& type, const std::string& version,
                         const std::string& part) {
    const std::string text =
        check(*action_schema(type), "<" + type + " xmlns='uri:oozie:" + type +
                                        "-action:" + version + "'>" + part + "</" + type + ">");
    return text.substr(text.find('<'));
  };
  const auto workflow = [](const std::string& part) {
    const std::string text =
        check(workflow_schema(),
              "<workflow-app name='b' xmlns='uri:oozie:workflow:0.5'>" + part + "</workflow-app>");
    return text.substr(text.find('<'));
  };
  EXPECT_EQ(workflow("<start to='k'/><kill name='k'><message>m</message></kill>"),
            "<workflow-app> needs <end>. Add it behind <kill>.");
  EXPECT_EQ(workflow("<start to='d'/><decision name='d'><switch><case to='e'>x</case></switch>"
                     "</decision><end name='e'/>"),
            "<switch> needs <default>. Add it behind <case>.");
  EXPECT_EQ(action("shell", "1.0", "<argument>a</argument><exec>e</exec>"),
            "<argument> is too early in <shell>. Move it behind <exec>.");
  EXPECT_EQ(action("shell", "1.0",
                   "<job-tracker>j</job-tracker><resource-manager>r</resource-manager>"
                   "<exec>e</exec>"),
            "<job-tracker> and <resource-manager> cannot stand together in <shell>. Keep one of "
            "them.");
  EXPECT_EQ(action("hive", "1.0", "<query>q</query><script>s</script>"),
            "<query> and <script> cannot stand together in <hive>. Keep one of them.");
  EXPECT_EQ(action("hive", "1.0", "<param>p</param>"),
            "<hive> needs <script> or <query>. Add it before <param>.");
  EXPECT_EQ(action("sqoop", "1.0", "<command>c</command><arg>a</arg>"),
            "<command> and <arg> cannot stand together in <sqoop>. Keep one of them.");
  EXPECT_EQ(action("ssh", "0.2", "<host>h</host><command>c</command><args>a</args><arg>b</arg>"),
            "<args> and <arg> cannot stand together in <ssh>. Keep one of them.");
}

// Documents may say where their schema is; nobody goes there.
TEST(schema, hints_of_documents_are_not_followed) {
  EXPECT_EQ(check(bundle_schema(),
                  "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2' "
                  "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
                  "xsi:schemaLocation='uri:oozie:bundle:0.2 file:///nowhere.xsd'>"
                  "<coordinator name='c'><app-path>a</app-path></coordinator></bundle-app>"),
            "");
}

TEST(schema, many_threads_share_what_is_compiled) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int& each : wrong)
    threads.emplace_back([&each] {
      for (int i = 0; i < 50; ++i) {
        if (!check(coordinator_schema(), support::coordinator_xml).empty()) ++each;
        const std::string bad = support::with(support::coordinator_xml, "<action>", "<aktion>");
        if (check(coordinator_schema(), support::with(bad, "</action>", "</aktion>")).empty())
          ++each;
      }
    });
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

// A schema of its own for each of many bodies must not look for its place in all of them.
TEST(schema, many_bodies_are_found_again) {
  std::string xml = "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='n0'/>";
  constexpr int count = 3'000;
  for (int i = 0; i < count; ++i)
    xml += "<action name='n" + std::to_string(i) +
           "'><shell xmlns='uri:oozie:shell-action:0.3'><exec>e</exec></shell><ok to='e'/>"
           "<error to='e'/></action>";
  const auto document = xml_document::read({"f.xml"}, xml + "<end name='e'/></workflow-app>");
  ASSERT_TRUE(document.ok());
  std::vector<std::string> warnings;
  int accepted = 0;
  for (const pugi::xml_node& each : children(document->root(), "action"))
    if (action_schema("shell")->check(*document, child(each, "shell"), dialect::oozie, warnings))
      ++accepted;
  EXPECT_EQ(accepted, count);
}

TEST(schema, every_file_is_embedded_and_compiles) {
  EXPECT_EQ(embedded_schemas().size(), 48U);
  for (const embedded_file& each : embedded_schemas()) {
    const xsd compiled(each.text);
    EXPECT_FALSE(vocabulary(each.text).at("configuration").elements.empty() &&
                 each.text.find("t:configuration") != std::string_view::npos)
        << each.name;
  }
}

}  // namespace
}  // namespace foliot::parse
