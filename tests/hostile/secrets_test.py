#!/usr/bin/env python3
"""Runs the commands on the secrets and harmless strings of tests/redaction/secrets_test.cc. No command shows a secret in any
output format or in the diff of `--fix --diff`."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM = sys.argv.pop(1)
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../redaction/secrets_test.cc")
FORMATS = ["full", "concise", "grouped", "json", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "lsp", "tap"]

CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
       "metadata": {"name": "things.example.com"},
       "spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
                "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                    "type": "object", "properties": {"spec": {
                        "type": "object", "additionalProperties": {"type": "integer", "maximum": 0}}}}}}]}}
RELEASE = """apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: a}
spec:
  values:
"""


def rows(name):
    """Returns a table of the C++ test as [(file, text, part)]."""
    with open(TABLE, encoding="utf-8") as file:
        table = re.search(r"const Case " + name + r"\[\] = \{\n(.*?)\n\};", file.read(), re.S).group(1)
    return [ast.literal_eval("(" + row.strip().strip(",")[1:-1] + ")") for row in table.splitlines()]


def indented(text, by):
    return "".join(" " * by + line + "\n" if line else "\n" for line in text.split("\n")[:-1])


def is_map(text):
    """Returns true if the text is one block mapping, which can be nested under another key."""
    return "---" not in text.replace("-----", "") and not text.startswith(("-", "[", "{"))


class Secrets(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-secrets-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("chart/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n")
        self.write("chart/values.yaml", "{}\n")
        self.write("chart/values.schema.json", '{"additionalProperties": {"enum": ["never"]}}')
        self.write("crd.json", json.dumps(CRD))
        self.write("schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\n#@schema/nullable\nnone:\n")
        self.write("each.json", json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema",
                                            "additionalProperties": {"enum": ["never"]}}))
        self.write("vet.k", "schema Of:\n    [...str]: int\n")
        self.write("fix.yml", "#@data/values-schema\n---\nfixed: 1\n#@schema/type any=True\nrest: null\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def roads(self, number, text):
        """Yields (name, arguments, standard input) of every command that reads the text."""
        name = f"{number}"
        plain = self.write(f"in/{name}.yml", text)
        formats = [word for each in FORMATS[1:] for word in ("-o", f"{each}:{self.folder}/out/{name}.{each}")]
        full = ["-o", "full", *formats]
        yield "check", ["check", "-f", "schema.yml", "-f", plain, *full], ""
        yield "helm", ["helm", "chart", "-f", plain, *full], ""
        yield "--each", ["check", "--each", plain, "-f", "each.json", *full], ""
        yield "vet", ["vet", plain, "vet.k", *full], ""
        yield "values", ["values", "-f", "schema.yml", "-f", plain, *full], ""
        for language in ("ytt", "kcl"):
            yield f"infer {language}", ["schema", "infer", plain, plain, "--to", language, "--enumerations"], ""
        yield "render", ["render", "-f", "schema.yml", "-f", plain, *full], ""
        yield "a baseline", ["check", "-f", "schema.yml", "-f", plain, "--write-baseline", f"out/{name}.baseline",
                             "--statistics"], ""
        project = f"project{name}"
        self.write(f"{project}/values.yml", text)
        self.write(f"{project}/schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\n#@schema/nullable\nnone:\n")
        declaration = self.write(f"{project}/.kval.yaml", "sets:\n- name: a\n  schema: schema.yml\n  values: [values.yml]\n")
        yield "a project", ["check", "--config", declaration, *full], ""
        if not is_map(text):
            return
        release = self.write(f"in/{name}.release.yml", RELEASE + indented(text, 4))
        yield "helm in a release", ["helm", "chart", "-f", release, *full], ""
        thing = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n" + indented(text, 2)
        custom = self.write(f"in/{name}.thing.yml", thing)
        yield "k8s", ["k8s", custom, "--crds", "crd.json", *full], ""
        items = indented(thing, 2)
        items = "items:\n- " + items[2:]
        yield "fn", ["fn"], ("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig:\n" +
                             "  apiVersion: example.com/v1\n  kind: Validator\n  metadata: {name: a}\n" + items)
        fixed = self.write(f"in/{name}.fix.yml", "fixed: \"1\"\nrest:\n" + indented(text, 2) + "rust: 1\n")
        yield "--diff", ["check", "-f", "fix.yml", "-f", fixed, "--diff"], ""
        yield "--fix --diff", ["check", "-f", "fix.yml", "-f", fixed, "--fix", "--diff", *full], ""

    def outputs(self, number, text):
        os.makedirs(os.path.join(self.folder, "out"), exist_ok=True)
        for name, args, stdin in self.roads(number, text):
            run = subprocess.run([PROGRAM, *args], cwd=self.folder, input=stdin.encode(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, timeout=60)
            out = (run.stdout + run.stderr).decode()
            self.assertIn(run.returncode, (0, 1, 2, 3), f"{name}: {text}\n{out}")
            # `kval fn` prints its input, so only the findings after it are checked.
            if name == "fn":
                out = out[out.find("\nresults:"):] if "\nresults:" in out else run.stderr.decode()
            # `kval values` and `kval render` print their input too; only their findings are checked.
            if name in ("values", "render"):
                out = run.stderr.decode()
            for format in [*FORMATS[1:], "baseline"]:
                path = os.path.join(self.folder, f"out/{number}.{format}")
                if os.path.exists(path):
                    with open(path, encoding="utf-8") as file:
                        out += file.read()
                    os.remove(path)
            yield name, out

    def each(self, table, judge):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            cases = [(i, text, part) for i, (file, text, part) in enumerate(rows(table)) if file.endswith((".yml", ".json"))]
            self.assertGreater(len(cases), 90)
            wrong = [line for found in pool.map(lambda case: list(judge(*case)), cases) for line in found]
        if wrong:
            self.fail(f"{len(wrong)} wrong:\n" + "\n".join(wrong[:40]))

    def test_no_command_gives_one_away(self):
        def judge(number, text, part):
            for name, out in self.outputs(number, text):
                if part in out:
                    line = next(line for line in out.splitlines() if part in line)
                    yield f"{name}: {text!r} shows {part!r}: {line[:200]!r}"
        self.each("kSecrets", judge)

    def test_what_only_looks_like_one_is_shown(self):
        def judge(number, text, part):
            for name, out in self.outputs(number, text):
                shown = re.findall(r"^ *\d+ \|[ |/]*(.*)$", out, re.M) + re.findall(r"^[-+ ](.*)$", out, re.M)
                at = next((line for line in text.splitlines() if part in line), "").strip()
                hidden = [line for line in shown if "<redacted>" in line and at and
                          line.strip().split("<redacted>")[0] == at.split(part)[0]]
                for line in hidden:
                    yield f"{name}: {text!r} hides {part!r}: {line!r}"
        self.each("kHarmless", judge)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
