#!/usr/bin/env python3
"""Compares kval with the API server's code (k8soracle, found by KVAL_K8SORACLE or on PATH) on random manifests and custom
resources. At most one verdict in fifty may differ.

k8s_differential.py KVAL [MANIFESTS [RESOURCES [SEED]]] [--show N]

A random manifest is based on one of k8s_manifests.py or on a valid manifest of the recorded cases, if present. The test
adds parts that other manifests have at the same path and usually damages one or two fields.

In addition, each field of the first two levels of k8s_manifests.py is removed, emptied or set to 0 and -1, and fields at
any depth are replaced. If KVAL_KUBERNETES_OPENAPI is the path of Kubernetes' OpenAPI document
(api/openapi-spec/swagger.json), the test also adds fields that it declares (k8s_fields.py). Skipped without the oracle."""
import collections
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    yaml = None

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from k8s_fields import Fields  # noqa: E402
from k8s_manifests import MANIFESTS  # noqa: E402

CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(HERE, "..", "..", "..", "shared", "conformance"))
RAW = "\x01"  # prefix of a string that is written without quotes
TEXTS = ["", "a", "A", "a.b", "a_b", "-a", "a-", "a b", "web", "x" * 64, "x" * 254, "1", "0", "true", "8080", "http", "/", "/a", "../a", "a/b", "a.b/c",
         "10.0.0.1", "10.0.0.0/8", "::1", "1Gi", "1K", "100m", "1e3", "0.1", "3Mi", "4Mi", "50%", "150%", "ä", "Always", "Never", "TCP", "tcp", "In", "Exists", "None", "*", "YQ==", "Y", "2024-01-01T00:00:00Z",
         "metadata.name", "\n", "a\nb", "kubernetes.io/a", "v1", "apps/v1"]
NUMBERS = [0, 1, -1, 2, 100, 101, 80, 65535, 65536, 2147483647, 2147483648, 9223372036854775807, 9223372036854775808, 1.5, 80.0, 0.1, 1e10]
OTHERS = [None, True, False, [], {}, [""], {"a": "b"}, [None], {"a": None}, ["a", "a"], [1], RAW + "yes", RAW + "0644", RAW + "1_000", RAW + "12:30", RAW + "2024-01-01", RAW + "~", RAW + ".5", RAW + "0x1F", RAW + "n"]


def walk(value, place=()):
    """Yields every (path, key, parent) below a value. Paths contain `*` instead of indexes."""
    if isinstance(value, dict):
        for key, child in list(value.items()):
            yield place, key, value
            yield from walk(child, place + (key,))
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield place, i, value
            yield from walk(child, place + ("*",))


class Maker:
    def __init__(self, rng, bases):
        self.rng, self.bases = rng, bases
        self.parts = collections.defaultdict(dict)  # last two names of a path -> key -> known values
        self.values = collections.defaultdict(list)
        for _, base in bases:
            for place, key, parent in walk(base):
                if isinstance(key, str):
                    self.parts[place[-2:]].setdefault(key, []).append(parent[key])
                    self.values[key].append(parent[key])

    def make(self):
        name, base = self.rng.choice(self.bases)
        value = copy.deepcopy(base)
        for _ in range(self.rng.choice([0, 0, 1, 2, 3])):
            self.grow(value)
        text = None
        for _ in range(self.rng.choice([0, 1, 1, 1, 1, 2])):
            text = self.spoil(value) or text
        return name, value, text

    def grow(self, value):
        maps = [(place[-2:] if not isinstance(key, str) else (place + (key,))[-2:], parent[key]) for place, key, parent in walk(value) if isinstance(parent[key], dict)]
        maps = [(place, of) for place, of in maps if place in self.parts]
        if maps:
            place, of = self.rng.choice(maps)
            key = self.rng.choice(sorted(self.parts[place]))
            of.setdefault(key, copy.deepcopy(self.rng.choice(self.parts[place][key])))

    def spoil(self, value):
        spots = list(walk(value))
        _, key, parent = self.rng.choice(spots)
        what = self.rng.random()
        if what < 0.12:
            del parent[key]
        elif what < 0.17 and isinstance(key, str):
            parent[self.rng.choice([key.capitalize(), key + "s", key[:-1] or "x", key.lower()])] = parent.pop(key)
        elif what < 0.2 and isinstance(key, str):
            return key  # a key to write twice
        elif what < 0.27 and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif what < 0.37 and self.values.get(key):
            parent[key] = copy.deepcopy(self.rng.choice(self.values[key]))
        elif what < 0.42:
            _, other, of = self.rng.choice(spots)
            parent[key] = copy.deepcopy(of[other])
        elif what < 0.47 and isinstance(parent[key], str):
            parent[key] = self.rng.choice([parent[key].upper(), parent[key] + " ", parent[key][:-1], parent[key] + "-", parent[key] * 5])
        elif isinstance(parent[key], (dict, list)) and self.rng.random() < 0.6:
            return None
        else:
            parent[key] = copy.deepcopy(self.rng.choice(self.rng.choice([TEXTS, NUMBERS, OTHERS])))
        return None


def without(value):
    """Returns replacements of a field's value: an empty value, or the smallest numbers."""
    if isinstance(value, bool):
        return []
    return [-1, 0] if isinstance(value, int) else [type(value)()]


def one_by_one():
    """Yields each manifest with one field of the first two levels removed or emptied."""
    for manifest in MANIFESTS:
        for key in [k for k in manifest if k not in ("apiVersion", "kind", "metadata", "items")]:
            places = [(key,)] + ([(key, k) for k in manifest[key]] if isinstance(manifest[key], dict) else [])
            for place in places:
                for other in [None, *without(manifest[key] if len(place) == 1 else manifest[key][place[1]])]:
                    value = copy.deepcopy(manifest)
                    of = value if len(place) == 1 else value[key]
                    if other is None:
                        del of[place[-1]]
                    else:
                        of[place[-1]] = other
                    yield value


def places(value, place=()):
    """Yields the paths of all values of a manifest."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield place + (key,)
        yield from places(child, place + (key,))


def everywhere(rng, count):
    """Yields manifests with one field at any depth replaced or removed."""
    spots = [(manifest, place) for manifest in MANIFESTS for place in places(manifest) if place not in (("apiVersion",), ("kind",))]
    for _ in range(count):
        manifest, place = rng.choice(spots)
        value = of = copy.deepcopy(manifest)
        for key in place[:-1]:
            of = of[key]
        if rng.random() < 0.1:
            del of[place[-1]]
        else:
            of[place[-1]] = copy.deepcopy(rng.choice([None, {}, [], "", 0, -1, 1.5, True, "1", "x y", [""], [None], [{}], {"a": None}]))
        yield value


def grown(rng, count):
    """Yields manifests with additional declared fields, or nothing without the OpenAPI document."""
    path = os.environ.get("KVAL_KUBERNETES_OPENAPI")
    if path:
        with open(path, encoding="utf-8") as file:
            fields = Fields(rng, json.load(file))
        for _ in range(count):
            yield fields.grown(rng.choice(MANIFESTS), rng.choice([1, 1, 2]))


class Each:
    """Returns the given values one after another."""
    def __init__(self, values):
        self.values = iter(values)

    def make(self):
        return "", next(self.values), None


class Writer(yaml.SafeDumper if yaml else object):
    def ignore_aliases(self, data):
        return True


if yaml:
    Writer.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^[yYnN]$"), list("yYnN"))


def written(value, twice):
    text = yaml.dump(value, Dumper=Writer, sort_keys=False, width=4000, allow_unicode=True)
    text = re.sub(r'"\\x01([^"]*)"', r"\1", text)
    if twice is not None:
        text = re.sub(r"^( *)(- )?(%s: [^|>\n]*)$" % re.escape(twice), lambda m: f'{m[0]}\n{m[1]}{"  " if m[2] else ""}{m[3]}', text, count=1, flags=re.MULTILINE)
    return text


def cases(area):
    path = os.path.join(CORPUS, "kubernetes", area, "public.jsonl")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            yield from (json.loads(line) for line in file)


def plain(text):
    try:
        documents = [d for d in yaml.safe_load_all(text) if isinstance(d, dict)]
        return [json.loads(json.dumps(d)) for d in documents]
    except Exception:
        return []


def builtin_bases():
    bases = [("", manifest) for manifest in MANIFESTS for _ in range(3)]
    for case in cases("builtin"):
        expect = case["expect"].get("1.35") or case["expect"].get("any")
        if expect["verdict"] == "valid" and case["group"] in ("real", "valid?") and expect["tier"] in ("agreed", "disputed"):
            for text in case["files"].values():
                if isinstance(text, str):
                    bases += [("", d) for d in plain(text)]
    return bases


def custom_bases():
    bases = []
    for case in cases("crd"):
        if case["expect"]["any"]["verdict"] == "valid" and len(case.get("crds", [])) == 1:
            for text in case["files"].values():
                if isinstance(text, str):
                    bases += [(case["crds"][0], d) for d in plain(text) if d.get("kind") != "CustomResourceDefinition"]
    return bases


# Errors of the oracle that the API server would not report: the oracle has no aggregator and no review groups, and it does
# not assign ports or service accounts.
NO_ANSWER = ('no kind "APIService"', *(f'is registered for version "{group}' for group in (
    "authentication.k8s.io/v1", "authorization.k8s.io/v1", "internal.apiserver.k8s.io/v1alpha1", "storagemigration.k8s.io/v1beta1")), "spec.healthCheckNodePort: Required value",
             "serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set")


def ask_oracle(oracle, arguments, paths):
    run = subprocess.run([oracle, *arguments], input="".join(p + "\n" for p in paths), stdout=subprocess.PIPE, check=False, encoding="utf-8", errors="replace")
    answers = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        outcomes = [d["outcome"] for d in answer["docs"] or []]
        if "unsupported" not in outcomes:
            errors = [f'{e.get("field", "")}: {e["detail"]}' for d in answer["docs"] or [] for e in d.get("errors") or []]
            if any(text in error for error in errors for text in NO_ANSWER):
                continue
            answers[answer["file"]] = (all(o in ("valid", "empty") for o in outcomes), errors)
    return answers


def ask_kval(kval, arguments, folder, paths):
    run = subprocess.run([kval, "k8s", "--k8s-version", "1.35", "-o", "jsonl", "--max-diagnostics", "none", "--limit", "findings=1000000", *arguments, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        print("kval ended with", run.returncode, run.stderr[:500])
        sys.exit(1)
    errors = collections.defaultdict(list)
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        finding = json.loads(line)
        if finding["severity"] == "error":
            errors[finding["primary"]["file"]].append(f'{finding["code"]} {".".join(map(str, finding.get("path") or []))}: {finding["message"]}')
    return {path: (not errors[path], errors[path]) for path in paths}


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    kval = os.path.abspath(arguments[0])
    counts = [int(a) for a in arguments[1:3]] + [1000, 400][len(arguments) - 1:]
    seed = int(arguments[3]) if len(arguments) > 3 else 1
    show = int(sys.argv[sys.argv.index("--show") + 1]) if "--show" in sys.argv else 5
    oracle = os.environ.get("KVAL_K8SORACLE") or shutil.which("k8soracle")
    if not oracle or yaml is None:
        print("skipped: there is no k8soracle, or no PyYAML")
        return 77
    rng = random.Random(seed)
    failed = False
    keep = os.environ.get("KVAL_KEEP")  # directory in which the files are kept
    with tempfile.TemporaryDirectory(dir=keep) as scratch:
        top = keep or scratch
        each, anywhere, fields = list(one_by_one()), list(everywhere(rng, counts[0])), list(grown(rng, counts[0]))
        groups = [("manifests", counts[0], builtin_bases()), ("custom resources", counts[1], custom_bases()), ("fields", len(each), each), ("places", len(anywhere), anywhere),
                  ("declared fields", len(fields), fields)]
        for title, count, bases in groups:
            if not bases:
                print(f"{title}: skipped, there is nothing to begin with")
                continue
            maker, files = (Each(bases) if title in ("fields", "places", "declared fields") else Maker(rng, bases)), collections.defaultdict(list)
            for i in range(count):
                name, value, twice = maker.make()
                folder = os.path.join(top, re.sub(r"\W", "_", title + name))
                os.makedirs(folder, exist_ok=True)
                path = os.path.join(folder, f"{i}.yaml")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(written(value, twice))
                files[name, folder].append(path)
            asked, same, differences = 0, 0, []
            for (name, folder), paths in files.items():
                crds = os.path.join(CORPUS, "kubernetes", "crd", name) if name else None
                theirs = ask_oracle(oracle, ["cr", "-crds", crds] if crds else ["builtin"], paths)
                ours = ask_kval(kval, ["--crds", crds] if crds else [], folder, paths)
                for path, (verdict, errors) in theirs.items():
                    asked += 1
                    same += verdict == ours[path][0]
                    if verdict != ours[path][0]:
                        differences.append((path, verdict, errors, ours[path][1]))
            print(f"{title}: {same} of {asked} verdicts are the same ({100.0 * same / max(1, asked):.2f} %)")
            failed = failed or same < 0.98 * asked
            for path, verdict, errors, own in differences[:show]:
                print(f"-- {path}: the API server says {'valid' if verdict else errors[:3]}, kval says {own[:3] or 'valid'}")
                if "--texts" in sys.argv:
                    with open(path, encoding="utf-8") as file:
                        print(file.read())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
