"""Runs KCL (kcl_lib) in a separate process for differential tests, because some bugs of the library end the process."""
import importlib.util
import json
import select
import subprocess
import sys

# The script before this loop defines `answer(service, api, case)`, which returns a dict. The loop prints it as JSON.
LOOP = r'''
import json, sys
import kcl_lib.api as api
service = api.API()
for line in sys.stdin:
    try:
        reply = answer(service, api, json.loads(line))
    except Exception as error:
        reply = {"ok": False, "text": "", "error": str(error)}
    print("\n\x01" + json.dumps(reply), flush=True)  # marks the reply: programs print lines, too
'''


def is_there():
    return importlib.util.find_spec("kcl_lib") is not None


class Peer:
    """The peer process. It is restarted after a crash or a timeout. The working directory is `folder`."""

    def __init__(self, script, folder):
        self.script, self.process, self.folder = script + LOOP, None, folder

    def ask(self, case):
        """Returns the reply. It contains `ended` if the process ended or timed out."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([sys.executable, "-c", self.script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True, cwd=self.folder)
        self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], 20)[0]:
            self.process.kill()
            self.process.wait()
        for line in self.process.stdout:
            if line.startswith("\x01"):
                return json.loads(line[1:])
        return {"ok": False, "text": "", "error": "the process ended", "ended": True}
