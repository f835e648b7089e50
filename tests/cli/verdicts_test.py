#!/usr/bin/env python3
"""kval must never report success for input it did not check. Runs each command with each of its files missing, empty,
unreadable, broken, damaged or of the wrong kind, and with unwritable output. Unless listed here, the exit code must be 2
and the output must name the file."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM = os.path.abspath(sys.argv.pop(1))

SCHEMA = "#@data/values-schema\n---\nname: app\n"
JSON = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"name": {"type": "string"}}}'
KCL = "schema App:\n    name: str\n"
CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
THING = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {text: a}\n"
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
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {text: {type: string}}}}}}
"""
CHART = {"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/values.yaml": "name: a\n", "c/values.schema.json": JSON}
LIST = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n"
TEMPLATE = '#@ load("@ytt:data", "data")\na: #@ data.values.name\n'

# File contents by condition. None: the file does not exist.
TEXTS = {
    "missing": None, "empty": "", "comment": "# nothing here\n", "markers": "---\n---\n", "null": "null\n",
    "binary": bytes(range(256)) * 4, "broken": "a: [1, {b\n c: \"x\n", "conflict": "<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> x\n",
    "template": TEMPLATE, "braces": "{{ if .Values.a }}\na: {{ .Values.b }}\n{{ end }}\n", "list": "- 1\n- 2\n",
    "other": "other: 1\n",
}
# Conditions that are not contents: a symlink to itself, an empty directory, a directory with only a README, a malformed
# `---`.
CONDITIONS = [*TEXTS, "loop", "folder", "readme", "damaged"]
NOTHING = "empty comment markers"
BAD = "binary broken conflict braces list"


class Road:
    """A command with its files. For each file (`slot`): the conditions with exit code 1, the conditions with exit code 0
    and a message, and the conditions with exit code 0 because the whole input was checked."""

    def __init__(self, files, args, stdin=None, **slots):
        self.files, self.args, self.stdin, self.slots = files, args.split(), stdin, slots


class Slot:
    def __init__(self, name, fails="", said="", good=""):
        self.name, self.fails, self.said, self.good = name, fails.split(), said.split(), good.split()

    def status(self, condition):
        return 1 if condition in self.fails else 0 if condition in self.said or condition in self.good else 2


def set_of(schema, text, values):
    """Returns a set of values and a schema."""
    return {schema: text, "v.yml": values}


SET = set_of("s.yml", SCHEMA, "name: a\n")
# If kval cannot recognize the file as the schema, its errors are ordinary findings.
SCHEMA_OF_SET = Slot("s.yml", BAD + " damaged")
VALUES = Slot("v.yml", BAD + " null other", NOTHING)
MANIFEST = Slot("v.yml", "binary broken conflict list other", NOTHING + " null")
ROADS = {
    "check": Road(SET, "check -f s.yml -f v.yml", a=SCHEMA_OF_SET, b=VALUES),
    "check, each": Road(SET, "check --each -f s.yml v.yml", a=Slot("s.yml"), b=VALUES),
    "check, KCL": Road(set_of("s.k", KCL, "name: a\n"), "check -f s.k -f v.yml", a=Slot("s.k"),
                       b=Slot("v.yml", BAD + " null other " + NOTHING)),
    "check, JSON Schema": Road(set_of("s.json", JSON, "name: a\n"), "check --as schema=s.json -f v.yml", a=Slot("s.json"),
                               b=Slot("v.yml", "binary broken conflict braces", good="null list other " + NOTHING)),
    "check, definition": Road(set_of("s.yml", CRD, THING), "check -f s.yml -f v.yml", a=Slot("s.yml", BAD),
                              b=Slot("v.yml", BAD + " other", NOTHING + " null")),
    "check, --data-values-file": Road(SET, "check -f s.yml --data-values-file v.yml",
                                      b=Slot("v.yml", BAD + " other", NOTHING + " null")),
    "check, --baseline": Road({**SET, "b.json": '{"format":"kval-baseline/1","findings":[]}'},
                              "check -f s.yml -f v.yml --baseline b.json", a=Slot("b.json")),
    "check, --yaml-only": Road(SET, "check --yaml-only v.yml",
                               a=Slot("v.yml", "binary broken conflict braces", good="template list null other " + NOTHING)),
    "vet": Road(set_of("s.k", KCL, "name: a\n"), "vet v.yml s.k", a=Slot("s.k"),
                b=Slot("v.yml", "binary broken conflict braces null other template " + NOTHING, good="list")),
    "k8s": Road({"v.yml": CONFIG}, "k8s v.yml", a=MANIFEST),
    "k8s, --crds": Road({"v.yml": THING, "crd.yml": CRD}, "k8s --crds crd.yml v.yml", a=MANIFEST,
                        b=Slot("crd.yml", BAD + " null other template " + NOTHING)),
    "k8s, -f": Road({"v.yml": CONFIG, "p.yml": "#@data/values-schema\n---\nkind: ConfigMap\n"}, "k8s -f ConfigMap=p.yml v.yml",
                    b=Slot("p.yml", good="other")),
    "helm": Road(CHART, "helm c", a=Slot("c/Chart.yaml"), b=Slot("c/values.yaml", good="missing folder readme template null other "
                                                                 + NOTHING),
                 c=Slot("c/values.schema.json", BAD + " template null other " + NOTHING, "missing folder readme")),
    "helm, -f": Road({**CHART, "v.yml": "name: b\n"}, "helm c -f v.yml",
                     a=Slot("v.yml", BAD, good="template null other " + NOTHING)),
    "schema dump": Road(SET, "schema dump -f s.yml", a=Slot("s.yml")),
    "schema dump, KCL": Road({"s.k": KCL}, "schema dump -f s.k", a=Slot("s.k")),
    "schema export": Road(SET, "schema export -f s.yml", a=Slot("s.yml")),
    "schema convert": Road(SET, "schema convert --to kcl -f s.yml", a=Slot("s.yml")),
    "schema convert, KCL": Road({"s.k": KCL}, "schema convert --to ytt -f s.k", a=Slot("s.k")),
    "schema infer": Road(SET, "schema infer v.yml", a=Slot("v.yml", good="list other template")),
    "values": Road(SET, "values -f s.yml -f v.yml",
                   b=Slot("v.yml", BAD + " null other", "folder readme", good="template " + NOTHING)),
    "render": Road({**SET, "t.yml": TEMPLATE}, "render -f s.yml -f t.yml",
                   a=Slot("t.yml", "binary broken conflict braces", "folder readme", "template list null other " + NOTHING)),
    "run": Road({"m.k": "a = 1\n"}, "run m.k",
                a=Slot("m.k", "binary broken conflict braces template list null other markers folder readme", good="empty comment")),
    "run, -Y": Road({"m.k": "a = 1\n", "k.yaml": "kcl_options: []\n"}, "run m.k -Y k.yaml",
                    a=Slot("k.yaml", BAD + " null " + NOTHING, good="template other")),
    "project": Road({**SET, ".kval.yaml": "sets:\n- name: a\n  schema: s.yml\n  values: v.yml\n"}, "check",
                    a=Slot(".kval.yaml"), b=SCHEMA_OF_SET, c=VALUES),
    "project, each": Road({**SET, ".kval.yaml": "each:\n- schema: s.yml\n  files: 'v*.yml'\n"}, "check", a=Slot("s.yml"), b=VALUES),
    "project, manifests": Road({"v.yml": CONFIG, ".kval.yaml": "kubernetes:\n- files: v.yml\n"}, "check", a=MANIFEST),
    # A pattern can find files of other tools, which are notes.
    "project, pattern of manifests": Road(
        {"v.yml": CONFIG, ".kval.yaml": "kubernetes:\n- files: 'v*.yml'\n"}, "check",
        a=Slot("v.yml", "binary broken conflict", NOTHING + " null list other")),
    "project, --list": Road({**SET, ".kval.yaml": "sets:\n- name: a\n  schema: s.yml\n  values: v.yml\n"}, "check --list",
                            a=Slot(".kval.yaml")),
    "config": Road({".kval.yaml": "version: 1\n"}, "config print", a=Slot(".kval.yaml", good="empty comment markers")),
    "fn": Road({"in": LIST}, "fn", "in", a=Slot("in")),
    "k8s, standard input": Road({"in": CONFIG}, "k8s -", "in", a=Slot("in", "binary broken conflict list other")),
    "cel": Road({"in": '{"id":"1","expr":"1+1"}\n'}, "cel --jsonl", "in", a=Slot("in", good="empty")),
}
# Conditions that standard input cannot have.
OF_FILES = ("missing", "loop", "folder", "readme")


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text.encode() if isinstance(text, str) else text)


def spoil(folder, name, condition, text):
    """Applies the condition to the file. Returns False if the condition does not apply to the file."""
    path = os.path.join(folder, name)
    if condition == "damaged":
        if "---" not in text:
            return False
        write(folder, name, text.replace("---", "-- -", 1))
        return True
    os.remove(path)
    if condition == "loop":
        os.symlink(os.path.basename(name), path)
    elif condition == "folder":
        os.mkdir(path)
    elif condition == "readme":
        write(folder, name + "/README", "read me")
    elif TEXTS[condition] is not None:
        write(folder, name, TEXTS[condition])
    return True


def run(road, name=None, condition=None, shell=""):
    """Returns the exit code and the outputs; None if there is nothing to run."""
    folder = tempfile.mkdtemp(prefix="kval-verdicts-")
    try:
        for file, text in road.files.items():
            write(folder, file, text)
        if name and not spoil(folder, name, condition, road.files[name]):
            return None
        given = b""
        if road.stdin:
            with open(os.path.join(folder, road.stdin), "rb") as file:
                given = file.read()
        command = [PROGRAM, *road.args] if not shell else ["bash", "-c", f'"$0" "$@" {shell}', PROGRAM, *road.args]
        ended = subprocess.run(command, cwd=folder, input=given, capture_output=True, timeout=120,
                               env={"PATH": os.environ["PATH"], "HOME": folder})
        return ended.returncode, (ended.stdout + ended.stderr).decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace")
    finally:
        shutil.rmtree(folder)


def fault_of(road, slot, condition):
    ended = run(road, slot.name, condition)
    if ended is None:
        return None
    status, output, said = ended
    if status != slot.status(condition):
        return f"exit {status} where {slot.status(condition)} is expected: {output[:300]}"
    is_said = condition in slot.said or status != 0
    words = (os.path.basename(slot.name), slot.name.split("/")[0], "standard input", "<stdin>", "no schema", "no input is",
             "no file", "no input", "names nothing", "project file", "no JSON object", "ResourceList")
    findings_are_output = road.args[0] in ("check", "k8s", "helm", "vet", "cel")
    if is_said and not any(word in (output if findings_are_output else said) for word in words):
        return f"exit {status} without a word about the file: {output[:300]}"
    return None


class Verdicts(unittest.TestCase):
    def test_each_command_with_each_fault_of_each_file(self):
        cases = [(name, road, slot, condition) for name, road in ROADS.items() for slot in road.slots.values()
                 for condition in CONDITIONS if not (road.stdin and condition in OF_FILES)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = list(pool.map(lambda case: fault_of(*case[1:]), cases))
        wrong = [f"{name}, {slot.name} {condition}: {fault}"
                 for (name, _, slot, condition), fault in zip(cases, faults) if fault]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_what_is_whole_is_good(self):
        for name, road in ROADS.items():
            with self.subTest(road=name):
                status, output, _ = run(road)
                self.assertEqual(status, 0, output)

    def test_one_of_two_that_is_broken(self):
        bad = {"bad.yml": "a: [1\n", "bad.k": "a = (\n"}
        for args, files in {
                "check -f s.yml -f v.yml -f bad.yml": SET, "check --each -f s.yml v.yml bad.yml": SET,
                "check -f s.yml -f v.yml --data-values-file bad.yml": SET, "values -f s.yml -f v.yml -f bad.yml": SET,
                "render -f s.yml -f v.yml -f bad.yml": SET, "schema dump -f s.yml -f bad.yml": SET,
                "schema export -f s.yml -f bad.yml": SET, "schema convert --to kcl -f s.yml -f bad.yml": SET,
                "schema infer v.yml bad.yml": SET, "check --yaml-only v.yml bad.yml": SET,
                "k8s v.yml bad.yml": {"v.yml": CONFIG}, "k8s . ": {"v.yml": CONFIG},
                "vet v.yml bad.yml s.k": set_of("s.k", KCL, "name: a\n"), "run m.k bad.k": {"m.k": "a = 1\n"},
                "schema dump -f s.k -f bad.k": {"s.k": KCL}, "helm c -f v.yml -f bad.yml": {**CHART, "v.yml": "name: b\n"},
                "check . -f s.yml": SET}.items():
            with self.subTest(args=args):
                status, output, _ = run(Road({**files, **bad}, args))
                self.assertIn(status, (1, 2), output)
                self.assertIn("bad.", output)

    def test_an_output_that_takes_nothing(self):
        wrong = {"v.yml": "name: 1\n"}
        roads = [Road({**SET, **wrong}, f"check -f s.yml -f v.yml -o {form}") for form in
                 ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "lsp", "tap", "grouped")]
        roads += [road for name, road in ROADS.items() if name.split(",")[0] in
                  ("values", "render", "run", "vet", "schema dump", "schema export", "schema convert", "schema infer", "fn", "cel",
                   "config")]
        roads += [Road({}, args) for args in ("rules", "explain", "explain KV301", "explain limits", "config schema",
                                              "completions bash", "man check", "--help", "check --help", "--version",
                                              "k8s schemas", "cel 1+1")]
        for road in roads:
            for shell in (">/dev/full", ">&-"):
                with self.subTest(args=road.args, shell=shell):
                    status, output, _ = run(road, shell=shell)
                    self.assertEqual(status, 2, output)
                    self.assertIn("cannot write to standard output", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
