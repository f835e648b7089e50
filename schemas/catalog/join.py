#!/usr/bin/env python3
"""Joins the schemas of schemas.def to one file: `join.py WHEEL SCHEMAS OUTPUT`.

WHEEL is the PyPI package that requirements.txt pins. OUTPUT has the format that cmake/embed_zstd.cc reads with `--each`: a
line with the name and the number of bytes, the text, and a line break."""
import copy
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


def drop_required(node, keys):
    """Makes keys optional wherever a schema requires them."""
    for child in node.values() if isinstance(node, dict) else node:
        if isinstance(child, (dict, list)):
            drop_required(child, keys)
    if isinstance(node, dict) and isinstance(node.get("required"), list):
        node["required"] = [key for key in node["required"] if key not in keys]


def accept_also(node, accepts):
    """Adds types to the schemas for which `accepts(key, schema)` returns some; `key` is that of the property."""
    for key, child in list(node.items()) if isinstance(node, dict) else enumerate(node):
        if isinstance(child, (dict, list)):
            accept_also(child, accepts)
        if isinstance(child, dict) and isinstance(child.get("type"), str):
            more = accepts(key, child)
            if more:
                child["type"] = [child["type"], *more]


def forms_of_numbers(node, root):
    """The forms of values with numbers that a schema accepts: `number`, and `number[]` for lists of them. Requires: no definition
    refers to itself."""
    if "$ref" in node:
        target = root
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return forms_of_numbers(target, root)
    types = node.get("type", [])
    types = types if isinstance(types, list) else [types]
    forms = {"number"} if {"number", "integer"} & set(types) else set()
    if "array" in types and isinstance(node.get("items"), dict):
        forms |= {form + "[]" for form in forms_of_numbers(node["items"], root)}
    for key in ("oneOf", "anyOf"):
        for child in node.get(key, []):
            forms |= forms_of_numbers(child, root)
    return forms


def allow_several(node, root):
    """Replaces `oneOf` where several of its schemas accept numbers."""
    for child in list(node.values()) if isinstance(node, dict) else node:
        if isinstance(child, (dict, list)):
            allow_several(child, root)
    if isinstance(node, dict) and isinstance(node.get("oneOf"), list):
        forms = [form for child in node["oneOf"] for form in forms_of_numbers(child, root)]
        if len(forms) != len(set(forms)):
            node["anyOf"] = node.pop("oneOf")


def codecov_accepts(key, schema):
    if key == "threshold" and schema["type"] == "string":
        return ["number"]  # a percentage without its sign
    if key == "require_changes":
        return ["string"]  # `coverage_drop`
    if key in ("project", "patch", "changes") and schema["type"] == "object":
        return ["boolean"]  # `off` and `on`
    return []


def correct_codecov(schema):
    accept_also(schema, codecov_accepts)
    # The reference is for the map only; next to `anyOf` it would exclude the boolean.
    for status in schema["properties"]["coverage"]["properties"]["status"]["anyOf"]:
        changes = status.get("properties", {}).get("changes", {})
        if "anyOf" in changes and "$ref" in changes:
            reference = changes.pop("$ref")
            changes["anyOf"] = [{"$ref": reference} if accepted["type"] == "object" else accepted for accepted in changes["anyOf"]]


def travis_accepts(_key, schema):
    return ["number"] if schema["type"] == "string" else []  # versions: `go: 1.13`


def azure_accepts(_key, schema):
    return ["number", "boolean"] if schema["type"] == "string" else []  # every scalar is a string


def github_accepts(key, schema):
    """actions/runner, TemplateReader.cs: a number or boolean is converted where a string is accepted, and null is an empty one."""
    if schema["type"] != "string":
        return []
    if key in ("name", "if"):
        return ["number", "boolean", "null"]
    return ["number", "boolean"] if key in ("run-name", "run", "id", "working-directory") else []


def accept_expression(schema):
    """Accepts `${{ … }}` in place of a list or map."""
    own = {key: schema.pop(key) for key in list(schema) if key not in ("$comment", "description")}
    schema["oneOf"] = [own, {"$ref": "#/definitions/expressionSyntax"}]


def accept_expressions(definitions):
    """actions/runner, workflow-v1.0.json: an expression may be the value of each key with a `context` and of those below."""
    # Of the defaults, only those of a job.
    definitions["normalJob"]["properties"]["defaults"] = copy.deepcopy(definitions["defaults"])
    for job in ("normalJob", "reusableWorkflowCallJob"):
        accept_expression(definitions[job]["properties"]["strategy"])
    accept_expression(definitions["normalJob"]["properties"]["defaults"]["properties"]["run"])
    accept_expression(definitions["normalJob"]["properties"]["services"])
    definitions["serviceContainer"]["type"] = ["object", "string"]  # the name of an image
    for container in ("jobContainer", "serviceContainer"):
        for key in ("credentials", "ports", "volumes"):
            accept_expression(definitions[container]["properties"][key])


def correct_workflows(schema):
    accept_also(schema, github_accepts)
    accept_expressions(schema["definitions"])
    # A strategy may consist of `fail-fast` or `max-parallel` only.
    drop_required(schema, {"matrix"})
    definitions = schema["definitions"]
    # One pattern needs no list, and may be a number: `branches: 1.0`; none is nothing.
    definitions["globs"]["type"] = ["array", "string", "number", "boolean", "null"]
    definitions["globs"]["items"]["type"] = ["string", "number", "boolean"]
    # `KEY:` without a value is the empty string; a matrix may have null.
    definitions["configuration"]["oneOf"].append({"type": "null"})
    definitions["env"]["oneOf"][0]["additionalProperties"]["oneOf"].append({"type": "null"})
    for part in ("step", "normalJob", "reusableWorkflowCallJob"):
        definitions[part]["properties"]["if"]["anyOf"].append({"type": "null"})


def action_accepts(key, schema):
    if key in ("default", "value", "description") and schema["type"] == "string":
        return ["number", "boolean", "null"]
    return github_accepts(key, schema)


def correct_actions(schema):
    accept_also(schema, action_accepts)
    # The runner reads an action by its `runs`; only the Marketplace requires descriptions.
    drop_required(schema, {"name", "description"})


def correct_issue_forms(schema):
    schema["definitions"]["assignee"]["type"] = ["string", "null"]  # an empty item of a template
    for key in ("assignees", "labels", "projects"):  # a template may list none
        for accepted in schema["properties"][key].get("oneOf", [schema["properties"][key]]):
            accepted.pop("minItems", None)


def correct_travis(schema):
    accept_also(schema, travis_accepts)
    allow_several(schema, schema)


def correct_taskfile(schema):
    # Task ignores keys that it does not know; those with `x-` are intended to be ignored.
    schema["allOf"][0].setdefault("patternProperties", {})["^x-"] = {}


def correct_compose(schema):
    schema["type"] = [schema["type"], "null"]  # one of several files may be without content


# What the tools accept and the schemas reject.
CORRECTIONS = {
    "azure-pipelines": lambda schema: accept_also(schema, azure_accepts),
    # The configuration is a Protocol Buffers message, whose JSON form has two spellings of each key.
    "cloudbuild": add_snake_case,
    "compose-spec": correct_compose,
    "codecov": correct_codecov,
    "github-actions": correct_actions,
    "github-issue-forms": correct_issue_forms,
    "github-workflows": correct_workflows,
    "taskfile": correct_taskfile,
    "travis": correct_travis,
}


def corrected(name, text):
    """Removes what the tool of the schema accepts from what the schema rejects."""
    # References to other files, which the package does not have, accept every value.
    text = re.sub(rb'"\$ref": *"[a-z-]+\.json#[^"]*"', b'"$comment": ""', text)
    if name in CORRECTIONS:
        schema = json.loads(text)
        CORRECTIONS[name](schema)
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
