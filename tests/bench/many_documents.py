#!/usr/bin/env python3
"""Validates many documents with one schema: `many_documents.py KVAL [DOCUMENTS]`.

Validates 10,000 documents of 1 KB with a ytt schema of about 60 types, a regular expression, a Starlark rule and a
`when=`, and with the equivalent KCL schema with check lines. Prints for each the CPU time per document with one thread,
the speedup with two threads, and whether the outputs are equal. On a busy machine two threads are not faster; the CPU time
then shows whether the threads wait for each other.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

PARTS = 8

YAML_HEAD = """#@ load("@ytt:regexp", "regexp")
#@ def named(v):
#@   return regexp.match("^[a-z][a-z0-9-]*$", v)
#@ end
#@ def even(v):
#@   return v % 2 == 0
#@ end
#@data/values-schema
---
#@schema/validation ("a name", named), min_len=1, max_len=40
name: app
#@schema/validation ("even", even), when=lambda v: v != 7
level: 2
#@schema/validation one_of=["a", "b", "c"]
tier: a
"""

YAML_PART = """part{}:
  host: example
  #@schema/validation min=1, max=65535
  port: 80
  enabled: true
  ratio: 0.5
  #@schema/nullable
  note: ""
  tags:
  - ""
"""

KCL_PART = """
schema Part{}:
    host: str
    port: int
    enabled?: bool = True
    ratio?: float
    note?: str
    tags?: [str]

    check:
        1 <= port <= 65535, "port out of range"
        len(tags) <= 5 if tags
"""


def kcl_schema():
    fields = "".join(f"    part{i}?: Part{i}\n" for i in range(PARTS))
    head = 'import regex\n\nschema App:\n    name: str\n    level: int = 2\n    tier: "a" | "b" | "c" = "a"\n'
    checks = '\n    check:\n        regex.match(name, "^[a-z][a-z0-9-]*$"), "a name"\n        level % 2 == 0 if level != 7, "even"\n'
    return head + fields + checks + "".join(KCL_PART.format(i) for i in range(PARTS))


def document(number):
    text = f"name: app-{number}\nlevel: {number % 5 * 2}\ntier: {'z' if number % 100 == 0 else 'b'}\n"
    for i in range(PARTS):
        text += (f"part{i}:\n  host: host-{number}-{i}.example.com\n  port: {1000 + i}\n  enabled: true\n"
                 f"  ratio: 0.{i + 1}\n  note: \"n {number}\"\n  tags:\n  - one\n  - two\n")
    return text


def run(kval, schema, folder, jobs):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run([kval, "check", "--each", "-f", schema, "-j", str(jobs), "--max-diagnostics", "none", folder],
                          capture_output=True, check=False)
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, processor, done.stdout


def measure(kval, name, schema, folder, count):
    best = {}
    said = {}
    for jobs in (1, 2) * 3:
        wall, processor, text = run(kval, schema, folder, jobs)
        known = best.get(jobs, (wall, processor))
        best[jobs] = (min(wall, known[0]), min(processor, known[1]))
        said[jobs] = text
    same = "byte-equal" if said[1] == said[2] else "NOT EQUAL"
    print(f"{name}: {best[1][1] / count * 1e6:.1f} µs of the processor for a document; two threads are "
          f"{best[1][0] / best[2][0]:.2f} times as fast and take {best[2][1] / best[1][1]:.2f} of its time; {same}")
    return said[1] == said[2]


def main():
    kval = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        files = os.path.join(folder, "documents")
        os.mkdir(files)
        for number in range(count):
            with open(os.path.join(files, f"d{number:05}.yml"), "w", encoding="utf-8") as file:
                file.write(document(number))
        ok = True
        for name, schema in (("schema.yml", YAML_HEAD + "".join(YAML_PART.format(i) for i in range(PARTS))),
                             ("app.k", kcl_schema())):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(schema)
            ok = measure(kval, name, path, files, count) and ok
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
