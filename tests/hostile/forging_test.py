#!/usr/bin/env python3
"""Input strings cannot start a line of kval's output, and the output contains no terminal control characters or log
commands from the input. Covers all commands that read untrusted input, in every output format."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from attacks import COMMANDS, AttackCase, attacks, in_yaml, is_obeyed

PROGRAM = sys.argv.pop(1)
FORMATS = ["concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "lsp", "tap"]


class Forging(AttackCase):
    def roads(self, number, attack):
        """Yields (name, arguments, standard input) of the commands for one attack. The files contain it in every string."""
        bad = json.dumps(attack)  # also valid in YAML, except for surrogate pairs
        bad_yaml = in_yaml(attack)
        folder = f"{number}"
        at = lambda name, text: self.write(f"{folder}/{name}", text)
        full = ["-o", "full"] + [word for each in FORMATS for word in ("-o", f"{each}:{self.folder}/{folder}/out.{each}")]
        # Arguments and file names cannot contain all characters.
        shown = attack.replace("\x00", "")
        file = shown.replace("/", "").replace("=", "")

        schema = at("schema.yml", "#@data/values-schema\n---\n#@schema/title " + bad + "\n#@schema/validation one_of=[" + bad +
                    "]\na: \"\"\nb: 1\nm:\n  known: 1\n")
        values = at(f"values{file}.yml", f"a: {bad_yaml}\nb: {bad_yaml}\n{bad_yaml}: 1\nm:\n  {bad_yaml}: {{{bad_yaml}: 1}}\n")
        yield "check", ["check", "-f", schema, "-f", values, *full], ""
        yield "flags", ["check", "-f", schema, "--data-value", f"{shown}=x", "--data-value-yaml", f"b={shown}", *full], ""

        chart = f"{self.folder}/{folder}/chart{file}"
        at(f"chart{file}/Chart.yaml", f"apiVersion: v2\nname: {bad_yaml}\nversion: 1.0.0\nicon: {bad_yaml}\n"
           f"dependencies:\n- name: {bad_yaml}\n  version: {bad_yaml}\n  repository: {bad_yaml}\n  condition: {bad_yaml}\n")
        at(f"chart{file}/values.yaml", f"b: 1\nc: {bad_yaml}\n{bad_yaml}: 1\n")
        at(f"chart{file}/values.schema.json", json.dumps({"title": attack, "properties": {
            "a": {"enum": [attack]}, "b": {"type": "integer", "description": attack}, "m": {"additionalProperties": False}}}))
        at(f"chart{file}/templates/{file}.yaml", "a: {{ .Values.b." + shown.replace("\n", "") + " }}\n")
        yield "helm", ["helm", chart, "-f", values, *full], ""
        shutil.rmtree(f"{self.folder}/{folder}/good{file}", ignore_errors=True)
        good_chart = shutil.copytree(chart, f"{self.folder}/{folder}/good{file}")
        at(f"good{file}/Chart.yaml", f"apiVersion: v2\nname: a\nversion: 1.0.0\ndescription: {bad_yaml}\n")
        yield "helm's values", ["helm", good_chart, "-f", values, *full], ""
        yield "helm flags", ["helm", good_chart, "--set", f"{shown}.a=1,b={shown}", "--set-json", f"b={shown}", *full], ""
        release = at("release.yml", f"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {{name: {bad_yaml}}}\n"
                     f"spec:\n  valuesFrom:\n  - kind: Secret\n    name: {bad_yaml}\n    valuesKey: {bad_yaml}\n  - kind: {bad_yaml}\n"
                     f"    name: {bad_yaml}\n  values:\n    a: {bad_yaml}\n    {bad_yaml}: 1\n")
        secret = at("secret.yml", f"apiVersion: v1\nkind: Secret\nmetadata: {{name: {bad_yaml}}}\ndata:\n  {bad_yaml}: {bad_yaml}\n")
        yield "helm release", ["helm", good_chart, "-f", release, "-f", secret, *full], ""

        thing = (f"apiVersion: {bad_yaml}\nkind: {bad_yaml}\nmetadata:\n  name: {bad_yaml}\n  {bad_yaml}: {bad_yaml}\n---\n"
                 f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: {bad_yaml}\n  labels: {{{bad_yaml}: {bad_yaml}}}\nspec:\n"
                 f"  {bad_yaml}: 1\n  restartPolicy: {bad_yaml}\n  containers:\n  - name: {bad_yaml}\n    image: {bad_yaml}\n"
                 f"    ports: [{{containerPort: {bad_yaml}}}]\n    resources: {{limits: {{{bad_yaml}: {bad_yaml}}}}}\n")
        manifest = at(f"{file}.yaml", thing)
        crd = at("crd.yml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: t.e.com}\nspec:\n"
                 f"  group: e.com\n  names: {{kind: T, plural: t, singular: {bad_yaml}}}\n  scope: {bad_yaml}\n  versions:\n  - name: v1\n"
                 f"    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n"
                 f"          {bad_yaml}: {{type: {bad_yaml}, pattern: {bad_yaml}, description: {bad_yaml}}}\n          a:\n"
                 f"            type: string\n            x-kubernetes-validations:\n            - rule: self == {bad_yaml}\n"
                 f"              message: {bad_yaml}\n            - rule: \"false\"\n              messageExpression: self\n")
        custom = at("custom.yml", f"apiVersion: e.com/v1\nkind: T\nmetadata: {{name: a}}\na: {bad_yaml}\n{bad_yaml}: 1\n")
        yield "k8s", ["k8s", manifest, crd, custom, "--crds", crd, *full], ""
        kustomization = at("k/kustomization.yaml", f"resources: [{bad_yaml}]\n{bad_yaml}: {bad_yaml}\nnamePrefix: {bad_yaml}\n")
        yield "kustomization", ["k8s", kustomization, *full], ""

        fixed = at(f"fix{file}.yml", f"b: \"7\"\nrest: {bad_yaml}\n{bad_yaml}: 1\n")
        fixing = at("fixing.yml", "#@data/values-schema\n---\nb: 1\nrest: \"\"\n")
        yield "--diff", ["check", "-f", fixing, "-f", fixed, "--diff"], ""

        project = at("kval.yaml", f"sets:\n- name: {bad_yaml}\n  schema: schema.yml\n  values: [values*.yml]\n"
                     f"- name: b\n  schema: {bad_yaml}\n  values: [{bad_yaml}]\n  {bad_yaml}: 1\n")
        yield "project", ["check", "--config", project, *full], ""
        good = at("good.yaml", f"sets:\n- name: {bad_yaml}\n  schema: schema.yml\n  values: [\"values{{env}}.yml\"]\n")
        yield "project with a good file", ["check", "--config", good, *full], ""
        yield "project's list", ["check", "--config", good, "--list"], ""
        base = f"{self.folder}/{folder}/base.json"
        subprocess.run([PROGRAM, "check", "-f", schema, "-f", values, "--write-baseline", base], cwd=self.folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(base, encoding="utf-8") as written:
            at("base.json", written.read().replace("KV3", bad[1:-1] + "KV3").replace("values", bad[1:-1]))
        yield "baseline", ["check", "-f", schema, "-f", values, "--baseline", base, *full], ""
        yield "ignore", ["check", "-f", schema, "-f", values, "--ignore", shown, *full], ""
        kcl = at("a.k", "schema A:\n    \"\"\"" + shown.replace("\n", "\n    ") + "\"\"\"\n    a: int\n    check:\n        a > 1, " + bad + "\n")
        data = at("a.yml", f"a: {bad_yaml}\n")
        yield "vet", ["vet", data, kcl, *full], ""
        yield "cel", ["cel", f"{bad} + 1 + {shown}"], ""
        yield "convert", ["schema", "convert", at("conv.json", json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": attack, "properties": {attack: {
            "type": "string", "description": attack, "default": attack, "pattern": attack, "if": {}}}})), "--to", "ytt"], ""

    def judge(self, number, attack):
        for name, args, stdin in self.roads(number, attack):
            args = [arg.replace("\x00", "") for arg in args]
            run = subprocess.run([PROGRAM, *args], cwd=self.folder, input=stdin.encode(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, timeout=60)
            texts = {"stderr": run.stderr}
            if name not in ("cel", "convert"):  # their output is derived from the input
                texts["full"] = run.stdout
            for format in FORMATS:
                path = os.path.join(self.folder, f"{number}/out.{format}")
                if os.path.exists(path):
                    with open(path, "rb") as file:
                        texts[format] = file.read()
                    os.remove(path)
            if run.returncode not in (0, 1, 2, 3):
                yield f"{name} ended with {run.returncode}: {attack!r}: {run.stderr[:300]}"
            for format, raw in texts.items():
                text = raw.decode("utf-8", "surrogateescape")
                obeyed = [c for c in text if is_obeyed(c)]
                if obeyed:
                    at = text.find(obeyed[0])
                    yield f"{name}: {format}: {attack!r} passes {obeyed[0]!r}: {text[max(0, at - 60):at + 30]!r}"
                for line in text.split("\n"):
                    if name == "--diff" and format == "full" and line[:1] in "+- ":
                        line = line[1:]
                        if line[:1] not in "+@":
                            continue
                    if any(line.startswith(command) for command in COMMANDS):
                        yield f"{name}: {format}: {attack!r} begins a line: {line[:120]!r}"

    def test_nothing_is_forged(self):
        made = attacks(7)
        cases = [(number, next(made)) for number in range(int(os.environ.get("KVAL_ATTACKS", "40")))]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [line for found in pool.map(lambda case: list(self.judge(*case)), cases) for line in found]
        if wrong:
            self.fail(f"{len(wrong)} wrong:\n" + "\n".join(wrong[:40]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
