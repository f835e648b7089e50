#!/usr/bin/env python3
"""Writes the comments and messages of the sources as text files for a prose checker, with the same line numbers.

usage: extract.py OUTPUT_DIRECTORY

For each source file, OUTPUT/comments/FILE.txt has its comments and OUTPUT/messages/FILE.txt its string literals of four or
more words. Prints the number of files written."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMENT = {".cc": "//", ".h": "//", ".def": "//", ".py": "#", ".cmake": "#", ".sh": "#"}
SKIPPED = ("testdata/", "licenses/")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def exceptions():
    """The regular expressions of .vale/exceptions.txt, as one."""
    with open(os.path.join(ROOT, ".vale", "exceptions.txt"), encoding="utf-8") as lines:
        return re.compile("|".join(line.split(" -- ")[0] for line in lines if not line.startswith("#")))


EXCEPTION = exceptions()


def comments(text, marker):
    """Each line reduced to its comment. A marker inside a string literal does not start a comment."""
    for line in text.split("\n"):
        plain = LITERAL.sub(lambda m: "_" * len(m.group(0)), line)
        at = plain.find(marker)
        yield line[at + len(marker):].strip() if at >= 0 and not line.startswith("#!") else ""


def messages(text):
    """Each line reduced to its string literals, without comments and short strings such as names."""
    for line in text.split("\n"):
        found = [m.group(1) for m in LITERAL.finditer(line) if len(m.group(1).split()) >= 4]
        yield " ".join(found) if not line.lstrip().startswith(("//", "#include")) else ""


def write(path, lines):
    lines = list(lines)
    if any(lines):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(EXCEPTION.sub("", "\n".join(lines)))
    return any(lines)


def main():
    output = sys.argv[1]
    files = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout
    written = 0
    for name in files.split("\n"):
        marker = COMMENT.get(os.path.splitext(name)[1])
        if marker is None or name.startswith(SKIPPED):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8") as source:
            text = source.read()
        written += write(os.path.join(output, "comments", name + ".txt"), comments(text, marker))
        if marker == "//" and not name.startswith("tests/"):
            written += write(os.path.join(output, "messages", name + ".txt"), messages(text))
    print(f"extract: {written} files")


if __name__ == "__main__":
    main()
