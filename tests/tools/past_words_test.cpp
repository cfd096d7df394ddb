// Anonymised reports of workflows whose actions meet the names and answers of the rules themselves:
// files beside the application, the helper program's results, what the engine calls its files.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/java_properties.hpp"
#include "el/facts.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "store/keys.hpp"
#include "store/step_batch.hpp"
#include "tests/tools/past_report.hpp"

namespace foliot::client {
namespace {

const std::string own_conf =
    "<configuration><property><name>Elster.a</name><value>Brunner</value></property>"
    "</configuration>";
const std::string deletes = "<prepare><delete path='file:///Elster'/></prepare>";

/// Its application is file:///apps/retail; whatever is asked of the world is answered at once.
class past_of_words : public past_report {
 protected:
  past_of_words() {
    files_["foliot:config-default"] = "Vorgabe=line1\\nnacht\n";
    files_["foliot:job-xml"] = "Gem.a=${concat(\\u000Atrim('Mausefalle'), wf\\:user())}\n";
    files_["foliot:properties"] = "spark.executor.extraJavaOptions=-DZorn\\=1\n";
  }

  /// Runs a workflow with these actions one after the other to its end.
  void play(const std::string& actions, const std::string& before = {}) {
    run(job_, "<workflow-app xmlns='uri:oozie:workflow:1.0' name='Zebra'>" + before +
                  "<start to='a'/>" + actions +
                  "<kill name='bad'><message>[${wf:errorCode(wf:lastErrorNode())}] Zebra</message>"
                  "</kill><end name='end'/></workflow-app>");
  }
  static std::string action(const std::string& name, const std::string& to,
                            const std::string& body) {
    return "<action name='" + name + "'>" + body + "<ok to='" + to +
           "'/><error to='bad'/></action>";
  }
  /// The whole report, which has to verify and to tell none of `words`.
  std::string report(const std::vector<std::string>& words) {
    const std::string bytes =
        store::encode_flog({"x", model::core_version, true}, tree(job_.root, {}));
    for (const std::string& word : words) EXPECT_EQ(bytes.find(word), std::string::npos) << word;
    write(bytes);
    replay_options options;
    options.verify = true;
    const outcome got = replay(options);
    EXPECT_EQ(got.status, 0) << got.out << got.err;
    return bytes;
  }
  std::string shown(const std::string& what = "info") {
    replay_options options = query(what);
    options.id = run_.ids.text(job_);
    return replay(options).out;
  }
  model::workflow_record& record() { return run_.record<model::workflow_record>(job_); }
  std::string refusal() {
    const auto out = store::export_tree(run_.store, definitions_, job_.root, {});
    return out.ok() ? "" : out.error().sentence;
  }

  std::map<std::string, std::string> files_;    ///< By question; none: nobody can read it.
  std::map<std::string, std::string> outputs_;  ///< By node.
  std::map<std::string, int32_t> exits_;        ///< By node; none: 0.
  model::configuration conf_{{"Alpenrose", "Edelweiss"}};
  const entity_id job_{0, entity_kind::workflow, 0, make_job_number(1, 8), make_job_number(1, 8)};

  /// Actions "a" to "distcp", then "fs".
  static std::string programs() {
    return action("a", "dec",
                  "<java>" + deletes + "<job-xml>Eigen.xml</job-xml>" + own_conf +
                      "<main-class>com.Megacorp.Main</main-class><java-opts>-DElster=1</java-opts>"
                      "<arg>Brunner</arg><file>Eigen.xml#Elster.xml</file>"
                      "<archive>Elster.zip#Kaiser</archive><capture-output/></java>") +
           "<decision name='dec'><switch><case to='shell'>${wf:actionData('a')['zwei'] eq '2'}"
           "</case><default to='bad'/></switch></decision>" +
           action(
               "shell", "hive",
               "<shell xmlns='uri:oozie:shell-action:1.0'>" + deletes +
                   "<job-xml>Eigen.xml</job-xml>" + own_conf +
                   "<exec>Brunner.sh</exec><argument>Elster</argument><env-var>Elster=1</env-var>"
                   "<file>Eigen.xml</file><capture-output/></shell>") +
           action("hive", "hivetwo",
                  "<hive xmlns='uri:oozie:hive-action:1.0'>" + deletes + own_conf +
                      "<script>Elster.q</script><param>P=Brunner</param>"
                      "<file>Eigen.xml#hive-site.xml</file></hive>") +
           action("hivetwo", "pig",
                  "<hive2 xmlns='uri:oozie:hive2-action:1.0'>" + own_conf +
                      "<jdbc-url>jdbc:hive2://Hafen/x</jdbc-url><password>Geheim</password>"
                      "<query>select Elster</query></hive2>") +
           action("pig", "spark",
                  "<pig>" + own_conf + "<script>Elster.q</script><param>P=Brunner</param></pig>") +
           action("spark", "sqoop",
                  "<spark xmlns='uri:oozie:spark-action:1.0'>" + own_conf +
                      "<master>yarn</master><mode>cluster</mode><name>Elster</name>"
                      "<class>com.Megacorp.S</class><jar>Elster.jar</jar><spark-opts>--conf "
                      "spark.executor.extraJavaOptions=-DK=1 --jars Kaiser.jar --properties-file "
                      "Kaiser.conf</spark-opts><file>Kaiser.conf</file></spark>") +
           action("sqoop", "distcp",
                  "<sqoop xmlns='uri:oozie:sqoop-action:1.0'>" + own_conf +
                      "<command>sqoop import --connect jdbc:x://Hafen</command></sqoop>") +
           action("distcp", "fs",
                  "<distcp xmlns='uri:oozie:distcp-action:1.0'><resource-manager>Hafen:1"
                  "</resource-manager><name-node>hdfs://Hafen</name-node>" +
                      own_conf +
                      "<java-opts>-DElster=1</java-opts><arg>file:///Kaiser</arg></distcp>");
  }
  /// Actions "fs" to "ssh", whose output has to be what it is, then "sub".
  static std::string helpers() {
    return action("fs", "email",
                  "<fs><mkdir path='file:///Elster'/><chmod path='file:///Elster' "
                  "permissions='rwxr-xr-x' dir-files='false'/></fs>") +
           action("email", "git",
                  "<email xmlns='uri:oozie:email-action:0.2'><to>alicia@megacorp.example</to>"
                  "<subject>Zebra</subject><body>Frau Brunner</body></email>") +
           action("git", "ssh",
                  "<git xmlns='uri:oozie:git-action:1.0'><name-node>hdfs://Hafen</name-node>" +
                      deletes +
                      "<git-uri>https://Hafen/r</git-uri><branch>Elster</branch>"
                      "<destination-uri>file:///Kaiser</destination-uri></git>") +
           action("ssh", "check",
                  "<ssh xmlns='uri:oozie:ssh-action:0.2'><host>Hafen</host><command>echo</command>"
                  "<args>Elster</args><capture-output/></ssh>") +
           "<decision name='check'><switch><case to='sub'>${wf:actionData('ssh')['zwei'] eq '2' "
           "and "
           "wf:actionData('ssh')['Karte'] eq 'Zebra'}</case><default "
           "to='bad'/></switch></decision>";
  }

 private:
  void run(const entity_id& id, const std::string& xml, const entity_id& parent = {}) {
    const std::string path = "file:///apps/retail";
    const auto made = definitions_.workflow({entity_kind::workflow, path, "", xml, conf_});
    ASSERT_TRUE(made.ok()) << made.error().text();
    run_.made.workflow_made = **made;
    run_.conf = conf_;
    const auto [hash, row] =
        store::definition_change(0, id.root, {entity_kind::workflow, path, "", xml, conf_});
    ASSERT_TRUE(run_.store.write({row}, true).ok());
    run_.workflow(id,
                  model::workflow_events::created{hash, hash, {}, "ada", "Zebra", path, parent});
    const auto rests = [&] {
      return model::is_terminal(of(id).state) || of(id).state == model::status::suspended;
    };
    for (int step = 0; step < 200 && !rests(); ++step)
      ASSERT_TRUE(advance(id)) << "nothing is owed";
  }
  const model::workflow_record& of(const entity_id& id) {
    return run_.record<model::workflow_record>(id);
  }
  bool advance(const entity_id& id) {
    if (!of(id).questions.empty()) {
      model::workflow_events::facts_found found;
      for (const el::probe& each : of(id).questions) found.facts.emplace_back(each, answer(each));
      return run_.workflow(id, found), true;
    }
    const model::workflow_context context{id, run_.ids.text(id), run_.made.workflow_made, run_.conf,
                                          model::lost_rule::rerun};
    for (const model::workflow_effect& each : model::owed(context, of(id), run_.now)) {
      if (const auto* what = std::get_if<model::workflow_effects::prepare>(&each))
        return run_.workflow(id,
                             model::workflow_events::prepared{what->node, attempt(id, *what), ""}),
               true;
      if (const auto* what = std::get_if<model::workflow_effects::run>(&each))
        return end_run(id, what->node, attempt(id, *what)), true;
      if (const auto* what = std::get_if<model::workflow_effects::run_fs>(&each))
        return end_run(id, what->node, attempt(id, *what)), true;
      if (const auto* what = std::get_if<model::workflow_effects::run_child>(&each))
        return run_below(id, what->node, attempt(id, *what)), true;
    }
    return false;
  }
  template <class Effect>
  uint16_t attempt(const entity_id& id, const Effect& of_node) {
    return model::find_node(of(id), of_node.node)->attempt;
  }
  void end_run(const entity_id& id, model::node_index node, uint16_t attempt) {
    model::workflow_events::run_ended end;
    end.node = node;
    end.attempt = attempt;
    const std::string& name = run_.made.workflow_made.nodes[node].name;
    end.output = outputs_[name];
    end.exit_code = exits_[name];
    run_.workflow(id, model::workflow_events::run_started{node, attempt, 4711});
    run_.workflow(id, end);
  }
  void run_below(const entity_id& id, model::node_index node, uint16_t attempt) {
    entity_id below = id;
    below.job = id.job + 1;
    run_.workflow(id, model::workflow_events::child_named{node, attempt, below.job});
    const model::workflow_definition above = run_.made.workflow_made;
    const model::configuration conf = std::exchange(
        conf_, std::get<model::child_plan>(model::find_node(of(id), node)->plan).conf);
    run(below,
        "<workflow-app xmlns='uri:oozie:workflow:1.0' name='Unten'><start to='u'/>" +
            action("u", "end",
                   "<java><main-class>com.Megacorp.Unten</main-class>"
                   "<arg>${concat('Kar', 'min')}</arg></java>") +
            "<kill name='bad'><message>x</message></kill><end name='end'/></workflow-app>",
        id);
    run_.made.workflow_made = above;
    run_.conf = conf_ = conf;
    EXPECT_EQ(of(below).state, model::status::succeeded) << of(below).error;
    run_.workflow(id, model::workflow_events::child_ended{below.job, of(below).state, "", ""});
  }
  el::value answer(const el::probe& question) {
    if (!question.function.starts_with("foliot:")) return true;
    const auto found = files_.find(question.function);
    if (found != files_.end()) return found->second;
    return el::unanswerable({errc::not_found, "Zebra is nowhere", "", "", "Look for Zebra"});
  }
};

TEST_F(past_of_words, of_every_kind_of_action_fold_to_the_same) {
  const std::string before =
      "<global><job-xml>Gemeinsam.xml</job-xml><configuration><property><name>Kaiser.b</name>"
      "<value>${trim(wf:conf('Alpenrose'))}</value></property></configuration></global>"
      "<credentials><credential name='Kredit' type='hcat'><property><name>hcat.metastore.uri</name>"
      "<value>thrift://Hafen:9</value></property></credential></credentials>";
  outputs_["a"] = "Karte=Zebra\\nWeg\nzwei=2\n";
  outputs_["email"] = "type=ok\n";
  outputs_["git"] = "type=ok\n";
  outputs_["ssh"] = "type=ok\ndata=Karte\\u003dZebra\\u000azwei=2\\u000a\n";
  play(programs() + helpers() +
           action("sub", "end",
                  "<sub-workflow><app-path>${wf:appPath()}/below</app-path>"
                  "<propagate-configuration/>" +
                      own_conf + "</sub-workflow>"),
       before);
  EXPECT_EQ(record().state, model::status::succeeded) << record().error;
  report({"Zebra",      "Elster",  "Brunner",   "Kaiser",    "Hafen",  "Gemeinsam",
          "Mausefalle", "Vorgabe", "nacht",     "Zorn",      "Karte",  "Weg",
          "Geheim",     "Kredit",  "Alpenrose", "Edelweiss", "alicia", "Megacorp",
          "megacorp",   "Kar",     "Unten",     "ada",       "retail"});
  EXPECT_NE(shown().find("SUCCEEDED"), std::string::npos) << shown();
}

TEST_F(past_of_words, tell_the_codes_of_a_helper_that_failed) {
  exits_["a"] = 1;
  outputs_["a"] = "type=error\ncode=EM007\nmessage=no connection to Hafen\n";
  play(action("a", "end",
              "<email xmlns='uri:oozie:email-action:0.2'><to>alicia@megacorp.example</to>"
              "<subject>Zebra</subject><body>Frau Brunner</body></email>"));
  EXPECT_EQ(record().error, "[EM007] Zebra");
  report({"alicia", "Zebra", "Brunner", "Hafen"});
  EXPECT_NE(shown("step").find("EM007"), std::string::npos) << shown("step");
}

TEST_F(past_of_words, tell_what_a_helper_said_of_its_end) {
  outputs_["a"] = "type=non_transient\ncode=AUTH_FAILED\nmessage=Hafen\n";
  exits_["a"] = 1;
  play(
      action("a", "end",
             "<ssh xmlns='uri:oozie:ssh-action:0.2'><host>Hafen</host><command>x</command></ssh>"));
  EXPECT_EQ(record().state, model::status::suspended);
  report({"Hafen", "Zebra"});
  EXPECT_NE(shown("step").find("AUTH_FAILED"), std::string::npos) << shown("step");
}

TEST_F(past_of_words, have_the_sentences_of_the_rules) {
  files_.erase("foliot:job-xml");  // what nobody can read is an answer, too
  play(action("a", "end",
              "<shell xmlns='uri:oozie:shell-action:1.0'><job-xml>Eigen.xml</job-xml>"
              "<exec>Brunner</exec></shell>"));
  EXPECT_EQ(record().error, "[JA008] Zebra");
  report({"Eigen", "Brunner", "Zebra"});
}

TEST_F(past_of_words, of_snapshots_verify_with_what_is_older_and_without) {
  files_.erase("foliot:job-xml");
  play(action("a", "end",
              "<shell xmlns='uri:oozie:shell-action:1.0'><job-xml>Eigen.xml</job-xml>"
              "<exec>Brunner</exec></shell>"));
  const auto snapshot = store::encode_snapshot(job_, model::any_record(record()), run_.now, "test");
  const uint64_t last = ++run_.sequence;
  ASSERT_TRUE(
      run_.store.write({store::journal_change(0, job_.root, last, 1, snapshot)}, true).ok());
  report({"Eigen", "Brunner", "Zebra"});
  kv_batch gone;
  for (uint64_t each = 1; each < last; ++each)
    gone.add({table::journal, store::journal_key(0, job_.root, each), std::nullopt});
  ASSERT_TRUE(run_.store.write(gone, true).ok());
  report({"Eigen", "Brunner", "Zebra"});
  EXPECT_NE(shown().find("KILLED"), std::string::npos) << shown();
}

TEST_F(past_of_words, keep_an_output_too_long) {
  outputs_["a"] = "Karte=" + std::string(2050, 'Z');
  play(action("a", "end",
              "<shell xmlns='uri:oozie:shell-action:1.0'><exec>Brunner</exec><capture-output/>"
              "</shell>"));
  EXPECT_EQ(record().error, "[JA018] Zebra");
  report({"ZZ", "Karte"});
}

TEST_F(past_of_words, of_two_ways_to_one_status_are_refused) {
  // Words have an order, and others have another one.
  play(
      "<decision name='a'><switch><case to='bad'>${'Zebra' gt 'Affe'}</case>"
      "<default to='other'/></switch></decision><kill name='other'><message>x</message></kill>");
  EXPECT_EQ(record().state, model::status::killed);
  EXPECT_NE(refusal().find("goes another way: it leads to another record"), std::string::npos)
      << refusal();
}

}  // namespace
}  // namespace foliot::client
