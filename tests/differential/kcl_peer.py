"""The real KCL (kcl_lib) for differentials, asked in a process of its own: some faults of the library end the process."""
import importlib.util
import json
import select
import subprocess
import sys

# `answer(service, api, case)` of the script's text gives a dict that is written as JSON.
LOOP = r'''
import json, sys
import kcl_lib.api as api
service = api.API()
for line in sys.stdin:
    try:
        reply = answer(service, api, json.loads(line))
    except Exception as error:
        reply = {"ok": False, "text": "", "error": str(error)}
    print("\n\x01" + json.dumps(reply), flush=True)  # programs print lines of their own
'''


def is_there():
    return importlib.util.find_spec("kcl_lib") is not None


class Peer:
    """Begun anew when a program ends the process, or is not answered in time. What programs write goes below `folder`."""

    def __init__(self, script, folder):
        self.script, self.process, self.folder = script + LOOP, None, folder

    def ask(self, case):
        """The answer; `ended` in it says that there was none."""
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
