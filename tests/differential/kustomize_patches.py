#!/usr/bin/env python3
"""Inline patches and plugins of kustomizations, compared with kustomize (on PATH, or KVAL_KUSTOMIZE). kustomize_patches.py
KVAL [RUNS [SEED]]. `kustomize build` must succeed if and only if kval reports no error. The targets of the patches exist,
so only the syntax of the patches decides. Skipped without kustomize."""
import os
import random
import sys
import tempfile

from kustomize_peer import find, run, write

CONFIG = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {f"k{i}": "v" for i in range(4)}}
OPERATIONS = [{"op": "add", "path": "/data/n", "value": "a"}, {"op": "replace", "path": "/data/k0", "value": "b"},
              {"op": "remove", "path": "/data/k1"}, {"op": "copy", "from": "/data/k2", "path": "/data/m"},
              {"op": "move", "from": "/data/k3", "path": "/data/q"}]


def flow(value):
    """Returns the value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(one) for one in value) + "]"
    return "null" if value is None else str(value)


def spoil(dice, value, words):
    key = dice.choice(list(value))
    what = dice.random()
    if what < 0.4:
        del value[key]
    elif what < 0.6:
        value[key] = None
    else:
        value[key] = dice.choice(words)


def operations(dice):
    """Returns the lines of a list of operations. They are independent of each other, and none tests a value."""
    chosen = [dict(one) for one in dice.sample(OPERATIONS, dice.randint(1, 3))]
    if dice.random() < 0.5:
        one = dice.choice(chosen)
        spoil(dice, one, ["ad", "Add", "replase", 5, "delete"] if dice.random() < 0.6 else [7, True])
    lines = []
    for one in chosen:
        if not one or dice.random() < 0.05:
            lines.append("- abc" if dice.random() < 0.5 else "- {}")
        elif dice.random() < 0.5:
            lines.append("- " + flow(one))
        else:
            lines += [("- " if i == 0 else "  ") + f"{key}: {flow(value)}" for i, (key, value) in enumerate(one.items())]
    return lines


def resource(dice, value):
    value = {**value, "metadata": dict(value["metadata"])}
    if dice.random() < 0.5:
        spoil(dice, value["metadata"] if dice.random() < 0.3 else value, [""])
    lines = []
    for key, one in value.items():
        lines.append(f"{key}: {flow(one)}")
    if dice.random() < 0.08:
        lines.append(dice.choice(["data: {", "- a", "x: [1", "\"y: 1"]))
    return lines


def text(dice, lines, indent):
    """Returns the lines as a YAML scalar for the value of a key."""
    if dice.random() < 0.25:
        escaped = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
        return f'"{escaped}\\n"'
    return "|" + dice.choice(["", "-"]) + "".join(f"\n{' ' * indent}{line}" for line in lines)


def kustomization(dice):
    lines = ["resources: [a.yaml]"]
    target = "  target: {kind: ConfigMap}" if dice.random() < 0.7 else ""
    kind = dice.random()
    if kind < 0.5:
        lines += ["patches:", "- patch: " + text(dice, operations(dice), 4), target]
    elif kind < 0.8:
        part = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"x": "z"}}
        lines += ["patches:", "- patch: " + text(dice, resource(dice, part), 4), target]
    else:
        plugin = {"apiVersion": "builtin", "kind": "LabelTransformer", "metadata": {"name": "l"}, "labels": {"a": "b"}}
        lines += ["transformers:", "- " + text(dice, resource(dice, plugin), 2)]
    return "\n".join(line for line in lines if line) + "\n"


def main():
    kustomize = find()
    if not kustomize:
        return 77
    kval = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong = built = 0
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "a.yaml", CONFIG)
            given = kustomization(dice)
            write(folder, "kustomization.yaml", given)
            theirs, _, why = run(kustomize, "build", folder)
            ours, said, error = run(kval, "k8s", folder, "-o", "concise")
            built += theirs == 0
            if (theirs == 0) != (ours == 0):
                wrong += 1
                print(f"{given}--- kustomize: {theirs} {why[-300:]}\n--- kval: {ours}\n{said}{error}")
    print(f"{runs} kustomizations, {built} of them are built: {wrong} are judged otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
