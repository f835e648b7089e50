#!/usr/bin/env python3
"""coverage.py BUILD [LIBRARY…]: compares the share of executed lines of each library with floors.tsv and fails if a share
is lower. Reads the counters that gcov writes. KVAL_UPDATE=1 records new floors, half a point below the measured shares.

A line counts once, independently of the number of programs that contain it. Headers count in their own directory."""

import collections
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLOORS = pathlib.Path(__file__).with_name("floors.tsv")
AT_ONCE = 40


def counters(build):
    """Returns the counts of every object: one JSON document of gcov each."""
    notes = sorted(path for path in build.rglob("*.gcno"))
    for begin in range(0, len(notes), AT_ONCE):
        words = ["gcov", "--json-format", "--stdout", *map(str, notes[begin:begin + AT_ONCE])]
        run = subprocess.run(words, cwd=build, capture_output=True, text=True, check=True)
        yield from (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{"))


def library_of(path):
    """Returns the library of a source file: src/lang/kcl/eval for src/lang/kcl/eval/a.cc, None for files that are not part
    of kval."""
    parts = path.parts
    if parts[0] not in ("src", "annotations", "schemas"):
        return None
    if parts[:2] == ("src", "lang"):
        return "/".join(parts[:-1] if parts[2] == "kcl" else parts[:3])
    return "/".join(parts[:2]) if parts[0] in ("src", "schemas") and len(parts) > 2 else parts[0]


def lines_of(build):
    """Returns, by library, all lines and the executed lines."""
    there, run = collections.defaultdict(set), collections.defaultdict(set)
    for told in counters(build):
        folder = pathlib.Path(told["current_working_directory"])
        for file in told["files"]:
            path = pathlib.Path(os.path.normpath(folder / file["file"]))
            if not path.is_relative_to(ROOT) or path.is_relative_to(build):
                continue
            library = library_of(path.relative_to(ROOT))
            if library is None:
                continue
            for line in file["lines"]:
                place = (path, line["line_number"])
                there[library].add(place)
                if line["count"] > 0:
                    run[library].add(place)
    return {library: (len(run[library]), len(places)) for library, places in there.items()}


def recorded():
    if not FLOORS.exists():
        return {}
    return {name: float(floor) for floor, name in (line.split("\t") for line in FLOORS.read_text(encoding="utf-8").splitlines())}


def main():
    found = lines_of(pathlib.Path(sys.argv[1]).resolve())
    if sys.argv[2:]:
        found = {name: counts for name, counts in found.items() if name in sys.argv[2:]}
    floors, failed = recorded(), False
    shares = {name: 100 * run / there for name, (run, there) in sorted(found.items())}
    for name, share in shares.items():
        floor = floors.get(name)
        is_less = floor is not None and share < floor
        failed = failed or is_less
        print(f"{share:6.1f} %  {found[name][1]:>7} lines  {name}"
              + ("" if floor is None else f"  <- less than {floor} %" if is_less else f"  (at least {floor} %)"))
    if os.environ.get("KVAL_UPDATE") == "1":
        floors.update({name: max(0.0, math.floor((share - 0.5) * 10) / 10) for name, share in shares.items()})
        FLOORS.write_text("".join(f"{floor}\t{name}\n" for name, floor in sorted(floors.items(), key=lambda one: one[0])),
                          encoding="utf-8")
        return 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
