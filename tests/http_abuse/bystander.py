"""A well-behaved client in a process of its own: asks small things all the time, and writes down
how long each answer took.

    bystander.py PORT FILE

Each line of FILE: the time of the answer, seconds it took, and "ok" or what went wrong twice in a
row. A request whose connection was closed is asked once more on another one, as clients do.
"""
import http.client
import sys
import time

PAUSE = 0.01
PATHS = ("/oozie/versions", "/oozie/v2/jobs?jobtype=wf&len=5", "/api/health",
         "/oozie/v2/admin/status", "/oozie/v2/jobs?jobtype=coordinator&len=5")


class Client:
    def __init__(self, port):
        self.port = port
        self.link = None

    def ask(self, path):
        if self.link is None:
            self.link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.link.request("GET", path)
        answer = self.link.getresponse()
        answer.read()
        return "ok" if answer.status == 200 else str(answer.status)

    def forget(self):
        if self.link is not None:
            self.link.close()
        self.link = None


def patiently(client, path):
    for attempt in (1, 2):
        try:
            return client.ask(path)
        except (OSError, http.client.HTTPException) as error:
            client.forget()
            if attempt == 2:
                return repr(error).replace(" ", "_")
    return "never"


def main():
    client = Client(int(sys.argv[1]))
    with open(sys.argv[2], "w", buffering=1, encoding="ascii") as out:
        count = 0
        while True:
            if count % 5 == 0:
                client.forget()  # newcomers have to get in too
            begun = time.monotonic()
            said = patiently(client, PATHS[count % len(PATHS)])
            ended = time.monotonic()
            out.write(f"{ended:.6f} {ended - begun:.6f} {said}\n")
            count += 1
            time.sleep(PAUSE)


main()
