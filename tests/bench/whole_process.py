#!/usr/bin/env python3
"""Times whole commands: kval on generated schemas and values, an empty static program beside it, and the real
ytt in turn with kval when it is on PATH. Prints the median of several runs in milliseconds, and instructions
by `valgrind --tool=callgrind` for 10,000 and 20,000 keys when valgrind is there."""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 15


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def mapping(count, nested, value):
    lines = []
    for i in range(count):
        if nested and i % 100 == 0:
            lines.append(f"group{i // 100}:")
        if nested and i % 10 == 0:
            lines.append(f"  part{i // 10}:")
        lines.append(("    " if nested else "") + f"key{i}: {value(i)}")
    return "\n".join(lines) + "\n"


def case(folder, name, count, nested):
    schema = write(folder, f"{name}-schema.yml",
                   "#@data/values-schema\n---\n" + mapping(count, nested, lambda i: i))
    values = write(folder, f"{name}-values.yml",
                   "#@data/values\n---\n" + mapping(count, nested, lambda i: i + 1))
    return [("-f", schema), ("-f", values)]


def median_ms(commands):
    """The medians of commands run in turn."""
    times = [[] for _ in commands]
    for _ in range(RUNS):
        for index, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            times[index].append((time.perf_counter() - start) * 1000)
    return [statistics.median(t) for t in times]


def empty_program(folder):
    source = write(folder, "empty.cc", "int main() {}\n")
    program = os.path.join(folder, "empty")
    subprocess.run(["c++", "-O2", "-static", "-o", program, source], check=True)
    return program


def instructions(command):
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command,
                            capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", result.stderr)
    return int(found.group(1)) if found else 0


def main():
    kval = os.path.abspath(sys.argv[1])
    ytt = shutil.which("ytt")
    with tempfile.TemporaryDirectory() as folder:
        cases = [("small (10 keys)", case(folder, "small", 10, False)),
                 ("10,000 keys nested", case(folder, "nested", 10000, True)),
                 ("10,000 keys in one map", case(folder, "flat", 10000, False))]
        print(f"{'whole process, median ms':32} {'kval':>9} {'empty':>9} {'ytt':>9}")
        empty = empty_program(folder)
        for name, inputs in cases:
            flags = [word for pair in inputs for word in pair]
            commands = [[kval, "check"] + flags, [empty]]
            if ytt:
                commands.append([ytt] + flags + ["--data-values-inspect"])
            row = median_ms(commands)
            shown = f"{row[2]:9.1f}" if ytt else f"{'-':>9}"
            print(f"{name:32} {row[0]:9.2f} {row[1]:9.2f} {shown}")
        if not ytt:
            print("ytt is not on PATH: not compared")
        if shutil.which("valgrind"):
            for nested in (True, False):
                counts = []
                for count in (10000, 20000):
                    inputs = case(folder, f"c{count}{nested}", count, nested)
                    counts.append(instructions([kval, "check"] + [w for pair in inputs for w in pair]))
                name = "nested" if nested else "in one map"
                print(f"instructions, keys {name}: 10,000: {counts[0] / 1e6:.1f} M  20,000: {counts[1] / 1e6:.1f} M  "
                      f"ratio {counts[1] / max(1, counts[0]):.2f}")


if __name__ == "__main__":
    main()
