#!/usr/bin/env python3
"""Joins the schemas of schemas.def to one file: `join.py WHEEL SCHEMAS OUTPUT`.

WHEEL is the PyPI package that requirements.txt pins. OUTPUT has the format that cmake/embed_zstd.cc reads with `--each`: a
line with the name and the number of bytes, the text, and a line break."""
import json
import re
import sys
import zipfile

FOLDER = "check_jsonschema/builtin_schemas/vendor/"


def add_snake_case(node):
    """Declares each camelCase key of the objects of a schema in snake_case as well."""
    if isinstance(node, list):
        for item in node:
            add_snake_case(item)
    elif isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            for key, declared in list(node["properties"].items()):
                node["properties"].setdefault(re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), key), declared)
        for item in list(node.values()):
            add_snake_case(item)


def accept_also(node, accepts):
    """Adds types to the schemas for which `accepts(key, schema)` returns some; `key` is that of the property."""
    for key, child in list(node.items()) if isinstance(node, dict) else enumerate(node):
        if isinstance(child, (dict, list)):
            accept_also(child, accepts)
        if isinstance(child, dict) and isinstance(child.get("type"), str):
            more = accepts(key, child)
            if more:
                child["type"] = [child["type"], *more]


def codecov_accepts(key, schema):
    if key == "threshold" and schema["type"] == "string":
        return ["number"]  # a percentage without its sign
    if key == "require_changes":
        return ["string"]  # `coverage_drop`
    if key in ("project", "patch", "changes") and schema["type"] == "object":
        return ["boolean"]  # `off` and `on`
    return []


def travis_accepts(_key, schema):
    return ["number"] if schema["type"] == "string" else []  # versions: `go: 1.13`


def azure_accepts(_key, schema):
    return ["number", "boolean"] if schema["type"] == "string" else []  # every scalar is a string


ACCEPTS = {"azure-pipelines": azure_accepts, "codecov": codecov_accepts, "travis": travis_accepts}


def corrected(name, text):
    """Removes what the tool of the schema accepts from what the schema rejects."""
    # References to other files, which the package does not have, accept every value.
    text = re.sub(rb'"\$ref": *"[a-z-]+\.json#[^"]*"', b'"$comment": ""', text)
    if name == "github-workflows":
        # A strategy may consist of `fail-fast` or `max-parallel` only.
        text, count = re.subn(rb'"required": *\["matrix"\]', b'"required": []', text)
        assert count > 0, "the schema of GitHub workflows has changed"
    if name == "cloudbuild":
        # The configuration is a Protocol Buffers message, whose JSON form has two spellings of each key.
        schema = json.loads(text)
        add_snake_case(schema)
        text = json.dumps(schema, indent=2).encode()
    if name in ACCEPTS:
        schema = json.loads(text)
        accept_also(schema, ACCEPTS[name])
        text = json.dumps(schema, indent=2).encode()
    return text


def main():
    wheel, schemas, output = sys.argv[1:]
    with open(schemas, encoding="utf-8") as file:
        names = re.findall(r'^KVAL_BUILTIN_SCHEMA\("([^"]+)"', file.read(), re.M)
    with zipfile.ZipFile(wheel) as package, open(output, "wb") as file:
        for name in names:
            text = corrected(name, package.read(f"{FOLDER}{name}.json"))
            file.write(f"{name} {len(text)}\n".encode() + text + b"\n")


main()
