#!/usr/bin/env python3
"""Compares kval with KCL on random programs: verdict and output of `kval run` must agree with kcl_lib.

  kcl_differential.py KVAL [--cases 600] [--seed 1] [--kind lists,config,...] [--places]

`--kind changed` modifies the programs of the corpus.

Skipped with a message if the Python package kcl_lib cannot be imported. A difference is printed with its program and both
outputs, and its files are kept in a directory. The generator excludes the known differences of COMPATIBILITY.md."""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from kcl_arguments import Arguments
from kcl_changed import Changed
from kcl_floats import Floats
from kcl_peer import Peer, is_there
from kcl_programs import KINDS, Generator
from kcl_texts import Texts

# Script of the peer: runs a program.
ANSWER = r'''
def answer(service, api, case):
    args = api.ExecProgramArgs(k_filename_list=[case["file"]], work_dir=case["dir"],
                               args=[api.Argument(name=k, value=v) for k, v in case["options"]],
                               overrides=case["overrides"])
    result = service.exec_program(args)
    return {"ok": not result.err_message, "text": result.log_message + result.yaml_result, "error": result.err_message}
'''


class Programs(Generator, Arguments, Changed, Floats, Texts):
    """Generator of all kinds of random programs."""


def lines_named(text):
    """Returns the lines of the main file that an error message refers to."""
    return set(re.findall(r"main\.k:(\d+)", text))


def agree(ours, theirs, with_places):
    if not theirs["ok"]:
        named = lines_named(theirs["error"])
        is_placed = not with_places or not named or named & lines_named(ours.stderr)
        return ours.returncode != 0 and is_placed
    return ours.returncode == 0 and ours.stdout.strip() == theirs["text"].strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default=",".join([*KINDS, "arguments", "floats", "texts"]))
    parser.add_argument("--places", action="store_true", help="errors name a line that KCL names, too")
    options = parser.parse_args()
    if not is_there():
        print("kcl_differential: skipped, there is no kcl_lib")
        return 77
    kval = os.path.abspath(options.kval)
    kinds = options.kind.split(",")
    failures = {kind: 0 for kind in kinds}
    accepted = 0
    kept = tempfile.mkdtemp(prefix="kcl_differential_")
    peer = Peer(ANSWER, kept)
    for number in range(options.cases):
        kind = kinds[number % len(kinds)]
        nth = number // len(kinds)  # the seed of a program does not depend on the other selected kinds
        made = getattr(Programs(random.Random(f"{options.seed} {kind} {nth}")), kind)()
        made, given, overrides = made if isinstance(made, tuple) else (made, [], [])
        files = made if isinstance(made, dict) else {"main.k": made}
        program = "".join(text if len(files) == 1 else f"--- {name}\n{text}" for name, text in files.items())
        folder = os.path.join(kept, str(number))
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        path = os.path.join(folder, "main.k")
        theirs = peer.ask({"file": path, "dir": folder, "options": given, "overrides": overrides})
        flags = [part for key, value in given for part in ("-D", f"{key}={value}")]
        flags += [part for override in overrides for part in ("-O", override)]
        ours = subprocess.run([kval, "run", "main.k"] + flags, cwd=folder, capture_output=True, text=True, check=False)
        accepted += theirs["ok"]
        if agree(ours, theirs, options.places):
            shutil.rmtree(folder)
            continue
        failures[kind] += 1
        print(f"--- {kind} in {folder} {' '.join(flags)}\n{program}--- KCL: "
              f"{theirs['text'] if theirs['ok'] else theirs['error'][:400]}\n--- kval: {ours.stdout}{ours.stderr[:400]}")
    wrong = sum(failures.values())
    print(f"kcl_differential: {options.cases - wrong} of {options.cases} agree, {accepted} are accepted; "
          + ", ".join(f"{kind} {count}" for kind, count in failures.items() if count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
