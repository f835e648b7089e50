#!/usr/bin/env python3
"""project.py PROGRAM…: measures projects of 300 sets and at least 1,000 files in three layouts: a check of all sets, and a
check of the set of one changed file (as in a pre-commit hook). Prints the minimum and the median wall and CPU time of
several runs in milliseconds. PROGRAM must be a release build. Targets on two cores: 150 ms for all sets, 15 ms for one."""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 21

SCHEMA = """#@data/values-schema
---
#@schema/desc "Number of pods"
#@schema/validation min=1, max=100
replicas: 1
image:
  #@schema/validation min_len=1
  repository: registry.example.com/app
  tag: latest
  #@schema/validation one_of=["Always", "IfNotPresent", "Never"]
  pullPolicy: IfNotPresent
service:
  type: ClusterIP
  #@schema/validation min=1, max=65535
  port: 80
ingress:
  enabled: false
  hosts:
  - host: ""
    paths:
    - path: /
      pathType: Prefix
resources:
  limits:
    cpu: 100m
    memory: 128Mi
  requests:
    cpu: 100m
    memory: 128Mi
#@schema/nullable
nodeSelector:
  disk: ""
env:
- name: ""
  value: ""
labels:
  app: ""
  team: ""
#@schema/type any=True
extra: {}
"""

BASE = """# values of {i}
replicas: 2
image:
  repository: registry.example.com/app{i}
  tag: "1.{i}"
service:
  port: 8080
ingress:
  enabled: true
  hosts:
  - host: a{i}.example.com
    paths:
    - path: /
resources:
  limits:
    cpu: 200m
    memory: 256Mi
env:
- name: A
  value: "{i}"
labels:
  app: app{i}
  team: t
"""

OVER = """replicas: {r}
image:
  tag: "2.{i}"
resources:
  requests:
    cpu: 50m
labels:
  team: t{r}
"""


def matrix():
    """100 charts with one schema each, and three environments of two files per chart."""
    files, sets = {}, []
    for i in range(100):
        files[f"charts/c{i}/schema.yml"] = SCHEMA
        for k, name in enumerate(["values.yaml", "defaults.yaml", "images.yaml"]):
            files[f"charts/c{i}/{name}"] = BASE.format(i=i) if k == 0 else OVER.format(i=i, r=k)
        for k, env in enumerate(["dev", "stage", "prod"]):
            files[f"envs/{env}/c{i}.yml"] = OVER.format(i=i, r=k + 1)
            files[f"envs/{env}/c{i}.local.yml"] = OVER.format(i=i, r=k + 2)
        sets.append(f"- name: c{i}\n  schema: charts/c{i}/schema.yml\n  values: [charts/c{i}/values.yaml, "
                    f"charts/c{i}/defaults.yaml, charts/c{i}/images.yaml, \"envs/{{env}}/c{i}.yml\", "
                    f"\"envs/{{env}}/c{i}.local.yml\"]\n")
    return files, sets, "envs/prod/c7.yml"


def single():
    """300 charts with one schema each."""
    files, sets = {}, []
    for i in range(300):
        files[f"charts/c{i}/schema.yml"] = SCHEMA
        files[f"charts/c{i}/values.yaml"] = BASE.format(i=i)
        files[f"charts/c{i}/images.yaml"] = OVER.format(i=i, r=2)
        files[f"envs/prod/c{i}.yml"] = OVER.format(i=i, r=3)
        sets.append(f"- name: c{i}\n  schema: charts/c{i}/schema.yml\n  values: [charts/c{i}/values.yaml, "
                    f"charts/c{i}/images.yaml, envs/prod/c{i}.yml]\n")
    return files, sets, "envs/prod/c7.yml"


def shared():
    """One schema and 300 applications of four files, each matched by one pattern."""
    files = {"schema.yml": SCHEMA}
    for i in range(300):
        files[f"apps/c{i}/values.yaml"] = BASE.format(i=i)
        files[f"apps/c{i}/images.yaml"] = OVER.format(i=i, r=2)
        files[f"envs/prod/c{i}.yml"] = OVER.format(i=i, r=3)
        files[f"envs/local/c{i}.yml"] = OVER.format(i=i, r=4)
    return files, ["- name: apps\n  schema: schema.yml\n  values: [\"apps/{app}/values.yaml\", "
                   "\"apps/{app}/images.yaml\", \"envs/prod/{app}.yml\", \"envs/local/{app}.yml\"]\n"], "envs/prod/c7.yml"


def times(program, folder, args, status):
    walls, processor = [], []
    for _ in range(RUNS):
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        run = subprocess.run([program, *args], cwd=folder, capture_output=True, check=False)
        walls.append(1000 * (time.perf_counter() - begin))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
        if run.returncode != status:
            sys.exit(f"exit status {run.returncode}, not {status}:\n{run.stdout.decode()}{run.stderr.decode()}")
    return f"{min(walls):7.1f} {statistics.median(walls):7.1f} {min(processor):9.1f}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(f"{'':44}   least  median processor  (ms)")
    for layout in matrix, single, shared:
        files, sets, changed = layout()
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**files, ".kval.yaml": "sets:\n" + "".join(sets)}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            for program in map(os.path.abspath, sys.argv[1:]):
                print(f"{layout.__doc__[:-1]} ({len(files)} files): {os.path.basename(program)}")
                print(f"{'  all':44} {times(program, folder, [], 0)}")
                print(f"{'  one set changed':44} {times(program, folder, ['check', changed], 0)}")
                broken = pathlib.Path(folder, changed)
                broken.write_text("replicas: many\n", encoding="utf-8")
                print(f"{'  all, one with a mistake':44} {times(program, folder, [], 1)}")
                broken.write_text(files[changed], encoding="utf-8")


main()
