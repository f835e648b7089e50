#!/usr/bin/env python3
"""Converts npm packages of @kubernetes-models, and CustomResourceDefinitions in Go modules, to schemas of custom resources:
`convert.py PACKAGES.tsv CORRECTIONS.tsv FOLDER MODULES.tsv MODULE_FOLDER OUTPUT`.

PACKAGES.tsv lists the packages, which FOLDER holds, and MODULES.tsv the modules (scripts/fetch-schemas). OUTPUT has the format that cmake/embed_zstd.cc
reads with `--each`: a line with the name and the number of bytes, the text, and a line break. The first text is the index: a
line `apiVersion Kind PRODUCT` for each schema, sorted, with `*PRODUCT` for a schema of a CustomResourceDefinition; the others are the schemas in this order, as `openAPIV3Schema` of a
CustomResourceDefinition has them.

The packages consist of validators in JavaScript that a generator wrote. Each validator is a function that names each
keyword of its schema in the error that it creates, and each property with the function that validates it. Keywords that
contain schemas (`oneOf`, `not`, `anyOf`) are omitted, except for `x-kubernetes-int-or-string`. So is `null`, which the
validators accept wherever Go has a pointer: the API server removes it instead."""
import ast
import fnmatch
import json
import re
import sys
import tarfile
import zipfile

import crd_yaml

ANY = {"x-kubernetes-preserve-unknown-fields": True}
STRING = {"type": "string"}
# Types of k8s.io/apimachinery with their own JSON form.
KNOWN = {
    "IoK8sApimachineryPkgUtilIntstrIntOrString": {"x-kubernetes-int-or-string": True},
    "IoK8sApimachineryPkgApiResourceQuantity": {"x-kubernetes-int-or-string": True},
    "IoK8sApimachineryPkgApisMetaV1Time": STRING | {"format": "date-time"},
    "IoK8sApimachineryPkgApisMetaV1MicroTime": STRING | {"format": "date-time"},
    "IoK8sApimachineryPkgApisMetaV1ObjectMeta": {"type": "object"} | ANY,
    "IoK8sApimachineryPkgRuntimeRawExtension": {"type": "object"} | ANY,
}
LIMITS = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties", "maximum", "minimum")
FUNCTION = re.compile(r'function (validate\d+)\(data,\{instancePath="",parentData,parentDataProperty,rootData=data\}=\{\}\)\{')
IMPORT = re.compile(r'import\{validate as (validate\d+)\}from"([^"]+)"')
ERROR = re.compile(r'keyword:"(\w+)",params:\{(.*?)\}\};null===vErrors')
PROPERTY = re.compile(r'(validate\d+)\(data(?:\.[\w$]+|\["[^"]*"\]),\{instancePath:instancePath\+"/(?:[^"\\]|\\.)*",parentData:data,parentDataProperty:("(?:[^"\\]|\\.)*"),rootData\}\)')
ELEMENT = re.compile(r'(validate\d+)\(data\[(i|key)\d+\],')
WHOLE = re.compile(r'(validate\d+)\(data,\{instancePath,parentData,')
FIELD = re.compile(r'/\*\*((?:(?!\*/).)*)\*/\s*("(?:[^"\\]|\\.)*")\??: ([^\n]*?);?(?:\n|$)', re.S)


class Package:
    """The modules of one package, by the names of their schemas."""

    def __init__(self, files, corrections):
        self.files = files
        self.corrections = corrections
        self.schemas = {}
        self.declared = {}
        for path, text in files.items():
            if path.endswith(".d.ts"):
                for name in re.findall(r"\bas I(\w+)", text):
                    self.declared[name] = path

    def kinds(self):
        """Yields apiVersion, kind and the name of the schema of each resource."""
        for path, text in sorted(self.files.items()):
            kind = re.search(r'static\{this\.kind="(\w+)"\}', text) or re.search(r'\bkind="(\w+)"', text)
            api = re.search(r'this\.apiVersion="([^"]+)"', text)
            schema = re.search(r'from"[^"]*_schemas/(\w+)(?:\.js)?"', text)
            is_kind = path.endswith(".js") and kind and api and schema and not kind.group(1).endswith("List")
            if is_kind and not self.corrected(schema.group(1), "omitted"):
                yield api.group(1), kind.group(1), schema.group(1)

    def schema(self, name, above=()):
        """Returns the schema with all references resolved; a cycle ends with a schema that accepts every value."""
        if name in above or self.corrected(name, "any"):
            return dict(ANY)
        if name not in self.schemas:
            made = Module(self, name, above + (name,)).schema()
            if above:
                return made
            self.schemas[name] = made
        return self.schemas[name]

    def corrected(self, name, change):
        """Returns the fields of a type with a correction, and the correction."""
        return {field: how for pattern, field, how in self.corrections if how.startswith(change) and fnmatch.fnmatchcase(name, pattern)}

    def fields(self, name):
        """Returns the name, description and type of each field that the declaration of a type describes."""
        text = self.files.get(self.declared.get(name, ""), "")
        body = text.partition("export interface ")[2].partition("\n}")[0]
        return [(json.loads(key), plain(words), written) for words, key, written in FIELD.findall(body)]


def plain(words):
    """The first paragraph of a comment as one line."""
    lines = [line.strip().lstrip("*").strip() for line in words.strip().splitlines()]
    text = "\n".join(lines).strip().split("\n\n")[0]
    return " ".join(text.split())


class Module:
    """One file of `_schemas`."""

    def __init__(self, package, name, above):
        self.package = package
        self.name = name
        self.above = above
        text = package.files[f"_schemas/{name}.js"]
        self.imports = dict(IMPORT.findall(text))
        starts = list(FUNCTION.finditer(text))
        ends = [start.start() for start in starts[1:]] + [len(text)]
        self.functions = {start.group(1): text[start.end():end] for start, end in zip(starts, ends)}
        self.enums = dict(re.findall(r"(schema\d+_enum)=(\[.*?\])[;,]", text))
        self.root = re.search(r"export const validate=(validate\d+)", text).group(1)

    def schema(self):
        made = self.of(self.root) or dict(ANY)
        for key, words, written in self.package.fields(self.name):
            if key == "description" and "properties" in made:  # missing in the validators
                made["properties"].setdefault(key, dict(STRING if written == "string" else ANY))
            if words and key in made.get("properties", {}):
                made["properties"][key] = {"description": words} | made["properties"][key]
        optional = set(self.package.corrected(self.name, "optional"))
        properties = made.get("properties", {})
        properties |= {field: dict(ANY) for field in self.package.corrected(self.name, "added")}
        for field, pattern in self.package.corrected(self.name, "^").items():
            if field in properties:
                properties[field] |= {"pattern": pattern}
        if {"apiVersion", "kind"} <= properties.keys() and "enum" in properties["kind"]:  # a resource inside of another one
            optional |= {"apiVersion", "kind"}
            properties |= {"apiVersion": dict(STRING), "kind": dict(STRING)}
        if "required" in made:
            made["required"] = [key for key in made["required"] if not {key, "*"} & optional]
        return made

    def of(self, function):
        if function in self.imports:
            return self.imported(self.imports[function])
        body = self.functions[function]
        schema = {}
        errors = ERROR.findall(body)
        keywords = {keyword for keyword, _ in errors}
        for keyword, params in errors:
            self.add(schema, keyword, params)
        if {"oneOf", "anyOf"} & keywords and self.is_int_or_string(function):
            return {"x-kubernetes-int-or-string": True}
        properties = {json.loads(key): self.of(of) or dict(ANY) for of, key in PROPERTY.findall(body)}
        if properties:
            schema["properties"] = properties
        for of, kind in ELEMENT.findall(body):
            schema["items" if kind == "i" else "additionalProperties"] = self.of(of) or dict(ANY)
        if not {"oneOf", "anyOf", "not"} & keywords:
            for of in WHOLE.findall(body):
                schema = self.merged(self.of(of), schema)
        if "required" in schema:
            schema["required"] = sorted(set(schema["required"]))
        if schema.get("type") == "object" and not {"properties", "additionalProperties"} & schema.keys():
            return schema | ANY
        return schema

    def add(self, schema, keyword, params):
        value = params.partition(":")[2]
        if keyword == "required":
            schema.setdefault("required", []).append(json.loads(value))
        elif keyword == "enum":
            schema["enum"] = json.loads(self.enums[value])
        elif keyword in LIMITS:
            schema[keyword] = number(params.rpartition("limit:")[2])
        elif keyword in ("exclusiveMaximum", "exclusiveMinimum"):
            schema[keyword] = True
            schema["maximum" if keyword == "exclusiveMaximum" else "minimum"] = number(params.rpartition("limit:")[2])
        elif keyword in ("type", "format", "pattern"):
            schema[keyword] = ast.literal_eval(value)  # in quotation marks of either kind
        elif keyword not in ("oneOf", "anyOf", "not"):
            raise ValueError(f"{self.name}: unknown keyword {keyword}")

    def is_int_or_string(self, function):
        parts = [self.of(of) for of in WHOLE.findall(self.functions[function])]
        return {part.get("type") for part in parts} in ({"integer", "string"}, {"number", "string"})

    def imported(self, path):
        name = path.rpartition("/")[2].removesuffix(".js")
        if name in KNOWN:
            return dict(KNOWN[name])
        if f"_schemas/{name}.js" in self.package.files:
            return self.package.schema(name, self.above)
        return dict(ANY)

    @staticmethod
    def merged(base, schema):
        both = base | {key: value for key, value in schema.items() if value is not None}
        if "properties" in base and "properties" in schema:
            both["properties"] = base["properties"] | schema["properties"]
        if "required" in base or "required" in schema:
            both["required"] = base.get("required", []) + schema.get("required", [])
        return both


def resource(schema):
    """The part of a schema that concerns manifests. The API server sets the status and checks the rest of the root."""
    root = {key: value for key, value in schema.items() if key != "description"}
    properties = {key: value for key, value in root["properties"].items() if key not in ("apiVersion", "kind", "metadata")}
    if not properties:  # a definition that declares nothing
        return {"type": "object"} | ANY
    if "status" in properties:
        properties["status"] = {"type": "object"} | ANY
    required = [key for key in root.get("required", []) if key in properties and key != "status"]
    return root | {"properties": properties, "required": required}


def definitions(path, folder):
    """Yields apiVersion, kind and schema of each version of the CustomResourceDefinitions in a folder of a module."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            inner = name.partition("@")[2].partition("/")[2]
            if not inner.startswith(folder + "/") or not inner.endswith(".yaml"):
                continue
            text = archive.read(name).decode()
            if "\nkind: CustomResourceDefinition\n" not in text:
                continue
            for definition in crd_yaml.documents(text):
                spec = definition["spec"]
                for version in spec["versions"]:
                    api = f'{spec["group"]}/{version["name"]}'
                    yield api, spec["names"]["kind"], shortened(resource(version["schema"]["openAPIV3Schema"]))


def shortened(schema):
    """The schema with the first paragraphs of its descriptions."""
    if isinstance(schema, list):
        return [shortened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: plain(value) if key == "description" and isinstance(value, str) else shortened(value) for key, value in schema.items()}


def number(text):
    """Reads a number of JavaScript: 1e6, 0x1fffff. All limits are integers."""
    value = int(text, 16) if text.startswith("0x") else float(text)
    if value != int(value):
        raise ValueError(f"{text} is not an integer")
    return int(value)


def read(path):
    with tarfile.open(path) as archive:
        return {
            member.name.partition("/")[2]: archive.extractfile(member).read().decode()
            for member in archive
            if member.isfile() and member.name.endswith((".js", ".d.ts"))
        }


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line[:1] not in ("#", "\n")]


def main():
    packages, corrections, folder, modules, module_folder, output = sys.argv[1:]
    corrected = rows(corrections)
    made, shared = {}, {}
    for name, version, _, product in rows(packages):
        files = read(f"{folder}/kubernetes-models-{name}-{version}.tgz")
        if product == "-":  # types that the other packages use
            shared = {path: text for path, text in files.items() if path.startswith("_schemas/")}
            continue
        package = Package(shared | files, corrected)
        for api, kind, schema in package.kinds():
            text = json.dumps(resource(package.schema(schema)), separators=(",", ":"), ensure_ascii=False)
            made[f"{api} {kind}"] = (product, text)
    for name, version, _, directory, product in rows(modules):
        for api, kind, schema in definitions(f'{module_folder}/{name.replace("/", "+")}@{version}.zip', directory):
            made[f"{api} {kind}"] = ("*" + product, json.dumps(schema, separators=(",", ":"), ensure_ascii=False))
    index = "".join(f"{name} {product}\n" for name, (product, _) in sorted(made.items()))
    with open(output, "wb") as file:
        for name, text in [("index", index)] + [(name.replace(" ", "/"), text) for name, (_, text) in sorted(made.items())]:
            data = text.encode()
            file.write(f"{name} {len(data)}\n".encode() + data + b"\n")


if __name__ == "__main__":
    main()
