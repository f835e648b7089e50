#!/usr/bin/env python3
"""Every process generates a random hash key. No output may depend on it: not the order, not the first of several matches,
and not the number of counted steps. Every command runs several times and must print the same output."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
TIMES = 6

NAMES = [f"name{i * 7919 % 101}" for i in range(60)]
SCHEMA = "#@data/values-schema\n---\n" + "".join(f"{name}: 1\n" for name in NAMES) + "list:\n- {name: a, n: 1}\n"
FAULTS = "".join(f"{name}x: text{i}\n{name}: text\n" for i, name in enumerate(NAMES)) + "list: [{nam: b}, {name: c, m: 2}]\n"
SECRETS = "".join(f"password{i}: hunter{i * 31 % 17}\nother{i}: hunter{i}\n" for i in range(40))
ANCHORS = "".join(f"a{i}: &anchor{i} {i}\n" for i in range(40)) + "b: *anchr1\nc: *ancor22\n"
UNKNOWN = "#@ def f():\n#@   nam1 = 1\n#@   nam2 = 2\n#@   nam3 = 3\n#@   return nam4\n#@ end\na: #@ f()\nb: #@ lenn(1)\n"
DICTS = ("#@ d = {}\n#@ for i in range(300):\n#@   d['k' + str(i * 37 % 101)] = (i, None, 0.5)\n#@   d[(i, 1.5)] = i\n#@ end\n"
         "a: #@ [str(k) for k in d]\nb: #@ str(d)\n")
KCL = ("schema A:\n    a: int\n    b?: str = 1\n" + "".join(f"x{i}: A {{aa = {i}, b = undefinedd}}\n" for i in range(10)) +
       "y = {" + ", ".join(f'"{name}" = {i}' for i, name in enumerate(NAMES)) + "}\n")
GOOD_KCL = "y = {" + ", ".join(f'"{name}" = {i}' for i, name in enumerate(NAMES)) + "}\nz = {k: v for k, v in y}\n"
JSON_SCHEMA = ('{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {' +
               ", ".join(f'"{name}": {{"type": "integer"}}' for name in NAMES) + '}, "additionalProperties": false}')
POD = ("apiVersion: v1\nkind: Pod\nmetadata: {name: p, lables: {}}\nspec:\n  containers:\n" +
       "".join(f"  - {{name: c{i % 7}, image: i, imag: x, ports: [{{containerPort: 80, name: p{i % 3}}}]}}\n" for i in range(20)))
KINDS = "".join(f"apiVersion: apps/v2\nkind: {kind}\nmetadata: {{name: a}}\n---\n" for kind in
                ("Deploymnt", "StatefullSet", "Pdo", "Servce", "Ingres"))

FILES = {"schema.yml": SCHEMA, "faults.yml": FAULTS, "secrets.yml": SECRETS, "anchors.yml": ANCHORS, "unknown.yml": UNKNOWN,
         "dicts.yml": DICTS, "bad.k": KCL, "good.k": GOOD_KCL, "schema.json": JSON_SCHEMA, "pod.yml": POD, "kinds.yml": KINDS,
         "loop.yml": "#@ d = {}\n#@ for i in range(5000):\n#@   d['k' + str(i)] = (i, None)\n#@   d['k' + str(i // 2)] = 1\n#@ end\na: 1\n"}
ALL = ("--max-diagnostics", "none")
FORMATS = ("full", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "lsp", "tap")
LINES = [
    *(["check", "-f", "schema.yml", "-f", "faults.yml", "-o", form, *ALL] for form in FORMATS),
    ["check", "-f", "schema.yml", "-f", "secrets.yml", *ALL],
    ["check", "-f", "schema.yml", "-f", "anchors.yml", *ALL],
    ["check", "-f", "schema.json", "-f", "faults.yml", *ALL],
    ["check", "--each", "-f", "schema.json", "faults.yml", "secrets.yml", "pod.yml", *ALL],
    ["check", "-f", "schema.yml", "-f", "faults.yml", "--diff", *ALL],
    ["render", "-f", "unknown.yml", *ALL],
    ["render", "-f", "dicts.yml"],
    ["run", "bad.k", *ALL],
    ["run", "good.k"],
    ["k8s", "pod.yml", *ALL],
    ["k8s", "kinds.yml", *ALL],
    ["schema", "infer", "faults.yml"],
    ["schema", "infer", "pod.yml", "secrets.yml"],
    ["schema", "dump", "-f", "schema.yml"],
    ["schema", "export", "-f", "schema.yml"],
    ["schema", "convert", "--to", "kcl", "-f", "schema.json"],
    ["schema", "convert", "--to", "ytt", "-f", "schema.json"],
    ["explain", "limits"],
    ["rules"],
]


class Keys(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="kval-keys-")
        for name, text in FILES.items():
            with open(os.path.join(cls.folder.name, name), "w") as file:
                file.write(text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_once(self, args):
        run = subprocess.run([PROGRAM, *args], cwd=self.folder.name, capture_output=True, timeout=120)
        text = re.sub(rb"\d{4}-\d\d-\d\dT[\d:.]+Z?|time=\"[\d.]+\"", b"", run.stdout)
        return run.returncode, text, run.stderr

    def test_every_run_says_the_same(self):
        for args in LINES:
            with self.subTest(" ".join(args)):
                first = self.run_once(args)
                self.assertTrue(first[1] or first[2])
                for _ in range(TIMES - 1):
                    self.assertEqual(first, self.run_once(args))

    def test_steps_are_no_luck(self):
        """The minimum number of steps is the same in every run."""
        def suffices(steps):
            return self.run_once(["render", "-f", "loop.yml", "--limit", f"starlark-steps={steps}"])[0] == 0
        low, high = 1, 50_000_000
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if suffices(middle) else (middle + 1, high)
        for _ in range(TIMES):
            self.assertFalse(suffices(low - 1))
            self.assertTrue(suffices(low))


if __name__ == "__main__":
    unittest.main()
