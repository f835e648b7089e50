#!/usr/bin/env python3
"""Compares kval with the API server's code (k8soracle, found by KVAL_K8SORACLE or on PATH) on random
CustomResourceDefinitions (k8s_schemas.py) and their resources. At most one verdict in fifty may differ.

k8s_schema_differential.py KVAL [DEFINITIONS [RESOURCES [SEED]]] [--show N] [--texts]

Generates RESOURCES resources for each definition that both programs accept. Skipped without the oracle."""
import os
import random
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from k8s_differential import ask_kval, ask_oracle, written, yaml  # noqa: E402
from k8s_schemas import Schemas  # noqa: E402


def put(folder, name, value):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(written(value, None))
    return path


def compare(title, theirs, ours, show):
    different = [path for path, (verdict, _) in theirs.items() if verdict != ours[path][0]]
    same = len(theirs) - len(different)
    valid = sum(verdict for verdict, _ in theirs.values())
    print(f"{title}: {same} of {len(theirs)} verdicts are the same ({100.0 * same / max(1, len(theirs)):.2f} %), {valid} valid")
    for path in different[:show]:
        verdict, errors = theirs[path]
        print(f"-- {path}: the API server says {'valid' if verdict else errors[:3]}, kval says {ours[path][1][:3] or 'valid'}")
        if "--texts" in sys.argv:
            with open(path, encoding="utf-8") as file:
                print(file.read())
    return same >= 0.98 * len(theirs)


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    kval = os.path.abspath(arguments[0])
    definitions, resources, seed = [int(a) for a in arguments[1:4]] + [60, 10, 1][len(arguments) - 1:]
    show = int(sys.argv[sys.argv.index("--show") + 1]) if "--show" in sys.argv else 5
    oracle = os.environ.get("KVAL_K8SORACLE") or shutil.which("k8soracle")
    if not oracle or yaml is None:
        print("skipped: there is no k8soracle, or no PyYAML")
        return 77
    maker = Schemas(random.Random(seed))
    with tempfile.TemporaryDirectory() as scratch:
        top = os.environ.get("KVAL_KEEP") or scratch
        folder = os.path.join(top, "definitions")
        made = {}
        for i in range(definitions):
            definition = maker.definition(f"g{i}.example.com")
            made[put(folder, f"{i}.yaml", definition)] = definition
        theirs, ours = ask_oracle(oracle, ["builtin"], list(made)), ask_kval(kval, [], folder, list(made))
        good = compare("definitions", theirs, ours, show)
        taken = os.path.join(top, "taken")
        paths = []
        for i, (path, definition) in enumerate(made.items()):
            if theirs.get(path, (False,))[0] and ours[path][0]:
                put(taken, f"{i}.yaml", definition)
                paths += [put(os.path.join(top, "resources"), f"{i}-{k}.yaml", maker.resource(definition, maker.rng.choice([0, 0, 0.03, 0.1]))) for k in range(resources)]
        if paths:
            theirs = ask_oracle(oracle, ["cr", "-crds", taken], paths)
            good = compare("resources", theirs, ask_kval(kval, ["--crds", taken], os.path.join(top, "resources"), paths), show) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
