#!/usr/bin/env python3
"""Compares `kval vet` with KCL on random data: both must accept or both must reject it.

  kcl_vet_differential.py KVAL [--cases 600] [--seed 1] [--kind made,derived]

`made` uses random schemas with valid or invalid data. `derived` uses the schemas of the corpus's programs (or of the
directory KVAL_KCL_PROGRAMS); the data is an instance of the program with a random change.

Skipped with a message if the Python package kcl_lib cannot be imported. Differences are printed and kept in a directory.
The known differences of COMPATIBILITY.md are excluded from `made`, not from `derived`."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import kcl_changed
from kcl_peer import Peer, is_there
from kcl_schemas import Schemas

# Script of the peer: validates data.
ANSWER = r'''
def answer(service, api, case):
    result = service.validate_code(api.ValidateCodeArgs(
        file=case["file"], data=case["data"], format=case["format"], schema=case["schema"], attribute_name="value"))
    return {"ok": result.success, "error": result.err_message}
'''
SCALARS = [1, 0, -4, 7, 1.5, True, False, "a", "b", "s", "only", "a-b", None, [], [1], ["s"], {}, {"n": 1}, {"k": "v"}]


def yaml_of(text):
    """Converts a value of kcl_schemas to YAML."""
    text = re.sub(r"\b(Leaf|Twig) (?=\{)", "", text)
    return text.replace(" = ", ": ").replace("True", "true").replace("False", "false").replace("1Ki", "1024")


class Generator(Schemas):
    def __init__(self, rng, kval):
        self.rng, self.kval = rng, kval

    def pick(self, *choices):
        return self.rng.choice(choices)

    def made(self):
        kinds = {name: self.kind() for name in self.rng.sample(["a", "b", "c", "d", "e"], self.rng.randint(1, 4))}
        lines = list(self.LEAVES)
        own = list(kinds)
        if len(own) > 1 and self.rng.random() < 0.3:
            lines += ["schema Base:", self.attribute_line(own[0], kinds[own[0]]), ""]
            lines.append("schema Main(Base):")
            own = own[1:]
        else:
            lines.append("schema Main:")
        lines += [self.attribute_line(name, kinds[name]) for name in own]
        has_index = self.rng.random() < 0.2
        if has_index:
            lines.append(f"    [...str]: {self.pick('any', 'int', 'str')}")
        checks = [f"        {name} != {self.pick('1', '2', '0')}" for name in kinds if kinds[name] == "int"]
        checks += [f"        len({name}) < 2" for name in kinds if kinds[name] in ("[int]", "str")]
        if checks and self.rng.random() < 0.5:
            lines += ["    check:"] + checks
        entries = []
        for name, kind in kinds.items():
            roll = self.rng.random()
            if roll < 0.7:
                entries.append(f"{name}: {yaml_of(self.fitting(kind))}")
            elif roll < 0.85:
                entries.append(f"{name}: {yaml_of(self.wrong(kind))}")
        if self.rng.random() < 0.12:
            entries.append(f"{self.pick('z', 'zz')}: {self.pick('1', 'x', '[1]')}")
        self.rng.shuffle(entries)
        data = "\n".join(entries) if entries else "{}"
        if self.rng.random() < 0.08:
            data = "- {" + ", ".join(entries) + "}"
        return {"text": "\n".join(lines) + "\n", "schema": "Main", "data": data + "\n", "format": "yaml"}

    @staticmethod
    def programs():
        if Generator.known is None:
            Generator.known = [text for text in kcl_changed.programs() if re.search(r"(?m)^\w+(?: =|:) [A-Z]\w* ?\{", text)]
        return Generator.known

    def derived(self):
        for _ in range(20):
            text = self.rng.choice(self.programs())
            found = re.findall(r"(?m)^(\w+)(?: =|:) ([A-Z]\w*) ?\{", text)
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "main.k"), "w", encoding="utf-8") as file:
                    file.write(text)
                run = subprocess.run([self.kval, "run", "main.k", "--format", "json"], cwd=folder, capture_output=True, text=True, check=False)
            name, schema = self.rng.choice(found)
            try:
                value = json.loads(run.stdout)[name]
            except (ValueError, KeyError, TypeError):
                continue
            for _ in range(self.rng.choice([0, 1, 1, 1, 2])):
                value = self.changed(value)
            if not isinstance(value, dict):
                continue  # KCL ignores data that is not a map
            return {"text": text, "schema": schema, "data": json.dumps(value), "format": "json"}
        return self.made()

    known = None

    def changed(self, value):
        """Returns the value with one random change at any depth."""
        if isinstance(value, dict) and value and self.rng.random() < 0.85:
            key = self.rng.choice(list(value))
            roll = self.rng.random()
            value = dict(value)
            if roll < 0.15:
                del value[key]
            elif roll < 0.25:
                value[self.pick("z", key + "s", "name", "data")] = self.rng.choice(SCALARS)
            else:
                value[key] = self.changed(value[key])
            return value
        if isinstance(value, list) and value and self.rng.random() < 0.8:
            at = self.rng.randrange(len(value))
            return value[:at] + [self.changed(value[at])] + value[at + 1:]
        return self.rng.choice(SCALARS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="made")
    options = parser.parse_args()
    if not is_there():
        print("kcl_vet_differential: skipped, there is no kcl_lib")
        return 77
    kval, kinds = os.path.abspath(options.kval), options.kind.split(",")
    kept = tempfile.mkdtemp(prefix="kcl_vet_differential_")
    if "derived" in kinds and not Generator.programs():
        print("kcl_vet_differential: without programs to derive from (KVAL_KCL_PROGRAMS), only made ones are compared")
        kinds = [kind for kind in kinds if kind != "derived"] or ["made"]
    peer, wrong, taken = Peer(ANSWER, kept), 0, 0
    for number in range(options.cases):
        case = getattr(Generator(random.Random(f"{options.seed} {number}"), kval), kinds[number % len(kinds)])()
        folder = os.path.join(kept, str(number))
        os.makedirs(folder)
        for name, text in (("main.k", case["text"]), ("data", case["data"])):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        theirs = peer.ask({"file": os.path.join(folder, "main.k"), "data": case["data"], "format": case["format"],
                           "schema": case["schema"]})
        ours = subprocess.run([kval, "vet", "data", "main.k", "-s", case["schema"], "-a", "value", "--format", case["format"]],
                              cwd=folder, capture_output=True, text=True, check=False)
        if "ended" in theirs or theirs["ok"] == (ours.returncode == 0):
            taken += theirs["ok"]
            shutil.rmtree(folder)
            continue
        wrong += 1
        print(f"--- case {number} in {folder}, schema {case['schema']}\n{case['text']}\n--- data\n{case['data']}\n--- KCL: {theirs['ok']} "
              f"{theirs['error'][:400]}\n--- kval: {ours.returncode} {ours.stdout}{ours.stderr[:500]}")
    print(f"kcl_vet_differential: {options.cases - wrong} of {options.cases} agree, {taken} are taken")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
