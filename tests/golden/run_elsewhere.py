#!/usr/bin/env python3
"""Runs golden cases with a program for another system in an emulator, and lists the cases that differ.

  run_elsewhere.py [--every N] [--only TEXT] [--show] COMMAND...     such as: run_elsewhere.py wine kval.exe
                                                                     or: run_elsewhere.py qemu-aarch64-static kval

  --every N     only each N-th case
  --only TEXT   only cases whose name contains it
  --jobs N      cases at the same time (default: one for each processor)
  --show        also what differs

DIFFERENCES names the cases that may differ on a system, and why; the exit code is 1 if another one does.
"""
import concurrent.futures
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTDATA = os.path.join(os.path.dirname(os.path.dirname(HERE)), "testdata")
SECONDS = 60
# For each system: a pattern of names, and the reason.
DIFFERENCES = {
    "all": [
        ("starlark/fail_call_depth_limit|helm_template/fail_templates_call_themselves",
         "without optimization, calls need more stack: it ends before the limit of calls"),
        ("starlark/fail_step_limit(_in_rule)?",
         "without optimization, 50 million steps take more than SECONDS in an emulator"),
    ],
    "windows": [
        ("check/fail_(each_reads_what_it_can|link_leaves_directory)|k8s/fail_reads_what_it_can",
         "wine follows the links of the host instead of showing them"),
        ("merge/(fail_)?flag_data_values_env_(empty_key|names_are_text)", "Windows sorts the variables of the environment"),
        ("project/fail_file_is_a_link_out", "an absolute path has a drive: /Z:/proc/version"),
    ],
    "linux": [
        ("merge/(fail_)?flag_data_values_env.*", "qemu passes the environment in the reverse order"),
    ],
}


def lines(path):
    if not os.path.isfile(path):
        return []
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line for line in file.read().split("\n") if line]


def arguments(directory):
    if os.path.exists(os.path.join(directory, "args")):
        return lines(os.path.join(directory, "args"))
    names = sorted(os.listdir(directory))
    return [word for prefix in ("schema", "values") for name in names if name.startswith(prefix) for word in ("-f", name)]


def cases():
    for directory, folders, files in os.walk(TESTDATA):
        folders.sort()
        if "expected" in files:
            yield os.path.relpath(directory, TESTDATA)


@contextlib.contextmanager
def place_of(directory):
    """Gives where a case runs: a separate repository if the case has a `git_config`."""
    if not os.path.exists(os.path.join(directory, "git_config")):
        yield directory
        return
    with tempfile.TemporaryDirectory() as scratch:
        repository = shutil.copytree(directory, os.path.join(scratch, "repository"), symlinks=True)
        os.mkdir(os.path.join(repository, ".git"))
        os.rename(os.path.join(repository, "git_config"), os.path.join(repository, ".git", "config"))
        yield repository


def run(command, name):
    directory = os.path.join(TESTDATA, name)
    kept = {key: os.environ[key] for key in ("HOME", "WINEPREFIX", "WINEDEBUG") if key in os.environ}
    environment = {"WINEDEBUG": "-all", **kept, "PATH": "/usr/bin:/bin", **dict(line.split("=", 1) for line in lines(os.path.join(directory, "env")))}
    given = os.path.join(directory, "stdin")
    with open(given if os.path.exists(given) else os.devnull, "rb") as stdin, place_of(directory) as place:
        try:
            done = subprocess.run([*command, *arguments(directory)], cwd=place, env=environment, stdin=stdin,
                                  capture_output=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(command, -1, b"", f"not ended after {SECONDS} s".encode())
    text = f"exit {done.returncode}\n".encode()
    for stream, written in (("out", done.stdout), ("err", done.stderr)):
        if written:
            text += f"--- std{stream}\n".encode() + written
            text += b"" if written.endswith(b"\n") else b"\n--- no line break at the end\n"
    with open(os.path.join(directory, "expected"), "rb") as file:
        return name, file.read(), text


def main():
    words = sys.argv[1:]
    options = {"--every": "1", "--only": "", "--jobs": str(os.cpu_count())}
    is_shown = False
    while words and words[0].startswith("--"):
        if words[0] == "--show":
            is_shown = True
            words = words[1:]
        elif words[0] in options and len(words) > 1:
            options[words[0]] = words[1]
            words = words[2:]
        else:
            words = []
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    command = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    known = DIFFERENCES["all"] + DIFFERENCES["windows" if command[-1].endswith(".exe") else "linux"]
    names = [name for name in cases() if options["--only"] in name][::int(options["--every"])]
    failed = expected = 0
    with concurrent.futures.ThreadPoolExecutor(int(options["--jobs"])) as pool:
        for name, wanted, found in pool.map(lambda name: run(command, name), names):
            if wanted == found:
                continue
            reason = next((reason for pattern, reason in known if re.fullmatch(pattern, name)), None)
            expected += reason is not None
            failed += reason is None
            print(f"{name}: {reason or 'DIFFERS'}", flush=True)
            if is_shown:
                print(f"--- expected\n{wanted.decode(errors='replace')}--- found\n{found.decode(errors='replace')}", flush=True)
    print(f"{len(names) - failed - expected} passed, {failed} failed, {expected} differ for a known reason")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
