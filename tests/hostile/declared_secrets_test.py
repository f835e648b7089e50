#!/usr/bin/env python3
"""A key that only its schema marks as secret, with every kind of input and every schema language. Findings about the value
never show the value."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from lsp_client import Client, uri  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop(1))
FORMATS = ["full", "json", "sarif", "lsp"]
SECRET = "hunterTwoValue"

YTT = "#@data/values-schema\n---\n#@schema/sensitive\n#@schema/validation one_of=[\"a\"]\ncolor: a\n"
JSON = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"color": {"format": "password", "enum": ["a"]}}}'
KCL = 'schema A:\n    @info(sensitive=True)\n    color: "a" | "b"\n    mixin_?: int\n'
POLICY = ("#@data/values-schema\n---\napiVersion: v1\nkind: ConfigMap\n#@schema/type any=True\nmetadata: {}\ndata:\n"
          "  #@schema/sensitive\n  #@schema/validation one_of=[\"a\"]\n  color: a\n")
MAP = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata: {{color: {SECRET}}}\n"
LIST = ("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n"
        f"  metadata: {{name: m}}\n  data: {{color: {SECRET}}}\n")
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: apps.e.org}
spec:
  group: e.org
  scope: Namespaced
  names: {plural: apps, kind: App, singular: app, listKind: AppList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              color: {type: string, format: password, enum: [a]}
"""
CHART = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
FILES = {
    "ytt.yml": YTT, "json.schema.json": JSON, "a.k": KCL, "v.yml": f"color: {SECRET}\n",
    "one.yml": f"# kval: schema=ytt.yml\ncolor: {SECRET}\n", "two.yml": f"# kval: schema=json.schema.json\ncolor: {SECRET}\n",
    "three.yml": f"# kval: schema=other.yml\ncolor: {SECRET}\n", "other.yml": "#@data/values-schema\n---\ncolor: 1\n",
    "policy.yml": POLICY, "m.yml": MAP, "crd.yml": CRD,
    "cr.yml": f"apiVersion: e.org/v1\nkind: App\nmetadata: {{name: a}}\nspec: {{color: {SECRET}}}\n",
    "cj/Chart.yaml": CHART, "cj/values.yaml": f"color: {SECRET}\n", "cj/values.schema.json": JSON,
    "cy/Chart.yaml": CHART, "cy/values.yaml": f"color: {SECRET}\n", "cy/values.schema.yml": YTT,
    "ck/Chart.yaml": CHART, "ck/values.yaml": f"color: {SECRET}\n", "ck/a.k": KCL,
    "r/t.yml": "#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\n"
               f"--- #@ template.replace(library.get(\"l\").with_data_values({{\"color\": \"{SECRET}\"}}).eval())\n",
    "r/_ytt_lib/l/schema.yml": YTT, "r/_ytt_lib/l/t.yml": "a: 1\n",
    "p/ytt.yml": YTT, "p/policy.yml": POLICY, "p/v.yml": f"color: {SECRET}\n", "p/d/v.yml": f"color: {SECRET}\n",
    "p/m.yml": MAP, "p/c/Chart.yaml": CHART, "p/c/values.yaml": f"color: {SECRET}\n", "p/c/values.schema.json": JSON,
    "l/.kval.yaml": "each:\n- {name: a, schema: ytt.yml, files: [v.yml]}\n", "l/ytt.yml": YTT, "l/v.yml": f"color: {SECRET}\n",
}
PROJECTS = {
    "sets": "sets:\n- {name: a, schema: ytt.yml, values: [v.yml]}\n",
    "shared": "sets:\n- {name: a, schema: ytt.yml, values: [v.yml]}\n- {name: b, schema: ytt.yml, values: [d/v.yml]}\n",
    "each": "each:\n- {name: a, schema: ytt.yml, files: [d/*.yml]}\n",
    "kubernetes": "kubernetes:\n- {name: a, files: [m.yml], policies: [{kind: ConfigMap, schema: policy.yml}]}\n",
    "chart": "sets:\n- {name: a, chart: c, values: [v.yml]}\n",
}
WAYS = [
    ["check", "-f", "ytt.yml", "-f", "v.yml"], ["check", "-f", "json.schema.json", "-f", "v.yml"], ["check", "-f", "a.k", "-f", "v.yml"],
    ["check", "-f", "ytt.yml", "--data-value", f"color={SECRET}"], ["check", "-f", "crd.yml", "-f", "cr.yml"],
    ["check", "-f", "ytt.yml", "--each", "v.yml"], ["check", "-f", "json.schema.json", "--each", "v.yml"],
    ["check", "-f", "a.k", "--each", "v.yml"], ["check", "--each", "one.yml", "three.yml"], ["check", "--each", "one.yml", "two.yml"],
    ["k8s", "-f", "ConfigMap=policy.yml", "m.yml"], ["k8s", "--crds", "crd.yml", "cr.yml"], ["k8s", "crd.yml", "cr.yml"],
    ["vet", "v.yml", "a.k"], ["helm", "cj"], ["helm", "cy"], ["helm", "ck"],
]
# Commands without an output format option.
PLAIN = [["values", "-f", "ytt.yml", "-f", "v.yml"], ["render", "-f", "ytt.yml", "--data-value", f"color={SECRET}"], ["render", "-f", "r"]]


class DeclaredSecrets(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-declared-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in FILES.items():
            path = Path(self.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def run_in(self, folder, args, given=None):
        run = subprocess.run([PROGRAM, *args], cwd=os.path.join(self.folder, folder), input=given or "", capture_output=True,
                             timeout=60, encoding="utf-8")
        return run.returncode, run.stdout, run.stderr

    def tells(self, way):
        folder, args = way
        status, out, err = self.run_in(folder, args)
        text = out + err
        if status not in (1, 2) or "KV4" not in text and "KV5" not in text and "expected " not in text and " is not one of " not in text:
            return f"{args} finds nothing: {status} {text[:300]}"
        at = text.find(SECRET)
        return f"{args} tells {text[max(0, at - 100):at + 20]!r}" if at >= 0 else ""

    def test_every_command_redacts_declared_secrets(self):
        ways = [("", [*way, "-o", each]) for way in WAYS for each in FORMATS] + [("", way) for way in PLAIN]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertEqual([line[:300] for line in pool.map(self.tells, ways) if line], [])

    def test_projects(self):
        for name, text in PROJECTS.items():
            Path(self.folder, "p", ".kval.yaml").write_text(text, encoding="utf-8")
            self.assertEqual(self.tells(("p", ["check"])), "", name)
            self.assertEqual(self.tells(("p", ["check", "-o", "json"])), "", name)

    def test_function(self):
        _, out, err = self.run_in("", ["fn", "-f", "ConfigMap=policy.yml"], LIST)
        self.assertIn("KV40", err)
        self.assertNotIn(SECRET, err)
        results = out[out.index("\nresults:"):]
        self.assertIn("KV40", results)
        self.assertNotIn(SECRET, results)

    def test_baseline(self):
        for way in (["check", "-f", "ytt.yml", "-f", "v.yml"], ["k8s", "-f", "ConfigMap=policy.yml", "m.yml"], ["vet", "v.yml", "a.k"]):
            self.run_in("", [*way, "--write-baseline", "base.json"])
            self.assertNotIn(SECRET, Path(self.folder, "base.json").read_text(encoding="utf-8"))

    def test_editor(self):
        folder = os.path.realpath(os.path.join(self.folder, "l"))
        client = Client(PROGRAM, folder)
        client.start()
        path = os.path.join(folder, "v.yml")
        client.open(path, FILES["l/v.yml"])
        while not client.findings.get(uri(path)):
            self.assertIsNotNone(client.receive(20), "nothing is published")
        told = str(client.findings[uri(path)])
        client.process.kill()
        client.process.communicate()
        self.assertIn("KV40", told)
        self.assertNotIn(SECRET, told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
