#!/usr/bin/env python3
"""A secret in every kind of input: valid and malformed flags, charts, manifests, rules whose messages contain the value,
programs, baselines and diffs. No finding shows it, in any output format."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM = sys.argv.pop(1)
FORMATS = ["full", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "lsp", "tap"]
SECRET = "hunter2Zq9"
NUMBER = "8391748231"
DRAFT = "https://json-schema.org/draft/2020-12/schema"

CHART_SCHEMA = {"properties": {"password": {"type": "integer"}, "auth": {"type": "integer"}, "secrets": {"properties": {
    "n": {"type": "string"}}}, "extra": {"properties": {"env": {"items": {"properties": {"value": {"type": "integer"}}}}}}}}
CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "apps.e.org"}, "spec": {
    "group": "e.org", "scope": "Namespaced", "names": {"plural": "apps", "kind": "App", "singular": "app", "listKind": "AppList"},
    "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "x-kubernetes-validations": [
            {"rule": "self.password.size() > 100", "messageExpression": "'bad password ' + self.password"},
            {"rule": "self.password == 'x'"}],
            "properties": {"password": {"type": "string", "maxLength": 3, "enum": ["a"]}, "token": {"type": "integer"}}}}}}}]}}
MANIFESTS = f"""apiVersion: v1
kind: Secret
metadata: {{name: a}}
data: {{a: "{SECRET}!!", b: {NUMBER}}}
stringData: {{c: {NUMBER}, d: [{SECRET}]}}
---
apiVersion: v1
kind: Pod
metadata: {{name: p}}
spec:
  containers:
  - name: c
    image: a
    args: [--password, {SECRET}, --token={SECRET}]
    env:
    - {{name: DB_PASSWORD, value: {NUMBER}}}
    - {{name: API_TOKEN, value: [{SECRET}]}}
    - {{name: API_TOKEN, valu: {SECRET}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: a}}
data: {{password: {NUMBER}, url: ["postgres://u:{SECRET}@h/db"]}}
"""
RULES = ('#@data/values-schema\n---\n#@schema/validation ("p", lambda v: (False, "bad " + v))\npassword: ""\n'
         '#@schema/validation one_of=["a"]\napiKey: ""\n#@schema/validation min=99999999999\nsecrets: 1\n')
FILES = {
    "s.yml": "#@data/values-schema\n---\npassword: 1\nsecrets:\n  a: ''\n  n: ''\nx: 1\n",
    "v.yml": f"password: {SECRET}\nsecrets:\n  a: [{SECRET}]\n  n: {NUMBER}\nx: 'password={SECRET}'\n",
    "rules.yml": RULES, "ruled.yml": f"password: {SECRET}\napiKey: {SECRET}\nsecrets: {NUMBER}\n",
    "broken.yml": f"password: {SECRET}\n  x: {SECRET}\npassword: \"{SECRET}\n",
    "escaped.yml": '"pass\\x77ord": "hunter\\x32Zq9"\nx: 1\n',
    "escaped_broken.yml": f'"pass\\x77ord": {SECRET}\n  x: {SECRET}\n"se\\x63rets": [{SECRET}\n',
    "alias.yml": f"x: &p {NUMBER}\nsecrets:\n  n: *p\n",
    "own.yml": f'#@data/values\n---\n#@assert/validate ("p", lambda v: (False, "bad " + str(v)))\npassword: {SECRET}\n',
    "misspelt.yml": f"password: {SECRET}\napiKei: {SECRET}\nsecrets: \"{NUMBER}\"\n",
    "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/values.schema.json": json.dumps(CHART_SCHEMA),
    "c/values.yaml": f"password: {SECRET}\nsecrets: {{n: {NUMBER}}}\n", "more.yml": f"auth: {SECRET}\nsecrets:\n  n: {NUMBER}\n",
    "m.yml": MANIFESTS, "crd.yml": json.dumps(CRD),
    "cr.yml": f"apiVersion: e.org/v1\nkind: App\nmetadata: {{name: a}}\nspec: {{password: {SECRET}, token: {SECRET}}}\n",
    "a.k": ('schema A:\n    password: str\n    n?: int\n    secrets?: {str:str}\n    check:\n'
            '        len(password) > 100, "bad password ${password}"\n        password == "x", "no: " + password\n'),
    "a.yml": f"password: {SECRET}\nn: {SECRET}\nsecrets: {{n: {NUMBER}}}\n",
    "b.k": f'password = "{SECRET}"\nassert password == "z", "got ${{password}}"\n',
    "o.k": 'x = option("password")\nassert x == "z", "got ${x}"\n',
    "t.yml": f'#@ load("@ytt:assert", "assert")\n#@ password = "{SECRET}"\na: #@ assert.fail("bad " + password)\n',
    "s.json": json.dumps({"$schema": DRAFT, "properties": {"password": {"const": "x"}, "token": {"not": {"const": SECRET}}, "secrets": {
        "properties": {"n": {"type": "string"}, "l": {"uniqueItems": True}}}}}),
    "v.json": json.dumps({"password": SECRET, "secrets": {"n": int(NUMBER), "l": [SECRET, SECRET]}, "token": SECRET}),
    ".kval.yaml": "sets:\n- name: a\n  schema: rules.yml\n  values: [ruled.yml]\n",
}
CHECK = ["check", "-f", "s.yml"]
HELM = ["helm", "c"]
WAYS = [
    [*CHECK, "-f", "v.yml"], [*CHECK, "-f", "broken.yml"], [*CHECK, "-f", "alias.yml"], [*CHECK, "-f", "own.yml"],
    *[[*CHECK, "--data-value-yaml", text] for text in (f"password={SECRET}", f"secrets.n={NUMBER}", f"password=[{SECRET}",
                                                       f"x={{a: &p {SECRET}, password: *p}}", f"x=[&p {SECRET}, {{token: *p}}]")],
    *[[*CHECK, "--set", text] for text in (f"password[0]={SECRET}", f"secrets.n[0]={SECRET}", f"tokens[1].value={SECRET}")],
    [*CHECK, "-f", "escaped.yml"], [*CHECK, "-f", "escaped_broken.yml"],
    *[[*CHECK, "--data-value", text] for text in (f"password={SECRET}", f"dbPassword={SECRET}")],
    ["check", "-f", "rules.yml", "-f", "ruled.yml"], ["check", "-f", "s.json", "-f", "v.json"], ["check"],
    HELM, [*HELM, "-f", "more.yml"], [*HELM, "--set-string", f"auth={SECRET}"], [*HELM, "--set-literal", f"auth={SECRET}"],
    *[[*HELM, "--set", text] for text in (f"password={SECRET}x,auth={SECRET}", f"password={SECRET},=x", f"secrets.n={NUMBER}",
                                          f"auth[0]={SECRET}", f"secrets.n[1]={SECRET}", f"extra.env[0].name=DB_PASSWORD,extra.env[0].value={SECRET}")],
    [*HELM, "--set-json", f'auth="{SECRET}"'], [*HELM, "--set-json", f'auth="{SECRET}'],
    ["k8s", "m.yml"], ["k8s", "--crds", "crd.yml", "cr.yml"],
    ["check", "-f", "a.k", "-f", "a.yml"], ["vet", "a.yml", "a.k"], ["run", "b.k"],
    ["run", "o.k", "-D", f"password={SECRET}"], ["run", "b.k", "-O", f'password="{SECRET}'],
]
# Commands without an output format option.
PLAIN = [["render", "-f", "t.yml"], ["check", "-f", "rules.yml", "-f", "misspelt.yml", "--diff"]]


class SecretWays(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-secrets-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in FILES.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def tells(self, args):
        run = subprocess.run([PROGRAM, *args], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        text = (run.stdout + run.stderr).decode()
        if run.returncode not in (1, 2):
            return f"{args} ends with {run.returncode}"
        at = max(text.find(SECRET), text.find(NUMBER))
        return f"{args} tells {text[max(0, at - 60):at + 20]!r}" if at >= 0 else ""

    def test_no_way_gives_it_away(self):
        ways = [[*way, "-o", each] for way in WAYS for each in (FORMATS if way[0] != "run" else ["full"])] + PLAIN
        ways = [way[:-2] if way[0] == "run" else way for way in ways]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [line for line in pool.map(self.tells, ways) if line]
        self.assertEqual(wrong, [])

    def test_baseline(self):
        self.tells(["check", "-f", "rules.yml", "-f", "ruled.yml", "--write-baseline", "base.json"])
        with open(os.path.join(self.folder, "base.json"), encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn(SECRET, text)
        self.assertNotIn(NUMBER, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
