#!/usr/bin/env python3
"""Every limit of `kval explain limits`: a run that exceeds it ends with exit code 3 and the limit's rule, a run within the
limit does not, and the default is the documented one."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
ANY = "#@data/values-schema\n---\n#@schema/type any=True\n#@schema/nullable\nany:\n"
JSON = "https://json-schema.org/draft/2020-12/schema"

# Specified limits: name -> (default, rule number).
DECIDED = {
    "file-size": ("32 MiB", 22), "total-size": ("1 GiB", 22), "depth": ("1,000", 20), "documents": ("100,000", 22),
    "scalar-size": ("8 MiB", 22), "key-size": ("64 KiB", 22), "keys": ("1,000,000", 22), "alias-nodes": ("1,000,000", 21),
    "alias-size": ("64 MiB", 21), "syntax-errors": ("100", 7), "findings": ("10,000", 7), "check-steps": ("100,000,000", 23),
    "run-steps": ("1,000,000,000", 23),
    "starlark-steps": ("50,000,000", 23), "starlark-memory": ("512 MiB", 24), "starlark-calls": ("2,000", 25),
    "kcl-steps": ("100,000,000", 23), "kcl-memory": ("1 GiB", 24), "kcl-calls": ("5,000", 25),
    "helm-steps": ("100,000,000", 23), "helm-memory": ("1 GiB", 24), "helm-output": ("256 MiB", 24), "helm-calls": ("100,000", 25),
    "cel-call-cost": ("1,000,000", 23), "cel-object-cost": ("10,000,000", 23), "regex-memory": ("8 MiB", 23),
    "regex-matches": ("2,000,000", 23), "toml-depth": ("256", 20), "time": ("none", 26)}


def crd(rules, **of_text):
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "text": {"type": "string", "maxLength": 100, **of_text}}, "x-kubernetes-validations": rules}}}
    return json.dumps({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                       "metadata": {"name": "things.example.com"}, "spec": {
                           "group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
                           "versions": [{"name": "v1", "served": True, "storage": True,
                                         "schema": {"openAPIV3Schema": schema}}]}})


def chart(template):
    return {"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/templates/a.yaml": template + "\n"}


TEMPLATE = ["helm", "template", "c"]
THING = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {text: abcdefghij}\n"
CUSTOM = ["k8s", "thing.yml", "--crds", "crd.yml"]
CHECK = ["check", "-f", "schema.yml", "-f", "values.yml"]
LOOP = "#@ def f():\n#@   x = []\n#@   for i in range(2000):\n#@     x.append('a' * 100 + str(i))\n#@   end\n#@   return len(x)\n#@ end\n---\na: #@ f()\n"
CALLS = "#@ def f(n):\n#@   return n\n#@ end\n#@ def g(n):\n#@   return f(n)\n#@ end\n#@ def h(n):\n#@   return g(n)\n#@ end\n---\na: #@ h(1)\n"
KCL = "a = [str(i) * 100 for i in range(2000)]\n"
BACKTRACKING = {"$schema": JSON, "type": "object", "properties": {"a": {"pattern": "^(?=x?)(a+)+$"}}}

# Limit -> (files, arguments, value that is too small, sufficient value).
CASES = {
    "file-size": ({"schema.yml": ANY, "values.yml": "any: " + "x" * 5000 + "\n"}, CHECK, "4KiB", "8KiB"),
    "total-size": ({"schema.yml": ANY, "values.yml": "any: " + "x" * 5000 + "\n"}, CHECK, "4KiB", "8KiB"),
    "files": ({"schema.yml": ANY, **{f"d/{i}.yml": "any: 1\n" for i in range(20)}}, ["check", "-f", "schema.yml", "-f", "d"],
              "10", "40"),
    "directory-depth": ({"schema.yml": ANY, "d/a/b/c/e/v.yml": "any: 1\n"}, ["check", "-f", "schema.yml", "-f", "d"], "2", "10"),
    "depth": ({"schema.yml": ANY, "values.yml": "any: " + "[" * 30 + "]" * 30 + "\n"}, CHECK, "20", "40"),
    "documents": ({"schema.json": json.dumps({"$schema": JSON}), "values.yml": "---\na: 1\n" * 20},
                  ["check", "--each", "-f", "schema.json", "values.yml"], "10", "40"),
    "scalar-size": ({"schema.yml": ANY, "values.yml": "any: " + "x" * 200 + "\n"}, CHECK, "100", "400"),
    "key-size": ({"schema.yml": ANY, "values.yml": "any: {" + "x" * 200 + ": 1}\n"}, CHECK, "100", "400"),
    "keys": ({"schema.yml": ANY, "values.yml": "any:\n" + "".join(f"  k{i}: 1\n" for i in range(20))}, CHECK, "10", "40"),
    "alias-nodes": ({"schema.yml": ANY, "values.yml": "any:\n- &a [1, 2, 3, 4]\n" + "- *a\n" * 20}, CHECK, "20", "400"),
    "alias-size": ({"schema.yml": ANY, "values.yml": "any:\n- &a xxxxxxxxxx\n" + "- *a\n" * 20}, CHECK, "100", "4KiB"),
    "output-size": ({"t.yml": "a:\n" + "- 1\n" * 200}, ["render", "-f", "t.yml"], "100", "4KiB"),
    "toml-depth": ({"kcl.mod": "[package]\nname = \"a\"\n[x" + ".y" * 20 + "]\nz = 1\n", "main.k": "a = 1\n"}, ["run", "main.k"],
                   "10", "40"),
    "check-steps": ({"schema.yml": "#@data/values-schema\n---\na:\n- 1\n", "values.yml": "a:\n" + "- 1\n" * 3000}, CHECK, "1000",
                    "100000"),
    "run-steps": ({"schema.json": json.dumps({"$schema": JSON, "items": {"type": "integer"}}),
                   "values.yml": "---\n- 1\n- 1\n" * 100}, ["check", "--each", "-f", "schema.json", "values.yml"], "100",
                  "100000"),
    "starlark-steps": ({"t.yml": LOOP}, ["render", "-f", "t.yml"], "1000", "1000000"),
    "starlark-memory": ({"t.yml": LOOP}, ["render", "-f", "t.yml"], "100KiB", "100MiB"),
    "starlark-calls": ({"t.yml": CALLS}, ["render", "-f", "t.yml"], "2", "10"),
    "kcl-steps": ({"main.k": KCL}, ["run", "main.k"], "1000", "1000000"),
    "kcl-memory": ({"main.k": KCL}, ["run", "main.k"], "100KiB", "100MiB"),
    "kcl-calls": ({"main.k": "f = lambda n: int -> int {\n    n if n == 0 else f(n - 1)\n}\na = f(20)\n"}, ["run", "main.k"], "10",
                  "200"),
    "helm-steps": (chart("{{ range until 2000 }}{{ end }}"), TEMPLATE, "1000", "1000000"),
    "helm-memory": (chart("{{ $x := repeat 20000 \"a\" }}"), TEMPLATE, "10KiB", "10MiB"),
    "helm-output": (chart("a: {{ repeat 2000 \"a\" }}"), TEMPLATE, "1KiB", "1MiB"),
    "helm-calls": (chart("{{ define \"a\" }}{{ with . }}{{ template \"a\" rest . }}{{ end }}{{ end }}{{ template \"a\" until 50 }}"),
                   TEMPLATE, "20", "200"),
    "cel-call-cost": ({"crd.yml": crd([{"rule": "self.text.matches('a.*')"}]), "thing.yml": THING}, CUSTOM, "1", "1000"),
    "cel-object-cost": ({"crd.yml": crd([{"rule": f"self.text != 'a{i}'"} for i in range(20)]), "thing.yml": THING}, CUSTOM, "10",
                        "10000"),
    "regex-matches": ({"schema.json": json.dumps(BACKTRACKING), "values.yml": "a: " + "a" * 14 + "b\n"},
                      ["check", "-f", "schema.json", "-f", "values.yml"], "1000", None),
}
LARGE = "^(" + "|".join(f"[a-z]{{{i}}}x{i}" for i in range(1, 40)) + ")$"
# All schema features that compile a regular expression.
PATTERNS = {
    "ytt": ({"schema.yml": f"#@data/values-schema\n---\n#@schema/validation regexp=\"{LARGE}\"\na: \"ax1\"\n",
             "values.yml": "a: ax1\n"}, CHECK),
    "ytt's keys": ({"schema.yml": f"#@data/values-schema\n---\nm:\n  #@schema/key allowed=\"{LARGE}\"\n  x: 1\n", "values.yml": "m: {ax1: 1}\n"},
                   CHECK),
    "re.match": ({"t.yml": "#@ load(\"@ytt:regexp\", \"regexp\")\n---\na: #@ regexp.match(\"" + LARGE + "\", \"ax1\")\n"},
                 ["render", "-f", "t.yml"]),
    "JSON Schema": ({"schema.json": json.dumps({"$schema": JSON, "properties": {"a": {"pattern": LARGE}}}), "values.yml": "a: ax1\n"},
                    ["check", "-f", "schema.json", "-f", "values.yml"]),
    "JSON Schema's keys": ({"schema.json": json.dumps({"$schema": JSON, "patternProperties": {LARGE: {}}}),
                            "values.yml": "a: ax1\n"}, ["check", "-f", "schema.json", "-f", "values.yml"]),
    "JSON Schema, PCRE2": ({"schema.json": json.dumps({"$schema": JSON, "properties": {"a": {"pattern": "(?=a)" + LARGE}}}),
                            "values.yml": "a: ax1\n"}, ["check", "-f", "schema.json", "-f", "values.yml"]),
    "helm": ({"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/values.yaml": "a: ax1\n",
              "c/values.schema.json": json.dumps({"properties": {"a": {"pattern": LARGE}}})}, ["helm", "c"]),
    "KCL": ({"main.k": f"import regex\na = regex.match(\"ax1\", \"{LARGE}\")\n"}, ["run", "main.k"]),
    "KCL's checks": ({"s.k": f"import regex\nschema A:\n    a: str\n    check:\n        regex.match(a, \"{LARGE}\")\n", "v.yml": "a: ax1\n"},
                     ["check", "-f", "s.k", "-f", "v.yml"]),
    "definition": ({"crd.yml": crd([], pattern=LARGE), "thing.yml": THING.replace("abcdefghij", "ax1")}, CUSTOM),
    "definition to be created": ({"crd.yml": crd([], pattern=LARGE)}, ["k8s", "crd.yml"]),
    "CEL in a definition": ({"crd.yml": crd([{"rule": f"self.text.matches('{LARGE}')"}]),
                             "thing.yml": THING.replace("abcdefghij", "ax1")}, CUSTOM),
}


class Limits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-limits-")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_in(self, files, args):
        shutil.rmtree(self.folder)
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        run = subprocess.run([PROGRAM, *args], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        return run.returncode, (run.stdout + run.stderr).decode()

    def table(self):
        out = subprocess.run([PROGRAM, "explain", "limits"], stdout=subprocess.PIPE, check=True).stdout.decode()
        return {row[0]: (row[1].strip(), int(row[2])) for row in re.findall(r"(?m)^(\S+) +(.+?) +KV(\d+)", out)}

    def test_the_table_matches_the_specification(self):
        table = self.table()
        for name, decided in DECIDED.items():
            self.assertEqual(table.get(name), decided, name)

    def test_each_limit_ends_a_run(self):
        table = self.table()
        for name in table:
            if name in ("time", "syntax-errors", "findings", "regex-memory"):
                continue
            files, args, small, enough = CASES[name]
            with self.subTest(limit=name):
                status, out = self.run_in(files, [*args, "--limit", f"{name}={small}"])
                self.assertEqual(status, 3, out[:2000])
                self.assertIn(f"KV{table[name][1]:03}", out[:4000])
                if enough is not None:
                    status, out = self.run_in(files, [*args, "--limit", f"{name}={enough}"])
                    self.assertEqual(status, 0, out[:2000])

    def test_patterns_of_all_languages_have_a_limit(self):
        for name, (files, args) in PATTERNS.items():
            with self.subTest(pattern=name):
                status, out = self.run_in(files, args)
                self.assertEqual(status, 0, out[:2000])
                status, out = self.run_in(files, [*args, "--limit", "regex-memory=1KiB"])
                self.assertEqual(status, 3, out[:2000])
                self.assertIn("KV023", out)

    def test_output_of_every_kind_has_a_limit(self):
        files = {"schema.yml": ANY, "values.yml": "any:\n" + "".join(f"  k{i}: [1]\n" for i in range(100)),
                 "s.yml": "#@data/values-schema\n---\n" + "".join(f"k{i}: 1\n" for i in range(100)),
                 "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "p.k": "a = [\"text\" * 10 for i in range(50)]\n",
                 "c/values.yaml": "".join(f"k{i}: 1\n" for i in range(100))}
        both = ["-f", "schema.yml", "-f", "values.yml"]
        for args in (["values", *both], ["values", "-o", "json", *both], ["values", "--chart", "c"], ["values", "--chart", "c", "-o", "json"],
                     ["render", "-f", "values.yml"], ["render", "-o", "json", "-f", "values.yml"],
                     ["render", "-o", "pos", "-f", "values.yml"], ["render", "--output-files", "out", "-f", "values.yml"],
                     ["schema", "export", "-f", "s.yml"], ["schema", "export", "-o", "json", "-f", "s.yml"],
                     ["schema", "convert", "--to", "json-schema", "-f", "s.yml"], ["run", "p.k"], ["run", "--format", "json", "p.k"]):
            with self.subTest(args=args):
                status, out = self.run_in(files, [*args, "--limit", "output-size=300"])
                self.assertEqual((status, out.count("KV024")), (3, 1), out[:500])
                self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))
                status, out = self.run_in(files, [*args, "--limit", "output-size=1MiB"])
                self.assertEqual(status, 0, out[:500])

    def test_findings_beyond_their_number_are_counted(self):
        files = {"schema.yml": "#@data/values-schema\n---\na: 1\n", "values.yml": "".join(f"k{i}: 1\n" for i in range(50))}
        status, out = self.run_in(files, [*CHECK, "--limit", "findings=10", "-o", "concise"])
        self.assertEqual(status, 1, out)
        self.assertEqual(out.count("KV300"), 10, out)
        self.assertIn("KV007", out)
        files["values.yml"] = "a: {b\n" * 50
        status, out = self.run_in(files, [*CHECK, "--limit", "syntax-errors=3", "-o", "concise"])
        self.assertNotEqual(status, 0, out)

    def test_work_of_a_run_is_for_all_of_its_files(self):
        """The first files use up the budget. The remaining files are not checked, which is reported once."""
        files = {"schema.json": json.dumps({"$schema": JSON, "items": {"type": "integer"}}),
                 **{f"in/{i}.yml": "- 1\n" * 1000 for i in range(5)}}
        status, out = self.run_in(files, ["check", "--each", "-f", "schema.json", "in", "-j", "1", "--limit", "run-steps=3500",
                                          "-o", "concise"])
        self.assertEqual(status, 3, out)
        self.assertIn("error[KV023] in/3.yml was not checked", out)
        self.assertEqual(out.count("KV023"), 1, out)

    def test_defaults_have_one_budget_together(self):
        """40 defaults that all exceed the limit cost as much as one, not 40 times the limit."""
        def spent(count):
            endless = "g = all i in range(20000) { all j in range(20000) { j >= 0 } }\nschema A:\n"
            files = {"main.k": endless + "".join(f"    a{i}: bool = g\n" for i in range(count))}
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            status, out = self.run_in(files, ["schema", "dump", "-f", "main.k", "--limit", "kcl-steps=5000000"])
            self.assertEqual(status, 3, out)
            self.assertIn("KV023", out)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        self.assertLess(spent(40), 6 * spent(1) + 0.2)

    def test_time_ends_a_run_that_waits_for_its_input(self):
        with open(os.path.join(self.folder, "s.k"), "w", encoding="utf-8") as file:
            file.write("schema A:\n    a: int\n")
        for args in (["cel", "--jsonl"], ["fn"], ["schema", "infer", "-"], ["k8s", "-"], ["check", "-f", "-"], ["vet", "-", "s.k"],
                     ["values", "-f", "-"], ["render", "-f", "-"], ["schema", "dump", "-f", "-"]):
            with self.subTest(args=args):
                reading, writing = os.pipe()
                run = subprocess.run([PROGRAM, *args, "--limit", "time=1s"], cwd=self.folder, stdin=reading, capture_output=True,
                                     timeout=60)
                os.close(reading)
                os.close(writing)
                self.assertEqual(run.returncode, 3, run.stderr)
                self.assertIn(b"KV026", run.stdout + run.stderr)

    def test_time_ends_a_run_whose_output_nobody_takes(self):
        """The evaluation is short, then the output blocks on a full pipe."""
        files = {"t.yml": "a:\n" + "- " + "x" * 100 + "\n" + "- 1\n" * 100_000}
        self.run_in(files, ["render", "-f", "t.yml"])
        for args in (["render", "-f", "t.yml"], ["values", "-f", "t.yml"]):
            run = subprocess.Popen([PROGRAM, *args, "--timeout", "1s"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
            self.addCleanup(run.stdout.close)
            self.addCleanup(run.stderr.close)
            self.assertEqual(run.wait(timeout=60), 3)
            self.assertRegex(run.stderr.read().decode(), "KV026.*1s.*cut off")

    def test_time_ends_a_run(self):
        files = {"main.k": "a = [j for i in range(10000) for j in range(10000) if i + j < 0]\n"}
        status, out = self.run_in(files, ["run", "main.k", "--limit", "time=1s", "--limit", "kcl-steps=100000000000"])
        self.assertEqual(status, 3, out)
        self.assertIn("KV026", out)

    def test_time_leaves_no_half_written_file_of_a_program(self):
        files = {"main.k": "import file\ntext = 'x' * 1000000\na = [file.write('out.txt', text) for i in range(100000)]\n"}
        for _ in range(3):
            status, out = self.run_in(files, ["run", "main.k", "--allow-effects", "--limit", "time=1s", "--limit",
                                              "kcl-steps=100000000000"])
            self.assertEqual(status, 3, out)
            self.assertIn("KV026", out)
            self.assertEqual(sorted(os.listdir(self.folder)), ["main.k", "out.txt"])
            self.assertEqual(os.path.getsize(os.path.join(self.folder, "out.txt")), 1_000_000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
