#!/usr/bin/env python3
"""Output other than findings cannot be forged: values, templates, programs, schemas, settings and usage errors. Printed
YAML and JSON has the same value as the input, with terminal control characters and log commands escaped."""

import json
import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from attacks import COMMANDS, AttackCase, attacks, in_yaml, is_obeyed

PROGRAM = sys.argv.pop(1)
LANGUAGES = ["ytt", "kcl", "json-schema"]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Templates that fail with the attack in the error message.
FAILING = {"fail": '#@ load("@ytt:assert", "assert")\na: #@ assert.fail(BAD)\n', "load": "#@ load(BAD, \"assert\")\na: 1\n",
           "attribute": "a: #@ getattr(\"x\", BAD)\n", "key": "a: #@ {}[BAD]\n", "number": "a: #@ int(BAD)\n",
           "yaml": '#@ load("@ytt:yaml", "yaml")\na: #@ yaml.decode("[" + BAD)\n',
           "json": '#@ load("@ytt:json", "json")\na: #@ json.decode("[" + BAD)\n',
           "toml": '#@ load("@ytt:toml", "toml")\na: #@ toml.decode("[" + BAD)\n',
           "regexp": '#@ load("@ytt:regexp", "regexp")\na: #@ regexp.match("(" + BAD, "a")\n',
           "library": '#@ load("@ytt:library", "library")\na: #@ library.get(BAD).eval()\n'}
PROGRAMS = {"assert": "assert False, BAD\n", "type": "a: int = BAD\n", "literal": "a: \"x\" = BAD\n", "number": "a = int(BAD)\n",
            "key": "a = {}[BAD]\nb = c\n", "file": "import file\na = file.read(BAD)\n", "raw": "a = RAW\n", "import": "import LINE\n",
            "check": "schema A:\n    a: int = 1\n    check:\n        a > 1, BAD\nx = A {}\n",
            "good": "a = BAD\nb = {BAD: BAD}\nprint(BAD)\nprint('::error::forged', end='')\nprint()\n"}


class OutputForging(AttackCase):
    def templates(self, number, attack):
        bad, shown = json.dumps(attack), attack.replace("\x00", "")
        at = lambda name, text: self.write(f"{number}/{name}", text)
        good = at("t.yml", f"a: {in_yaml(attack)}\n{in_yaml(attack)}: 1\n#@ print({bad})\nb: #@ {bad}\nc: #@ {{ {bad}: {bad} }}\n")
        for format in ("yaml", "json"):
            yield ["render", "-f", good, "-o", format], ""
        yield ["render", "-f", good, "--file-mark", f"{shown}:type=x"], ""
        for name, text in FAILING.items():
            yield ["render", "-f", at(f"{name}.yml", text.replace("BAD", bad))], ""
        text = at(f"x{shown.replace('/', '')}.txt", f"(@= {bad} @)\n")
        yield ["render", "-f", text, "--output-files", f"{self.folder}/{number}/out"], ""

    def programs(self, number, attack):
        bad, shown = json.dumps(attack), attack.replace("\x00", "")
        for name, text in PROGRAMS.items():
            text = text.replace("BAD", bad).replace("RAW", shown).replace("LINE", shown.split("\n")[0])
            path = self.write(f"{number}/{name}.k", text)
            for format in ("yaml", "json"):
                yield ["run", path, "--format", format], ""
        yield ["run", path, "-D", f"{shown}={shown}"], ""
        yield ["run", path, "-O", f"{shown}={shown}"], ""
        yield ["run", path, "-S", shown], ""

    def schemas(self, number, attack):
        bad, good, shown = json.dumps(attack), in_yaml(attack), attack.replace("\x00", "")
        at = lambda name, text: self.write(f"{number}/{name}", text)
        ytt = at("s.yml", f"#@data/values-schema\n---\n#@schema/title {bad}\n#@schema/desc {bad}\n#@schema/examples ({bad}, {bad})\n"
                 f"a: {good}\n#@schema/deprecated {bad}\nold: 1\n{good}: 1\n")
        data = at("v.yml", f"a: {good}\nold: 2\n{good}: 2\n")
        json_schema = at("s.json", json.dumps({"$schema": DRAFT, "title": attack, "$comment": attack, "properties": {
            attack: {"$comment": attack, "description": attack, "enum": [attack], "default": attack, "examples": [attack]},
            "d": {"anyOf": [{"const": attack}, {"type": "integer"}], "format": attack},
            "e": {"type": "object", "propertyNames": {"pattern": "a" + attack.replace("[", "").replace("]", "")}}}}))
        line = shown.replace("\n", " ")
        kcl = at("s.k", f"schema A:\n    \"\"\"{shown}\n\n    Attributes\n    ----\n    a: {line}\n    \"\"\"\n    a: {bad} | int = {bad}\n"
                 f"    {bad}: int\n")
        for schema in (ytt, json_schema, kcl):
            yield ["schema", "dump", "-f", schema], ""
            yield ["schema", "export", "-f", schema], ""
            for language in LANGUAGES:
                yield ["schema", "convert", "--to", language, "-f", schema], ""
        for language in LANGUAGES:
            yield ["schema", "infer", data, "--to", language], ""
        for format in ("yaml", "json"):
            yield ["values", "-f", ytt, "-f", data, "-o", format], ""

    def others(self, number, attack):
        good, shown = in_yaml(attack), attack.replace("\x00", "")
        file = shown.replace("/", "").replace("=", "")
        schema = self.write(f"{number}/s.yml", "#@data/values-schema\n---\na: 1\n")
        for words in (["explain", shown], [shown], ["man", shown], ["completions", shown], ["rules", "-o", shown]):
            yield words, ""
        for words in (["-o", shown], ["--" + file], ["--limit", shown], ["--limit", "time=" + shown], ["--select", shown],
                      ["--severity", shown], ["--severity", "KV301=" + shown], ["--max-diagnostics", shown],
                      ["--data-values-env", shown], ["--data-values-file", file + "x"], ["--data-value-file", f"a={file}x"],
                      ["--baseline", file + "x"], ["-o", f"json:{file}/x/a"], ["-f", file + "x"]):
            yield ["check", "-f", schema, *words], ""
        yield ["check", "-f", schema, "-f", "-"], f"a: {good}\n{good}: {{{good}: 1}}\nraw: {shown}\n"
        yield ["helm", file + "x"], ""
        yield ["k8s", "--crds", file + "x", schema], ""
        yield ["k8s", "--kubernetes-version", shown, schema], ""
        yield ["cel", "--jsonl"], json.dumps({"id": attack, "expr": attack, "vars": {attack: attack}}) + "\n"
        yield ["fn"], json.dumps({"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "functionConfig": {
            "apiVersion": "v1", "kind": attack, "metadata": {"name": attack}, attack: attack}, "items": [
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": attack, "annotations": {
                    "config.kubernetes.io/path": attack, "config.kubernetes.io/index": attack}}, "spec": {attack: 1}}]})

    def projects(self, number, attack):
        """Yields (arguments, working directory)."""
        good, file = in_yaml(attack), attack.replace("\x00", "").replace("/", "")
        self.write(f"{number}/p/.kval.yaml", f"sets:\n- name: {good}\n  schema: s.yml\n  values: [{good}]\n")
        self.write(f"{number}/p/s.yml", "#@data/values-schema\n---\na: 1\n")
        for words in (["config", "print"], ["check"], ["check", "--list"]):
            yield words, f"{number}/p"
        self.write(f"{number}/q/{file}/Chart.yaml", f"apiVersion: v2\nname: {good}\nversion: 1.0.0\n")
        self.write(f"{number}/q/{file}/values.yaml", f"a: {good}\n")
        self.write(f"{number}/q/{file}s/values-prod.yaml", f"a: {good}\n")
        self.write(f"{number}/q/s{file}.yml", "#@data/values-schema\n---\na: 1\n")
        for words in (["init"], ["check"], ["check", "--list"], ["config", "print"], ["k8s", "."], ["helm", f"./{file}", "--infer"]):
            yield words, f"{number}/q"

    def judge(self, number, attack):
        roads = [(args, stdin, str(number)) for make in (self.templates, self.programs, self.schemas, self.others)
                 for args, stdin in make(number, attack)]
        roads += [(args, "", folder) for args, folder in self.projects(number, attack)]
        for args, stdin, folder in roads:
            run = subprocess.run([PROGRAM, *[arg.replace("\x00", "") for arg in args]], cwd=os.path.join(self.folder, folder),
                                 input=stdin.encode(), capture_output=True, timeout=60)
            what = " ".join(args[:4])
            if run.returncode not in (0, 1, 2, 3):
                yield f"{what!r} ended with {run.returncode}: {attack!r}: {run.stderr[:300]}"
            if run.returncode != 0 and not run.stderr and not run.stdout:
                yield f"{what!r} ended with {run.returncode} without a word: {attack!r}"
            for stream, raw in (("out", run.stdout), ("err", run.stderr)):
                text = raw.decode("utf-8", "surrogateescape")
                for c in [c for c in text if is_obeyed(c)][:1]:
                    at = text.find(c)
                    yield f"{what!r}: {stream}: {attack!r} passes {c!r}: {text[max(0, at - 60):at + 30]!r}"
                for line in text.split("\n"):
                    if any(line.startswith(command) for command in [*COMMANDS, "::error::forged"]) and self.is_ours(args, line):
                        yield f"{what!r}: {stream}: {attack!r} begins a line: {line[:120]!r}"

    @staticmethod
    def is_ours(args, line):
        """Returns false for output of a KCL program, which may contain any lines except log commands."""
        return args[0] != "run" or line.startswith(("::", "##"))

    def test_nothing_is_forged(self):
        made = attacks(11)
        cases = [(number, next(made)) for number in range(int(os.environ.get("KVAL_ATTACKS", "24")))]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [line for found in pool.map(lambda case: list(self.judge(*case)), cases) for line in found]
        if wrong:
            self.fail(f"{len(wrong)} wrong:\n" + "\n".join(wrong[:40]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
