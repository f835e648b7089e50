"""Adds fields that the API declares (OpenAPI document) to manifests: `Fields(rng, document).grown(manifest, places)`
returns a copy with some of them. The values are usually valid."""
import copy
import re

TEXTS = ["", "a", "web", "a.b", "a.b/c", "A", "a_b", "a b", "/a", "../a", "a/b", "10.0.0.1", "10.0.0.0/8", "::1", "1Gi", "*", "50%", "http", "TCP", "Always", "x" * 64, "v1", "apps/v1", "ä", "-a", "RW", "1"]
KNOWN = {
    "apiVersion": ["v1", "apps/v1", "a.b/v1"], "kind": ["Pod", "ConfigMap", "Secret", "Node", "PersistentVolumeClaim", "A b"], "namespace": ["n", "default", "N"], "uid": ["1-2", ""],
    "path": ["/x", "a", "x/y", "../x", "/"], "mountPath": ["/x", "x", "/x:y"], "name": ["web", "a.b", "a", "A", "kubernetes.io/x"], "image": ["nginx", " nginx", ""],
    "fieldPath": ["metadata.name", "metadata.labels['a']", "spec.nodeName", "status.podIP", "metadata.x"], "resource": ["limits.cpu", "requests.memory", "pods", "limits.x", "cpu"], "protocol": ["TCP", "UDP", "SCTP", "tcp"],
    "operator": ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Equal"], "effect": ["NoSchedule", "NoExecute", "X"], "topologyKey": ["zone", "kubernetes.io/hostname", ""], "host": ["a.b", "1.2.3.4", "A"],
    "schedule": ["@daily", "* * * * *", "TZ=UTC 0 0 * * *", "60 * * * *"], "key": ["a", "a.b/c", "-a"], "expression": ["true", "object.x == 1", "1 +", "1"], "procMount": ["Default", "Unmasked", "X"],
    "server": ["a.b", "1.2.3.4", ""], "caBundle": ["YQ==", "Y"], "url": ["https://a.b/c", "http://a.b", "https://u@a.b/c", "https://a.b/c?x=1", "https://a.b/c#d", "x"], "apiGroup": ["apps", "", "storage.k8s.io", "a b"],
    "clusterIP": ["10.0.0.1", "None", "x"], "ip": ["10.0.0.1", "::1", "127.0.0.1", "169.254.1.1", "x"], "fsType": ["ext4", ""], "driver": ["a.b", "A_b"], "nodeName": ["n", "A"], "hostIP": ["10.0.0.1", "x"], "divisor": ["1", "1m", "1Mi", "3", "0"],
    "sizeLimit": ["1Gi", "-1", "0"], "medium": ["Memory", "", "HugePages", "HugePages-2Mi", "X"], "type": ["Localhost", "RuntimeDefault", "Unconfined", "ClusterIP", "X", "RollingUpdate", "Recreate", "OnDelete"],
    "localhostProfile": ["a/b", "../a", " a", "/a", ""], "iqn": ["iqn.2001-04.com.example:storage", "x"], "targetPortal": ["1.2.3.4:3260", "x"], "restartPolicy": ["Always", "Never", "OnFailure", "X"]}


class Fields:
    def __init__(self, rng, document):
        self.rng, self.definitions = rng, document["definitions"]
        self.kinds = {}
        for name, definition in self.definitions.items():
            for gvk in definition.get("x-kubernetes-group-version-kind", ()):
                self.kinds[(gvk["group"] + "/" if gvk["group"] else "") + gvk["version"], gvk["kind"]] = definition

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.definitions[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def places(self, schema, value, name=""):
        """Yields (schema, map) for every map of declared fields in the value."""
        schema = self.resolved(schema)
        if isinstance(value, dict) and "properties" in schema:
            yield schema, value
            for key, child in value.items():
                if key in schema["properties"] and not (name == "" and key == "metadata"):
                    yield from self.places(schema["properties"][key], child, key)
        elif isinstance(value, dict) and "additionalProperties" in schema:
            for child in value.values():
                yield from self.places(schema["additionalProperties"], child, name + ".")
        elif isinstance(value, list):
            for child in value:
                yield from self.places(schema.get("items", {}), child, name + "[]")

    def grown(self, manifest, count):
        value = copy.deepcopy(manifest)
        schema = self.kinds.get((value.get("apiVersion"), value.get("kind")))
        for _ in range(count if schema else 0):
            spots = [(of, at, key) for of, at in self.places(schema, value) for key in of["properties"] if key not in at and key != "status"]
            if spots:
                of, at, key = self.rng.choice(spots)
                at[key] = self.filled(of["properties"][key], key, 0)
        return value

    def filled(self, schema, key, depth):
        schema = self.resolved({**self.resolved(schema), "description": schema.get("description", "")}) if "$ref" in schema else schema
        kind = schema.get("type", "object")
        if schema.get("format") == "int-or-string":
            return self.rng.choice([1, 0, 80, "50%", "http", -1, "x y", "101%", 65536])
        if kind == "string":
            return self.text(schema, key)
        if kind == "integer":
            return self.rng.choice([1, 1, 2, 5, 60, 80, 0, -1, 1000, 65536, 30000])
        if kind == "number":
            return self.rng.choice([1, 0, 0.5, -1])
        if kind == "boolean":
            return self.rng.random() < 0.6
        if kind == "array":
            return [self.filled(schema["items"], key[:-1] if key.endswith("s") else key, depth + 1) for _ in range(self.rng.choice([0, 1, 1, 1, 2]))]
        if "additionalProperties" in schema:
            return {k: self.filled(schema["additionalProperties"], key, depth + 1) for k in self.rng.sample(["cpu", "memory", "a.b/c", "storage", "a", "a b", "pods", "hugepages-2Mi", "ephemeral-storage"], self.rng.choice([0, 1, 1, 2]))}
        required = schema.get("required", [])
        value = {}
        for name, of in schema.get("properties", {}).items():
            if self.rng.random() < (0.95 if name in required else 0.35 if depth < 3 else 0.1):
                value[name] = self.filled(of, name, depth + 1)
        return value

    def text(self, schema, key):
        said = re.findall(r'- `"([^"]*)"`', schema.get("description", ""))
        if said and self.rng.random() < 0.85:
            return self.rng.choice(said)
        if schema.get("format") == "date-time":
            return self.rng.choice(["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.000000Z", "x"])
        if schema.get("format") == "byte":
            return self.rng.choice(["YQ==", "Y", ""])
        if key in KNOWN and self.rng.random() < 0.8:
            return self.rng.choice(KNOWN[key])
        if self.rng.random() < 0.6:
            return self.rng.choice(["a", "web", "a.b"])
        return self.rng.choice(TEXTS)
