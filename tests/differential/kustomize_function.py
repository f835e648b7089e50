#!/usr/bin/env python3
"""Runs `kval fn` with kustomize (on PATH, or KVAL_KUSTOMIZE): as a transformer, and with `kustomize fn run`.
kustomize_function.py KVAL. Valid resources pass unchanged; invalid ones end the build with kval's messages. Skipped without
kustomize."""
import os
import shutil
import subprocess
import sys
import tempfile

WEB = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  REPLICAS: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
"""
FUNCTION = """apiVersion: v1
kind: ConfigMap
metadata:
  name: kval
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ./kval-fn.sh}
data: {k8s-version: "1.30"}
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(folder, *command):
    made = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8")
    return made.returncode, made.stdout


def main():
    kustomize = os.environ.get("KVAL_KUSTOMIZE") or shutil.which("kustomize")
    if not kustomize:
        print("skipped: there is no kustomize")
        return 77
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "kval-fn.sh")
        write(script, f"#!/bin/sh\nexec {os.path.abspath(sys.argv[1])} fn\n")
        os.chmod(script, 0o755)
        write(os.path.join(folder, "kval.yaml"), FUNCTION)
        write(os.path.join(folder, "kustomization.yaml"), "resources: [d/web.yaml]\nnamePrefix: my-\ntransformers: [kval.yaml]\n")
        for key, good in (("replicas", True), ("replicass", False)):
            write(os.path.join(folder, "d", "web.yaml"), WEB.replace("REPLICAS", key))
            for command in ([kustomize, "build", "--enable-alpha-plugins", "--enable-exec", "."],
                            [kustomize, "fn", "run", "d", "--enable-exec", "--exec-path", script]):
                status, text = run(folder, *command)
                says = "KV300" in text and "Deployment" in text
                if (status == 0) != good or says == good:
                    wrong.append((command, key, status, text))
            if good and "replicas: 2" not in run(folder, kustomize, "build", "--enable-alpha-plugins", "--enable-exec", ".")[1]:
                wrong.append(("the output of the build lacks the resource", key, 0, ""))
    for command, key, status, text in wrong:
        print(command, key, "ended with", status, text)
    print("kustomize: 4 runs,", len(wrong), "wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
