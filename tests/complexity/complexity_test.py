#!/usr/bin/env python3
"""Twice the input costs at most 2.3 times the instructions, for each kind of input that could cost more.

The instructions are counted by valgrind, so that the outcome is the same on every machine. What a run costs with next
to no input is taken off. `complexity_test.py PROGRAM` runs all kinds; further arguments choose some by name."""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

from kinds import KINDS
from language_kinds import LANGUAGE_KINDS
from lookup_kinds import LOOKUPS
from products import PRODUCTS

MOST = 2.3
# Below this many instructions beyond the start, a ratio says nothing: the kind's size is too small.
LEAST = 2_000_000


def instructions(program, folder, args, stdin=b""):
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, *args],
        cwd=folder, capture_output=True, input=stdin, timeout=900)
    if run.returncode not in (0, 1, 2, 3):
        raise RuntimeError(f"exit {run.returncode}: {run.stderr[-500:]!r}")
    found = re.search(rb"I\s+refs:\s+([\d,]+)", run.stderr)
    return int(found.group(1).replace(b",", b"")), run.returncode


def measure(program, kind, size):
    with tempfile.TemporaryDirectory(prefix="kval-complexity-") as folder:
        files, args = kind.make(size)
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
        given = files.get("stdin", "")
        return instructions(program, folder, args, given.encode())


def judge(program, kind):
    base, _ = measure(program, kind, 1)
    one, status = measure(program, kind, kind.size)
    two, _ = measure(program, kind, 2 * kind.size)
    ratio = (two - base) / max(one - base, 1)
    fault = ""
    if status != kind.status:
        fault = f"exit {status} where {kind.status} is expected"
    elif one - base < LEAST:
        fault = "the input is too small to tell"
    elif ratio > MOST:
        fault = f"more than {MOST}"
    return f"{kind.name:32} {one - base:14,} {two - base:14,} {ratio:6.2f}  {fault}", not fault


def main():
    program = os.path.abspath(sys.argv[1])
    chosen = [kind for kind in [*KINDS, *LANGUAGE_KINDS, *PRODUCTS, *LOOKUPS] if len(sys.argv) < 3 or kind.name in sys.argv[2:]]
    print(f"{'kind':32} {'n':>14} {'2n':>14} {'ratio':>6}")
    ok = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line, fine in pool.map(lambda kind: judge(program, kind), chosen):
            print(line, flush=True)
            ok = ok and fine
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
