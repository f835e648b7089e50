#!/usr/bin/env python3
"""Runs the tables of CEL expressions of the corpus, if present, and fails if less than 99 % of a table pass.
`suite.py KVAL`; KVAL_CONFORMANCE is the directory of the corpora (default: next to the project)."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))
LEAST = 99.0


def costs(kval):
    """Returns the number of expressions with the same cost as in Kubernetes, and the number of expressions with a cost."""
    with open(os.path.join(CORPUS, "kubernetes", "cel", "k8s.jsonl"), encoding="utf-8") as file:
        table = [json.loads(line) for line in file]
    asked = "".join(json.dumps({k: t[k] for k in ("id", "expr", "types", "vars") if k in t}) + "\n" for t in table)
    run = subprocess.run([kval, "cel", "--jsonl"], input=asked, stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    found = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    stated = [t for t in table if "cost" in t]
    return sum(1 for t in stated if found.get(t["id"], {}).get("cost") == t["cost"]), len(stated)


def main():
    runner = os.path.join(CORPUS, "kubernetes", "run.py")
    if not os.path.isfile(runner):
        print(f"skipped: there is no corpus at {CORPUS}")
        return 77
    kval = os.path.abspath(sys.argv[1])
    run = subprocess.run([sys.executable, runner, "--cel-cmd", f"{kval} cel --jsonl", "--show", "20"],
                         stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    print(run.stdout)
    shares = {name: float(share) for name, share in
              re.findall(r"^(spec|k8s|crd-rules) +\d+ +\d+ +([\d.]+)%$", run.stdout, re.MULTILINE)}
    same, stated = costs(kval)
    print(f"costs: {same} of {stated} are those that Kubernetes counts")
    return 0 if same >= stated * LEAST / 100 and len(shares) == 3 and all(share >= LEAST for share in shares.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
