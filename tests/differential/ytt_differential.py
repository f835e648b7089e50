#!/usr/bin/env python3
"""Compares kval with ytt on random schemas, values and overlays: verdict and final values must agree.

  ytt_differential.py KVAL [--cases 2000] [--seed 1] [--ytt PATH]

Skipped with a message if ytt is not on PATH. A difference is printed with its files, which are kept in a directory."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    yaml = None

NAMES = ["alpha", "beta", "gamma", "delta", "port", "host", "name", "items"]


class Generator:
    """Generates random schemas as trees, with values that usually match."""

    def __init__(self, rng):
        self.rng = rng

    def scalar(self, kind=None):
        kind = kind or self.rng.choice(["int", "str", "bool", "float"])
        if kind == "int":
            return self.rng.randint(-5, 9000)
        if kind == "float":
            return self.rng.choice([0.5, 1.25, -3.5])
        if kind == "bool":
            return self.rng.random() < 0.5
        return self.rng.choice(["a", "web", "x y", "10", "true", ""])

    def schema(self, depth):
        """Returns a schema node: {"kind", "value" or "fields" or "item", "notes"}."""
        roll = self.rng.random()
        notes = []
        if self.rng.random() < 0.15:
            notes.append("#@schema/nullable")
        if depth > 0 and roll < 0.3:
            names = self.rng.sample(NAMES, self.rng.randint(1, 4))
            return {"kind": "map", "fields": {n: self.schema(depth - 1) for n in names}, "notes": notes}
        if depth > 0 and roll < 0.45:
            return {"kind": "list", "item": self.schema(depth - 1), "notes": notes}
        kind = self.rng.choice(["int", "str", "bool", "float"])
        if kind == "int" and self.rng.random() < 0.4:
            notes.append(f"#@schema/validation min={self.rng.randint(-5, 5)}")
        if kind == "str" and self.rng.random() < 0.3:
            notes.append("#@schema/validation min_len=1")
        return {"kind": kind, "value": self.scalar(kind), "notes": notes}

    def value(self, node):
        if self.rng.random() < 0.06:
            return self.rng.choice([None, 7, "odd", [], {}, True])
        if node["kind"] == "map":
            chosen = [n for n in node["fields"] if self.rng.random() < 0.6]
            made = {n: self.value(node["fields"][n]) for n in chosen}
            if self.rng.random() < 0.04:
                made["surprise"] = 1
            return made
        if node["kind"] == "list":
            return [self.value(node["item"]) for _ in range(self.rng.randint(0, 3))]
        return self.scalar(node["kind"])


def text(value, indent):
    pad = "  " * indent
    if isinstance(value, dict):
        if not value:
            return " {}\n"
        return "\n" + "".join(f"{pad}{k}:" + text(v, indent + 1) for k, v in value.items())
    if isinstance(value, list):
        if not value:
            return " []\n"
        return "\n" + "".join(f"{pad}-" + text(v, indent + 1) for v in value)
    if value is None:
        return " null\n"
    if isinstance(value, bool):
        return f" {str(value).lower()}\n"
    if isinstance(value, str):
        return f' "{value}"\n'
    return f" {value}\n"


def schema_text(node, indent):
    pad = "  " * indent
    if node["kind"] == "map":
        out = "\n"
        for name, field in node["fields"].items():
            out += "".join(f"{pad}{note}\n" for note in field["notes"])
            out += f"{pad}{name}:" + schema_text(field, indent + 1)
        return out
    if node["kind"] == "list":
        notes = "".join(f"{pad}{note}\n" for note in node["item"]["notes"])
        return f"\n{notes}{pad}-" + schema_text(node["item"], indent + 1)
    return text(node["value"], indent)


def overlay_notes(document, rng):
    """Inserts overlay annotations before some keys."""
    lines = []
    for line in document.split("\n"):
        stripped = line.lstrip()
        if stripped and not stripped.startswith("-") and rng.random() < 0.1:
            pad = line[: len(line) - len(stripped)]
            lines.append(pad + rng.choice(["#@overlay/replace", "#@overlay/match missing_ok=True", "#@overlay/remove"]))
        lines.append(line)
    return "\n".join(lines)


def write_case(folder, rng):
    generator = Generator(rng)
    root = {"kind": "map", "notes": [],
            "fields": {n: generator.schema(3) for n in rng.sample(NAMES, rng.randint(2, 5))}}
    with open(os.path.join(folder, "schema.yml"), "w", encoding="utf-8") as file:
        file.write("#@data/values-schema\n---" + schema_text(root, 0))
    arguments = ["-f", "schema.yml"]
    for number in range(rng.randint(1, 3)):
        name = f"values{number}.yml"
        document = text(generator.value(root), 0)
        plain = rng.random() < 0.3
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(document.lstrip("\n") if plain else "#@data/values\n---" + overlay_notes(document, rng))
        arguments += ["--data-values-file" if plain else "-f", name]
    return arguments


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    return result.returncode == 0, result.stdout, result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt or yaml is None:
        print("differential test skipped: " + ("PyYAML is not there" if options.ytt else "there is no ytt on PATH"))
        return 77
    kval = os.path.abspath(options.kval)
    disagreements = succeeded = 0
    for case in range(options.cases):
        folder = tempfile.mkdtemp(prefix="kval-diff-")
        arguments = write_case(folder, random.Random(options.seed * 1000003 + case))
        mine = run([kval, "values"] + arguments, folder)
        theirs = run([options.ytt] + arguments + ["--data-values-inspect"], folder)
        same = mine[0] == theirs[0] and (not mine[0] or yaml.safe_load(mine[1]) == yaml.safe_load(theirs[1]))
        succeeded += mine[0]
        if same:
            shutil.rmtree(folder)
            continue
        disagreements += 1
        print(f"case {case} differs: {folder}: {' '.join(arguments)}\n  kval ok={mine[0]} {mine[2][:300]}\n"
              f"  ytt ok={theirs[0]} {theirs[2][:300]}")
    print(f"{options.cases} cases, {succeeded} of them valid for kval, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
