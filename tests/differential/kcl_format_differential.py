#!/usr/bin/env python3
"""Compares `kval fmt` with KCL's formatter (kcl_lib): the formatted programs of testdata must have the same bytes.

  kcl_format_differential.py KVAL [DIRECTORY ...] [--show 20]

Without directories: the KCL files of testdata. Skipped with a message without kcl_lib. A difference is printed unless KCL's
formatter changes the meaning or its output: floats that become integers, comments that hide code, `x is not None` in a check
line, text that KCL formats differently the second time, values of one line after `if`, the least integer, line breaks in types, and the
places of some comments behind `if` entries. Files that KCL does not change are not
compared: it keeps those with syntax errors, and accepts fewer programs than kval."""
import argparse
import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from kcl_peer import Peer, is_there

# Script of the peer: formats a file twice.
ANSWER = r'''
def answer(service, api, case):
    texts = []
    for _ in range(2):
        service.format_path(api.FormatPathArgs(path=case["file"]))
        texts.append(open(case["file"], encoding="utf-8", newline="").read())
    return {"ok": True, "text": texts[0], "again": texts[1]}
'''
NUMBER = re.compile(r"(?<![\w.])\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?a?")


def numbers_as_values(text):
    return NUMBER.sub(lambda match: repr(float(match[0].rstrip("a").replace("_", ""))), text)


def without_comments(text):
    return "".join(re.sub(r"#[^\n]*", "", text).split())


def is_known(ours, theirs, again):
    """Whether KCL's output is not worth having, or the texts differ in the notation of whole floats only."""
    hides = re.search(r" #[^\n]*(?::|,|\]:)\n", theirs) and "lambda" in theirs + ours or re.search(r"(?:if|schema) [^\n]* #[^\n]*:\n", theirs)
    return (again != theirs or hides or "not None" in theirs or re.search(r"(?:, |\{|\[)if [^\n]*:\n", theirs)
            or numbers_as_values(ours) == numbers_as_values(theirs) or without_comments(ours) == without_comments(theirs)
            or "--9223372036854775808" in theirs or "A line break cannot stand in a type" in ours or "Beyond the release" in ours)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("directories", nargs="*")
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    if not is_there():
        print("skipped: the Python package kcl_lib is not installed")
        return 77
    roots = options.directories or [pathlib.Path(__file__).resolve().parents[2] / "testdata"]
    files = sorted(file for root in roots for file in pathlib.Path(root).rglob("*.k") if file.is_file())
    equal = known = invalid = 0
    differences = []
    with tempfile.TemporaryDirectory() as directory:
        peer = Peer(ANSWER, directory)
        copy = pathlib.Path(directory) / "main.k"
        for file in files:
            shutil.copyfile(file, copy)
            ours = subprocess.run([options.kval, "fmt", "-"], stdin=file.open("rb"), capture_output=True)
            theirs = peer.ask({"file": str(copy)})
            is_unchanged = theirs["ok"] and theirs["text"].encode() == file.read_bytes() != ours.stdout  # KCL reports no syntax errors
            if ours.returncode == 1 or not theirs["ok"] or is_unchanged:
                invalid += 1
            elif ours.returncode == 0 and ours.stdout == theirs["text"].encode():
                equal += 1
            elif ours.returncode == 0 and is_known(ours.stdout.decode(), theirs["text"], theirs["again"]):
                known += 1
            else:
                differences.append(file)
                if len(differences) <= options.show:
                    print(f"=== {file} (exit code {ours.returncode})")
                    sys.stdout.writelines(difflib.unified_diff(theirs["text"].splitlines(True), ours.stdout.decode().splitlines(True), "KCL", "kval"))
    print(f"{len(files)} files: {equal} equal, {known} with a known difference, {invalid} with syntax errors, {len(differences)} differ")
    return 1 if differences or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
