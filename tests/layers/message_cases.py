#!/usr/bin/env python3
"""Checks that every message of a diagnostic occurs in a test, an expected output or a page.

usage: message_cases.py [ROOT]

A message is the text next to a diag::Kind or diag::ResourceRule in a source file below src, schemas or annotations, or a
message of schemas/kubernetes/tables/field_rules.tsv. It is split where values are inserted; the longest part must occur in testdata, tests, docs or src/explain/pages. Messages that no case shows yet
cause are listed in without_case.txt next to this script, each with its reason."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(HERE))
SOURCES = ("src/", "schemas/", "annotations/")
CORPUS = ("testdata/", "tests/", "docs/", "src/explain/pages/", "seeds/")
# The literal after a kind; adjacent literals are one string.
MESSAGE = re.compile(r'(?:Kind::k\w+|Def<[^>]*> k\w+\{(?:diag::)?ResourceRule\(\d+\)),\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)')
PART = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
ESCAPES = {r'\"': '"', r"\n": "\n", r"\\": "\\", r"\t": "\t"}


def unescaped(text):
    return re.sub(r'\\["nt\\]', lambda m: ESCAPES[m.group(0)], text)


def messages(name, text):
    """Yields the line and the text of each message."""
    if name.endswith("field_rules.tsv"):
        for number, row in enumerate(text.splitlines(), 1):
            if not row.startswith("#"):
                yield number, row.split("\t")[3]
        return
    for found in MESSAGE.finditer(text):
        yield text.count("\n", 0, found.start(1)) + 1, unescaped("".join(PART.findall(found.group(1))))


def longest_part(message):
    return max((part.strip() for part in re.split(r"\{[\w.]*\}|\n", message)), key=len)


def files(prefixes):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\n") if name.startswith(prefixes)]


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def main():
    corpus = "\n".join(read(name) for name in files(CORPUS) if os.path.isfile(os.path.join(ROOT, name)) and "/without_case.txt" not in name)
    corpus = re.sub(r'"\s*\n\s*"', "", unescaped(corpus))
    with open(os.path.join(HERE, "without_case.txt"), encoding="utf-8") as lines:
        allowed = {line.split(" -- ")[0] for line in lines if line.strip() and not line.startswith("#")}
    missing, used, count = [], set(), 0
    for name in files(SOURCES):
        if not name.endswith((".cc", ".h", "field_rules.tsv")):
            continue
        for line, text in messages(name, read(name)):
            part = longest_part(text)
            count += 1
            if part in corpus:
                continue
            if part in allowed:
                used.add(part)
            else:
                missing.append(f"{name}:{line}: {part}")
    for message in missing:
        print(message)
    for part in sorted(allowed - used):
        print(f"without_case.txt: no longer needed: {part}")
    print(f"{count} messages, {len(missing)} without a test")
    return 1 if missing or allowed - used else 0


if __name__ == "__main__":
    sys.exit(main())
