"""`kval check --watch` checks again after a change of a file that it read or tried to read.

  watch_test.py PROGRAM
"""
import os
import queue
import subprocess
import sys
import tempfile
import threading

SCHEMA = "#@data/values-schema\n---\nreplicas: 1\n"
PROJECT = 'sets:\n- name: shop\n  schema: schema.yml\n  values: ["envs/{env}.yml"]\n'
PATIENCE = 60
failures = []


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)  # editors replace files by renaming


class Watching:
    """A running program, and the lines that it writes."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def round(self):
        """Returns the lines of a check, up to the line that announces waiting."""
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                return lines + ["nothing more was written"]
            if line is None or line.startswith("kval: watching"):
                return lines if line is not None else lines + ["it ended"]
            lines.append(line)

    def end(self):
        self.process.terminate()
        self.process.wait()


def expect(name, lines, *texts):
    text = "\n".join(lines)
    missing = [wanted for wanted in texts if wanted not in text]
    if missing or (not texts and lines):
        failures.append(name)
        print(f"FAILED {name}: {lines}")
    else:
        print(f"ok {name}")


def what_it_writes_itself(program, folder):
    """Fixes, baselines, reports and the listing of the project do not trigger another check."""
    write(folder, "envs/prod.yml", "replicas: 2\n")
    watching = Watching([program, "check", "--watch", "--fix", "-o", "concise", "-o", "json:envs/report.json", "--baseline",
                         "known.json"], folder)
    try:
        expect("all is right, with --fix", watching.round())
        write(folder, "envs/prod.yml", "replicas: '3'\n")
        expect("a repair is told", watching.round(), "fixed 1 finding")
        write(folder, "envs/prod.yml", "replicas: u\n")
        expect("and is no change", watching.round(), "envs/prod.yml:1:11: error[KV301]")
        write(folder, "known.json", '{"nonsense": []}\n')
        expect("a changed baseline", watching.round(), "known.json")
    finally:
        watching.end()


def main():
    program = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"schema.yml": SCHEMA, ".kval.yaml": PROJECT}.items():
            write(folder, name, text)
        write(folder, "envs/prod.yml", "replicas: 2\n")
        subprocess.run([program, "--write-baseline", "known.json", "-q"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        what_it_writes_itself(program, folder)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"schema.yml": SCHEMA, "envs/prod.yml": "replicas: 2\n", ".kval.yaml": PROJECT}.items():
            write(folder, name, text)
        watching = Watching([program, "check", "--watch", "-o", "concise", "-o", "json:report.json"], folder)
        try:
            expect("all is right", watching.round())
            write(folder, "envs/prod.yml", "replicas: x\n")
            expect("a changed file", watching.round(), "envs/prod.yml:1:11: error[KV301]")
            write(folder, "envs/prod.yml", "replicas: 3\n")
            expect("repaired", watching.round())
            write(folder, "envs/test.yml", "replicas: w\n")
            expect("a new file that a pattern finds", watching.round(), "envs/test.yml:1:11: error[KV301]")
            os.remove(os.path.join(folder, "envs/test.yml"))
            expect("a removed file", watching.round())
            write(folder, "schema.yml", SCHEMA.replace("1", '""'))
            expect("a changed schema", watching.round(), "envs/prod.yml:1:11: error[KV301]")
            write(folder, ".kval.yaml", PROJECT + "nonsense: 1\n")
            expect("a changed project file", watching.round(), "KV300")
        finally:
            watching.end()
        watching = Watching([program, "check", "--watch", "--no-config", "-f", "-"], folder)
        expect("standard input cannot be watched", watching.round(), "standard input cannot be watched", "it ended")
        watching.end()
    return 1 if failures else 0


sys.exit(main())
