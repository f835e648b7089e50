"""The real kustomize, and trees for it: what the differential tests beside it share."""
import json
import os
import shutil
import subprocess


def find():
    """kustomize by KVAL_KUSTOMIZE or on PATH; none is said."""
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
    """The status, what it printed and what it said on standard error."""
    made = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, encoding="utf-8")
    return made.returncode, made.stdout, made.stderr
