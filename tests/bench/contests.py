"""Benchmarks of kval and other programs: for each contest the files, equivalent commands and targets."""

import importlib.util
import os
import pathlib
import shutil
import sys
from typing import NamedTuple

from scenarios import CHECK, ITEM_SCHEMA, JSON_SCHEMA, MANIFEST, crd_like, items, keys


class Target(NamedTuple):
    text: str
    holds: object  # (medians by program, ratios of pairs to kval by program) -> bool


class Contest(NamedTuple):
    name: str
    files: dict
    commands: dict  # program -> words; `kval` first
    targets: list
    runs: int = 15


def wall(most):
    return Target(f"at most {most} ms", lambda medians, _: medians["kval"].wall <= most)


def times_empty(most):
    return Target(f"at most {most} times an empty program",
                  lambda _, ratios: ratios["an empty program"] >= 1 / most)


def faster(peer, least):
    return Target(f"at least {least} times as fast as {peer}", lambda _, ratios: ratios.get(peer, 0) >= least)


def memory(size):
    most = 5 * size / 1e6 + 4
    return Target(f"at most {most:.0f} MB", lambda medians, _: medians["kval"].memory <= most)


def throughput(size, least):
    return Target(f"at least {least} MB/s", lambda medians, _: size / 1e3 / medians["kval"].cpu >= least)


def big_values(least):
    text, size, i = ["items:\n"], 0, 0
    while size < least:
        text.append(f"- name: service-{i}\n  host: host-{i}.example.com\n  port: {i % 65536}\n  enabled: true\n"
                    f"  description: \"what the service number {i} is for, in a sentence\"\n")
        size += len(text[-1])
        i += 1
    return "".join(text)


BIG_SCHEMA = ('#@data/values-schema\n---\nitems:\n- name: ""\n  host: ""\n  port: 0\n  enabled: false\n  description: ""\n')

# kcl_lib in a separate Python process, without output. The measured time is that of the process.
KCL_RUN = ("import sys\nimport kcl_lib.api as api\n"
           "api.API().exec_program(api.ExecProgramArgs(k_filename_list=[sys.argv[1]]))\n")
COMPREHENSION = "_f = lambda x: int -> int { x * 2 + 1 }\na = [_f(i) for i in range(10000)]\n"
CHART = {"chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
         "chart/values.yaml": "replicas: 1\nimage: {repository: nginx, tag: latest}\n",
         "chart/values.schema.json": '{"type":"object","properties":{"replicas":{"type":"integer"}}}',
         "chart/templates/a.yaml": "a: {{ .Values.replicas }}\n"}


def peers():
    """Returns the available programs by name."""
    found = {name: shutil.which(name) for name in ("helm", "kubeconform", "check-jsonschema", "ajv")}
    found["ytt"] = os.environ.get("KVAL_YTT") or shutil.which("ytt")
    found["jsonschema"] = os.environ.get("KVAL_SOURCEMETA_JSONSCHEMA")  # another program of this name is common
    found["kcl_lib"] = sys.executable if importlib.util.find_spec("kcl_lib") else None
    return {name: path for name, path in found.items() if path}


def contests(kval, empty, found):
    ytt = lambda: {"ytt": [found["ytt"], *CHECK[1:], "--data-values-inspect"]} if "ytt" in found else {}
    big = big_values(10_000_000)
    crd = "spec:\n" + crd_like(40_000)
    json_peers = {}
    if "check-jsonschema" in found:
        json_peers["check-jsonschema"] = [found["check-jsonschema"], "--schemafile", "s.json", "values.yml"]
    if "jsonschema" in found:
        json_peers["@sourcemeta/jsonschema"] = [found["jsonschema"], "validate", "s.json", "values.yml"]
    if "ajv" in found:
        json_peers["ajv"] = [found["ajv"], "validate", "--spec=draft2020", "-s", "s.json", "-d", "values.yml"]
    kcl = lambda: {"kcl_lib": [found["kcl_lib"], "run_kcl.py", "main.k"]} if "kcl_lib" in found else {}
    schemas = os.environ.get("KVAL_KUBERNETES_SCHEMAS")  # argument of kubeconform's -schema-location
    kubeconform = ({"kubeconform": [found["kubeconform"], "-schema-location", schemas]}
                   if schemas and "kubeconform" in found else {})
    small = {"kval": [kval, *CHECK], "an empty program": [empty]}
    manifests = {f"m{i}.yml": MANIFEST.replace("name: web", f"name: web-{i}", 1) for i in range(300)}
    each = {"schema.yml": ITEM_SCHEMA, **{f"v/{i}.yml": items(300, 10) for i in range(64)}}
    return [
        Contest("small check (10 keys)", keys(10, False), {**small, **ytt()}, [times_empty(1.6)], 60),
        Contest("kval --version", keys(10, False), {"kval": [kval, "--version"], "small check": [kval, *CHECK]},
                [faster("small check", 1)], 60),
        Contest("kval --help", keys(10, False), {"kval": [kval, "--help"], "small check": [kval, *CHECK]},
                [faster("small check", 1)], 60),
        Contest("an option that is none", keys(10, False), {"kval": [kval, "check", "--nope"], "small check": [kval, *CHECK]},
                [faster("small check", 1)], 60),
        Contest("10,000 keys nested", keys(10000, True), {"kval": [kval, *CHECK], **ytt()}, [wall(9)]),
        Contest("10,000 keys in one map", keys(10000, False), {"kval": [kval, *CHECK], **ytt()}, [wall(8)], 5),
        Contest("1,000 items of 10 keys", {"schema.yml": ITEM_SCHEMA, "values.yml": items(1000, 10)},
                {"kval": [kval, *CHECK], **ytt()}, [wall(4)]),
        Contest("10 MB of values", {"schema.yml": BIG_SCHEMA, "values.yml": big}, {"kval": [kval, *CHECK]},
                [memory(len(big)), throughput(len(big), 200)], 5),
        Contest(f"{len(crd) // 1_000_000} MB of comments and block scalars, read only", {"values.yml": crd},
                {"kval": [kval, "check", "--yaml-only", "values.yml"]}, [memory(len(crd))], 5),
        Contest("64 files, two threads", each, {"kval": [kval, "check", "--each", "-j2", "-f", "schema.yml", "v"],
                                               "one thread": [kval, "check", "--each", "-j1", "-f", "schema.yml", "v"]},
                [faster("one thread", 1.7)]),
        Contest("JSON Schema, 1,000 items", {"s.json": JSON_SCHEMA, "values.yml": items(1000, 10)},
                {"kval": [kval, "check", "-f", "s.json", "-f", "values.yml"], **json_peers}, [], 5),
        Contest("one manifest of Kubernetes", {"m.yml": MANIFEST},
                {"kval": [kval, "k8s", "m.yml"], **{n: [*c, "m.yml"] for n, c in kubeconform.items()}}, [wall(3)], 30),
        Contest("300 manifests of Kubernetes", manifests,
                {"kval": [kval, "k8s", "."], **{n: [*c, "."] for n, c in kubeconform.items()}}, []),
        Contest("a chart of Helm", CHART, {"kval": [kval, "helm", "chart"],
                                           **({"helm lint": [found["helm"], "lint", "chart"]} if "helm" in found else {})}, []),
        Contest("small KCL program", {"main.k": "a = 1\n", "run_kcl.py": KCL_RUN}, {"kval": [kval, "run", "main.k"], **kcl()},
                [wall(3)], 30),
        Contest("KCL: a comprehension of 10,000", {"main.k": COMPREHENSION, "run_kcl.py": KCL_RUN},
                {"kval": [kval, "run", "main.k"], **kcl()}, []),
    ]


def write(files, folder):
    for name, text in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
