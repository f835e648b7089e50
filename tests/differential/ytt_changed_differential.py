#!/usr/bin/env python3
"""Compares kval with ytt on the cases of the ytt corpus, each with one or two random changes: lines removed, repeated,
swapped or indented differently; words, values, annotations and code inserted. Verdict and output must agree. If both report
errors, kval must refer to every line that ytt refers to.

  ytt_changed_differential.py KVAL [--cases 1000] [--seed 1] [--ytt PATH]

Not a regular test, because the known differences of schemas/ytt/COMPATIBILITY.md are not excluded. Skipped with a message
without ytt or without the corpus. Differences are printed, and their files are kept in a directory."""
import argparse
import glob
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(HERE, "..", "..", "..", "shared", "conformance"))
INSPECT = "--data-values-inspect"
LEFT_OUT = ("--output-files", "--output-directory", "--files-inspect", "--debug", "version", "fmt", "pos", "-",
            "--data-values-schema-inspect")
LINES = ["#@overlay/replace", "#@overlay/match missing_ok=True", "#@overlay/remove", "#@overlay/append", "#@schema/nullable",
         "#@schema/type any=True", "#@schema/validation min_len=2", "#@schema/validation min=5", "#@schema/default 5",
         "#@schema/validation not_null=True", "#@ if True:", "#@ end", "#@ x = 1", '#@ fail("x")', '#@overlay/match by="name"',
         '#@overlay/match by=overlay.all, expects="0+"', "#@data/values", "#@data/values-schema", "---", "a: 1", "- 5",
         "#@ for i in range(2):", "#@ return 1", "#@ def zz():", "#@yaml/text-templated-strings", "#! note", "# plain",
         '#@ load("@ytt:nope", "nope")', '#@library/ref "@l"', "  x: #@ 1 / 0", "y: #@ undefined_name", ""]
WORDS = ["None", "1", '"s"', "[]", "zz", "True", "null", "{}"]
VALUES = ["null", "5", '"s"', "[]", "{}", "[1]", "{x: 1}", "true", "#@ 5", "#@ None", ""]


def known_cases():
    """Returns the files and arguments of short cases of the corpus without other dependencies."""
    cases = []
    for meta in sorted(glob.glob(os.path.join(CORPUS, "ytt", "cases", "*", "*", "meta.json"))):
        folder = os.path.dirname(meta)
        command = os.path.join(folder, "cmd.json")
        if not os.path.isdir(os.path.join(folder, "in")) or not os.path.exists(command):
            continue
        with open(command, encoding="utf-8") as file:
            arguments = json.load(file)
        needs_more = any(os.path.exists(os.path.join(folder, name)) for name in ("env", "stdin"))
        if needs_more or any(word in LEFT_OUT or word.startswith(("http", "--file-mark")) for word in arguments):
            continue
        files = {}
        for root, _, names in os.walk(os.path.join(folder, "in")):
            for name in names:
                path = os.path.join(root, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    files[os.path.relpath(path, os.path.join(folder, "in"))] = file.read()
        if files and sum(map(len, files.values())) < 6000:
            cases.append((files, arguments))
    return cases


def change_word(rng, lines, at):
    words = [match.span() for match in re.finditer(r"[\w.]+", lines[at])]
    if words:
        begin, end = rng.choice(words)
        others = re.findall(r"[\w.]+", rng.choice(lines)) + WORDS
        lines[at] = lines[at][:begin] + rng.choice(others) + lines[at][end:]


def changed(rng, files):
    files = dict(files)
    code = [name for name in files if name.endswith((".yml", ".yaml", ".star", ".txt"))]
    name = rng.choice(code or list(files))
    lines = files[name].split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    roll = rng.random()
    if roll < 0.2:
        del lines[at]
    elif roll < 0.3:
        lines.insert(at, lines[other])
    elif roll < 0.38:
        lines[at], lines[other] = lines[other], lines[at]
    elif roll < 0.58:
        lines.insert(at, re.match(" *", lines[at]).group() + rng.choice(LINES))
    elif roll < 0.72:
        change_word(rng, lines, at)
    elif roll < 0.82 and lines[at]:
        column = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:column] + lines[at][column + 1:]
    elif roll < 0.9:
        lines[at] = rng.choice(["  ", " "]) + lines[at] if rng.random() < 0.5 else re.sub("^  ?", "", lines[at])
    else:
        lines[at] = re.sub(r": *(\S.*)?$", lambda _: ": " + rng.choice(VALUES), lines[at], count=1)
    files[name] = "\n".join(lines)
    return files


def places(text):
    """Returns the lines that a message refers to, as `file:line`, including ytt's source excerpts."""
    found = set(re.findall(r"([\w./-]+\.(?:ya?ml|star|txt|json):\d+)", text))
    name = None
    for line in text.split("\n"):
        if match := re.match(r"^\s*([\w./-]+\.(?:ya?ml|star|txt|json)):\s*$", line):
            name = match.group(1)
        elif name and (match := re.match(r"^\s*(\d+) \|", line)):
            found.add(f"{name}:{match.group(1)}")
    return found


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    return result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def difference(theirs, mine):
    if theirs[0] == 2 or "goroutine" in theirs[2]:
        return ""  # a panic of ytt
    if (theirs[0] == 0) != (mine[0] == 0):
        return "verdict"
    if theirs[0] == 0:
        return "" if theirs[1] == mine[1] or not theirs[1].strip("{}[]null\n") else "output"
    return "places" if places(theirs[2]) - places(mine[1] + mine[2]) else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    known = known_cases() if options.ytt else []
    if not known:
        print("differential test skipped: there is no " + ("corpus" if options.ytt else "ytt on PATH"))
        return 77
    kval = os.path.abspath(options.kval)
    kinds = {}
    for number in range(options.cases):
        rng = random.Random(f"{options.seed} {number}")
        files, arguments = rng.choice(known)
        for _ in range(1 if rng.random() < 0.75 else 2):
            files = changed(rng, files)
        folder = tempfile.mkdtemp(prefix="kval-ytt-changed-")
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = "values" if INSPECT in arguments else "render"
        theirs = run([options.ytt] + arguments, folder)
        mine = run([kval, command] + [word for word in arguments if word != INSPECT], folder)
        kind = difference(theirs, mine)
        if not kind:
            shutil.rmtree(folder)
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        print(f"case {number}: {kind}: {folder}: {shlex.join(arguments)}\n  ytt {theirs[0]} {theirs[2][:400]}\n"
              f"  kval {mine[0]} {mine[2][:400]}")
    print(f"{options.cases} changed cases, {sum(kinds.values())} disagreements {kinds or ''}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
