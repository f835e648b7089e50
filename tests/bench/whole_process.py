#!/usr/bin/env python3
"""Measures complete processes: kval on generated schemas and values, an empty static program, and ytt if it is on PATH, in
alternating runs; `kval run` on KCL programs and KCL if Python can import kcl_lib. Prints the median of several runs in
milliseconds. If valgrind is available, also prints instruction counts (`valgrind --tool=callgrind`) for 10,000 and 20,000
keys, and per element of KCL programs with 1,000 and 10,000 elements."""
import importlib.util
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 15
SMALL_RUNS = 200  # for runs of about a millisecond; the first runs wait for the disk


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


KCL_SCHEMAS = """schema Port:
    name: str
    containerPort: int
    protocol?: str = "TCP"

    check:
        0 < containerPort <= 65535

schema Container:
    name: str
    image: str
    ports: [Port] = []
    env?: {str:str}

schema Deployment:
    apiVersion: str = "apps/v1"
    kind: str = "Deployment"
    name: str
    replicas: int = 1
    labels: {str:str} = {app = name}
    containers: [Container]

    check:
        replicas > 0
        len(containers) > 0, "a deployment has containers"

"""
KCL_INSTANCE = """Deployment {
    name = "app-NUMBER"
    replicas = 3
    containers = [Container {
        name = "main"
        image = "nginx:NUMBER"
        ports = [Port {name = "http", containerPort = 8080}]
        env = {A = "1", B = "2"}
    }]
}"""
# kcl_lib in a separate Python process, as a user of the library starts it.
KCL_RUN = """import sys
import kcl_lib.api as api
print(api.API().exec_program(api.ExecProgramArgs(k_filename_list=[sys.argv[1]])).yaml_result)
"""


def comprehension(count):
    return f"_f = lambda x: int -> int {{ x * 2 + 1 }}\na = [_f(i) for i in range({count})]\n"


def instances(count):
    return KCL_SCHEMAS + "items = [" + KCL_INSTANCE.replace("NUMBER", "${i}") + f" for i in range({count})]\n"


def written_instances(count):
    return KCL_SCHEMAS + "".join(f"d{i} = " + KCL_INSTANCE.replace("NUMBER", str(i)) + "\n" for i in range(count))


KCL_PROGRAMS = [("comprehension with a lambda", comprehension, 10000),
                ("instances in a comprehension", instances, 1000),
                ("instances written out", written_instances, 1000)]


def measure_kcl(kval, folder):
    has_kcl = importlib.util.find_spec("kcl_lib") is not None
    real = write(folder, "run_kcl.py", KCL_RUN)
    print(f"\n{'KCL programs, median ms':40} {'kval run':>9} {'real KCL':>9} {'python':>9}")
    for name, make, count in KCL_PROGRAMS:
        program = write(folder, "main.k", make(count))
        commands = [[kval, "run", program]]
        if has_kcl:
            commands.append([sys.executable, real, program])
            commands.append([sys.executable, "-c", "import kcl_lib.api as api; api.API()"])
        row = median_ms(commands)
        shown = f"{row[1]:9.1f} {row[2]:9.1f}" if has_kcl else f"{'-':>9} {'-':>9}"
        print(f"{f'{count:,} {name}':40} {row[0]:9.2f} {shown}")
    if has_kcl:
        print("real KCL: kcl_lib in a Python process; python: that process without a program")
    else:
        print("kcl_lib cannot be imported: the real KCL is not compared")
    if not shutil.which("valgrind"):
        return
    for name, make, _ in KCL_PROGRAMS:
        each = []
        for count in (1000, 10000):
            program = write(folder, "main.k", make(count))
            each.append(instructions([kval, "run", program]) / count)
        print(f"instructions for each of {name}: 1,000: {each[0]:,.0f}  10,000: {each[1]:,.0f}  "
              f"ratio {each[1] / max(1, each[0]):.2f}")


def median_ms(commands, runs=RUNS):
    """Returns the median times of commands that run alternately."""
    times = [[] for _ in commands]
    for _ in range(runs):
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
        # A copy in the directory of the empty program: a file written by the linker takes longer to start.
        kval = shutil.copy(kval, folder)
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
            row = median_ms(commands, SMALL_RUNS if name.startswith("small") else RUNS)
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
        measure_kcl(kval, folder)


if __name__ == "__main__":
    main()
