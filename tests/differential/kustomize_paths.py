#!/usr/bin/env python3
"""Existing and missing paths in kustomizations: compares `kval k8s` with `kustomize build` (on PATH, or KVAL_KUSTOMIZE).
kustomize_paths.py KVAL [RUNS [SEED]]. The build must succeed if and only if kval reports no path error (of KV708). Skipped
without kustomize."""
import json
import os
import random
import re
import sys
import tempfile

from kustomize_peer import find, run, write

NOUN = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
PATCH = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "root"}, "data": {"b": "c"}}
# Files, directories with a kustomization, and other paths: directories without one, missing files, links and patterns.
FILES = ["one.yaml", "d/two.yaml"]
ROOTS = ["root", "d/root/"]
OTHERS = ["bare", "d", "missing.yaml", "d/missing", "One.yaml", "*.yaml", "link.yaml", "d/../none.yaml"]
# Paths outside the kustomization's directory. kustomize loads no files from there, only directories without a cycle.
AROUND = ["../outside.yaml", "../side/x.yaml", "../side", "../back", "../long", ".", "..", "../tree", "d/../../tree/one.yaml",
          "../side/../outside.yaml", "../tree/root", "link-out.yaml", "link-in.yaml", "ABOVE/outside.yaml", "ABOVE/tree/one.yaml", "ABOVE/side",
          "ABOVE/tree/root"]
# Fields for which the test uses no empty or multi-line paths: kustomize ignores them, reports another error, or reads a
# multi-line string as inline content.
TAKES_TEXTS = ("generators", "transformers", "patchesStrategicMerge", "patches", "patchesJson6902", "replacements", "openapi", "env")
LISTS = ["resources", "components", "generators", "transformers", "crds", "configurations", "patchesStrategicMerge",
         "patches", "patchesJson6902", "replacements", "openapi", "files", "envs", "env"]


def content(key):
    """Returns valid content of a file that the field `key` refers to."""
    return {"patchesJson6902": [{"op": "add", "path": "/data", "value": {"b": "c"}}],
            "transformers": {"apiVersion": "builtin", "kind": "PrefixTransformer", "metadata": {"name": "p"}, "prefix": "p-",
                             "fieldSpecs": [{"path": "metadata/name"}]},
            "generators": {"apiVersion": "builtin", "kind": "ConfigMapGenerator", "metadata": {"name": "g"}},
            "patches": PATCH, "patchesStrategicMerge": PATCH, "crds": {}, "configurations": {}, "replacements": [],
            "openapi": {"definitions": {}}, "envs": "A=1\n", "env": "A=1\n"}.get(key, NOUN)


def kustomization(key, path):
    target = {"version": "v1", "kind": "ConfigMap", "name": "root"}
    made = {"resources": ["own.yaml"]}
    if key in ("patches", "replacements"):
        made[key] = [{"path": path}]
    elif key == "patchesJson6902":
        made[key] = [{"target": target, "path": path}]
    elif key == "openapi":
        made[key] = {"path": path}
    elif key in ("files", "envs", "env"):
        made["configMapGenerator"] = [{"name": "g", key: path if key == "env" else [path]}]
    elif key == "resources":
        made[key].append(path)
    else:
        made[key] = [path]
    return made


def tree(folder, key):
    write(folder, "own.yaml", {**NOUN, "metadata": {"name": "root"}})
    kind = {"components": {"apiVersion": "kustomize.config.k8s.io/v1alpha1", "kind": "Component"}}.get(key, {})
    inner = {"resources": ["x.yaml"], **kind}
    for root in ROOTS:
        write(folder, root + "/kustomization.yaml", inner)
        write(folder, root + "/x.yaml", content(key))
    for path in FILES:
        write(folder, path, content(key))
    write(folder, "bare/x.txt", "x")
    above = os.path.dirname(folder)
    for place, loaded in (("side", "x.yaml"), ("back", "../tree"), ("long", "../back"), (".", "outside.yaml")):
        write(os.path.join(above, place), "kustomization.yaml", {"resources": [loaded], **kind})
    write(above, "side/x.yaml", content(key))
    write(above, "outside.yaml", content(key))
    for link, target in (("link.yaml", "nowhere"), ("link-out.yaml", "../outside.yaml"), ("link-in.yaml", "d/two.yaml")):
        os.symlink(target, os.path.join(folder, link))


def main():
    kustomize = find()
    if not kustomize:
        return 77
    kval = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong, built = 0, 0
    for _ in range(runs):
        key = dice.choice(LISTS)
        path = dice.choice(AROUND) if dice.random() < 0.4 else (
            dice.choice(["", "./", "d/../"]) + dice.choice(FILES + ROOTS + OTHERS))
        if dice.random() < 0.05 and key not in TAKES_TEXTS:
            path = dice.choice(["", "a\nb"])
        with tempfile.TemporaryDirectory() as whole:
            folder = os.path.join(whole, "tree")
            tree(folder, key)
            write(folder, "kustomization.yaml", kustomization(key, path.replace("ABOVE", os.path.realpath(whole))))
            status, _, text = run(kustomize, "build", folder)
            _, said, _ = run(kval, "k8s", whole, "-o", "concise", "--ignore-unknown-kinds")
        built += status == 0
        if (status == 0) == bool(re.search(r"KV7\d{3}\b", said)):
            wrong += 1
            print(f"{key}: {path}\n  kustomize {status}: {text.strip()[-300:]}\n  kval: {said.strip()[:300]}")
    print(f"kustomize: {runs} kustomizations, {built} built, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
