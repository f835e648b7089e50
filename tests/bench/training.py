#!/usr/bin/env python3
"""training.py PROGRAM: runs an instrumented program (cmake/Profile.cmake) for profile-guided optimization: the twenty
scenarios with recorded instruction counts, repeated so that all have the same weight, and every golden case once, so that
rare code is not marked as never executed. The repetitions are derived from the recorded counts, not from run times, so the
profile is reproducible."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(FOLDER))
from instructions import recorded  # noqa: E402
from scenarios import SCENARIOS  # noqa: E402

WEIGHT = 150_000_000  # recorded instructions per scenario, over all of its runs
MOST_RUNS = 100


def run(program, words, folder, environment, given=b""):
    return subprocess.run([program, *words], cwd=folder, env=environment, input=given, capture_output=True, check=False)


def scenarios(program, place, environment):
    _, counts = recorded()
    for scenario in SCENARIOS:
        folder = place / scenario.name
        for name, text in scenario.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        folder.mkdir(exist_ok=True)
        for _ in range(max(1, min(MOST_RUNS, WEIGHT // counts.get(scenario.name, WEIGHT)))):
            ended = run(program, scenario.args, folder, environment)
            if ended.returncode != scenario.status:
                sys.exit(f"training: {scenario.name} ended with {ended.returncode}: {ended.stderr.decode(errors='replace')}")


def words_of(case):
    if (case / "args").exists():
        return (case / "args").read_text(encoding="utf-8").splitlines()
    files = sorted(case.glob("schema.*")) + sorted(case.glob("values*.yml"))
    return [word for file in files for word in ("-f", file.name)]


def golden_cases(program, place, environment):
    copy = place / "testdata"
    shutil.copytree(ROOT / "testdata", copy, symlinks=True)
    cases = sorted(path.parent for path in copy.rglob("expected"))
    for case in cases:
        own = dict(environment)
        if (case / "env").exists():
            own |= dict(line.split("=", 1) for line in (case / "env").read_text(encoding="utf-8").splitlines() if "=" in line)
        given = (case / "stdin").read_bytes() if (case / "stdin").exists() else b""
        run(program, words_of(case), case, own, given)
    return len(cases)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        environment = {"PATH": os.environ["PATH"], "HOME": name}
        scenarios(program, place, environment)
        print(f"training: {len(SCENARIOS)} scenarios and {golden_cases(program, place, environment)} cases")


if __name__ == "__main__":
    main()
