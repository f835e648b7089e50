#!/usr/bin/env python3
"""instructions.py PROGRAM: counts the instructions of kval in fixed scenarios and compares them with instructions.tsv. An
increase of more than 3 % fails. KVAL_UPDATE=1 records the current counts.

PROGRAM must be a build of the preset `dev`. Only kval's code is counted, without the dynamic linker and the C and C++
libraries, which select functions by the processor. The counts are therefore equal on all machines with the same compiler.
With another compiler than the recorded one, the script reports this and compares nothing."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
from scenarios import SCENARIOS  # noqa: E402

RECORD = FOLDER / "instructions.tsv"
MOST = 1.03
SLACK = 3000  # tolerance in instructions: differences of the dynamic linking are significant in very short runs


def makers_of(program):
    """Returns the program's compiler, and the number of instructions of the linker's stub for library calls."""
    text = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True, check=True).stdout
    stub = 3 if "mold" in text else 1
    return " ".join(re.findall(r"GCC: .+|clang version .+", text)) or "an unknown compiler", stub


def own_cost(path, program, stub):
    """Returns the instructions of the program's object in callgrind's output, without the linker's stubs. Each call of
    another object executes one stub."""
    total, own, skip, leaves = 0, False, False, False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("ob="):
                own = line.rstrip().endswith(program)
            elif line.startswith("cob="):
                leaves = not line.rstrip().endswith(program)
            elif line.startswith("calls="):
                total -= stub * int(line[6:].split()[0]) if own and leaves else 0
                skip, leaves = True, False  # the next line is the inclusive cost of the called function
            elif line[0].isdigit() or line[0] in "+-*":
                if own and not skip:
                    total += int(line.split()[1])
                skip = False
    return total


def count(program, stub, scenario, folder):
    place = folder / "run"
    shutil.rmtree(place, ignore_errors=True)
    for name, text in scenario.files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    place.mkdir(exist_ok=True)
    out = folder / "callgrind.out"
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no", "--compress-pos=no",
         "--dump-line=no", program, *scenario.args],
        cwd=place, env={"PATH": os.environ["PATH"], "HOME": str(folder), "LD_BIND_NOW": "1"}, capture_output=True, text=True, check=False)
    if run.returncode != scenario.status:
        sys.exit(f"{scenario.name}: exit status {run.returncode}, not {scenario.status}:\n{run.stdout}{run.stderr}")
    return own_cost(out, program, stub)


def recorded():
    if not RECORD.exists():
        return "", {}
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    return lines[0].removeprefix("# "), {name: int(number) for number, name in (line.split("\t") for line in lines[1:])}


def main():
    if not shutil.which("valgrind"):
        sys.exit("instructions: valgrind is missing (scripts/setup installs it)")
    compiler, before = recorded()
    update = os.environ.get("KVAL_UPDATE") == "1"
    with tempfile.TemporaryDirectory(prefix="kval") as name:
        folder = pathlib.Path(name)
        program = str(folder / "kval")
        # Strip the debug information: valgrind would read it at every start.
        subprocess.run(["strip", "--strip-debug", "-o", program, sys.argv[1]], check=True)
        here, stub = makers_of(program)
        if here != compiler and not update:
            print(f"instructions: recorded with {compiler}, this program is made by {here}: not compared")
            return 0
        counts = {scenario.name: count(program, stub, scenario, folder) for scenario in SCENARIOS}
    if update:
        RECORD.write_text(f"# {here}\n" + "".join(f"{n}\t{name}\n" for name, n in counts.items()), encoding="utf-8")
        return 0
    failed = False
    for name, now in counts.items():
        was = before.get(name)
        ratio = now / was if was else float("inf")
        more = not was or now > was * MOST + SLACK
        failed = failed or more
        word = "MORE" if more else "less: record it" if now < was * (2 - MOST) - SLACK else "ok"
        print(f"{now:>13,}  {was or 0:>13,}  {ratio:6.3f}  {name}{'' if word == 'ok' else '  <- ' + word}")
    if failed:
        print("instructions: more than 3 % more than recorded. Reduce it, or give the reason in the commit that records it:\n"
              "  KVAL_UPDATE=1 python3 tests/bench/instructions.py build/dev/src/cli/kval")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
