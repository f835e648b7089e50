#!/usr/bin/env python3
"""Runs the tables of CEL expressions of the corpus beside the project, when it is there, and fails when one of them is
below 99 %. `suite.py KVAL`; the corpus is that of KVAL_CONFORMANCE."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))
LEAST = 99.0


def main():
    runner = os.path.join(CORPUS, "kubernetes", "run.py")
    if not os.path.isfile(runner):
        print(f"skipped: there is no corpus at {CORPUS}")
        return 0
    kval = os.path.abspath(sys.argv[1])
    run = subprocess.run([sys.executable, runner, "--cel-cmd", f"{kval} cel --jsonl", "--show", "20"],
                         stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    print(run.stdout)
    shares = {name: float(share) for name, share in
              re.findall(r"^(spec|k8s|crd-rules) +\d+ +\d+ +([\d.]+)%$", run.stdout, re.MULTILINE)}
    return 0 if len(shares) == 3 and all(share >= LEAST for share in shares.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
