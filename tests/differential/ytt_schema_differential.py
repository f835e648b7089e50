#!/usr/bin/env python3
"""Compares kval with ytt on random schemas with all annotations of ytt: the validity of the schema, the OpenAPI export
(byte for byte), and the verdict and final values for data values in files, flags and environment variables.

  ytt_schema_differential.py KVAL [--cases 1000] [--seed 1] [--ytt PATH]

Skipped with a message if ytt is not on PATH. Differences are printed, and their files are kept in a directory."""
import argparse
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    yaml = None

KEYS = ["alpha", "beta", "gamma", "port", "host", "a b", "x-y", "1", "true", "'2'", "\"on\"", "é"]
TEXTS = ["a", "web", "x y", "10", "true", "", "<&>", "ä", "a: b", "#c", "null", "1e3", "it's", "line\nbreak", "\t"]

# Outputs that ytt omits.
EMPTY = ("", "{}\n", "[]\n", "null\n")


def starlark(value):
    """Returns a value as an argument of an annotation."""
    if value is None:
        return "None"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{starlark(k)}: {starlark(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(starlark(v) for v in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


def inline(value):
    """Returns a value as flow YAML."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{inline(k)}: {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def keys_in(value):
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from keys_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from keys_in(item)


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def chance(self, odds):
        return self.rng.random() < odds

    def scalar(self, kind):
        if kind == "int":
            return self.rng.choice([0, 1, 80, -5, 9000, 2**40])
        if kind == "float":
            return self.rng.choice([0.5, 1.25, -3.5, 1e6, 2.5e-7, 1e21, 100000.5])
        if kind == "bool":
            return self.chance(0.5)
        return self.rng.choice(TEXTS)

    def rules(self, kind):
        """Returns arguments of @schema/validation that apply to the type `kind`."""
        found = []
        low = self.rng.randint(-3, 3)
        if kind in ("int", "float"):
            found += [f"min={low}", f"max={low + 90}", "one_of=[1, 80, 0.5]"]
        if kind == "str":
            found += ["min_len=1", "max_len=3", 'one_of=["a", "web"]', 'min="b"']
        if kind in ("map", "list"):
            found += ["min_len=1", "max_len=2"]
        if kind == "map":
            found += ["one_not_null=True"]
        found += ["not_null=True", '("must be truthy", lambda v: True if v else False)',
                  '("never fails", lambda v: True)', '("fails", lambda v: fail("no"))']
        chosen = self.rng.sample(found, self.rng.randint(1, 2))
        if self.chance(0.2):
            chosen.append("when=" + self.rng.choice(["lambda v: True", "lambda v: v == 1",
                                                     "lambda v, ctx: ctx.root != None"]))
        return ", ".join(sorted(chosen, key=lambda argument: "=" in argument.split("(")[0]))

    def notes(self, node, place):
        """Returns the annotations of a node. `place` is "document", "key" or "item"."""
        notes = []
        if self.chance(0.08):
            notes.append("#@schema/type any=True")
            node["any"] = True
        elif self.chance(0.03):
            notes.append("#@schema/type any=False")
        if self.chance(0.15) and (place != "item" or self.chance(0.3)):
            notes.append("#@schema/nullable")
            node["nullable"] = True
        if place == "key" and self.chance(0.15):
            fallback = self.argument(node) if self.chance(0.9) else self.rng.choice([None, 7, "odd", [], {}])
            notes.append("#@schema/default " + starlark(fallback))
        if self.chance(0.1):
            notes.append("#@schema/title " + starlark(self.rng.choice(TEXTS)))
        if self.chance(0.1):
            notes.append("#@schema/desc " + starlark(self.rng.choice(TEXTS)))
        if self.chance(0.1):
            pairs = [f"({starlark(self.rng.choice(TEXTS))}, {starlark(self.argument(node))})"
                     for _ in range(self.rng.randint(1, 2))]
            notes.append("#@schema/examples " + ", ".join(pairs))
        if place != "document" and self.chance(0.06):
            notes.append("#@schema/deprecated " + starlark(self.rng.choice(TEXTS)))
        if self.chance(0.12):
            notes.append("#@schema/validation " + self.rules(node["kind"]))
        self.rng.shuffle(notes)
        return notes

    def node(self, depth, place):
        roll = self.rng.random()
        if depth > 0 and roll < 0.35:
            keys = self.rng.sample(KEYS, self.rng.randint(0, 4))
            node = {"kind": "map", "fields": {key: self.node(depth - 1, "key") for key in keys}}
        elif depth > 0 and roll < 0.5:
            count = 1 if self.chance(0.97) else self.rng.choice([0, 2])
            node = {"kind": "list", "items": [self.node(depth - 1, "item") for _ in range(count)]}
        elif roll < 0.52:
            node = {"kind": "null"}
        else:
            kind = self.rng.choice(["int", "str", "bool", "float"])
            node = {"kind": kind, "value": self.scalar(kind)}
        node["notes"] = self.notes(node, place)
        return node

    def argument(self, node):
        """Returns a value without integer keys: ytt does not find integer keys from Starlark in the schema."""
        value = self.value(node)
        while any(isinstance(key, int) and not isinstance(key, bool) for key in keys_in(value)):
            value = self.value(node)
        return value

    def value(self, node):
        """Returns a value that usually matches the node."""
        if self.chance(0.04):
            return self.rng.choice([None, 7, "odd", [], {}, True, 0.5])
        if node.get("nullable") and self.chance(0.3):
            return None
        if node.get("any") and self.chance(0.5):
            return self.rng.choice([None, 7, "odd", [1, {"x": None}], {"y": 2}])
        if node["kind"] == "map":
            made = {yaml.safe_load(key): self.value(field) for key, field in node["fields"].items()
                    if self.chance(0.6)}
            if self.chance(0.03):
                made["surprise"] = 1
            return made
        if node["kind"] == "list":
            return [self.value(node["items"][0]) for _ in range(self.rng.randint(0, 2))] if node["items"] else []
        return None if node["kind"] == "null" else self.scalar(node["kind"])


def schema_lines(node, indent):
    """Returns the lines of a node's content, or one line if it is inline after its key or dash."""
    pad = "  " * indent
    if node["kind"] == "map" and node["fields"]:
        lines = []
        for key, field in node["fields"].items():
            lines += [pad + note for note in field["notes"]]
            lines += joined(pad + key + ":", field, indent + 1)
        return lines
    if node["kind"] == "list" and node["items"]:
        lines = []
        for item in node["items"]:
            lines += [pad + note for note in item["notes"]]
            lines += joined(pad + "-", item, indent + 1)
        return lines
    if node["kind"] in ("map", "list"):
        return ["{}" if node["kind"] == "map" else "[]"]
    return ["" if node["kind"] == "null" else inline(node["value"])]


def joined(head, node, indent):
    lines = schema_lines(node, indent)
    is_block = node.get("fields") or node.get("items")
    return [head] + lines if is_block else [(head + " " + lines[0]).rstrip()]


OVERLAY = '#@ load("@ytt:overlay", "overlay")'
FLAGS = ["--data-value", "--data-value-yaml", "--data-values-env", "--data-values-env-yaml", "--data-value-file"]


def overlay_lines(generator, node, indent):
    """Returns a later schema or later values for a map: some of its keys and some new ones, with overlay operations."""
    pad = "  " * indent
    lines = []
    for key, field in node["fields"].items():
        if generator.chance(0.4):
            continue
        roll = generator.rng.random()
        if roll < 0.12:
            lines.append(pad + "#@overlay/remove")
        elif roll < 0.3:
            lines.append(pad + "#@overlay/replace" + generator.rng.choice(["", " or_add=True", " via=lambda l, r: r"]))
        elif roll < 0.45:
            lines.append(pad + "#@overlay/match " + generator.rng.choice(["missing_ok=True", "expects=1", "when=0",
                                                                          'expects="0+"', "by=overlay.all"]))
        if field.get("fields") and roll > 0.3 and generator.chance(0.7):
            lines.append(pad + key + ":")
            lines += overlay_lines(generator, field, indent + 1) or [pad + "  {}"]
            continue
        other = generator.node(1, "key") if generator.chance(0.3) else field
        lines += [pad + note for note in other["notes"]]
        lines += joined(pad + key + ":", other, indent + 1)
    if generator.chance(0.3):
        lines += [pad + "#@overlay/match missing_ok=True"] if generator.chance(0.8) else []
        lines += joined(pad + "extra:", generator.node(1, "key"), indent + 1)
    return lines


def flag(generator, root, folder, number):
    """Returns one flag that sets a random value, and the environment variables that it needs."""
    path, node = [], root
    while node.get("fields") and (not path or generator.chance(0.6)):
        key = generator.rng.choice(list(node["fields"]))
        path.append(str(yaml.safe_load(key)))
        node = node["fields"][key]
    if generator.chance(0.05):
        path.append(generator.rng.choice(["", "surprise"]))
    kind = generator.rng.choice(FLAGS)
    value = generator.value(node)
    text = inline(value) if kind.endswith("yaml") or not isinstance(value, str) else value
    if "env" in kind:
        name = f"KV{number}"
        return [kind, name], {name + "_" + "__".join(path): text.replace("\0", "")}
    if kind == "--data-value-file":
        with open(os.path.join(folder, f"text{number}"), "w", encoding="utf-8") as file:
            file.write(text)
        text = f"text{number}"
    return [kind, ".".join(path) + "=" + text], {}


def write_values(generator, root, folder, name):
    """Writes a values file: plain, annotated, or with overlay operations."""
    plain = generator.chance(0.5)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        if not plain and generator.chance(0.5):
            lines = overlay_lines(generator, root, 0) or ["{}"]
            file.write("\n".join([OVERLAY, "#@data/values", "---"] + lines) + "\n")
        else:
            file.write(("" if plain else "#@data/values\n---\n") + inline(generator.value(root)) + "\n")
    return ["--data-values-file" if plain else "-f", name]


def write_case(folder, rng):
    """Writes the files of a case. Returns the schema arguments, the other arguments and the environment variables."""
    generator = Generator(rng)
    root = generator.node(3, "document")
    while root["kind"] != "map":
        root = generator.node(3, "document")
    lines = [OVERLAY, "#@data/values-schema"] + root["notes"] + ["---"] + schema_lines(root, 0)
    if root["fields"] and generator.chance(0.3):
        lines += ["#@data/values-schema", "---"] + (overlay_lines(generator, root, 0) or ["{}"])
    with open(os.path.join(folder, "schema.yml"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    groups = [write_values(generator, root, folder, f"values{number}.yml") for number in range(rng.randint(0, 2))]
    variables = {}
    for number in range(rng.choice([0, 0, 1, 2, 3])):
        arguments, needed = flag(generator, root, folder, number)
        groups.append(arguments)
        variables |= needed
    rng.shuffle(groups)
    return ["-f", "schema.yml"], [argument for group in groups for argument in group], variables


def run(command, folder, variables):
    environment = {"PATH": os.environ.get("PATH", ""), **variables}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=60, check=False)
    text = result.stdout.decode("utf-8", "replace")
    return result.returncode, text, result.stderr.decode("utf-8", "replace")


def differences(kval, ytt, schema, arguments, variables, folder):
    """Returns the differences, one line each."""
    found = []
    inspect = ["--data-values-schema-inspect", "-o", "openapi-v3"]
    mine = run([kval, "render"] + schema + inspect, folder, {})
    theirs = run([ytt] + schema + inspect, folder, {})
    if theirs[0] == 2:
        return []  # a panic of ytt
    if (mine[0] == 0) != (theirs[0] == 0):
        found.append(f"schema: kval {mine[0]} {mine[2][:300]}\n  ytt {theirs[0]} {theirs[2][:300]}")
    elif mine[0] == 0 and mine[1] != theirs[1]:
        found.append(f"export: kval\n{mine[1]}\nytt\n{theirs[1]}")
    mine = run([kval, "values"] + schema + arguments, folder, variables)
    theirs = run([ytt] + schema + arguments + ["--data-values-inspect"], folder, variables)
    if theirs[0] == 2:
        return found
    if (mine[0] == 0) != (theirs[0] == 0):
        found.append(f"verdict: kval {mine[0]} {mine[2][:400]}\n  ytt {theirs[0]} {theirs[2][:400]}")
    elif mine[0] == 0 and mine[1] != theirs[1] and (theirs[1] or mine[1] not in EMPTY):
        found.append(f"values: kval\n{mine[1]}\nytt\n{theirs[1]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt or yaml is None:
        print("differential test skipped: " + ("PyYAML is not there" if options.ytt else "there is no ytt on PATH"))
        return 77
    kval = os.path.abspath(options.kval)
    disagreements = 0
    for case in range(options.cases):
        folder = tempfile.mkdtemp(prefix="kval-schema-diff-")
        schema, arguments, variables = write_case(folder, random.Random(options.seed * 1000003 + case))
        found = differences(kval, options.ytt, schema, arguments, variables, folder)
        if not found:
            shutil.rmtree(folder)
            continue
        disagreements += 1
        print(f"case {case} differs: {folder}: {shlex.join(schema + arguments)} {variables or ''}")
        for line in found:
            print("  " + line)
    print(f"{options.cases} schemas, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
