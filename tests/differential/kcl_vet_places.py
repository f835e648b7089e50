#!/usr/bin/env python3
"""Checks that every finding about a failed check, a missing attribute or a wrong type has a location in the values file,
not only in the schema. Runs `kval vet` and `kval check` on the failing `kcl vet` cases of the corpus. Errors of the program
itself (exit code 2) are excluded, because they are not about values."""
import json
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))


def commands(kval, case):
    """Returns the commands of `kval vet` and `kval check` for a case."""
    schema = ["-s", case["schema"]] if case["schema"] else []
    vet = [kval, "vet", case["data_file"], case["schema_file"], "-a", case["attribute"],
           "--format", case["format"], "-o", "json"] + schema + shlex.split(case.get("args", ""))
    schema = ["--schema-name", case["schema"]] if case["schema"] else []
    check = [kval, "check", "-f", case["schema_file"], "--as", "values=" + case["data_file"],
             "--attribute-name", case["attribute"], "-o", "json"] + schema
    return [vet, check + shlex.split(case.get("args", ""))]


def misplaced(findings, data_file):
    """Returns the errors whose primary location is not in the data file."""
    wrong = []
    for finding in findings:
        place = finding.get("primary") or {}
        in_data = place.get("file") == data_file and place.get("start", {}).get("line", 0) >= 1
        if finding["severity"] == "error" and not in_data:
            wrong.append(f"{place.get('file')}: {finding['message']}")
    return wrong


def main():
    kval = os.path.abspath(sys.argv[1])
    index = os.path.join(CORPUS, "kcl", "index-vet.json")
    if not os.path.isfile(index):
        print(f"kcl_vet_places: skipped, there is no corpus at {CORPUS}")
        return 77
    with open(index, encoding="utf-8") as file:
        cases = [case for case in json.load(file) if case["expect"] != "ok" and not case["disabled"]]
    asked, failures = 0, 0
    for case in cases:
        folder = os.path.join(CORPUS, "kcl", case["dir"])
        for command in commands(kval, case):
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if run.returncode == 2:
                continue
            asked += 1
            wrong = misplaced(json.loads(run.stdout)["diagnostics"], case["data_file"])
            failures += 1 if wrong else 0
            for line in wrong:
                print(f"{case['id']} ({command[1]}): {line}")
    print(f"kcl_vet_places: {asked - failures} of {asked} answers name the line in the data, of {len(cases)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
