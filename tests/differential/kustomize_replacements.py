#!/usr/bin/env python3
"""Replacements and variables of kustomizations, compared with kustomize (on PATH, or KVAL_KUSTOMIZE).
kustomize_replacements.py KVAL [RUNS [SEED]]. `kustomize build` must succeed if and only if kval reports no error in the
kustomization; and if it succeeds, kval must report the same errors for the resources as for the output of the build. kval
may miss errors of builds with transformers or patches, which it does not apply. Skipped without kustomize."""
import json
import os
import random
import sys
import tempfile

from kustomize_peer import find, run, write

SOURCES = ["metadata.name", "data.port", "data.host", "data.a\\.b", "data.[a.b]", "data.none", "spec.replicas",
           "spec.template.spec.containers.0.image", "spec.template.spec.containers.[name=web].image",
           "spec.template.spec.containers.[name=none].image", "spec.template.spec.containers.5.image",
           "spec.template.spec.containers.name", "metadata.labels", "spec.template.spec.containers.*.image", "data.empty"]
TARGETS = ["metadata.name", "data.port", "data.new", "data.a\\.b", "spec.replicas", "spec.paused",
           "spec.template.spec.containers.0.image", "spec.template.spec.containers.[name=web].image",
           "spec.template.spec.containers.[name=side].image", "spec.template.spec.containers.*.image",
           "spec.template.spec.containers.[name=none].image", "spec.template.spec.containers.2.name",
           "spec.template.spec.containers.name", "metadata.annotations.x", "spec.replicas.x", "metadata.labels.app"]


def resources(dice):
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "labels": {"app": "c"}},
              "data": {"port": dice.choice(["80", "8080", "x"]), "host": "a.b.c", "a.b": "v", "empty": ""}}
    containers = [{"name": "web", "image": "nginx:1.2"}, {"name": "side", "image": "busybox:3"}]
    web = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "labels": {"app": "web"}},
           "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
                    "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": containers}}}}
    many = [config, web]
    if dice.random() < 0.4:
        many.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "d"}, "data": {"port": "1"}})
    return many


def options(dice, is_target):
    chosen = {}
    if dice.random() < 0.2:
        chosen["delimiter"] = dice.choice([".", ":"])
        chosen["index"] = dice.choice([0, 0, 1, -1, 5])
    if is_target and dice.random() < 0.4:
        chosen["create"] = True
    return chosen


PLACES = {"c": ("ConfigMap", ["metadata.name", "data.port", "data.host", "data.a\\.b", "data.[a.b]", "metadata.labels"],
                ["metadata.name", "data.port", "data.host", "data.a\\.b", "data.port.x", "metadata.labels.app"]),
          "web": ("Deployment", ["metadata.name", "spec.replicas", "spec.template.spec.containers.0.image",
                                 "spec.template.spec.containers.[name=web].image"],
                  ["metadata.name", "spec.replicas", "spec.template.spec.containers.0.image",
                   "spec.template.spec.containers.[name=side].image", "spec.template.spec.containers.*.image"])}


def selector(dice, is_target):
    """Returns what selects a resource, most often one that exists, and paths of its fields."""
    name = dice.choice(list(PLACES))
    kind, sources, targets = PLACES[name]
    chosen = {"kind": kind, "name": name}
    if dice.random() < 0.2:
        key = dice.choice(list(chosen))
        if dice.random() < 0.5:
            del chosen[key]
        else:
            chosen[key] = dice.choice(["Service", "d", "ConfigMap"])
    if dice.random() < 0.1:
        chosen["version"] = "v1"
    if is_target and dice.random() < 0.1:
        chosen["labelSelector"] = dice.choice(["app=web", "app=c", "app"])
    return chosen, targets if is_target else sources


def replacement(dice):
    made = {}
    if dice.random() < 0.95:
        made["source"], paths = selector(dice, False)
        if dice.random() < 0.9:
            made["source"]["fieldPath"] = dice.choice(paths if dice.random() < 0.85 else SOURCES)
        if chosen := options(dice, False):
            made["source"]["options"] = chosen
    if dice.random() < (0.05 if "source" in made else 0.8):
        made["sourceValue"] = dice.choice(["5", "text"])
    if dice.random() < 0.97:
        made["targets"] = []
        for _ in range(dice.randint(1, 2)):
            select, paths = selector(dice, True)
            target = {"select": select}
            if dice.random() < 0.95:
                target["fieldPaths"] = [dice.choice(paths if dice.random() < 0.85 else TARGETS) for _ in range(dice.randint(1, 2))]
            if dice.random() < 0.2:
                target["reject"] = [selector(dice, True)[0]]
            if chosen := options(dice, True):
                target["options"] = chosen
            made["targets"].append(target)
    return made


def variable(dice):
    return {"name": dice.choice(["A", "B", "C"]),
            "objref": {"apiVersion": dice.choice(["v1", "apps/v1", "v1"]), "kind": dice.choice(["ConfigMap", "Deployment"]),
                       "name": dice.choice(["c", "web", "d"])},
            "fieldref": {"fieldpath": dice.choice(["metadata.name", "data.port", "data.none", "spec.replicas"])}}


def patch(dice):
    """Returns a patch of fields that replacements read or set, or of fields next to them."""
    kind, name = dice.choice([("ConfigMap", "c"), ("Deployment", "web")])
    if dice.random() < 0.5:
        own = {"ConfigMap": ["/data/port", "/data/host", "/data/new"],
               "Deployment": ["/spec/replicas", "/spec/template/spec/containers/0/image", "/spec/template/spec/containers/-",
                              "/spec/template/spec/containers"]}
        path = dice.choice(["/metadata/labels/app", "/metadata/labels", "/metadata/name", *own[kind]])
        value = {"containers": [], "-": {"name": "third", "image": "i"}, "labels": {"app": "n"}, "name": "n", "replicas": 7}.get(
            path.rsplit("/", 1)[1], "7")
        operation = {"op": dice.choice(["replace", "add", "remove", "test"]), "path": path, "value": value}
        target = dice.choice([{"kind": kind}, {"kind": kind, "name": name}, {"kind": kind, "labelSelector": "app"}])
        return {"target": target, "patch": json.dumps([operation])}
    parts = {"ConfigMap": [{"data": {"port": "9"}}, {"data": {"host": None}}, {"data": None}, {"metadata": {"labels": {"app": "n"}}},
                           {"$patch": "delete"}, {"data": {"new": "n"}}],
             "Deployment": [{"spec": {"replicas": 3}}, {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": "j:1"}]}}}},
                            {"spec": {"template": {"spec": {"containers": [{"name": "third", "image": "j:1"}]}}}},
                            {"spec": {"template": {"spec": {"containers": [{"name": "side", "$patch": "delete"}]}}}},
                            {"spec": {"paused": True}}, {"spec": {"replicas": None}}]}
    one = dice.choice(parts[kind])
    head = {"apiVersion": "v1" if kind == "ConfigMap" else "apps/v1", "kind": kind}
    return {"patch": json.dumps({**head, **one, "metadata": {"name": name, **one.get("metadata", {})}})}


def make(dice, folder):
    """Writes a tree. Returns whether transformers or patches change resources."""
    many = resources(dice)
    names = []
    for i, one in enumerate(many):
        write(folder, f"r{i}.yaml", one)
        names.append(f"r{i}.yaml")
    top = {"resources": names}
    many = [replacement(dice) for _ in range(dice.randint(1, 2))]
    if dice.random() < 0.2:
        top["vars"] = [variable(dice) for _ in range(dice.randint(1, 2))]
    if dice.random() < 0.15:
        top["namePrefix"] = "p-"
    if dice.random() < 0.15:
        top["configMapGenerator"] = [{"name": "g", "literals": ["port=9"]}]
    if dice.random() < 0.3:
        write(folder, "more.yaml", many if len(many) > 1 or dice.random() < 0.5 else many[0])
        many = [{"path": "more.yaml"}]
        if dice.random() < 0.1:
            many[0]["targets"] = [{"select": {"kind": "ConfigMap"}}]  # a replacement has one form
    top["replacements"] = many
    if dice.random() < 0.2:
        inner = {"apiVersion": "kustomize.config.k8s.io/v1alpha1", "kind": "Component", "replacements": many}
        write(folder, "parts/kustomization.yaml", inner)
        if "path" in many[0]:
            os.rename(os.path.join(folder, "more.yaml"), os.path.join(folder, "parts/more.yaml"))
        top["components"] = ["parts"]
        del top["replacements"]
    if dice.random() < 0.2:  # the replacements of a base see its resources alone
        for name in names:
            os.rename(os.path.join(folder, name), os.path.join(folder, "base", name)) if os.path.isdir(
                os.path.join(folder, "base")) else os.renames(os.path.join(folder, name), os.path.join(folder, "base", name))
        write(folder, "base/kustomization.yaml", {"resources": names, "nameSuffix": "-x"})
        top["resources"] = ["base"]
    if dice.random() < 0.4:
        top["patches"] = [patch(dice) for _ in range(dice.randint(1, 2))]
    write(folder, "kustomization.yaml", top)
    return "namePrefix" in top or "base" in top["resources"] or "patches" in top


def errors(kval, *arguments, text=None):
    _, out, _ = run(kval, "k8s", "-o", "json", *arguments, text=text)
    return [one for one in json.loads(out)["diagnostics"] if one["severity"] == "error"] if out.strip() else []


def pointer(one):
    return one.get("pointer", "")


def main():
    kval = os.path.abspath(sys.argv[1])
    runs, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 200, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    kustomize = find()
    if not kustomize:
        return 77
    failures = refused = invalid = 0
    for number in range(runs):
        dice = random.Random(f"{seed}/{number}")
        with tempfile.TemporaryDirectory() as folder:
            changes = make(dice, folder)
            code, built, said = run(kustomize, "build", folder)
            found = errors(kval, folder)
            refused += code != 0
            if code != 0:
                if not found and not changes:
                    failures += 1
                    print(f"{number}: kustomize refuses, kval does not: {said.strip()[-300:]}")
                continue
            expected = errors(kval, "-", text=built)
            invalid += bool(expected)
            paths = sorted(pointer(one) for one in expected)
            is_part = changes and all(pointer(one) in paths for one in found)
            if sorted(pointer(one) for one in found) != paths and not is_part:
                failures += 1
                print(f"{number}: kustomize builds; errors of kval {[one['message'] for one in found]}, of the output {paths}")
    print(f"{runs} kustomizations, {refused} refused, {invalid} with invalid output: {failures} differences")
    return 1 if failures or not refused else 0


if __name__ == "__main__":
    sys.exit(main())
