#!/usr/bin/env python3
"""Runs the conformance corpora next to the project, if present, and fails if fewer cases pass than recorded in
tests/conformance/counts.json. `--update` records the current counts; a recorded count never decreases."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))
COUNTS = os.path.join(HERE, "counts.json")
VALUES_AREAS = "schema-author,schema-consumer,validations,data-values"


def ytt_copy(folder):
    """Copies the ytt corpus and creates each case's `in` directory, because git does not store empty directories."""
    copy = os.path.join(folder, "ytt")
    shutil.copytree(os.path.join(CORPUS, "ytt"), copy)
    for name in ("cases", "wild"):
        for area in os.scandir(os.path.join(copy, name)):
            os.chmod(area.path, 0o755)
            for case in os.scandir(area.path):
                os.chmod(case.path, 0o755)
                os.makedirs(os.path.join(case.path, "in"), exist_ok=True)
    return copy


def runs(kval, ytt_folder):
    """Returns name -> command of the corpus's runner."""
    ytt = os.path.join(ytt_folder, "run.py")
    kcl = os.path.join(CORPUS, "kcl", "run.py")
    helm = os.path.join(CORPUS, "helm")
    helm_merge = [sys.executable, os.path.join(helm, "merge", "run.py"), "--dir", os.path.join(helm, "merge", "public")]
    helm_schema = [sys.executable, os.path.join(helm, "schema", "run.py"), "--dir",
                   os.path.join(helm, "schema", "public")]
    k8s = [sys.executable, os.path.join(CORPUS, "kubernetes", "run.py"), "--cmd", f"{kval} k8s {{flags}} {{files}}",
           "--version-flag", "--k8s-version {version}"]
    values = [sys.executable, ytt, "--cmd", f"{kval} values {{files}} {{flags}}", "--mode", "values"]
    return {
        "ytt-values-core": values + ["--areas", VALUES_AREAS],
        "ytt-values": values,
        "ytt-values-wild": values + ["--cases", os.path.join(ytt_folder, "wild")],
        "ytt-render": [sys.executable, ytt, "--cmd", f"{kval} render {{args}}"],
        "kcl-core": [sys.executable, kcl, "--set", "grammar,extra", "--core", "--cmd",
                     f"{kval} run --allow-effects {{main}} {{args}}"],
        "kcl": [sys.executable, kcl, "--set", "grammar,extra", "--cmd",
                f"{kval} run --allow-effects {{main}} {{args}}"],
        "kcl-vet": [sys.executable, kcl, "--set", "vet", "--vet-cmd",
                    f"{kval} vet {{data}} {{schema_file}} {{flags}}"],
        "helm-merge": helm_merge + ["--cmd", f"{kval} values --chart {{chart}} {{args}} -o json"],
        "helm-merge-lint": helm_merge + ["--mode", "lint", "--cmd",
                                         f"{kval} values --lint --chart {{chart}} {{args}} -o json"],
        "helm-schema": helm_schema + ["--cmd", f"{kval} helm {{chart}} {{args}}"],
        "helm-schema-lint": helm_schema + ["--mode", "lint", "--cmd", f"{kval} helm --lint {{chart}} {{args}}"],
        "k8s-builtin": k8s + ["--areas", "builtin"],
        "k8s-crd": k8s + ["--areas", "crd", "--version-always"],
    }


# Result field to count. For complete outputs only the verdict and output count: kval's error messages differ.
FIGURES = {"ytt-render": "pass", "helm-merge": "pass", "helm-merge-lint": "pass", "k8s-builtin": "pass", "k8s-crd": "pass"}
# For manifests: also count findings with the field and the line of the API server's error.
PLACES = {"-path": ("haspath", "named"), "-line": ("hasline", "lined")}


def count(name, command):
    """Returns name -> (number of correct cases, number of cases)."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run(command + ["--json", report], stdout=subprocess.DEVNULL, check=False)
        with open(report, encoding="utf-8") as file:
            results = json.load(file)
    rows = results["results"] if isinstance(results, dict) else results
    figure = FIGURES.get(name, "strict" if name.startswith("kcl") else "exact")
    counts = {name: (sum(1 for row in rows if row.get(figure)), len(rows))}
    for suffix, (is_known, is_right) in PLACES.items() if name.startswith("k8s") else ():
        known = [row for row in rows if row.get(is_known)]
        counts[name + suffix] = (sum(1 for row in known if row.get(is_right)), len(known))
    return counts


def count_cel(kval):
    """Returns name of table -> (number of correct expressions, number of expressions)."""
    command = [sys.executable, os.path.join(CORPUS, "kubernetes", "run.py"), "--cel-cmd", f"{kval} cel --jsonl"]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    return {"cel-" + name: (int(good), int(total)) for name, total, good in
            re.findall(r"^(spec|k8s|crd-rules) +(\d+) +(\d+) ", run.stdout, re.MULTILINE)}


def judged(counts, recorded):
    """Compares counts with the recorded ones and prints the result. Returns name -> passed; raises `recorded` in place."""
    held = {}
    for name, (good, total) in counts.items():
        least = recorded.get(name, 0)
        held[name] = good >= least
        verdict = "ok" if held[name] else "FEWER THAN BEFORE"
        print(f"ratchet: {name}: {good} of {total} (recorded {least}) {verdict}", flush=True)
        recorded[name] = max(good, least)
    return held


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    kval = os.path.abspath(arguments[0])
    update = "--update" in sys.argv
    if not os.path.isdir(CORPUS):
        print(f"ratchet: skipped, there is no corpus at {CORPUS}")
        return 0
    recorded = {}
    if os.path.exists(COUNTS):
        with open(COUNTS, encoding="utf-8") as file:
            recorded = json.load(file)
    held = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, command in runs(kval, ytt_copy(folder)).items():
            if name not in recorded and not update:
                continue
            held |= judged(count(name, command), recorded)
    held |= judged(count_cel(kval), recorded)
    if update:
        with open(COUNTS, "w", encoding="utf-8") as file:
            json.dump(recorded, file, indent=1)
            file.write("\n")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
