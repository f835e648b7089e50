"""Shared functions of the kustomize differential tests: running kustomize and writing trees."""
import json
import os
import shutil
import subprocess


def find():
    """Returns the path of kustomize (KVAL_KUSTOMIZE or PATH), or None with a message."""
    found = os.environ.get("KVAL_KUSTOMIZE") or shutil.which("kustomize")
    if not found:
        print("skipped: there is no kustomize")
    return found


def write(folder, path, value):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(value if isinstance(value, str) else json.dumps(value))


def run(*command, text=None):
    """Returns the exit code, standard output and standard error."""
    made = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, encoding="utf-8")
    return made.returncode, made.stdout, made.stderr
