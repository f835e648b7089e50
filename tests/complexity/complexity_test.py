#!/usr/bin/env python3
"""Checks for linear complexity: doubling the input size may increase the instruction count at most by a factor of 2.3.

valgrind counts the instructions, so the result does not depend on the machine. The instructions of a run with input of
size 1 are subtracted. `complexity_test.py PROGRAM [KIND…]` runs all kinds of input, or the named ones."""

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
# Minimum of instructions above the baseline. Below it the ratio is not significant and the kind needs a larger size.
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
