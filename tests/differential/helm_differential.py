#!/usr/bin/env python3
"""Compares kval with Helm on random charts and invocations: the computed values, errors, and the result of schema
validation. Also compares `helm lint`, for findings about values.

  helm_differential.py KVAL [--cases 1000] [--seed 1] [--helm PATH] [--keep DIR] [--maker trees|texts]

The generators are helm_trees.py, helm_texts.py and, by default, the class in this file.

Skipped with a message if helm is not on PATH. Differences are printed and their files are kept in a directory."""
import argparse
import base64
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from helm_texts import TextMaker
from helm_trees import PROBE, TreeMaker

KEYS = ["a", "b", "m", "n", "list", "global", "kid", "other", "enabled", "x.y", "1", "tags"]
SCALARS = ["1", "0", "-3", "1.5", "1e3", "1000000", "0755", "yes", "off", "true", "null", "~", "text", '"1"', "''",
           "1_000", "0x1F", "9007199254740993", "1:30", "2024-01-02", "{}", "[]", "1.20", "'null'", "\"a\\tb\""]
FLAG_TEXTS = ["1", "0", "-0", "+7", "007", "1.5", "true", "FALSE", "null", "", "text", "a b", "{}", "{1,x}", "{a,}",
              "\\,", "a\\=b", "{null,2}", "[]", "1e3", "9223372036854775807", "{x", "{a}b"]
JSON_TEXTS = ["1", "1.5", "null", "", '"x"', "[1,{\"a\":2}]", '{"a":{"b":1}}', "1e400", "{", "9007199254740993", " 2 "]
JSON_OBJECTS = ['{"a":{"b":1}}', ' {"m":{"a":null},"kid":{"b":2.5}} ', '{"a":1,"a":{"b":[null]}}', '{"a":1} x', '{"a":', "{}", '{"":1,"b":"x"}']
VERSIONS = ["1.2.3", "1.2.3", "^1.0.0", "*", ">=1.0.0", "2.x"]


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def invocation(self, folder):
        """Writes folder/chart and the values files. Returns the arguments after the chart."""
        self.chart(os.path.join(folder, "chart"), "root")
        arguments = []
        for i in range(self.rng.randint(0, 2)):
            write(os.path.join(folder, f"v{i}.yaml"), self.documents())
            arguments += ["-f", f"v{i}.yaml"]
        for _ in range(self.rng.randint(0, 3)):
            arguments += self.flag()
        return arguments

    def key(self):
        return self.rng.choice(KEYS[:6] if self.rng.random() < 0.6 else KEYS)

    def value(self, depth):
        roll = self.rng.random()
        if depth > 3 or roll < 0.55:
            return self.rng.choice(SCALARS)
        if roll < 0.7:
            return "[" + ", ".join(self.value(depth + 1) for _ in range(self.rng.randint(0, 3))) + "]"
        return self.table(depth + 1)

    def table(self, depth):
        keys = {self.key() for _ in range(self.rng.randint(0, 4))}
        return "{" + ", ".join(f"{json.dumps(k)}: {self.value(depth)}" for k in sorted(keys)) + "}"

    def document(self):
        keys = sorted({self.key() for _ in range(self.rng.randint(0, 5))})
        # The values of a subchart are usually a map.
        return "".join(f"{json.dumps(k)}: {self.table(1) if self.is_map(k) else self.value(1)}\n" for k in keys)

    def documents(self):
        """Returns one or several documents; Helm 4 merges several."""
        texts = [self.document() for _ in range(self.rng.choice([1, 1, 1, 1, 2, 3]))]
        return self.rng.choice(["", "", "# c\n", "---\n"]) + self.rng.choice(["---\n", "--- # c\n", "...\n---\n"]).join(texts)

    def is_map(self, key):
        return key in ("kid", "other", "global", "m") and self.rng.random() < 0.92

    def path(self):
        path = self.rng.choice(["", "kid.", "other.", "global.", "m."]) + self.key().replace(".", "\\.")
        for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
            path += f"[{self.rng.randint(0, 3)}]" if self.rng.random() < 0.25 else "." + self.key().replace(".", "\\.")
        return path

    def flag(self):
        kind = self.rng.choice(["--set"] * 5 + ["--set-string", "--set-json", "--set-literal", "--set-file"])
        if kind == "--set-json" and self.rng.random() < 0.3:
            return [kind, self.rng.choice(JSON_OBJECTS)]
        texts = {"--set-json": JSON_TEXTS, "--set-file": ["v0.yaml", "none"]}.get(kind, FLAG_TEXTS)
        pairs = [f"{self.path()}={self.text(texts)}" for _ in range(1 if kind == "--set-literal" else
                                                                         self.rng.randint(1, 2))]
        return [kind, ",".join(pairs)]

    def text(self, texts):
        """Returns a string, usually one that Helm accepts."""
        while True:
            text = self.rng.choice(texts)
            if text not in ("{x", "{a}b", "none", "1e400", "{") or self.rng.random() < 0.1:
                return text

    def schema(self):
        types = ["string", "integer", "number", "boolean", "object", "array", "null"]
        properties = {k: self.rng.choice([
            {"type": self.rng.choice(types)}, {"type": self.rng.sample(types, 3)}, {"enum": [1, "1", None, True]},
            {"type": "object", "properties": {"a": {"type": self.rng.choice(types)}}, "additionalProperties": False},
            {"minimum": 2}, {"maxLength": 2}, {"items": {"type": self.rng.choice(types)}}, {"pattern": "^[a-z]+$"},
            {"anyOf": [{"type": "string"}, {"minimum": 1}]}, {"not": {"type": "null"}}])
            for k in self.rng.sample(KEYS, 3)}
        schema = {"properties": properties}
        if self.rng.random() < 0.3:
            schema["required"] = [self.key()]
        if self.rng.random() < 0.3:
            schema["$schema"] = self.rng.choice(["http://json-schema.org/draft-07/schema#",
                                                 "https://json-schema.org/draft/2019-09/schema"])
        return json.dumps(schema, indent=1)

    def chart(self, folder, name, depth=0):
        os.makedirs(os.path.join(folder, "templates"))
        write(os.path.join(folder, "values.yaml"), self.documents() if self.rng.random() < 0.2 else self.document())
        write(os.path.join(folder, "templates", "probe.yaml"), PROBE)
        if self.rng.random() < 0.35:
            write(os.path.join(folder, "values.schema.json"), self.schema())
        listed = []
        if depth < 2:
            for sub in ("kid", "other"):
                if self.rng.random() < (0.6 if depth == 0 else 0.25):
                    self.chart(os.path.join(folder, "charts", sub), sub, depth + 1)
                    if self.rng.random() < 0.7:
                        listed.append(self.dependency(sub))
                    if listed and self.rng.random() < 0.15:
                        listed.append(self.dependency(sub, "two"))
        text = f"apiVersion: v2\nname: {name}\nversion: 1.2.3\n"
        write(os.path.join(folder, "Chart.yaml"), text + ("dependencies:\n" + "".join(listed) if listed else ""))

    def dependency(self, name, alias="twin"):
        lines = [f"  - name: {name}\n", f"    version: '{self.rng.choice(VERSIONS)}'\n"]
        if self.rng.random() < 0.4:
            lines.append(f"    condition: {self.rng.choice([name + '.enabled', 'enabled', 'm.n,' + name + '.enabled'])}\n")
        if self.rng.random() < 0.2:
            lines.append("    tags: [a, b]\n")
        if alias != "twin" or self.rng.random() < 0.2:
            lines.append(f"    alias: {name}-{alias}\n")
        if self.rng.random() < 0.35:
            lines.append("    import-values: [m, {child: m, parent: n}, {child: global, parent: m.n}]\n")
        return "".join(lines)


STATS = collections.Counter()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(command, folder):
    env = {"PATH": os.environ["PATH"], "HOME": folder, "HELM_CACHE_HOME": folder, "HELM_CONFIG_HOME": folder,
           "HELM_DATA_HOME": folder}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def helm_values(text):
    found = re.search(r"# Source: root/templates/probe\.yaml\n(?:.*\n)*?  v: (\S*)\n", text)
    return json.loads(base64.b64decode(found.group(1))) if found else None


def canonical(value):
    if isinstance(value, dict):
        return {k: canonical(v) for k, v in value.items()}
    if isinstance(value, list):
        return [canonical(v) for v in value]
    return repr(float(value)) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def differences(helm, kval, path="", most=8):
    """Returns one line per innermost difference."""
    if isinstance(helm, dict) and isinstance(kval, dict):
        lines = [differences(helm.get(k, "(absent)"), kval.get(k, "(absent)"), f"{path}.{k}") for k in sorted({*helm, *kval})
                 if k not in helm or k not in kval or canonical(helm[k]) != canonical(kval[k])]
        return "".join(lines[:most])
    return f"\n  {path}: helm {json.dumps(helm)[:200]}, kval {json.dumps(kval)[:200]}"


def short(arguments):
    """Replaces --values=FILE by -f FILE: `kval values` supports only the latter."""
    return [word for text in arguments for word in (["-f", text[9:]] if text.startswith("--values=") else [text])]


def version_flags(helm):
    """Returns kval's flags for the tested version of Helm."""
    _, out, _ = run([helm, "version", "--short"], ".")
    return ["--helm-version", re.match(r"v(\d+)", out).group(1)]


def compare(options, folder, arguments):
    """Returns a description of the difference, or an empty string."""
    code, out, err = run([options.helm, "template", "root", "chart"] + arguments, folder)
    judged, judged_out, _ = run([options.kval, "helm", "chart"] + options.version + arguments, folder)
    if judged not in (0, 1, 2):
        return f"kval helm ends with {judged}"
    if (code == 0) != (judged == 0):
        return f"helm {code}, kval helm {judged}\n{err}\n{judged_out}"
    STATS["refused" if code else "taken"] += 1
    by_schema = "specifications of the schema" in err
    if code != 0 and not by_schema:
        return ""
    skip = ["--skip-schema-validation"] if by_schema else []
    if by_schema:
        code, out, err = run([options.helm, "template", "root", "chart"] + skip + arguments, folder)
    STATS["succeed"] += 1
    computed, text, errors = run([options.kval, "values", "--chart", "chart", "-o", "json"] + options.version + short(arguments), folder)
    if computed != 0 or code != 0:
        return "" if (computed == 0) == (code == 0) else f"values: helm {code}, kval {computed}\n{err}\n{errors}"
    wanted = helm_values(out)
    if wanted is not None and canonical(json.loads(text)) != canonical(wanted):
        return "values differ" + differences(wanted, json.loads(text))
    return ""


def compare_lint(options, folder, arguments):
    """Compares `helm lint`. Only its errors about values count."""
    _, out, err = run([options.helm, "lint", "chart"] + arguments, folder)
    about_values = [line for line in re.findall(r"^\[ERROR\] (?:values\.yaml|templates/): .*", out, re.MULTILINE)
                    if "missing in charts" not in line]
    loads = "[ERROR] Chart.yaml" not in out and "unable to load chart" not in out + err
    judged, judged_out, _ = run([options.kval, "helm", "lint", "chart"] + options.version + arguments, folder)
    refused = bool(about_values) or (not loads) or out == ""
    if judged not in (0, 1, 2):
        return f"kval helm lint ends with {judged}"
    if refused != (judged != 0):
        return f"helm lint {'refuses' if refused else 'takes'}, kval helm lint {judged}\n{out}{err}\n{judged_out}"
    STATS["lint refused" if refused else "lint taken"] += 1
    probed = re.search(r"Fail: PROBE root (\S+)", out + err)
    if not probed:
        return ""
    _, text, errors = run([options.kval, "values", "--lint", "--chart", "chart", "-o", "json"] + options.version + short(arguments), folder)
    wanted = json.loads(base64.b64decode(probed.group(1)))
    if not text or canonical(json.loads(text)) != canonical(wanted):
        return "lint: values differ" + (differences(wanted, json.loads(text)) if text else errors)
    return ""


def is_settled(options, folder, arguments):
    """Returns true if Helm's output is deterministic. Some results depend on the order of Go's maps, which kval reports."""
    if "it uses is random" in run([options.kval, "helm", "chart"] + options.version + arguments, folder)[1]:
        return False
    first = run([options.helm, "template", "root", "chart", "--skip-schema-validation"] + arguments, folder)
    return all(run([options.helm, "template", "root", "chart", "--skip-schema-validation"] + arguments, folder)[:2] ==
               first[:2] for _ in range(4))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--helm", default=shutil.which("helm"))
    parser.add_argument("--keep", default="")
    parser.add_argument("--maker", choices=["plain", "trees", "texts"], default="plain")
    options = parser.parse_args()
    options.kval = os.path.abspath(options.kval)
    if not options.helm:
        print("helm_differential: skipped, there is no helm on PATH")
        return 77
    options.helm = os.path.abspath(options.helm)
    options.version = version_flags(options.helm)
    disagreements = unsettled = 0
    for case in range(options.cases):
        maker = {"plain": Maker, "trees": TreeMaker, "texts": TextMaker}[options.maker](random.Random(options.seed * 1_000_003 + case))
        with tempfile.TemporaryDirectory() as folder:
            arguments = maker.invocation(folder)
            found = compare(options, folder, arguments) or compare_lint(options, folder, arguments)
            if not found:
                continue
            if not is_settled(options, folder, arguments):
                unsettled += 1
                continue
            disagreements += 1
            print(f"case {case}: {arguments}: {found}", flush=True)
            if options.keep:
                shutil.copytree(folder, os.path.join(options.keep, str(case)), dirs_exist_ok=True)
    print(f"helm_differential: {options.cases} invocations, {disagreements} disagreements, {unsettled} unsettled by Helm")
    print("helm_differential: " + ", ".join(f"{name} {count}" for name, count in sorted(STATS.items())))
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
