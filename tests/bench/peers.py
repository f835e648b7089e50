#!/usr/bin/env python3
"""peers.py PROGRAM [--write] [CONTEST…]: compares kval with every available peer in alternating runs. Prints the medians of
wall time, CPU time and peak memory, the median ratio of paired runs, and the result of each target.

Peers: ytt (KVAL_YTT or PATH), kcl_lib, helm, kubeconform (KVAL_KUBERNETES_SCHEMAS: location of its schemas),
check-jsonschema, ajv, @sourcemeta/jsonschema (KVAL_SOURCEMETA_JSONSCHEMA: the program). --write writes the table and the
chart to docs/."""

import datetime
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
import chart  # noqa: E402
from contests import contests, peers, write  # noqa: E402

DOCS = FOLDER.parent.parent / "docs"
MARKS = ("<!-- table -->\n", "<!-- end of the table -->\n")


class Run(NamedTuple):
    wall: float  # ms
    cpu: float  # ms
    memory: float  # MB
    status: int


def compiled(folder, name, source):
    program = folder / name
    subprocess.run(["cc", "-O2", "-static", "-o", program, source], check=True)
    return str(program)


def run_once(measure, words, place):
    numbers = subprocess.run([measure, *words], cwd=place, capture_output=True, text=True, check=True).stdout.split()
    wall, user, system, memory, status = map(int, numbers)
    return Run(wall / 1e6, (user + system) / 1e3, memory * 1024 / 1e6, status)


def hold(contest, measure, place):
    """Runs the programs alternately. Returns, by program, the medians and the ratio of its wall time to kval's."""
    write(contest.files, place)
    runs = {name: [] for name in contest.commands}
    for _ in range(contest.runs + 1):
        for name, words in contest.commands.items():
            runs[name].append(run_once(measure, words, place))
    runs = {name: all_of[1:] for name, all_of in runs.items()}  # drop the first runs, which read from the disk
    medians = {name: Run(*(statistics.median(getattr(run, field) for run in all_of) for field in Run._fields))
               for name, all_of in runs.items()}
    ratios = {name: statistics.median(run.wall / own.wall for run, own in zip(all_of, runs["kval"]))
              for name, all_of in runs.items()}
    return medians, ratios


def rows_of(contest, medians, ratios):
    verdicts = [f"{'met' if target.holds(medians, ratios) else '**missed**'}: {target.text}" for target in contest.targets]
    for name, run in medians.items():
        is_kval = name == "kval"
        failed = run.status > 1 and contest.name != "an option that is none"
        yield [contest.name if is_kval else "", name + (f" (status {run.status:.0f})" if failed else ""), f"{run.wall:.2f}",
               f"{run.cpu:.2f}", f"{run.memory:.1f}", "" if is_kval else chart.times(ratios[name]),
               "; ".join(verdicts) if is_kval else ""]


def table_of(rows):
    head = ["", "program", "wall ms", "CPU ms", "peak MB", "times kval", "target"]
    lines = [head, ["---", "---", "---:", "---:", "---:", "---:", "---"], *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def put_into(path, text):
    before, rest = path.read_text(encoding="utf-8").split(MARKS[0])
    path.write_text(before + MARKS[0] + text + MARKS[1] + rest.split(MARKS[1])[1], encoding="utf-8")


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    found = peers()
    rows, bars = [], []
    with tempfile.TemporaryDirectory(prefix="kval") as name:
        folder = pathlib.Path(name)
        # A copy in the directory of the empty program: a file written by the linker takes longer to start.
        kval = shutil.copy(words[0], folder / "kval")
        (folder / "empty.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
        measure, empty = compiled(folder, "measure", FOLDER / "measure.c"), compiled(folder, "empty", folder / "empty.c")
        for contest in contests(str(kval), empty, found):
            if words[1:] and contest.name not in words[1:]:
                continue
            place = folder / "place"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            medians, ratios = hold(contest, measure, place)
            new = list(rows_of(contest, medians, ratios))
            print(table_of(new).split("\n", 2)[2] if rows else table_of(new), end="", flush=True)
            rows += new
            bars += [(contest.name, peer, ratio) for peer, ratio in ratios.items() if peer in chart.PEERS]
    missing = [peer for peer in ("ytt", "kcl_lib", "helm", "kubeconform", "check-jsonschema", "jsonschema", "ajv")
               if peer not in found]
    said = f"Peers that were not there: {', '.join(missing)}.\n" if missing else ""
    print(said, end="")
    if "--write" in sys.argv:
        date = datetime.date.today().isoformat()
        put_into(DOCS / "performance.md",
                 f"\nMeasured on {date}, {os.cpu_count()} processors.{' ' + said if said else chr(10)}\n{table_of(rows)}\n")
        (DOCS / "performance.svg").write_text(chart.drawn(bars), encoding="utf-8")


if __name__ == "__main__":
    main()
