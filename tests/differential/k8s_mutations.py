"""Random MutatingAdmissionPolicies and objects for k8s_admission_differential.py, and expressions that state an expected object."""
import json

from k8s_policies import GROUP, RESOURCES, literal

PATHS = {"Deployment": ["/spec/replicas", "/spec/template/spec/containers/0/image", "/spec/template/spec/containers/-", "/spec/template/spec/containers/1",
                        "/spec/template/spec/volumes", "/spec/template/spec/hostname", "/spec/paused"],
         "Pod": ["/spec/containers/0/image", "/spec/containers/-1/image", "/spec/containers/0/env", "/spec/containers/0/env/-", "/spec/nodeSelector", "/spec/hostname", "/spec/volumes/0"],
         "Service": ["/spec/ports/0/port", "/spec/ports/0", "/spec/type", "/spec/selector", "/spec/selector/app"],
         "ConfigMap": ["/data", "/data/a", "/data/c.d", "/data/new", "/immutable"]}
COMMON_PATHS = ["/metadata/labels", "/metadata/labels/app", "/metadata/labels/a~1b", "/metadata/annotations/note", "/metadata/finalizers/0", "/missing/x", "", "/spec"]
VALUES = ["'v'", "3", "true", "{'a': 'b'}", "['x']", "1.5", "object.metadata.name", "Object.spec.containers{name: 'n', image: 'i'}", "{'name': 'n', 'image': 'j'}",
          "[{'name': 'E', 'value': 'f'}]", "9223372036854775807"]  # not `object.metadata`, which 1.37 does not convert to JSON
METADATA = ["labels: {'team': 'blue'}", "labels: {'app': object.metadata.name}", "annotations: {'note': 'm', 'x': 'y'}", "finalizers: ['example.com/a']",
            "labels: Object.metadata.labels{app: 'z'}", "labels: {}", "labels: null"]
POD = ["hostname: 'n'", "hostname: 1", "hostname: object.metadata.name", "containers: [P.containers{name: 'web', image: 'n:1'}]",
       "containers: [P.containers{name: 'web', env: [P.containers.env{name: 'A', value: 'q'}]}]", "containers: [P.containers{name: 'new', image: 'm'}, P.containers{name: 'web'}]",
       "initContainers: [P.initContainers{name: 'init', image: 'i:2'}]", "volumes: [P.volumes{name: 'v', emptyDir: P.volumes.emptyDir{}}]", "nodeSelector: {'a': 'c'}",
       "tolerations: [P.tolerations{key: 'a', operator: 'Exists'}]", "securityContext: P.securityContext{runAsNonRoot: true}", "securityContext: P.wrong{runAsNonRoot: true}",
       "terminationGracePeriodSeconds: 5u", "serviceAccountName: null", "colour: 'red'", "?hostname: optional.none()", "?hostname: object.metadata.?labels[?'app']",
       "containers: object.OF.containers.map(c, P.containers{name: c.name, image: c.image + '-x'})", "containers: []"]
OTHERS = {"Deployment": ["replicas: 5", "replicas: has(object.spec.replicas) ? 7 : 8", "replicas: variables.n", "replicas: '5'", "paused: true",
                         "selector: Object.spec.selector{matchLabels: {'a': 'b'}}", "strategy: Object.spec.strategy{type: 'Recreate'}"],
          "Service": ["ports: [Object.spec.ports{port: 80, name: 'web'}]", "ports: [Object.spec.ports{port: 443, name: 'https', targetPort: 'x'}]", "selector: {'a': 'b'}",
                      "externalIPs: ['1.2.3.4']", "sessionAffinity: 'ClientIP'", "loadBalancerSourceRanges: []"]}
DATA = ["data: {'k': 'v'}", "data: {'a': string(size(object.metadata.name))}", "data: {'a': 1}", "immutable: true", "data: {}", "data: null", "datas: {'a': 'b'}"]
CONDITIONS = ["has(object.metadata.labels)", "!has(object.metadata.annotations)", "object.metadata.name == 'obj'", "object.metadata.labels.app == 'x'"]


class Mutations:
    """Generates cases with policies that mutate an object."""

    def __init__(self, dice):
        self.dice = dice

    def chance(self, share):
        return self.dice.random() < share

    def make(self):
        kind = self.dice.choice(sorted(PATHS))
        documents = []
        for i in range(self.dice.choice([1, 1, 2, 3])):
            name = f"mutation-{i}"
            documents += [self.policy(name, kind), {"apiVersion": GROUP, "kind": "MutatingAdmissionPolicyBinding", "metadata": {"name": name}, "spec": {"policyName": name}}]
        return {"documents": documents, "object": self.object(kind), "operation": "CREATE"}

    def policy(self, name, kind):
        dice = self.dice
        mutations = []
        for _ in range(dice.choice([1, 1, 2])):
            if self.chance(0.55):
                mutations.append({"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": self.configuration(kind)}})
            else:
                mutations.append({"patchType": "JSONPatch", "jsonPatch": {"expression": self.patch(kind)}})
        rule = {"apiGroups": ["apps" if kind == "Deployment" else ""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": [RESOURCES[kind]]}
        spec = {"matchConstraints": {"resourceRules": [rule]}, "failurePolicy": dice.choice(["Fail", "Fail", "Ignore"]), "reinvocationPolicy": dice.choice(["Never", "IfNeeded"]),
                "mutations": mutations, "variables": [{"name": "n", "expression": dice.choice(["3", "size(object.metadata.name)", "object.missing"])}]}
        if self.chance(0.25):
            spec["matchConditions"] = [{"name": "c", "expression": dice.choice(CONDITIONS)}]
        if self.chance(0.1):
            spec["matchConstraints"]["objectSelector"] = {"matchLabels": {"app": "x"}}
        return {"apiVersion": GROUP, "kind": "MutatingAdmissionPolicy", "metadata": {"name": name}, "spec": spec}

    def configuration(self, kind):
        dice = self.dice
        if self.chance(0.35):
            return "Object{metadata: Object.metadata{" + dice.choice(METADATA) + "}}"
        if kind == "ConfigMap":
            return "Object{" + dice.choice(DATA) + "}"
        if kind in OTHERS and self.chance(0.4 if kind == "Deployment" else 1):
            return "Object{spec: Object.spec{" + dice.choice(OTHERS[kind]) + "}}"
        path = "spec" if kind == "Pod" else "spec.template.spec"
        fields = {field.lstrip("?").split(":")[0]: field for field in dice.sample(POD, dice.choice([1, 2]))}
        text = ", ".join(field.replace("P.", f"Object.{path}.").replace("OF", path) for field in fields.values())
        return "Object{spec: Object.spec{" + text + "}}" if kind == "Pod" else "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{" + text + "}}}}"

    def patch(self, kind):
        dice, operations = self.dice, []
        for _ in range(dice.choice([1, 2, 3])):
            name = dice.choice(["add", "add", "add", "replace", "remove", "test", "copy", "move"])
            fields = f"op: '{name}', path: '{dice.choice(PATHS[kind] if self.chance(0.65) else COMMON_PATHS)}'"
            if self.chance(0.1):
                fields = f"op: '{name}', path: '/metadata/labels/' + jsonpatch.escapeKey('q/r~s')"
            if name in ("copy", "move"):
                fields += f", from: '{dice.choice(PATHS[kind] + COMMON_PATHS)}'"
            elif name != "remove":
                fields += f", value: {dice.choice(VALUES)}"
            operations.append("JSONPatch{" + fields + "}")
        text = "[" + ", ".join(operations) + "]"
        return f"has(object.metadata.labels) ? {text} : []" if self.chance(0.2) else text

    def object(self, kind):
        dice, metadata = self.dice, {"name": "obj"}
        if self.chance(0.5):
            metadata["labels"] = {k: dice.choice("xy") for k in dice.sample(["app", "team", "a/b"], dice.choice([1, 2, 3]))}
        if self.chance(0.4):
            metadata["annotations"] = {"note": "n"}
        if self.chance(0.2):
            metadata["finalizers"] = ["example.com/a", "example.com/b"]
        if kind == "ConfigMap":
            return {"apiVersion": "v1", "kind": kind, "metadata": metadata, "data": {k: dice.choice("12") for k in dice.sample(["a", "b", "c.d"], 2)}}
        if kind == "Service":
            return {"apiVersion": "v1", "kind": kind, "metadata": metadata, "spec": {"ports": [{"port": 80, "name": "http"}], "selector": {"app": "x"}, "clusterIP": "10.0.0.5"}}
        if kind == "Pod":
            return {"apiVersion": "v1", "kind": kind, "metadata": metadata, "spec": self.pod()}
        spec = {"selector": {"matchLabels": {"app": "x"}}, "template": {"metadata": {"labels": {"app": "x"}}, "spec": self.pod()}, **({"replicas": 2} if self.chance(0.5) else {})}
        return {"apiVersion": "apps/v1", "kind": kind, "metadata": metadata, "spec": spec}

    def pod(self):
        dice, containers = self.dice, []
        for name in dice.sample(["web", "side", "log"], dice.choice([1, 2])):
            containers.append({"name": name, "image": dice.choice(["a:1", "b"])})
            if self.chance(0.4):
                containers[-1]["env"] = [{"name": dice.choice("AB"), "value": "1"}]
        return {"containers": containers, **({"nodeSelector": {"a": "b"}} if self.chance(0.3) else {}), **({"volumes": [{"name": "v", "emptyDir": {}}]} if self.chance(0.3) else {})}


def expectations(value, path, skipped=()):
    """Yields expressions that hold if the object at a path has exactly the given values, apart from empty ones. With keys to skip, there
    may be others."""
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if v not in (None, "", [], {}) and k not in skipped}
        for key, child in kept.items():
            yield from expectations(child, f"{path}[{json.dumps(key)}]")
        if not skipped:
            empty = f'(type({path}[k]) == list || type({path}[k]) == map || type({path}[k]) == string) && size({path}[k]) == 0 || {path}[k] == null'
            yield f"size({path}.filter(k, !({empty}))) == {len(kept)}"
    elif isinstance(value, list):
        yield f"size({path}) == {len(value)}"
        for i, child in enumerate(value):
            yield from expectations(child, f"{path}[{i}]")
    else:
        yield f"{path} == {literal(value)}"


def expecting(kind, value):
    """Returns documents with a policy that objects other than the given one violate."""
    rule = {"apiGroups": ["*"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": [RESOURCES[kind]]}
    parts = {k: v for k, v in value.items() if k != "status"}
    parts["metadata"] = {k: v for k, v in value["metadata"].items() if k in ("labels", "annotations", "finalizers", "name")}
    texts = [e for key, part in parts.items() if key != "metadata" for e in expectations(part, f'object["{key}"]', ("clusterIP",) if kind == "Service" else ())]
    texts += [e for key, part in parts["metadata"].items() for e in expectations(part, f'object["metadata"]["{key}"]')]
    texts += [f'!("{key}" in object["metadata"])' for key in ("labels", "annotations", "finalizers") if not value["metadata"].get(key)]
    return [{"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": "expected"},
             "spec": {"matchConstraints": {"resourceRules": [rule]}, "validations": [{"expression": text} for text in texts]}},
            {"apiVersion": GROUP, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": "expected"}, "spec": {"policyName": "expected", "validationActions": ["Deny"]}}]
