"""One workflow for each kind of action: what it says, what it leaves, and how it fails.

The properties of a job are `step` (a folder of its own), `name` (that folder's name), `retries` and
`minutes` (the action's user retries), beside those of the stage (`apps`, `kinds`, `mail`, ...).
"""

import collections
import os

WORKFLOW = """<workflow-app name="{name}" xmlns="uri:oozie:workflow:1.0">
  <start to="act"/>
  <action name="act" retry-max="${{retries}}" retry-interval="${{minutes}}">
    {action}
    <ok to="{after}"/><error to="fail"/>
  </action>
{tell}  <kill name="fail"><message>${{wf:errorMessage(wf:lastErrorNode())}}</message></kill>
  <end name="end"/>
</workflow-app>
"""

# What the action before said, by the next one.
TELL = """  <action name="tell">
    <shell xmlns="uri:oozie:shell-action:1.0">
      <exec>sh</exec><argument>-c</argument><argument>echo "$2" > "$1"</argument>
      <argument>sh</argument><argument>${step}/told</argument>
      <argument>%s</argument>
    </shell>
    <ok to="end"/><error to="fail"/>
  </action>
"""

SHELL = """<shell xmlns="uri:oozie:shell-action:1.0">
      <exec>step.sh</exec><argument>${step}</argument>
      <file>${kinds}/step.sh#step.sh</file>
      <capture-output/>
    </shell>"""

FS = """<fs>
      <mkdir path="file://${step}/made/deep"/>
      <touchz path="file://${step}/made/empty"/>
      <move source="file://${step}/from" target="file://${step}/made/to"/>
      <chmod path="file://${step}/made/to" permissions="-rw-r-----" dir-files="false"/>
      <delete path="file://${step}/gone"/>
    </fs>"""

JAVA = """<java>
      <main-class>Step</main-class>
      <java-opts>-Xshare:auto -XX:TieredStopAtLevel=1 -Xmx64m "-Dkinds.option=a b"</java-opts>
      <arg>${step}</arg>
      <capture-output/>
    </java>"""

# Quotes, dollars and blanks arrive as they are.
SSH = """<ssh xmlns="uri:oozie:ssh-action:0.2">
      <host>remote</host>
      <command>${kinds}/step.sh</command>
      <arg>${step}</arg><arg>it's $HOME "; *</arg>
      <capture-output/>
    </ssh>"""

EMAIL = """<email xmlns="uri:oozie:email-action:0.2">
      <to>${name}@example.org</to>
      <subject>Über ${name}</subject>
      <body>Good morning, ${wf:user()}: ${name}.</body>
      <attachment>file://${step}/report.bin</attachment>
    </email>"""

GIT = """<git xmlns="uri:oozie:git-action:1.0">
      <name-node>file:///</name-node>
      <prepare><delete path="file://${step}/clone"/></prepare>
      <git-uri>file://${step}/repository.git</git-uri>
      <branch>second</branch>
      <destination-uri>file://${step}/clone</destination-uri>
    </git>"""

GIT_BY_SSH = """<git xmlns="uri:oozie:git-action:1.0">
      <name-node>file:///</name-node>
      <git-uri>ssh://remote${step}/repository.git</git-uri>
      <branch>second</branch>
      <key-path>file://${sshd}/user</key-path>
      <destination-uri>file://${step}/clone</destination-uri>
    </git>"""

SUB_WORKFLOW = """<sub-workflow>
      <app-path>file://${apps}/below/workflow.xml</app-path>
      <propagate-configuration/>
      <configuration><property><name>retries</name><value>0</value></property></configuration>
    </sub-workflow>"""

SPARK = """<spark xmlns="uri:oozie:spark-action:1.0">
      <configuration><property><name>oozie.x</name><value>y z</value></property></configuration>
      <master>local[2]</master><mode>client</mode><name>Count ${name}</name>
      <class>org.example.Count</class><jar>count.jar</jar>
      <spark-opts>--executor-memory 1G --conf spark.a="b c"</spark-opts>
      <arg>step=${step}</arg><arg>it's "all" $HOME</arg>
    </spark>"""

HIVE = """<hive xmlns="uri:oozie:hive-action:1.0">
      <configuration><property><name>hive.x</name><value>1</value></property></configuration>
      <script>load.hql</script>
      <param>DAY=2026-01-05</param>
      <argument>step=${step}</argument>
    </hive>"""

HIVE2 = """<hive2 xmlns="uri:oozie:hive2-action:1.0">
      <configuration><property><name>oozie.x</name><value>y</value></property></configuration>
      <jdbc-url>jdbc:hive2://localhost:10000/default</jdbc-url>
      <password>secret</password>
      <query>select '${name}';</query>
      <param>DAY=2026-01-05</param>
      <argument>step=${step}</argument>
    </hive2>"""

PIG = """<pig>
      <configuration><property><name>pig.x</name><value>1</value></property></configuration>
      <script>load.pig</script>
      <param>DAY=2026-01-05</param>
      <argument>step=${step}</argument>
    </pig>"""

SQOOP = """<sqoop xmlns="uri:oozie:sqoop-action:1.0">
      <configuration><property><name>sqoop.x</name><value>1</value></property></configuration>
      <command>import --connect jdbc:x --table orders step=${step}</command>
    </sqoop>"""

DISTCP = """<distcp xmlns="uri:oozie:distcp-action:1.0">
      <configuration><property><name>dist.x</name><value>1</value></property></configuration>
      <java-opts>-Xmx64m</java-opts>
      <arg>-update</arg><arg>hdfs://a/x</arg><arg>hdfs://b/x</arg><arg>step=${step}</arg>
    </distcp>"""

# An action of the engine itself that takes long enough to be met in its midst.
MOVES = 1000
MANY_MOVES = "<fs>%s</fs>" % "".join(
    f'<move source="file://${{step}}/from{n}" target="file://${{step}}/to{n}"/>'
    for n in range(MOVES)
)

# Of an action: what it says, its error code when its program ends with 3, and what the next node is
# told, if anything.
Kind = collections.namedtuple("Kind", "action code told")
TOLD = "${wf:actionData('act')['told']}"
KINDS = {
    "shell": Kind(SHELL, "1", TOLD),
    "fs": Kind(FS, "FS006", None),
    "java": Kind(
        JAVA,
        "3",
        TOLD + ", ${wf:actionData('act')['option']}, ${wf:actionData('act')['action']}",
    ),
    "ssh": Kind(SSH, "E1111", TOLD),
    "email": Kind(EMAIL, "EM007", None),
    "git": Kind(GIT, "JA018", None),
    "sub-workflow": Kind(SUB_WORKFLOW, "E0729", None),
    "spark": Kind(SPARK, "3", None),
    "hive": Kind(HIVE, "3", None),
    "hive2": Kind(HIVE2, "JA018", None),
    "pig": Kind(PIG, "2", None),
    "sqoop": Kind(SQOOP, "3", None),
    "distcp": Kind(DISTCP, "JA018", None),
}
# The clients that are not in Debian: kind -> (program, setting).
CLIENTS = {
    "spark": ("spark-submit", "program_spark_submit"),
    "hive": ("hive", "program_hive"),
    "hive2": ("beeline", "program_beeline"),
    "pig": ("pig", "program_pig"),
    "sqoop": ("sqoop", "program_sqoop"),
    "distcp": ("hadoop", "program_hadoop"),
}
# More workflows: many file operations, what a sub-workflow runs, and a clone over the network.
OTHERS = {
    "moves": Kind(MANY_MOVES, "FS006", None),
    "below": Kind(SHELL, "1", None),
    "git by ssh": Kind(GIT_BY_SSH, "JA018", None),
}
# Beside the definition.
FILES = {"hive": {"load.hql": "select 1;\n"}, "pig": {"load.pig": "a = load 'x';\n"}}


def write_applications(folder):
    """folder/KIND/workflow.xml for each."""
    for name, kind in {**KINDS, **OTHERS}.items():
        app = os.path.join(folder, name)
        os.makedirs(os.path.join(app, "lib"))
        text = WORKFLOW.format(
            name=name,
            action=kind.action,
            after="tell" if kind.told else "end",
            tell=TELL % kind.told if kind.told else "",
        )
        for file, content in {"workflow.xml": text, **FILES.get(name, {})}.items():
            with open(os.path.join(app, file), "w") as out:
                out.write(content)
