#!/usr/bin/env python3
"""One classification, one plan: every way to check a file gives it the same role, schema and dialect.

Generates files whose contents resemble schemas of other languages, values that each dialect resolves differently, manifests
and charts. Checks each of them as a set, as paths in both orders, with `--each`, by a comment that names the schema, in a
project, by the commands of Helm, Kubernetes and KCL, and in the language server. All must report the same findings, and
`--list` and `kval/validatedBy` must name the same schema and dialect."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import Client, uri

PROGRAM = os.path.abspath(sys.argv.pop(1))

DRAFT = "https://json-schema.org/draft/2020-12/schema"
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}}}}
"""
CRD_JSON = json.dumps({
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
             "versions": [{"name": "v1", "served": True, "storage": True,
                           "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": {"type": "string"}}}}}]}})


def described(text):
    return json.dumps({"$schema": DRAFT, "description": text, "type": "object", "properties": {"a": {"type": "string"}}})


# Schemas of the key `a`, a string: file name, text, language, dialect of the values.
SCHEMAS = {
    "annotated": ("s.yml", "#@data/values-schema\n---\na: text\n", "annotated YAML", "ytt"),
    "proposal": ("s.yml", "#@schema/definition data_values=True\n---\na: text\n", "annotated YAML", "ytt"),
    "annotated, resembles JSON Schema": (
        "s.yml", f"#! $schema: {DRAFT} properties type: object\n#@data/values-schema\n---\n#@schema/desc \"properties\"\na: text\n",
        "annotated YAML", "ytt"),
    "annotated, resembles a definition": (
        "s.yml", "#! kind: CustomResourceDefinition\n#@data/values-schema\n---\na: text\n", "annotated YAML", "ytt"),
    "draft": ("s.json", described(""), "JSON Schema", "yaml1.2"),
    "mentions annotations": ("s.json", described("#@data/values-schema, #@schema/type"), "JSON Schema", "yaml1.2"),
    "mentions definitions": ("s.json", described("kind: CustomResourceDefinition"), "JSON Schema", "yaml1.2"),
    "late draft": ("s.json", '{"type": "object", "description": "%s", "properties": {"a": {"type": "string"}}, "$schema": "%s"}' % ("x" * 5000, DRAFT),
                   "JSON Schema", "yaml1.2"),
    "escaped": ("s.json", '{"\\u0024schema": "%s", "prop\\u0065rties": {"a": {"type": "string"}}}' % DRAFT, "JSON Schema", "yaml1.2"),
    "by type": ("s.yaml", "type: object\nproperties:\n  a: {type: string}\n", "JSON Schema", "yaml1.2"),
    "by name": ("app.schema.yaml", "required: []\nproperties: {a: {type: string}}\n", "JSON Schema", "yaml1.2"),
    "keywords only": ("s.json", '{"properties": {"a": {"type": "string"}}}', "JSON Schema", "yaml1.2"),
    "KCL": ("s.k", "schema App:\n    a: str\n", "KCL", "kcl-vet"),
    "definition": ("s.yaml", CRD, "CustomResourceDefinition", "k8s"),
    "definition in JSON": ("s.json", CRD_JSON, "CustomResourceDefinition", "k8s"),
    "definition, quoted": ("s.yaml", CRD.replace("kind: Custom", "\"kind\":   'Custom").replace("Definition\n", "Definition'\n", 1),
                           "CustomResourceDefinition", "k8s"),
}

# Values of `a`, each different in some dialect, and strings that resemble something else.
VALUES = ["text", "yes", "on", "012", "0o14", "1_000", "1e3", "~", "2001-01-01", "0x1f", "190:20:30", "'#@data/values-schema'",
          "kind CustomResourceDefinition", "'%s'" % DRAFT, "[1]"]

MANIFESTS = {
    "deployment": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: \"3\"\n  selector: {matchLabels: {a: b}}\n"
                  "  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: a, image: b}]}\n",
    "config map": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: 1}\n",
    "two": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: \"%\"}\n",
    "yes": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: yes}\n",
    "JSON": '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "dta": {}}',
}
# Files with one mistake each that built-in schemas validate by their names.
BUILTIN = {
    ".github/workflows/ci.yml": ("github-workflows", "on: push\njobs: {a: {runs-on: ubuntu-latest, step: []}}\n"),
    ".github/dependabot.yml": ("dependabot", "version: 2\nupdates: []\nupdate: []\n"),
    "sub/compose.yaml": ("compose-spec", "services: {web: {image: 3}}\n"),
    ".gitlab-ci.yml": ("gitlab-ci", "a:\n  script: [b, 3]\n"),
}
NAMES = ["m.yaml", "compose.yaml", "values-prod.yaml", "config.yml"]


class OnePlan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = Path(cls.scratch.name).resolve()
        cls.cases = []  # directory, schema, values, the same with a comment, language, dialect
        sets, each = [], []
        for i, (name, text, language, dialect) in enumerate(SCHEMAS.values()):
            for k, value in enumerate(VALUES):
                folder = cls.root / f"s{i}v{k}"
                folder.mkdir()
                (folder / name).write_text(text)
                start = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n" if language.startswith("Custom") else ""
                (folder / "v.yml").write_text(f"# values\n{start}a: {value}\n")
                (folder / "named.yml").write_text(f"# kval: schema={name}\n{start}a: {value}\n")
                cls.cases.append((folder.name, name, language, dialect))
                sets.append({"name": folder.name, "schema": f"{folder.name}/{name}", "values": f"{folder.name}/v.yml"})
                each.append({"name": folder.name, "schema": f"{folder.name}/{name}", "files": f"{folder.name}/v.yml"})
        (cls.root / "sets.yaml").write_text(json.dumps({"sets": sets}))
        (cls.root / "each.yaml").write_text(json.dumps({"each": each}))

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_kval(self, *args, folder=None):
        return subprocess.run([PROGRAM, *args], cwd=folder or self.root, capture_output=True, text=True, timeout=120,
                              env={"PATH": "/usr/bin:/bin"})

    def findings(self, *args, folder=None):
        """Returns the findings about values, by file: rule, line and message."""
        ran = self.run_kval(*args, "-o", "json", folder=folder)
        self.assertIn(ran.returncode, (0, 1, 2), f"{args}: {ran.stderr}")
        found = {}
        for one in json.loads(ran.stdout)["diagnostics"]:
            place = one.get("primary") or {}
            found.setdefault(place.get("file", ""), []).append((one["code"], place.get("start", {}).get("line"), one["message"]))
        return found

    def listed(self, *args, folder=None):
        ran = self.run_kval(*args, "--list", "-o", "json", folder=folder)
        self.assertEqual(ran.returncode, 0, f"{args}: {ran.stdout}{ran.stderr}")
        return json.loads(ran.stdout)["checks"]

    def test_sets_paths_each_and_comments(self):
        def check(case):
            name, schema, language, dialect = case
            folder = self.root / name
            expected = self.findings("check", "-f", schema, "-f", "v.yml", folder=folder).get("v.yml", [])
            found = {}
            for args in (["check", schema, "v.yml"], ["check", "v.yml", schema], ["check", "--each", "-f", schema, "v.yml"],
                         ["check", "named.yml"], ["check", "--each", "named.yml"], ["check", "-f", "named.yml"]):
                if language.startswith("Custom") and "named.yml" in args:
                    continue  # a comment names no definitions
                of_file = self.findings(*args, "--no-config", folder=folder)
                found[" ".join(args)] = of_file.get("v.yml", []) + of_file.get("named.yml", [])
            wrong = {args: one for args, one in found.items() if one != expected}
            for args in (["check", "-f", schema, "-f", "v.yml"], ["check", schema, "v.yml"], ["check", "--each", "-f", schema, "v.yml"],
                         ["check", "named.yml"]):
                if language.startswith("Custom") and "named.yml" in args:
                    continue
                for plan in self.listed(*args, "--no-config", folder=folder):
                    schemas = [(one["path"], one.get("language")) for one in plan["inputs"] if one["role"] == "schema"]
                    if schemas != [(schema, language)] or plan["dialect"] != dialect:
                        wrong["--list " + " ".join(args)] = plan
            return (case, expected, wrong) if wrong else None

        with ThreadPoolExecutor(2) as pool:
            self.assertEqual([one for one in pool.map(check, self.cases) if one], [])

    def test_vet(self):
        for name, schema, language, _ in self.cases:
            if language != "KCL" or "a: 012\n" in (self.root / name / "v.yml").read_text():
                continue  # KCL's reader of data reads `012` as a number (dialect kcl-vet)
            folder = self.root / name
            expected = [one for one in self.findings("check", "-f", schema, "-f", "v.yml", folder=folder).get("v.yml", [])
                        if one[0] not in ("KV120", "KV121")]  # warnings, which KCL does not have
            self.assertEqual(self.findings("vet", "v.yml", schema, folder=folder).get("v.yml", []), expected, name)

    def test_projects(self):
        of_sets = self.findings("check", "--config", "sets.yaml")
        of_each = self.findings("check", "--config", "each.yaml")
        self.assertEqual(of_sets, of_each)
        for config in ("sets.yaml", "each.yaml"):
            for plan, (name, schema, language, dialect) in zip(self.listed("check", "--config", config), self.cases):
                self.assertEqual([(one["path"], one["language"]) for one in plan["inputs"] if one["role"] == "schema"],
                                 [(f"{name}/{schema}", language)])
                self.assertEqual(plan["dialect"], dialect, plan)
        for name, schema, _, _ in self.cases[::3]:
            alone = self.findings("check", "-f", f"{name}/{schema}", "-f", f"{name}/v.yml").get(f"{name}/v.yml", [])
            self.assertEqual(of_sets.get(f"{name}/v.yml", []), alone, name)

    def editor(self, paths):
        """Opens the files, and returns the findings of each and the answers of kval/validatedBy."""
        client = Client(PROGRAM, str(self.root))
        client.start()
        for path in paths:
            client.open(path, path.read_text())
        # A request is answered while a check runs, so wait for silence.
        while client.receive(3) is not None:
            pass
        found = {path: sorted((one["code"], one["range"]["start"]["line"] + 1) for one in client.findings.get(uri(path), []))
                 for path in paths}
        validated = {path: client.ask("kval/validatedBy", textDocument={"uri": uri(path)})["result"] for path in paths}
        client.notify("exit")
        client.process.communicate(timeout=10)
        return found, validated

    def test_editor(self):
        cases = [case for case in self.cases if not case[2].startswith("Custom")][::4]
        found, validated = self.editor([self.root / case[0] / "named.yml" for case in cases])
        for name, schema, _, dialect in cases:
            path = self.root / name / "named.yml"
            expected = sorted(one[:2] for one in self.findings("check", "named.yml", "--no-config", folder=path.parent).get("named.yml", []))
            self.assertEqual(found[path], expected, name)
            self.assertEqual(validated[path]["schemas"], [uri(path.parent / schema)], name)
            self.assertEqual(validated[path]["dialect"], dialect, name)

    def test_manifests(self):
        paths = []
        for i, text in enumerate(MANIFESTS.values()):
            for name in NAMES:
                folder = self.root / f"m{i}{name}"
                folder.mkdir()
                (folder / name).write_text(text)
                paths.append(folder / name)
        found, validated = self.editor(paths)
        for path in paths:
            expected = self.findings("k8s", path.name, folder=path.parent).get(path.name, [])
            self.assertEqual(self.findings("check", path.name, "--no-config", folder=path.parent).get(path.name, []), expected, path)
            self.assertEqual(self.findings("check", "--each", path.name, "--no-config", folder=path.parent).get(path.name, []), expected, path)
            self.assertEqual(found[path], sorted(one[:2] for one in expected), path)
            self.assertEqual((validated[path]["method"], validated[path]["dialect"]), ("manifests", "k8s"), path)
            plans = self.listed("check", path.name, "--no-config", folder=path.parent)
            self.assertEqual([(one["method"], one["dialect"]) for one in plans], [("manifests", "k8s")], path)

    def test_builtin_schemas(self):
        folder = self.root / "builtin"
        named = {}  # files whose comments name their schemas
        for path, (schema, text) in BUILTIN.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(f"# values\n{text}")
            copy = folder / f"{schema}.yml"
            copy.write_text(f"# kval: schema=builtin:{schema}\n{text}")
            named[path] = copy
        each = [{"schema": f"builtin:{schema}", "files": path} for path, (schema, _) in BUILTIN.items()]
        (folder / "project.yaml").write_text(json.dumps({"each": each}))
        in_project = self.findings("check", "--config", "project.yaml", folder=folder)
        found, validated = self.editor([folder / path for path in BUILTIN])
        for path, (schema, _) in BUILTIN.items():
            expected = self.findings("check", "-f", f"builtin:{schema}", "-f", path, folder=folder).get(path, [])
            self.assertNotEqual(expected, [], path)
            for args in (["check", path], ["check", "--each", path], ["check", "--each", "-f", f"builtin:{schema}", path]):
                self.assertEqual(self.findings(*args, "--no-config", folder=folder).get(path, []), expected, args)
            name = named[path].name
            self.assertEqual(self.findings("check", name, "--no-config", folder=folder).get(name, []), expected, name)
            inside = (folder / path).parent
            self.assertEqual(self.findings("check", Path(path).name, "--no-config", folder=inside).get(Path(path).name, []), expected, path)
            self.assertEqual(in_project.get(path, []), expected, path)
            self.assertEqual(found[folder / path], sorted(one[:2] for one in expected), path)
            self.assertEqual(validated[folder / path]["schemas"], [f"builtin:{schema}"], path)
            dialect = "yaml1.1" if schema in ("dependabot", "gitlab-ci") else "yaml1.2"
            self.assertEqual(validated[folder / path]["dialect"], dialect, path)
            for plan in self.listed("check", path, "--no-config", folder=folder):
                self.assertEqual([one["path"] for one in plan["inputs"] if one["role"] == "schema"], [f"builtin:{schema}"], path)

    def test_charts(self):
        paths, sets = [], []
        for i, value in enumerate(VALUES):
            folder = self.root / f"chart{i}"
            folder.mkdir()
            (folder / "Chart.yaml").write_text("apiVersion: v2\nname: a\nversion: 1.0.0\n")
            (folder / "values.yaml").write_text("a: text\n")
            (folder / "values.schema.json").write_text(described("#@data/values-schema"))
            (folder / "values-prod.yaml").write_text(f"a: {value}\n")
            paths.append(folder / "values-prod.yaml")
            sets.append({"name": folder.name, "chart": folder.name, "values": f"{folder.name}/values-prod.yaml"})
        (self.root / "charts.yaml").write_text(json.dumps({"sets": sets}))
        in_project = self.findings("check", "--config", "charts.yaml")
        found, validated = self.editor(paths)
        for path in paths:
            chart = path.parent.name
            args = [chart, "-f", f"{chart}/values-prod.yaml"]
            expected = self.findings("helm", *args).get(f"{chart}/values-prod.yaml", [])
            self.assertEqual(self.findings("check", "--profile", "helm", *args).get(f"{chart}/values-prod.yaml", []), expected, path)
            self.assertEqual(in_project.get(f"{chart}/values-prod.yaml", []), expected, path)
            self.assertEqual(found[path], sorted(one[:2] for one in expected), path)
            self.assertEqual((validated[path]["method"], validated[path]["dialect"]), ("chart", "helm"), path)


if __name__ == "__main__":
    unittest.main()
