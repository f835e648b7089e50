"""Scenarios for counting kval's instructions. All of them together take about a minute under valgrind."""

import json
from typing import NamedTuple


class Scenario(NamedTuple):
    name: str
    files: dict
    args: list
    status: int = 0


SCHEMA = "#@data/values-schema\n---\n"


def mapping(count, nested, add):
    """Returns a mapping of `count` keys: flat, or nested in maps of ten maps of ten keys."""
    lines = []
    for i in range(count):
        if nested and i % 100 == 0:
            lines.append(f"group{i // 100}:")
        if nested and i % 10 == 0:
            lines.append(f"  part{i // 10}:")
        lines.append(("    " if nested else "") + f"key{i}: {i + add}")
    return "\n".join(lines) + "\n"


def items(count, fields):
    return "items:\n" + "".join(
        f"- name: n{i}\n" + "".join(f"  k{j}: {i + j}\n" for j in range(fields - 1)) for i in range(count))


def keys(count, nested):
    return {"schema.yml": SCHEMA + mapping(count, nested, 0), "values.yml": mapping(count, nested, 1)}


def crd_like(count):
    return "".join(f"  # What the field number {i} is for, in a sentence of some length.\n"
                   f"  field{i}:\n    description: |\n      A text of two lines, as those of resources are,\n"
                   f"      with words in it: {i}.\n    type: string\n" for i in range(count))


MANIFEST = """apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        ports:
        - containerPort: 80
        resources:
          limits: {cpu: 100m, memory: 64Mi}
"""

KCL_SCHEMA = """schema Port:
    name: str
    containerPort: int
    protocol?: str = "TCP"

    check:
        0 < containerPort <= 65535

schema Deployment:
    name: str
    replicas: int = 1
    labels: {str:str} = {app = name}
    ports: [Port] = []

    check:
        replicas > 0
"""

JSON_SCHEMA = json.dumps({
    "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["items"],
    "additionalProperties": False,
    "properties": {"items": {"type": "array", "items": {
        "type": "object", "required": ["name"], "additionalProperties": False,
        "properties": {"name": {"type": "string", "pattern": "^n[0-9]+$"},
                       **{f"k{j}": {"type": "integer", "minimum": 0} for j in range(9)}}}}}})

OVERLAY = ('#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\nitems:\n'
           + "".join(f'#@overlay/match by="name"\n- name: n{i}\n  k0: 7\n' for i in range(200)))

CHECK = ["check", "-f", "schema.yml", "-f", "values.yml"]
ITEM_SCHEMA = SCHEMA + "items:\n- name: ''\n" + "".join(f"  k{j}: 0\n" for j in range(9))
FAULTY = SCHEMA + "items:\n- name: ''\n  k0: ''\n  other: 1\n"

SCENARIOS = [
    Scenario("kval --version", {}, ["--version"]),
    Scenario("kval --help", {}, ["--help"]),
    Scenario("an option that is none", {}, ["check", "--nope"], 2),
    Scenario("small check", keys(10, False), CHECK),
    Scenario("2,000 keys nested", keys(2000, True), CHECK),
    Scenario("2,000 keys in one map", keys(2000, False), CHECK),
    Scenario("200 items of 10 keys", {"schema.yml": ITEM_SCHEMA, "values.yml": items(200, 10)}, CHECK),
    Scenario("comments and block scalars", {"a.yml": "spec:\n" + crd_like(600)}, ["check", "--yaml-only", "a.yml"]),
    Scenario("values as YAML", keys(1000, True), ["values", *CHECK[1:]]),
    Scenario("values as JSON", keys(1000, True), ["values", "-o", "json", *CHECK[1:]]),
    Scenario("100 findings in full", {"schema.yml": FAULTY, "values.yml": items(50, 2)}, CHECK, 1),
    Scenario("100 findings as JSON", {"schema.yml": FAULTY, "values.yml": items(50, 2)}, [*CHECK, "-o", "json"], 1),
    Scenario("a template with a loop", {"t.yml": "#@ for i in range(500):\n- name: #@ \"n\" + str(i)\n#@ end\n"},
             ["render", "-f", "t.yml"]),
    Scenario("200 overlays by name", {"a.yml": items(200, 3), "b.yml": OVERLAY}, ["render", "-f", "a.yml", "-f", "b.yml"]),
    Scenario("JSON Schema", {"s.json": JSON_SCHEMA, "values.yml": items(200, 10)},
             ["check", "-f", "s.json", "-f", "values.yml"]),
    Scenario("kval vet", {"s.k": KCL_SCHEMA, "values.yml": "name: a\nports:\n" + "- {name: p, containerPort: 80}\n" * 200},
             ["vet", "values.yml", "s.k", "-s", "Deployment"]),
    Scenario("a comprehension of 1,000 with a lambda",
             {"main.k": "_f = lambda x: int -> int { x * 2 + 1 }\na = [_f(i) for i in range(1000)]\n"}, ["run", "main.k"]),
    Scenario("100 instances of a KCL schema",
             {"main.k": KCL_SCHEMA + 'a = [Deployment {name = "a${i}", ports = [Port {name = "p", containerPort = 80}]} '
              'for i in range(100)]\n'}, ["run", "main.k"]),
    Scenario("one manifest of Kubernetes", {"m.yml": MANIFEST}, ["k8s", "-j1", "m.yml"]),
    Scenario("a directory of 50 manifests", {f"d/m{i}.yml": MANIFEST for i in range(50)}, ["check", "-j1", "d"]),
    Scenario("20 documents, each on its own",
             {"schema.yml": ITEM_SCHEMA, **{f"v{i}.yml": items(5, 10) for i in range(20)}},
             ["check", "--each", "-j1", "-f", "schema.yml", *[f"v{i}.yml" for i in range(20)]]),
]
