#!/usr/bin/env python3
"""Fields that kustomizations add: compares `kval k8s TREE` with `kustomize build TREE | kval k8s -` (kustomize on PATH, or
KVAL_KUSTOMIZE). kustomize_fillings.py KVAL [RUNS [SEED]]. If kval does not report a field as missing in the tree, it must
not be missing in the build output, and an error in the tree must be an error in the build output. Skipped without
kustomize."""
import json
import os
import random
import re
import sys
import tempfile

from kustomize_peer import find, run, write

POD = {"spec": {"containers": [{"name": "a", "image": "b"}]}}
SERVICE = {"name": "svc"}
CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "monitors.example.com"},
       "spec": {"group": "example.com", "names": {"kind": "Monitor", "plural": "monitors"}, "scope": "Namespaced", "versions": [
           {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
               "spec": {"type": "object", "required": ["selector", "namespace"], "properties": {
                   "selector": {"type": "object"}, "namespace": {"type": "string"}}}}}}}]}}


def resource(api, kind, **fields):
    return {"apiVersion": api, "kind": kind, "metadata": {"name": "r-" + kind.lower()}, **fields}


def resources(dice):
    subject = {"kind": "ServiceAccount", "name": dice.choice(["sa", "other", "default"])}
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "r"}
    hook = {"name": "a.b.c", "clientConfig": {"service": {"name": dice.choice(["svc", "other"])}},
            "admissionReviewVersions": ["v1"], "sideEffects": "None"}
    return [resource("apps/v1", kind, spec={"template": POD, **({"serviceName": "s"} if kind == "StatefulSet" else {})})
            for kind in ("Deployment", "ReplicaSet", "DaemonSet", "StatefulSet")] + [
        resource("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", roleRef=role, subjects=[subject]),
        resource("rbac.authorization.k8s.io/v1", "RoleBinding", roleRef=role, subjects=[subject]),
        resource("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", webhooks=[hook]),
        resource("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", webhooks=[hook]),
        resource("policy/v1", "PodDisruptionBudget", spec={"minAvailable": 1}),
        resource("networking.k8s.io/v1", "NetworkPolicy", spec={}),
        resource("example.com/v1", "Monitor", spec={}),
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "_"}},
        {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1.x.y"}, "spec": {
            "group": "x.y", "version": "v1", "groupPriorityMinimum": 1, "versionPriority": 1, "service": SERVICE}}]


def own(dice):
    made = {}
    if dice.random() < 0.4:
        made["namespace"] = "ns"
    if dice.random() < 0.3:
        made["commonLabels"] = {"app": "x"}
    if dice.random() < 0.4:
        made["labels"] = [{"pairs": {"b": "y"}, **dice.choice([{}, {"includeSelectors": True}, {"includeTemplates": True}])}]
    return made


def lacks(text):
    """Returns path of a missing field -> whether a finding about it is an error."""
    found = {}
    for severity, path in re.findall(r"(error|warning)\[KV\d+\] (\S*(?:selector|namespace|metadata\.name)):", text):
        found[path] = found.get(path) or severity == "error"
    return found


def main():
    kustomize = find()
    if not kustomize:
        return 77
    kval = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong, lacking = 0, 0
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            one = dice.choice(resources(dice))
            base = [one, {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "sa"}},
                    {"apiVersion": "v1", "kind": "Service", "metadata": SERVICE, "spec": {"ports": [{"port": 1}]}}, CRD]
            write(folder, "base/all.yaml", "\n---\n".join(json.dumps(each) for each in base))
            part = {"apiVersion": "kustomize.config.k8s.io/v1alpha1", "kind": "Component", **own(dice)}
            write(folder, "part/kustomization.yaml", part)
            write(folder, "base/kustomization.yaml", {"resources": ["all.yaml"], **own(dice)})
            write(folder, "top/kustomization.yaml", {"resources": ["../base"], "components": dice.choice([[], ["../part"]]), **own(dice)})
            status, built, _ = run(kustomize, "build", os.path.join(folder, "top"))
            in_tree = lacks(run(kval, "k8s", folder, "-o", "concise")[1])
            in_built = lacks(run(kval, "k8s", "-", "-o", "concise", text=built)[1])
        if status != 0:
            continue
        lacking += bool(in_built)
        silent = [path for path in in_built if path not in in_tree]
        refused = [path for path, is_error in in_tree.items() if is_error and path not in in_built]
        if silent or refused:
            wrong += 1
            print(f"{one['kind']}: silent {silent}, refused {refused}\n{json.dumps(part)}\n{built[:600]}")
    print(f"kustomize: {runs} trees, {lacking} lack something when they are built, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
