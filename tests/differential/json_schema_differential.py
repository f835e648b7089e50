#!/usr/bin/env python3
"""Compares kval with Python's jsonschema and, if node finds it, with ajv on random JSON Schemas and values.

json_schema_differential.py KVAL [ROUNDS [SEED]]

First validates random valid and damaged schemas with the drafts' metaschemas, which are embedded in kval. Then each round
generates a schema of a random draft and several values, half of them for the schema. kval validates all values in one run,
as the items of an array. For a difference, the test prints the schema, the value and both results. Skipped with a message
without jsonschema. """
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import jsonschema
    from jsonschema import validators
except ImportError:
    jsonschema = None
try:
    from referencing.exceptions import Unresolvable
    UNRESOLVED = (Unresolvable,)
except ImportError:
    UNRESOLVED = ()

URIS = {
    4: "http://json-schema.org/draft-04/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    7: "http://json-schema.org/draft-07/schema#",
    2019: "https://json-schema.org/draft/2019-09/schema",
    2020: "https://json-schema.org/draft/2020-12/schema",
}
KEYS = ["a", "b", "c", "foo", "x1", "y-2", "", "ä"]
TEXTS = ["", "a", "ab", "abc", "foo", "äö", "😀", "1", "2024-02-30", "10.0.0.1", "x y", "a\nb", "\u2028"]
NUMBERS = [0, 1, 2, 3, 5, -1, -7, 1.0, 1.5, 0.1, 0.3, 2.75, -0.5, 100, 1e3, 12345678901234567890, 9007199254740993]
PATTERNS = ["^a", "b$", "^[a-z]+$", "[0-9]", "^.{2}$", "^(a|b)*$", "\\d", "^\\S+$", "(?!a)", "^(?=.*b)a", "\\u00e4", "a{2,}",
            "^[^x]*$", "\\.", "^$"]


class Maker:
    def __init__(self, rng, draft):
        self.rng, self.draft = rng, draft
        self.is_dynamic = False  # whether schemas contain anchors and dynamic references

    def value(self, depth=3):
        r = self.rng.random()
        if depth > 0 and r < 0.2:
            return [self.value(depth - 1) for _ in range(self.rng.randrange(4))]
        if depth > 0 and r < 0.45:
            return {k: self.value(depth - 1) for k in self.rng.sample(KEYS, self.rng.randrange(5))}
        if r < 0.6:
            return self.rng.choice(NUMBERS)
        if r < 0.85:
            return self.rng.choice(TEXTS)
        return self.rng.choice([True, False, None])

    def schemas(self, depth, least=1, most=3):
        return [self.schema(depth) for _ in range(self.rng.randint(least, most))]

    def keyed(self, depth):
        return {k: self.schema(depth) for k in self.rng.sample(KEYS, self.rng.randint(1, 4))}

    def keyword(self, depth):
        """Returns one keyword of the draft, or several related ones."""
        rng, d = self.rng, self.draft
        leaf = [
            lambda: {"type": rng.choice(["string", "number", "integer", "boolean", "null", "array", "object"])},
            lambda: {"type": rng.sample(["string", "number", "integer", "boolean", "null", "array", "object"], rng.randint(2, 3))},
            lambda: {"enum": [self.value(1) for _ in range(rng.randint(1, 4))]},
            lambda: {"minimum": rng.choice(NUMBERS)},
            lambda: {"maximum": rng.choice(NUMBERS)},
            lambda: {"multipleOf": rng.choice([1, 2, 3, 0.5, 1.5, 7])},
            lambda: {"minLength": rng.randrange(4)},
            lambda: {"maxLength": rng.randrange(4)},
            lambda: {"pattern": rng.choice(PATTERNS)},
            lambda: {"minItems": rng.randrange(4)},
            lambda: {"maxItems": rng.randrange(4)},
            lambda: {"uniqueItems": rng.random() < 0.8},
            lambda: {"minProperties": rng.randrange(4)},
            lambda: {"maxProperties": rng.randrange(4)},
            lambda: {"required": rng.sample(KEYS, rng.randint(1, 2))},
            lambda: {"$ref": rng.choice(["#", "#/definitions/one", "#/definitions/two"])},
        ]
        if d == 4:
            leaf += [lambda: {"minimum": rng.choice(NUMBERS), "exclusiveMinimum": rng.random() < 0.7},
                     lambda: {"maximum": rng.choice(NUMBERS), "exclusiveMaximum": rng.random() < 0.7}]
        else:
            leaf += [lambda: {"exclusiveMinimum": rng.choice(NUMBERS)}, lambda: {"exclusiveMaximum": rng.choice(NUMBERS)},
                     lambda: {"const": self.value(1)}]
        if self.is_dynamic:
            leaf += [lambda: {"$ref": rng.choice(["#near", "urn:x:far", "urn:x:far#far"])}] * 2
            leaf += [lambda: {"$recursiveRef": "#"}] * 3 if d == 2019 else [
                lambda: {"$dynamicRef": rng.choice(["#node", "#node", "#near", "urn:x:far#node"])}] * 3
        if d >= 2019:
            leaf += [lambda: {"dependentRequired": {rng.choice(KEYS): rng.sample(KEYS, 2)}}]
        if depth <= 0:
            return rng.choice(leaf)()
        deep = [
            lambda: {"properties": self.keyed(depth - 1)},
            lambda: {"properties": self.keyed(depth - 1), "additionalProperties": self.either(depth - 1)},
            lambda: {"patternProperties": {rng.choice(PATTERNS): self.schema(depth - 1) for _ in range(rng.randint(1, 2))}},
            lambda: {"additionalProperties": self.either(depth - 1)},
            lambda: {"items": self.schema(depth - 1)},
            lambda: {"allOf": self.schemas(depth - 1)},
            lambda: {"anyOf": self.schemas(depth - 1)},
            lambda: {"oneOf": self.schemas(depth - 1)},
            lambda: {"not": self.schema(depth - 1)},
        ]
        if d <= 7:
            deep += [lambda: {"dependencies": {rng.choice(KEYS): rng.choice([self.schema(depth - 1), rng.sample(KEYS, 2)])}}]
        if d < 2020:
            deep += [lambda: {"items": self.schemas(depth - 1), "additionalItems": self.either(depth - 1)}]
        if d >= 6:
            deep += [lambda: {"contains": self.schema(depth - 1)}, lambda: {"propertyNames": self.schema(depth - 1)}]
        if d >= 7:
            deep += [lambda: {"if": self.schema(depth - 1), "then": self.schema(depth - 1), "else": self.schema(depth - 1)},
                     lambda: {"if": self.schema(depth - 1), "then": self.schema(depth - 1)}]
        if d >= 2019:
            deep += [lambda: {"contains": self.schema(depth - 1), "minContains": rng.randrange(3), "maxContains": rng.randint(1, 3)},
                     lambda: {"dependentSchemas": self.keyed(depth - 1)},
                     lambda: {"unevaluatedProperties": self.either(depth - 1), "properties": self.keyed(depth - 1),
                              "anyOf": [{"properties": self.keyed(depth - 1)}, self.schema(depth - 1)]},
                     lambda: {"unevaluatedProperties": self.either(depth - 1)}]
        if d >= 2020:
            deep += [lambda: {"prefixItems": self.schemas(depth - 1), "items": self.either(depth - 1)},
                     lambda: {"prefixItems": self.schemas(depth - 1)},
                     lambda: {"unevaluatedItems": self.either(depth - 1), "prefixItems": self.schemas(depth - 1),
                              "contains": self.schema(depth - 1)}]
        return rng.choice(deep if rng.random() < 0.6 else leaf)()

    def either(self, depth):
        return False if self.rng.random() < 0.5 else self.schema(depth)

    def schema(self, depth):
        if self.draft >= 6 and self.rng.random() < 0.06:
            return self.rng.random() < 0.6
        schema = {}
        for _ in range(self.rng.choice([1, 1, 1, 2, 2, 3])):
            for key, value in self.keyword(depth).items():
                schema.setdefault(key, value)
        return schema

    def document(self):
        self.is_dynamic = self.draft >= 2019 and self.rng.random() < 0.5
        one, two, root = self.schema(1), self.schema(2), self.schema(3)
        if not self.is_dynamic:
            return {"one": one, "two": two}, root
        one, two, root = [each if isinstance(each, dict) else {"not": {}} for each in (one, two, root)]
        # A separate schema resource; the targets of its dynamic references depend on the dynamic scope.
        again = {"$recursiveRef": "#"} if self.draft == 2019 else {"$dynamicRef": "#node"}
        far = {"$id": "urn:x:far", "properties": {"a": again, "b": again}, "items": again, "$defs": {"far": {"$anchor": "far", "not": again}}}
        far.update(Maker(self.rng, self.draft).own_keyword())
        two["$anchor"] = "near"
        for schema in [far] + self.rng.sample([one, root], 1):
            schema.update({"$recursiveAnchor": self.rng.random() < 0.7} if self.draft == 2019 else {"$dynamicAnchor": "node"})
        if self.draft == 2019:
            one.pop("$recursiveAnchor", None)
        return {"one": one, "two": two, "far": far}, root

    def own_keyword(self):
        """Returns a keyword without a reference."""
        while True:
            made = self.keyword(0)
            if "$ref" not in made:
                return made


def loops(schema, root, seen=()):
    """Returns true if a reference refers to itself without descending into the value. No validator supports this."""
    if not isinstance(schema, dict):
        return False
    at = []
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        name = schema.get(keyword)
        if name is None:
            continue
        if (keyword, name) in seen:
            return True
        named = root["definitions"]
        if keyword == "$ref" and name.startswith("#/"):
            targets = [named[name.rsplit("/", 1)[1]]]
        elif keyword == "$ref":
            targets = [{"#": root, "#near": named.get("two"), "urn:x:far": named.get("far"), "urn:x:far#far": named.get("far")}[name]]
        else:
            targets = [root, named["one"], named["two"], named["far"]]  # depends on the dynamic scope
        if any(loops(target, root, seen + ((keyword, name),)) for target in targets):
            return True
    for key in ("allOf", "anyOf", "oneOf"):
        at += schema.get(key, [])
    at += [schema[key] for key in ("not", "if", "then", "else") if key in schema]
    at += [each for each in schema.get("dependentSchemas", {}).values()]
    at += [each for each in schema.get("dependencies", {}).values()]
    return any(loops(each, root, seen) for each in at)


def judge_by_kval(kval, folder, schema, values):
    draft = {key: schema[key] for key in ("$schema",)}
    wrapped = dict(draft, **{"$id": "urn:list", "type": "array", "items": dict(schema, **{"$id": "urn:one", "id": "urn:one"})})
    if "draft-04" in schema["$schema"]:
        wrapped["id"] = wrapped.pop("$id")
    paths = [os.path.join(folder, name) for name in ("s.schema.json", "v.json")]
    for path, content in zip(paths, (wrapped, values)):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file)
    run = subprocess.run([kval, "check", "-f", paths[0], "--as", "values=" + paths[1], "--profile", "yaml1.2", "-o", "jsonl",
                          "--max-diagnostics", "none"], capture_output=True, text=True, check=False)
    refused = set()
    for line in run.stdout.splitlines():
        finding = json.loads(line)
        if finding.get("severity") != "error":
            continue
        if not finding.get("path") or not finding["primary"]["file"].endswith("v.json"):
            return None, run.stdout
        refused.add(finding["path"][0])
    if run.returncode not in (0, 1):
        return None, run.stdout + run.stderr
    return [i not in refused for i in range(len(values))], run.stdout


def judge_by_python(schema, values):
    validator = validators.validator_for(schema)(schema)
    return [validator.is_valid(value) for value in values]


AJV = r"""
const drafts = {"draft-04": "ajv-draft-04", "draft-06": "ajv", "draft-07": "ajv", "2019-09": "ajv/dist/2019", "2020-12": "ajv/dist/2020"};
const rl = require("readline").createInterface({input: process.stdin});
rl.on("line", (line) => {
  const {schema, values} = JSON.parse(line);
  let answer;
  try {
    const name = Object.keys(drafts).find((d) => schema.$schema.includes(d));
    const Ajv = require(drafts[name]).default;
    const ajv = new Ajv({strict: false, validateFormats: false, logger: false, unicodeRegExp: true});
    if (name === "draft-06") ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
    const validate = ajv.compile(schema);
    answer = values.map((v) => validate(v));
  } catch (e) { answer = {error: String(e)}; }
  console.log(JSON.stringify(answer));
});
"""


class Ajv:
    """ajv in one node process. `process` is None if ajv is not installed."""

    def __init__(self):
        self.process = None
        try:
            found = subprocess.run(["node", "-e", "require('ajv/dist/2020')"], capture_output=True, check=False)
            if found.returncode == 0:
                self.process = subprocess.Popen(["node", "-e", AJV], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError:
            pass

    def judge(self, schema, values):
        # Requires numbers that a 64-bit float represents exactly: JavaScript has no other numbers.
        self.process.stdin.write(json.dumps({"schema": schema, "values": values}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer if isinstance(answer, list) else None


def has_large_number(value):
    if isinstance(value, dict):
        return any(map(has_large_number, value.values()))
    if isinstance(value, list):
        return any(map(has_large_number, value))
    return isinstance(value, int) and abs(value) > 2**53


def has_whole_float(value):
    if isinstance(value, dict):
        return any(map(has_whole_float, value.values()))
    if isinstance(value, list):
        return any(map(has_whole_float, value))
    return isinstance(value, float) and value.is_integer()


KEYWORDS = (
    "$schema $id id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment $defs definitions "
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems "
    "uniqueItems maxContains minContains maxProperties minProperties required dependentRequired dependentSchemas dependencies "
    "properties patternProperties additionalProperties propertyNames items prefixItems additionalItems contains allOf anyOf oneOf "
    "not if then else unevaluatedItems unevaluatedProperties title description default deprecated readOnly examples format "
    "contentEncoding contentMediaType contentSchema").split()
ODD = [{}, [], [{}], True, False, "", -1, 1.0, 0, ["a", "a"], {"a": ["b", "b"]}, {"a": []}, {"a": {}}, "#a", "a#b", {"u:x": True}]


def mutilated(rng, schema, maker):
    if isinstance(schema, dict) and schema:
        key = rng.choice(list(schema))
        made = dict(schema)
        fate = rng.random()
        if fate < 0.35:
            made[key] = mutilated(rng, schema[key], maker)
        elif fate < 0.6:
            made[key] = rng.choice(ODD)
        elif fate < 0.8:
            made[rng.choice(KEYWORDS)] = rng.choice(ODD)
        else:
            made[rng.choice(KEYWORDS)] = schema[key]
        return made
    if isinstance(schema, list) and schema:
        made = list(schema)
        place = rng.randrange(len(made))
        made[place] = mutilated(rng, made[place], maker)
        return made
    return rng.choice(ODD)


def compare_metaschemas(kval, folder, count, seed, counts):
    for draft, uri in URIS.items():
        rng = random.Random(seed * 7 + draft)
        maker = Maker(rng, draft)
        documents = []
        for _ in range(count):
            schema = maker.schema(2)
            for _ in range(rng.randrange(4)):
                schema = mutilated(rng, schema, maker)
            documents.append(schema)
        own, output = judge_by_kval(kval, folder, {"$schema": uri, "allOf": [{"$ref": uri}]}, documents)
        if own is None:
            print("kval does not judge by", uri, output)
            counts["differences"] += 1
            continue
        official = validators.validator_for({"$schema": uri})
        validator = official(official.META_SCHEMA)
        for document, verdict in zip(documents, own):
            if draft == 4 and has_whole_float(document):
                continue
            counts["schemas"] += 1
            if verdict != validator.is_valid(document):
                counts["differences"] += 1
                print(uri, json.dumps(document, ensure_ascii=False), f"kval: {verdict}", sep="\n")


def main():
    kval = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if jsonschema is None:
        print("skipped: there is no jsonschema for this Python")
        return 77
    ajv = Ajv()
    counts = {"values": 0, "accepted": 0, "differences": 0, "by ajv": 0, "not compiled": 0, "unresolved": 0, "schemas": 0}
    with tempfile.TemporaryDirectory() as folder:
        compare_metaschemas(kval, folder, 40 + rounds // 4, seed, counts)
        for number in range(seed, seed + rounds):
            rng = random.Random(number)
            draft = rng.choice(list(URIS))
            maker = Maker(rng, draft)
            definitions, schema = maker.document()
            # Up to draft 7, $ref overrides its sibling keywords, including $id.
            if isinstance(schema, bool) or (draft <= 7 and "$ref" in schema):
                continue
            schema = dict({"$schema": URIS[draft], "definitions": definitions}, **schema)
            if any(loops(each, schema) for each in [schema, *definitions.values()]):
                continue
            if maker.is_dynamic:
                schema["$id"] = "urn:x:one"  # Python's jsonschema requires $id for dynamic references
            values = [maker.value() for _ in range(40)]
            own, output = judge_by_kval(kval, folder, schema, values)
            if own is None:
                counts["not compiled"] += 1
                print("kval does not judge by", json.dumps(schema, ensure_ascii=False), output, sep="\n")
                counts["differences"] += 1
                continue
            try:
                other = judge_by_python(schema, values)
            except (RecursionError, TypeError, *UNRESOLVED):  # bugs of Python's jsonschema
                counts["unresolved"] += 1
                continue
            answers = {"jsonschema": other}
            if ajv.process is not None and not has_large_number(schema):
                by_ajv = ajv.judge(schema, values)
                if by_ajv is not None:
                    answers["ajv"] = [None if has_large_number(value) else each for each, value in zip(by_ajv, values)]
                    counts["by ajv"] += len(values)
            counts["values"] += len(values)
            counts["accepted"] += sum(own)
            for index, value in enumerate(values):
                if draft == 4 and has_whole_float(value):
                    continue  # known difference: in draft 4, kval accepts 1.0 as an integer (COMPATIBILITY.md)
                against = {name: answer[index] for name, answer in answers.items() if answer[index] is not None}
                # If the peers disagree with each other, agreement with one of them suffices.
                if own[index] not in against.values():
                    counts["differences"] += 1
                    print("seed", number, json.dumps(schema, ensure_ascii=False), json.dumps(value, ensure_ascii=False),
                          f"kval: {own[index]}, {against}", sep="\n")
                    break
    print(counts)
    return 1 if counts["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
