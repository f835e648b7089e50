#!/usr/bin/env python3
"""Compiles the rows of a table to elements of an array in C++.

  rows_to_cpp.py TABLE OUTPUT

Each line of TABLE becomes `{"COLUMN", "COLUMN"…},`. Columns are separated by tabs. Empty lines and lines that begin with `#` are
ignored. Standard library only."""
import sys


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    table, output = sys.argv[1:]
    with open(table, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    with open(output, "w", encoding="utf-8", newline="\n") as out:
        for line in lines:
            if line and not line.startswith("#"):
                out.write("{" + ", ".join(map(literal, line.split("\t"))) + "},\n")


if __name__ == "__main__":
    main()
