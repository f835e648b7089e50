#!/usr/bin/env python3
"""Every sample must pass against the schema that `kval schema infer` creates from it, alone and merged with the other
samples of its directory, as annotated YAML, as JSON Schema and, for real charts, as KCL. The samples are the values files
of testdata and, if available, values files of real Helm charts."""
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(ROOT, "..", "shared", "conformance"))


def run(command):
    result = subprocess.run(command, capture_output=True, timeout=120, check=False)
    return result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def is_sample(kval, path):
    """Returns whether kval reads the file as plain YAML with content."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        text = file.read()
    return text.strip() and b"#@" not in text and run([kval, "schema", "infer", "-q", path])[0] == 0


def misfits(kval, paths, language, folder):
    """Returns the samples that violate the schema inferred from all of them."""
    schema = os.path.join(folder, {"kcl": "schema.k", "json-schema": "schema.json"}.get(language, "schema.yml"))
    status, _, errors = run([kval, "schema", "infer", "-q", "--to", language, "-o", schema] + paths)
    if status != 0:
        return [f"{' '.join(paths)}: infer --to {language} ended with {status}: {errors[:300]}"]
    found = []
    for path in paths:
        flag = ["--data-values-file", path] if language == "ytt" else ["-f", path]
        status, out, errors = run([kval, "check", "-f", schema] + flag)
        if status != 0:
            found.append(f"{path} against its {language} schema: {(out + errors)[:600]}")
    return found


def main():
    kval = os.path.abspath(sys.argv[1])
    groups = [[path] for path in sorted(glob.glob(os.path.join(CORPUS, "helm-values", "*", "values.yaml")))]
    charts = len(groups)
    for folder in sorted(glob.glob(os.path.join(ROOT, "testdata", "check", "*"))):
        groups.append(sorted(glob.glob(os.path.join(folder, "values*.yml"))))
    failures, samples = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, group in enumerate(groups):
            paths = group if number < charts else [path for path in group if is_sample(kval, path)]
            if not paths:
                continue
            samples += len(paths)
            for language in ("ytt", "kcl", "json-schema") if number < charts else ("ytt", "json-schema"):
                failures += misfits(kval, paths, language, folder)
    for failure in failures:
        print(failure)
    print(f"infer_samples: {samples} samples ({charts} of real charts), {len(failures)} do not fit")
    return 1 if failures or samples == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
