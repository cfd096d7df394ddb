"""What a successful action of each kind has done."""

import email
import email.policy
import os
import re
import stat

from kinds import CLIENTS
from processes import check
from stage import USER
from steps import REPORT


def check_effect(stage, job):
    """After SUCCEEDED: once, completely, and the next node was told."""
    step = job.step
    told = {
        "shell": "by shell.good\n",
        "ssh": "by ssh.good\n",
        "java": f"by java.good, a b, {job.id}@act\n",
    }.get(job.kind)
    check(step.read("told") == told, f"{job} told {step.read('told')!r}, not {told!r}")
    if job.kind != "fs":
        check(
            (step.begins(), step.ends()) == (1, 1) or job.kind == "git by ssh",
            f"{job} began {step.begins()} times and ended {step.ends()} times",
        )
    if job.kind in CLIENTS:
        return check_command(stage, job)
    look = {
        "fs": files_of_fs,
        "email": mail,
        "git": clone,
        "git by ssh": clone,
        "sub-workflow": below,
    }.get(job.kind)
    return look(stage, job) if look else None


def files_of_fs(_, job):
    made = job.step.path("made")
    check(sorted(os.listdir(made)) == ["deep", "empty", "to"], f"fs made {os.listdir(made)}")
    check(os.path.isdir(made + "/deep"), "fs made no directory")
    check(job.step.read("made/empty") == "", "fs touched no file")
    check(job.step.read("made/to") == "moved", "fs moved something else")
    mode = stat.S_IMODE(os.stat(made + "/to").st_mode)
    check(mode == 0o640, f"fs gave the mode {mode:o}")
    check(not os.path.exists(job.step.path("gone")), "fs deleted nothing")
    check(not os.path.exists(job.step.path("from")), "fs copied instead of moving")


def mail(_, job):
    found = job.step.mails()
    check(len(found) == 1, f"{len(found)} mails to {job.step.name}")
    facts, content = found[0]
    wanted = {
        "from": "foliot@example.org",
        "to": "email.good@example.org",
        "tls": "yes",
        "user": "mailer",
    }
    check(facts == wanted, f"the mail came as {facts}, not {wanted}")
    message = email.message_from_bytes(content, policy=email.policy.default)
    check(message["Subject"] == "Über email.good", f"subject {message['Subject']}")
    body = message.get_body().get_content().strip()
    check(body == f"Good morning, {USER}: email.good.", f"body {body!r}")
    files = {part.get_filename(): part.get_payload(decode=True) for part in attachments(message)}
    check(files == {"report.bin": REPORT}, f"attached: {[(n, len(b)) for n, b in files.items()]}")


def attachments(message):
    return list(message.iter_attachments())


def clone(_, job):
    head = job.step.read("clone/.git/HEAD")
    check(head == "ref: refs/heads/second\n", f"{job} cloned {head}")
    check(job.step.read("clone/two") == "2\n", f"{job} has no files of its branch")


def below(stage, job):
    """A job of its own, which got the properties of the one above."""
    child = stage.node(job)["externalId"]
    check(child.endswith("-W") and child != job.id, f"{job} has no job below it: {child}")
    answer = stage.engine.get(f"/oozie/v2/job/{child}?show=info")
    check(answer["status"] == "SUCCEEDED", f"{child} below {job} is {answer['status']}")
    check(answer["parentId"] == job.id, f"the parent of {child} is {answer['parentId']}")
    check(job.step.lines()[0].startswith(f"begin {child}@"), f"{job} ran {job.step.lines()}")


# The words of each client, %(step)s and so on replaced; a word in slashes is a pattern.
COMMANDS = {
    "spark": """spark-submit
--master
local[2]
--deploy-mode
client
--name
Count spark.good
--class
org.example.Count
--conf
spark.oozie.x=y z
--executor-memory
1G
--conf
spark.a=b c
--jars
%(apps)s/spark/lib/*.jar
--conf
spark.yarn.security.tokens.hadoopfs.enabled=false
--conf
spark.yarn.security.tokens.hive.enabled=false
--conf
spark.yarn.security.tokens.hiveserver2.enabled=false
--conf
spark.yarn.security.tokens.hivestreaming.enabled=false
--conf
spark.yarn.security.tokens.hbase.enabled=false
--conf
spark.yarn.security.credentials.hadoopfs.enabled=false
--conf
spark.yarn.security.credentials.hive.enabled=false
--conf
spark.yarn.security.credentials.hbase.enabled=false
--conf
spark.executor.extraJavaOptions=-Dlog4j.configuration=spark-log4j.properties
--conf
spark.driver.extraJavaOptions=-Dlog4j.configuration=spark-log4j.properties
--verbose
%(apps)s/spark/count.jar
step=%(step)s
it's "all" $HOME""",
    "hive": """hive
--hiveconf
hive.log4j.file=hive-log4j.properties
--hiveconf
hive.exec.log4j.file=hive-exec-log4j.properties
--hiveconf
hive.log.trace.id=oozie:%(id)s
-f
load.hql
--hivevar
DAY=2026-01-05
step=%(step)s""",
    "hive2": """beeline
-u
jdbc:hive2://localhost:10000/default
-n
%(user)s
-w
hive2-password
-d
org.apache.hive.jdbc.HiveDriver
-f
hive2-query.hql
--hivevar
DAY=2026-01-05
-a
delegationToken
step=%(step)s
--hiveconf
/mapreduce\\.job\\.tags=oozie-[0-9a-f]{32}/
--hiveconf
oozie.x=y""",
    "pig": """pig
-propertyFile
pig.properties
-file
load.pig
-param
DAY=2026-01-05
-log4jconf
pig-log4j.properties
-logfile
pig.log
step=%(step)s""",
    "sqoop": """sqoop
import
-conf
sqoop-site.xml
--connect
jdbc:x
--table
orders
step=%(step)s""",
    "distcp": """hadoop
distcp
-conf
action.xml
-update
hdfs://a/x
hdfs://b/x
step=%(step)s""",
}
# What lies in the work directory, the script that the client reads, and its environment.
SURROUNDINGS = {
    "spark": ("spark-log4j.properties", None, ""),
    "hive": (
        "hive-exec-log4j.properties hive-log4j.properties hive-site.xml load.hql",
        "select 1;\n",
        "HADOOP_CLASSPATH=%(apps)s/hive/lib/*\nHIVE_CONF_DIR=.\n",
    ),
    "hive2": (
        "hive2-password hive2-query.hql",
        "select 'hive2.good';\n",
        "HADOOP_CLASSPATH=%(apps)s/hive2/lib/*\n",
    ),
    "pig": (
        "load.pig pig-log4j.properties pig.properties",
        "a = load 'x';\n",
        "PIG_CLASSPATH=%(apps)s/pig/lib/*\n",
    ),
    "sqoop": ("sqoop-site.xml", None, "HADOOP_CLASSPATH=%(apps)s/sqoop/lib/*\n"),
    "distcp": (
        "action.xml",
        None,
        "HADOOP_CLASSPATH=%(apps)s/distcp/lib/*\nHADOOP_CLIENT_OPTS=-Xmx64m\n",
    ),
}


def check_command(stage, job):
    facts = {"step": job.step.folder, "id": job.id, "apps": stage.tools.apps, "user": USER}
    words = job.step.read("command").splitlines()
    wanted = (COMMANDS[job.kind] % facts).splitlines()
    same = len(words) == len(wanted) and all(map(fits, wanted, words))
    check(same, f"{job} ran {words}, not {wanted}")
    files, script, environment = SURROUNDINGS[job.kind]
    found = job.step.read("files").split()
    check(found == files.split(), f"{job} had the files {found}, not {files}")
    check(job.step.read("script") == script, f"{job} read {job.step.read('script')!r}")
    saw = job.step.read("environment")
    check(saw == environment % facts, f"{job} had {saw!r}, not {environment % facts!r}")


def fits(pattern, word):
    """A pattern is a word, or a regular expression between slashes."""
    if pattern.startswith("/") and pattern.endswith("/") and len(pattern) > 1:
        return bool(re.fullmatch(pattern[1:-1], word))
    return pattern == word
