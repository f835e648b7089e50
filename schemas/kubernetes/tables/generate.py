#!/usr/bin/env python3
"""Compiles the types of Kubernetes into the two texts that become a part of kval.

  generate.py WHEEL TABLES TYPES DESCRIPTIONS

WHEEL is the PyPI package `kubernetes-validate` (requirements.txt), which holds the published JSON schemas of every version; TABLES is the
folder with enums.tsv, rules.tsv and lifecycle.tsv, which say what those leave out, and kustomize.tsv. Rows of rules.tsv may depend on
the gates of ../feature_gates.def.
TYPES has every type of every version; what versions share is there once. Line by line:

  V 1.25 1.26 …                            the versions; bit n of a mask is the n-th
  L apiVersion KIND DEPRECATED REMOVED REPLACEMENT   an API that goes, in tabs; a version may be empty
  T NAME MASK [apiVersion/Kind …]          a type as the versions of the mask have it; its fields follow, or `= SHAPE`
  * RULE;…                                 what is asked of the fields together, before them: one:A,B most:A,B
  FIELD SHAPE[!] [e=VALUE|…] [r=RULE;…] [d=DEFAULT]   a field; `!` is required; rules are filled, min:N, max:N,
                                           size:N, format:NAME, unique:KEY, items:A|B,
                                           itemformat:NAME, labels

A SHAPE is one letter, or begins with one: s string, B base64, i integer, 4 and 8 integers of 32 and 64 bits, n number, b boolean,
q quantity, I integer or string, t time, o free object, * any value, @NAME a type, [SHAPE a list, [/k1,k2/SHAPE a list
with unique keys, [=/SHAPE a set, {SHAPE a map, (SHAPE|SHAPE) either.
DESCRIPTIONS has the newest text of each type and field: `T NAME TEXT`, then `FIELD TEXT`; line breaks are \\n.
Standard library only."""
import json
import re
import sys
import zipfile

KUSTOMIZE = "kustomize."
FOLDER = "kubernetes_validate/kubernetes-json-schema/"
LETTERS = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": "q",
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "I",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Time": "t",
    "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": "t",
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "o",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Patch": "o",
    "io.k8s.apimachinery.pkg.runtime.RawExtension": "o",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": "*",
}
PREFIXES = {
    "meta": "io.k8s.apimachinery.pkg.apis.",
    "apiextensions": "io.k8s.apiextensions-apiserver.pkg.apis.",
    "apiregistration": "io.k8s.kube-aggregator.pkg.apis.",
}
SCHEMA = "@io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps"
# Types whose JSON is written by code, so that their published schema is empty.
BY_CODE = {
    "JSONSchemaPropsOrBool": f"({SCHEMA}|b)",
    "JSONSchemaPropsOrArray": f"({SCHEMA}|[{SCHEMA})",
    "JSONSchemaPropsOrStringArray": f"({SCHEMA}|[s)",
}
SCALARS = {"string": "s", "integer": "i", "number": "n", "boolean": "b"}
FORMATS = {"byte": "B", "int32": "4", "int64": "8", "date-time": "t"}


def minor(version):
    return int(version.split(".")[1])


def read_gates(path):
    """gate -> the first version that has it on; 1.999 for none."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r'^KVAL_FEATURE\((\w+), "(.*)"\)$', file.read(), re.M)
    states = {gate: [state.split() for state in text.split(", ")] for gate, text in rows}
    return {gate: next((state[0] for state in of if state[2] == "on"), "1.999") for gate, of in states.items()}


class Unknown(Exception):
    """The schemas hold something that this script has no letter for."""


def shape(schema):
    """A schema as a SHAPE."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        last = name.rsplit(".", 1)[1]
        return LETTERS.get(name) or BY_CODE.get(last) or "@" + name
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    if len(kinds) != 1:
        return "*"
    kind = kinds[0]
    if kind in SCALARS:
        return FORMATS.get(schema.get("format"), SCALARS[kind])
    if kind == "array":
        item = shape(schema.get("items", {}))
        keys = schema.get("x-kubernetes-list-map-keys")
        if schema.get("x-kubernetes-list-type") == "map" and keys:
            return "[/" + ",".join(keys) + "/" + item
        return ("[=/" if schema.get("x-kubernetes-list-type") == "set" else "[") + item
    if kind != "object":
        raise Unknown(kind)
    values = schema.get("additionalProperties")
    if isinstance(values, dict):
        return "{" + shape(values)
    return "o"


class Facts:
    """What rules.tsv and enums.tsv say of fields. Every row must meet a field of some version."""

    def __init__(self, folder):
        with open(folder + "/enums.tsv", encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
        self.enums = {(row[0], row[1]): (row[2], row[3]) for row in rows}
        self.gates = read_gates(folder + "/../feature_gates.def")
        self.version = ""  # whose facts are returned
        self.rules, self.patterns = {}, []
        with open(folder + "/rules.tsv", encoding="utf-8") as file:
            for line in file:
                if line.startswith("#"):
                    continue
                name, field, facts, *when = line.rstrip("\n").split("\t")
                for gate in when:
                    if gate.lstrip("!") not in self.gates:
                        raise Unknown("rules.tsv names a gate that feature_gates.def does not have: " + gate)
                full = PREFIXES.get(name.split(".")[0], "io.k8s.api.") + name
                if "*" in full:
                    self.patterns.append((re.compile(re.escape(full).replace("\\*", "[a-z0-9]+")), field, facts, when, line))
                else:
                    self.rules.setdefault((full, field), []).append((facts, when, line))
        self.unused = {line for rows in self.rules.values() for _, _, line in rows} | {row[4] for row in self.patterns}

    def applies(self, when):
        """Whether the gates of a row are as it says in the version; `!` is off."""
        return all((minor(self.gates[gate.lstrip("!")]) <= minor(self.version)) != gate.startswith("!") for gate in when)

    def of(self, name, field):
        """The facts of a field as (key, value) pairs."""
        found = list(self.rules.get((name, field), []))
        found += [row[2:] for row in self.patterns if row[1] == field and row[0].fullmatch(name)]
        self.unused -= {line for _, _, line in found}
        return [(fact + "=").split("=")[:2] for facts, when, _ in found if self.applies(when) for fact in facts.split()]

    def of_type(self, name, fields):
        """The rules of a type as a whole, as far as it has the fields."""
        rules = []
        for key, value in self.of(name, "*"):
            names = fields - set(value[1:].split(",")) if value.startswith("!") else set(value.split(",")) & fields
            if len(names) > 1:
                rules.append(key + ":" + (value if key == "operands" else ",".join(sorted(names))))
        return rules


def of_field(name, field, schema, is_required, facts):
    """The line of one field."""
    values, default = facts.enums.get((name, field), ("", ""))
    return field_line(field, shape(schema), is_required, facts.of(name, field), values, default)


def field_line(field, letters, is_required, facts, values="", default=""):
    rules = []
    for key, value in facts:
        if key == "values":
            values = value
        elif key in ("required", "optional"):
            is_required = key == "required"
            rules += ["filled"] if is_required else []
        elif key in ("filled", "min", "max", "size", "format", "unique", "items", "itemformat", "labels"):
            rules.append(key + (":" + value if value else ""))
        else:
            raise Unknown(key)
    line = field + " " + letters + ("!" if is_required else "")
    line += (" e=" + values if values else "") + (" r=" + ";".join(rules) if rules else "")
    line += " d=" + default if default else ""
    if re.search(r"[\n\r]", line):
        raise Unknown(line)
    return line


def of_definition(name, schema, facts):
    """The lines of one type, without its head."""
    if name in LETTERS:
        return ["= " + LETTERS[name]]
    if name.rsplit(".", 1)[1] in BY_CODE:
        return ["= " + BY_CODE[name.rsplit(".", 1)[1]]]
    properties = schema.get("properties")
    if not properties:
        # A type without fields (like `emptyDir`) accepts none; a type that is not an object has its own
        # shape.
        found = shape(schema)
        return [] if found == "o" and schema.get("type") in ("object", ["object", "null"]) else ["= " + found]
    required = set(schema.get("required", []))
    rules = facts.of_type(name, set(properties))
    lines = ["* " + ";".join(rules)] if rules else []
    return lines + [of_field(name, field, properties[field], field in required, facts) for field in sorted(properties)]


def kinds_of(schema):
    """The kinds that a type is, as apiVersion/Kind."""
    found = []
    for kind in schema.get("x-kubernetes-group-version-kind", []):
        group = kind["group"] + "/" if kind["group"] else ""
        found.append(group + kind["version"] + "/" + kind["kind"])
    return " ".join(sorted(found))


def read_versions(wheel):
    """version -> its definitions, oldest first."""
    archive = zipfile.ZipFile(wheel)
    names = [re.fullmatch(FOLDER + r"v(1\.\d+)\.0-local/_definitions\.json", name) for name in archive.namelist()]
    versions = sorted((match.group(1) for match in names if match), key=lambda text: int(text[2:]))
    if not versions:
        raise Unknown("there are no schemas in " + wheel)
    return {version: json.loads(archive.read(f"{FOLDER}v{version}.0-local/_definitions.json"))["$defs"]
            for version in versions}


def read_lifecycle(path):
    """The rows, as lines of TYPES."""
    with open(path, encoding="utf-8") as file:
        return ["L\t" + line.rstrip("\n") for line in file if not line.startswith("#")]


class Kustomize:
    """The types of kustomize.tsv, which are the same whatever the version."""

    def __init__(self, folder):
        self.types = {}  # name -> (kinds, lines, strings)
        with open(folder + "/kustomize.tsv", encoding="utf-8") as file:
            for row in (line.rstrip("\n").split("\t") for line in file if not line.startswith("#")):
                self.add(*row)

    def add(self, name, field, letters, facts, text):
        pairs = [(fact + "=").split("=")[:2] for fact in facts.split()]
        if not field:
            self.types[name] = (" ".join(kind for _, kind in pairs), [], {"": text})
            return
        _, lines, texts = self.types[name]
        lines.append(field_line(field, letters.replace("@", "@" + KUSTOMIZE), False, pairs))
        if text:
            texts[field] = text

    def types_lines(self, mask):
        for name in sorted(self.types):
            kinds, lines, _ = self.types[name]
            yield f"T {KUSTOMIZE}{name} {mask:x} {kinds}".rstrip()
            yield from sorted(lines)


def types_text(versions, facts, lifecycle, kustomize=None):
    """TYPES."""
    records = {}  # name -> {(kinds, lines): mask}
    for bit, (version, definitions) in enumerate(versions.items()):
        facts.version = version
        for name, schema in definitions.items():
            key = (kinds_of(schema), tuple(of_definition(name, schema, facts)))
            shapes = records.setdefault(name, {})
            shapes[key] = shapes.get(key, 0) | 1 << bit
    if facts.unused:
        raise Unknown("rules.tsv names fields that no version has:\n" + "".join(sorted(facts.unused)))
    out = ["V " + " ".join(versions)] + lifecycle
    for name in sorted(records):
        for (kinds, lines), mask in records[name].items():
            out.append(f"T {name} {mask:x} {kinds}".rstrip())
            out.extend(lines)
    out.extend(kustomize.types_lines((1 << len(versions)) - 1) if kustomize else [])
    return "\n".join(out) + "\n"


def descriptions_text(versions, kustomize=None):
    """DESCRIPTIONS."""
    newest = {KUSTOMIZE + name: dict(texts) for name, (_, _, texts) in kustomize.types.items()} if kustomize else {}
    for definitions in versions.values():
        for name, schema in definitions.items():
            texts = newest.setdefault(name, {})
            texts[""] = schema.get("description", texts.get("", ""))
            for field, of_field in schema.get("properties", {}).items():
                if of_field.get("description"):
                    texts[field] = of_field["description"]
    out = []
    for name in sorted(newest):
        texts = newest[name]
        out.append(("T " + name + " " + escaped(texts.pop(""))).rstrip())
        out.extend(field + " " + escaped(texts[field]) for field in sorted(texts))
    return "\n".join(out) + "\n"


def escaped(text):
    return text.replace("\\", "\\\\").replace("\r", "").replace("\n", "\\n")


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def main():
    wheel, tables, types, descriptions = sys.argv[1:]
    versions = read_versions(wheel)
    kustomize = Kustomize(tables)
    write(types, types_text(versions, Facts(tables), read_lifecycle(tables + "/lifecycle.tsv"), kustomize))
    write(descriptions, descriptions_text(versions, kustomize))


if __name__ == "__main__":
    main()
