"""Base class of black-box tests: a temporary directory per test, and runs with limited memory or stack."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
SANITIZED = sys.argv.pop(1) == "sanitized" if len(sys.argv) > 1 else False
MIB = 1 << 20

SCHEMA = "#@data/values-schema\n---\nname: app\n"
ANY = '#@data/values-schema\n---\n#@schema/type any=True\nany: null\n'


class HostileTest(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="kval-hostile-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return name

    def run_kval(self, *args, stack=None, memory=None, stdin=b"", stdout=subprocess.PIPE, timeout=120):
        def limit():
            if stack is not None:
                resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
            if memory is not None and not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        run = subprocess.run([PROGRAM, *args], cwd=self.folder, input=stdin if isinstance(stdin, bytes) else None,
                             stdin=None if isinstance(stdin, bytes) else stdin, stdout=stdout,
                             stderr=subprocess.PIPE, timeout=timeout, preexec_fn=limit)
        shown = f"{args} stack={stack} memory={memory}: {run.returncode}\n{(run.stdout or b'')[:2000]}\n{run.stderr[:2000]}"
        self.assertIn(run.returncode, (0, 1, 2, 3), shown)
        return run

    def expect(self, status, code, *args, **limits):
        run = self.run_kval(*args, **limits)
        output = (run.stdout or b"") + run.stderr
        self.assertEqual(run.returncode, status, output[:2000])
        if code:
            self.assertIn(code.encode(), output[:100000], args)
        return run
