#!/usr/bin/env python3
"""Compares `kval helm template` with Helm: the output and whether the chart is accepted.

  helm_template_differential.py KVAL TESTDATA [--helm PATH] [--charts DIR] [--version 3|4] [--limit N] [--verbose]

Charts are those of the golden cases in TESTDATA, and all below DIR (default: the environment variable KVAL_CHARTS),
each with its own values and with each of its `ci/*-values.yaml`. Lines that two runs of Helm print differently are
random; differing lines with today's date are dated. Both are counted separately.

Skipped with a message if helm is not on PATH. Fails if an output or a verdict of a golden case differs, or more than
0.5 % of those of other charts."""
import argparse
import collections
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import time

KUBE_VERSION = "1.37.0"
TODAY = re.compile(time.strftime(r"%Y|%y%m%d|%d%m%y|\\b") + str(int(time.time()))[:4])
ALLOWED = 0.005


def charts_below(directory):
    """The charts that lie in no other chart."""
    for folder, folders, files in os.walk(directory):
        if "Chart.yaml" in files:
            yield folder
            folders.clear()
        folders[:] = sorted(name for name in folders if name != ".git")


def run(program, chart, values, version, timeout):
    command = [program] + (["helm"] if program == ARGUMENTS.kval else []) + ["template", "web", chart]
    command += ["--kube-version", KUBE_VERSION, "--namespace", "prod", "--include-crds"]
    command += ["--helm-version", version] if program == ARGUMENTS.kval else []
    for file in values:
        command += ["-f", file]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None, b"", b"timeout"
    return done.returncode == 0, done.stdout, done.stderr


def changed_lines(a, b):
    """The lines of the second text that the first does not have, and the reverse."""
    a, b = a.decode(errors="replace").split("\n"), b.decode(errors="replace").split("\n")
    old, new = [], []
    for line in difflib.unified_diff(a, b, n=0, lineterm=""):
        if line.startswith("-") and not line.startswith("---"):
            old.append(line[1:])
        elif line.startswith("+") and not line.startswith("+++"):
            new.append(line[1:])
    return old, new


def classify(chart, values):
    """What differs, and the lines that show it."""
    accepted, expected, why = run(ARGUMENTS.helm, chart, values, ARGUMENTS.version, 120)
    took, printed, message = run(ARGUMENTS.kval, chart, values, ARGUMENTS.version, 120)
    if b"HTTP request failed" in why:
        return "network", []
    if accepted != took:
        return "verdict", [f"helm: {'accepts' if accepted else why.decode(errors='replace')[:600]}",
                           f"kval: {'accepts' if took else message.decode(errors='replace')[:1500]}"]
    if not accepted:
        return "both reject", []
    if expected == printed:
        return "equal", []
    old, new = changed_lines(expected, printed)
    random_lines = set(changed_lines(expected, run(ARGUMENTS.helm, chart, values, ARGUMENTS.version, 120)[1])[0])
    rest = [line for line in old if line not in random_lines]
    if not rest:
        return "random", []
    if all(TODAY.search(line) for line in rest):
        return "dated", []
    return "output", ["- " + line for line in old[:6]] + ["+ " + line for line in new[:6]]


def compare(charts, total):
    counts = collections.Counter()
    for chart in charts:
        files = sorted(glob.glob(os.path.join(glob.escape(chart), "ci", "*values.y*ml")))
        for values in [[]] + [[file] for file in files]:
            if sum(counts.values()) >= total:
                return counts
            outcome, lines = classify(chart, values)
            counts[outcome] += 1
            if outcome in ("verdict", "output") or ARGUMENTS.verbose:
                print(f"{outcome}: {chart} {' '.join(values)}")
                print("".join(f"    {line}\n" for line in lines), end="", flush=True)
    return counts


def is_good(counts, allowed):
    total = sum(counts.values())
    print(", ".join(f"{counts[name]} {name}" for name in sorted(counts)) or "no charts", f"of {total} runs")
    return counts["verdict"] + counts["output"] <= allowed * total


def main():
    if ARGUMENTS.helm is None:
        print("skipped: helm is not on PATH")
        return 77
    good = is_good(compare(charts_below(ARGUMENTS.testdata), ARGUMENTS.limit), 0)
    if ARGUMENTS.charts:
        good = is_good(compare(charts_below(ARGUMENTS.charts), ARGUMENTS.limit), ALLOWED) and good
    return 0 if good else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("testdata")
    parser.add_argument("--version", default="3")
    parser.add_argument("--helm")
    parser.add_argument("--charts", default=os.environ.get("KVAL_CHARTS"))
    parser.add_argument("--limit", type=int, default=100000)
    parser.add_argument("--verbose", action="store_true")
    ARGUMENTS = parser.parse_args()
    ARGUMENTS.helm = ARGUMENTS.helm or shutil.which("helm" if ARGUMENTS.version == "3" else "helm4")
    sys.exit(main())
