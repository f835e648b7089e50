#!/usr/bin/env python3
"""The output of parallel validation does not depend on the number of threads: `threads_test.py KVAL [DOCUMENTS]`.

Runs `--each` with every schema language, `k8s` on manifests with CustomResourceDefinitions and policies, and a project
of many sets and charts, each with one and with four threads. The exit codes and outputs must be equal. Data races are
detected if KVAL is built by scripts/sanitize-threads (exit code 66).
"""

import json
import os
import subprocess
import sys
import tempfile

YTT = """#@ load("@ytt:regexp", "regexp")
#@ allowed = {"a": [0, 2, 4], "b": [6]}
#@ def named(v):
#@   return regexp.match("^[a-z][a-z0-9-]*$", v)
#@ end
#@ def known(v):
#@   return v in allowed["a"] + allowed["b"]
#@ end
#@data/values-schema
---
#@schema/validation ("a name", named), min_len=1, max_len=40
name: app
#@schema/validation ("a level", known), when=lambda v: v != 7
level: 2
#@schema/validation one_of=["a", "b", "c"]
tier: a
parts:
- host: example
  #@schema/validation min=1, max=65535
  port: 80
  #@schema/nullable
  note: ""
"""

KCL = """import regex

schema Part:
    host: str = "example"
    port: int = 80
    note?: str
    url: str = "http://${host}:${port}"

    check:
        1 <= port <= 65535, "port out of range"
        len(url) < 60

schema App:
    name: str
    level: int = 2
    tier: "a" | "b" | "c" = "a"
    parts?: [Part]

    check:
        regex.match(name, "^[a-z][a-z0-9-]*$"), "a name"
        level in [0, 2, 4, 6] if level != 7, "a level"
        all part in parts { part.port != 1003 } if parts
"""

JSON_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"part": {"properties": {"host": {"type": "string", "format": "hostname"},
                                      "port": {"maximum": 65535}, "note": {"type": ["string", "null"]}},
                       "required": ["host"], "unevaluatedProperties": False}},
    "properties": {"name": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$"}, "level": {"enum": [0, 2, 4, 6]},
                   "tier": {"anyOf": [{"const": "a"}, {"const": "b"}]},
                   "parts": {"items": {"$ref": "#/$defs/part"}}},
    "additionalProperties": False,
}

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: apps.example.com
spec:
  group: example.com
  names: {kind: App, plural: apps}
  scope: Namespaced
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
              name: {type: string, pattern: "^[a-z][a-z0-9-]*$"}
              level: {type: integer}
            x-kubernetes-validations:
            - rule: "self.level % 2 == 0 && self.name.startsWith('app')"
              message: an even level
"""

POLICY = """apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations:
  - expression: object.spec.replicas < 5
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
"""

CHART_SCHEMA = {"type": "object", "properties": {"replicas": {"type": "integer", "maximum": 5},
                                                 "image": {"type": "object", "required": ["name"]}}}


def document(number):
    level = 7 if number % 11 == 0 else number % 5 * 2
    text = f"name: app-{number}\nlevel: {level}\ntier: {'z' if number % 10 == 0 else 'b'}\nparts:\n"
    for i in range(4):
        text += f"- host: host-{number}-{i}.example.com\n  port: {1000 + i + (70000 if number % 17 == 0 else 0)}\n  note: n {i}\n"
    return text + ("nmae: x\n" if number % 13 == 0 else "") + ("half\n" if number % 23 == 0 else "")


def manifest(number):
    if number % 3 == 0:
        return ("apiVersion: example.com/v1\nkind: App\nmetadata: {name: a}\n"
                f"spec: {{name: app-{number}, level: {number % 5}}}\n")
    if number % 3 == 1:
        return (f"apiVersion: v1\nkind: Service\nmetadata: {{name: s{number}}}\nspec:\n  selector: {{app: a}}\n"
                f"  ports:\n  - port: {80 if number % 2 else 80000}\n    targetPort: http\n")
    return (f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d{number}}}\nspec:\n  replicas: {number % 7}\n"
            "  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n    spec:\n"
            f"      containers:\n      - name: c\n        image: i\n        {'imagee: x' if number % 4 == 0 else 'args: [a]'}\n")


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))


def files_of(count):
    files = {"schema.yml": YTT, "app.k": KCL, "app.schema.json": JSON_SCHEMA, "k8s/aa-crd.yml": CRD, "k8s/policy.yml": POLICY}
    sets = ["sets:"]
    for number in range(count):
        files[f"documents/d{number:05}.yml"] = document(number)
        files[f"k8s/m{number:05}.yml"] = manifest(number)
    for number in range(max(4, count // 20)):
        files[f"sets/{number}/values.yml"] = document(number)
        schema = ("schema.yml", "app.schema.json", "app.k")[number % 3]
        flags = "  flags: [--schema-name, App]" if schema == "app.k" else ""
        sets += [f"- name: set-{number}", f"  schema: {schema}", f"  values: sets/{number}/values.yml", flags]
        sets += [f"- name: chart-{number}", f"  chart: charts/c{number}"]
        chart = f"charts/c{number}/"
        files[chart + "Chart.yaml"] = f"apiVersion: v2\nname: c{number}\nversion: 1.0.0\n"
        files[chart + "values.schema.json"] = CHART_SCHEMA
        files[chart + "values.yaml"] = f"replicas: {number % 8 + 3}\nimage: {{name: i}}\n"
        files[chart + "templates/a.yaml"] = "replicas: {{ .Values.replicas }}\nimage: {{ .Values.image.name }}\n"
    files[".kval.yaml"] = "\n".join(sets) + "\n"
    return files


# (name, arguments without the number of threads).
RUNS = (
    ("each, annotated schema", ["check", "--each", "-f", "schema.yml", "--max-diagnostics", "none", "documents"]),
    ("each, KCL", ["check", "--each", "-f", "app.k", "--schema-name", "App", "--max-diagnostics", "none", "documents"]),
    ("each, JSON Schema", ["check", "--each", "-f", "app.schema.json", "--max-diagnostics", "none", "documents"]),
    ("manifests", ["k8s", "--max-diagnostics", "none", "k8s"]),
    ("a project", ["check", "--max-diagnostics", "none"]),
)


def run(kval, folder, words, jobs):
    done = subprocess.run([kval, *words, "-j", str(jobs)], cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    kval = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files_of(count))
        for name, words in RUNS:
            alone = run(kval, folder, words, 1)
            together = run(kval, folder, words, 4)
            # Exit code 1 and a long output prove that the run validated its input.
            ok = alone == together and alone[0] == 1 and len(alone[1]) > 1000
            faults += 0 if ok else 1
            print(f"{name}: {'ok' if ok else 'FAULT'}, status {alone[0]} and {together[0]}, {len(alone[1])} bytes")
            if not ok:
                print((alone[2] + together[2]).decode(errors="replace")[-4000:])
                print(alone[1].decode(errors="replace")[:600])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
