"""Random CustomResourceDefinitions with random resources: structural schemas with all supported keywords, and typed rules.
Used by k8s_schema_differential.py."""
import copy

NAMES = ["alpha", "beta", "gamma", "delta", "name", "port", "x-y", "a.b", "type", "in"]
FORMATS = ["date-time", "date", "duration", "uuid", "ipv4", "ipv6", "cidr", "uri", "email", "byte", "int32", "int64", "hostname", "mac", "bsonobjectid", "isbn", "rgbcolor", "k8s-short-name", "nonsense"]
PATTERNS = ["^a", "^[a-z]+$", "b$", "^\\d+$", "^.{2,3}$", "^(a|b)*$"]
TEXTS = ["", "a", "abc", "b", "12", "A", "x" * 20, "2024-01-01T00:00:00Z", "2024-01-01", "1h30m", "10.0.0.1", "::1", "10.0.0.0/8", "http://a.b/c", "a@b.c", "YQ==", "50%",
         "9e107d9d-372b-4682-8bd8-5b1f3c1d9a3e", "00:11:22:33:44:55", "#fff", "true", "1", "é"]
NUMBERS = [0, 1, -1, 2, 3, 5, 10, 80, 65535, 2147483648, 1.5, 2.0, 0.1, -0.5]
ODD = [None, True, False, [], {}, [None], {"a": None}, ["a", "a"], [1, 1], {"alpha": 1}]


def without_defaults(schema):
    if isinstance(schema, dict):
        return {key: {name: without_defaults(of) for name, of in value.items()} if key == "properties" else without_defaults(value)
                for key, value in schema.items() if key not in ("default", "x-kubernetes-list-type", "x-kubernetes-list-map-keys")}
    return [without_defaults(item) for item in schema] if isinstance(schema, list) else schema


class Schemas:
    def __init__(self, rng):
        self.rng = rng

    def chance(self, share):
        return self.rng.random() < share

    def schema(self, depth, nested=False):
        kinds = ["string", "integer", "number", "boolean", "intstr"] + ["object", "array", "map", "object", "array"] * (depth > 0) + ["preserve", "embedded"] * (depth > 0)
        kind = self.rng.choice(kinds)
        made = getattr(self, "of_" + kind)(depth)
        if self.chance(0.15):
            made["nullable"] = True
        if not nested and self.chance(0.12) and kind not in ("embedded",):
            made["default"] = self.value(made, 0.1)
        if self.chance(0.12) and kind in ("string", "integer"):
            made["enum"] = [self.value(made, 0) for _ in range(self.rng.randint(1, 3))]
        if self.chance(0.12):
            made[self.rng.choice(["oneOf", "anyOf", "allOf"])] = [self.part(made) for _ in range(self.rng.randint(1, 3))]
        if self.chance(0.05):
            made["not"] = self.part(made)
        if self.chance(0.2):
            made["x-kubernetes-validations"] = [{"rule": self.rule(made, "self", 2)} for _ in range(self.rng.randint(1, 2))]
        return made

    def part(self, schema):
        """Returns a subschema for oneOf: without types and without undeclared properties."""
        options = [{}]
        kind = schema.get("type")
        if kind == "string":
            options = [{"minLength": self.rng.randint(0, 4)}, {"pattern": self.rng.choice(PATTERNS)}, {"enum": ["a", "abc"]}]
        elif kind in ("integer", "number"):
            options = [{"minimum": self.rng.randint(-1, 5)}, {"maximum": self.rng.randint(0, 9)}, {"multipleOf": 2}]
        elif kind == "object" and schema.get("properties"):
            name = self.rng.choice(sorted(schema["properties"]))
            options = [{"required": [name]}, {"properties": {name: self.part(schema["properties"][name])}}, {"minProperties": 1}, {"not": {"required": [name]}}]
        elif kind == "array":
            options = [{"minItems": 1}, {"maxItems": 1}, {"items": self.part(schema["items"])}]
        return self.rng.choice(options)

    def of_string(self, _):
        made = {"type": "string", "maxLength": self.rng.choice([3, 10, 50])}
        if self.chance(0.25):
            made["pattern"] = self.rng.choice(PATTERNS)
        if self.chance(0.35):
            made["format"] = self.rng.choice(FORMATS)
        if self.chance(0.2):
            made["minLength"] = self.rng.randint(0, 3)
        return made

    def of_number(self, _, kind="number"):
        made = {"type": kind}
        for name in ("minimum", "maximum"):
            if self.chance(0.3):
                made[name] = self.rng.choice([0, 1, 3, 10])
                if self.chance(0.3):
                    made["exclusive" + name.capitalize()] = True
        if self.chance(0.15):
            made["multipleOf"] = self.rng.choice([2, 5] if kind == "integer" else [2, 0.5, 0.1])
        if self.chance(0.2):
            made["format"] = self.rng.choice(["int32", "int64"] if kind == "integer" else ["float", "double"])
        return made

    def of_integer(self, depth):
        return self.of_number(depth, "integer")

    def of_boolean(self, _):
        return {"type": "boolean"}

    def of_intstr(self, _):
        made = {"x-kubernetes-int-or-string": True}
        if self.chance(0.4):
            made["anyOf"] = [{"type": "integer"}, {"type": "string"}]
        return made

    def of_object(self, depth):
        names = self.rng.sample(NAMES, self.rng.randint(1, 4))
        made = {"type": "object", "properties": {name: self.schema(depth - 1) for name in names}}
        if self.chance(0.4):
            made["required"] = self.rng.sample(names, self.rng.randint(1, len(names)))
        if self.chance(0.1):
            made["x-kubernetes-preserve-unknown-fields"] = True
        if self.chance(0.1):
            made["maxProperties"] = self.rng.randint(1, 4)
        if self.chance(0.1):
            made["x-kubernetes-map-type"] = self.rng.choice(["atomic", "granular"])
        return made

    def of_map(self, depth):
        # No defaults, because the API server ignores them here. The size is limited because of the cost estimate of rules.
        return {"type": "object", "additionalProperties": without_defaults(self.schema(depth - 1)), "maxProperties": 3}

    def of_array(self, depth):
        kind = self.rng.choice(["atomic", "set", "map", None])
        made = {"type": "array", "maxItems": self.rng.choice([2, 5])}
        if kind == "map":
            keys = self.rng.sample(NAMES[:6], self.rng.randint(1, 2))
            item = {"type": "object", "properties": {k: {"type": self.rng.choice(["string", "integer"])} for k in keys}, "required": list(keys)}
            for key in keys:
                if self.chance(0.2):
                    item["properties"][key]["default"] = 1 if item["properties"][key]["type"] == "integer" else "a"
                    item["required"].remove(key)
            if not item["required"]:
                del item["required"]
            item["properties"].setdefault("rest", self.schema(depth - 1))
            made.update({"x-kubernetes-list-map-keys": keys, "items": item})
        elif kind == "set":
            made["items"] = self.rng.choice([self.of_string, self.of_integer])(0)
        else:
            made["items"] = self.schema(depth - 1)
        if kind:
            made["x-kubernetes-list-type"] = kind
        if self.chance(0.2):
            made["minItems"] = 1
        return made

    def of_preserve(self, _):
        return {"type": "object", "x-kubernetes-preserve-unknown-fields": True} if self.chance(0.7) else {"x-kubernetes-preserve-unknown-fields": True}

    def of_embedded(self, _):
        return {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}

    def rule(self, schema, at, depth):
        """Returns a CEL expression over values of the schema, usually of type bool."""
        kind, rng = schema.get("type"), self.rng
        if self.chance(0.15) and depth:
            return f"{self.rule(schema, at, depth - 1)} {rng.choice(['&&', '||'])} {self.rule(schema, at, depth - 1)}"
        if kind == "string" and schema.get("format") not in ("date-time", "date", "duration", "byte"):
            return rng.choice([f"{at} != 'a'", f"size({at}) < 4", f"{at}.startsWith('a')", f"{at}.matches('^[a-z]*$')", f"{at}.lowerAscii() == {at}", f"{at} in ['a', 'abc', '12']", f"!{at}.contains('b')", f"{at}.split(',').size() == 1"])
        if kind == "integer":
            return rng.choice([f"{at} > 0", f"{at} % 2 == 0", f"{at} <= 10", f"{at} in [1, 2, 3]", f"{at} * 2 < 100", f"10 / {at} > 1"])
        if kind == "number":
            return rng.choice([f"{at} > 0.5", f"{at} <= 10.0", f"double({at}) != 1.5"])
        if kind == "boolean":
            return rng.choice([at, f"!{at}", f"{at} == true"])
        if kind == "array" and "items" in schema:
            inner = self.rule(schema["items"], "x", depth - 1) if depth else "true"
            return rng.choice([f"size({at}) > 0", f"{at}.all(x, {inner})", f"{at}.exists(x, {inner})", f"{at}.filter(x, {inner}).size() < 2", f"{at}.exists_one(x, {inner})"])
        if kind == "object" and schema.get("properties"):
            name = rng.choice(sorted(schema["properties"]))
            word = {"x-y": "x__dash__y", "a.b": "a__dot__b", "in": "__in__"}.get(name, name)
            inner = self.rule(schema["properties"][name], f"{at}.{word}", depth - 1) if depth else "true"
            return rng.choice([f"has({at}.{word})", f"!has({at}.{word}) || {inner}", inner, f"!has({at}.{word}) || ({inner})"])
        if kind == "object" and "additionalProperties" in schema:
            return rng.choice([f"size({at}) < 2", f"'a' in {at}", f"{at}.all(k, k != 'b')"])
        if schema.get("x-kubernetes-int-or-string"):
            return rng.choice([f"type({at}) == int ? {at} > 0 : {at} != 'a'", f"{at} == 1 || {at} == '50%'"])
        return "true"

    def value(self, schema, wrong):
        """Returns a value of the schema. At each field, it is invalid with the probability `wrong`."""
        rng = self.rng
        if self.chance(wrong):
            return copy.deepcopy(rng.choice(rng.choice([TEXTS, NUMBERS, ODD])))
        if schema.get("nullable") and self.chance(0.1):
            return None
        if schema.get("enum") and self.chance(0.8):
            return rng.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "string":
            return rng.choice(TEXTS)
        if kind == "integer":
            return rng.choice([n for n in NUMBERS if n == int(n)])
        if kind == "number":
            return rng.choice(NUMBERS)
        if kind == "boolean":
            return self.chance(0.5)
        if kind == "array":
            return [self.value(schema["items"], wrong) for _ in range(rng.randint(0, 3))]
        if schema.get("x-kubernetes-embedded-resource"):
            return {"apiVersion": rng.choice(["v1", "", "a/b/c"]) if self.chance(0.3) else "v1", "kind": "Pod", "metadata": {"name": rng.choice(["a", "A b", "a.b"])}, "spec": {"x": 1}}
        if kind == "object" and "properties" in schema:
            made = {}
            for name, of in schema["properties"].items():
                if name in schema.get("required", []) and not self.chance(wrong) or self.chance(0.7):
                    made[name] = self.value(of, wrong)
            if self.chance(wrong):
                made["unknown"] = 1
            return made
        if kind == "object" and "additionalProperties" in schema:
            return {k: self.value(schema["additionalProperties"], wrong) for k in rng.sample(["a", "b", "C d", "1"], rng.randint(0, 3))}
        if schema.get("x-kubernetes-int-or-string"):
            return rng.choice([1, "50%", 0, "a"])
        return rng.choice([{"a": 1}, {"b": [None]}, {}])

    def definition(self, group):
        spec = self.of_object(3)
        if self.chance(0.5):
            spec["x-kubernetes-validations"] = [{"rule": self.rule(spec, "self", 3)} for _ in range(2)]
        root = {"type": "object", "properties": {"spec": spec, "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}
        version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": root}}
        return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things." + group},
                "spec": {"group": group, "scope": "Namespaced", "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"}, "versions": [version]}}

    def resource(self, definition, wrong):
        root = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        made = {"apiVersion": definition["spec"]["group"] + "/v1", "kind": "Thing", "metadata": {"name": "a", "namespace": "b"}}
        if not self.chance(0.02):
            made["spec"] = self.value(root["properties"]["spec"], wrong)
        return made
