#!/usr/bin/env python3
"""Validates every CustomResourceDefinition of the corpora, if they are available: all must be valid, and kval must evaluate
at least 99 % of their rules. `definitions_test.py KVAL`; KVAL_CONFORMANCE names the corpora. Rules that compare with the
old object are counted separately: offline there is none."""
import collections
import json
import os
import subprocess
import sys

try:
    import yaml
except ImportError:
    yaml = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))
FOLDERS = ["crds", os.path.join("kubernetes", "crd", "crds")]
LEAST = 99.0
# Definitions that the API server rejects as well: a default without a required field, and a rule that sorts objects.
REFUSED = [("lab-features/feats.yaml", "dobj.default"), ("lab-features/feats.yaml", "'isSorted' applied to 'list(object)")]


def rules(node):
    """Returns the number of rules in a part of a definition."""
    waiting, count = [node], 0
    while waiting:
        at = waiting.pop()
        if isinstance(at, list):
            waiting += at
        elif isinstance(at, dict):
            stated = at.get("x-kubernetes-validations")
            count += sum(1 for rule in stated if isinstance(rule, dict) and "rule" in rule) if isinstance(stated, list) else 0
            waiting += at.values()
    return count


def main():
    folders = [os.path.join(CORPUS, folder) for folder in FOLDERS]
    if yaml is None or not all(os.path.isdir(folder) for folder in folders):
        print(f"skipped: there are no definitions at {CORPUS}, or no PyYAML")
        return 77
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loader.add_constructor("tag:yaml.org,2002:value", lambda at, node: node.value)  # `=`, a string
    total, definitions = 0, 0
    for folder in folders:
        for at, _, names in os.walk(folder):
            for name in names:
                with open(os.path.join(at, name), encoding="utf-8") as file:
                    documents = [d for d in yaml.load_all(file, loader) if isinstance(d, dict) and d.get("kind") == "CustomResourceDefinition"]
                definitions += len(documents)
                total += rules(documents)
    run = subprocess.run([os.path.abspath(sys.argv[1]), "k8s", "-o", "jsonl", "--max-diagnostics", "none", *folders],
                         stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    kinds, wrong = collections.Counter(), []
    for line in run.stdout.splitlines():
        finding = json.loads(line)
        kinds[finding["code"]] += 1
        path = ".".join(map(str, finding.get("path") or []))
        if finding["severity"] == "error":
            print(finding["primary"]["file"], path, finding["code"], finding["message"])
            if not any(name in finding["primary"]["file"] and (part in path or part in finding["message"]) for name, part in REFUSED):
                wrong.append(finding)
    old, bad = kinds["KV704"], kinds["KV421"]
    share = 100.0 * (total - bad) / max(1, total)
    print(f"{definitions} definitions, {total} rules: {total - bad - old} are evaluated, {old} compare with the old object, "
          f"{bad} do not compile: {share:.2f} %")
    return 0 if len(wrong) == 0 and share >= LEAST and total > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
