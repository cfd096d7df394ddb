"""Calls of Oozie's Java interface that no command line makes."""

from processes import check
from stage import APPS, call

SHELL = f"file://{APPS}/shell"


@call("getJobId(externalId)", "the id of that job")
def _(s):
    job = s.client.api("run", s.url, SHELL, "order-4711").says(r"\A\S+-W\n").out.strip()
    s.client.api("getJobId", s.url, "order-4711").says(rf"\A{job}\n")


@call("getStatus(id) of W, C, C@1, B", "their statuses")
def _(s):
    for job, status in ((s.workflow, "SUCCEEDED"), (s.daily, "SUCCEEDED"),
                        (s.daily + "@1", "SUCCEEDED"), (s.bundle, "KILLED")):
        s.client.api("getStatus", s.url, job).says(rf"\A{status}\n")


@call("createConfiguration()", "user.name")
def _(s):
    s.client.api("createConfiguration", s.url).says(f"user.name={s.user}")


def refused(result, code):
    check(result.status == 1 and code in result.err, result.came())


@call("getJMSConnectionInfo()", "E1601: there is no broker")
def _(s):
    refused(s.client.api("getJMSConnectionInfo", s.url), "E1601 : ")


@call("getJMSTopicName(id)", "E1602: there is no broker")
def _(s):
    refused(s.client.api("getJMSTopicName", s.url, s.workflow), "E1602 : ")


@call("doAs(user, callable)", "a job of that user")
def _(s):
    s.client.api("doAs", s.url, "other", SHELL).says(r"\Aother\n")


@call("setHeader(name, value)", "the answer as without it")
def _(s):
    s.client.api("header", s.url, s.workflow).says(rf" {s.workflow}\n")
